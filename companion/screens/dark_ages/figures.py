"""What the screens show of the columns and seats of The Dark Ages, from what lies open on the table. Pure: no Kivy."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.rules.contract import judge
from companion.rules.dark_ages.abilities import CRAFT, DRONE, RAIDER, TRANSPORTS, Raid, reach
from companion.rules.dark_ages.bases import movable
from companion.rules.dark_ages.catalog import CARDS, card_name, value_at, world_name
from companion.rules.dark_ages.combat import banks, controller, defender, value_of
from companion.rules.dark_ages.state import Play, State, World, name
from companion.rules.dark_ages.turns import second_ship
from companion.screens.box import SeatLine
from companion.screens.words import count

if TYPE_CHECKING:
    from companion.screens.desk import Desk

HIDDEN: Final = "?"
"""What a cell shows for a ship face down."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a column: the owners of the bases at that level, and the ship of that row as a cell shows it ("8",
    "A8" for an Ally, "?" face down, "" for none). Level 0 lies above the world card and has no ship."""

    level: int
    bases: tuple[str, ...]
    ship: str = ""
    mine: bool = False
    """Whether it is the ship played this turn."""


@dataclass(frozen=True, slots=True)
class Column:
    """A world as its column shows it. `influence` has the seats that have any, the most first."""

    world: str
    name: str
    governor: str
    influence: tuple[tuple[str, int], ...]
    rows: tuple[Row, ...]


def ship_word(card: str | None, down: bool = False) -> str:
    """A ship as its cell shows it."""
    known = CARDS.get(card or "")
    if down or known is None:
        return HIDDEN
    return f"A{known.value}" if known.is_ally else str(known.value)


def column(state: State, world: World) -> Column:
    """A surviving world's column, level by level down to the round's row, and one further where a base lies there."""
    lowest = max([state.round, *(level for _, level in world.bases)])
    rows = []
    for level in range(lowest + 1):
        top = world.top(level)
        owners = tuple(owner for owner, at in world.bases if at == level)
        ship = ship_word(top.card, top.down) if top is not None else ""
        rows.append(Row(level, owners, ship, top is not None and top.turn == state.turn and level == state.round))
    held = [(seat, world.influence(seat)) for seat in state.seats]
    influence = tuple(sorted((each for each in held if each[1]), key=lambda each: -each[1]))
    return Column(world.key, world_name(world.key), world.governor, influence, tuple(rows))


def columns(state: State) -> tuple[Column, ...]:
    """The Galaxy: the surviving worlds as they lie."""
    return tuple(column(state, world) for world in sorted(state.alive, key=lambda each: state.order.index(each.key)))


def total(state: State, seat: str) -> int:
    """The influence of a seat's visible bases on all surviving worlds."""
    return sum(world.influence(seat) for world in state.alive)


def strip(state: State, seat: str, person: str, active: bool) -> SeatLine:
    """What a seat's strip says: its visible influence, its hand; below, its bases, its Reserve and secret base."""
    player = state.player(seat)
    small = ["influence", count(player.chips, "base")]
    small += [f"Reserve {player.reserve.size}"] if player.reserve.size else []
    small += ["secret"] if player.garrison is not None else []
    left = str(total(state, seat))
    return SeatLine(seat, person, active, False, left, count(player.hand.size, "card"), " · ".join(small))


def technologies(state: State) -> str:
    """Who has which technologies in play, in a line."""
    return "; ".join(
        f"{name(each.seat)}: {', '.join(map(card_name, each.technologies))}"
        for each in state.players
        if each.technologies
    )


def in_play(state: State) -> str:
    """What the ship played last can do, in a line: what its engagement opportunities come from, or its ability."""
    if not state.plays:
        return ""
    play = state.plays[-1]
    if play.value is None:
        return f"A ship lies face down on {world_name(play.world)}."
    what = f"{card_name(play.card)} on {world_name(play.world)}"
    if not play.alive:
        return f"{what} was destroyed."
    if play.value < 6:
        return f"{what}: {_ability_words(state, play)}"
    return f"{what}: {opportunities(state)}{' Touch the column to attack.' if play.left else ''}"


def _ability_words(state: State, play: Play) -> str:
    """What a ship below the Warships does, and what is touched for it; or why it does nothing."""
    ability = CARDS[play.card].text if play.card else ""
    if not play.ability:
        return f"{ability} (done)."
    way = {TRANSPORTS: -1, CRAFT: 1}.get(play.value or 0, 0)
    if way:
        bases = any(movable(state, reach(state, play, play.value or 0), way))
        return f"{ability}: touch the column, then the base." if bases else f"{ability}; none can be moved."
    if play.value in (DRONE, RAIDER):
        why = next((reason.text for reason in judge(state, Raid(state.active)).reasons), "")
        return f"{ability}. {why}" if why else f"{ability}: touch {CARDS[play.card or ''].class_name}."
    return f"{ability}."


def surrendered(state: State) -> str:
    """What the table has to do for the world that fell, as long as no ship lies in the new row."""
    if not state.fallen or any(world.cell(state.round) for world in state.alive):
        return ""
    return f"{world_name(state.fallen[-1])} surrendered: its ships are discarded, its bases out."


def turn_words(state: State) -> str:
    """The line below the columns in a turn: what came about, what the ship in play can do, and what is touched next."""
    said = [state.fight.outcome] if state.fight is not None else []
    if state.action == "play":
        second = "A second ship may be played on another column." if second_ship(state) else ""
        return " ".join(filter(None, [*said, in_play(state), second, technologies(state)]))
    if state.action:
        done = {"secret": "A secret base was deployed.", "discard": "A ship was discarded."}[state.action]
        return " ".join(filter(None, [done, technologies(state)]))
    opens = f"Opens with a ship of {state.opening}: touch its column, then its value."
    usual = "Touch a column to play a ship there, or to place a base."
    said += [surrendered(state), technologies(state), opens if state.opening is not None else usual]
    return " ".join(filter(None, said))


def opportunities(state: State) -> str:
    """Why a Warship has how many engagement opportunities: "covers 1, matches 1: 2 engagements, 1 left"."""
    play = state.plays[-1]
    if not play.opportunities:
        return "covers nothing, matches nothing: no engagement."
    world = state.world(play.world)
    governed = play.world == "imperials" and play.power
    covers = world is not None and len(world.cell(state.round)) > 1 and play.alive
    matched = play.opportunities - int(governed) - int(covers)
    why = ["covers 1"] if covers else []
    why += [f"matches {matched}"] if matched > 0 else []
    why += ["governs the Imperials"] if governed else []
    left = "" if play.left == play.opportunities else f", {play.left} left"
    return f"{', '.join(why)}: {count(play.opportunities, 'engagement')}{left}."


def attack_words(state: State, world: World) -> tuple[str, str]:
    """What an attack on the ship of a column is: (big, small) with who rolls for it, or why there is none."""
    top = world.top(state.round)
    if top is None:
        return "no ship", "its row is empty"
    what = "a hidden ship" if top.down else card_name(top.card)
    seat = defender(state, world, state.active)
    extra = banks(state, controller(state, world, top))
    value = "" if top.down else f"{value_of(top)}{f' + {extra}' if extra else ''}"
    return f"attack {what}", f"{name(seat)} rolls for it" + (f": dice + {value}" if value else "")


def base_value(level: int) -> str:
    """What a base is worth at a level: "4 points"."""
    return count(value_at(level), "point")


def moved(level: int, way: int) -> str:
    """What a base is worth after a step: "4 → 3"."""
    return f"{value_at(level)} → {value_at(level + way)}"


def fight_words(desk: "Desk", decision: Any) -> str:
    """A throw in a fight: who has thrown what, who throws now, what is needed; as far as anything is known."""
    state: State = desk.state
    context = decision.context
    world = state.world(context["world"])
    play = state.plays[-1] if state.plays else None
    if world is None or play is None:
        return ""
    extra = f" + {context['banks']} (Phaser Banks)" if context["banks"] else ""
    mine = card_name(play.card)
    if decision.name == "base.roll":
        whose = f"{name(context['owner'])}'s base on {world_name(world.key)}"
        least = context["value"] - context["banks"] + 1
        return f"{mine} attacks {whose}: two dice{extra}; {max(least, 2)} or more saves it."
    top = world.top(state.round)
    theirs = card_name(top.card) if top is not None else "the ship"
    striker, struck = (theirs, mine) if context["counterattack"] else (mine, theirs)
    strike = f"{striker} {'counterattacks' if context['counterattack'] else 'attacks'} {struck}"
    first = context["first"]
    if first is None:
        return f"{strike}. Now {striker}: two dice + {context['value']}{extra}."
    # Who strikes throws first; the ship that is struck stays unless it is beaten.
    least = context["needs"]
    keeps = "any throw keeps it" if least <= 2 else "no throw keeps it" if least > 12 else f"{least} or more keeps it"
    return f"{strike} with {first.total}. Now {struck}: two dice + {context['value']}{extra}: {keeps}."


def dice_sum(decision: Any, values: list[int]) -> str:
    """What two dice in a fight come to, with the ship's value and Phaser Banks: "4 + 3 + 8 + 2 = 17"."""
    parts = [*values]
    context = decision.context
    if decision.name == "attack.roll":
        parts.append(context["value"])
    if decision.name in ("attack.roll", "base.roll") and context["banks"]:
        parts.append(context["banks"])
    if not values:
        return ""
    whole = len(values) == 2 or decision.name == "dealer"
    return " + ".join(map(str, parts)) + (f" = {sum(parts)}" if whole and len(parts) > 1 else "" if whole else " + …")
