"""settings.toml: what it makes of good files and of bad ones."""

import os
from pathlib import Path

import pytest

from companion.settings import ROWS, Loaded, Settings, as_file, load, parse, put
from hardware.cameras import source
from hardware.gpio import Pins

HERE = Path("/data/settings.toml")


def told(text: str) -> Loaded:
    return parse(text, HERE)


def test_the_file_it_writes_says_the_defaults_and_has_every_setting() -> None:
    text = as_file()
    assert told(text) == Loaded(Settings())
    for row in ROWS.values():
        assert f"{row.key} = " in text


def test_the_defaults_pass_their_own_checks_and_no_pin_is_used_twice() -> None:
    for name, row in ROWS.items():
        assert row.check(getattr(Settings(), name)) == getattr(Settings(), name)
    pins = Settings().pins()
    used = [pin for _, pin in pins.buttons()] + [pin for pin in pins.lamps if pin is not None]
    assert len(set(used)) == len(used) == 14
    # Left free: identification 0 1, I2C 2 3, SPI 7 to 11, UART 14 15, and a sound card's 18 19 21.
    assert not {0, 1, 2, 3, 7, 8, 9, 10, 11, 14, 15, 18, 19, 21} & set(used)


def test_first_time_the_file_is_written_and_next_time_read(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    assert load(folder) == Loaded(Settings())
    path = folder / "settings.toml"
    path.write_text(path.read_text().replace("hold = 0.8", "hold = 1.5"))
    assert load(folder) == Loaded(Settings(hold=1.5))


def test_good_settings_are_taken() -> None:
    loaded = told('[camera]\nsource = "webcam:1"\n[buttons]\nseats = 2\nseat1 = 21\n[screen]\nwindowed = "1024x600"\n')
    assert loaded == Loaded(Settings(camera="webcam:1", button_seats=2, seat1=21, windowed="1024x600"))
    assert loaded.settings.pins() == Pins(seats=(21, 27), lamps=(23, 24), confirm=26, undo=4)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[buttons]\nseat1 = 40", ["line 2", "buttons.seat1", "40", "0 to 27", "it stays 17"]),
        ("[buttons]\nseat1 = -1", ["line 2", "buttons.seat1", "-1", "0 to 27"]),
        ('[buttons]\nseat1 = "GPIO17"', ["line 2", "buttons.seat1", '"GPIO17"', "0 to 27"]),
        ("[buttons]\nseat1 = true", ["line 2", "buttons.seat1", "true", "0 to 27"]),
        ("[buttons]\nseat1 = 17.5", ["line 2", "buttons.seat1", "17.5", "0 to 27"]),
        ("\n[lamps]\nseat3 = 26", ["line 3", "lamps.seat3", "26", "buttons.confirm's"]),
        ("[buttons]\nseat1 = 5", ["line 2", "buttons.seat1", "5", "buttons.seat4's"]),
        ("[buttons]\nseat1 = 21\nseat2 = 21", ["line 3", "buttons.seat2", "21", "buttons.seat1's"]),
        ('[camera]\nsource = "telescope"', ["line 2", "camera.source", "telescope", "webcam:N"]),
        ('[camera]\nsource = "webcam:x"', ["line 2", "camera.source", "webcam:0"]),
        ("[camera]\nsource = 0", ["line 2", "camera.source", "webcam:N"]),
        ("[camera]\nsauce = 1", ["line 2", "no setting 'camera.sauce'"]),
        ("hold = 1.0", ["line 1", "no setting 'hold'", "perhaps buttons.hold"]),
        ("[radio]\nhold = 1.0", ["line 2", "no setting 'radio.hold'", "perhaps buttons.hold"]),
        ("[buttons]\nhold = nan", ["line 2", "buttons.hold", "0.3 to 5"]),
        ('[screen]\nwindowed = "big"', ["line 2", "screen.windowed", "800x480"]),
        ("[screen]\ndiagonal = 0", ["line 2", "screen.diagonal", "3 to 60"]),
        ("[screen\n", ["line 1", "not TOML"]),
        ("camera = 3", ["line 1", "no setting 'camera'"]),
    ],
)
def test_a_wrong_setting_is_one_sentence_and_its_default_stands(text: str, words: list[str]) -> None:
    loaded = told(text)
    assert len(loaded.complaints) == 1
    for word in [str(HERE), *words]:
        assert word in loaded.complaints[0]
    if "seat1 = 21" not in text:  # the first of two is right
        assert loaded.settings == Settings()


def test_two_pins_may_change_places() -> None:
    assert told("[buttons]\nseat1 = 27\nseat2 = 17\n") == Loaded(Settings(seat1=27, seat2=17))


def test_the_pins_of_seats_without_buttons_are_free() -> None:
    assert told("[buttons]\nseats = 2\nconfirm = 22\n") == Loaded(Settings(button_seats=2, confirm=22))


def test_a_pin_that_gives_way_may_push_out_another() -> None:
    loaded = told("[buttons]\nseat1 = 21\nseat2 = 21\nseat3 = 27\n")
    assert loaded.settings == Settings(seat1=21)
    assert len(loaded.complaints) == 2


def test_each_wrong_setting_is_said_and_the_right_ones_hold() -> None:
    loaded = told("[buttons]\nhold = 1.0\nseat1 = 99\n[screen]\ndiagonal = 99\n")
    assert loaded.settings == Settings(hold=1.0)
    assert len(loaded.complaints) == 2


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in load(tmp_path).complaints[0]
    path.unlink()
    path.mkdir()
    assert str(path) in load(tmp_path).complaints[0]


@pytest.mark.skipif(not os.path.exists("/proc/version"), reason="needs Linux's /proc, where nobody can write")
def test_a_folder_that_cannot_be_written() -> None:
    loaded = load(Path("/proc/nowhere"))
    assert loaded.settings == Settings()
    assert "cannot be written" in loaded.complaints[0]


def test_the_camera_is_found_by_itself(tmp_path: Path) -> None:
    model = tmp_path / "model"
    assert source.found(tmp_path, model) == "webcam:0"
    for name in ("video12", "video2", "videoX"):
        (tmp_path / name).touch()
    assert source.found(tmp_path, model) == "webcam:2"
    model.write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    assert source.found(tmp_path, model) == "picamera"
    assert Settings(camera="video:x.mp4").camera_source() == "video:x.mp4"
    assert Settings().camera_source() == source.found()


def test_a_settings_file_that_never_ends(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "settings.toml")
    assert load(tmp_path).settings == Settings()
    (tmp_path / "settings.toml").unlink()
    (tmp_path / "settings.toml").symlink_to("/dev/zero")
    loaded = load(tmp_path)
    assert loaded.settings == Settings()
    assert [each for each in loaded.complaints if "is too long for settings" in each]


@pytest.mark.parametrize(
    "text",
    [
        "[buttons]\nseat1 = " + "9" * 5000,
        "[buttons]\nseat1 = 0x" + "f" * 5000,
        "x = " + "[" * 5000,
        '[buttons]\n"se\\nat" = 1',
        '[camera]\nsource = "a\\u001b[31m\\nb"',
        "[camera]\nsource = [" + "1," * 5000 + "]",
    ],
)
def test_what_is_beyond_all_measure_is_one_short_sentence(text: str) -> None:
    loaded = told(text)
    assert loaded.settings == Settings()
    (sentence,) = loaded.complaints
    assert sentence.isprintable()
    assert len(sentence) < 300


def test_the_boxs_port_is_auto_or_a_device() -> None:
    assert told('[box]\nport = "/dev/serial/by-id/usb-MicroPython_Board-if00"').complaints == ()
    for wrong in ('"COM3"', "3", '""'):
        loaded = told(f"[box]\nport = {wrong}")
        assert loaded.settings.box_port == "auto"
        assert "line 2: box.port cannot be" in loaded.complaints[0]


def test_one_setting_is_put_in_its_place_and_all_else_stays(tmp_path: Path) -> None:
    load(tmp_path)
    path = tmp_path / "settings.toml"
    before = path.read_text()
    put(tmp_path, "theme", "light")
    assert path.read_text() == before.replace('theme = "dark"', 'theme = "light"')
    path.write_text("# mine\n[screen]\ndiagonal = 10.1 # inches\n\n[buttons]\nhold = 1\n")
    put(tmp_path, "theme", "dim")
    put(tmp_path, "sounds", False)
    put(tmp_path, "rotation", 180)
    text = path.read_text()
    assert text.startswith("# mine\n[screen]\ndiagonal = 10.1 # inches\n")
    assert load(tmp_path) == Loaded(Settings(diagonal=10.1, theme="dim", rotation=180, sounds=False, hold=1.0))
    put(tmp_path, "rotation", 0)
    assert load(tmp_path).settings.rotation == 0
    with pytest.raises(ValueError, match="use dark"):
        put(tmp_path, "theme", "pink")
    assert not list(tmp_path.glob("*.part"))


def test_a_setting_is_put_where_there_was_no_file(tmp_path: Path) -> None:
    put(tmp_path, "text", "large")
    assert load(tmp_path) == Loaded(Settings(text="large"))
