"""`companion doctor`."""

import json
from pathlib import Path

import pytest

from companion import cli
from companion.health import box_finding, database, table_box
from companion.table.journal import Journal
from tests.firmware.rig import Cable

PARTS = [
    "version", "machine", "camera", "gpio", "table box", "display", "touch", "sound", "groups", "disk", "clock",
    "power", "temperature", "database", "settings",
]  # fmt: skip


def test_each_part_has_one_line_and_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["doctor", "--data", str(tmp_path / "data")])
    lines = capsys.readouterr().out.splitlines()
    assert [line[8:].split(":")[0] for line in lines] == PARTS
    assert not (tmp_path / "data").exists()


def test_as_json_and_a_wrong_setting_ends_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "settings.toml").write_text("[buttons]\nseats = 12\n")
    assert cli.main(["doctor", "--json", "--data", str(tmp_path)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["good"] is False
    assert [finding["part"] for finding in told["findings"]] == PARTS
    setting = told["findings"][-1]
    assert (setting["state"], set(setting)) == ("wrong", {"part", "state", "found", "do"})
    assert "line 2" in setting["found"]


def test_the_database_sound_and_broken(tmp_path: Path) -> None:
    assert database(tmp_path).found == "no games yet"
    Journal(tmp_path).close()
    assert database(tmp_path).state == "ok"
    (tmp_path / "table.sqlite").write_bytes(b"no database at all" * 100)
    broken = database(tmp_path)
    assert broken.state == "wrong"
    assert "deletes nothing" in broken.do
    assert (tmp_path / "table.sqlite").read_bytes().startswith(b"no database")


def test_a_device_that_is_no_box_is_wrong_and_says_what_to_do() -> None:
    cable = Cable()
    cable.plug()
    try:
        assert cable.port is not None
        finding = table_box(cable.port)
    finally:
        cable.unplug()
    assert finding.state == "wrong"
    assert "box flash" in finding.do


def told(data: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, str]]:
    """The doctor's findings by their part; each is one line that says what to do, if it is not ok."""
    status = cli.main(["doctor", "--json", "--data", str(data)])
    out, err = capsys.readouterr()
    findings = json.loads(out)["findings"]
    assert (status, err) == (int(any(finding["state"] == "wrong" for finding in findings)), "")
    for finding in findings:
        assert finding["found"]
        assert "\n" not in finding["found"] + finding["do"]
        assert bool(finding["do"]) == (finding["state"] != "ok"), finding
    return {finding["part"]: finding for finding in findings}


def test_a_data_folder_that_is_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data").write_text("a file")
    found = told(tmp_path / "data", capsys)
    assert "is a file" in found["disk"]["found"]
    assert "camera.json" not in found["camera"]["found"]


def test_folders_and_noise_where_files_should_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("settings.toml", "table.sqlite", "camera.json"):
        (tmp_path / name).mkdir()
    found = told(tmp_path, capsys)
    assert found["settings"]["state"] == found["database"]["state"] == "wrong"
    for name in ("settings.toml", "table.sqlite", "camera.json"):
        (tmp_path / name).rmdir()
        (tmp_path / name).write_bytes(b"\xff\x00" * 2000)
    found = told(tmp_path, capsys)
    assert found["settings"]["state"] == found["database"]["state"] == "wrong"
    assert "line" not in found["settings"]["do"]


def test_a_port_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "settings.toml").write_text('[box]\nport = "/dev/null"\n[camera]\nsource = "picamera"\n')
    found = told(tmp_path, capsys)
    assert found["table box"]["found"] == "the table box at /dev/null cannot be opened (it is no serial port)"
    assert found["table box"]["do"] == "plug it in again"
    assert found["camera"]["state"] in ("wrong", "missing")


@pytest.mark.parametrize(
    ("state", "do"),
    [
        ("the table box at /dev/x has fallen silent; it is being looked for.", "unplug it and plug it in again"),
        ("the table box at /dev/x cannot be opened (a: b): plug it in again.", "plug it in again"),
    ],
)
def test_what_a_link_says_is_split_where_the_advice_begins(state: str, do: str) -> None:
    finding = box_finding(state, False)
    assert (finding.state, finding.do) == ("wrong", do)
    assert finding.found
