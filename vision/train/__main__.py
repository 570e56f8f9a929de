"""`python -m vision.train`: the four networks of the dice reader anew, on two cores.

First finder and value reader are fitted to generated throws alone; what the finder then wrongly takes for dice is kept
as decoys; then both go on with generated throws, the labelled photographs, and photographs without dice. The reader of
coloured faces and what tells which way a top faces are fitted to generated throws alone.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

from vision import finder as seeing
from vision import pictures
from vision.pixels import Image
from vision.train import finder, tiles, tilts, values
from vision.train.tiles import Piece

PIPPED, COLOURED, LEANING = 1_000_000, 1_100_000, 1_200_000  # first seeds
LONGEST = 1000  # pixels of a ground's longer side


def without_dice(folder: Path) -> list[Piece]:
    """The pictures of a folder, none of which shows a die."""
    found = []
    for file in sorted(folder.iterdir()):
        try:
            image = pictures.load(file)
        except pictures.NotAPicture as error:
            print(error)
            continue
        scale = min(1.0, LONGEST / max(image.shape[:2]))
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        found.append(Piece(small, np.zeros((0, 4)), "ground"))
    return found


def thrown(seeds: range, grounds: list[Image], kind: str = "pips", lean: float = 0.13) -> list[Piece]:
    """Generated throws, made on both cores."""
    parts = [seeds[n : n + 20] for n in range(0, len(seeds), 20)]
    with get_context("fork").Pool(2) as pool:
        made = pool.map(partial(_made, grounds, kind, lean), parts)
    return [piece for some in made for piece in some]


def _made(grounds: list[Image], kind: str, lean: float, seeds: range) -> list[Piece]:
    cv2.setNumThreads(1)
    return tiles.generated(seeds, grounds, kind, lean)


def together(*works: Callable[[], Any]) -> None:
    """Do both, each on a core of its own. RuntimeError when one fails."""
    fork = get_context("fork")
    running = [fork.Process(target=work) for work in works]
    for one in running:
        one.start()
    for one in running:
        one.join()
    if any(one.exitcode for one in running):
        raise RuntimeError("a fit did not come to its end: see above.")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m vision.train", description="Fit the dice reader's networks anew.")
    parser.add_argument("--labels", type=Path, help="labelled photographs, as score_dice takes them")
    parser.add_argument("--without", default="", help="sources to leave out, joined by commas, to be judged on")
    parser.add_argument("--grounds", type=Path, help="a folder of photographs without dice")
    parser.add_argument("--throws", type=int, default=2600, help="generated throws; a sixth as many of coloured dice")
    parser.add_argument("--minutes", type=float, default=65, help="for all fits together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=seeing.MODEL.parent, help="where the networks are put")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    # the photographs without boxes are boxed by the reader there is now, before it is replaced
    real = tiles.photographed(options.labels, options.without) if options.labels else []
    grounds = without_dice(options.grounds) if options.grounds else []
    lying = [piece.image for piece in grounds]
    pipped = thrown(range(PIPPED, PIPPED + options.throws), lying)
    coloured = thrown(range(COLOURED, COLOURED + options.throws // 6), lying, "cosmic")
    leaning = thrown(range(LEANING, LEANING + options.throws // 3), lying, lean=0.35)
    made, seed = pipped + coloured + grounds, options.seed
    print(f"{len(made) + len(leaning)} generated throws and grounds, {len(real)} photographs", flush=True)
    share = 0.08 if grounds else 0.0
    with tempfile.TemporaryDirectory() as scratch:
        first, second, third = (Path(scratch) / f"{name}.pt" for name in ("finder", "values", "coloured"))

        def begin_finder() -> None:
            begun = finder.fit(made, 0.5 * options.minutes, seed, None, share, first, 4e-3)
            finder.export(begun, first.with_suffix(".onnx"))

        def begin_values() -> None:
            values.fit(made, 0.5 * options.minutes, seed, None, share / 2, second, 3e-3)

        together(begin_finder, begin_values)
        tricky = tiles.with_decoys(made + real, first.with_suffix(".onnx"))
        photographs = 0.6 if real else share

        def end_finder() -> None:
            last = finder.fit(tricky, 0.28 * options.minutes, seed, first, photographs, first, 2e-3)
            finder.export(last, options.out / "finder.onnx")

        def end_values() -> None:
            last = values.fit(tricky, 0.28 * options.minutes, seed, second, photographs, second, 2e-3)
            values.export(last, options.out / "values.onnx")

        together(end_finder, end_values)

        def fit_coloured() -> None:
            # the coloured throws three times as often as the others
            pieces = 3 * coloured + pipped[: options.throws // 9] + grounds
            fitted = values.fit(pieces, 0.22 * options.minutes, seed, None, share / 3, third, 3e-3, values.COLOURS)
            values.export(fitted, options.out / "coloured.onnx")

        def fit_facing() -> None:
            tilts.export(tilts.fit(leaning, 0.22 * options.minutes, seed), options.out / "facing.onnx")

        together(fit_coloured, fit_facing)


if __name__ == "__main__":
    main()
