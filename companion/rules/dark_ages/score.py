"""The score: influence on surviving worlds, secret bases as a range while hidden, ties (“Winning the Game”)."""

from __future__ import annotations

from companion.rules.contract import ScoreLine, ScoreSheet, SeatScore
from companion.rules.dark_ages import sections
from companion.rules.dark_ages.catalog import CARDS, VALUES, value_at, world_name
from companion.rules.dark_ages.state import OVER, Player, State, name

Rank = tuple[int, int, int, int]
"""Influence, the hand's value (-1: not shown), influence on the last world to fall, the last turn."""


def lines(state: State, player: Player) -> tuple[ScoreLine, ...]:
    """Each base of a seat on a surviving world, and its secret base."""
    if player.void:
        return (ScoreLine("void", 0, 0, "a Sensors reveal was not honoured", sections.TECHNOLOGY),)
    found = []
    for world in state.alive:
        for owner, level in world.bases:
            if owner == player.seat:
                value = value_at(level)
                found.append(
                    ScoreLine(world.key, value, value, f"{world_name(world.key)}, level {level}", sections.WINNING)
                )
    garrison = player.garrison
    if garrison is not None:
        known = CARDS.get(garrison.card or "")
        if known is None:
            found.append(ScoreLine("secret_base", 0, VALUES[0], "a secret base", sections.WINNING))
        else:
            value = 0 if known.world in state.fallen else VALUES[0]
            found.append(
                ScoreLine("secret_base", value, value, f"secret base, {world_name(known.world)}", sections.WINNING)
            )
    return tuple(found)


def points(state: State, seat: str) -> int:
    return sum(line.low for line in lines(state, state.player(seat)))


def tied_first(state: State) -> tuple[str, ...]:
    """The seats that share the most influence, if they are more than one; clockwise from the last seat."""
    best = max(points(state, seat) for seat in state.seats)
    first = tuple(seat for seat in state.clockwise(state.active) if points(state, seat) == best)
    return first if len(first) > 1 else ()


def score(state: State) -> ScoreSheet:
    """The score at any time. Ties: the hand's value, then (by house rule) the last world, then who played last."""
    from companion.rules.dark_ages.ending import hand_value

    def tiebreak(player: Player) -> int:
        if player.shown is not None:
            return player.shown
        return hand_value((fact.card for fact in player.hand.facts if fact.card is not None), state.fallen)

    def rank(player: Player) -> Rank:
        high = sum(line.low for line in lines(state, player))
        shown = player.shown if player.shown is not None else -1
        last = 0
        if state.on("tiebreak_last_world") and state.last_fallen:
            last = state.last_fallen[state.seats.index(player.seat)]
        return high, shown, last, player.last_turn

    ranks = {player.seat: rank(player) for player in state.players}
    best = max(ranks.values())
    final = state.phase == OVER
    seats = []
    for player in state.players:
        mine = ranks[player.seat]
        better = sum(_before(other, mine, best) if final else other[0] > mine[0] for other in ranks.values())
        told = player.shown is not None or len({fact.card for fact in player.hand.facts}) >= player.hand.size
        text = "the hand's value" if told else "the hand's value as far as it is known"
        seats.append(SeatScore(player.seat, lines(state, player), tiebreak(player), text, better + 1))
    return ScoreSheet(tuple(seats), final, _note(state, ranks) if final else "")


def _before(other: Rank, mine: Rank, best: Rank) -> bool:
    """Whether another comes before: ties are broken for the first place; below it only hands that were told count."""
    if other[0] != mine[0] or mine[0] == best[0]:
        return other > mine
    return mine[1] >= 0 and other[1] > mine[1]


def _note(state: State, ranks: dict[str, Rank]) -> str:
    best = max(ranks.values())
    tied = [seat for seat, rank in ranks.items() if rank[0] == best[0]]
    if len(tied) < 2:
        return ""
    winner = next(seat for seat, rank in ranks.items() if rank == best)
    who = " and ".join(map(name, tied))
    same_hand = [seat for seat in tied if ranks[seat][1] == best[1]]
    if len(same_hand) == 1:
        worth = ", ".join(f"{name(seat)} {ranks[seat][1]}" for seat in sorted(tied, key=lambda seat: -ranks[seat][1]))
        return f"{who} tie with {best[0]}; {name(winner)}'s hand is worth the most: {worth}."
    if sum(ranks[seat][2] == best[2] for seat in same_hand) == 1:
        return f"{who} tie with {best[0]} and in hand; {name(winner)} had most on the world that surrendered last."
    return f"{who} tie with {best[0]} and in hand; {name(winner)} played last."
