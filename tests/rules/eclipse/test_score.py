"""Every source of points, ranges, the tie-break."""

from __future__ import annotations

import pytest

from companion.rules.contract import PUBLIC, ScoreLine
from companion.rules.eclipse.catalog import TECHNOLOGIES
from companion.rules.eclipse.phases import finish_game
from companion.rules.eclipse.pieces import Ambassador
from companion.rules.eclipse.score import track_points
from companion.rules.eclipse.sectors import lay
from companion.rules.eclipse.state import State
from tests.rules.eclipse.fleets import settle
from tests.rules.playing import play, started


def line(state: State, seat: str, source: str) -> ScoreLine:
    sheet = next(each for each in state.score().seats if each.seat == seat)
    return next(each for each in sheet.lines if each.source == source)


def points(state: State, seat: str, source: str) -> int | tuple[int, int]:
    found = line(state, seat, source)
    return found.low if found.low == found.high else (found.low, found.high)


@pytest.mark.parametrize(("tiles", "worth"), [(0, 0), (3, 0), (4, 1), (5, 2), (6, 3), (7, 5), (8, 5)])
def test_p25_tech_vp(tiles: int, worth: int) -> None:
    assert track_points(tiles) == worth


def test_technologies_are_counted_by_track() -> None:
    military = [key for key, each in TECHNOLOGIES.items() if each.category == "military"]
    grid = [key for key, each in TECHNOLOGIES.items() if each.category == "grid"]
    state = started().change("blue", technologies=(*military[:7], *grid[:4]))
    assert points(state, "blue", "technologies") == 6


def test_every_source_of_points() -> None:
    state = settle(started("blue red green yellow"), 305, "blue")
    built = state.sector(305)
    assert built is not None
    state = state.with_sector(built.with_(monolith=True, orbital=True))
    state = state.change("blue", reputation=(4, 2), ambassadors=(Ambassador("red", "money"),), discovery_points=2)
    state = state.with_(traitor="blue")
    assert points(state, "blue", "reputation") == 6
    assert points(state, "blue", "ambassadors") == 1
    assert points(state, "blue", "sectors") == 3 + built.tile.points
    assert points(state, "blue", "discoveries") == 4
    assert points(state, "blue", "monoliths") == 3
    assert points(state, "blue", "traitor") == -2
    assert {each.page for sheet in state.score().seats for each in sheet.lines} <= {"25", "26", "27"}
    total = next(each for each in state.score().seats if each.seat == "blue")
    assert total.low == total.high == 6 + 1 + 3 + built.tile.points + 4 + 3 - 2


def test_planta_scores_each_sector_and_draco_each_ancient() -> None:
    state = lay(settle(started("green=planta yellow=draco"), 305, "green"), 101)
    assert points(state, "green", "species") == 2
    assert points(state, "yellow", "species") == sum(each.ancients for each in state.sectors) == 1


def test_hidden_and_untold_tiles_are_a_range() -> None:
    state = started().change("blue", reputation=(3, None))
    assert points(state, "blue", "reputation") == (4, 7)
    assert points(state.view(PUBLIC), "blue", "reputation") == (2, 8)
    assert line(state.view(PUBLIC), "blue", "reputation").detail == "1 face down, 1 not told"


def test_a_technology_not_told_may_be_worth_points() -> None:
    state = started()
    military = tuple(key for key, each in TECHNOLOGIES.items() if each.category == "military")[:3]
    state = state.change(state.active, technologies=military)
    seat = state.active
    state = play(state, f"{seat}: research", f"{seat}: later")
    assert points(state, seat, "technologies") == (0, 1)


def test_a_sector_not_told_may_be_worth_points() -> None:
    state = started("blue red")
    state = play(state, "blue: explore", "blue: later")
    low, high = points(state, "blue", "sectors"), line(state, "blue", "sectors").high
    assert low == (3, high)
    assert high == 3 + 4, "the best sector not controlled yet is the centre"
    assert points(state, "blue", "discoveries") == (0, 2)


def test_equal_points_are_told_apart_by_resources() -> None:
    state = started("blue red green")
    state = state.change("blue", storage=(1, 2, 3)).change("red", storage=(9, 0, 0)).change("green", storage=(0, 3, 3))
    sheet = finish_game(state.with_(round=9, steps=())).score()
    assert sheet.final
    assert {each.seat: (each.place, each.tiebreak) for each in sheet.seats} == {
        "red": (1, 9),
        "blue": (2, 6),
        "green": (2, 6),
    }
    assert "Red 9, Blue 6, Green 6" in sheet.note


def test_the_score_is_final_only_after_the_game() -> None:
    assert not started().score().final
    assert started().score().note != ""


def test_a_seat_that_left_keeps_its_score() -> None:
    state = started("blue red green").change("blue", reputation=(2, 3), discovery_points=1)
    before = next(each for each in state.score().seats if each.seat == "blue")
    state = play(state, "blue: leave")
    after = next(each for each in state.score().seats if each.seat == "blue")
    assert after.lines == before.lines
    assert state.view(PUBLIC).score().seats[0].high > after.high, "what it had drawn is still nobody else's to know"
