"""Diplomatic relations: ambassadors with a cube each, broken by an attack, and the traitor card (p. 11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.rules.contract import Decision, Finding, Hidden, Missing, Reason
from companion.rules.eclipse.catalog import AMBASSADORS, DIPLOMACY_PLAYERS, TRACKS, track_index
from companion.rules.eclipse.economy import move_cubes
from companion.rules.eclipse.flow import find, finish_step, push
from companion.rules.eclipse.pieces import Ambassador, Player, name, sector_name
from companion.rules.eclipse.pinning import untold_ships
from companion.rules.eclipse.population import return_cubes
from companion.rules.eclipse.presence import count
from companion.rules.eclipse.reputation import has_tile
from companion.rules.eclipse.reputation_facts import return_tile
from companion.rules.eclipse.reputation_track import Slots, hidden
from companion.rules.eclipse.sectors import may_be_own, may_own_more
from companion.rules.eclipse.state import EclipseAction, State, Step


def partners(state: State, seat: str) -> tuple[str, ...]:
    """The seats with which this one has diplomatic relations."""
    return tuple(each.partner for each in state.player(seat).ambassadors)


def has_room(player: Player) -> bool:
    """Whether one more ambassador fits on the Reputation Track beside all that lies there (p. 11)."""
    return Slots.of(player.species).fit(len(player.ambassadors) + 1, len(player.reputation))


@dataclass(frozen=True)
class MakeRoom(Step):
    """A full Reputation Track: a reputation tile goes back into the bag for the ambassador (p. 11)."""

    partner: str

    def decision(self, state: State) -> Decision:
        context = {"partner": self.partner, "track": state.player(self.seat).reputation}
        return Decision(self.seat, "diplomacy.room", ("return_reputation",), context=context)

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.seat, self.partner)


@dataclass(frozen=True)
class ExchangeAmbassadors(Step):
    """Each partner in turn says which cube goes with his ambassador; then both tiles change hands at once (p. 11).

    `partner_lends`: the track that the partner has named, "" while he has not.
    """

    partner: str
    partner_lends: str = ""

    def decision(self, state: State) -> Decision:
        cubes = state.player(self.seat).cubes
        tracks = tuple(track for track in TRACKS if cubes[track_index(track)] > 0)
        context = {"partner": self.partner, "tracks": tracks}
        return Decision(self.seat, "diplomacy.cube", ("lend_cube",), context=context)

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.seat, self.partner)


@dataclass(frozen=True)
class FormRelations(EclipseAction):
    """`ambassadors SEAT`: on the own turn, both agreeing, ambassadors are exchanged (p. 11)."""

    partner: str
    verb: ClassVar[str] = "ambassadors"
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from self.seat_findings(state)
        yield from _other_seat(state, self.seat, self.partner)
        if len(state.seats) < DIPLOMACY_PLAYERS:
            text = f"There is no diplomacy with {len(state.seats)} players; it takes {DIPLOMACY_PLAYERS}."
            yield Reason("too_few_players", text, "11")
        if not _own_turn(state, self.seat):
            yield Reason("own_turn", f"{self.who} forms diplomatic relations only on its own turn.", "11")
        for seat in dict.fromkeys((self.seat, self.partner)):
            if seat in state.seats:
                yield from _cannot_exchange(state, seat)
        if self.seat in state.seats and self.partner in partners(state, self.seat):
            text = f"{self.who} and {name(self.partner)} have exchanged ambassadors; one from each player is all."
            yield Reason("related", text, "11")
        if any(isinstance(step, ExchangeAmbassadors | MakeRoom) for step in state.steps):
            yield Reason("exchanging", "Ambassadors are being exchanged already; finish that first.", "11")
        if self.partner in state.seats and self.seat in state.seats and self.partner != self.seat:
            if not state.tracks("map"):
                text = (
                    f"Does a full wormhole connect discs of {self.who} and {name(self.partner)}, "
                    "with no ship of either among the other's ships or discs?"
                )
                yield Missing("connected", text)
            else:
                yield from _connection(state, self.seat, self.partner)
                yield from _intrusion(state, self.seat, self.partner)

    def effect(self, state: State) -> State:
        if self.seat not in state.seats or self.partner not in state.seats:
            return state
        steps: list[Step] = [ExchangeAmbassadors(self.seat, self.partner)]
        for seat, other in ((self.partner, self.seat), (self.seat, self.partner)):
            player = state.player(seat)
            if not has_room(player) and player.reputation:
                steps.append(MakeRoom(seat, other))
        return push(state, *steps)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[FormRelations]:
        if decision is not None or len(state.seats) < DIPLOMACY_PLAYERS:
            return
        for seat in state.playing():
            if _own_turn(state, seat):
                known = (seat, *partners(state, seat))
                yield from (cls(seat, other) for other in state.playing() if other not in known)

    def title(self, state: State) -> str:
        return f"{self.who} and {name(self.partner)} form diplomatic relations"


@dataclass(frozen=True)
class LendCube(EclipseAction):
    """`lend_cube TRACK`: the cube that goes with the own ambassador comes from that track (p. 11)."""

    track: str
    verb: ClassVar[str] = "lend_cube"

    def findings(self, state: State) -> Iterator[Finding]:
        if self.track not in TRACKS:
            yield Reason("no_track", f"There is no {self.track} track; tracks are money, science and materials.", "6")
        elif self.seat in state.seats and state.player(self.seat).cubes[track_index(self.track)] < 1:
            yield Reason("no_cube", f"{self.who} has no cube left on the {self.track} track.", "11")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, ExchangeAmbassadors)
        if step is None or self.track not in TRACKS:
            return state
        if not step.partner_lends:
            return finish_step(state, step, ExchangeAmbassadors(step.partner, self.seat, self.track))
        for seat, other, track in (
            (step.partner, self.seat, step.partner_lends),
            (self.seat, step.partner, self.track),
        ):
            why = f"ambassador to {name(other)}"
            player = state.player(seat)
            state = state.change(seat, ambassadors=(*player.ambassadors, Ambassador(other, track)))
            state = move_cubes(state, seat, track, -1, why).enter(seat, "ambassadors", 1, f"from {name(other)}")
        return finish_step(state, step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[LendCube]:
        if decision is not None:
            yield from (cls(decision.seat, track) for track in decision.context["tracks"])

    def title(self, state: State) -> str:
        step = find(state, self.seat, ExchangeAmbassadors)
        to = f" to {name(step.partner)}" if step is not None else ""
        return f"{self.who} sends an ambassador{to} with a cube of {self.track}"


@dataclass(frozen=True)
class ReturnReputation(EclipseAction):
    """`return_reputation V`: a reputation tile goes back into the bag, to make room for an ambassador (p. 11)."""

    value: int | Hidden | None
    verb: ClassVar[str] = "return_reputation"

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat in state.seats:
            yield from has_tile(state, self.seat, self.value)

    def effect(self, state: State) -> State:
        if self.seat not in state.seats:
            return state
        step = find(state, self.seat, MakeRoom)
        state = return_tile(state, self.seat, self.value, "room for an ambassador")
        player = state.player(self.seat)
        if step is not None and not has_room(player) and player.reputation:
            return state
        return finish_step(state, step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[ReturnReputation]:
        if decision is not None:
            tiles = state.player(decision.seat).reputation
            yield from (cls(decision.seat, value) for value in dict.fromkeys(tiles))

    def title(self, state: State) -> str:
        return f"{self.who} returns a reputation tile for an ambassador"

    def seen_by(self, viewer: str) -> Self:
        return self if viewer == self.seat else replace(self, value=hidden((self.value,))[0])


@dataclass(frozen=True)
class Attack(EclipseAction):
    """`attack SEAT`: moving to where a partner has a disc or ship breaks the relations; the traitor card (p. 11)."""

    partner: str
    verb: ClassVar[str] = "attack"
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from self.seat_findings(state)
        yield from _other_seat(state, self.seat, self.partner)
        if self.seat in state.seats and self.partner in state.seats:
            known = partners(state, self.seat)
            if self.partner not in known and self.partner != self.seat:
                text = f"{self.who} has no diplomatic relations with {name(self.partner)} to break."
                yield Reason("not_related", text, "11")
        may = _own_turn(state, self.seat) or (state.phase == "action" and self.seat in state.passed)
        if not may and state.phase != "combat":
            yield Reason("own_turn", f"{self.who} attacks on its own turn, or in a reaction.", "11")

    def effect(self, state: State) -> State:
        if self.seat not in state.seats or self.partner not in state.seats:
            return state
        if self.partner not in partners(state, self.seat):
            return state
        state, steps = break_relations(state, self.seat, self.partner)
        return push(state, *steps)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Attack]:
        if decision is None and state.phase in ("action", "combat"):
            for seat in state.playing():
                yield from (cls(seat, partner) for partner in partners(state, seat))

    def title(self, state: State) -> str:
        return f"{self.who} attacks {name(self.partner)} and breaks their relations"


def break_relations(state: State, seat: str, partner: str) -> tuple[State, tuple[Step, ...]]:
    """The seat attacks its partner: ambassadors go home, the traitor card changes hands; steps ask for tracks."""
    why = f"{name(seat)} attacks {name(partner)}"
    state, steps = _break(state, (partner, seat), why)
    if state.traitor != seat:
        if state.traitor:
            state = state.enter(state.traitor, "traitor", -1, why)
        state = state.with_(traitor=seat).enter(seat, "traitor", 1, why)
    return state, steps


def end_relations(state: State, seat: str) -> State:
    """A seat leaves the game: its relations end, every partner gets its cube back (a step asks for the track)."""
    for partner in partners(state, seat):
        state, steps = _break(state, (partner, seat), f"{name(seat)} is out of the game")
        state = push(state, *(step for step in steps if step.seat != seat))
    return state


def _break(state: State, pair: tuple[str, str], why: str) -> tuple[State, tuple[Step, ...]]:
    """The state without relations between two seats; each owner puts his cube back on the track he likes (p. 11)."""
    choices: list[Step] = []
    for seat, other in (pair, pair[::-1]):
        player = state.player(seat)
        kept = tuple(each for each in player.ambassadors if each.partner != other)
        lost = len(player.ambassadors) - len(kept)
        state = state.change(seat, ambassadors=kept).enter(seat, "ambassadors", -lost, why)
        state, steps = return_cubes(state, seat, ("any",) * lost, why)
        choices += steps
    return state, tuple(choices)


def _own_turn(state: State, seat: str) -> bool:
    """In the action phase, on the own turn, while it is the latest turn done, or gone over after passing (p. 11)."""
    return state.phase == "action" and (seat in (state.active, state.previous) or seat in state.skipped)


def _connection(state: State, one: str, other: str) -> Iterator[Finding]:
    """A full wormhole must connect a disc of each; the Wormhole Generator does not help (p. 11)."""
    chart = state.chart
    theirs = {sector.number for sector in state.owned(other)}
    mine = {sector.number for sector in state.owned(one)}
    if any(not theirs.isdisjoint(chart.full.get(number, ())) for number in mine):
        return
    if chart.untold & (mine | theirs):
        numbers = ", ".join(sector_name(number) for number in sorted(chart.untold & (mine | theirs)))
        yield Missing("connected", f"Where on the map is {numbers}? It may connect {name(one)} and {name(other)}.")
        return
    if may_own_more(state, one) or may_own_more(state, other):
        yield Missing("sectors", f"Does a full wormhole connect discs of {name(one)} and {name(other)}?")
        return
    if any(not theirs.isdisjoint(chart.half.get(number, ())) for number in mine):
        text = f"Only half a wormhole connects {name(one)} and {name(other)}; relations need a full one."
    else:
        text = f"No wormhole on both sides of an edge connects a sector of {name(one)} to one of {name(other)}."
    yield Reason("not_connected", text, "11")


def _intrusion(state: State, one: str, other: str) -> Iterator[Finding]:
    """No ship of either may be where the other has a ship or disc (p. 11)."""
    for seat, host in ((one, other), (other, one)):
        for sector in state.sectors:
            if count(sector, seat) and (sector.owner == host or (seat == one and count(sector, host))):
                text = f"A ship of {name(seat)} is in sector {sector_name(sector.number)} with {name(host)}."
                yield Reason("intrusion", text, "11")
            elif count(sector, seat) and may_be_own(state, host, sector):
                text = f"Does {name(host)} control {sector_name(sector.number)}, where a ship of {name(seat)} is?"
                yield Missing("sectors", text)
        if untold_ships(state, seat):
            yield Missing("intrusion", f"Is a ship of {name(seat)} where {name(host)} has a ship or disc?")


def _other_seat(state: State, seat: str, partner: str) -> Iterator[Finding]:
    """Why somebody can be no partner: not in the game, or the same seat."""
    if partner not in state.seats:
        yield Reason("no_partner", f"Nobody plays {partner}; the seats are {', '.join(state.seats)}.", "11")
    elif partner == seat:
        yield Reason("self", f"{name(seat)} needs another player for that.", "11")
    elif state.player(partner).gone:
        yield Reason("gone", f"{name(partner)} is out of the game.", "24")


def _cannot_exchange(state: State, seat: str) -> Iterator[Finding]:
    """Why a seat cannot give or take an ambassador: traitor, no tile, no square, no cube."""
    player = state.player(seat)
    if state.traitor == seat:
        yield Reason("traitor", f"{name(seat)} holds the Traitor Card and may form no new relations.", "11")
    if len(player.ambassadors) >= AMBASSADORS:
        yield Reason("no_ambassador", f"{name(seat)} has sent all {AMBASSADORS} ambassadors.", "11")
    if not Slots.of(player.species).fit(len(player.ambassadors) + 1, 0):
        yield Reason("no_square", f"{name(seat)}'s Reputation Track has no square for another ambassador.", "11")
    if player.reputation_untold and has_room(player):
        yield Missing("reputation", f"Has the Reputation Track of {name(seat)} room? Its tiles were not told.")
    if not any(player.cubes):
        yield Reason("no_cube", f"{name(seat)} has no cube on a population track to send along.", "11")


ACTIONS: tuple[type[EclipseAction], ...] = (FormRelations, LendCube, ReturnReputation, Attack)
