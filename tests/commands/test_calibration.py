"""Calibrating, at the terminal and as the screen uses it."""

import json
import queue
from pathlib import Path

import cv2
import pytest

from companion import cli
from companion.commands.calibration import Calibrating, Calibration
from companion.faults import Fault
from companion.screens.app import Wishes
from hardware.cameras import locked
from tests.firmware.rig import until
from tests.hardware.test_pi_camera import Device, device
from tests.vision.test_tray import seen
from vision import studio, taught, tray

__all__ = ["device"]  # a fixture


def throw(colour: str, seed: int = 5) -> "tray.Image":
    return studio.throw(seed, [(colour, value) for value in (1, 2, 3, 4)])[0]


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A card, then yellow dice, then red ones."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    for name, picture in (("1-card", seen()), ("2-yellow", throw("yellow")), ("3-red", throw("red", 6))):
        cv2.imwrite(str(folder / f"{name}.png"), picture)
    return folder


def test_at_the_terminal(pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    asked = ["dice", "calibrate", "--camera", f"photos:{pictures}", "--colours", "yellow red", "--data", str(data)]
    assert cli.main(asked) == 0, capsys.readouterr().err
    said = capsys.readouterr().out.splitlines()
    assert "card is seen" in said[0]
    assert [line.split()[1:] for line in said[1:]] == [
        ["yellow", "dice", "are", "learnt."],
        ["red", "dice", "are", "learnt."],
    ]
    assert tray.load(data / tray.FILE) is not None
    assert set(taught.load(data / taught.FILE).bodies) == {"yellow", "red"}
    assert not (data / locked.FILE).exists()  # photographs hold no exposure


def test_at_the_terminal_without_a_card_an_old_one_is_forgotten(
    pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    found = Calibration(data)
    found.look_at_card(seen())
    found.save(None)
    (pictures / "1-card.png").unlink()
    asked = ["dice", "calibrate", "--camera", f"photos:{pictures}", "--colours", "", "--data", str(data)]
    assert cli.main(asked) == 0
    assert "No tray card" in capsys.readouterr().out
    assert tray.load(data / tray.FILE) is None


def test_pictures_that_run_out_are_one_sentence(
    pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["dice", "calibrate", "--camera", f"photos:{pictures}", "--data", str(tmp_path)]
    assert cli.main([*asked, "--colours", "yellow red blue"]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / tray.FILE).exists()  # all or nothing


def test_dice_replace_those_known_before_of_their_colour_alone(tmp_path: Path) -> None:
    file = tmp_path / taught.FILE
    taught.save(taught.Taught({"yellow": ((1.0, 2.0, 3.0),), "blue": ((4.0, 5.0, 6.0),)}, 0.1), file)
    found = Calibration(tmp_path)
    count = found.hold("yellow", throw("yellow"))
    found.save(None)
    kept = taught.load(file)
    assert found.seen == {"yellow": count}
    assert (1.0, 2.0, 3.0) not in kept.bodies["yellow"]
    assert kept.bodies["blue"] == ((4.0, 5.0, 6.0),)
    assert kept.doubt == 0.1


def test_a_card_shown_after_dice_makes_them_count_no_more(tmp_path: Path) -> None:
    found = Calibration(tmp_path)
    found.hold("yellow", throw("yellow"))
    found.look_at_card(seen())
    assert found.seen == {}
    found.save(None)
    assert taught.load(tmp_path / taught.FILE).bodies == {}


def test_a_dark_and_a_dazzling_card_are_said(tmp_path: Path) -> None:
    found = Calibration(tmp_path)
    assert "dazzling" in found.look_at_card(seen(bright=1.6))
    assert "dark" in found.look_at_card(seen(bright=0.12))


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    found = Calibration(tmp_path)
    empty = seen() * 0 + 90
    with pytest.raises(Fault, match="No tray card is in view"):
        found.look_at_card(empty)
    with pytest.raises(Fault, match="No dice are to be seen where the red ones"):
        found.hold("red", empty)


def test_files_that_were_broken_are_made_anew_and_a_full_disk_is_said(tmp_path: Path) -> None:
    (tmp_path / taught.FILE).write_text("broken")
    found = Calibration(tmp_path)
    found.look_at_card(seen())
    found.save(None)
    assert json.loads((tmp_path / taught.FILE).read_text())["bodies"] == {}
    (tmp_path / "a file").touch()
    with pytest.raises(Fault, match="cannot be kept"):
        Calibration(tmp_path / "a file").save(type("Camera", (), {"locked": locked.Locked(1, 1.0, (1.0, 1.0))}))


def test_as_the_screen_uses_it(pictures: Path, tmp_path: Path) -> None:
    calibrating = Calibrating(Wishes(tmp_path, camera=f"photos:{pictures}"))
    answers: queue.Queue[tuple[bool, str]] = queue.Queue()

    def answer(good: bool, said: str) -> None:
        answers.put((good, said))

    calibrating.card(answer)
    assert answers.get(timeout=20)[0] is False  # not open yet
    calibrating.start()
    try:
        assert until(lambda: calibrating.latest is not None)
        assert not calibrating.has_card
        calibrating.card(answer)
        assert answers.get(timeout=20)[0] is True
        assert calibrating.has_card
        assert until(lambda: calibrating.latest.full().shape != seen().shape)  # photographs went on
        calibrating.hold("yellow", answer)
        good, said = answers.get(timeout=60)
        assert (good, said.split()[1]) == (True, "yellow")
        assert calibrating.seen["yellow"] > 0
        calibrating.keep()
    finally:
        calibrating.stop()
    assert calibrating.latest is None
    assert tray.load(tmp_path / tray.FILE) is not None


def test_the_pis_camera_is_found_anew_and_what_it_found_is_kept(device: Device, tmp_path: Path) -> None:
    locked.save(locked.Locked(500, 1.0, (1.0, 1.0)), tmp_path / locked.FILE)
    device.does(exposure=[16_000])
    calibrating = Calibrating(Wishes(tmp_path, camera="picamera"))
    calibrating.start()
    try:
        assert until(lambda: calibrating.latest is not None), calibrating.sentence
        calibrating.go_without()
        calibrating.keep()
    finally:
        calibrating.stop()
    assert locked.load(tmp_path / locked.FILE) == locked.Locked(16_000, 2.0, (1.5, 1.8))


def test_the_studio_calibrates_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["dice", "calibrate", "--camera", "studio", "--colours", "orange red", "--data", str(tmp_path)]
    assert cli.main(asked) == 0, capsys.readouterr().err
    said = capsys.readouterr().out.splitlines()
    assert "card is seen" in said[0]
    assert said[1:] == ["4 orange dice are learnt.", "4 red dice are learnt."]
    known = taught.load(tmp_path / taught.FILE).bodies
    assert {word: len(bodies) for word, bodies in known.items()} == {"orange": 4, "red": 4}


def test_dice_of_several_colours_teach_none(tmp_path: Path) -> None:
    found = Calibration(tmp_path)
    mixed = studio.throw(5, [("yellow", 1), ("yellow", 2), ("purple", 3)])[0]
    with pytest.raises(Fault, match=r"several colours lie there: lay only the yellow ones"):
        found.hold("yellow", mixed)
    assert found.seen == {}
