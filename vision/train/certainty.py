"""How far to trust the votes: `python -m vision.train.certainty LABELS.json SOURCES=FOLDER...`

Each FOLDER holds networks fitted without the SOURCES (joined by commas) named before it, and is judged on these. What
the votes on each die were made of is then weighed by two logistic fits: is it a die, and is it read right. The weights
are printed for `vision/values.py`.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision import ballot, finder, pictures, values
from vision.ballot import Vote
from vision.pixels import Floats

CROWDED = 0.2  # weight of a die in a picture that is scored die by die only: there are many of them, and all alike


def truths(label: dict[str, Any], votes: list[Vote]) -> list[tuple[Vote, bool, bool]]:
    """Votes with whether each is a die and is read right. Where nobody marked the places, the surest are the dice."""
    left = Counter(die["value"] for die in label["dice"])
    boxed = bool(label["dice"]) and all(die.get("box") for die in label["dice"])
    answer = []
    for number, vote in enumerate(sorted(votes, key=lambda one: -one.real)):
        if boxed:
            near = [die for die in label["dice"] if _inside(vote, *die["box"])]
            if not near and label["score_class"] != "exact":
                continue
            there, right = bool(near), any(die["value"] == vote.kind for die in near)
        else:
            there = number < len(label["dice"])
            right = there and left[vote.kind] > 0
            left[vote.kind] -= right
        answer.append((vote, there, right))
    return answer


def _inside(vote: Vote, x: float, y: float, width: float, height: float) -> bool:
    # a box may be drawn round the pips only
    wide, high = 0.25 * width + 0.25 * vote.found.size, 0.25 * height + 0.25 * vote.found.size
    return x - wide < vote.found.x < x + width + wide and y - high < vote.found.y < y + height + high


def logistic(parts: Floats, wanted: Floats, weight: Floats) -> Floats:
    """Weights of the columns of `parts`, whose last is all ones. None but the last weight is under 0: no part speaks
    for less trust the more of it there is."""
    spread = np.append(parts[:, :-1].std(axis=0) + 1e-6, 1.0)
    level = parts / spread
    answer = np.zeros(parts.shape[1])
    for _ in range(4000):
        chance = 1 / (1 + np.exp(-level @ answer))
        step = level.T @ ((chance - wanted) * weight) / weight.sum()
        step[:-1] += 0.1 * answer[:-1] / len(wanted)
        answer -= step
        answer[:-1] = np.maximum(answer[:-1], 0)
    return np.asarray(answer / spread)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m vision.train.certainty")
    parser.add_argument("labels", type=Path)
    parser.add_argument("judged", nargs="+", metavar="SOURCES=FOLDER")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    parts, dice, right, weight = [], [], [], []
    for one in options.judged:
        sources, folder = one.split("=", 1)
        finder.MODEL, values.MODEL = Path(folder) / "finder.onnx", Path(folder) / "values.onnx"
        finder.load.cache_clear()
        values.load.cache_clear()
        for label in json.loads(options.labels.read_text()):
            if label["source"] not in sources.split(",") or not label["dice"]:
                continue
            votes = ballot.hold(pictures.load(options.labels.parent / label["file"]))
            for vote, there, read in truths(label, votes):
                parts.append(vote.parts)
                dice.append(float(there))
                right.append(float(read))
                weight.append(1.0 if label["score_class"] == "exact" else CROWDED)
    for name, wanted in (("IS_A_DIE", dice), ("IS_READ_RIGHT", right)):
        fitted = logistic(np.stack(parts), np.array(wanted), np.array(weight))
        print(f"{name} = np.array({np.round(fitted, 3).tolist()})")


if __name__ == "__main__":
    main()
