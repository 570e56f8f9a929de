"""The devices as the screen tells them, and calibrating by touch."""

from collections.abc import Callable
from pathlib import Path

import cv2
import pytest

from tests.commands.test_calibration import throw
from tests.hardware.test_pi_camera import DOUBLE
from tests.screens.driver import Driver, Picture
from tests.screens.geometry import faults
from tests.vision.test_tray import seen
from vision import taught, tray

PARTS = ("camera", "gpio", "table box", "display", "touch", "sound", "groups", "disk", "clock", "power", "temperature", "database")  # fmt: skip  # noqa: E501


def test_every_part_has_its_line_and_what_is_wrong_stands_first(
    start_app: Callable[..., Driver], tmp_path: Path
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "settings.toml").write_text("[buttons]\nseats = 12\n")
    app = start_app((800, 480), "--camera", "studio", data=data)
    app.settled()
    app.tap("banner")  # it said so at the start, too
    app.tap("devices")
    app.on("devices")
    pages = [app.wait(lambda p: "wrong" in p.texts and "being looked at" not in p.texts)]
    while app.look().enabled("next page"):
        app.tap("next page")
        pages.append(app.look())
    told = "\n".join(page.texts for page in pages)
    assert [part for part in PARTS if f"[b]{part}[/b]" not in told] == []
    lines = pages[0].texts.splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith("[b]settings"))
    assert first < next((place for place, line in enumerate(lines) if line.startswith("[b]machine")), 999)
    assert "12" in pages[0].texts
    assert [fault for page in pages for fault in faults(page)] == []


@pytest.mark.parametrize("size", [(800, 480), (1024, 600)], ids=["800x480", "1024x600"])
def test_calibrating_by_touch(start_app: Callable[..., Driver], tmp_path: Path, size: tuple[int, int]) -> None:
    pictures, data = tmp_path / "pictures", tmp_path / "data"
    pictures.mkdir()
    for name, picture in (("1", throw("red")), ("2", seen()), ("3", throw("yellow"))):
        cv2.imwrite(str(pictures / f"{name}.png"), picture)
    app = start_app(size, "--camera", f"photos:{pictures}", data=data)
    app.settled()
    app.tap("devices")
    app.tap("calibrate")
    app.on("calibrate")
    wrong: list[str] = []

    def shows(*words: str) -> Picture:
        picture = app.wait(lambda p: all(word in p.texts for word in words) and not p.raw["toast"], " ".join(words))
        wrong.extend(faults(picture))
        return picture

    shows("1. Lay the empty tray card")
    app.tap("keep")  # grey: nothing was shown yet
    app.wait(lambda p: "begin with the card" in p.raw["toast"])
    app.wait(lambda p: p.enabled("card"))
    app.tap("card")  # the picture shows red dice
    app.wait(lambda p: p.raw["sheet"])
    app.tap("try again")
    shows("No tray card is in view")
    app.tap("colour:red")  # that goes on to the next picture
    shows("red dice are learnt")
    app.tap("card")
    shows("The tray card is seen", "2. Lay dice of one colour")
    app.tap("colour:yellow")
    shows("yellow dice are learnt", "seen")
    app.tap("keep")
    app.on("devices")
    assert wrong == []
    assert tray.load(data / tray.FILE) is not None
    assert list(taught.load(data / taught.FILE).bodies) == ["yellow"]  # the red ones came before the card


def test_what_is_not_kept_is_gone_and_without_a_camera_it_says_so(
    start_app: Callable[..., Driver], tmp_path: Path
) -> None:
    app = start_app((800, 480), "--camera", f"photos:{tmp_path / 'nowhere'}", data=tmp_path / "data")
    app.settled()
    app.tap("devices")
    app.tap("calibrate")
    app.on("calibrate")
    app.wait(lambda p: "cannot be read" in p.texts and not p.enabled("card"))
    app.tap("card")
    app.wait(lambda p: "no picture" in p.raw["toast"])
    app.tap("back")
    app.on("devices")
    assert not (tmp_path / "data" / tray.FILE).exists()


def test_the_pis_camera_on_the_dice_screen_hangs_and_comes_back(
    start_app: Callable[..., Driver], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    does = tmp_path / "camera"
    does.write_text("{}")
    monkeypatch.setenv("PYTHONPATH", str(DOUBLE))
    monkeypatch.setenv("TABLE_COMPANION_CAMERA", str(does))
    app = start_app((800, 480), "--camera", "picamera")
    app.settled()
    app.tap("dice tray")
    app.on("dice")
    app.wait(lambda p: "not calibrated yet" in p.texts)
    does.write_text('{"hangs": "capture_request"}')
    app.wait(lambda p: "does not answer" in p.texts)
    does.write_text("{}")
    app.wait(lambda p: "not calibrated yet" in p.texts)
