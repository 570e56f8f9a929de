"""`companion dice`: what it prints, and how it ends."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion import cli
from vision import studio


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[dict[str, Any]], str]:
    """Exit status, the JSON lines on standard output, and standard error."""
    status = cli.main(["dice", *arguments])
    out, err = capsys.readouterr()
    return status, [json.loads(line) for line in out.splitlines()], err


@pytest.fixture(scope="module")
def throws(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two pictures of throws, and one file that is no picture."""
    folder = tmp_path_factory.mktemp("throws")
    for seed in (1, 2):
        cv2.imwrite(str(folder / f"throw{seed}.png"), studio.throw(seed)[0])
    (folder / "notes.jpg").write_text("not a picture")
    return folder


def test_a_reading_is_one_json_line_a_file(capsys: pytest.CaptureFixture[str], throws: Path) -> None:
    files = [str(throws / "throw1.png"), str(throws / "throw2.png")]
    status, lines, err = run(capsys, "read", *files, "--json")
    assert (status, err) == (0, "")
    assert [line["file"] for line in lines] == files
    for line in lines:
        assert set(line) == {"file", "dice", "certain", "reason", "ms"}
        assert isinstance(line["certain"], bool)
        for die in line["dice"]:
            assert set(die) == {"value", "face", "colour", "confidence", "box"}
            assert len(die["box"]) == 4
            assert 0 <= die["confidence"] <= 1


def test_files_that_are_no_pictures_are_said_and_the_others_read(
    capsys: pytest.CaptureFixture[str], throws: Path
) -> None:
    bad = [str(throws / "notes.jpg"), str(throws), str(throws / "none.png")]
    status, lines, err = run(capsys, "read", *bad, str(throws / "throw1.png"), "--json")
    assert status == 1
    assert [line["file"] for line in lines if "error" in line] == bad
    assert "dice" in lines[-1]
    said = err.splitlines()
    assert len(said) == 3
    for file, sentence in zip(bad, said, strict=True):
        assert sentence.startswith("companion: ")
        assert file in sentence


def test_in_words(capsys: pytest.CaptureFixture[str], throws: Path) -> None:
    file = str(throws / "throw1.png")
    assert cli.main(["dice", "read", file]) == 0
    assert capsys.readouterr().out.startswith(f"{file}: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["read", "x.png", "--expect", "3 turquoise"],
        ["read", "x.png", "--expect", ""],
        ["watch", "--camera", "telescope"],
    ],
)
def test_unusable_arguments(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    status, lines, err = run(capsys, *arguments)
    assert (status, lines) == (2, [])
    assert "Traceback" not in err


def test_watching_photographs_reads_each_once(capsys: pytest.CaptureFixture[str], throws: Path) -> None:
    status, lines, err = run(capsys, "watch", "--camera", f"photos:{throws}", "--json")
    assert (status, err) == (0, "")
    assert len(lines) == 2
    assert set(lines[0]) == {"dice", "certain", "reason", "ms"}


def test_watching_a_film_reads_each_throw_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    film = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 15, (640, 480))
    for seed in (3, 4):
        resting, _ = studio.throw(seed)
        for _ in range(18):
            writer.write(resting)
    writer.release()
    status, lines, err = run(capsys, "watch", "--camera", f"video:{film}", "--json")
    assert (status, err) == (0, "")
    assert len(lines) == 2


def test_watching_what_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, lines, err = run(capsys, "watch", "--camera", f"photos:{tmp_path}", "--json")
    assert (status, lines) == (1, [])
    assert err.count("\n") == 1
    assert str(tmp_path) in err


def test_the_studio_throws_until_nobody_listens() -> None:
    asked = [sys.executable, "-m", "companion", "dice", "watch", "--camera", "studio", "--json"]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as watching:
        assert watching.stdout is not None
        assert watching.stderr is not None
        lines = [json.loads(watching.stdout.readline()) for _ in range(2)]
        watching.stdout.close()
        assert watching.wait(timeout=60) == 1
        assert watching.stderr.read() == ""
    assert all("dice" in line for line in lines)
