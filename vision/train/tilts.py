"""The fit of what tells which way a die's top faces, and its export. It is fitted to generated throws alone: only there
is it known."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from vision.closeups import SIDE
from vision.pixels import Image
from vision.train import tiles, values
from vision.train.tiles import Piece
from vision.train.values import conv

UPRIGHT = 0.6  # share of close-ups of dice that do not lean


class Network(nn.Module):  # type: ignore[misc,unused-ignore]
    """Close-ups (n x 3 x SIDE x SIDE, 0 to 1, BGR) to n x 3: how far right and down the top faces (the sine of the
    angle), and the log of how far off that may be."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 24, 2), conv(24, 32), conv(32, 48, 2), conv(48, 64, 2), conv(64, 64))
        self.facing = nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(64 * 36, 3))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return self.facing(self.stem(seen * 4 - 2))


def batch(rng: np.random.Generator, pieces: list[Piece], count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """`count` close-ups and which way the tops of their dice face."""
    seen: list[Image] = []
    facing = []
    while len(seen) < count:
        piece = pieces[int(rng.integers(len(pieces)))]
        upright = rng.random() < UPRIGHT
        some = np.nonzero((piece.dice[:, 3] != tiles.LEANS) == upright)[0]
        if not len(some):
            continue
        number = int(rng.choice(some))
        x, y, size, _ = piece.dice[number]
        middle = np.array([x, y]) + rng.normal(0, 0.06, 2) * size
        near, how = values.cut_round(rng, piece.image, middle, size * float(np.exp(rng.normal(0, 0.1))), 0.03)
        seen.append(tiles.worn(rng, near))
        facing.append(how @ piece.facing[number])
    return torch.from_numpy(np.stack(seen).transpose(0, 3, 1, 2)).float() / 255, torch.tensor(np.array(facing)).float()


def fit(pieces: list[Piece], minutes: float, seed: int, start: Path | None = None, rate: float = 3e-3) -> Network:
    """A network fitted for so many minutes to pieces whose `facing` is known; `start` continues weights."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    pieces = [piece for piece in pieces if len(piece.facing)]
    model = Network()
    if start:
        model.load_state_dict(torch.load(start))
    model.train()
    best = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.02)
    began, step, total = time.monotonic(), 0, np.zeros(2)
    while (gone := (time.monotonic() - began) / (60 * minutes)) < 1:
        for group in best.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 60) * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * gone)))
        seen, facing = batch(rng, pieces, 96)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            told = model(seen)
        told = told.float()
        off = ((told[:, :2] - facing) ** 2).sum(1)
        spread = told[:, 2].clamp(-4, 1)
        loss = (0.5 * off * torch.exp(-2 * spread) + 2 * spread).mean()
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        best.step()
        total += [float(loss.detach()), float(off.detach().sqrt().mean())]
        step += 1
        if step % 100 == 0:
            print(f"step {step}, {gone:.0%}: loss {total[0] / 100:.3f}, off by {total[1] / 100:.3f}", flush=True)
            total[:] = 0
    return model.eval()


def export(model: Network, out: Path) -> None:
    torch.onnx.export(
        model,
        (torch.zeros(1, 3, SIDE, SIDE),),
        str(out),
        input_names=["closeups"],
        output_names=["facing"],
        dynamic_axes={"closeups": {0: "n"}, "facing": {0: "n"}},
        opset_version=11,
        dynamo=False,
    )
