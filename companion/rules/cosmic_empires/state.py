"""The position of a game of Cosmic Empires: frozen records, changed only by `with_`, and the stack of open steps.

`State.steps` is a stack of small frozen records, the last one asked first; each says by `asks` what it asks of whom.
An action finds the step it answers with `flow.find`, does its work and goes on with `flow.finish` (the step is done),
`flow.swap` (it goes on with other figures) or `flow.push` (something is asked first). `flow.settle` lets whatever has
no choice happen by itself (`Step.go_on`), and markers follow capacity symbols after every action.

What nobody told is not known here either: a concealed field has no identity, an event card drawn face down is None.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Final, Self

from companion.rules.contract import (
    HIDDEN,
    PUBLIC,
    Action,
    Decision,
    Entry,
    Finding,
    Hidden,
    Owed,
    Reason,
    ScoreSheet,
    Setup,
)
from companion.rules.cosmic_empires.catalog import (
    COLOURS,
    FIELD_KINDS,
    KIND_OF,
    MARKED_CARDS,
    PLANET_CARDS,
    SHIPPED,
    SHIPS,
    Content,
    Kind,
)
from companion.rules.cosmic_empires.records import Record

HOME: Final = "home"
"""Where a ship on its owner's starting field is; no other seat's ship can be there."""
PAPER: Final = "paper"
"""In place of a secret mission: it was left on paper."""
PIRATES: Final = "neutral_pirates"
"""Who fights for a field of neutral pirates."""
NO_STONES: Final = (0,) * len(COLOURS)


@dataclass(frozen=True)
class Ship(Record):
    """A ship in play. `name` is "frigate_2": its class and the pedestal's number, which the app gives."""

    name: str
    at: str
    """A space of the board, or HOME."""
    weapon: bool = False
    shield: bool = False
    fresh: bool = False
    """It came into play this turn and may not move (C22)."""
    damage: int = 0

    @property
    def kind(self) -> str:
        return self.name.rpartition("_")[0]

    @property
    def dice(self) -> int:
        return SHIPS[self.kind].dice

    @property
    def resistance(self) -> int:
        """Hits that destroy it (C45)."""
        return SHIPS[self.kind].resistance + self.shield


@dataclass(frozen=True)
class Space(Record):
    """One space of the board and the field card that lies on it."""

    name: str
    card: str = ""
    """The card's key once it lies open, "" while it is concealed."""
    owner: str = ""
    """The seat in control, or ""."""
    stones: tuple[int, ...] = NO_STONES
    """Population stones on it by COLOURS; on a station, asteroid field or free space the owner's marker."""
    size: int = 0
    """How many stones a planet holds; less after Revolts."""
    looked: tuple[str, ...] = ()
    """Seats that examined the concealed field."""
    notes: tuple[tuple[str, str | Hidden], ...] = ()
    """(seat, what it noted to have seen there), for that seat alone."""

    @property
    def kind(self) -> Kind | None:
        return FIELD_KINDS.get(self.card)

    @property
    def kind_key(self) -> str:
        return KIND_OF.get(self.card, "")

    @property
    def planet(self) -> bool:
        return self.card in PLANET_CARDS

    @property
    def marked(self) -> bool:
        """Whether it is held by one stone of whoever moved there: stations, asteroid fields, free space (C36)."""
        return self.card in MARKED_CARDS


@dataclass(frozen=True)
class Player(Record):
    """One seat: its faction, reserve, capacity markers, ships and hand."""

    seat: str
    faction: str
    reserve: int
    """Population stones beside the board."""
    markers: int = 1
    bonus: int = 0
    """Markers of public missions that stand on top of the symbols (house rule mission_capacity_stacks)."""
    start: str = ""
    """The slot of the starting field, "" before it is chosen."""
    mission: str | Hidden | None = None
    """The sealed secret mission, PAPER, or None before it is chosen."""
    revealed: bool = False
    """The mission was met and shown."""
    removed: str = ""
    """The mission that the opponent took out of the game (two players)."""
    ships: tuple[Ship, ...] = ()
    hand: tuple[str | Hidden | None, ...] = ()
    """Event cards; None: one that was not told."""
    mission_stones: int = 0
    """Stones on fulfilled population missions that may still be put on planets (C60)."""
    banked: int = 0
    """Upgrades kept for later (house rule bank_upgrades)."""
    draw_agreed: bool = False


@dataclass(frozen=True, slots=True)
class Doubt:
    """An item of the inbox: who sees it (a seat, or everybody), its kind, and the card or field that was told."""

    owed: Owed
    viewer: str
    kind: str
    was: str


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """What has happened in the turn of a seat, or before it where it matters."""

    seat: str
    used: tuple[str, ...] = ()
    """Own fields activated, one of them twice for the Scientists."""
    standard_left: int = 1
    """Standard event cards that may still be played."""
    extra_range: int = 0
    assault: bool = False
    """Tactical Assault was played: the fleet movement of an attack ignores range."""
    shipless: bool = False
    """The turn began without a ship, so a new frigate may move at once (C22)."""
    peace: tuple[str, ...] = ()
    """Seats that may not be attacked any more this turn."""
    victories: tuple[tuple[str, bool], ...] = ()
    """Attacks won and not claimed yet: the space, and whether neutral pirates were beaten there."""
    claims: int = 0
    mission_planet: str = ""
    """The planet that took mission stones this turn."""
    first_left: str = ""
    """The seat left of the exploration marker when the turn began."""


@dataclass(frozen=True)
class Step:
    """Something open. Subclasses say who is asked what. Frozen, comparable."""

    seat: str

    together: ClassVar[bool] = False
    """Every seat that has such a step open is asked at once."""

    def asks(self, state: State) -> tuple[Decision, ...]:
        """The main decision, then windows beside it."""
        raise NotImplementedError

    def go_on(self, state: State) -> State | None:
        """What happens by itself when the step is the one to be answered; None: its decision is asked."""
        return None

    def ended(self, state: State) -> State:
        """What `done` makes of it, where its decision allows `done`."""
        raise NotImplementedError

    def seen_by(self, viewer: str) -> Self:
        """The step as `viewer` may know it."""
        return self


@dataclass(frozen=True)
class State(Record):
    """A whole position. Everything is a value; two equal records give two equal states."""

    _cached: ClassVar[Mapping[str, frozenset[str]]] = {
        "decisions": frozenset(),
        "places": frozenset({"spaces"}),
        "realms": frozenset({"spaces"}),
        "wormholes": frozenset({"spaces"}),
        "linked": frozenset({"spaces", "mobile"}),
        "unseen": frozenset({"spaces", "discards", "removed_fields"}),
        "symbols": frozenset({"spaces"}),
        "ships_at": frozenset({"players"}),
        "blocked": frozenset({"players", "spaces"}),
        "fulfilled": frozenset({"players", "spaces"}),
        "seats": frozenset({"players"}),
    }

    setup: Setup
    board: str
    players: tuple[Player, ...]
    spaces: tuple[Space, ...]
    """In the board's order, by which `places` finds them."""
    phase: str = "setup"
    """setup, common, turn, over"""
    round: int = 0
    """Common Turns begun so far."""
    active: str = ""
    """Whose Player's Turn it is; in a Common Turn whose turn was last."""
    left: str = ""
    """The seat to the left of the exploration marker."""
    examined: tuple[str, ...] = ()
    """Spaces examined in this Common Turn."""
    turn: TurnFacts = TurnFacts("")
    pile: int = 0
    """Face-down field cards beside the board."""
    discards: tuple[str | None, ...] = ()
    """Field cards discarded; None where nobody saw the face."""
    removed_fields: tuple[str, ...] = ()
    """Field cards that are not in play (wormholes with two players)."""
    mobile: str = ""
    """The space with the mobile passage marker, "" while it is not on the board."""
    bag: tuple[int, ...] = NO_STONES
    box: tuple[int, ...] = NO_STONES
    """Stones of colours that nobody plays and that are not on the board."""
    deck: int = 0
    """Event cards face down."""
    events_out: tuple[str | None, ...] = ()
    """Event cards discarded; None where it was not told which."""
    mission: str = ""
    """The public mission card that lies open, "" if none is left."""
    claimed: tuple[tuple[int, str, str], ...] = ()
    """On it: (place, seat, space), in the order of claiming."""
    missions_left: tuple[str, ...] = ()
    """Public missions still face down, by key and not by order."""
    contents: Mapping[str, Content] = field(default_factory=lambda: SHIPPED)
    """What every card prints, as far as it is known; see `told`."""
    told: frozenset[str] = frozenset()
    """Cards whose content was read off the card itself."""
    steps: tuple[Step, ...] = ()
    quiet: bool = False
    """The last thing was a correction: no sealed mission is checked before something is played again."""
    winners: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    """What waits in the inbox, oldest first (doubts.py)."""
    doubt_numbers: tuple[tuple[str, int], ...] = ()
    """The last number given to each viewer's doubts."""
    corrected: bool = False
    """A value was set by hand: conservation no longer follows from the record."""
    entries: tuple[Entry, ...] = ()

    @property
    def game(self) -> str:
        return "cosmic_empires"

    @cached_property
    def seats(self) -> tuple[str, ...]:
        return tuple(each.seat for each in self.players)

    @property
    def inbox(self) -> tuple[Owed, ...]:
        return tuple(each.owed for each in self.doubts)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        from companion.rules.cosmic_empires.flow import decisions

        return decisions(self)

    @cached_property
    def places(self) -> Mapping[str, Space]:
        """Every space of the board by name."""
        return {each.name: each for each in self.spaces}

    @cached_property
    def realms(self) -> Mapping[str, tuple[Space, ...]]:
        """The spaces that each seat controls, in the board's order; a seat without any has no entry."""
        found: dict[str, tuple[Space, ...]] = {}
        for each in self.spaces:
            if each.owner:
                found[each.owner] = (*found.get(each.owner, ()), each)
        return found

    @cached_property
    def wormholes(self) -> tuple[str, ...]:
        """Spaces with an open wormhole, each with its fixed passage marker."""
        return tuple(each.name for each in self.spaces if each.card == "wormhole")

    @cached_property
    def linked(self) -> tuple[str, ...]:
        """Spaces with a passage marker: all are one step from each other (C41, CA53)."""
        holes = self.wormholes
        if not holes:
            return ()
        return (*holes, self.mobile) if self.mobile and self.mobile not in holes else holes

    @cached_property
    def unseen(self) -> Mapping[str, int]:
        """Field cards by key that may be concealed on the board, in the pile, or discarded unseen."""
        from companion.rules.cosmic_empires.board import unseen_fields

        return unseen_fields(self)

    @cached_property
    def symbols(self) -> Mapping[str, int]:
        """Capacity symbols of planets and shipyards by the seat that controls them (C42)."""
        found: dict[str, int] = {}
        for space in self.spaces:
            if space.owner and (kind := FIELD_KINDS.get(space.card)) is not None and kind.capacity:
                found[space.owner] = found.get(space.owner, 0) + kind.capacity
        return found

    @cached_property
    def ships_at(self) -> Mapping[str, tuple[str, ...]]:
        """Seats with ships by space."""
        found: dict[str, tuple[str, ...]] = {}
        for player in self.players:
            for at in {ship.at for ship in player.ships}:
                if at != HOME:
                    found[at] = (*found.get(at, ()), player.seat)
        return found

    @cached_property
    def blocked(self) -> Mapping[str, frozenset[str]]:
        """Spaces that the ships of each seat cannot jump over, by house rule (CA6)."""
        from companion.rules.cosmic_empires.board import guarded

        if not self.on("jump_blocked"):
            return dict.fromkeys(self.seats, frozenset())
        return {seat: frozenset(name for name in self.places if guarded(self, seat, name)) for seat in self.seats}

    @cached_property
    def fulfilled(self) -> tuple[str, ...]:
        """Seats whose sealed mission is met now, as far as this state knows."""
        from companion.rules.cosmic_empires.secret_missions import fulfilled

        return fulfilled(self)

    def option(self, name: str) -> str:
        """The value of an option of the setup."""
        return self.setup.options[name]

    def on(self, name: str) -> bool:
        """Whether a house rule is switched on."""
        return self.setup.options[name] == "on"

    def player(self, seat: str) -> Player:
        """Raises KeyError for a seat that does not play."""
        for each in self.players:
            if each.seat == seat:
                return each
        raise KeyError(seat)

    def of_faction(self, faction: str) -> Player | None:
        """The player of a faction, or None when it is not in the game."""
        return next((each for each in self.players if each.faction == faction), None)

    def with_player(self, player: Player) -> State:
        return self.with_(players=tuple(player if each.seat == player.seat else each for each in self.players))

    def change(self, seat: str, **changes: Any) -> State:
        """The state with some fields of a player changed."""
        return self.with_player(self.player(seat).with_(**changes))

    def with_space(self, space: Space) -> State:
        return self.with_(spaces=tuple(space if each.name == space.name else each for each in self.spaces))

    def change_space(self, name: str, **changes: Any) -> State:
        """The state with some fields of a space changed."""
        return self.with_space(self.places[name].with_(**changes))

    def change_turn(self, **changes: Any) -> State:
        return self.with_(turn=replace(self.turn, **changes))

    def owned(self, seat: str) -> tuple[Space, ...]:
        """The spaces that the seat controls, in the board's order."""
        return self.realms.get(seat, ())

    def next_seat(self, seat: str) -> str:
        """The seat clockwise of another: on its left."""
        seats = self.seats
        return seats[(seats.index(seat) + 1) % len(seats)]

    def clockwise(self, first: str) -> tuple[str, ...]:
        """All seats clockwise from `first`."""
        seats = self.seats
        place = seats.index(first) if first in seats else 0
        return seats[place:] + seats[:place]

    def enter(self, seat: str, thing: str, amount: int, why: str) -> State:
        """The state with one more entry (none for nothing)."""
        if not amount:
            return self
        return self.with_(entries=(*self.entries, Entry(seat, thing, amount, why)))

    def view(self, viewer: str) -> State:
        return self.with_(
            players=tuple(_seen_player(each, viewer, self.option("event_cards")) for each in self.players),
            spaces=tuple(_seen_space(each, viewer) for each in self.spaces),
            steps=tuple(each.seen_by(viewer) for each in self.steps),
            doubts=tuple(each for each in self.doubts if each.viewer in (PUBLIC, viewer)),
            doubt_numbers=tuple(each for each in self.doubt_numbers if each[0] in (PUBLIC, viewer)),
        )

    def score(self) -> ScoreSheet:
        from companion.rules.cosmic_empires.score import score

        return score(self)


def _seen_player(player: Player, viewer: str, event_cards: str) -> Player:
    if player.seat == viewer:
        return player
    # A card that was not told and one that is hidden must look alike, or the view tells how much was told.
    hand = player.hand if event_cards == "counted" else (HIDDEN,) * len(player.hand)
    sealed = player.mission not in (None, PAPER) and not player.revealed
    return player.with_(hand=hand, mission=HIDDEN if sealed else player.mission)


def _seen_space(space: Space, viewer: str) -> Space:
    if not space.notes:
        return space
    return space.with_(notes=tuple(note for note in space.notes if note[0] == viewer))


@dataclass(frozen=True)
class CosmicAction(Action[State]):
    """An action of Cosmic Empires: subclasses write `effect`; entries start anew with each action.

    `quiets` marks corrections: no sealed mission is checked after them, nor after what only `tells` and plays nothing.
    """

    quiets: ClassVar[bool] = False
    tells: ClassVar[bool] = False

    def apply(self, state: State) -> State:
        from companion.rules.cosmic_empires.doubts import watch
        from companion.rules.cosmic_empires.flow import settle

        quiet = self.quiets or (state.quiet and self.tells)
        state = watch(settle(self.effect(state.with_(entries=()))))
        return state if state.quiet == quiet else state.with_(quiet=quiet)

    def effect(self, state: State) -> State:
        """What it does, entries appended. Must not raise on odd positions (it may be recorded anyway)."""
        raise NotImplementedError

    def seat_findings(self, state: State) -> Iterator[Finding]:
        """For anytime actions: the seat must play."""
        if self.seat not in state.seats:
            yield Reason("no_seat", f"Nobody plays {self.seat}; the seats are {', '.join(state.seats)}.", "")

    @property
    def who(self) -> str:
        return name(self.seat)


@dataclass(frozen=True)
class SeatAction(CosmicAction):
    """An action that only a seat can do; recorded for somebody who does not play, it does nothing."""

    def apply(self, state: State) -> State:
        return super().apply(state) if self.seat in state.seats else state.with_(entries=())


def name(word: str) -> str:
    """A seat, card or field as players write it: "Direct Hit", "Blue"."""
    return " ".join(part.capitalize() for part in word.split("_"))


def colour_index(colour: str) -> int:
    return COLOURS.index(colour)
