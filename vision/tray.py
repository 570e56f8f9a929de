"""What the tray card tells of the camera and the light: where things lie in millimetres, and what white looks like."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision import card
from vision.pixels import Floats, Image

MOVED = 6.0  # millimetres a marker may be off before the camera counts as bumped
ROUND = 2.0  # millimetres round a print that are taken for it
MISREAD = 3  # of a marker's 36 cells, that may look otherwise
UNEVEN = 6.0, 0.1  # grey levels, and share of its own, by which a patch may vary unless something lies on it
OFF = 0.06, 0.15  # linear light, and share of its own, a grey patch may be off what the others say of the light
STRANGE = 0.35  # and a coloured one
LIGHTER = 0.35  # share the light may change by

_CELLS = np.array([[column + 0.5, row + 0.5] for row in range(6) for column in range(6)])
_INNER = np.array([[u, v] for u in (0.3, 0.4, 0.5, 0.6, 0.7) for v in (0.3, 0.5, 0.7)])


@dataclass(frozen=True)
class Print:
    """A marker or a patch: its upper left corner and its size, in the card's millimetres."""

    x: float
    y: float
    width: float
    height: float

    def holds(self, u: float, v: float) -> bool:
        """Whether a place on the card is on it, or nearly."""
        across, down = u - self.x, v - self.y
        return -ROUND < across < self.width + ROUND and -ROUND < down < self.height + ROUND


@dataclass(frozen=True)
class Tray:
    """`to_card` 3 x 3 leads from pixels of a picture of `size` (width, height) to the card's millimetres, `colour`
    3 x 3 from its linear BGR to the card's; `light` is the linear light of the card's white."""

    to_card: Floats
    colour: Floats
    light: float
    size: tuple[int, int]

    def balanced(self, image: Image) -> Image:
        """The picture as it would look in white light."""
        steps = np.linspace(0, 1, 256, dtype=np.float32) ** np.float32(2.2)
        linear = cv2.transform(steps[image], self.colour.astype(np.float32))
        return np.asarray(np.clip(linear, 0, 1) ** np.float32(1 / 2.2) * 255 + 0.5, dtype=np.uint8)

    def millimetres(self, x: float, y: float, size: float, image: Image) -> float:
        """How large something `size` pixels wide at (x, y) of `image` is on the card."""
        by = self.size[0] / image.shape[1]
        ends = np.array([[[x - size / 2, y], [x + size / 2, y], [x, y - size / 2], [x, y + size / 2]]]) * by
        left, right, upper, lower = cv2.perspectiveTransform(ends, self.to_card)[0]
        return float(min(np.linalg.norm(right - left), np.linalg.norm(lower - upper)))

    def place(self, x: float, y: float, image: Image) -> tuple[float, float]:
        """Where on the card, in its millimetres, the pixel (x, y) of `image` is."""
        by = self.size[0] / image.shape[1]
        u, v = (float(n) for n in cv2.perspectiveTransform(np.array([[[x * by, y * by]]]), self.to_card)[0, 0])
        return u, v

    def prints(self, image: Image) -> list[Print]:
        """The markers and patches of the card that are plainly seen in `image`: nothing lies on them."""
        by = image.shape[1] / self.size[0]
        back = np.linalg.inv(self.to_card)
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)

        def seen(places: Floats) -> Floats | None:
            at = np.rint(cv2.perspectiveTransform(places[None], back)[0] * by).astype(int)
            inside = (at >= 0).all() and (at < (grey.shape[1], grey.shape[0])).all()
            return np.asarray(grey[at[:, 1], at[:, 0]], dtype=np.float64) if inside else None

        found = []
        for number, (x, y) in enumerate(card.MARKERS):
            levels = seen(_CELLS * card.MARKER / 6 + (x, y))
            if levels is not None:
                black = levels < (levels.min() + levels.max()) / 2
                if int((black != card.is_black(number)).sum()) <= MISREAD:
                    found.append(Print(x, y, card.MARKER, card.MARKER))
        for x, y, _ in card.PATCHES:
            levels = seen(_INNER * card.PATCH + (x, y))
            if levels is not None and levels.std() <= UNEVEN[0] + UNEVEN[1] * levels.mean():
                found.append(Print(x, y, *card.PATCH))
        return found


def free_of_prints(tray: Tray | None, image: Image) -> Callable[[float, float], bool]:
    """Tells of a pixel (x, y) of `image` whether it is free of the card's own prints, which look like dice."""
    prints = tray.prints(image) if tray is not None else []

    def free(x: float, y: float) -> bool:
        if tray is None:
            return True
        u, v = tray.place(x, y, image)
        return not any(one.holds(u, v) for one in prints)

    return free


def look(image: Image) -> Tray | None:
    """What the card in a picture (8-bit BGR) says; None where no two of its markers are seen."""
    found = _markers(image)
    if len(found) < 2:
        return None
    pixels, places = [], []
    for number, corners in found.items():
        x, y = card.MARKERS[number]
        pixels.append(corners)
        places.append(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float) * card.MARKER + (x, y))
    solved, _ = cv2.findHomography(np.concatenate(pixels), np.concatenate(places), 0)
    if solved is None or abs(np.linalg.det(solved)) < 1e-12:
        return None
    to_card: Floats = np.asarray(solved, dtype=np.float64)
    seen, true = _patches(image, to_card)
    if len(seen) < 4:
        return None
    return Tray(to_card, _balance(seen, true), float(seen.max()), (image.shape[1], image.shape[0]))


def changed(then: Tray, now: Tray | None) -> str:
    """One sentence when the camera or the light is not as it was when calibrated; nothing while all is well."""
    if now is None:
        return "The tray card cannot be seen: lay it so that its corners show, or calibrate anew."
    back = np.linalg.inv(now.to_card)
    corners = np.array([[[x, y] for x, y in card.MARKERS]])
    by = then.size[0] / now.size[0]
    were = cv2.perspectiveTransform(cv2.perspectiveTransform(corners, back) * by, then.to_card)
    if float(np.linalg.norm(were - corners, axis=2).max()) > MOVED:
        return "The camera or the card was moved: calibrate anew."
    if abs(np.log(max(now.light, 1e-3) / max(then.light, 1e-3))) > LIGHTER:
        return "The light is not what it was: calibrate anew."
    return ""


def _markers(image: Image) -> dict[int, Floats]:
    if not hasattr(cv2, "aruco"):
        return {}  # OpenCV before 4.7 has it among its extra modules only
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    if hasattr(cv2.aruco, "ArucoDetector"):
        corners, numbers, _ = cv2.aruco.ArucoDetector(known).detectMarkers(grey)
    else:
        corners, numbers, _ = cv2.aruco.detectMarkers(grey, known)  # type: ignore[attr-defined,unused-ignore]
    if numbers is None:
        return {}
    pairs = zip([int(n) for n in np.asarray(numbers).ravel()], corners, strict=True)
    return {number: np.asarray(four, float).reshape(4, 2) for number, four in pairs if number < len(card.MARKERS)}


def _patches(image: Image, to_card: Floats) -> tuple[Floats, Floats]:
    """The linear BGR seen on every patch in sight, and the one printed: n x 3 each."""
    back = np.linalg.inv(to_card)
    height, width = image.shape[:2]
    seen, true = [], []
    for x, y, (red, green, blue) in card.PATCHES:
        inner = _INNER * card.PATCH + (x, y)
        at = np.rint(cv2.perspectiveTransform(inner[None], back)[0]).astype(int)
        inside = (at >= 0).all(axis=1) & (at < (width, height)).all(axis=1)
        if not inside.all():
            continue
        colours = image[at[:, 1], at[:, 0]].astype(float)
        if colours.std(axis=0).max() > UNEVEN[0] + UNEVEN[1] * colours.mean(axis=0).max():
            continue
        seen.append((np.median(colours, axis=0) / 255) ** 2.2)
        true.append((np.array([blue, green, red]) / 255) ** 2.2)
    return np.array(seen).reshape(-1, 3), np.array(true).reshape(-1, 3)


def _balance(seen: Floats, true: Floats) -> Floats:
    """The matrix from seen to true colours: a gain per channel from the greys, and of the rest as much as the patches
    clearly ask for. A patch that a die lies on, or its shadow, is none."""
    grey = np.ptp(true, axis=1) < 0.02
    use = grey if grey.sum() >= 2 else np.ones(len(true), bool)
    usual = np.median(true[use] / np.maximum(seen[use], 1e-4), axis=0)
    off = np.abs(seen * usual - true).max(axis=1)
    good = off < np.where(grey, OFF[0] + OFF[1] * true.max(axis=1), STRANGE)
    if (good & use).sum() >= 2:
        seen, true, use = seen[good], true[good], use[good]
    gain = (true[use] * seen[use]).sum(axis=0) / np.maximum((seen[use] ** 2).sum(axis=0), 1e-6)
    level = seen * gain
    ridge = 0.15 * np.eye(3)
    mix = np.linalg.solve(level.T @ level + ridge, level.T @ true + ridge)
    return np.asarray((gain[:, None] * mix).T)


FILE = "tray.json"  # in the folder where the companion keeps its data


def save(tray: Tray, file: Path) -> None:
    """Keep what the card told, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    kept = {"to_card": tray.to_card.tolist(), "colour": tray.colour.tolist(), "light": tray.light, "size": tray.size}
    part.write_text(json.dumps(kept), encoding="utf-8")
    part.replace(file)


def load(file: Path) -> Tray | None:
    """What was kept; None where nothing was. ValueError with one sentence for a file that is broken."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        to_card, colour = np.array(kept["to_card"], float), np.array(kept["colour"], float)
        width, height = kept["size"]
        if to_card.shape != (3, 3) or colour.shape != (3, 3):
            raise ValueError("not matrices")
        return Tray(to_card, colour, float(kept["light"]), (int(width), int(height)))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValueError(
            f"{file} is not what `companion dice calibrate` writes: delete it and calibrate anew."
        ) from error
