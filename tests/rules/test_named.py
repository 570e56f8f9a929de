"""Every rule case and every worked example of the optional extra data has a test named after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SHARED = Path(__file__).parents[3] / "shared" / "eclipse"
NAMES = [
    name
    for file in Path(__file__).parent.rglob("test_*.py")
    for name in re.findall(r"def (test_\w+)", file.read_text(encoding="utf-8"))
]


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is not here")
def test_every_case_and_vector_has_its_test() -> None:
    cases = set(re.findall(r"^(\d+)\. ", (SHARED / "cases.md").read_text(encoding="utf-8"), re.MULTILINE))
    tested = {
        number
        for name in NAMES
        for run in re.findall(r"case_((?:\d+_(?:and_)?)+)", name)
        for number in re.findall(r"\d+", run)
    }
    assert cases
    assert cases <= tested
    facts = (SHARED / "facts" / "test_vectors.toml").read_text(encoding="utf-8")
    vectors = {found.replace("-", "_") for found in re.findall(r'^id = "([^"]+)"', facts, re.MULTILINE)}
    assert {vector for vector in vectors if not any(vector in name for name in NAMES)} == set()
