"""A table's own dice are learnt from what it shows and what it corrects, and a broken file is said in one sentence."""

from pathlib import Path

import numpy as np
import pytest

from vision import reader, studio, taught, teaching
from vision.taught import Taught

RED, DARK = np.array([90.0, 180.0, 160.0]), np.array([20.0, 128.0, 128.0])


def test_a_taught_colour_wins_where_it_is_near() -> None:
    odd = np.array([150.0, 165.0, 185.0])
    known = Taught().with_dice("orange", [odd]).with_dice("red", [RED])
    assert known.name(odd + np.array([10, 2, -2]), DARK) == ("orange", True)
    assert known.name(RED, DARK) == ("red", True)
    assert known.name((odd + RED) / 2, DARK)[1] is False
    usual = Taught().name(np.array([120.0, 100.0, 100.0]), DARK)
    assert known.name(np.array([120.0, 100.0, 100.0]), DARK) == usual
    with pytest.raises(ValueError, match="mauve"):
        known.with_dice("mauve", [odd])


def test_kept_and_found_again(tmp_path: Path) -> None:
    file = tmp_path / "deep" / taught.FILE
    assert taught.load(file) == Taught()
    known = Taught(doubt=0.004).with_dice("red", [RED])
    taught.save(known, file)
    assert taught.load(file) == known
    file.write_text("[]")
    with pytest.raises(ValueError, match="calibrate anew"):
        taught.load(file)


def test_dice_held_in_view() -> None:
    picture, lying = studio.throw(2, [("red", 2), ("red", 5), ("red", 6)])
    known, count = teaching.held_in_view(Taught(), "red", picture)
    assert count == len(lying) == 3
    assert all(die.colour == "red" for die in reader.read(picture, taught=known).dice)
    assert teaching.held_in_view(Taught(), "red", np.full((480, 640, 3), 90, np.uint8)) == (Taught(), 0)


def test_corrections_teach_colour_and_caution() -> None:
    picture, lying = studio.throw(2, [("red", 2), ("yellow", 5), ("orange", 6)])
    read = [{"value": die.value, "colour": "pink", "box": die.box, "confidence": 0.999} for die in lying]
    truth = [{"value": die.value, "colour": die.colour, "box": die.box} for die in lying]
    truth[0]["value"] = 1
    after = teaching.corrected(Taught(), [(picture, read, truth)])
    assert set(after.bodies) == {"red", "yellow", "orange"}
    assert 0 < after.doubt <= teaching.MOST_DOUBT
    assert teaching.corrected(after, []) == after
