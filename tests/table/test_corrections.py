"""What the table corrected is kept, whole or not at all, within its budget."""

from pathlib import Path

from companion.table.corrections import Corrections

READ = [{"value": 3, "colour": "red", "box": [1, 2, 3, 4]}]
TRUTH = [{"value": 5, "colour": "red", "box": [1, 2, 3, 4]}]


def test_kept_in_order(tmp_path: Path) -> None:
    kept = Corrections(tmp_path)
    assert kept.all() == []
    kept.keep(b"first", READ, TRUTH)
    kept.keep(b"second", TRUTH, READ)
    first, second = kept.all()
    assert first[0].read_bytes() == b"first"
    assert first[1:] == (READ, TRUTH)
    assert second[0].read_bytes() == b"second"


def test_the_oldest_go_first_and_the_newest_never(tmp_path: Path) -> None:
    kept = Corrections(tmp_path, budget=3000)
    for number in range(6):
        kept.keep(bytes([number]) * 1000, READ, TRUTH)
    left = [picture.read_bytes()[0] for picture, _, _ in kept.all()]
    assert left == [4, 5]
    kept.keep(b"x" * 9000, READ, TRUTH)
    assert [picture.read_bytes()[:1] for picture, _, _ in kept.all()] == [b"x"]


def test_what_is_broken_is_left_out(tmp_path: Path) -> None:
    kept = Corrections(tmp_path)
    kept.keep(b"first", READ, TRUTH)
    kept.keep(b"second", READ, TRUTH)
    (kept.folder / "000001.json").write_text("{")
    assert [picture.read_bytes() for picture, _, _ in kept.all()] == [b"second"]
    (kept.folder / "000002.jpg").unlink()
    assert kept.all() == []
