"""The settings: one table that makes the defaults, the commented settings.toml, and the checks.

A wrong setting never stops the app: each is said in one sentence with its file and line, and its default stands.
"""

import math
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from dataclasses import field as dataclass_field
from pathlib import Path
from typing import Any, Final

from companion.data import read_file, write_file
from companion.faults import on_one_line
from hardware.cameras import source
from hardware.gpio import PINS, Pins

FILE: Final = "settings.toml"
SEATS: Final = 6
QUARTERS: Final = (0, 90, 180, 270)
LONGEST: Final = 100_000
"""Bytes; the file as it is first written has some two thousand."""


@dataclass(frozen=True)
class Setting:
    """One row of the table: where it stands in the file, what it says there, and what may be written."""

    section: str
    key: str
    says: str
    check: Callable[[object], object]  # gives the value, or raises ValueError saying what to write instead

    @property
    def name(self) -> str:
        return f"{self.section}.{self.key}"


def _whole(low: int, high: int, what: str) -> Callable[[object], int]:
    def check(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(f"use {what} from {low} to {high}")
        return value

    return check


def _number(low: float, high: float, what: str) -> Callable[[object], float]:
    def check(value: object) -> float:
        good = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        if not good or not low <= value <= high:  # type: ignore[operator]  # good says that it is a number
            raise ValueError(f"use {what} from {low:g} to {high:g}")
        return float(value)  # type: ignore[arg-type]

    return check


def _camera(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"use auto, {source.NAMES}, in quotes")
    if value == "auto":
        return value
    try:
        return str(source.parse(value))
    except source.BadSource as bad:
        raise ValueError(str(bad).partition(": ")[2].rstrip(".") or str(bad)) from bad


def _port(value: object) -> str:
    if value != "auto" and not (isinstance(value, str) and re.fullmatch(r"/[^\0\n]+", value)):
        raise ValueError('use "auto", or a device such as "/dev/ttyACM0"')
    return str(value)


def _size(value: object) -> str:
    if value == "":
        return ""
    found = re.fullmatch(r"(\d{3,4})x(\d{3,4})", value) if isinstance(value, str) else None
    if found is None:
        raise ValueError('use a size like "800x480", or "" for the whole screen')
    return found[0]


def _quarter(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in QUARTERS:
        raise ValueError("use 0, 90, 180 or 270 degrees")
    return value


def _one_of(*values: str) -> Callable[[object], str]:
    def check(value: object) -> str:
        if value not in values:
            raise ValueError(f"use {', '.join(values[:-1])} or {values[-1]}, in quotes")
        return str(value)

    return check


def _yes(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("use true or false")
    return value


def _setting(default: Any, section: str, key: str, says: str, check: Callable[[object], object]) -> Any:
    return dataclass_field(default=default, metadata={"row": Setting(section, key, says, check)})


_pin = _whole(PINS.start, PINS.stop - 1, "the BCM number of a pin,")


@dataclass(frozen=True)
class Settings:
    """All settings with their defaults. Pins are BCM numbers; docs/wiring.md has the drawing."""

    camera: str = _setting(
        "auto",
        "camera",
        "source",
        f"The camera over the tray: auto (the Pi's own, else the first webcam), {source.NAMES} (generated throws).",
        _camera,
    )
    evidence_megabytes: int = _setting(
        500,
        "camera",
        "evidence_megabytes",
        "Disk space for the pictures of throws; the oldest go first. 0 keeps none.",
        _whole(0, 1_000_000, "megabytes,"),
    )
    diagonal: float = _setting(
        7.0,
        "screen",
        "diagonal",
        "The panel's diagonal in inches, so that a millimetre is one.",
        _number(3, 60, "inches,"),
    )
    rotation: int = _setting(
        0,
        "screen",
        "rotation",
        "Degrees by which the panel is mounted turned, clockwise: the picture, and touches with it, are turned back.",
        _quarter,
    )
    windowed: str = _setting(
        "", "screen", "windowed", 'A window of this size, "800x480"; "" is the whole screen.', _size
    )
    theme: str = _setting(
        "dark", "screen", "theme", "Colours: dark, light, or dim for a dark room.", _one_of("dark", "light", "dim")
    )
    text: str = _setting(
        "normal", "screen", "text", "Letters: normal or large (where there is room).", _one_of("normal", "large")
    )
    dim_minutes: float = _setting(
        10.0,
        "screen",
        "dim_minutes",
        "Minutes without a touch until it dims; 0 for never.",
        _number(0, 240, "minutes,"),
    )
    sounds: bool = _setting(True, "sound", "sounds", "Whether tones are played, where there is a device.", _yes)
    turn_timer: bool = _setting(True, "table", "turn_timer", "Whether the time of turns is taken and shown.", _yes)
    show_odds: bool = _setting(True, "table", "show_odds", "Whether the chances of battles are shown.", _yes)
    show_leader: bool = _setting(True, "table", "show_leader", "Whether it is shown who leads before the end.", _yes)
    button_seats: int = _setting(
        SEATS,
        "buttons",
        "seats",
        "How many seats have a button (and a lamp); 0 for none.",
        _whole(0, SEATS, "a number of seats,"),
    )
    hold: float = _setting(
        0.8, "buttons", "hold", "Seconds until a press is a hold, which passes.", _number(0.3, 5, "seconds,")
    )
    seat1: int = _setting(17, "buttons", "seat1", "The seats' buttons, in order round the table.", _pin)
    seat2: int = _setting(27, "buttons", "seat2", "", _pin)
    seat3: int = _setting(22, "buttons", "seat3", "", _pin)
    seat4: int = _setting(5, "buttons", "seat4", "", _pin)
    seat5: int = _setting(6, "buttons", "seat5", "", _pin)
    seat6: int = _setting(13, "buttons", "seat6", "", _pin)
    confirm: int = _setting(26, "buttons", "confirm", "The button that says yes.", _pin)
    undo: int = _setting(4, "buttons", "undo", "The button that takes back.", _pin)
    box_port: str = _setting(
        "auto",
        "box",
        "port",
        "Where the table box (a Pico on USB) is: auto finds it by itself, on any port.",
        _port,
    )
    lamp1: int = _setting(23, "lamps", "seat1", "The seats' lamps: whose turn it is.", _pin)
    lamp2: int = _setting(24, "lamps", "seat2", "", _pin)
    lamp3: int = _setting(25, "lamps", "seat3", "", _pin)
    lamp4: int = _setting(12, "lamps", "seat4", "", _pin)
    lamp5: int = _setting(16, "lamps", "seat5", "", _pin)
    lamp6: int = _setting(20, "lamps", "seat6", "", _pin)

    def camera_source(self) -> str:
        """The camera to open, with `auto` worked out for this machine."""
        return source.found() if self.camera == "auto" else self.camera

    def pins(self) -> Pins:
        """The pins in use, as hardware takes them."""
        wired = range(1, self.button_seats + 1)
        return Pins(
            seats=tuple(getattr(self, f"seat{seat}") for seat in wired),
            lamps=tuple(getattr(self, f"lamp{seat}") for seat in wired),
            confirm=self.confirm,
            undo=self.undo,
        )


ROWS: Final = {field.name: row for field in fields(Settings) for row in [field.metadata["row"]]}
"""The table: each field of Settings, with its row."""


@dataclass(frozen=True)
class Loaded:
    """Settings as they are in force, and one sentence for each thing in the file that is not."""

    settings: Settings
    complaints: tuple[str, ...] = ()


def as_file(settings: Settings | None = None) -> str:
    """The whole settings.toml, commented."""
    lines = ["# The Table Companion's settings. What is left out, or wrong, is as it stood here first."]
    section = ""
    for name, row in ROWS.items():
        if row.section != section:
            section = row.section
            lines += ["", f"[{section}]"]
        if row.says:
            lines.append(f"# {row.says}")
        lines.append(f"{row.key} = {_toml(getattr(settings or Settings(), name))}")
    return "\n".join(lines) + "\n"


def load(folder: Path) -> Loaded:
    """The settings in `folder`; a file with the defaults is written where there is none. Raises nothing."""
    path = folder / FILE
    try:
        raw = read_file(path, LONGEST + 1)
        text = raw.decode("utf-8") if len(raw) <= LONGEST else ""
    except FileNotFoundError:
        return _first_time(path)
    except UnicodeDecodeError:
        return Loaded(
            Settings(), (f"{path} is not text in UTF-8: mend it, or delete it; all settings are at their defaults.",)
        )
    except OSError as error:
        sentence = (
            f"{path} cannot be read ({error.strerror}): mend that, or delete it; all settings are at their defaults."
        )
        return Loaded(Settings(), (sentence,))
    if len(raw) > LONGEST:
        sentence = f"{path} is too long for settings: mend it, or delete it; all settings are at their defaults."
        return Loaded(Settings(), (sentence,))
    return parse(text, path)


def _first_time(path: Path) -> Loaded:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(as_file(), encoding="utf-8")
    except OSError as error:
        return Loaded(
            Settings(), (f"{path} cannot be written ({error.strerror}); all settings are at their defaults.",)
        )
    return Loaded(Settings())


def parse(text: str, path: Path) -> Loaded:
    """The settings that `text` says, which is the content of `path`. Raises nothing."""
    try:
        told = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # not TOML, or a number or a nesting beyond all measure
        broken = re.search(r"line (\d+)", str(error))
        where = f"line {broken[1]}" if broken else "its end"
        return Loaded(
            Settings(), (f"{path}, {where}: this is not TOML ({error}): mend it; all settings are at their defaults.",)
        )
    complaints = [
        f"{path}, {_line(text, *key)}: there is no setting '{'.'.join(key)}'{_meant(key)}; it is passed over."
        for key in _keys(told)
        if key not in {(row.section, row.key) for row in ROWS.values()}
    ]
    values: dict[str, Any] = {}
    for name, row in ROWS.items():
        section = told.get(row.section)
        if not isinstance(section, dict) or row.key not in section:
            continue
        value = section[row.key]
        try:
            values[name] = row.check(value)
        except ValueError as error:
            complaints.append(
                f"{path}, {_line(text, row.section, row.key)}: {row.name} cannot be {_toml(value)}: {error}; "
                f"it stays {_toml(getattr(Settings(), name))}."
            )
    return _without_double_pins(values, text, path, complaints)


def _without_double_pins(values: dict[str, Any], text: str, path: Path, complaints: list[str]) -> Loaded:
    """A pin serves one thing: of two that were written down, the later in the table goes back to its default."""
    settings = replace(Settings(), **values)
    unwired = {f"{kind}{seat}" for kind in ("seat", "lamp") for seat in range(settings.button_seats + 1, SEATS + 1)}
    names = [name for name, row in ROWS.items() if row.check is _pin and name not in unwired]
    for name in names:
        earlier = {getattr(settings, other): other for other in names[: names.index(name)]}
        taken = earlier.get(getattr(settings, name))
        if taken is None:
            continue
        # The one that was written down is at fault: a default alone hurts nobody.
        wrong = name if name in values else taken
        other = taken if wrong == name else name
        complaints.append(
            f"{path}, {_line(text, ROWS[wrong].section, ROWS[wrong].key)}: {ROWS[wrong].name} cannot be "
            f"{values[wrong]}: that pin is {ROWS[other].name}'s; give it another."
        )
        values.pop(wrong)
        return _without_double_pins(values, text, path, complaints)
    return Loaded(replace(Settings(), **values), tuple(map(on_one_line, complaints)))


def put(folder: Path, name: str, value: object) -> None:
    """Write one setting into the file, in its place; all else in it stays. Raises OSError, or ValueError as checked."""
    row, path = ROWS[name], folder / FILE
    said = f"{row.key} = {_toml(row.check(value))}"
    try:
        lines = read_file(path, LONGEST).decode("utf-8").splitlines()
    except (FileNotFoundError, UnicodeDecodeError):
        lines = as_file().splitlines()
    section, last = "", None
    for place, line in enumerate(lines):
        if header := re.match(r"\s*\[\s*([^\[\]]+?)\s*\]", line):
            section = header[1]
        if section == row.section:
            last = place if line.strip() else last
            if re.match(rf"\s*[\"']?{row.key}[\"']?\s*=", line):
                lines[place] = said
                break
    else:
        lines[len(lines) if last is None else last + 1 : last + 1 if last is not None else len(lines)] = (
            ["", f"[{row.section}]", said] if last is None else [said]
        )
    write_file(path, "\n".join(lines) + "\n")


def _keys(told: dict[str, Any]) -> list[tuple[str, ...]]:
    keys: list[tuple[str, ...]] = []
    for section, content in told.items():
        if isinstance(content, dict):
            keys += [(section, key) for key in content]
        else:
            keys.append((section,))
    return keys


def _meant(key: tuple[str, ...]) -> str:
    """The setting that was probably meant, if a section was left out or a key stands in the wrong one."""
    same = [row.name for row in ROWS.values() if row.key == key[-1]]
    return f" (perhaps {' or '.join(same)})" if same else ""


def _line(text: str, section: str, key: str = "") -> str:
    """ "line N", where the setting stands in the file."""
    current = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\s*([^\[\]]+?)\s*\]", line):
            current = header[1]
        found = re.match(r"\s*[\"']?([\w.-]+)[\"']?\s*=", line)
        if found and (current, found[1]) in {(section, key), ("", section), ("", f"{section}.{key}")}:
            return f"line {number}"
    return "somewhere in it"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    try:
        text = str(value)
    except ValueError:  # an integer of thousands of digits
        return "a number so long"
    return text if len(text) <= 60 else f"{text[:60]}…"
