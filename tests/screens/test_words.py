"""What the screens work out without a window."""

import importlib.util
from pathlib import Path

import pytest

from companion.faults import Fault
from companion.rules.contract import TABLE, Decision, Kind, Roll
from companion.rules.eclipse import GAME
from companion.rules.games import GAMES
from companion.rules.notation import read
from companion.screens import words
from companion.screens.app import quick_setting, size_of
from companion.screens.box import Box, box_of, folder
from companion.screens.shown import SETTLE, refusal, shown


def test_names_as_people_read_them() -> None:
    assert words.spoken("fusion_drive") == "Fusion Drive"
    assert words.sector(1) == "001"
    assert words.count(1, "die", "dice") == "1 die"
    assert words.count(3, "die", "dice") == "3 dice"


def test_a_title_is_cut_at_a_word() -> None:
    cut = words.short("New technologies: Neutron Bombs, Starbase, Orbital", 30)
    assert cut == "New technologies: Neutron …"
    assert words.short("Blue passes") == "Blue passes"


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("blue: technology fusion_drive", "Fusion Drive"),
        ("blue: lay 207", "207"),
        ("blue: done", "done"),
        ("blue: leave_be", "no disc"),
    ],
)
def test_what_a_target_says_for_an_action(line: str, wanted: str) -> None:
    assert box_of("eclipse").answer(read(line, GAME.actions))[0] == wanted


def test_every_decision_has_a_screen() -> None:
    roll = Decision(TABLE, "battle.roll", ("roll",), Kind.ROLL, roll=Roll(("yellow",)))
    eclipse = box_of("eclipse")
    assert eclipse.screen_for(roll) == "dice"
    assert eclipse.screen_for(Decision("blue", "something.new", ("later",))) == "choice"
    assert eclipse.screen_for(Decision("blue", "diplomacy.room", ("return_reputation",))) == "reputation"
    assert eclipse.screen_for(None) == "score"


def test_every_box_is_found_by_its_name_and_names_screens_that_are_there() -> None:
    for name, game in GAMES.items():
        box = box_of(name)
        assert isinstance(box, Box)
        assert box.game == name
        assert GAMES.titles[name] == game.title
        for screen in box.screens:
            assert importlib.util.find_spec(f"{folder(box)}.{screen}") is not None
        assert set(box.by_decision.values()) <= {*box.screens, "choice", "dice", "score"}


def test_a_touch_at_what_had_just_changed_is_refused() -> None:
    shown.since = 0.0
    assert refusal(changed_at=100.0, went_down_at=100.0 + SETTLE / 2) is not None
    assert refusal(changed_at=100.0, went_down_at=100.0 + 2 * SETTLE) is None


def test_a_touch_at_what_changed_under_the_finger_is_refused() -> None:
    shown.since = 0.0
    told = refusal(changed_at=101.0, went_down_at=100.0)
    assert told is not None
    assert "moved on" in told


def test_a_new_screen_counts_as_a_change_of_everything_on_it() -> None:
    shown.since = 200.0
    assert refusal(changed_at=0.0, went_down_at=200.1) is not None
    shown.since = 0.0


@pytest.mark.parametrize("size", ["", "800", "800x", "x480", "80x48", "800*480", "99999x99999", "-800x480"])
def test_no_window_size(size: str) -> None:
    with pytest.raises(Fault, match="800x480"):
        size_of(size)


def test_a_window_size() -> None:
    assert size_of("1024X600") == (1024, 600)


def test_settings_are_read_before_the_window_opens(tmp_path: Path) -> None:
    assert quick_setting(tmp_path, "diagonal") == ""
    (tmp_path / "settings.toml").write_text('[screen]\ndiagonal = 10.1 # inches\nwindowed = "800x480"\n')
    assert quick_setting(tmp_path, "diagonal") == "10.1"
    assert quick_setting(tmp_path, "windowed") == '"800x480"'
    (tmp_path / "settings.toml").write_bytes(b"\xff\xfe")
    assert quick_setting(tmp_path, "diagonal") == ""
