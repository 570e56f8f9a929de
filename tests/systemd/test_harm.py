"""The installer cut off, on a full disk, with odd settings: what ran goes on, and the next run puts all right."""

import os
import resource
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.settings import load
from tests.systemd.test_install import ROOM, UNITS, Stick, install, laid, stick
from tests.systemd.test_install import project as small_project

__all__ = ["stick"]  # a fixture

CUT = ("mkdir", "tar", "chmod", "ln", "mv", "install", "rm", "cp")
"""What the installer changes anything with: at the call of a number, the plug is pulled instead."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return small_project.__wrapped__(tmp_path)  # type: ignore[attr-defined]


@pytest.fixture
def plug(tmp_path: Path) -> Callable[[int], dict[str, str]]:
    """The environment in which the installer is killed at its n-th change."""
    programs, count = tmp_path / "programs", tmp_path / "count"
    programs.mkdir()
    for name in CUT:
        (programs / name).write_text(
            f'#!/bin/sh\nmine=$({{ flock 9; echo {name} >&9; wc -l <"{count}"; }} 9>>"{count}")\n'
            f'[ "$mine" != "$PULLED_AT" ] || {{ kill -9 "$INSTALLER" "$PPID"; exit 1; }}\n'
            f'exec {shutil.which(name)} "$@"\n'
        )
        (programs / name).chmod(0o755)

    def pulled_at(number: int) -> dict[str, str]:
        count.write_text("")
        return {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "PULLED_AT": str(number)}

    return pulled_at


def cut_off(project: Path, root: Path, environment: dict[str, str], *arguments: str) -> bool:
    """Runs the installer; whether it was killed."""
    words = ["sh", "-c", 'INSTALLER=$$ && export INSTALLER && exec "$@"', "-", project / "systemd/install", *arguments]
    ran = subprocess.run(words, env={**environment, "DESTDIR": str(root)}, capture_output=True, check=False)
    return ran.returncode != 0


def test_cut_off_anywhere_an_update_leaves_what_runs_and_is_finished_by_the_next(
    project: Path, tmp_path: Path, plug: Callable[[int], dict[str, str]]
) -> None:
    root, home = tmp_path / "root", tmp_path / "root/opt/table-companion"
    install(project, root)
    first = os.readlink(home / "current")
    (project / "pyproject.toml").write_text('version = "0.2.0"\n')
    unit = project / "systemd/table-companion.service"
    unit.write_text(unit.read_text() + "# changed\n")
    before = tmp_path / "before"
    shutil.copytree(root, before, symlinks=True)
    install(project, root)
    whole = laid(root)
    number = 0
    while True:
        number += 1
        shutil.rmtree(root)
        shutil.copytree(before, root, symlinks=True)
        cut = cut_off(project, root, plug(number))
        runs = home / "current"
        assert (runs / ".complete").exists(), number
        assert (runs / "systemd/stick").exists(), number
        for name in UNITS:
            laid_unit = root / "etc/systemd/system" / name
            assert laid_unit.read_text().splitlines()[0].startswith("[Unit]"), number
        if not cut:
            break
        if os.readlink(runs) == first:
            assert install(project, root, "--backup", str(tmp_path)).returncode == 1  # no games yet: it answers
        assert install(project, root).returncode == 0
        after = laid(root)
        assert {path: after.get(path) for path in whole} == whole, number
        assert [path for path in after if path not in whole and not path.endswith(".new")] == [], number
    assert number > 15
    assert laid(root) == whole


def test_a_first_installation_that_was_cut_off_is_uninstalled_or_finished(
    project: Path, tmp_path: Path, plug: Callable[[int], dict[str, str]]
) -> None:
    root, other = tmp_path / "root", tmp_path / "other"
    install(project, other)
    for number in (2, 3, 5, 8, 13):
        assert cut_off(project, root, plug(number))
        assert install(project, root, "--uninstall").returncode == 0
        assert laid(root) == {}
        assert cut_off(project, root, plug(number))
        assert install(project, root).returncode == 0
        assert laid(root) == laid(other)
        install(project, root, "--uninstall")


def test_a_full_disk_is_one_sentence_and_what_ran_goes_on(project: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    install(project, root)
    before = laid(root)
    (project / "pyproject.toml").write_text('version = "0.2.0"\n')
    (project / "large").write_bytes(bytes(100_000))
    ran = subprocess.run(
        [project / "systemd/install"],
        env={**os.environ, "DESTDIR": str(root)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].endswith("is the disk full?")
    assert laid(root) == before


def test_what_nobody_foresaw_ends_in_a_sentence_too(project: Path, tmp_path: Path) -> None:
    (tmp_path / "root/opt").mkdir(parents=True)
    (tmp_path / "root/opt/table-companion").touch()
    ran = install(project, tmp_path / "root")
    assert ran.returncode != 0
    assert ran.stderr.splitlines()[-1].startswith("install: it stopped half-way")


def test_rights_of_a_stick_and_of_its_reader_do_not_matter(project: Path, tmp_path: Path) -> None:
    for path in project.rglob("*"):
        if path.is_file():
            path.chmod(0o600)
    root = tmp_path / "root"
    ran = subprocess.run(
        ["sh", "-c", f'umask 077; exec sh "{project}/systemd/install"'],
        env={**os.environ, "DESTDIR": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    current = root / "opt/table-companion/current"
    for path in (current, current / "systemd", current / "systemd/stick", current / "systemd/install"):
        assert path.stat().st_mode & 0o777 == 0o755, path
    assert (current / "pyproject.toml").stat().st_mode & 0o777 == 0o644


@pytest.fixture
def with_settings(project: Path) -> Path:
    """The project with the app's own reader of settings."""
    (project / "companion").mkdir(exist_ok=True)
    (project / "companion/__init__.py").touch()
    for name in ("settings.py", "faults.py", "data.py"):
        shutil.copy(ROOM.parent / "companion" / name, project / "companion" / name)
    shutil.copytree(ROOM.parent / "hardware", project / "hardware", dirs_exist_ok=True)
    return project


@pytest.mark.parametrize(
    "before",
    [
        b"screen.rotation = 90\n",
        b"screen = { rotation = 90 }\n",
        b"[screen\nrotation = 90\n",
        b"\xff\xfe\x00garbage",
    ],
    ids=["dotted", "inline", "broken", "noise"],
)
def test_settings_that_cannot_be_changed_stay_as_they_are_and_are_named(
    before: bytes, with_settings: Path, tmp_path: Path
) -> None:
    root = tmp_path / "root"
    file = root / "var/lib/table-companion/settings.toml"
    file.parent.mkdir(parents=True)
    file.write_bytes(before)
    ran = install(with_settings, root, "--rotate", "180")
    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)
    assert "settings.toml cannot be changed as it is: write  rotation = 180" in ran.stderr
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == ["settings.toml"]
    file.unlink()
    assert install(with_settings, root, "--rotate", "180").returncode == 0
    assert load(file.parent).settings.rotation == 180


def test_no_link_in_the_apps_folder_leads_root_elsewhere(project: Path, tmp_path: Path) -> None:
    root, secret = tmp_path / "root", tmp_path / "secret"
    data = root / "var/lib/table-companion"
    data.mkdir(parents=True)
    secret.write_text("[screen]\nrotation = 90\n")
    for name in ("settings.toml", "settings.toml.new"):
        (data / name).symlink_to(secret)
        assert install(project, root, "--rotate", "0").returncode == (1 if name == "settings.toml" else 0)
        assert secret.read_text() == "[screen]\nrotation = 90\n"
        (data / name).unlink(missing_ok=True)


def test_half_an_update_on_the_stick_changes_nothing(stick: Stick, project: Path) -> None:
    before = laid(stick.root / "opt")
    half = stick.plug() / "table-companion"
    shutil.copytree(project, half)
    (half / "pyproject.toml").write_text("")  # as a stick that was pulled out too early has it
    assert stick.ask("update").startswith("bad Nothing was changed: ")
    (half / "systemd/install").write_text("")
    assert stick.ask("update").startswith("bad There is no folder table-companion on the stick")
    shutil.rmtree(half)
    half.write_text("a file of that name")
    assert stick.ask("update").startswith("bad There is no folder table-companion on the stick")
    assert laid(stick.root / "opt") == before


def test_an_update_that_is_not_what_was_put_on_the_stick_changes_nothing(stick: Stick, project: Path) -> None:
    on_stick = stick.plug() / "table-companion"
    shutil.copytree(project, on_stick)
    (on_stick / "pyproject.toml").write_text('version = "0.2.0"\n')
    (on_stick / "companion.py").write_text("whole")
    subprocess.run(
        "find . -type f ! -name checksums | xargs -d '\n' sha256sum >checksums", shell=True, cwd=on_stick, check=True
    )
    before = laid(stick.root / "opt")
    for damage in (lambda: (on_stick / "companion.py").write_text("wh"), (on_stick / "companion.py").unlink):
        damage()
        assert stick.ask("update") == (
            f"bad Nothing was changed: the version in {on_stick} is damaged, or not all of it is there: "
            "fill the stick anew (make stick).\n"
        )
    assert laid(stick.root / "opt") == before
    (on_stick / "companion.py").write_text("whole")
    assert stick.ask("update").startswith("good Version 0.2.0 runs now.")
    assert not (stick.root / "opt/table-companion/current/checksums").exists()
