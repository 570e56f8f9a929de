"""Fit the second reader to crops, and export it: `python -m vision.train.fit CROPS.npz... --out second.onnx`."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import nn

CLASSES = 7


def network() -> nn.Module:
    """Four small convolutions; about 45,000 weights."""

    def block(inside: int, outside: int, stride: int) -> list[nn.Module]:
        return [nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU()]

    return nn.Sequential(
        *block(3, 12, 2),
        *block(12, 24, 1),
        *block(24, 40, 2),
        *block(40, 64, 2),
        nn.Flatten(),
        nn.Dropout(0.3),
        nn.Linear(64 * 25, CLASSES),
    )


def load(files: list[Path], without: str) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Crops, truths and weights: photographs count for more than generated throws, and `without` is left out."""
    crops, truths, weights = [], [], []
    for file in files:
        with np.load(file) as data:
            keep = data["sources"] != without
            crops.append(data["crops"][keep])
            truths.append(data["truths"][keep])
            weights.append(np.where(data["sources"][keep] == "studio", 1.0, 1.5))
    return (
        torch.from_numpy(np.concatenate(crops)).float(),
        torch.from_numpy(np.concatenate(truths)).long(),
        torch.from_numpy(np.concatenate(weights)).float(),
    )


def altered(crops: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Crops shifted and scaled a little, made lighter or darker, with patches hidden."""
    n = len(crops)
    turn = (torch.rand(n, generator=generator) - 0.5) * 0.5
    zoom = 0.85 + 0.3 * torch.rand(n, generator=generator)
    theta = torch.zeros(n, 2, 3)
    theta[:, 0, 0], theta[:, 0, 1] = torch.cos(turn) * zoom, -torch.sin(turn) * zoom
    theta[:, 1, 0], theta[:, 1, 1] = torch.sin(turn) * zoom, torch.cos(turn) * zoom
    theta[:, :, 2] = (torch.rand(n, 2, generator=generator) - 0.5) * 0.16
    flip = torch.rand(n, generator=generator) < 0.5
    theta[flip, :, 0] *= -1
    grid = nn.functional.affine_grid(theta, list(crops.shape), align_corners=False)
    crops = nn.functional.grid_sample(crops, grid, padding_mode="border", align_corners=False)
    gain = 0.8 + 0.4 * torch.rand(n, 3, 1, 1, generator=generator)
    return crops * gain + 0.05 * torch.randn(crops.shape, generator=generator)


def fit(files: list[Path], epochs: int, without: str, seed: int) -> nn.Module:
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    crops, truths, weights = load(files, without)
    counts = torch.bincount(truths, minlength=CLASSES).float()
    classes = (counts.sum() / counts.clamp(min=1)).sqrt()
    model = network()
    steps = epochs * (len(crops) // 128 + 1)
    best = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.02)
    plan = torch.optim.lr_scheduler.OneCycleLR(best, 4e-3, total_steps=steps)
    for epoch in range(epochs):
        model.train()
        total = 0.0
        for rows in torch.randperm(len(crops), generator=generator).split(128):
            scores = model(altered(crops[rows], generator))
            loss = nn.functional.cross_entropy(scores, truths[rows], reduction="none", label_smoothing=0.03)
            loss = (loss * weights[rows] * classes[truths[rows]]).sum() / (weights[rows] * classes[truths[rows]]).sum()
            best.zero_grad()
            loss.backward()
            best.step()
            plan.step()
            total += float(loss.detach()) * len(rows)
        print(f"epoch {epoch + 1}: loss {total / len(crops):.4f}", flush=True)
    return model.eval()


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the second reader and export it.")
    parser.add_argument("crops", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--without", default="", help="a source of photographs to leave out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    model = fit(options.crops, options.epochs, options.without, options.seed)
    torch.onnx.export(
        model,
        (torch.zeros(1, 3, 40, 40),),
        str(options.out),
        input_names=["crops"],
        output_names=["scores"],
        dynamic_axes={"crops": {0: "n"}, "scores": {0: "n"}},
        opset_version=11,
        dynamo=False,
    )


if __name__ == "__main__":
    main()
