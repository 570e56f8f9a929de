"""The tray card in generated pictures: as printed, and lying under a throw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision import card
from vision.pixels import Image
from vision.studio import grounds, scene
from vision.studio.camera import Camera, Floats

HALF_EDGE = 8.0  # millimetres
FINE = 4.0  # pixels of the flat card in a millimetre
PAPER = 0.85  # of the light that falls on it comes back


def flat(scale: float) -> Image:
    """The card seen straight from above (h x w x 3, BGR, 8 bit), `scale` pixels to a millimetre."""
    picture = np.full((int(card.HEIGHT * scale), int(card.WIDTH * scale), 3), 252, np.uint8)
    for number, (x, y) in enumerate(card.MARKERS):
        for column, row in card._cells(number):
            left, top = (x + column * card.MARKER / 6) * scale, (y + row * card.MARKER / 6) * scale
            edge = card.MARKER / 6 * scale
            cv2.rectangle(picture, (int(left), int(top)), (int(left + edge), int(top + edge)), (0, 0, 0), -1)
    for x, y, colour in card.PATCHES:
        corner = (int((x + card.PATCH[0]) * scale), int((y + card.PATCH[1]) * scale))
        cv2.rectangle(picture, (int(x * scale), int(y * scale)), corner, colour[::-1], -1)
    return picture


def on_card(
    seed: int, dice: Sequence[tuple[str, int | str]], size: tuple[int, int] = (1280, 960), kind: str = "pips"
) -> scene.Scene:
    """A throw on the tray card, whole in a picture of `size`. `dice` and `kind` are as in `scene.scene`; there may be
    none."""
    width, height = size
    near = scene.scene(seed, dice, (width // 2, height // 2), kind)
    # the same camera with a wider view: all dice lie in the middle of the card
    wide = replace(near.camera, size=size)
    ground = grounds.draw(np.random.default_rng([seed, 9]), wide, [colour for colour, _ in dice])
    _lay(ground, wide)
    return replace(near, camera=wide, ground=ground)


def _lay(ground: Floats, camera: Camera) -> None:
    """The tray card into the albedo of a ground, upright as its camera sees it."""
    sheet = (flat(FINE).astype(np.float64) / 255) ** 2.2 * PAPER
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array([card.WIDTH, card.HEIGHT]) / 2 / HALF_EDGE
    away = np.array([camera.turn[0, :2], -camera.turn[2, :2] / np.linalg.norm(camera.turn[2, :2])])
    seen = camera.project(np.column_stack([corners @ away, np.zeros(4)])).astype(np.float32)
    high, wide = sheet.shape[:2]
    here = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    turn = cv2.getPerspectiveTransform(here, seen)
    laid = cv2.warpPerspective(sheet, turn, camera.size, flags=cv2.INTER_AREA)
    cover = cv2.warpPerspective(np.ones(sheet.shape[:2]), turn, camera.size)[..., None]
    ground += cover * (laid - ground)
