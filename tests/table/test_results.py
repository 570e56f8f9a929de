"""How past games came out, and what that makes of each player."""

from dataclasses import replace
from pathlib import Path

from companion.rules.games import GAMES
from companion.table import results
from companion.table.journal import Journal
from companion.table.results import Result, Standing
from tests.played import played
from tests.screens.table import begun

NAMES = {"red": "Ana", "blue": "Bert", "green": "Carla"}


def test_a_game_came_out_as_its_score_says(tmp_path: Path) -> None:
    number = played(tmp_path, "dark_ages", 3, 2, NAMES)
    with Journal(tmp_path) as journal:
        row = journal.session(number)
        game = GAMES[row.game]
        found = results.result(journal, row, game)
        from companion.table.session import Session

        sheet = Session.resume(journal, number).score()
    assert found.over
    assert {each.seat: (each.place, each.low) for each in found.standings} == {
        each.seat: (each.place, each.low) for each in sheet.seats
    }
    assert [each.place for each in found.standings] == sorted(each.place for each in found.standings)
    assert {each.name for each in found.standings} == set(NAMES.values())
    assert results.fresh(found, row, game)
    assert not results.fresh(found, replace(row, events=row.events + 1), game)
    results.remember(tmp_path, [found])
    assert results.remembered(tmp_path) == {number: found}


def test_what_is_remembered_may_be_spoilt_or_gone(tmp_path: Path) -> None:
    assert results.remembered(tmp_path) == {}
    for spoilt in ("", "[]", "{}", '{"version": 1, "results": [{}]}', '{"version": 1, "results": 5}', "[" * 9999):
        (tmp_path / results.FILE).write_text(spoilt)
        assert results.remembered(tmp_path) == {}
    results.remember(tmp_path / "nowhere", [])


def test_a_game_that_was_broken_off_counts_for_nobody(tmp_path: Path) -> None:
    begun(tmp_path, names=NAMES, end=True)
    with Journal(tmp_path) as journal:
        row = journal.session(1)
        found = results.result(journal, row, GAMES[row.game])
    assert row.ended
    assert not found.over
    assert results.records([found]) == []


def test_players_by_box() -> None:
    def game(number: int, box: str, *stood: tuple[str, int, int]) -> Result:
        return Result(number, box, 9, 1, True, tuple(Standing("red", *each, each[2]) for each in stood))

    told = results.records(
        [
            game(1, "eclipse", ("Ana", 1, 30), ("Bert", 2, 20), ("", 3, 0)),
            game(2, "eclipse", ("Bert", 1, 40), ("Ana", 1, 40)),
            game(3, "dark_ages", ("Ana", 2, 5)),
        ]
    )
    assert [(each.name, each.game, each.played, each.won, each.average) for each in told] == [
        ("Ana", "dark_ages", 1, 0, 5.0),
        ("Ana", "eclipse", 2, 2, 35.0),
        ("Bert", "eclipse", 2, 1, 30.0),
    ]
