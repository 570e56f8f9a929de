"""The units as systemd reads them, and the installer into a folder: twice, back, and away."""

import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from companion.rules.contract import SeatSetup, Setup
from companion.settings import Loaded, as_file, load, parse
from companion.table.journal import Journal
from companion.table.session import Session

SETUP = Setup("eclipse", (SeatSetup("red", "terran"), SeatSetup("blue", "terran")), {}, frozenset())
ROOM = Path(__file__).parents[2] / "systemd"
SCRIPTS = ("install", "safe-screen", "stick")
UNITS = sorted(path.name for path in ROOM.glob("table-companion*"))
WORST_EXPOSURE = 4.5

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze here")


def laid(root: Path) -> dict[str, str]:
    """All that lies under `root`: path and content, or where a link points."""
    return {
        str(path.relative_to(root)): os.readlink(path) if path.is_symlink() else path.read_bytes().hex()
        for path in sorted(root.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


def install(project: Path, root: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [project / "systemd" / "install", *arguments],
        env={**os.environ, "DESTDIR": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with the real installer."""
    made = tmp_path / "a project"
    shutil.copytree(ROOM, made / "systemd")
    (made / "pyproject.toml").write_text('[project]\nname = "table-companion"\nversion = "0.1.0"\n')
    for skipped in (".git/config", ".venv/bin/companion", "companion/__pycache__/x.pyc"):
        (made / skipped).parent.mkdir(parents=True)
        (made / skipped).touch()
    return made


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_are_sound_shell(script: str) -> None:
    ran = subprocess.run(["sh", "-n", ROOM / script], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert os.access(ROOM / script, os.X_OK)
    if shutil.which("shellcheck"):
        subprocess.run(["shellcheck", ROOM / script], check=True)


@needs_systemd
def test_units_are_verified_with_nothing_to_say(tmp_path: Path) -> None:
    for unit in UNITS:
        # The programs lie under /opt only where it is installed.
        text = re.sub(r"^ExecStart=/opt/.*$", "ExecStart=/bin/true", (ROOM / unit).read_text(), flags=re.MULTILINE)
        (tmp_path / unit).write_text(text)
    ran = subprocess.run(
        ["systemd-analyze", "verify", *(str(tmp_path / unit) for unit in UNITS)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")


@needs_systemd
def test_the_kiosk_is_hardened(capsys: pytest.CaptureFixture[str]) -> None:
    ran = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", ROOM / "table-companion.service"],
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", ran.stdout)
    assert found is not None, ran.stderr
    with capsys.disabled():
        print(f"\ntable-companion.service: exposure {found[1]} (at most {WORST_EXPOSURE})")
    assert float(found[1]) <= WORST_EXPOSURE


def test_the_unit_feeds_what_the_app_has() -> None:
    unit = (ROOM / "table-companion.service").read_text()
    for line in ("Type=notify", "WatchdogSec=30", "StartLimitBurst=5", "OnFailure=table-companion-safe.service"):
        assert line in unit.splitlines()


ROTATED = {"0": "", "90": " fbcon=rotate:3", "180": " fbcon=rotate:2", "270": " fbcon=rotate:1"}


@pytest.mark.parametrize("degrees", ROTATED)
def test_a_turned_panel_is_told_to_the_app_and_to_the_console(degrees: str, project: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    boot, data = root / "boot/firmware", root / "var/lib/table-companion"
    boot.mkdir(parents=True)
    (boot / "cmdline.txt").write_text("console=tty1 root=PARTUUID=1 fbcon=rotate:2 quiet\n")
    for _ in range(2):
        assert install(project, root, "--rotate", degrees).returncode == 0
        assert (boot / "cmdline.txt").read_text() == f"console=tty1 root=PARTUUID=1 quiet{ROTATED[degrees]}\n"
        loaded = load(data)
        assert (loaded.settings.rotation, loaded.complaints) == (int(degrees), ())
    assert (data / "settings.toml").read_text().count("rotation") == 1
    install(project, root, "--uninstall")
    assert (boot / "cmdline.txt").read_text() == "console=tty1 root=PARTUUID=1 quiet\n"


@pytest.mark.parametrize(
    "before",
    [
        as_file(),
        "[screen]\ndiagonal = 10.1\n",
        "[screen]\nrotation = 90  # sideways\n\n[buttons]\nseats = 4\n",
        "[buttons]\nseats = 4\n",
        "",
    ],
)
def test_turning_leaves_the_other_settings_as_they_are(before: str, project: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    file = root / "var/lib/table-companion/settings.toml"
    file.parent.mkdir(parents=True)
    file.write_text(before)
    assert install(project, root, "--rotate", "180").returncode == 0
    was = parse(before, file)
    now = parse(file.read_text(), file)
    assert now == Loaded(replace(was.settings, rotation=180))


def test_a_button_that_switches_off_is_told_to_the_pi_once_and_taken_back(project: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    boot = root / "boot/firmware"
    assert "config.txt" in install(project, root, "--shutdown-button").stderr
    boot.mkdir(parents=True)
    (boot / "config.txt").write_text("dtparam=audio=on\n[pi4]\narm_boost=1\n")
    for _ in range(2):
        assert install(project, root, "--shutdown-button").returncode == 0
        lines = (boot / "config.txt").read_text().splitlines()
        assert lines[-3] == "[all]"
        assert lines[-2].startswith("# Table Companion: a button")
        assert lines[-1] == "dtoverlay=gpio-shutdown"
        assert (boot / "config.txt").read_text().count("gpio-shutdown") == 1
    install(project, root, "--uninstall")
    assert (boot / "config.txt").read_text().rstrip() == "dtparam=audio=on\n[pi4]\narm_boost=1"


def test_packages_that_are_there_serve_the_next_version_if_it_asks_for_the_same(project: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    current = root / "opt/table-companion/current"
    (project / "requirements").mkdir()
    (project / "requirements/pi.txt").write_text("kivy==2.3.1\n")
    (project / "wheels").mkdir()
    (project / "wheels/kivy.whl").touch()
    install(project, root)
    (current / ".venv/lib").mkdir(parents=True)
    (current / ".venv/lib/kivy").touch()
    (current / ".venv/setup-run").touch()  # that of the old place
    (project / "pyproject.toml").write_text('version = "0.2.0"\n')
    assert install(project, root).returncode == 0
    assert (current / ".venv/lib/kivy").exists()
    assert not (current / ".venv/setup-run").exists()
    assert not (current / "wheels").exists()  # they stay on the stick
    (project / "requirements/pi.txt").write_text("kivy==2.4.0\n")
    (project / "pyproject.toml").write_text('version = "0.3.0"\n')
    assert install(project, root).returncode == 0
    assert not (current / ".venv").exists()


class Stick:
    """What the app asks for, answered by the script as root would run it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "sticks/a stick"

    def plug(self) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        return self.folder

    def ask(self, word: str) -> str:
        (self.root / "var/lib/table-companion/stick-wish").write_text(word)
        ran = subprocess.run(
            [self.root / "opt/table-companion/current/systemd/stick"],
            env={**os.environ, "DESTDIR": str(self.root)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (ran.returncode, ran.stderr) == (0, "")
        assert not (self.root / "var/lib/table-companion/stick-wish").exists()
        return (self.root / "run/table-companion/answer").read_text()


@pytest.fixture
def stick(project: Path, tmp_path: Path) -> Stick:
    install(project, tmp_path / "root")
    return Stick(tmp_path / "root")


def test_an_update_from_a_stick_and_back(stick: Stick, project: Path) -> None:
    home = stick.root / "opt/table-companion"
    first = os.readlink(home / "current")
    assert stick.ask("update").startswith("bad No USB stick is plugged in")
    stick.plug()
    assert stick.ask("update").startswith("bad There is no folder table-companion on the stick")
    shutil.copytree(project, stick.folder / "table-companion")
    assert stick.ask("update") == "good The version on the stick is the one that runs here.\n"
    (stick.folder / "table-companion/pyproject.toml").write_text('version = "0.9.0"\n')
    assert stick.ask("update").startswith("good Version 0.9.0 runs now.")
    assert os.readlink(home / "current").startswith("releases/0.9.0-")
    assert stick.ask("rollback") == "good The version before runs again.\n"
    assert os.readlink(home / "current") == first
    assert not (home / "on-trial").exists()


def test_a_broken_update_changes_nothing(stick: Stick, project: Path) -> None:
    before = laid(stick.root / "opt")
    shutil.copytree(project, stick.plug() / "table-companion")
    (stick.folder / "table-companion/pyproject.toml").write_text("half a file")
    answer = stick.ask("update")
    assert answer.startswith("bad Nothing was changed: ")
    assert answer.count("\n") == 1
    assert laid(stick.root / "opt") == before


def test_without_a_version_before_there_is_none_to_go_back_to(stick: Stick) -> None:
    assert stick.ask("rollback") == "bad Nothing was changed: there is no version before this one.\n"


def test_a_backup_on_a_stick_opens_again(stick: Stick) -> None:
    stick.plug()
    assert stick.ask("backup").startswith("bad Nothing was copied: there are no games in ")
    data = stick.root / "var/lib/table-companion"
    journal = Journal(data)
    Session.begin(journal, "eclipse", SETUP, {}).close()
    (data / "camera.json").write_text("{}")
    secret = stick.root / "secret"
    secret.write_text("not the companion's")
    (data / "tray.json").symlink_to(secret)
    answer = stick.ask("backup")
    journal.close()
    (copy,) = stick.folder.iterdir()
    assert answer.startswith("good All games and settings are on the stick")
    assert copy.name in answer
    assert {path.name for path in copy.iterdir()} == {"table.sqlite", "camera.json"}
    kept = Journal(copy)
    assert len(kept.unfinished()) == 1
    kept.close()


def test_saved_games_come_onto_a_stick_and_nothing_else(stick: Stick) -> None:
    stick.plug()
    assert stick.ask("export").startswith("bad Nothing was saved yet")
    saved = stick.root / "var/lib/table-companion/exports"
    (saved / "eclipse-2026-11-30-1").mkdir(parents=True)
    (saved / "eclipse-2026-11-30-1/score.csv").write_text("place,seat\n")
    secret = stick.root / "secret"
    secret.write_text("not the app's")
    (saved / "eclipse-2026-11-30-1/record.txt").symlink_to(secret)
    assert stick.ask("export").startswith("good The saved games are on the stick")
    (copy,) = stick.folder.iterdir()
    assert [str(path.relative_to(copy)) for path in copy.rglob("*") if path.is_file()] == [
        "eclipse-2026-11-30-1/score.csv"
    ]
    shutil.rmtree(saved)
    saved.symlink_to(stick.root)
    assert stick.ask("export").startswith("bad Nothing was saved yet")


def test_a_stick_that_is_full_or_locked_holds_no_half_of_a_copy(stick: Stick) -> None:
    Journal(stick.root / "var/lib/table-companion").close()
    stick.plug().rmdir()
    stick.folder.symlink_to("/proc")  # a folder in which nothing can be made
    assert stick.ask("backup").startswith("bad Nothing was copied: ")


def test_whatever_else_is_asked_for_is_refused(stick: Stick) -> None:
    stick.plug()
    before = laid(stick.root / "opt")
    for wish in ("", "format", "update; reboot", "x" * 10_000):
        assert stick.ask(wish) == "bad That cannot be done with a stick.\n"
    wish_file = stick.root / "var/lib/table-companion/stick-wish"
    wish_file.symlink_to("/etc/passwd")
    (stick.root / "run/table-companion/answer").unlink()
    subprocess.run(
        [stick.root / "opt/table-companion/current/systemd/stick"],
        env={**os.environ, "DESTDIR": str(stick.root)},
        check=True,
    )
    assert not wish_file.is_symlink()
    assert not (stick.root / "run/table-companion/answer").exists()
    assert laid(stick.root / "opt") == before


def test_installed_twice_is_as_installed_once(project: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    first = install(project, root)
    assert first.returncode == 0, first.stderr
    once = laid(root)
    assert "opt/table-companion/current" in once
    assert {f"etc/systemd/system/{unit}" for unit in UNITS} <= set(once)
    assert "etc/udev/rules.d/70-table-box.rules" in once
    assert not [path for path in once if "/.git/" in path or ".venv" in path or ".pyc" in path]
    second = install(project, root)
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert laid(root) == once


def test_an_update_keeps_the_version_before_and_goes_back(project: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    home = root / "opt/table-companion"
    assert install(project, root, "--rollback").returncode == 1
    releases = []
    for version in ("0.1.0", "0.2.0", "0.3.0"):
        (project / "pyproject.toml").write_text(f'version = "{version}"\n')
        assert install(project, root).returncode == 0
        releases.append(os.readlink(home / "current"))
        assert releases[-1].startswith(f"releases/{version}-")
    assert os.readlink(home / "previous") == releases[1]
    assert {f"releases/{path.name}" for path in (home / "releases").iterdir()} == set(releases[1:])
    assert install(project, root, "--rollback").returncode == 0
    assert (os.readlink(home / "current"), os.readlink(home / "previous")) == (releases[1], releases[2])
    assert install(project, root).returncode == 0  # and forward again
    assert os.readlink(home / "current") == releases[2]


def test_uninstalled_only_the_games_stay_until_they_are_purged(project: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    install(project, root)
    game = root / "var/lib/table-companion/table.sqlite"
    game.write_text("a game")
    for _ in range(2):
        assert install(project, root, "--uninstall").returncode == 0
        assert list(laid(root)) == ["var/lib/table-companion/table.sqlite"]
    assert install(project, root, "--uninstall", "--purge").returncode == 0
    assert laid(root) == {}


@pytest.mark.parametrize(
    "arguments",
    [
        ["--fly"],
        ["--purge"],
        ["--rollback", "--purge"],
        ["--rotate"],
        ["--rotate", "45"],
        ["--backup"],
        ["--uninstall", "--rotate", "90"],
        ["here"],
    ],
)
def test_a_wrong_argument_changes_nothing_and_is_one_sentence(
    arguments: list[str], project: Path, tmp_path: Path
) -> None:
    ran = install(project, tmp_path / "root", *arguments)
    assert ran.returncode == 1
    assert ran.stderr.count("\n") == 1
    assert not (tmp_path / "root").exists()


def test_a_backup_has_every_game_while_one_is_open(project: Path, tmp_path: Path) -> None:
    root, stick = tmp_path / "root", tmp_path / "a stick"
    install(project, root)
    assert install(project, root, "--backup", str(stick)).returncode == 1
    stick.mkdir()
    assert "no games" in install(project, root, "--backup", str(stick)).stderr
    data = root / "var/lib/table-companion"
    journal = Journal(data)
    session = Session.begin(journal, "eclipse", SETUP, {})
    assert install(project, root, "--backup", str(stick)).returncode == 0
    (copy,) = stick.iterdir()
    session.close()
    journal.close()
    kept = Journal(copy)
    assert len(kept.unfinished()) == 1
    kept.close()
