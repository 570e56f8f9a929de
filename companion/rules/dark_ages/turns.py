"""A turn's four phases one after another, its end, and the end of the game (“Turn Sequence”)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from companion.rules.contract import Decision, Finding, Missing, Reason
from companion.rules.dark_ages import sections
from companion.rules.dark_ages.catalog import CARDS, LAST_WORLDS, WORLDS
from companion.rules.dark_ages.drawing import DrawCards, EndDraw, Exchange
from companion.rules.dark_ages.flow import find, finish_step, push
from companion.rules.dark_ages.state import ENDED, TURNS, DarkAgesAction, Pile, State, Step

TURN_VERBS: Final = (
    "play", "play_face_down", "discard", "secret_base", "place_base", "reveal_base", "technology",
    "sense", "reinforce", "damage", "raid", "attack_ship", "attack_base", "warp", "no_such_ship", "done",
)  # fmt: skip


@dataclass(frozen=True)
class TurnStep(Step):
    """Phase 1: one action A, and B, C and D in any order, until the seat is done."""

    def decision(self, state: State) -> Decision:
        play = state.plays[-1] if state.plays else None
        context = {
            "action": state.action,
            "base_done": state.base_done,
            "technologies_played": state.technologies_played,
            "opening": state.opening,
            "second_ship": second_ship(state),
            "ship": None if play is None else (play.world, play.value),
            "opportunities": play.left if play is not None and play.alive else 0,
            "fight": state.fight,
        }
        return Decision(self.seat, "turn", TURN_VERBS, context=context)


def second_ship(state: State) -> bool:
    """Whether the Divergence power lets the active seat play another ship now."""
    return len(state.plays) == 1 and state.plays[0].world == "divergence" and state.plays[0].power


def powers(state: State) -> tuple[str, ...]:
    """Worlds whose power the active seat may still use in phase 2."""
    return tuple(
        play.world
        for play in state.plays
        if play.power and play.world in ("felowi", "myrmidon", "ecup_contract", "erithizonian")
    )


def go_on(state: State) -> State | None:
    """What follows when nothing is open; None when the game is over or has not begun."""
    from companion.rules.dark_ages import ending, surrender
    from companion.rules.dark_ages.powers import PowerStep

    if state.phase == ENDED:
        return ending.go_on(state)
    if state.phase != TURNS:
        return None
    seat = state.active
    if state.part == "action":
        return push(state, TurnStep(seat))
    if state.part == "powers":
        following = state.with_(part="surrender")
        return push(following, PowerStep(seat)) if powers(state) else following
    if state.part == "surrender":
        return surrender.check(state)
    if state.part == "round_end":
        return surrender.end_round(state)
    if state.part == "draw":
        following = push(state.with_(part="end"), EndDraw(seat))
        return push(following, Exchange(seat)) if exchanges(state) else following
    return end_turn(state)


def exchanges(state: State) -> bool:
    """Whether Cylor's Governor may exchange cards now."""
    cylor = state.worlds[WORLDS.index("cylor")]
    if not cylor.alive or not state.fallen or not state.player(state.active).hand.size:
        return False
    if state.on("cylor_every_turn") and cylor.governor == state.active:
        return True
    return any(play.world == "cylor" and play.power for play in state.plays)


def end_turn(state: State) -> State:
    """Control of the ships passes, and the next seat clockwise begins; or the game ends."""
    seat = state.active
    state = state.change(seat, last_turn=state.turn)
    stuck = not state.deck and not state.action and not state.gained
    state = state.with_(idle=state.idle + 1 if stuck else 0)
    exhausted = all(not each.hand.size and not each.reserve.size for each in state.players)
    if state.ending or exhausted or len(state.alive) <= LAST_WORLDS:
        return state.with_(phase=ENDED, part="")
    if state.on("stalemate_reshuffle") and not state.deck and not state.reshuffled and state.round > 1:
        state = _new_pile(state)
    elif state.idle >= len(state.seats):
        return state.with_(phase=ENDED, part="")
    return state.with_(
        active=state.left_of(seat),
        turn=state.turn + 1,
        part="action",
        action="",
        base_done=False,
        technologies_played=0,
        plays=(),
        gained=False,
        opening=None,
        fight=None,
    )


def _new_pile(state: State) -> State:
    """House rule: the first row's cards become a new pile, and every player draws one."""
    from dataclasses import replace

    moved = sum(len(world.cell(1)) for world in state.alive)
    worlds = tuple(
        replace(world, rows=((), *world.rows[1:])) if world.alive and world.rows else world for world in state.worlds
    )
    state = state.with_(worlds=worlds, deck=state.deck + moved, reshuffled=True)
    order = state.clockwise(state.left_of(state.active))
    return push(state, *(DrawCards(seat, 1, "new pile") for seat in reversed(order)))


def owes_action(state: State, seat: str) -> bool:
    """Whether by what everybody knows the seat holds a ship and has made no action A."""
    from companion.rules.contract import PUBLIC

    hand = state.player(seat).hand
    return not state.action and any(CARDS[card].is_ship for card in hand.known_to(PUBLIC))


@dataclass(frozen=True)
class Done(DarkAgesAction):
    """`done`: phase 1 is over, or no (more) powers, or no draw, or no exchange."""

    verb: ClassVar[str] = "done"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        end = find(state, self.seat, EndDraw)
        if end is not None and end.rejected:
            yield Reason(
                "must_keep",
                "After a Shuttle the next card is drawn, or the Reserve taken.",
                sections.ABILITIES,
            )
        if find(state, self.seat, TurnStep) is None or state.action:
            return
        if owes_action(state, self.seat):
            yield Reason("must_act", f"{self.who} holds a ship: one action A is made in every turn.", sections.TURN)
        if state.opening is not None:
            yield Reason(
                "opening",
                f"{self.who} opens with a ship of {state.opening}, or says that there is none.",
                sections.OPENING,
            )
        hand: Pile = state.player(self.seat).hand
        if any(CARDS[card].is_ship for card in hand.known_to(self.seat)) or hand.unknown_to(self.seat):
            yield Missing("no_ship", f"Has {self.who} no ship in hand? With one, an action A is made in every turn.")

    def effect(self, state: State) -> State:
        from companion.rules.dark_ages.powers import PowerStep

        for kind in (EndDraw, Exchange, PowerStep):
            step = find(state, self.seat, kind)
            if step is not None:
                return finish_step(state, step)
        turn = find(state, self.seat, TurnStep)
        return state if turn is None else finish_step(state.with_(part="powers"), turn)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Done]:
        if decision is None:
            return
        turn = find(state, decision.seat, TurnStep)
        hand = state.player(decision.seat).hand if decision.seat in state.seats else Pile()
        ship = any(CARDS[card].is_ship for card in hand.known_to(decision.seat))
        if turn is None or state.action or not ship:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} is done"


ACTIONS: tuple[type[DarkAgesAction], ...] = (Done,)
