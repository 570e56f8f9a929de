"""How a game begins: options and house rules, the first position, starting fields (Preparations; C9-C15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from companion.rules.contract import TABLE, Decision, Draw, Finding, Kind, Option, Reason, Refused, Setup
from companion.rules.cosmic_empires.catalog import (
    BOARDS,
    COLOURS,
    EVENTS,
    FACTIONS,
    FIELD_COPIES,
    MISSIONS,
    SHIPPED,
    STARTER,
    STONES,
    STONES_IN_BAG,
    STONES_IN_BAG_OF_TWO,
    VERIFIED,
    Content,
    board_for,
    board_of,
)
from companion.rules.cosmic_empires.catalog.outlines import outline_key, told_board
from companion.rules.cosmic_empires.content import CardContent, content_faults, read_content
from companion.rules.cosmic_empires.flow import find, finish, push
from companion.rules.cosmic_empires.public_missions import NewMission
from companion.rules.cosmic_empires.secret_missions import RemoveMission, SealMission
from companion.rules.cosmic_empires.state import HOME, CosmicAction, Player, SeatAction, Ship, Space, State, Step, name

ENTERED: Final = "entered"
OFF_ON: Final = (("off", "no"), ("on", "yes"))
ON_OFF: Final = (("on", "yes"), ("off", "no"))


def _boards(players: int) -> tuple[tuple[str, str], ...]:
    here = [(key, name(key)) for key, board in BOARDS.items() if players in board.players]
    # The rulebook's picture of these boards is missing.
    entered = (ENTERED, f"as entered; else {here[0][1]} (a guess)")
    return (entered, *((key, f"{words} (a guess)") for key, words in here))


OPTIONS: tuple[Option, ...] = (
    Option(
        "event_cards",
        "What does the app know of event cards?",
        (
            ("counted", "only how many everybody holds"),
            ("told", "everybody tells it privately which cards were drawn"),
        ),
    ),
    Option(
        "secret_missions",
        "Where are the secret missions?",
        (
            ("sealed", "sealed in the app by those who like; it watches them"),
            ("paper", "on paper: whoever fulfils one declares it"),
        ),
    ),
    Option("board_layout_3p", "Board for three", _boards(3)),
    Option("board_layout_5p", "Board for five", _boards(5)),
    Option(
        "start_slots",
        "Where do the starting fields lie?",
        (("middle", "at the middle of each side"), ("corners", "at the corners")),
    ),
    Option(
        "bag_per_player",
        "Population stones of each player in the bag",
        (("standard", "10; with two players 12"), ("ten", "always 10"), ("twelve", "12")),
    ),
    Option("jump_blocked", "Do enemy ships and pirates block the way of ships?", OFF_ON),
    Option("tie_incumbent", "Does a tie leave a planet to whoever controlled it?", OFF_ON),
    Option("mission_capacity_stacks", "Do capacity markers of missions stand on top of later symbols?", OFF_ON),
    Option("bank_upgrades", "Is an upgrade without a ship to take it kept for later?", OFF_ON),
    Option("mission_stones_ignore_block", "May mission stones be put on planets that enemy ships close?", OFF_ON),
    Option("retreat_first_round_only", "Is retreat allowed after the first combat round only?", OFF_ON),
    Option("repair_next_round", "Are damaged ships whole again in the next combat round?", OFF_ON),
    Option("ct_still_runs", "Does the Common Turn run although the marker moved away just before?", OFF_ON),
    Option("finish_round_for_shared_win", "Is the round finished, so that others may share the victory?", OFF_ON),
    Option("start_field_counts", "Does the starting field count as a field of a mission?", OFF_ON),
    Option("scouts_look_extra", "Do Scouts that look give another card too?", OFF_ON),
    Option("mission_redraw", "May a seat choose another secret mission instead of a main move?", OFF_ON),
    Option("pirate_win_card", "Does beating neutral pirates bring the winner's card too?", ON_OFF),
    Option(
        "tactical_category",
        "When is Tactical Assault played?",
        (("attack", "at an attack, beside the standard card"), ("standard", "as a standard card")),
    ),
    Option(
        "revolts_category",
        "When are Revolts played?",
        (("standard", "as a standard card"), ("combat", "in a combat, as printed")),
    ),
    Option("claims_per_turn", "Places of the public mission claimed in a turn", (("one", "one"), ("all", "all"))),
    Option(
        "cards_asked",
        "When is a card's print asked for?",
        (
            ("once", "when it turns up and is not known yet"),
            ("always", "each time it turns up"),
            ("never", "never: unknown cards are played as shipped"),
        ),
    ),
)
CARD: Final = "card_"
"""Options `card_KEY` carry the content of a card that an earlier game told, its words joined by commas."""


def begin(chosen: Setup) -> State:
    """The first position. Raises Refused with every reason."""
    if reasons := tuple(_refusals(chosen)):
        raise Refused(reasons)
    options = {option.name: option.default for option in OPTIONS} | dict(chosen.options)
    of = Setup(chosen.game, chosen.seats, options, chosen.tracking)
    two = len(of.seats) == 2
    each = {"standard": STONES_IN_BAG_OF_TWO if two else STONES_IN_BAG, "ten": 10, "twelve": 12}
    in_bag = each[options["bag_per_player"]]
    seats = {seat.seat for seat in of.seats}
    board = board_of(_board(options, len(of.seats)))
    told = {key.removeprefix(CARD): read_content(words) for key, words in options.items() if key.startswith(CARD)}
    removed = ("wormhole", "wormhole") if two else ()
    state = State(
        setup=of,
        board=board.key,
        players=tuple(_player(seat.seat, seat.faction, in_bag) for seat in of.seats),
        spaces=tuple(Space(each) for each in board.spaces),
        pile=sum(FIELD_COPIES.values()) - len(removed) - len(board.spaces),
        removed_fields=removed,
        bag=tuple(in_bag if colour in seats else 0 for colour in COLOURS),
        box=tuple(0 if colour in seats else STONES for colour in COLOURS),
        deck=EVENTS,
        contents={**SHIPPED, **told},
        told=frozenset(told) | VERIFIED,
        left=of.seats[0].seat,
    )
    state = _missions(state, two)
    starts = tuple(ChooseStart(seat) for seat in reversed(state.seats))
    return push(state, *starts, First(TABLE))


def _missions(state: State, two: bool) -> State:
    """Public missions laid out, and secret ones to be chosen; two players sort out the large cards (C14, C13)."""
    sealing = state.option("secret_missions") == "sealed"
    if sealing:
        state = push(state, *(SealMission(seat) for seat in state.seats))
    if two:
        state = push(state, *(RemoveMission(seat) for seat in state.seats))
        small = tuple(key for key in MISSIONS if len(state.contents[key]) - 2 < 5)
        return push(state.with_(missions_left=small), NewMission(TABLE))
    state = state.with_(mission=STARTER, missions_left=tuple(key for key in MISSIONS if key != STARTER))
    return push(state, CardContent(TABLE, STARTER))


def _player(seat: str, faction: str, in_bag: int) -> Player:
    count = 2 if faction == "empire" else 1
    ships = tuple(Ship(f"frigate_{number}", HOME) for number in range(1, count + 1))
    return Player(seat, faction, STONES - in_bag, markers=count, ships=ships)


def _board(options: dict[str, str], players: int) -> str:
    layout = options.get(f"board_layout_{players}p", ENTERED)
    if layout != ENTERED:
        return layout
    entered = options.get(CARD + outline_key(players))
    return told_board(players, read_content(entered)) if entered is not None else board_for(players).key


def _refusals(chosen: Setup) -> Iterator[Reason]:
    seats = [seat.seat for seat in chosen.seats]
    if not 2 <= len(seats) <= 5:
        yield Reason("players", f"Cosmic Empires is for 2 to 5 players, not {len(seats)}.", "Preparations")
    if len(set(seats)) != len(seats):
        yield Reason("same_colour", "Two players have the same colour; each has their own.", "Preparations")
    for colour in seats:
        if colour not in COLOURS:
            yield Reason("no_colour", f"There is no colour {colour}; colours are {', '.join(COLOURS)}.", "Components")
    factions = [seat.faction for seat in chosen.seats]
    for seat in chosen.seats:
        if seat.faction not in FACTIONS:
            said = f"There is no faction {seat.faction}" if seat.faction else f"{name(seat.seat)} has no faction yet"
            yield Reason("no_faction", f"{said}; factions are {', '.join(FACTIONS)}.", "The Factions")
    known = [faction for faction in factions if faction in FACTIONS]
    for faction in sorted({each for each in known if known.count(each) > 1}):
        yield Reason("same_faction", f"Two players have the {FACTIONS[faction]}; each faction is one player's.", "")
    if chosen.tracking:
        yield Reason("tracking", "Cosmic Empires is tracked in one way; no areas are chosen.", "")
    options = {option.name: option for option in OPTIONS}
    for key, value in chosen.options.items():
        if key.startswith(CARD):
            yield from content_faults(key.removeprefix(CARD), read_content(value))
        elif key not in options:
            yield Reason("no_option", f"There is no option {key}; options are {', '.join(options)}.", "")
        elif value not in dict(options[key].values):
            values = ", ".join(dict(options[key].values))
            yield Reason("no_value", f"{key} cannot be {value}; it is one of {values}.", "")


def written(content: Content) -> str:
    """A card's content as the value of an option."""
    return ",".join(map(str, content))


@dataclass(frozen=True)
class First(Step):
    """Who begins: drawn by lot (C15, CA5)."""

    def asks(self, state: State) -> tuple[Decision, ...]:
        return (Decision(TABLE, "setup.first", ("first",), Kind.DRAW, draw=Draw("seats", 1)),)


@dataclass(frozen=True)
class ChooseStart(Step):
    """A player chooses a starting field (C9)."""

    def asks(self, state: State) -> tuple[Decision, ...]:
        return (Decision(self.seat, "setup.start", ("start",), context={"slots": free_slots(state)}),)


def free_slots(state: State) -> dict[str, str]:
    """The slots nobody has taken, with the space that each borders on."""
    taken = {player.start for player in state.players}
    slots = board_of(state.board).starts[state.option("start_slots")]
    return {slot: space for slot, space in slots.items() if slot not in taken}


@dataclass(frozen=True)
class FirstSeat(CosmicAction):
    """`first SEAT`: who begins; the exploration marker lies to that seat's right."""

    first: str
    verb: ClassVar[str] = "first"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.first not in state.seats:
            yield Reason("no_seat", f"Nobody plays {self.first}; the seats are {', '.join(state.seats)}.", "")

    def effect(self, state: State) -> State:
        step = find(state, TABLE, First)
        if self.first not in state.seats:
            return state
        state = finish(state, step).with_(left=self.first)
        # Starting fields are chosen clockwise from the first player.
        others = tuple(each for each in state.steps if not isinstance(each, ChooseStart))
        open_starts = {each.seat for each in state.steps if isinstance(each, ChooseStart)}
        order = [seat for seat in state.clockwise(self.first) if seat in open_starts]
        return state.with_(steps=(*others, *(ChooseStart(seat) for seat in reversed(order))))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[FirstSeat]:
        yield from (cls(TABLE, seat) for seat in state.seats)

    def title(self, state: State) -> str:
        return f"{name(self.first)} begins"


@dataclass(frozen=True)
class Start(SeatAction):
    """`start SLOT`: the starting field of a seat."""

    slot: str
    verb: ClassVar[str] = "start"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        slots = board_of(state.board).starts[state.option("start_slots")]
        if self.slot not in slots:
            yield Reason("no_slot", f"There is no place {self.slot}; places are {', '.join(slots)}.", "Preparations")
        elif self.slot not in free_slots(state):
            yield Reason("taken", f"The starting field in the {name(self.slot)} is taken.", "Preparations")

    def effect(self, state: State) -> State:
        return finish(state.change(self.seat, start=self.slot), find(state, self.seat, ChooseStart))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Start]:
        if decision is not None:
            yield from (cls(decision.seat, slot) for slot in free_slots(state))

    def title(self, state: State) -> str:
        return f"{self.who} starts in the {self.slot.replace('_', ' ')}"


ACTIONS: tuple[type[CosmicAction], ...] = (FirstSeat, Start)
