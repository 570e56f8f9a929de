"""`python -m vision.train`: the finder and the value reader anew, on one core.

First both are fitted to generated throws alone; what they then wrongly take for dice is kept as decoys; then both go on
with generated throws, the labelled photographs, and photographs without dice.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import cv2
import numpy as np
import torch

from vision import finder as seeing
from vision import pictures
from vision.train import finder, tiles, values
from vision.train.tiles import Piece


def without_dice(folder: Path) -> list[Piece]:
    """The pictures of a folder, none of which shows a die."""
    found = []
    for file in sorted(folder.iterdir()):
        try:
            found.append(Piece(pictures.load(file), np.zeros((0, 4)), "ground"))
        except pictures.NotAPicture as error:
            print(error)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m vision.train", description="Fit the dice reader's networks anew.")
    parser.add_argument("--labels", type=Path, help="labelled photographs, as score_dice takes them")
    parser.add_argument("--without", default="", help="sources to leave out, joined by commas, to be judged on")
    parser.add_argument("--grounds", type=Path, help="a folder of photographs without dice")
    parser.add_argument("--throws", type=int, default=900, help="generated throws")
    parser.add_argument("--minutes", type=float, default=75, help="for all fits together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=seeing.MODEL.parent, help="where the networks are put")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    # the photographs without boxes are boxed by the reader there is now, before it is replaced
    real = tiles.photographed(options.labels, options.without) if options.labels else []
    real += without_dice(options.grounds) if options.grounds else []
    thrown = tiles.generated(range(900_000, 900_000 + options.throws))
    print(f"{len(thrown)} generated throws, {len(real)} photographs", flush=True)
    part = options.minutes / 4
    with tempfile.TemporaryDirectory() as scratch:
        first, second = Path(scratch) / "finder.pt", Path(scratch) / "values.pt"
        base = finder.fit(thrown, part, options.seed, None, 0, first, 4e-3)
        values.fit(thrown, part, options.seed, None, 0, second, 3e-3)
        finder.export(base, first.with_suffix(".onnx"))
        tricky = tiles.with_decoys(thrown + real, first.with_suffix(".onnx"))
        last = finder.fit(tricky, part, options.seed, first, 0.55, first, 2e-3)
        finder.export(last, options.out / "finder.onnx")
        best = values.fit(tricky, part, options.seed, second, 0.55, second, 1.5e-3)
        values.export(best, options.out / "values.onnx")


if __name__ == "__main__":
    main()
