"""The fit of the value reader, and its export."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from vision import coloured
from vision.closeups import REACH, SIDE
from vision.pixels import Image
from vision.train import tiles
from vision.train.tiles import Piece
from vision.values import LEANS, NOTHING


def conv(inside: int, outside: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU())


class Network(nn.Module):  # type: ignore[misc,unused-ignore]
    """Close-ups (n x 3 x SIDE x SIDE, 0 to 1, BGR) to n x `kinds` scores."""

    def __init__(self, kinds: int) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 24, 2), conv(24, 32), conv(32, 64, 2))
        self.block = nn.Sequential(conv(64, 64), conv(64, 64))
        self.down = conv(64, 96, 2)
        self.last = conv(96, 96)
        self.scores = nn.Sequential(nn.Flatten(), nn.Dropout(0.3), nn.Linear(96 * 36, kinds))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        # a fixed shift brings the picture into the range it is fitted on
        near = self.stem(seen * 4 - 2)
        near = self.down(near + self.block(near))
        return self.scores(near + self.last(near))


AS_IT_IS = 0.25  # share of close-ups whose light and grain are left alone


@dataclass(frozen=True)
class Alphabet:
    """What a reader of close-ups tells apart: `kind` of a die of a piece (of its value), how many kinds there are, and
    whether their colours may be changed."""

    kind: Callable[[Piece, int], int]
    kinds: int
    any_hue: bool


def _pipped(piece: Piece, value: int) -> int:
    if piece.source == tiles.COLOURED:
        return NOTHING
    return value or LEANS


def _faced(piece: Piece, value: int) -> int:
    if piece.source != tiles.COLOURED:
        return coloured.NOTHING
    return value - tiles.FACES + 1 if value else coloured.LEANS


PIPS: Final = Alphabet(_pipped, 8, True)
COLOURS: Final = Alphabet(_faced, len(coloured.KINDS) + 2, False)


def closeup(rng: np.random.Generator, piece: Piece, alphabet: Alphabet) -> tuple[Image, int]:
    """A close-up of a die or of none, turned, scaled and shifted as the finder might be wrong, and its class."""
    image, dice = piece.image, piece.dice
    roll = rng.random()
    if len(dice) and roll < 0.72:
        x, y, size, value = dice[int(rng.integers(len(dice)))]
        x, y = (x, y) + rng.normal(0, 0.07, 2) * size
        kind = alphabet.kind(piece, int(value))
        size *= float(np.exp(rng.normal(0, 0.12)))
    else:
        if len(dice) and roll < 0.8:
            # half of a die, or the gap between two, is nothing to read
            x, y, size, _ = dice[int(rng.integers(len(dice)))]
            turn = rng.uniform(-np.pi, np.pi)
            x, y = (x, y) + np.array([np.cos(turn), np.sin(turn)]) * size * rng.uniform(0.55, 1.1)
        else:
            x, y, size = tiles.away(rng, piece)
        kind = NOTHING  # the first of every alphabet
        if len(dice):
            far = np.hypot(dice[:, 0] - x, dice[:, 1] - y) / dice[:, 2]
            if far.min() < 0.5 or (not piece.whole and far.min() > 1.5):
                return closeup(rng, piece, alphabet)
    near, _ = cut_round(rng, image, np.array([x, y]), size, 0.1)
    # a coarse camera: the close-up holds no more than a smaller one would
    if rng.random() < 0.3:
        less = int(SIDE * rng.uniform(0.45, 0.9))
        near = cv2.resize(cv2.resize(near, (less, less), interpolation=cv2.INTER_AREA), (SIDE, SIDE))
    return near, kind


def cut_round(
    rng: np.random.Generator, image: Image, middle: npt.NDArray[np.float64], size: float, stretch: float
) -> tuple[Image, npt.NDArray[np.float64]]:
    """A close-up of what is `size` pixels wide at `middle`, turned, mirrored and stretched anew, and how (2 x 2)."""
    scale = SIDE / (2 * REACH * size)
    angle = rng.normal(0, 0.2) if rng.random() < 0.7 else rng.uniform(-np.pi, np.pi)
    aspect = np.exp(rng.normal(0, stretch))
    flip = -1.0 if rng.random() < 0.5 else 1.0
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    how = np.diag([flip * aspect, 1 / aspect]) @ turn
    part = scale * how
    if scale < 0.7:
        reach = int(1.6 * REACH * size) + 4
        x, y = int(middle[0]), int(middle[1])
        x0, y0 = max(0, x - reach), max(0, y - reach)
        image = image[y0 : y + reach, x0 : x + reach]
        small = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
        back = np.array([image.shape[1] / small[0], image.shape[0] / small[1]])
        image = cv2.resize(image, small, interpolation=cv2.INTER_AREA)
        part, middle = part @ np.diag(back), (middle - (x0, y0)) / back
    shift = np.array([SIDE / 2, SIDE / 2]) - part @ middle
    near = cv2.warpAffine(
        image, np.column_stack([part, shift]), (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return near, how


def batch(
    rng: np.random.Generator, pieces: list[Piece], weights: npt.NDArray[np.float64], count: int, alphabet: Alphabet
) -> tuple[torch.Tensor, torch.Tensor]:
    seen, kinds = [], []
    for number in rng.choice(len(pieces), count, p=weights):
        near, kind = closeup(rng, pieces[int(number)], alphabet)
        seen.append(near if rng.random() < AS_IT_IS else tiles.worn(rng, near, alphabet.any_hue))
        kinds.append(kind)
    return torch.from_numpy(np.stack(seen).transpose(0, 3, 1, 2)).float() / 255, torch.tensor(kinds)


def fit(
    pieces: list[Piece],
    minutes: float,
    seed: int,
    start: Path | None,
    photographs: float,
    keep: Path,
    rate: float,
    alphabet: Alphabet = PIPS,
) -> Network:
    """A network fitted for so many minutes; `photographs` is the share of close-ups cut from them."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    model = Network(alphabet.kinds)
    if start:
        model.load_state_dict(torch.load(start))
    model.train()
    weights = tiles.weights(pieces, photographs)
    best = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.03)
    began, step, total, right = time.monotonic(), 0, 0.0, 0.0
    while (gone := (time.monotonic() - began) / (60 * minutes)) < 1:
        for group in best.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 60) * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * gone)))
        seen, kinds = batch(rng, pieces, weights, 128, alphabet)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            scores = model(seen)
        loss = nn.functional.cross_entropy(scores.float(), kinds, label_smoothing=0.02)
        best.zero_grad()
        loss.backward()
        best.step()
        total += float(loss.detach())
        right += float((scores.argmax(1) == kinds).float().mean())
        step += 1
        if step % 100 == 0:
            print(f"step {step}, {gone:.0%}: loss {total / 100:.3f}, right {right / 100:.3f}", flush=True)
            total = right = 0.0
            torch.save(model.state_dict(), keep)
    torch.save(model.state_dict(), keep)
    return model.eval()


def export(model: Network, out: Path) -> None:
    torch.onnx.export(
        model,
        (torch.zeros(1, 3, SIDE, SIDE),),
        str(out),
        input_names=["closeups"],
        output_names=["scores"],
        dynamic_axes={"closeups": {0: "n"}, "scores": {0: "n"}},
        opset_version=11,
        dynamo=False,
    )
