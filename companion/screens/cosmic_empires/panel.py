"""What the board's panel offers for a decision: which fields may be touched, and what stands beside. Pure: no Kivy."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.rules.contract import Decision
from companion.rules.cosmic_empires.board import guarded, own_landings
from companion.rules.cosmic_empires.catalog import SHIPS
from companion.rules.cosmic_empires.construction import shipyards
from companion.rules.cosmic_empires.diplomacy import open_planets, removable
from companion.rules.cosmic_empires.fleet import FleetShips, targets
from companion.rules.cosmic_empires.public_missions import claims, places
from companion.rules.cosmic_empires.state import HOME, State
from companion.screens.cosmic_empires.grid import classes, ships_words
from companion.screens.words import count, plain

MODES: Final = {"common_turn": "examine"}
"""The mode in which a decision is shown first."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One target of the panel: what it does in lines of the record, one after another, or by the screen (`does`)."""

    key: str
    words: str
    small: str = ""
    lines: tuple[str, ...] = ()
    does: str = ""
    tone: str = "plain"
    chosen: bool = False
    why: str = ""
    """Why it is grey, in a sentence; "" where it is not, or where its line's own reasons tell."""


@dataclass(frozen=True, slots=True)
class Panel:
    """Fields that are lit, those whose touch answers at once (`tap`), what else is offered; `ask` is the line that
    explains why a field is not lit, `says` a hint."""

    offers: tuple[Offer, ...] = ()
    lit: frozenset[str] = frozenset()
    tap: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ask: str = ""
    says: str = ""


@dataclass(frozen=True, slots=True)
class Touched:
    """What was touched on the screen and not done yet: a mode, a field, ships with the way they go."""

    mode: str = ""
    space: str = ""
    ships: tuple[tuple[str, str], ...] = ()
    """(ship, send or send_through)."""


def panel(state: State, decision: Decision, touched: Touched) -> Panel:
    """What the board offers for a decision; `state` is what everybody sees."""
    ask = _ASKED.get(decision.name)
    return ask(state, decision, touched) if ask is not None else Panel()


def _at_once(fields: Iterable[str], seat: str, verb: str, *offers: Offer, says: str = "") -> Panel:
    """Every one of these fields answers at once."""
    tap = {each: (f"{seat}: {verb} {each}",) for each in fields}
    return Panel(offers, frozenset(tap), tap, f"{seat}: {verb}", says)


def _done(seat: str, words: str, small: str = "") -> Offer:
    return Offer("done", words, small, (f"{seat}: done",), tone="go")


def _beside(state: State, decision: Decision, touched: Touched) -> tuple[Offer, ...]:
    """What may be done at any moment of the own turn."""
    seat, player = decision.seat, state.player(decision.seat)
    found = []
    if "play_card" in decision.verbs:
        found.append(Offer("cards", "play a card", f"{len(player.hand)} in hand", does="cards"))
    if "place_stone" in decision.verbs:
        many = count(player.mission_stones, "mission stone")
        found.append(Offer("mode:stone", many, "on a planet", does="mode:stone", chosen=touched.mode == "stone"))
    if "upgrade" in decision.verbs:
        found.append(Offer("kept", "upgrade kept", f"{player.banked} for later", does="aside:upgrade"))
    if "reseal_mission" in decision.verbs:
        found.append(Offer("reseal", "another mission", "in private", does=f"private:{seat}"))
    return tuple(found)


def _stones(state: State, seat: str, space: str, verb: str, *before: str) -> tuple[Offer, ...]:
    """One offer for each colour of stones that may go from a planet."""
    here = state.places.get(space)
    if here is None or not here.planet:
        return ()
    return tuple(
        Offer(
            f"{verb}:{space}:{colour}",
            f"{colour} goes",
            {"exchange": "diplomacy", "place_stone": "mission stone"}[verb],
            (*before, f"{seat}: {verb} {space} {colour}"),
        )
        for colour in removable(here, seat)
    )


def _placing_stones(state: State, decision: Decision, touched: Touched) -> Panel:
    planets = frozenset(space.name for space in state.spaces if space.planet and removable(space, decision.seat))
    offers = _stones(state, decision.seat, touched.space, "place_stone")
    back = Offer("mode:", "not now", "back", does="mode:", tone="quiet")
    return Panel((*offers, back), planets, {}, "", "Touch the planet, then the stone that goes.")


def _first(state: State, decision: Decision, touched: Touched) -> Panel:
    offers = tuple(
        Offer(f"first:{seat}", seat.capitalize(), "sits first" if not place else "", (f"table: first {seat}",))
        for place, seat in enumerate(state.seats)
    )
    return Panel((*offers, Offer("app draws", "by lot", "the app draws", does="app")), says="Who begins?")


def _start(state: State, decision: Decision, touched: Touched) -> Panel:
    slots: Mapping[str, str] = decision.context["slots"]
    return Panel(
        tuple(
            Offer(f"start:{slot}", plain(slot), f"next to {space}", (f"{decision.seat}: start {slot}",))
            for slot, space in slots.items()
        ),
        says="Starting fields lie beside the board.",
    )


def _common_turn(state: State, decision: Decision, touched: Touched) -> Panel:
    mode = touched.mode or MODES["common_turn"]
    offers = (
        Offer("mode:examine", "EXAMINE", "look, put it back", does="mode:examine", chosen=mode == "examine"),
        Offer("mode:replace", "REPLACE", "with a new field", does="mode:replace", chosen=mode == "replace"),
    )
    fields = decision.context["concealed" if mode == "examine" else "replaceable"]
    says = "Touch the field that is looked at." if mode == "examine" else "Touch the field that is replaced, unseen."
    return _at_once(fields, decision.seat, mode, *offers, says=says)


def _activation(state: State, decision: Decision, touched: Touched) -> Panel:
    if touched.mode == "stone" and "place_stone" in decision.verbs:
        return _placing_stones(state, decision, touched)
    seat, fields = decision.seat, decision.context["fields"]
    beside = _beside(state, decision, touched)
    done = _done(seat, "main move", "nothing more to activate")
    mode = "frigate" if fields == (HOME,) or (touched.mode == "frigate" and HOME in fields) else "activate"
    calls: tuple[Offer, ...] = ()
    if HOME in fields:
        lands = len(own_landings(state, seat))
        where = f"or touch one of {lands} fields" if mode == "frigate" and lands else "at the starting field"
        here = Offer("call home", "call a frigate", where, (f"{seat}: call_frigate {HOME}",))
        mode_offer = Offer("mode:frigate", "call a frigate", "to an own field", does="mode:frigate")
        calls = (here,) if mode == "frigate" or not lands else (mode_offer,)
    if mode == "frigate":
        back = (Offer("mode:activate", "activate fields", does="mode:activate"),) if len(fields) > 1 else ()
        says = "Home, or touch an own field."
        return _at_once(own_landings(state, seat), seat, "call_frigate", *calls, *back, *beside, done, says=says)
    active = [each for each in fields if each != HOME]
    return _at_once(active, seat, "activate", *calls, *beside, done, says="Touch the field that is activated.")


def _main_move(state: State, decision: Decision, touched: Touched) -> Panel:
    if touched.mode == "stone" and "place_stone" in decision.verbs:
        return _placing_stones(state, decision, touched)
    seat, mode = decision.seat, touched.mode
    open_ = {"fleet": targets(state, seat), "diplomacy": open_planets(state, seat), "build": shipyards(state, seat)}
    lit = open_.get(mode) or tuple(dict.fromkeys(each for those in open_.values() for each in those))
    if touched.space:
        return Panel(_moves_at(state, seat, touched.space), frozenset(lit), {}, "", "")
    names = (("fleet", "FLY", "field"), ("diplomacy", "DIPLOMACY", "planet"), ("build", "BUILD", "shipyard"))
    who = seat.capitalize()
    why = {
        "fleet": f"{who} has no ship that may move to any field now.",
        "diplomacy": "No planet lies open where a stone could be exchanged: none is revealed, or enemy ships close it.",
        "build": f"{who} controls no shipyard, planet or station, that is free of enemy ships.",
    }
    offers = tuple(
        Offer(
            f"mode:{key}",
            words,
            count(len(open_[key]), thing),
            does=f"mode:{key}",
            chosen=mode == key,
            why="" if open_[key] else why[key],
        )
        for key, words, thing in names
    )
    skip = Offer("skip", "no main move", "held button", (f"{seat}: skip",), tone="quiet")
    says = "Touch a field: what can be done there."
    return Panel((*offers, *_beside(state, decision, touched), skip), frozenset(lit), {}, "", says)


def _moves_at(state: State, seat: str, space: str) -> tuple[Offer, ...]:
    """The main moves at one field: fly there, exchange a stone, build."""
    here = state.places[space]
    ways = ways_to(state, seat, space)
    found: list[Offer] = []
    if ways:
        ships = [ship for ship in state.player(seat).ships if ship.name in ways]
        by_wormhole = sum(verb == "send_through" for verb in ways.values())
        does = "attack" if guarded(state, seat, space) else "fly"
        small = f"{by_wormhole} through the wormhole" if by_wormhole else "all in range"
        lines = (f"{seat}: fleet {space}", *sends(seat, ways), f"{seat}: done")
        found.append(Offer(f"fly:{space}", f"{does}: {ships_words(*classes(ships))}", small, lines, tone="go"))
    if len(ways) != 1 or both_ways(state, seat, space):
        found.append(Offer(f"fleet:{space}", "choose ships" if ways else "fly here", "", (f"{seat}: fleet {space}",)))
    if here.planet:
        stones = _stones(state, seat, space, "exchange", f"{seat}: diplomacy {space}")
        if space not in open_planets(state, seat) or state.player(seat).reserve < 1:
            stones = ()
        found += stones or (Offer(f"diplomacy:{space}", "diplomacy", "", (f"{seat}: diplomacy {space}",)),)
    if here.kind is not None and here.kind.shipyard:
        found += (
            Offer(f"build:{ship}:{space}", f"build a {ship}", "", (f"{seat}: construct {ship} {space}",))
            for ship in reversed(list(SHIPS))
        )
    return tuple(found)


def ways_to(state: State, seat: str, space: str) -> dict[str, str]:
    """Every own ship in range of a field, and the way it goes: by itself where it can, else through a wormhole."""
    context = FleetShips(seat, space).asks(state)[0].context
    return {**dict.fromkeys(context["through"], "send_through"), **dict.fromkeys(context["ships"], "send")}


def both_ways(state: State, seat: str, space: str) -> bool:
    """Whether a ship could go there by itself or through a wormhole."""
    context = FleetShips(seat, space).asks(state)[0].context
    return any(ship in context["through"] for ship in context["ships"])


def sends(seat: str, ways: Mapping[str, str]) -> tuple[str, ...]:
    """The lines that send ships on their ways."""
    return tuple(f"{seat}: {verb} {ship}" for ship, verb in ways.items())


def _turn_end(state: State, decision: Decision, touched: Touched) -> Panel:
    if touched.mode == "stone" and "place_stone" in decision.verbs:
        return _placing_stones(state, decision, touched)
    seat, asked = decision.seat, places(state)
    offers = tuple(
        Offer(
            f"claim:{place}:{space}",
            f"claim place {place}",
            f"{plain(asked[place - 1])} at {space}",
            (f"{seat}: claim {place} {space}",),
            tone="go",
        )
        for place, space in (claims(state, seat) if "claim" in decision.verbs else ())
    )
    return Panel((*offers, *_beside(state, decision, touched), _done(seat, "end the turn")), says="The move is made.")


def _fleet_ships(state: State, decision: Decision, touched: Touched) -> Panel:
    seat, context = decision.seat, decision.context
    target, chosen = context["target"], dict(touched.ships)
    ships = {ship.name: ship for ship in state.player(seat).ships}
    offers = []
    for name in dict.fromkeys((*context["ships"], *context["through"])):
        ship, way = ships[name], chosen.get(name, "")
        fitted = [word for word in ("weapon", "shield") if getattr(ship, word)]
        says = {"": f"at {ship.at}", "send": "flies", "send_through": "flies through the wormhole"}[way]
        small = " · ".join((says, *fitted))
        offers.append(Offer(f"ship:{name}", plain(name), small, does=f"toggle:{name}", chosen=bool(way)))
    ways = chosen or ({} if context["sent"] else ways_to(state, seat, target))
    sent = len(context["sent"]) + len(ways)
    lines = (*sends(seat, ways), f"{seat}: done")
    small = "" if chosen or context["sent"] else "all of them"
    fly = Offer("fly", f"fly: {count(sent, 'ship')}", small, lines, tone="go")
    cards = tuple(each for each in _beside(state, decision, touched) if each.key == "cards")
    return Panel((*offers, fly, *cards), frozenset((target,)), {}, "", f"To {target}: touch the ships that fly.")


def next_way(decision: Decision, ship: str, way: str) -> str:
    """The way after this one as a ship is touched: not, by itself, through the wormhole, not …"""
    ways = [""]
    ways += ["send"] if ship in decision.context["ships"] else []
    ways += ["send_through"] if ship in decision.context["through"] else []
    return ways[(ways.index(way) + 1) % len(ways)]


def _onward(state: State, decision: Decision, touched: Touched) -> Panel:
    seat = decision.seat
    stay = _done(seat, "stay here", f"on the wormhole at {decision.context['space']}")
    says = "Touch the field that the fleet goes on to."
    return _at_once(decision.context["targets"], seat, "pass_through", stay, says=says)


def _exchange(state: State, decision: Decision, touched: Touched) -> Panel:
    seat, planets = decision.seat, decision.context["planets"]
    space = touched.space if touched.space in planets else planets[0] if len(planets) == 1 else ""
    offers = _stones(state, seat, space, "exchange")
    says = f"At {space}: which stone goes?" if space else "Touch the planet."
    return Panel((*offers, _done(seat, "no more stones")), frozenset(planets), {}, "", says)


def _single_move(state: State, decision: Decision, touched: Touched) -> Panel:
    seat, moves = decision.seat, decision.context["moves"]
    by_space: dict[str, list[str]] = {}
    for ship, spaces in moves.items():
        for space in spaces:
            by_space.setdefault(space, []).append(ship)
    tap = {space: (f"{seat}: move_ship {those[0]} {space}",) for space, those in by_space.items() if len(those) == 1}
    at = {ship.name: ship.at for ship in state.player(seat).ships}
    offers = tuple(
        Offer(f"move:{ship}", plain(ship), f"from {at[ship]}", (f"{seat}: move_ship {ship} {touched.space}",))
        for ship in (by_space.get(touched.space, ()) if touched.space not in tap else ())
    )
    says = "Which ship?" if offers else "Touch the open field that one ship moves to."
    return Panel((*offers, _done(seat, "no ship moves")), frozenset(by_space), tap, "", says)


def _mission_frigate(state: State, decision: Decision, touched: Touched) -> Panel:
    says = "Touch an own field: the mission's frigate appears there."
    return _at_once(decision.context["spaces"], decision.seat, "place_frigate", says=says)


def _scouts(state: State, decision: Decision, touched: Touched) -> Panel:
    seat = decision.seat
    swap = Offer("swap", "swap the card", "a new one, and one more may be played", (f"{seat}: swap_card",))
    offers: tuple[Offer, ...] = (swap,) if "swap_card" in decision.verbs else ()
    if "done" in decision.verbs:
        offers += (_done(seat, "that will do"),)
    says = f"Touch a concealed field to look at: {decision.context['looks']} left."
    return _at_once(decision.context["concealed"], seat, "look", *offers, says=says)


def _revolts(state: State, decision: Decision, touched: Touched) -> Panel:
    planets: Mapping[str, tuple[str, ...]] = decision.context["planets"]
    offers = tuple(
        Offer(f"revolt:{colour}", f"{colour} goes", "for good", (f"{decision.seat}: revolt {touched.space} {colour}",))
        for colour in planets.get(touched.space, ())
    )
    return Panel(offers, frozenset(planets), {}, "", "Touch the planet, then the stone that goes for good.")


_ASKED: Final[Mapping[str, Callable[[State, Decision, Touched], Panel]]] = {
    "setup.first": _first,
    "setup.start": _start,
    "common_turn": _common_turn,
    "activation": _activation,
    "main_move": _main_move,
    "turn.end": _turn_end,
    "fleet.ships": _fleet_ships,
    "wormhole.onward": _onward,
    "diplomacy.stones": _exchange,
    "single_move": _single_move,
    "mission.frigate": _mission_frigate,
    "scouts": _scouts,
    "revolts": _revolts,
}
