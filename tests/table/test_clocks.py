"""The turn clock: whose the time is, what pauses it, what outlasts a restart."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.table.clocks import ASLEEP, FILE, TurnClock, spoken


@dataclass
class Time:
    now: float = 100.0

    def __call__(self) -> float:
        return self.now


def total(clock: TurnClock, seat: str, session: int = 1) -> float:
    return clock.totals_of(session).get(seat, 0)


def test_time_is_theirs_for_whom_the_table_waits(tmp_path: Path) -> None:
    time = Time()
    clock = TurnClock(tmp_path, time)
    clock.look(1, ["red"])
    time.now += 5
    clock.look(1, ["red"])
    assert (total(clock, "red"), clock.turn) == (5, 5)
    time.now += 2
    clock.look(1, ["blue", "green"])
    assert (total(clock, "red"), clock.turn) == (7, 0)
    time.now += 3
    clock.look(1, ["blue"])
    assert [total(clock, seat) for seat in ("red", "blue", "green")] == [7, 3, 3]
    clock.pause(True)
    time.now += 10
    clock.look(1, ["blue"])
    assert total(clock, "blue") == 3
    clock.pause(False)
    time.now += 1
    clock.look(1, ["blue"])
    assert total(clock, "blue") == 4


def test_away_asleep_or_in_another_game_no_time_passes(tmp_path: Path) -> None:
    time = Time()
    clock = TurnClock(tmp_path, time)
    clock.look(1, ["red"])
    clock.away()
    time.now += 10
    clock.look(1, ["red"])
    assert total(clock, "red") == 0
    time.now += ASLEEP + 1
    clock.look(1, ["red"])
    time.now -= 50  # no clock of a process does that; it must not cost anybody anything
    clock.look(1, ["red"])
    assert total(clock, "red") == 0
    time.now += 4
    clock.look(1, ["red"])
    time.now += 9
    clock.look(2, ["red"])
    assert total(clock, "red", 2) == 0
    time.now += 2
    clock.look(2, ["red"])
    clock.look(1, ["red"])
    assert total(clock, "red") == 4


def test_totals_outlast_a_restart_and_a_spoilt_file(tmp_path: Path) -> None:
    time = Time()
    clock = TurnClock(tmp_path, time)
    clock.look(3, ["red"])
    time.now += 8
    clock.look(3, ["blue"])
    again = TurnClock(tmp_path, Time())
    assert again.totals_of(3)["red"] == 8
    assert again.totals_of(4) == {}
    again.look(3, ["blue"])
    assert total(again, "red", 3) == 8
    for spoilt in ("", "[]", '{"3": 5}', '{"3": {"red": "x"}}', "{" * 5000):
        (tmp_path / FILE).write_text(spoilt)
        anew = TurnClock(tmp_path, Time())
        anew.look(3, ["red"])
        assert total(anew, "red", 3) == 0
    TurnClock(tmp_path / "nowhere", time).look(1, ["red"])


def test_as_it_is_said() -> None:
    assert [spoken(each) for each in (0, 9.9, 100, 3725)] == ["0:00", "0:09", "1:40", "1:02:05"]


def test_a_slow_disk_is_waited_for_elsewhere(tmp_path: Path) -> None:
    time, waiting = Time(), list[Callable[[], None]]()
    clock = TurnClock(tmp_path, time, write=waiting.append)
    clock.look(3, ["red"])
    time.now += 8
    clock.look(3, ["blue"])
    clock.away()
    assert not (tmp_path / FILE).exists()
    for write in waiting:
        write()
    assert TurnClock(tmp_path, Time()).totals_of(3) == {"red": 8}
