"""`companion doctor`."""

import json
from pathlib import Path

import pytest

from companion import cli
from companion.health import database, table_box
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
