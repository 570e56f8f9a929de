"""Secret missions: sealed, watched after every event, and won with (The Secret Missions; C12, C13, C68, CA35).

When a sealed mission is met, the app first answers a decision of its own, `check_the_table`: it names nobody, and it
is a line of the record, so that a public record, which cannot know why, goes the same way. The table then confirms
what lies there, or not; only a confirmed one brings names (`wins`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.rules.contract import HIDDEN, TABLE, Decision, Finding, Hidden, Kind, Missing, Reason
from companion.rules.cosmic_empires.catalog import FACTIONS, SECRET_MISSIONS, secret_missions_of
from companion.rules.cosmic_empires.flow import below, find, finish, swap
from companion.rules.cosmic_empires.requirements import met, requirements
from companion.rules.cosmic_empires.state import PAPER, CosmicAction, Player, SeatAction, State, Step, name

SECTION = "The Secret Missions"


@dataclass(frozen=True)
class RemoveMission(Step):
    """Two players: each takes one of the other's three missions out of the game (C13)."""

    together: ClassVar[bool] = True

    def asks(self, state: State) -> tuple[Decision, ...]:
        opponent = state.next_seat(self.seat)
        context = {"opponent": opponent, "missions": secret_missions_of(state.player(opponent).faction)}
        return (Decision(self.seat, "setup.remove", ("remove_mission",), context=context),)


@dataclass(frozen=True)
class SealMission(Step):
    """A player chooses a secret mission, and seals it in the app or keeps it on paper (C12)."""

    together: ClassVar[bool] = True

    def asks(self, state: State) -> tuple[Decision, ...]:
        context = {"missions": open_missions(state, self.seat)}
        return (Decision(self.seat, "setup.mission", ("seal_mission", "on_paper"), context=context),)


@dataclass(frozen=True)
class CheckTheTable(Step):
    """A sealed mission seems to be met: the table looks whether the app is right. Nobody is named."""

    def asks(self, state: State) -> tuple[Decision, ...]:
        return (Decision(TABLE, "check_the_table", ("confirmed", "not_so")),)


@dataclass(frozen=True)
class Winners(Step):
    """What the table confirmed, or a seat declared: the app names the winners."""

    def asks(self, state: State) -> tuple[Decision, ...]:
        return (Decision(TABLE, "winners", ("wins",), Kind.DRAW),)


def open_missions(state: State, seat: str) -> tuple[str, ...]:
    """The missions that a seat may choose from."""
    player = state.player(seat)
    return tuple(key for key in secret_missions_of(player.faction) if key != player.removed)


def fulfilled(state: State) -> tuple[str, ...]:
    """Seats whose sealed mission is met now, as far as this state knows."""
    return tuple(player.seat for player in state.players if _watched(player) and met(state, player.seat, _key(player)))


def _watched(player: Player) -> bool:
    return isinstance(player.mission, str) and player.mission in SECRET_MISSIONS and not player.revealed


def _key(player: Player) -> str:
    return player.mission if isinstance(player.mission, str) else ""


def check_due(state: State) -> tuple[Decision, ...]:
    """The app's own decision when a sealed mission is met: before all others, never inside corrections."""
    if state.phase in ("setup", "over") or state.quiet:
        return ()
    if state.steps and isinstance(state.steps[-1], (CheckTheTable, Winners)):
        return ()
    if not state.fulfilled:
        return ()
    return (Decision(TABLE, "mission.met", ("check_the_table",), Kind.DRAW),)


@dataclass(frozen=True)
class RemoveOther(SeatAction):
    """`remove_mission KEY`: two players, one of the opponent's missions is out (C13)."""

    mission: str
    verb: ClassVar[str] = "remove_mission"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat in state.seats:
            opponent = state.player(state.next_seat(self.seat))
            if self.mission not in secret_missions_of(opponent.faction):
                yield _no_mission(self.mission, opponent.faction)

    def effect(self, state: State) -> State:
        opponent = state.next_seat(self.seat)
        return finish(state.change(opponent, removed=self.mission), find(state, self.seat, RemoveMission))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[RemoveOther]:
        if decision is not None and decision.seat in state.seats:
            opponent = state.player(state.next_seat(decision.seat))
            yield from (cls(decision.seat, key) for key in secret_missions_of(opponent.faction))

    def title(self, state: State) -> str:
        return f"{self.who} takes the mission {name(self.mission)} out of the game"


@dataclass(frozen=True)
class Seal(SeatAction):
    """`seal_mission KEY`: known to the seat alone."""

    mission: str | Hidden
    verb: ClassVar[str] = "seal_mission"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat not in state.seats or isinstance(self.mission, Hidden):
            return
        player = state.player(self.seat)
        if self.mission not in secret_missions_of(player.faction):
            yield _no_mission(self.mission, player.faction)
        elif self.mission == player.removed:
            text = f"{name(self.mission)} was taken out of the game by the opponent."
            yield Reason("removed", text, "2-Player-Version")

    def effect(self, state: State) -> State:
        return finish(state.change(self.seat, mission=self.mission), find(state, self.seat, SealMission))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Seal]:
        if decision is not None and decision.seat in state.seats:
            yield from (cls(decision.seat, key) for key in open_missions(state, decision.seat))

    def title(self, state: State) -> str:
        said = "a secret mission" if isinstance(self.mission, Hidden) else name(self.mission)
        return f"{self.who} seals {said}"

    def seen_by(self, viewer: str) -> Self:
        return self if viewer == self.seat else replace(self, mission=HIDDEN)


@dataclass(frozen=True)
class OnPaper(SeatAction):
    """`on_paper`: the mission stays on its card, and the seat declares it."""

    verb: ClassVar[str] = "on_paper"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        return finish(state.change(self.seat, mission=PAPER), find(state, self.seat, SealMission))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[OnPaper]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} keeps the secret mission on paper"


@dataclass(frozen=True)
class Check(CosmicAction):
    """`check_the_table`: the app asks everybody to compare the table; it names nobody."""

    verb: ClassVar[str] = "check_the_table"
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat != TABLE:
            yield Reason("table_only", "That is the app's to ask, not a seat's.", SECTION)
        if state.phase in ("setup", "over"):
            yield Reason("not_now", "No mission is watched before or after the game.", SECTION)
        if not _due(state):
            if any(isinstance(player.mission, Hidden) for player in state.players):
                yield Missing("sealed", "Is a sealed mission met? Only the app knows.")
            else:
                yield Reason("none_met", "No sealed mission is met now.", SECTION)

    def effect(self, state: State) -> State:
        if state.phase in ("setup", "over") or below(state, CheckTheTable) is not None:
            return state
        return state.with_(steps=(*state.steps, CheckTheTable(TABLE)))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Check]:
        if _due(state):
            yield cls(TABLE)

    def title(self, state: State) -> str:
        return "Check the table"


def _due(state: State) -> bool:
    return bool(check_due(state))


@dataclass(frozen=True)
class Confirmed(CosmicAction):
    """`confirmed`: the table is as the app believes; now the winner is named."""

    verb: ClassVar[str] = "confirmed"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        step = find(state, TABLE, CheckTheTable)
        return swap(state, step, Winners(TABLE)) if step is not None else state

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Confirmed]:
        yield cls(TABLE)

    def title(self, state: State) -> str:
        return "The table is as the app believes"


@dataclass(frozen=True)
class NotSo(CosmicAction):
    """`not_so`: the app is wrong; it is put right by corrections, and the check comes again if it still holds."""

    verb: ClassVar[str] = "not_so"
    quiets: ClassVar[bool] = True
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        return finish(state, find(state, TABLE, CheckTheTable))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[NotSo]:
        yield cls(TABLE)

    def title(self, state: State) -> str:
        return "The table is not as the app believes"


@dataclass(frozen=True)
class Wins(CosmicAction):
    """`wins SEAT MISSION …`: every seat whose sealed mission is met, in pairs; empty after a declared one alone."""

    words: tuple[str, ...]
    verb: ClassVar[str] = "wins"

    def findings(self, state: State) -> Iterator[Finding]:
        pairs = self.pairs
        if len(self.words) % 2:
            yield Reason("pairs", "Winners are told in pairs of a seat and its mission.", SECTION)
        for seat, mission in pairs:
            if seat not in state.seats:
                yield Reason("no_seat", f"Nobody plays {seat}; the seats are {', '.join(state.seats)}.", SECTION)
            elif mission not in open_missions(state, seat):
                yield _no_mission(mission, state.player(seat).faction)
        if any(isinstance(player.mission, Hidden) for player in state.players):
            yield Missing("sealed", "Whose sealed mission is met? Only the app knows.")
        elif set(pairs) != set(_pairs(state)):
            yield Reason("not_met", "The winners are those whose sealed missions are met now, nobody else.", SECTION)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return list(zip(self.words[::2], self.words[1::2], strict=False))

    def effect(self, state: State) -> State:
        step = find(state, TABLE, Winners)
        for seat, mission in self.pairs:
            if seat in state.seats and seat not in state.winners:
                state = state.change(seat, mission=mission, revealed=True).with_(winners=(*state.winners, seat))
        if state.winners and not state.on("finish_round_for_shared_win"):
            return state.with_(phase="over", steps=())
        return finish(state, step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Wins]:
        yield cls(TABLE, tuple(word for pair in _pairs(state) for word in pair))

    def title(self, state: State) -> str:
        who = " and ".join(name(seat) for seat, _ in self.pairs)
        if who:
            return f"{who} wins"
        return "The declared mission wins" if state.winners else "No mission is fulfilled after all"


def _pairs(state: State) -> list[tuple[str, str]]:
    return [(seat, _key(state.player(seat))) for seat in state.fulfilled]


@dataclass(frozen=True)
class Declare(SeatAction):
    """`declare KEY`: a mission on paper is met and shown (C68)."""

    mission: str
    verb: ClassVar[str] = "declare"
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from self.seat_findings(state)
        if state.phase in ("setup", "over"):
            yield Reason("not_now", "A mission is declared during the game.", SECTION)
        if self.seat not in state.seats:
            return
        player = state.player(self.seat)
        if player.revealed:
            yield Reason("shown", f"{self.who} has shown the mission already.", SECTION)
        elif player.mission not in (PAPER, None):
            yield Reason("sealed", f"{self.who} sealed the mission; the app watches it.", SECTION)
        if self.mission not in open_missions(state, self.seat):
            yield _no_mission(self.mission, player.faction)
        else:
            for each in requirements(state, self.seat, self.mission):
                if not each.met:
                    yield Reason("not_met", f"{self.who} has {each.have} of {each.need} {each.text}.", "The Factions")

    def effect(self, state: State) -> State:
        if state.phase == "over" or self.seat in state.winners:
            return state
        state = state.change(self.seat, mission=self.mission, revealed=True)
        state = state.with_(winners=(*state.winners, self.seat))
        return state if below(state, Winners) else state.with_(steps=(*state.steps, Winners(TABLE)))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Declare]:
        if state.phase in ("setup", "over"):
            return
        for player in state.players:
            if player.mission in (PAPER, None) and not player.revealed:
                yield from (
                    cls(player.seat, key) for key in open_missions(state, player.seat) if met(state, player.seat, key)
                )

    def title(self, state: State) -> str:
        return f"{self.who} declares the mission {name(self.mission)}"


@dataclass(frozen=True)
class Redraw(SeatAction):
    """`reseal_mission KEY`: another mission instead of the main move (house rule mission_redraw, CA59)."""

    mission: str | Hidden
    verb: ClassVar[str] = "reseal_mission"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if not state.on("mission_redraw"):
            yield Reason("no_redraw", "The secret mission is chosen once; a house rule could allow more.", SECTION)
        if self.seat not in state.seats or isinstance(self.mission, Hidden):
            return
        if self.mission not in open_missions(state, self.seat):
            yield _no_mission(self.mission, state.player(self.seat).faction)

    def effect(self, state: State) -> State:
        from companion.rules.cosmic_empires.turn import end_main_move

        return end_main_move(state.change(self.seat, mission=self.mission), self.seat)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Redraw]:
        if decision is not None and decision.seat in state.seats:
            yield from (cls(decision.seat, key) for key in open_missions(state, decision.seat))

    def title(self, state: State) -> str:
        return f"{self.who} chooses another secret mission"

    def seen_by(self, viewer: str) -> Self:
        return self if viewer == self.seat else replace(self, mission=HIDDEN)


@dataclass(frozen=True)
class AgreeDraw(SeatAction):
    """`agree_draw`: nobody can win any more; once every seat agrees, the game is a draw (CA59)."""

    verb: ClassVar[str] = "agree_draw"
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from self.seat_findings(state)
        if state.phase in ("setup", "over"):
            yield Reason("not_now", "A draw is agreed during the game.", "Winning the Game")
        if self.seat in state.seats and state.player(self.seat).draw_agreed:
            yield Reason("agreed", f"{self.who} has agreed to a draw already.", "Winning the Game")

    def effect(self, state: State) -> State:
        state = state.change(self.seat, draw_agreed=True)
        if all(player.draw_agreed for player in state.players):
            return state.with_(phase="over", steps=())
        return state

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[AgreeDraw]:
        if state.phase not in ("setup", "over"):
            yield from (cls(player.seat) for player in state.players if not player.draw_agreed)

    def title(self, state: State) -> str:
        return f"{self.who} agrees to a draw"


def _no_mission(mission: str, faction: str) -> Reason:
    missions = ", ".join(secret_missions_of(faction))
    text = f"The {FACTIONS.get(faction, faction)} have no mission {mission} to choose; theirs are {missions}."
    return Reason("no_mission", text, SECTION)


def progress(state: State, seat: str) -> tuple[str, list[tuple[str, int, int]]]:
    """A seat's own mission and how far it is: (what, have, need) for each demand; ("", []) where the view hides it."""
    player = state.player(seat)
    if not isinstance(player.mission, str) or player.mission not in SECRET_MISSIONS:
        return "", []
    asked = requirements(state, seat, player.mission)
    return SECRET_MISSIONS[player.mission].text, [(each.text, each.have, each.need) for each in asked]


ACTIONS: tuple[type[CosmicAction], ...] = (
    RemoveOther, Seal, OnPaper, Check, Confirmed, NotSo, Wins, Declare, Redraw, AgreeDraw,
)  # fmt: skip
