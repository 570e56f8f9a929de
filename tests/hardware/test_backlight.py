"""The panel's light: dimmed and as it was again, where it may be set at all."""

from pathlib import Path

from hardware.backlight import NoBacklight, open_backlight


def panel(root: Path, name: str, brightness: str = "200\n", most: str = "255\n") -> Path:
    folder = root / name
    folder.mkdir()
    (folder / "brightness").write_text(brightness)
    (folder / "max_brightness").write_text(most)
    return folder / "brightness"


def test_it_is_dimmed_and_as_it_was_again(tmp_path: Path) -> None:
    file = panel(tmp_path, "10-0045")
    light = open_backlight(tmp_path)
    assert light.works
    assert "10-0045" in light.state
    assert light.dim(0.15)
    assert file.read_text() == "30\n"
    light.dim(0.0)
    assert file.read_text() == "1\n"
    light.full()
    assert file.read_text() == "200\n"
    file.write_text("90\n")  # set by somebody else meanwhile
    light.dim(0.5)
    light.full()
    assert file.read_text() == "90\n"


def test_without_a_light_or_with_a_broken_one_nothing_is_dimmed(tmp_path: Path) -> None:
    light = open_backlight(tmp_path)
    assert isinstance(light, NoBacklight)
    assert not light.dim(0.5)
    light.full()
    panel(tmp_path, "a", most="many")
    assert not open_backlight(tmp_path).works
    panel(tmp_path, "b", brightness="0\n")
    assert open_backlight(tmp_path).works
