"""Faces from pips: which marks stand together as a 1 to 6 on one plane.

A pip is a circle, so its ellipse in the picture tells how its face is tilted. Seen through that tilt the six patterns
are squares and diagonals, and every pattern but the 1 holds a diagonal: each pair of marks is tried as that diagonal.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.pips import Floats, Image, Pips

# places on a face, in units of the offset of a pip from the middle; the first two are the diagonal that is tried
PLACES = np.array([[1, 1], [-1, -1], [0, 0], [-1, 1], [1, -1], [0, 1], [0, -1], [1, 0], [-1, 0]], float)
# place numbers of each value
PATTERNS = {
    2: frozenset({0, 1}),
    3: frozenset({0, 1, 2}),
    4: frozenset({0, 1, 3, 4}),
    5: frozenset({0, 1, 2, 3, 4}),
}
SIX = np.array([[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]], float)
BETWEEN = np.array([(x, y) for x in (-1, -0.5, 0, 0.5, 1) for y in (-1, -0.5, 0, 0.5, 1)], float)
OFFSETS = (1.7, 4.4)  # offset of a pip from the middle in pip radii: fat pips to small ones
NEIGHBOURS = 26
SINGLE_OFFSET = 2.0  # pip radii to a unit round a lone pip: the edge of its die is then 1.6 to 3.4 units away


Ints = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Face:
    """One pattern found. `centre` in working pixels; `axes` 2 x 2 maps places to pixels; `marks` are rows of the Pips;
    `fit` is 0 to 1, how well places and ellipses agree; `template` is 0 to 1, how clearly the pixels at all nine places
    say the same; `round` is the short axis over the long one of its pips; `side` the edge of the die in pixels."""

    value: int
    centre: Floats
    axes: Floats
    marks: tuple[int, ...]
    fit: float
    template: float
    round: float
    side: float
    dark: bool
    body: Floats
    ink: Floats
    spread: float
    calm: float


def _pairs(pips: Pips, alike: np.ndarray, root: float) -> tuple[Ints, Ints, Floats, Floats]:
    """Rows i < j that may be `root` pip offsets apart, their mean shapes, and the way from i to j in pip radii."""
    i, j = np.nonzero(np.triu(alike, 1))
    shape = (pips.shape[i] + pips.shape[j]) / 2
    seen = np.linalg.solve(shape, (pips.centre[j] - pips.centre[i])[:, :, None])[:, :, 0]
    span = np.linalg.norm(seen, axis=1)
    right = (span > OFFSETS[0] * root) & (span < OFFSETS[1] * root)
    # the two pips of a face are tilted alike
    skew = np.linalg.solve(pips.shape[i], pips.shape[j])
    stretch = np.linalg.norm(skew, axis=(1, 2)) ** 2 / (2 * np.maximum(np.abs(np.linalg.det(skew)), 1e-6))
    right &= stretch < 1.35
    return i[right], j[right], shape[right], seen[right]


def find(pips: Pips, lab: Image) -> list[Face]:
    """Every plausible face of two pips or more, best first; they may still share marks."""
    if len(pips) < 2:
        return []
    alike, kin = _kin(pips)
    i, j, shape, seen = _pairs(pips, alike, 2 * np.sqrt(2))
    if not len(i):
        return _distinct(_sixes(pips, lab, alike, kin))
    half = seen / 2
    across = np.stack([-half[:, 1], half[:, 0]], axis=1)
    # unit vectors of the places: (1,1) is half, (-1,1) is across
    unit_x, unit_y = (half - across) / 2, (half + across) / 2
    axes = np.einsum("nij,njk->nik", shape, np.stack([unit_x, unit_y], axis=2))
    middle = (pips.centre[i] + pips.centre[j]) / 2
    # orient so that `half` runs from the middle to row j: place 0 is j, place 1 is i
    places = middle[:, None] + np.einsum("nij,pj->npi", axes, PLACES)
    found = np.full((len(i), len(PLACES)), -1)
    found[:, 0], found[:, 1] = j, i
    found[:, 2:] = _nearest(pips, places[:, 2:], axes, i, kin)
    faces: list[Face] = []
    for row in range(len(i)):
        taken = frozenset(np.nonzero(found[row] >= 0)[0].tolist())
        turned = axes[row]
        value = next((v for v in (5, 4, 3, 2) if PATTERNS[v] == taken), 0)
        if not value:
            continue
        order = sorted(PATTERNS[value])
        marks = found[row, order]
        if len(set(marks.tolist())) < len(order):
            continue
        face = _fit(pips, value, marks, PLACES[order], middle[row], turned, lab, kin)
        if face is not None:
            faces.append(face)
    return _distinct(faces + _sixes(pips, lab, alike, kin))


def _sixes(pips: Pips, lab: Image, alike: np.ndarray, kin: Ints) -> list[Face]:
    """Two parallel rows of three. On many dice the rows stand closer than the pips of a 4, so it has its own search."""
    i, j, shape, seen = _pairs(pips, alike, 2.0)
    if not len(i):
        return []
    along = np.einsum("nij,nj->ni", shape, seen) / 2
    middle = (pips.centre[i] + pips.centre[j]) / 2
    across = np.einsum("nij,nj->ni", shape, np.stack([-seen[:, 1], seen[:, 0]], axis=1)) / 2
    axes = np.stack([across, along], axis=2)
    centre = _nearest(pips, middle[:, None], axes * 0.6, i, kin)[:, 0]
    row = (centre >= 0) & (centre != i) & (centre != j)
    i, j, centre, middle, axes = i[row], j[row], centre[row], middle[row], axes[row]
    faces: list[Face] = []
    for one in range(len(i)):
        shift = np.linalg.solve(axes[one], (middle - middle[one]).T).T
        turn = np.linalg.solve(axes[one], axes[:, :, 1].T).T
        sign = np.sign(turn[:, 1])
        beside = (np.abs(shift[:, 1]) < 0.35) & (np.abs(shift[:, 0]) > 0.85) & (np.abs(shift[:, 0]) < 2.5)
        beside &= (np.abs(turn[:, 0]) < 0.3) & (np.abs(np.abs(turn[:, 1]) - 1) < 0.3)
        for other in np.nonzero(beside)[0]:
            if other <= one:
                continue
            places = SIX * np.array([np.sign(shift[other, 0]), 1.0])
            ends = (i[other], j[other]) if sign[other] > 0 else (j[other], i[other])
            marks = np.array([i[one], centre[one], j[one], ends[0], centre[other], ends[1]])
            if len(set(marks.tolist())) < 6:
                continue
            face = _fit(pips, 6, marks, places, (middle[one] + middle[other]) / 2, axes[one], lab, kin)
            if face is not None:
                faces.append(face)
    return faces


def _nearest(pips: Pips, places: Floats, axes: Floats, like: Ints, kin: Ints) -> Ints:
    """For n x p places the row of the mark standing there (or -1), looked for among the `kin` of row `like`."""
    around = kin[like]
    centre = np.where((around >= 0)[..., None], pips.centre[around], 1e6)
    delta = centre[:, None] - places[:, :, None]
    distance = np.hypot(delta[..., 0], delta[..., 1])
    best = distance.argmin(axis=2)
    least = np.take_along_axis(distance, best[:, :, None], axis=2)[:, :, 0]
    step = np.sqrt(np.abs(np.linalg.det(axes)))
    return np.where(least < 0.45 * step[:, None], np.take_along_axis(around, best, axis=1), -1)


def _kin(pips: Pips) -> tuple[np.ndarray, Ints]:
    """Which marks may stand on one face (n x n), and the nearest of them (n x NEIGHBOURS, -1 for none)."""
    reach = 13.5 * np.maximum(pips.shape[:, 0, 0], pips.shape[:, 1, 1])
    apart = np.abs(pips.centre[None] - pips.centre[:, None]).max(axis=2)
    size = np.log(pips.radius)
    alike = (apart < np.minimum(reach[:, None], reach[None])) & (np.abs(size[:, None] - size[None]) < 0.5)
    alike &= pips.dark[:, None] == pips.dark[None]
    i, j = np.nonzero(alike)
    close = np.linalg.norm(pips.body[i] - pips.body[j], axis=1) < 42
    close &= np.linalg.norm(pips.ink[i] - pips.ink[j], axis=1) < 70
    alike[i, j] = close
    far = np.where(alike, apart, np.inf)
    count = min(NEIGHBOURS, len(pips))
    nearest = np.argpartition(far, count - 1, axis=1)[:, :count]
    return alike, np.where(np.isfinite(np.take_along_axis(far, nearest, axis=1)), nearest, -1)


def _fit(
    pips: Pips, value: int, marks: np.ndarray, places: Floats, middle: Floats, axes: Floats, lab: Image, kin: Ints
) -> Face | None:
    # the pips of a face are equally clear; a pip and a dark edge are not
    if len(marks) < 4 and pips.worth[marks].min() < 0.35 * pips.worth[marks].max():
        return None
    points = pips.centre[marks]
    shape = pips.shape[marks].mean(axis=0)
    error = 0.0
    if len(marks) >= 4:
        design = np.concatenate([places, np.ones((len(places), 1))], axis=1)
        solved, *_ = np.linalg.lstsq(design, points, rcond=None)
        axes, middle = solved[:2].T, solved[2]
        if abs(np.linalg.det(axes)) < 1e-3:
            return None
        miss = np.linalg.solve(axes, (points - design @ solved).T)
        error = float(np.sqrt((miss**2).sum(axis=0).mean()))
    elif len(marks) == 3:
        miss = np.linalg.solve(axes, points[2] - middle)
        error = float(np.hypot(*miss)) * 0.6
    # circles on the face must be the ellipses seen
    fitted = axes
    # a pattern with one more mark of its own kind inside the face is part of a larger one
    near = kin[marks[[0, -1]]].ravel()
    near = near[(near >= 0) & ~np.isin(near, marks)]
    inside = np.abs(np.linalg.solve(axes, (pips.centre[near] - middle).T)).max(axis=0) < 1.45
    inside &= np.linalg.norm(pips.ink[near] - pips.ink[marks].mean(axis=0), axis=1) < 45
    inside &= np.linalg.norm(pips.body[near] - pips.body[marks].mean(axis=0), axis=1) < 35
    if inside.any():
        return None
    if value == 6:
        lengths = np.linalg.norm(np.linalg.solve(shape, axes), axis=0)
        squeeze = float(lengths[0] / lengths[1])
        if not 0.45 < squeeze < 1.25:
            return None
        axes = axes / np.array([squeeze, 1.0])
    seen = np.linalg.solve(axes, shape)
    values = np.linalg.svd(seen, compute_uv=False)
    stretch = float(values[0] / max(values[1], 1e-6))
    ratio = float(np.sqrt(values[0] * values[1]))
    if error > 0.22 or stretch > 1.75 or not 1 / OFFSETS[1] < ratio < 1 / OFFSETS[0]:
        return None
    radii = pips.radius[marks]
    uneven = float(radii.std() / radii.mean())
    fit = float(np.exp(-((error / 0.14) ** 2) - ((stretch - 1) / 0.7) ** 2 - (uneven / 0.25) ** 2))
    body, ink = _middle(pips.body[marks]), _middle(pips.ink[marks])
    template, clear = _template(lab, middle, fitted, axes, ratio, places, body, ink)
    if not clear:
        return None
    shape_values = np.linalg.svd(shape, compute_uv=False)
    side = 4.0 * float(np.linalg.svd(axes, compute_uv=False)[0])
    return Face(
        value,
        middle,
        axes,
        tuple(int(m) for m in marks),
        fit,
        template,
        float(shape_values[1] / shape_values[0]),
        side,
        bool(pips.dark[marks[0]]),
        body,
        ink,
        float(_middle(pips.spread[marks])),
        float(_middle(pips.calm[marks])),
    )


def _middle(rows: Floats) -> Floats:
    """The median along the first axis; for a handful of rows far quicker than numpy's."""
    ranked, half = np.sort(rows, axis=0), len(rows) // 2
    return np.asarray(ranked[half] if len(rows) % 2 else (ranked[half - 1] + ranked[half]) / 2)


def sample(lab: Image, points: Floats) -> Floats:
    """Lab at points (... x 2, x and y) of the picture, clipped to it, as floats."""
    height, width = lab.shape[:2]
    at = (points + 0.5).astype(np.intp)
    x = np.minimum(np.maximum(at[..., 0], 0), width - 1)
    y = np.minimum(np.maximum(at[..., 1], 0), height - 1)
    return lab[y, x].astype(float)


def _template(
    lab: Image, middle: Floats, fitted: Floats, axes: Floats, ratio: float, places: Floats, body: Floats, ink: Floats
) -> tuple[float, bool]:
    """How clearly the pixels at the nine places, and between the pips, agree with the pattern; no marks are used."""
    towards = ink - body
    square = float(towards @ towards)
    dots = np.array([[0.0, 0.0], [0.4, 0], [-0.4, 0], [0, 0.4], [0, -0.4]]) * ratio
    colours = sample(lab, middle + (PLACES @ fitted.T)[:, None] + dots @ axes.T)
    colours -= body
    share = _middle((colours @ towards / square).T)
    off = _middle(np.sqrt((colours * colours).sum(axis=2)).T) / np.sqrt(square)
    wanted = np.array([bool((np.abs(places - place).sum(axis=1) < 0.1).any()) for place in PLACES])
    true = np.linalg.solve(axes, fitted)
    # the empty places of a 6 whose rows stand close lie in the blur of its pips
    near = np.linalg.norm((PLACES[:, None] - places[None]) @ true.T, axis=2).min(axis=1) < 1.35 * ratio
    margin = np.where(wanted, share - 0.3, 0.7 - np.maximum(share, off))
    # elsewhere on the face there is body, unless a gap between two dice runs there
    distance = np.linalg.norm((BETWEEN[:, None] - places[None]) @ true.T, axis=2).min(axis=1)
    free = BETWEEN[distance > 1.35 * ratio]
    gap = np.linalg.norm(sample(lab, middle + free @ fitted.T) - body, axis=1) / np.sqrt(square)
    gap_worst = float(np.sort(gap)[-2])
    margin = margin[wanted | ~near]
    return float(np.clip(min(margin.min() / 0.5, (1.0 - gap_worst) / 0.5), 0, 1)), bool(
        (margin > -0.15).all() and gap_worst < 0.9
    )


def _distinct(faces: list[Face]) -> list[Face]:
    """Of hypotheses over the same marks the best; best first by pips explained and by fit."""
    best: dict[frozenset[int], Face] = {}
    for face in faces:
        key = frozenset(face.marks)
        if key not in best or face.fit * (0.3 + face.template) > best[key].fit * (0.3 + best[key].template):
            best[key] = face
    return sorted(best.values(), key=rank, reverse=True)


def rank(face: Face) -> float:
    return (face.value + 0.5) * (0.25 + face.fit) * (0.4 + face.template)
