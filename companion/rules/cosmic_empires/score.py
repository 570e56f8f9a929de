"""Who has won: there are no points, only missions (Winning the Game; C68, C69)."""

from __future__ import annotations

from companion.rules.contract import Hidden, ScoreLine, ScoreSheet, SeatScore
from companion.rules.cosmic_empires.catalog import SECRET_MISSIONS
from companion.rules.cosmic_empires.state import State, name


def score(state: State) -> ScoreSheet:
    """One line for a winner's mission; everybody else shares the place after the winners."""
    over = state.phase == "over"
    rows = []
    for player in state.players:
        won = player.seat in state.winners
        mission = player.mission if isinstance(player.mission, str) and not isinstance(player.mission, Hidden) else ""
        text = SECRET_MISSIONS[mission].text if won and mission in SECRET_MISSIONS else "not fulfilled"
        line = ScoreLine("secret mission", int(won), int(won), text, "Winning the Game")
        place = 1 if won or not state.winners else 1 + len(state.winners)
        rows.append(SeatScore(player.seat, (line,), 0, "", place))
    note = ""
    if over and not state.winners:
        note = "Nobody fulfilled a mission: all agreed to a draw."
    elif state.winners:
        fulfilled = [f"{name(row.seat)} fulfilled: {row.lines[0].detail}." for row in rows if row.lines[0].low]
        note = " ".join((*fulfilled, *(["The victory is shared."] if len(state.winners) > 1 else [])))
    return ScoreSheet(tuple(rows), over, note, points=False)
