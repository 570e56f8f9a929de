"""Things that are no dice: woven and speckled grounds, print, strokes, coins, buttons, dominoes and printed pips."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def scatter(rng: np.random.Generator, ground: Floats, die: float) -> None:
    """Draw one or two kinds of clutter into the albedo of a ground (h x w x 3), in place; `die` is a die's edge."""
    for kind in rng.choice(len(KINDS), size=int(rng.integers(1, 3)), replace=False):
        KINDS[int(kind)](rng, ground, die)


def _weave(rng: np.random.Generator, ground: Floats, die: float) -> None:
    height, width = ground.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    pitch, turn = rng.uniform(3, 16), rng.uniform(0, np.pi)
    u, v = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    weave = np.sin(2 * np.pi * u / pitch) * np.sin(2 * np.pi * v / pitch / rng.uniform(0.7, 1.6))
    ground *= np.clip(1 + rng.uniform(0.2, 0.95) * weave, 0.03, 2)[..., None]


def _speckle(rng: np.random.Generator, ground: Floats, die: float) -> None:
    height, width = ground.shape[:2]
    grain, layers = rng.uniform(1.5, 9), 3 if rng.random() < 0.5 else 1
    small = rng.normal(size=(int(height / grain) + 2, int(width / grain) + 2, layers)).astype(np.float32)
    noise = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC).reshape(height, width, -1)
    ground *= np.clip(1 + rng.uniform(0.15, 0.7) * noise, 0.05, 2.5)


def _print(rng: np.random.Generator, ground: Floats, die: float) -> None:
    height, width = ground.shape[:2]
    paper = np.array((0.75, 0.8, 0.82)) if rng.random() < 0.7 else rng.uniform(0.05, 0.9, 3)
    left, top = int(rng.integers(0, width // 2)), int(rng.integers(0, height // 2))
    ground[top : top + height // 2, left : left + width // 2] = paper
    ink = np.zeros((height, width), np.uint8)
    size = float(rng.uniform(0.3, 1.2))
    for row in range(top, top + height // 2, int(30 * size) + 4):
        words = "".join(chr(int(n)) for n in rng.integers(33, 120, 40))
        cv2.putText(ink, words, (left, row), int(rng.integers(0, 4)), size, 255, 1 + int(2 * size), cv2.LINE_AA)
    _paint(ground, ink, rng.uniform(0, 0.2, 3))


def _spots(rng: np.random.Generator, ground: Floats, die: float) -> None:
    for _ in range(int(rng.integers(5, 40))):
        axes = (int(rng.uniform(0.05, 0.8) * die) + 1, int(rng.uniform(0.05, 0.8) * die) + 1)
        spot = np.zeros(ground.shape[:2], np.uint8)
        cv2.ellipse(spot, _at(rng, ground), axes, float(rng.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA)
        _paint(ground, spot, rng.uniform(0, 0.9, 3))


def _coins(rng: np.random.Generator, ground: Floats, die: float) -> None:
    """Discs with a rim and a device; half of them have holes, as buttons do."""
    for _ in range(int(rng.integers(1, 8))):
        metal = np.array((0.15, 0.3, 0.45)) * rng.uniform(0.4, 1.6) if rng.random() < 0.6 else rng.uniform(0, 0.8, 3)
        radius, at = rng.uniform(0.4, 1.0) * die, _at(rng, ground)
        for part, shade in ((1.0, 0.7), (0.88, 1.0)):
            disc = np.zeros(ground.shape[:2], np.uint8)
            cv2.circle(disc, at, int(part * radius), 255, -1, cv2.LINE_AA)
            _paint(ground, disc, np.clip(metal * shade, 0, 0.95))
        device = np.zeros(ground.shape[:2], np.uint8)
        if rng.random() < 0.5:
            for turn in np.arange(holes := int(rng.choice([2, 4]))) * (2 * np.pi / holes) + rng.uniform(0, 3):
                hole = (int(at[0] + 0.3 * radius * np.cos(turn)), int(at[1] + 0.3 * radius * np.sin(turn)))
                cv2.circle(device, hole, max(1, int(0.12 * radius)), 255, -1, cv2.LINE_AA)
        else:
            cv2.putText(device, str(rng.integers(1, 50)), (at[0] - int(radius / 2), at[1] + int(radius / 3)), 0,
                        radius / 32, 255, max(1, int(radius / 12)), cv2.LINE_AA)  # fmt: skip
        _paint(ground, device, metal * 0.35)


def _dominoes(rng: np.random.Generator, ground: Floats, die: float) -> None:
    """Flat tiles of two squares with pips, and single printed squares: cards, boards, stickers."""
    from vision.studio.body import PIPS

    for _ in range(int(rng.integers(1, 5))):
        dark = rng.random() < 0.4
        tile, ink = (np.full(3, 0.03), np.full(3, 0.8)) if dark else (rng.uniform(0.5, 0.9, 3), np.full(3, 0.02))
        half, turn = rng.uniform(0.35, 0.75) * die, rng.uniform(-np.pi, np.pi)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        at, squares = np.array(_at(rng, ground), float), (-1, 1)
        edge = np.array([[-2, -1], [2, -1], [2, 1], [-2, 1]], float)
        body, pips = (np.zeros(ground.shape[:2], np.uint8) for _ in range(2))
        cv2.fillConvexPoly(body, np.rint(at + half * edge @ spin.T).astype(np.int32), 255, cv2.LINE_AA)
        for square in squares:
            value = int(rng.integers(0, 7))
            for x, y in PIPS.get(value, []):
                spot = at + half * spin @ np.array([square + 0.52 * x, 0.52 * y])
                cv2.circle(pips, (round(spot[0]), round(spot[1])), max(1, round(0.16 * half)), 255, -1, cv2.LINE_AA)
        bar = np.rint(at + half * np.array([[0, -0.85], [0, 0.85]]) @ spin.T).astype(int)
        cv2.line(pips, tuple(bar[0].tolist()), tuple(bar[1].tolist()), 255, max(1, round(0.06 * half)), cv2.LINE_AA)
        _paint(ground, body, tile)
        _paint(ground, pips, ink)


def _blocks(rng: np.random.Generator, ground: Floats, die: float) -> None:
    """Plain squares and pieces of a die's size: cubes, tokens, cards."""
    for _ in range(int(rng.integers(1, 10))):
        at, turn = np.array(_at(rng, ground), float), rng.uniform(-np.pi, np.pi)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float) * rng.uniform(0.25, 0.9, 2) * die
        body = np.zeros(ground.shape[:2], np.uint8)
        cv2.fillConvexPoly(body, np.rint(at + box @ spin.T).astype(np.int32), 255, cv2.LINE_AA)
        _paint(ground, body, rng.uniform(0, 0.9, 3))


def _board(rng: np.random.Generator, ground: Floats, die: float) -> None:
    """Six-sided fields with round number tokens, some with pips under the number, as boards have."""
    side = rng.uniform(1.2, 3.0) * die
    at, turn = np.array(_at(rng, ground), float), rng.uniform(-np.pi, np.pi)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corner = np.arange(6) * np.pi / 3
    hexagon = side * np.stack([np.cos(corner), np.sin(corner)], axis=1)
    colours = rng.uniform(0.02, 0.6, (5, 3))
    for q in range(-2, 3):
        for r in range(-2, 3):
            if abs(q + r) > 2:
                continue
            middle = at + side * np.array([1.5 * q, np.sqrt(3) * (r + q / 2)]) @ spin.T
            field = np.zeros(ground.shape[:2], np.uint8)
            cv2.fillConvexPoly(field, np.rint(middle + 0.96 * hexagon @ spin.T).astype(np.int32), 255, cv2.LINE_AA)
            _paint(ground, field, colours[int(rng.integers(len(colours)))] * rng.uniform(0.7, 1.3))
            if rng.random() < 0.6:
                _token(rng, ground, middle, rng.uniform(0.25, 0.42) * side)


def _token(rng: np.random.Generator, ground: Floats, middle: Floats, radius: float) -> None:
    at = (round(middle[0]), round(middle[1]))
    disc, ink = (np.zeros(ground.shape[:2], np.uint8) for _ in range(2))
    cv2.circle(disc, at, max(2, round(radius)), 255, -1, cv2.LINE_AA)
    _paint(ground, disc, rng.uniform(0.45, 0.85) * np.array((0.75, 0.9, 1.0)))
    if rng.random() < 0.7:
        cv2.putText(ink, str(rng.integers(2, 13)), (at[0] - round(radius / 2), at[1] + round(radius / 3)), 0,
                    radius / 28, 255, max(1, round(radius / 10)), cv2.LINE_AA)  # fmt: skip
    pips = int(rng.integers(0, 6))
    for number in range(pips):
        spot = (round(at[0] + (number - (pips - 1) / 2) * 0.28 * radius), round(at[1] + 0.6 * radius))
        cv2.circle(ink, spot, max(1, round(0.09 * radius)), 255, -1, cv2.LINE_AA)
    _paint(ground, ink, np.array((0.05, 0.04, 0.5)) if rng.random() < 0.3 else np.full(3, 0.03))


def _pieces(rng: np.random.Generator, ground: Floats, die: float) -> None:
    """Cubes, pawns and discs seen from above and aslant: two or three shades of one colour, no pips."""
    for _ in range(int(rng.integers(2, 12))):
        at, turn, size = np.array(_at(rng, ground), float), rng.uniform(-np.pi, np.pi), rng.uniform(0.2, 0.9) * die
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        colour, away = rng.uniform(0.02, 0.8, 3), rng.normal(0, 0.3, 2) * size
        square = 0.5 * size * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float) @ spin.T
        side, top = (np.zeros(ground.shape[:2], np.uint8) for _ in range(2))
        hull = cv2.convexHull(np.rint(np.concatenate([at + square, at + away + square])).astype(np.int32))
        cv2.fillConvexPoly(side, hull, 255, cv2.LINE_AA)
        _paint(ground, side, colour * rng.uniform(0.4, 0.8))
        if rng.random() < 0.3:
            cv2.circle(top, (round(at[0]), round(at[1])), max(1, round(0.4 * size)), 255, -1, cv2.LINE_AA)
        else:
            cv2.fillConvexPoly(top, np.rint(at + square).astype(np.int32), 255, cv2.LINE_AA)
        _paint(ground, top, colour)


KINDS = (_weave, _speckle, _print, _spots, _coins, _dominoes, _blocks, _board, _pieces)


def _at(rng: np.random.Generator, ground: Floats) -> tuple[int, int]:
    return int(rng.integers(0, ground.shape[1])), int(rng.integers(0, ground.shape[0]))


def _paint(ground: Floats, mask: npt.NDArray[np.uint8], colour: Floats) -> None:
    ground += (mask[..., None] / 255) * (colour - ground)
