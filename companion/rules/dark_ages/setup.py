"""How a game begins: options and house rules, the dealer, the deal (“Setup”)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from companion.rules.contract import Decision, Finding, Kind, Option, Reason, Refused, Roll, Setup
from companion.rules.dark_ages import sections
from companion.rules.dark_ages.catalog import CHIPS, COLOURS, DEALT, DECK, WORLDS
from companion.rules.dark_ages.dice import ANY, RollStep
from companion.rules.dark_ages.drawing import DrawCards
from companion.rules.dark_ages.flow import find, push, replace_step, settle
from companion.rules.dark_ages.state import DarkAgesAction, Player, State, World, name


def _switch(key: str, title: str, off: str, on: str, recommended: str = "off") -> Option:
    values = [("off", off), ("on", on)]
    return Option(key, title, tuple(values if recommended == "off" else values[::-1]))


OPTIONS: Final[tuple[Option, ...]] = (
    _switch("allow_two_players", "Two players?", "three to five, as in the booklet", "two may play as well", "on"),
    _switch(
        "bluff_bids",
        "What may be bid to open?",
        "only the value of a ship held",
        "any value; a bluff costs a base",
        "on",
    ),
    _switch("secret_base_any_round", "When may a secret base be deployed?", "in the first round only", "in any round"),
    _switch(
        "tie_means_no_governor",
        "Several players tie above the Governor?",
        "who caused it chooses among them",
        "the office stays vacant",
    ),
    _switch("zero_governs", "May a base without influence gain an office?", "no", "yes, if nobody has more"),
    _switch("transports_any_column", "Which base may Transports reinforce?", "one in their own column", "any"),
    _switch(
        "self_attack_left_rolls",
        "Who rolls for the ship of a world that the attacker governs?",
        "the attacker, for both",
        "the player on the left",
    ),
    _switch(
        "screens_block_counter",
        "Do Screens protect from a counterattack?",
        "no",
        "yes, unless their owner allows it",
        "on",
    ),
    _switch("erith_moves_nova", "May the Erithizonian power move an Ally Nova?", "no", "yes"),
    _switch("kf_hidden_ally", "May an Ally be played face down on Kha'Farjimmn?", "no", "yes", "on"),
    Option(
        "techs_per_turn",
        "How many technologies may be played in a turn?",
        (("one", "one"), ("any", "any number")),
    ),
    _switch("spoils_per_ship", "Who controls two of the highest ships takes Spoils", "once", "once for each ship"),
    _switch(
        "stalemate_reshuffle",
        "The draw pile is empty?",
        "nobody draws any more",
        "the first row's cards become a new pile, once, and each player draws one",
    ),
    _switch(
        "garrison_in_tiebreak", "Does a surviving garrison count in a tie?", "no", "yes, it is back in the hand", "on"
    ),
    _switch(
        "tiebreak_last_world",
        "Still tied after the hands' values?",
        "who played last wins",
        "most influence on the world that surrendered last, then who played last",
    ),
    _switch(
        "discard_relief",
        "A ship of a surrendered world is drawn?",
        "it is kept",
        "it may be shown, discarded and another drawn, twice",
    ),
    _switch("final_draw", "Is the turn that ends the fifth round played to its end?", "no", "yes, with its draw"),
    _switch(
        "cylor_every_turn",
        "When does Cylor's Governor exchange cards?",
        "in a turn with a ship played on Cylor",
        "in every turn",
    ),
)


def why_not(setup: Setup) -> Iterator[Reason]:
    """Every reason why that setup cannot be played."""
    known = {option.name: [value for value, _ in option.values] for option in OPTIONS}
    for given, value in setup.options.items():
        if given not in known:
            yield Reason("option", f"There is no option {given}; options are {', '.join(known)}.", "")
        elif value not in known[given]:
            yield Reason("option", f"{given} cannot be {value}; it is one of {', '.join(known[given])}.", "")
    count = len(setup.seats)
    if not 2 <= count <= len(COLOURS):
        yield Reason("players", f"The Dark Ages is for 2 to 5 players; {count} are set up.", sections.COMPONENTS)
    elif count == 2 and setup.options.get("allow_two_players") == "off":
        yield Reason("players", "The booklet is for 3 to 5 players, and two are not allowed here.", sections.COMPONENTS)
    seen: set[str] = set()
    for seat in setup.seats:
        if seat.seat in seen:
            yield Reason("colour_twice", f"{name(seat.seat)} is set up twice; each colour plays once.", sections.SETUP)
        seen.add(seat.seat)
        if seat.seat not in COLOURS:
            yield Reason(
                "colour", f"There is no colour {seat.seat}; colours are {', '.join(COLOURS)}.", sections.COMPONENTS
            )
        if seat.faction:
            yield Reason("faction", f"Players have no faction here; {seat.seat} has {seat.faction}.", sections.SETUP)
    if setup.tracking:
        yield Reason("tracking", "This game has one way of tracking; leave the areas out.", "")


def begin(setup: Setup) -> State:
    """The first position: the dealer is rolled for. Raises Refused."""
    reasons = tuple(why_not(setup))
    if reasons:
        raise Refused(reasons)
    options = {option.name: setup.options.get(option.name, option.default) for option in OPTIONS}
    full = Setup(setup.game, setup.seats, options)
    seats = tuple(each.seat for each in setup.seats)
    state = State(
        setup=full,
        players=tuple(Player(seat, CHIPS) for seat in seats),
        worlds=tuple(World(key) for key in WORLDS),
        deck=DECK,
        steps=(RollForDealer(seats[0], seats),),
    )
    return settle(state)


@dataclass(frozen=True)
class RollForDealer(RollStep):
    """Each seat still in it rolls one die; the highest deals, those tied for it roll again."""

    waiting: tuple[str, ...]
    fallen: tuple[tuple[str, int], ...] = ()
    tied: bool = False
    """Whether those waiting tied for the highest, and roll again."""

    def decision(self, state: State) -> Decision:
        context = {"rolled": self.fallen, "waiting": self.waiting, "tied": self.tied}
        return Decision(self.seat, "dealer", ("roll", "deals"), Kind.ROLL, roll=Roll((ANY,)), context=context)

    def rolled(self, state: State, faces: tuple[int, ...]) -> State:
        fallen = (*self.fallen, (self.seat, faces[0] if faces else 0))
        waiting = self.waiting[1:]
        if waiting:
            return settle(replace_step(state, self, RollForDealer(waiting[0], waiting, fallen, self.tied)))
        best = max(face for _, face in fallen)
        first = tuple(seat for seat, face in fallen if face == best)
        if len(first) > 1:
            return settle(replace_step(state, self, RollForDealer(first[0], first, tied=True)))
        return _dealt_by(state, self, first[0])


def _dealt_by(state: State, step: RollForDealer, dealer: str) -> State:
    from companion.rules.dark_ages.auction import BidStep

    deals = tuple(DrawCards(seat, DEALT, "deal", together=True) for seat in state.clockwise(dealer))
    state = replace_step(state, step, BidStep(dealer))
    return settle(push(state.with_(dealer=dealer, phase="auction"), *deals))


@dataclass(frozen=True)
class Deals(DarkAgesAction):
    """`deals SEAT`: who rolled highest; the rolls themselves were not told."""

    dealer: str
    verb: ClassVar[str] = "deals"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.dealer not in state.seats:
            yield Reason(
                "no_seat", f"Nobody plays {self.dealer}; the seats are {', '.join(state.seats)}.", sections.SETUP
            )

    def effect(self, state: State) -> State:
        step = find(state, self.seat, RollForDealer)
        if step is None or self.dealer not in state.seats:
            return state
        return _dealt_by(state, step, self.dealer)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Deals]:
        if decision is not None:
            yield from (cls(decision.seat, seat) for seat in state.seats)

    def title(self, state: State) -> str:
        return f"{name(self.dealer)} deals"


ACTIONS: tuple[type[DarkAgesAction], ...] = (Deals,)
