"""A battle fought by what is tracked, in words: who acts when, what hits whom, what a volley did. Pure: no Kivy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.rules.contract import TABLE, Decision
from companion.screens.box import RollWords
from companion.screens.eclipse.part_words import SHIP, party_name, ship_name
from companion.screens.words import count, sector

if TYPE_CHECKING:
    from companion.screens.desk import Desk

MARK: Final = {"red": "▲", "blue": "◆", "green": "●", "yellow": "★", "white": "⬢", "black": "■"}
"""A seat's shape as a sign between words."""
Three = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """One ship type in the order of Initiative: its dice now (of all its ships), and what they need of whom."""

    party: str
    ship: str
    number: int
    initiative: int
    acts: bool
    waits: bool
    cannons: Three
    missiles: Three
    needs: str
    away: str


@dataclass(frozen=True, slots=True)
class Group:
    """Ships of one type with the same damage: `place` is the first of them, `left` the damage that destroys one."""

    party: str
    ship: str
    number: int
    place: int
    damage: int
    hull: int
    shield: int
    retreating_to: int


def marked(party: str) -> str:
    """A party with its sign: "▲ Red"."""
    return f"{MARK[party]} {party_name(party)}" if party in MARK else party_name(party)


def heading(context: Mapping[str, Any], owner: str) -> str:
    """Where the battle is, who fights whom, and how far it has come."""
    attacker, defending = context["attacker"], context["defender"]
    whose = "'s sector" if defending == owner else ""
    now = f"round {context['round']}" if context["round"] else "missiles"
    return f"{sector(context['sector'])}: {party_name(attacker)} v {party_name(defending)}{whose} · {now}"


def needed(context: Mapping[str, Any], party: str, ship: str) -> dict[str, int]:
    """The lowest roll with which ships of that type hit each type they meet."""
    from companion.rules.eclipse.hits import minimum_roll

    foe = context["attacker"] if party == context["defender"] else context["defender"]
    computer = context["figures"][party, ship].computer
    return {
        each.ship: minimum_roll(computer, context["figures"][foe, each.ship].shield)
        for each in context["squadrons"]
        if each.party == foe
    }


def needs_words(needs: Mapping[str, int]) -> str:
    """What must be rolled: "5+"; of two types "Int 6 · Cru 5+"; of more what most need, and who else needs what."""
    values = list(needs.values())
    if len(set(values)) == 1:
        return _plus(values[0])
    if len(needs) == 2:
        return " · ".join(f"{SHIP[ship]} {_plus(value)}" for ship, value in needs.items())
    usual = min(set(values), key=lambda value: (-values.count(value), value))
    others = [f"{SHIP[ship]} {_plus(value)}" for ship, value in needs.items() if value != usual]
    return ", ".join((_plus(usual), *others))


def _plus(value: int) -> str:
    return "6" if value == 6 else f"{value}+"


def lines(context: Mapping[str, Any], acting: Sequence[tuple[str, str]]) -> list[Line]:
    """Both sides' ship types in the order in which they act; `acting` are those whose turn it is now."""
    ships = {(each.party, each.ship): each for each in context["squadrons"]}
    found = []
    for party, ship in context["order"]:
        each, figures = ships[party, ship], context["figures"][party, ship]
        number = len(each.damage)
        found.append(
            Line(
                party,
                ship,
                number,
                figures.initiative,
                (party, ship) in acting,
                (party, ship) in context["waiting"],
                times(figures.cannons, number) if context["round"] else (0, 0, 0),
                (0, 0, 0) if context["round"] else times(figures.missiles, number),
                needs_words(needed(context, party, ship)),
                f"leaves for {sector(each.retreating_to)}" if each.retreating_to else "",
            )
        )
    return found


def times(three: Three, number: int) -> Three:
    """The dice of so many ships."""
    return (three[0] * number, three[1] * number, three[2] * number)


def groups(context: Mapping[str, Any], party: str) -> list[Group]:
    """A party's ships, those alike together: by type, the undamaged first."""
    found: list[Group] = []
    for each in context["squadrons"]:
        if each.party != party:
            continue
        figures = context["figures"][party, each.ship]
        for damage in sorted(set(each.damage)):
            found.append(
                Group(
                    party,
                    each.ship,
                    each.damage.count(damage),
                    each.damage.index(damage) + 1,
                    damage,
                    figures.hull,
                    figures.shield,
                    each.retreating_to,
                )
            )
    return found


def bundles(
    dice: Sequence[tuple[str, int]], computer: int, shields: Sequence[int]
) -> list[tuple[tuple[str, int], list[int]]]:
    """Dice that may go to the same ships, together: the first of them, and all their values; the strongest first."""
    from companion.rules.eclipse.hits import COLOURS, hits

    found: dict[tuple[str, tuple[bool, ...]], list[int]] = {}
    for colour, value in sorted(dice, key=lambda die: (-COLOURS.index(die[0]), -die[1])):
        reach = tuple(hits(value, computer, shield) for shield in shields)
        found.setdefault((colour, reach), []).append(value)
    return [((colour, values[0]), values) for (colour, _), values in found.items()]


def roll_words(desk: "Desk", decision: Decision, asked: str) -> RollWords:
    """What the dice screen says of a volley: who rolls how many, what hits whom, and what the last volley did."""
    context, state = decision.context, desk.state
    party, ship = context["party"], context["ship"]
    title = f"Roll {asked}"
    if party not in state.seats:
        roller = context["roller"]
        title = f"{party_name(party)}: {desk.person(roller) or party_name(roller)} rolls {asked}"
    title += f": needs {needs_words(needed(context, party, ship))}"
    left = context.get("throws_left", 1)
    about = ship_name(ship) + (f" · {left} throws" if left > 1 else "")
    before = context["volley"] if not state.steps or context["volley"] != state.steps[-1].volley else None
    detail = " ".join(filter(None, (volley_words(before), losses(state))))
    return RollWords(party if party in state.seats else "", title, about, detail)


def volley_words(volley: Any) -> str:
    """What was rolled last, and how many of it hit: "Ancients rolled yellow 6 2: 1 hit"."""
    from companion.rules.eclipse.volleys import aims

    if volley is None or not volley.rolled:
        return ""
    by_colour: dict[str, list[str]] = {}
    for colour, value in volley.rolled:
        by_colour.setdefault(colour, []).append(str(value))
    rolled = ", ".join(f"{colour} {' '.join(values)}" for colour, values in by_colour.items())
    every = aims(volley)
    hit = (
        count(every[0].hits, "hit")
        if len(every) == 1
        else ", ".join(f"{count(aim.hits, 'hit')} at shield {aim.shield}" for aim in every)
    )
    return f"{party_name(volley.party)} rolled {rolled}: {hit}."


def losses(state: Any) -> str:
    """What the last action destroyed: "Red loses an Interceptor."; "" for nothing."""
    lost: dict[tuple[str, str], int] = {}
    for entry in state.entries:
        ship = entry.thing.removeprefix("ships_") if entry.thing.startswith("ships_") else entry.thing
        party = entry.seat
        if entry.seat == TABLE:
            party, ship = {"ancients": ("ancients", "ancient"), "gcds": ("gcds", "gcds")}.get(entry.thing, ("", ""))
        if party and ship in SHIP and entry.amount < 0 and "destroyed" in entry.why:
            lost[party, ship] = lost.get((party, ship), 0) - entry.amount
    return " ".join(f"{_loses(party)} {_many(number, ship_name(ship))}." for (party, ship), number in lost.items())


def _loses(party: str) -> str:
    return "The Ancients lose" if party == "ancients" else f"{party_name(party)} loses"


def _many(number: int, ship: str) -> str:
    return f"{number} {ship}s" if number > 1 else f"{'an' if ship[:1] in 'AI' else 'a'} {ship}"


def tiles_so_far(state: Any) -> str:
    """How many reputation tiles each seat would draw for this battle now."""
    from companion.rules.eclipse.combat import tiles
    from companion.rules.eclipse.squadrons import battle_now

    battle = battle_now(state)
    if battle is None:
        return ""
    drawn = [f"{MARK[seat]} {tiles(battle, seat)}" for seat in battle.parties if seat in state.seats]
    return "tiles so far: " + "  ".join(drawn) if drawn else ""
