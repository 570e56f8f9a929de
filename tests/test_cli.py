"""The `companion` command as it is called from outside."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import companion
from companion import cli
from companion.commands.run import display_missing
from companion.faults import Fault


def command(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-m", "companion", *arguments], capture_output=True, text=True, check=False)


def test_version() -> None:
    ran = command("--version")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"companion {companion.__version__}\n", "")


@pytest.mark.parametrize(
    "arguments", [["fly"], ["--no-such"], ["dice", "read"], ["dice", "read", "a.jpg", "--dice", "d20"]]
)
def test_unusable_arguments_end_with_2(arguments: list[str]) -> None:
    ran = command(*arguments)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert "Traceback" not in ran.stderr


def test_a_fault_is_one_sentence_and_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(**_: object) -> None:
        raise Fault("the tray is upside down; turn it over.")

    monkeypatch.setattr(cli, "app", broken)
    assert cli.main([]) == 1
    assert capsys.readouterr() == ("", "companion: the tray is upside down; turn it over.\n")


def test_an_unforeseen_error_is_one_sentence_and_is_written_down(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def broken(**_: object) -> None:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr(cli, "app", broken)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert cli.main([]) == 1
    said = capsys.readouterr().err
    log = tmp_path / "table-companion" / "errors.log"
    assert said.count("\n") == 1
    assert str(log) in said
    assert "ZeroDivisionError: ours" in log.read_text()


def test_help_imports_nothing_heavy() -> None:
    asked = (
        "import sys; from companion.cli import main; main(['--help']);"
        "print([m for m in ('kivy', 'cv2', 'numpy', 'gpiozero', 'serial') if m in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert ran.stdout.endswith("[]\n")


def test_without_a_display_run_says_so(tmp_path: Path) -> None:
    said = display_missing({}, graphics=tmp_path)
    assert said is not None
    assert "xvfb-run" in said


def test_a_display_or_a_panel_will_do(tmp_path: Path) -> None:
    assert display_missing({"DISPLAY": ":0"}, graphics=tmp_path) is None
    assert display_missing({"WAYLAND_DISPLAY": "wayland-0"}, graphics=tmp_path) is None
    (tmp_path / "card0").touch()
    assert display_missing({}, graphics=tmp_path) is None


def shell(line: str, cwd: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """The command `companion` in a line of a shell."""
    here = str(Path(companion.__file__).parents[1])
    return subprocess.run(
        ["bash", "-c", line.replace("companion", f"{sys.executable} -m companion", 1)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": here, "XDG_DATA_HOME": str(cwd), **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize("game", ["sim eclipse --players 2", "sim eclipse --players 2 --json", "--version"])
def test_output_that_takes_no_more_is_said(tmp_path: Path, game: str) -> None:
    ran = shell(f"companion {game} > /dev/full", tmp_path)
    assert ran.returncode == 1
    assert ran.stderr == (
        "companion: the output cannot be written: no space left on device; free some space, and try again.\n"
    )


def test_a_pipe_that_was_closed_is_no_fault(tmp_path: Path) -> None:
    ran = shell("companion sim eclipse --players 2 --games 40 --json | head -n 1", tmp_path)
    assert ran.stdout.startswith('{"game": "eclipse"')
    assert ran.stderr == ""


@pytest.mark.parametrize("streams", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_closed_streams_do_no_harm(tmp_path: Path, streams: str) -> None:
    ran = shell(f"companion replay none.txt {streams}", tmp_path)
    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr
    said = "companion: none.txt: the record cannot be read: there is no such file; look at its name and place.\n"
    assert ran.stderr == ("" if "2>&-" in streams else said)


def test_a_terminal_without_our_letters(tmp_path: Path) -> None:
    for name in ("bad name.txt", "bad\nname.txt", "bäd\x1b[31m.txt"):
        (tmp_path / name).write_text("no record\n")
        ran = shell(f"companion replay '{name}' --json", tmp_path, PYTHONIOENCODING="ascii")
        assert ran.returncode == 1
        assert json.loads(ran.stdout)["file"] == name
        assert ran.stderr.count("\n") == 1
        assert "\x1b" not in ran.stderr


def test_a_user_without_a_home(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def none(*_: object) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", none)
    assert cli.main(["sessions"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("companion: This user has no home folder")
    assert "--data" in said
