"""Crops to train on: candidates of the first reader in generated throws and labelled photographs, with the truth."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision import dice, pictures, pips, second
from vision.dice import Seen
from vision.pips import Image
from vision.reader import WORKING_SIDE
from vision.studio import scene as studio

LEAST = 0.015  # trust over which a candidate is worth judging


def candidates(picture: Image) -> tuple[Image, float, list[Seen]]:
    """The Lab picture at working size, its scale, and all faces of any worth, tops and sides and chance alike."""
    scale = WORKING_SIDE / max(picture.shape[:2])
    small = cv2.resize(
        picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    )
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB))
    return lab, scale, [one for one in dice.faces_of(pips.find(lab), lab) if one.trust > LEAST]


def truth(one: Seen, scale: float, boxes: list[tuple[int, tuple[float, ...]]]) -> int:
    """0, or the value of the die whose box the face is in, when the face shows it; -1 when nothing can be said."""
    x, y = one.face.centre / scale
    answer = 0
    for value, (left, top, width, height) in boxes:
        if left < x < left + width and top < y < top + height:
            if value == one.face.value and 0.35 < one.side / scale / max(width, height) < 1.6:
                return value
            answer = 0
    return answer


def clutter(rng: np.random.Generator, ground: npt.NDArray[np.float64]) -> None:
    """Things that are no dice, in place: woven and speckled grounds, print, dots and strokes."""
    height, width = ground.shape[:2]
    kind = int(rng.integers(0, 7))
    y, x = np.mgrid[0:height, 0:width]
    if kind == 0:
        pitch, turn = rng.uniform(4, 16), rng.uniform(0, np.pi)
        u, v = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
        weave = np.sin(2 * np.pi * u / pitch) * np.sin(2 * np.pi * v / pitch / rng.uniform(0.7, 1.6))
        ground *= np.clip(1 + rng.uniform(0.2, 0.95) * weave, 0.03, 2)[..., None]
    elif kind in (1, 2):
        grain = rng.uniform(1.5, 9)
        small = rng.normal(size=(int(height / grain) + 2, int(width / grain) + 2, 3 if kind == 2 else 1)).astype(
            np.float32
        )
        noise = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC).reshape(height, width, -1)
        ground *= np.clip(1 + rng.uniform(0.15, 0.7) * noise, 0.05, 2.5)
    elif kind == 3:
        paper = np.array((0.75, 0.8, 0.82)) if rng.random() < 0.7 else rng.uniform(0.05, 0.9, 3)
        left, top = int(rng.integers(0, width // 2)), int(rng.integers(0, height // 2))
        ground[top : top + height // 2, left : left + width // 2] = paper
        print_ = np.zeros((height, width), np.uint8)
        size = float(rng.uniform(0.3, 1.2))
        for row in range(top, top + height // 2, int(30 * size) + 4):
            words = "".join(chr(int(n)) for n in rng.integers(33, 120, 40))
            cv2.putText(print_, words, (left, row), int(rng.integers(0, 4)), size, 255, 1 + int(2 * size), cv2.LINE_AA)
        ground += (print_[..., None] / 255) * (rng.uniform(0, 0.2, 3) - ground)
    elif kind == 4:
        for _ in range(int(rng.integers(5, 60))):
            spot = np.zeros((height, width), np.uint8)
            at = (int(rng.integers(0, width)), int(rng.integers(0, height)))
            axes = (int(rng.integers(2, 30)), int(rng.integers(2, 30)))
            cv2.ellipse(spot, at, axes, float(rng.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA)
            ground += (spot[..., None] / 255) * (rng.uniform(0, 0.9, 3) - ground)


def generated(seeds: range) -> tuple[list[npt.NDArray[np.float32]], list[int]]:
    """Crops of generated throws."""
    crops, truths = [], []
    for seed in seeds:
        rng = np.random.default_rng([seed, 11])
        size = ((640, 480), (480, 640), (800, 600))[int(rng.integers(3))]
        thrown = studio.scene(seed, None if seed % 2 else _many(rng), size)
        if rng.random() < 0.6:
            clutter(rng, thrown.ground)
        picture, lying = studio.draw(thrown)
        lab, scale, faces = candidates(_worn(rng, picture))
        boxes: list[tuple[int, tuple[float, ...]]] = [(die.value or 0, die.box) for die in lying]
        for one in _some(rng, faces):
            crops.append(second.crop(lab, one))
            truths.append(truth(one, scale, boxes))
    return crops, truths


def _some(rng: np.random.Generator, faces: list[Seen]) -> list[Seen]:
    """Not more than forty of a picture: a woven ground has hundreds."""
    return faces if len(faces) <= 40 else [faces[int(n)] for n in rng.choice(len(faces), 40, replace=False)]


def _many(rng: np.random.Generator) -> list[tuple[str, int | str]]:
    words = list(studio.PLASTICS)
    return [(str(rng.choice(words)), int(rng.integers(1, 7))) for _ in range(int(rng.integers(2, 16)))]


def _worn(rng: np.random.Generator, picture: Image) -> Image:
    """The picture as a poorer camera would give it."""
    if rng.random() < 0.4:
        picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, 1.6)))
    gain = rng.uniform(0.5, 1.25, 3) if rng.random() < 0.3 else np.full(3, rng.uniform(0.6, 1.25))
    noise = rng.normal(0, rng.uniform(0, 8), picture.shape)
    worn: Image = np.clip(picture * gain + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        coded = cv2.imencode(".jpg", worn, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])[1]
        worn = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))
    return worn


def photographed(labels: Path, rounds: int) -> tuple[list[npt.NDArray[np.float32]], list[int], list[str]]:
    """Crops of labelled photographs, each `rounds` times: as it is, then flipped, scaled, dimmed and blurred."""
    crops, truths, sources = [], [], []
    rng = np.random.default_rng(5)
    for label in json.loads(labels.read_text()):
        whole = pictures.load(labels.parent / label["file"])
        boxed = bool(label["dice"]) and all(die.get("box") for die in label["dice"])
        for number in range(rounds):
            picture: Image
            boxes: list[tuple[int, tuple[float, ...]]]
            picture, boxes = whole, [(die["value"], tuple(die["box"])) for die in label["dice"]] if boxed else []
            if number:
                factor = float(rng.uniform(0.6, 1.0))
                picture = cv2.resize(whole, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
                boxes = [(value, tuple(n * factor for n in box)) for value, box in boxes]
                if number % 2:
                    picture = np.ascontiguousarray(picture[:, ::-1])
                    boxes = [(value, (picture.shape[1] - x - w, y, w, h)) for value, (x, y, w, h) in boxes]
                picture = _worn(rng, picture)
            lab, scale, faces = candidates(picture)
            known = _told(faces, label, lab) if not boxed else None
            if known is None and not boxed:
                continue
            for one in _some(rng, faces):
                value = known.get(id(one.face), 0) if known is not None else truth(one, scale, boxes)
                crops.append(second.crop(lab, one))
                truths.append(value)
                sources.append(label["source"])
    return crops, truths, sources


def _told(faces: list[Seen], label: dict[str, list[dict[str, int]]], lab: Image) -> dict[int, int] | None:
    """Without boxes: the surest choice of tops, where it gives just the values that were labelled."""
    tops = dice.tops(faces, min(lab.shape[:2]))
    wanted = sorted(die["value"] for die in label["dice"])
    order = sorted(tops, key=lambda one: one.trust, reverse=True)[: len(wanted)]
    if not wanted or sorted(one.face.value for one in order) != wanted:
        return None
    return {id(one.face): one.face.value for one in order}


def main() -> None:
    parser = argparse.ArgumentParser(description="Make crops to train the second reader on.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--throws", type=int, nargs=2, default=(50_000, 50_200), metavar=("FIRST", "LAST"))
    parser.add_argument("--labels", type=Path)
    parser.add_argument("--rounds", type=int, default=6)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.labels:
        crops, truths, sources = photographed(options.labels, options.rounds)
    else:
        crops, truths = generated(range(*options.throws))
        sources = ["studio"] * len(crops)
    np.savez(
        options.out,
        crops=np.asarray(crops, np.float16),
        truths=np.asarray(truths, np.int8),
        sources=np.asarray(sources),
    )
    print(f"{len(crops)} crops, of each value {np.bincount(truths, minlength=7).tolist()}")


if __name__ == "__main__":
    main()
