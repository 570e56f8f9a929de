"""Pictures of throws: kept whole, within the budget, the oldest gone first."""

from pathlib import Path

import pytest

from companion.table.evidence import Evidence
from companion.table.journal import JournalFault


def kept(evidence: Evidence) -> list[str]:
    """What is left, as <session>/<throw>."""
    files = [path for path in evidence.folder.rglob("*") if path.is_file()]
    return sorted(f"{path.parent.name}/{int(path.name.split('-')[0].split('.')[0])}" for path in files)


def test_a_picture_is_kept_whole(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path)
    name = evidence.keep(3, b"picture")
    assert name.startswith("3/00001-")
    path = evidence.path(name)
    assert path is not None
    assert path.read_bytes() == b"picture"
    evidence.keep(3, b"another")
    assert kept(evidence) == ["3/1", "3/2"]


def test_the_oldest_of_the_oldest_session_goes_first(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, budget=40)
    first = evidence.keep(2, bytes(10))
    for session in (10, 2, 10):
        evidence.keep(session, bytes(10))
    evidence.keep(11, bytes(10))
    assert kept(evidence) == ["10/1", "10/2", "11/1", "2/2"]
    evidence.keep(11, bytes(15))
    assert kept(evidence) == ["10/2", "11/1", "11/2"]
    assert not (evidence.folder / "2").exists()
    assert evidence.path(first) is None


def test_the_one_just_kept_stays_even_if_it_is_too_large(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, budget=5)
    evidence.keep(1, bytes(3))
    evidence.keep(1, bytes(10))
    assert kept(evidence) == ["1/2"]


def test_a_name_never_comes_back(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, budget=5)
    first = evidence.keep(1, b"first")
    for path in evidence.folder.rglob("*.jpg"):
        path.unlink()
    assert evidence.keep(1, b"other") != first


def test_what_a_power_cut_left_half_written_goes(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path)
    (evidence.folder / "1").mkdir(parents=True)
    (evidence.folder / "1" / "00001.part").write_bytes(b"pic")
    evidence.tidy()
    assert kept(evidence) == []


def test_a_name_from_outside_reaches_nothing_outside(tmp_path: Path) -> None:
    (tmp_path / "secret.jpg").touch()
    assert Evidence(tmp_path).path("../secret.jpg") is None


def test_a_picture_that_cannot_be_kept_is_said(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path)
    evidence.folder.touch()
    with pytest.raises(JournalFault, match=r"^The throw's picture cannot be kept in .*; the throw counts\.$"):
        evidence.keep(1, b"picture")
