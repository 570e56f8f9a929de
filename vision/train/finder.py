"""The fit of the finder, and its export."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from vision.train import tiles
from vision.train.tiles import Piece


def _conv(inside: int, outside: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, dilation, dilation, bias=False), nn.BatchNorm2d(outside), nn.ReLU()
    )


class Network(nn.Module):  # type: ignore[misc,unused-ignore]
    """A picture (n x 3 x h x w, 0 to 1, BGR) to n x 11 x h/8 x w/8: nearness of a die's middle, seven values (the
    first for a die that leans), offset x, y and log size."""

    def __init__(self, wide: int = 64) -> None:
        super().__init__()
        self.stem = nn.Sequential(_conv(3, 16, 2), _conv(16, 32, 2), _conv(32, 32), _conv(32, wide, 2))
        self.blocks = nn.ModuleList([nn.Sequential(_conv(wide, wide), _conv(wide, wide, 1, reach)) for reach in (1, 2)])
        self.head = nn.Sequential(_conv(wide, wide), nn.Conv2d(wide, 11, 1))
        nn.init.constant_(self.head[1].bias[:1], -3.5)  # type: ignore[index,unused-ignore]

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        # each picture against its own light: the mean and spread of the whole would need a pass; a fixed shift will do
        seen = self.stem(picture * 4 - 2)
        for block in self.blocks:
            seen = seen + block(seen)
        return self.head(seen)


def loss_of(scores: torch.Tensor, wanted: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    near, judged, mine = wanted[:, 0], wanted[:, 1], wanted[:, 2] > 0.5
    logit = scores[:, 0]
    chance = torch.sigmoid(logit).clamp(1e-4, 1 - 1e-4)
    peak = near > 0.999
    found = -((1 - chance) ** 2 * torch.log(chance))[peak].sum()
    clear = -((1 - near) ** 4 * chance**2 * torch.log(1 - chance) * judged)[~peak].sum()
    heat = (found + clear) / peak.sum().clamp(min=1)
    if not mine.any():
        return heat, heat * 0, heat * 0
    values = scores[:, 1:8].permute(0, 2, 3, 1)[mine]
    value = nn.functional.cross_entropy(values, wanted[:, 3][mine].long(), label_smoothing=0.02)
    where = scores[:, 8:11].permute(0, 2, 3, 1)[mine] - wanted[:, 4:7].permute(0, 2, 3, 1)[mine]
    return heat, value, where.abs().mean()


def fit(
    pieces: list[Piece], minutes: float, seed: int, start: Path | None, photographs: float, keep: Path, rate: float
) -> Network:
    """A network fitted for so many minutes; `photographs` is the share of tiles cut from them. `start` continues
    weights, `keep` is where the weights are written now and then."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    model = Network()
    if start:
        model.load_state_dict(torch.load(start))
    model.train()
    weights = tiles.weights(pieces, photographs)
    best = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.02)
    began, step, total = time.monotonic(), 0, np.zeros(3)
    while (gone := (time.monotonic() - began) / (60 * minutes)) < 1:
        warm = min(1.0, (step + 1) / 60)
        for group in best.param_groups:
            group["lr"] = rate * warm * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * gone)))
        seen, wanted = tiles.batch(rng, pieces, weights, 24)
        picture = torch.from_numpy(seen)
        # half the bits, twice the steps
        with torch.autocast("cpu", dtype=torch.bfloat16):
            scores = model(picture)
        parts = loss_of(scores.float(), torch.from_numpy(wanted))
        loss = parts[0] + 1.5 * parts[1] + parts[2]
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        best.step()
        total += [float(part.detach()) for part in parts]
        step += 1
        if step % 50 == 0:
            print(f"step {step}, {gone:.0%}: {np.round(total / 50, 3).tolist()}", flush=True)
            total[:] = 0
        if step % 200 == 0:
            torch.save(model.state_dict(), keep)
    torch.save(model.state_dict(), keep)
    return model.eval()


def export(model: Network, out: Path) -> None:
    torch.onnx.export(
        model,
        (torch.zeros(1, 3, 384, 512),),
        str(out),
        input_names=["picture"],
        output_names=["scores"],
        dynamic_axes={"picture": {2: "h", 3: "w"}, "scores": {2: "y", 3: "x"}},
        opset_version=11,
        dynamo=False,
    )
