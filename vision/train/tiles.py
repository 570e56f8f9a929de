"""Tiles to train the finder on: pieces of generated throws and labelled photographs, bent and dimmed anew each time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision import coloured, finder, pictures, reader
from vision.finder import STRIDE
from vision.pixels import Image
from vision.reading import Die
from vision.studio import wild

TILE = 160  # pixels of a tile's side
LARGEST, SMALLEST = 58.0, 14.0  # edges of the dice in a tile
LEANS = 0  # the value of a die that leans
FACES = 10  # the value of a die with a coloured face is this and its place among coloured.KINDS
UNREAD = -100  # the value of a cell whose value is not learnt
COLOURED = "coloured"  # the source of throws of such dice


@dataclass(frozen=True)
class Piece:
    """A labelled picture: `dice` n x 4 of middle x, middle y, size (the root of its box's area) and value, LEANS for
    one that leans; `facing` n x 2 which way their tops face, where that is known.
    `whole` is false where dice may lie about that nobody labelled. `decoys` n x 3 (middle and size) is
    what a reader once took for dice."""

    image: Image
    dice: npt.NDArray[np.float64]
    source: str
    whole: bool = True
    decoys: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 3)))
    facing: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 2)))


def generated(seeds: range, photographs: Sequence[Image] = (), kind: str = "pips", lean: float = 0.13) -> list[Piece]:
    """Wild throws, some of them on `photographs`; a seed whose dice do not fit is left out."""
    found = []
    for seed in seeds:
        try:
            thrown = wild.throw(seed, most=14 if seed % 7 else 26, lean=lean, photographs=photographs, kind=kind)
        except ValueError:
            continue
        rows = [
            (*_middle(die.box), LEANS if leans else _value(die))
            for die, leans in zip(thrown.dice, thrown.leaning, strict=True)
        ]
        dice, facing = np.array(rows, float).reshape(-1, 4), np.array(thrown.facing, float).reshape(-1, 2)
        found.append(Piece(thrown.image, dice, "studio" if kind == "pips" else COLOURED, facing=facing))
    return found


def _value(die: Die) -> int:
    return die.value or FACES + coloured.KINDS.index((str(die.colour), str(die.face)))


def photographed(labels: Path, without: str = "") -> list[Piece]:
    """Labelled photographs but for those of the sources named, joined by commas.

    Those without boxes take the boxes of the reader, where it reads just the values that were labelled, and are left
    out where it does not."""
    found = []
    for label in json.loads(labels.read_text()):
        if label["source"] in without.split(",") or not label["dice"]:
            continue
        image = pictures.load(labels.parent / label["file"])
        if all(die.get("box") for die in label["dice"]):
            rows = [(*_middle(die["box"]), die["value"]) for die in label["dice"]]
        else:
            seen = reader.read(image).dice
            if sorted(die.value or 0 for die in seen) != sorted(die["value"] for die in label["dice"]):
                continue
            rows = [(*_middle(die.box), die.value or 0) for die in seen]
        dice = np.array(rows, float)
        if dice[:, 2].min() < 0.5 * np.median(dice[:, 2]):
            # some sets box the pips only, and a lone pip is no measure of a die
            dice[:, 2] = 1.3 * np.median(dice[:, 2])
        found.append(Piece(image, dice, label["source"], label["score_class"] == "exact"))
    return found


def _middle(box: tuple[int, ...]) -> tuple[float, float, float]:
    x, y, width, height = box
    return x + width / 2, y + height / 2, float(np.sqrt(width * height))


def cut(rng: np.random.Generator, piece: Piece) -> tuple[Image, npt.NDArray[np.float64]]:
    """A tile round one of the dice (or anywhere), turned, scaled and stretched, and the dice in its pixels."""
    image, dice = piece.image, piece.dice
    if len(dice) and rng.random() < 0.75:
        x, y, size, _ = dice[int(rng.integers(len(dice)))]
        x, y = (x, y) + rng.uniform(-1.2, 1.2, 2) * size
    else:
        x, y, size = away(rng, piece)
    scale = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST)))) / size
    scale = min(scale, 2.5)
    angle = rng.normal(0, 0.2) if rng.random() < 0.7 else rng.uniform(-np.pi, np.pi)
    aspect = np.exp(rng.normal(0, 0.13 if rng.random() < 0.85 else 0.22))
    flip = -1.0 if rng.random() < 0.5 else 1.0
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    part = scale * np.diag([flip * aspect, 1 / aspect]) @ turn
    shift = np.array([TILE / 2, TILE / 2]) - part @ np.array([x, y])
    where = dice[:, :2] @ part.T + shift if len(dice) else np.zeros((0, 2))
    if scale < 0.6:
        # shrink by area first: pips must not fall between the samples
        reach = int(1.5 * TILE / scale) // 2 + 4
        x0, y0 = max(0, int(x) - reach), max(0, int(y) - reach)
        image = image[y0 : int(y) + reach, x0 : int(x) + reach]
        if min(image.shape[:2]) < 2:
            return np.zeros((TILE, TILE, 3), np.uint8), np.zeros((0, 4))
        size_small = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
        small = cv2.resize(image, size_small, interpolation=cv2.INTER_AREA)
        back = np.array([image.shape[1] / size_small[0], image.shape[0] / size_small[1]])
        shift = shift + part @ np.array([x0, y0])
        image, part = small, part @ np.diag(back)
    border = cv2.BORDER_REFLECT_101 if rng.random() < 0.5 else cv2.BORDER_REPLICATE
    if len(dice):
        border = cv2.BORDER_REPLICATE  # a mirrored die would have no label
    tile = cv2.warpAffine(
        image, np.column_stack([part, shift]), (TILE, TILE), flags=cv2.INTER_LINEAR, borderMode=border
    )
    return tile, np.column_stack([where, dice[:, 2] * scale, dice[:, 3]]) if len(dice) else np.zeros((0, 4))


def away(rng: np.random.Generator, piece: Piece) -> tuple[float, float, float]:
    """A place, and a size to look at it in, that need not hold a die: a decoy, or anything."""
    if len(piece.decoys) and rng.random() < 0.7:
        x, y, size = (float(n) for n in piece.decoys[int(rng.integers(len(piece.decoys)))])
        return x + rng.normal(0, 0.2) * size, y + rng.normal(0, 0.2) * size, size
    height, width = piece.image.shape[:2]
    usual = float(np.median(piece.dice[:, 2])) if len(piece.dice) else 0.08 * max(width, height)
    return rng.uniform(0, width), rng.uniform(0, height), usual * float(np.exp(rng.normal(0, 0.6)))


def with_decoys(pieces: list[Piece], model: Path) -> list[Piece]:
    """The pieces with what a finder wrongly takes for dice in them."""
    finder.MODEL = model
    finder.load.cache_clear()
    answer = []
    for piece in pieces:
        wrong = []
        for scale in (1.0, 0.5):
            small = cv2.resize(piece.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            for one in finder.glance(small).all() if piece.whole else []:
                x, y, size = one.x / scale, one.y / scale, one.size / scale
                far = np.hypot(piece.dice[:, 0] - x, piece.dice[:, 1] - y) / np.minimum(piece.dice[:, 2], 1.5 * size)
                if one.there > 0.2 and (not len(far) or far.min() > 0.6):
                    wrong.append((x, y, size))
        answer.append(replace(piece, decoys=np.array(wrong, float).reshape(-1, 3)))
    return answer


def worn(rng: np.random.Generator, tile: Image, any_hue: bool = True) -> Image:
    """The tile as another camera would give it under another lamp, and with dice of any hue."""
    light: npt.NDArray[Any] = tile.astype(np.float32) / 255
    if any_hue and rng.random() < 0.45:
        hsv = cv2.cvtColor(light, cv2.COLOR_BGR2HSV)
        hsv[:, :, 0] = (hsv[:, :, 0] + rng.uniform(-180, 180)) % 360
        hsv[:, :, 1] = np.clip(hsv[:, :, 1] * rng.uniform(0.2, 1.4), 0, 1)
        light = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    if any_hue and rng.random() < 0.12:
        light = cv2.cvtColor(cv2.cvtColor(light, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if any_hue and rng.random() < 0.08:
        light = 1 - light
    light = np.clip(light, 0, 1) ** float(np.exp(rng.normal(0, 0.3)))
    slope = rng.normal(0, 0.15, 2)
    ramp = np.arange(tile.shape[0], dtype=np.float32) / tile.shape[0] - 0.5
    light = light * (1 + slope[0] * ramp[:, None, None] + slope[1] * ramp[None, :, None])
    light = light * (rng.uniform(0.55, 1.25) * np.exp(rng.normal(0, 0.1, 3))).astype(np.float32)
    light = light + rng.uniform(-0.06, 0.1)
    if rng.random() < 0.35:
        light = cv2.GaussianBlur(light.astype(np.float32), (0, 0), float(rng.uniform(0.3, 1.2)))
    if rng.random() < 0.6:
        light = light + rng.normal(0, rng.uniform(0, 0.035), light.shape)
    grey: Image = np.clip(light * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        coded = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])[1]
        grey = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))
    return grey


def target(dice: npt.NDArray[np.float64], whole: bool) -> npt.NDArray[np.float32]:
    """12 x cells x cells: how near a die's middle is (1 there), whether that is to be judged, whether the cell learns
    a die's particulars, its value, then offset x and y in cells and the log of its size over 32 pixels."""
    cells = TILE // STRIDE
    answer = np.zeros((7, cells, cells), np.float32)
    answer[1] = 1.0 if whole else 0.0
    y, x = (np.mgrid[0:cells, 0:cells] + 0.5) * STRIDE
    nearest = np.full((cells, cells), np.inf)
    for cx, cy, size, value in dice:
        far2 = (x - cx) ** 2 + (y - cy) ** 2
        answer[0] = np.maximum(answer[0], np.exp(-far2 / (2 * (0.17 * size + 1.5) ** 2)))
        if not whole:
            answer[1][far2 < (1.6 * size) ** 2] = 1.0
        mine = (far2 < max(0.26 * size, 0.75 * STRIDE) ** 2) & (far2 < nearest)
        nearest[mine] = far2[mine]
        answer[2][mine] = 1.0
        answer[3][mine] = value if value < FACES else UNREAD
        answer[4][mine], answer[5][mine] = (cx - x[mine]) / STRIDE, (cy - y[mine]) / STRIDE
        answer[6][mine] = np.log(max(size, 4.0) / 32)
        ix, iy = int(cx // STRIDE), int(cy // STRIDE)
        if 0 <= ix < cells and 0 <= iy < cells:
            answer[0, iy, ix] = 1.0
    return answer


def batch(
    rng: np.random.Generator, pieces: list[Piece], weights: npt.NDArray[np.float64], count: int
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """`count` tiles (n x 3 x TILE x TILE, 0 to 1, BGR) and their targets."""
    tiles, targets = [], []
    for number in rng.choice(len(pieces), count, p=weights):
        piece = pieces[int(number)]
        tile, dice = cut(rng, piece)
        tiles.append(worn(rng, tile).transpose(2, 0, 1).astype(np.float32) / 255)
        targets.append(target(dice, piece.whole))
    return np.stack(tiles), np.stack(targets)


def weights(pieces: list[Piece], photographs: float) -> npt.NDArray[np.float64]:
    """How often each piece is cut from: `photographs` of the time it is a photograph, where there are any; a source
    with many counts for less than all of its photographs, and one with many dice for more."""
    made = ("studio", COLOURED)
    real = np.array([piece.source not in made for piece in pieces])
    dice = np.array([2.0 + len(piece.dice) for piece in pieces])
    dice += 0.5 * np.minimum([len(piece.decoys) for piece in pieces], 12)
    share = np.zeros(len(pieces))
    sources = [piece.source for piece in pieces]
    for source in set(sources) - set(made):
        of = np.array([one == source for one in sources])
        share[of] = dice[of] / dice[of].sum() * np.sqrt(dice[of].sum())
    if real.any():
        share *= photographs / share.sum()
    if (~real).any():
        share[~real] = (1 - share.sum()) * dice[~real] / dice[~real].sum()
    return np.asarray(share / share.sum())
