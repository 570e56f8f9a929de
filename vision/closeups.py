"""Close-ups: the surroundings of each die the finder saw, all brought to one size and laid side by side as one picture.

The geometry reads that sheet instead of the whole picture: it is small, a small die is as large in it as a near one,
and the weave of a cloth far from all dice is not looked at. All close-ups have one scale, so that faces found in the
sheet can be put back where they came from, into the picture as it would be at that scale.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.bodies import Body
from vision.dice import Seen
from vision.finder import Found
from vision.pips import Floats, Image

DIE = 60.0  # pixels of a die (its box) in the sheet
CELL = 112  # pixels of a close-up's side
LARGEST = 3.0  # more than three times as large shows nothing new


@dataclass(frozen=True)
class Sheet:
    """`lab` is all close-ups; `scale` leads from the picture's pixels to the sheet's; `shift` n x 2 is what
    is added to a place in close-up n to get the place in the whole picture at that scale; `middle` n x 2 is where the
    finder saw each die, in the sheet."""

    lab: Image
    scale: float
    shift: Floats
    middle: Floats

    def colours(self, number: int, face: Seen | None) -> tuple[Floats, Floats]:
        """The Lab colours of the body and of the pips of die `number`: of the face the geometry found, or else the
        commonest colour in the middle of its close-up and the one least like it."""
        if face is not None:
            return face.face.body, face.face.ink
        x, y = (int(n) for n in self.middle[number])
        reach = int(0.27 * DIE)
        inner = self.lab[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach].reshape(-1, 3).astype(float)
        body = np.median(inner, axis=0)
        off = np.linalg.norm(inner - body, axis=1)
        ink = np.median(inner[off >= np.quantile(off, 0.93)], axis=0)
        return np.asarray(body), np.asarray(ink)


def sheet(image: Image, found: list[Found]) -> Sheet:
    """The sheet of at least one die found in `image` (8-bit BGR)."""
    scale = min(DIE / float(np.median([one.size for one in found])), LARGEST)
    columns = int(np.ceil(np.sqrt(len(found))))
    rows = -(-len(found) // columns)
    paper = np.zeros((rows * CELL, columns * CELL, 3), np.uint8)
    shift, middle = np.zeros((len(found), 2)), np.zeros((len(found), 2))
    reach = CELL / 2 / scale
    for number, one in enumerate(found):
        x0, y0 = round(one.x - reach), round(one.y - reach)
        x1, y1 = round(one.x + reach), round(one.y + reach)
        height, width = image.shape[:2]
        part = image[max(0, y0) : min(height, y1), max(0, x0) : min(width, x1)]
        if not part.size:
            continue
        edges = (max(0, -y0), max(0, y1 - height), max(0, -x0), max(0, x1 - width))
        if any(edges):
            part = cv2.copyMakeBorder(part, *edges, cv2.BORDER_REPLICATE)
        near = cv2.resize(part, (CELL, CELL), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
        row, column = divmod(number, columns)
        top, left = row * CELL, column * CELL
        paper[top : top + CELL, left : left + CELL] = near
        shift[number] = np.array([x0, y0]) * scale - (left, top)
        middle[number] = np.array([one.x, one.y]) * scale - shift[number]
    return Sheet(np.asarray(cv2.cvtColor(paper, cv2.COLOR_BGR2LAB)), scale, shift, middle)


def owner(places: Floats, paper: Sheet) -> npt.NDArray[np.intp]:
    """For n x 2 places in the sheet, the close-up each belongs to; -1 where a die that has one of its own is nearer."""
    columns = paper.lab.shape[1] // CELL
    cell = np.clip(
        (places[:, 1] // CELL).astype(int) * columns + (places[:, 0] // CELL).astype(int), 0, len(paper.shift) - 1
    )
    there = paper.middle + paper.shift
    whole = places + paper.shift[cell]
    nearest = np.linalg.norm(whole[:, None] - there[None], axis=2).argmin(axis=1)
    return np.where(nearest == cell, cell, -1)


def put_back(faces: list[Seen], paper: Sheet) -> list[tuple[int, Seen]]:
    """The faces at their places in the whole picture, each with the number of the die found whose close-up it is in."""
    if not faces:
        return []
    answer = []
    for number, one in zip(owner(np.stack([one.face.centre for one in faces]), paper).tolist(), faces, strict=True):
        if number >= 0:
            by = paper.shift[number]
            body: Body = replace(one.body, rim=one.body.rim + by)
            answer.append((number, replace(one, face=replace(one.face, centre=one.face.centre + by), body=body)))
    return answer
