"""What this machine has, what is wrong with it, and what to do: for `companion doctor` and the screen.

Everything is read from files under `root`, so that a test can lay out any machine. Nothing is changed, nothing opened
that others may be using.
"""

import contextlib
import grp
import os
import re
import shutil
import time
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from hardware.gpio import MODEL

ROOT: Final = Path("/")
OLDEST: Final = 1_735_689_600  # 2025-01-01: before this program was made
ROOM: Final = 200_000_000  # bytes
HOT, TOO_HOT = 75.0, 80.0  # °C; at 80 a Pi slows itself down
GROUPS: Final = {
    "video": "the camera and the panel",
    "render": "drawing on the panel",
    "input": "the touchscreen without a desktop",
    "dialout": "the table box",
    "gpio": "buttons on the pins",
    "audio": "sound",
}


@dataclass(frozen=True)
class Finding:
    """One line. `state` is "ok", "missing" (the companion works without it) or "wrong"; `do` is empty if ok."""

    part: str
    state: str
    found: str
    do: str = ""


def under(root: Path, path: str | Path) -> Path:
    return root / str(path).lstrip("/")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""


def is_pi(root: Path = ROOT) -> bool:
    return _read(under(root, MODEL)).startswith("Raspberry Pi")


def machine(root: Path = ROOT) -> Finding:
    """Which machine this is."""
    model = _read(under(root, MODEL)) or f"no Raspberry Pi ({os.uname().machine})"
    return Finding("machine", "ok", model)


def camera(source: str, root: Path = ROOT, *, calibrated: bool = False) -> Finding:
    """Whether the camera that the settings name is there. It is not opened; whether it gives pictures, the tray shows.

    `calibrated`: exposure and white balance are kept (only the Pi's camera holds them).
    """
    kind, _, rest = source.partition(":")
    if kind == "webcam":
        device = under(root, f"/dev/video{rest or 0}")
        if not device.exists():
            return Finding(
                "camera",
                "missing",
                f"{source}: there is no {device.name}",
                "plug the webcam in, or name another (camera.source)",
            )
        if not os.access(device, os.R_OK | os.W_OK):
            return Finding(
                "camera",
                "wrong",
                f"{source}: it may not be opened",
                "let this user into the group video, and log in again",
            )
        return Finding("camera", "ok", source)
    if kind == "picamera":
        if find_spec("picamera2") is None:
            return Finding(
                "camera",
                "wrong",
                "picamera: picamera2 is missing",
                "sudo apt-get install python3-picamera2, then make run",
            )
        if not any(under(root, "/dev").glob("media*")):
            return Finding(
                "camera",
                "missing",
                "picamera: no camera is connected",
                "switch off, push the ribbon cable home at both ends",
            )
        if not calibrated:
            return Finding(
                "camera",
                "ok",
                "picamera, exposure and colours not calibrated (devices → calibrate, with the tray card)",
            )
        return Finding("camera", "ok", "picamera, exposure and colours calibrated")
    return Finding("camera", "ok", source)


def gpio(root: Path = ROOT) -> Finding:
    """The pins."""
    if not is_pi(root):
        return Finding(
            "gpio", "missing", "this is not a Raspberry Pi: it has no pins", "use a table box, the keyboard or touch"
        )
    if find_spec("lgpio") is None:
        return Finding("gpio", "wrong", "lgpio is missing", "sudo apt-get install python3-lgpio, then make run")
    chips = sorted(under(root, "/dev").glob("gpiochip*"))
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return Finding(
            "gpio", "wrong", "the pins may not be opened", "let this user into the group gpio, and log in again"
        )
    return Finding("gpio", "ok", f"{len(chips)} chips, lgpio")


def touch(root: Path = ROOT) -> Finding:
    """A touchscreen is an input device with absolute multitouch positions (bits 53 and 54)."""
    found = []
    for device in _read(under(root, "/proc/bus/input/devices")).split("\n\n"):
        axes = re.search(r"^B: ABS=([0-9a-f ]+)$", device, re.MULTILINE)
        if axes is not None:
            # The words are of the machine's own width, the highest first: 64 bits on all that we run on.
            words = [int(word, 16) for word in axes[1].split()]
            if words[-1] >> 53 & 1:
                name = re.search(r'^N: Name="(.*)"$', device, re.MULTILINE)
                found.append(name[1] if name else "without a name")
    if not found:
        return Finding(
            "touch", "missing", "there is no touchscreen", "connect the panel's USB or ribbon cable; a mouse does too"
        )
    return Finding("touch", "ok", ", ".join(found))


def sound(root: Path = ROOT) -> Finding:
    cards = re.findall(r"\]: (.*)$", _read(under(root, "/proc/asound/cards")), re.MULTILINE)
    if not cards:
        return Finding(
            "sound", "missing", "there is no sound card", "none is needed; the table box has a buzzer of its own"
        )
    return Finding("sound", "ok", ", ".join(cards))


def groups(mine: Iterable[str], known: Iterable[str], root_user: bool = False) -> Finding:
    """Whether this user may open everything. Groups that this system does not have are passed over."""
    missing = [name for name in GROUPS if name in set(known) and name not in set(mine)]
    if root_user or not missing:
        return Finding("groups", "ok", "root may open everything" if root_user else "in all that are needed")
    told = ", ".join(f"{name} ({GROUPS[name]})" for name in missing)
    return Finding(
        "groups",
        "wrong",
        f"this user is not in {told}",
        f"sudo usermod -aG {','.join(missing)} $USER, and log in again",
    )


def groups_here() -> Finding:
    every = {group.gr_gid: group.gr_name for group in grp.getgrall()}
    mine = [every[number] for number in {*os.getgroups(), os.getgid()} if number in every]
    return groups(mine, every.values(), os.getuid() == 0)


def disk(folder: Path, free: int | None = None) -> Finding:
    """Room where the games are kept. `free` in bytes is for tests."""
    place = folder
    while not place.exists():
        place = place.parent
    try:
        left = shutil.disk_usage(place).free if free is None else free
    except OSError as error:
        return Finding("disk", "wrong", f"{place}: {error.strerror}", "look at the card: it may be broken")
    if not place.is_dir():
        return Finding("disk", "wrong", f"{place} is a file", "name a folder with --data")
    if not os.access(place, os.W_OK):
        return Finding(
            "disk", "wrong", f"{place} may not be written to", "name another folder with --data, or mend its owner"
        )
    state = "ok" if left >= ROOM else "wrong"
    advice = (
        ""
        if state == "ok"
        else "make room: old pictures of throws are in evidence, and camera.evidence_megabytes limits them"
    )
    return Finding("disk", state, f"{left / 1e9:.1f} GB free in {place}", advice)


def clock(root: Path = ROOT, now: float | None = None) -> Finding:
    """The date. The order of a game never hangs on it; its records carry it."""
    now = time.time() if now is None else now
    day = time.strftime("%Y-%m-%d", time.gmtime(now))
    if now < OLDEST:
        return Finding(
            "clock",
            "wrong",
            f"it says {day}",
            "records will carry that date: connect a network once, or set it with  sudo date -s",
        )
    synced = under(root, "/run/systemd/timesync/synchronized").exists()
    return Finding("clock", "ok", f"{day}, " + ("set from the network" if synced else "not set from a network"))


def power(root: Path = ROOT) -> Finding:
    """Undervoltage, as the Pi's firmware has seen it: now (bit 0) or since it was switched on (bit 16)."""
    if not is_pi(root):
        return Finding("power", "ok", "only a Raspberry Pi says")
    bits = _throttled(root)
    if bits is None:
        return Finding("power", "ok", "this system does not say")
    if bits & 1 or bits >> 16 & 1:
        when = "now" if bits & 1 else "since it was switched on"
        return Finding(
            "power", "wrong", f"too little voltage {when}", "use the Pi's own power supply and a short, thick cable"
        )
    return Finding("power", "ok", "enough voltage since it was switched on")


def _throttled(root: Path) -> int | None:
    """The firmware's bits; a Pi 5 has them in another place than a Pi 4, a kernel without them an alarm (now only)."""
    for place in sorted(under(root, "/sys/devices/platform").glob("soc*/*firmware/get_throttled")):
        with contextlib.suppress(ValueError):
            return int(_read(place), 16)
    for sensor in sorted(under(root, "/sys/class/hwmon").glob("hwmon*")):
        if _read(sensor / "name") == "rpi_volt":
            with contextlib.suppress(ValueError):
                return int(_read(sensor / "in0_lcrit_alarm"))
    return None


def temperature(root: Path = ROOT) -> Finding:
    told = _read(under(root, "/sys/class/thermal/thermal_zone0/temp"))
    if not re.fullmatch(r"-?\d+", told):
        return Finding("temperature", "ok", "this system does not say")
    degrees = int(told) / 1000
    if degrees < HOT:
        return Finding("temperature", "ok", f"{degrees:.0f} °C")
    slow = "it slows itself down" if degrees >= TOO_HOT else "it will slow itself down at 80"
    return Finding("temperature", "wrong", f"{degrees:.0f} °C: {slow}", "give it air or a heat sink")
