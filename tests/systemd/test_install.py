"""The units as systemd reads them, and the installer into a folder: twice, back, and away."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.rules.contract import SeatSetup, Setup
from companion.table.journal import Journal
from companion.table.session import Session

SETUP = Setup("eclipse", (SeatSetup("red", "terran"), SeatSetup("blue", "terran")), {}, frozenset())
ROOM = Path(__file__).parents[2] / "systemd"
SCRIPTS = ("install", "safe-screen")
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


@pytest.mark.parametrize("arguments", [["--fly"], ["--purge"], ["--rollback", "--purge"]])
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
