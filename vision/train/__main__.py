"""`python -m vision.train`: the finder and both readers of close-ups anew, on two cores.

First they are fitted to generated throws alone; what the finder then wrongly takes for dice is kept as decoys; then
finder and value reader go on with generated throws, the labelled photographs, and photographs without dice.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Sequence
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
from vision.train import finder, tiles, values
from vision.train.tiles import Piece

PIPPED, COLOURED = 1_000_000, 1_100_000  # first seeds
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


def thrown(seeds: Sequence[tuple[range, str]], grounds: list[Image]) -> list[Piece]:
    """Generated throws, made on both cores."""
    pieces = [(part[n : n + 20], kind) for part, kind in seeds for n in range(0, len(part), 20)]
    with get_context("fork").Pool(2) as pool:
        made = pool.starmap(partial(_made, grounds), pieces)
    return [piece for some in made for piece in some]


def _made(grounds: list[Image], seeds: range, kind: str) -> list[Piece]:
    cv2.setNumThreads(1)
    return tiles.generated(seeds, grounds, kind)


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
    parser.add_argument("--minutes", type=float, default=55, help="for all fits together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=seeing.MODEL.parent, help="where the networks are put")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    # the photographs without boxes are boxed by the reader there is now, before it is replaced
    real = tiles.photographed(options.labels, options.without) if options.labels else []
    grounds = without_dice(options.grounds) if options.grounds else []
    few = options.throws // 6
    parts = [
        (range(PIPPED, PIPPED + options.throws), "pips"),
        (range(COLOURED, COLOURED + few), "cosmic"),
    ]
    made = thrown(parts, [piece.image for piece in grounds])
    print(f"{len(made)} generated throws, {len(real)} photographs, {len(grounds)} without dice", flush=True)
    long, short, seed = options.minutes * 0.72, options.minutes * 0.28, options.seed
    share = 0.08 if grounds else 0.0
    with tempfile.TemporaryDirectory() as scratch:
        first, second, third = (Path(scratch) / f"{name}.pt" for name in ("finder", "values", "coloured"))

        def fit_finder() -> None:
            finder.export(finder.fit(made + grounds, long, seed, None, share, first, 4e-3), first.with_suffix(".onnx"))

        def fit_readers() -> None:
            values.fit(made + grounds, 0.7 * long, seed, None, share / 2, second, 3e-3)
            coloured = values.fit(made + grounds, 0.3 * long, seed, None, share / 2, third, 3e-3, values.COLOURS)
            values.export(coloured, options.out / "coloured.onnx")

        together(fit_finder, fit_readers)
        tricky = tiles.with_decoys(made + real + grounds, first.with_suffix(".onnx"))
        photographs = 0.55 if real else share

        def end_finder() -> None:
            finder.export(finder.fit(tricky, short, seed, first, photographs, first, 2e-3), options.out / "finder.onnx")

        def end_values() -> None:
            last = values.fit(tricky, short, seed, second, photographs, second, 1.5e-3)
            values.export(last, options.out / "values.onnx")

        together(end_finder, end_values)


if __name__ == "__main__":
    main()
