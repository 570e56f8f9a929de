"""The labelled photographs beside the project, where there are any: no worse than what was reached."""

import json
from collections import Counter
from pathlib import Path

import pytest

from vision import pictures, reader

LABELS = Path(__file__).resolve().parents[3] / "shared" / "dice" / "dev" / "labels.json"
RIGHT_FLOOR, SILENT_MOST, ASKED_MOST, COLOUR_FLOOR = 0.85, 0, 0.35, 0.97


@pytest.mark.skipif(not LABELS.exists(), reason="the labelled photographs of ../shared/dice/dev are not here")
def test_ordinary_throws() -> None:
    labels = [label for label in json.loads(LABELS.read_text()) if label["score_class"] == "exact"]
    right = silent = asked = dice = coloured = 0
    for label in labels:
        reading = reader.read(pictures.load(LABELS.parent / label["file"]))
        good = Counter(die.value for die in reading.dice) == Counter(die["value"] for die in label["dice"])
        right += good
        asked += not reading.certain
        silent += reading.certain and not good
        if good and all(die["colour"] for die in label["dice"]):
            wanted = Counter((die["value"], die["colour"]) for die in label["dice"])
            dice += len(label["dice"])
            coloured += sum((wanted & Counter((die.value, die.colour) for die in reading.dice)).values())
    assert right >= RIGHT_FLOOR * len(labels)
    assert silent <= SILENT_MOST
    assert asked <= ASKED_MOST * len(labels)
    assert coloured >= COLOUR_FLOOR * dice
