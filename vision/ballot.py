"""The ballot on each find: the finder and several looks of a reader vote on whether it is a die, and what it shows.

They fail differently, so that their agreeing is worth more than one of them being sure of itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import ModuleType

import numpy as np

from vision import closeups, finder, values
from vision.finder import Found
from vision.pixels import Floats, Image

MOST = 60  # dice looked at closely
LEAST = 0.3  # chance that it is a die under which one is forgotten
LIKELY = 0.6  # and over which its size is one to go by


@dataclass(frozen=True)
class Vote:
    """What is thought of one die found, whose close-up is `near`.

    `real` is the chance that it is a die, `sure` that it is one and read right,
    `leans` how much it looks as if it leaned; `chances` of each kind of die (the first is kind 1); `parts` what `real`
    and `sure` were made of."""

    found: Found
    near: Image
    real: float
    sure: float
    leans: float
    chances: Floats
    parts: Floats

    @property
    def kind(self) -> int:
        return 1 + int(self.chances.argmax())

    @cached_property
    def colours(self) -> tuple[Floats, Floats]:
        """The Lab colours of its body and of its pips."""
        return closeups.colours(self.near)


def hold(image: Image, reader: ModuleType = values) -> list[Vote]:
    """The votes on each die found in `image` (8-bit BGR); `reader` is `values` or `coloured`."""
    looks = finder.glance(image)
    seen: dict[Found, tuple[Image, Floats]] = {}
    found, read = _judged(image, looks.all(), reader, seen)
    sizes = [one.size for one, chances in zip(found, read, strict=True) if _real(one, chances) > LIKELY]
    found, read = _judged(image, looks.dice(float(np.median(sizes)) if sizes else 0.0)[:MOST], reader, seen)
    if not found:
        return []
    views = [read, *(closeups.chances(reader.load(), closeups.seen(image, found, view)) for view in closeups.OTHERS)]
    together = np.exp(np.mean(np.log(np.stack(views) + 1e-6), axis=0))
    together /= together.sum(axis=1, keepdims=True)
    least = np.min(views, axis=0)
    usual = float(
        np.median([one.size for n, one in enumerate(found) if _real(one, together[n]) > LIKELY] or sizes or [1.0])
    )
    return [_vote(one, seen[one][0], together[n], least[n], usual, reader) for n, one in enumerate(found)]


def _real(one: Found, read: Floats) -> float:
    return float(np.sqrt(one.there * (1 - read[0])))


def _judged(
    image: Image, found: list[Found], reader: ModuleType, seen: dict[Found, tuple[Image, Floats]]
) -> tuple[list[Found], Floats]:
    """What may be a die to both networks, and the reader's chances; `seen` keeps the close-ups and what it said."""
    new = [one for one in found if one not in seen]
    if new:
        near = closeups.seen(image, new)
        told = closeups.chances(reader.load(), near)
        seen.update((one, (picture, chances)) for one, picture, chances in zip(new, near, told, strict=True))
    read = np.stack([seen[one][1] for one in found]) if found else np.zeros((0, 2))
    real = np.array([_real(one, chances) for one, chances in zip(found, read, strict=True)])
    likely = [n for n in finder.alone(found, real) if real[n] > LEAST]
    return [found[n] for n in likely], read[likely]


def _vote(one: Found, near: Image, read: Floats, least: Floats, usual: float, reader: ModuleType) -> Vote:
    """The vote on a die found; `read` by all looks together, `least` by the least sure; `usual` is the size of the
    dice of this picture. The finder knows values of pips only."""
    by_finder = reader is values
    shown = np.log(read[1:-1] + 1e-4)
    if by_finder:
        shown += 0.5 * np.log(one.values[1:] + 1e-2)
    chances = np.exp(shown - shown.max())
    chances /= chances.sum()
    kind = 1 + int(chances.argmax())
    parts = np.array(
        [
            _odds(one.there),
            _odds(1 - float(read[0])),
            _odds(float(read[kind])),
            _odds(float(least[kind])),
            _odds(float(one.values[kind])) if by_finder else 0.0,
            -abs(float(np.log(one.size / usual))),
            1.0,
        ]
    )
    real, sure = (float(1 / (1 + np.exp(-(parts @ weights)))) for weights in (reader.IS_A_DIE, reader.IS_READ_RIGHT))
    leans = np.log(read[-1] + 1e-4) + (0.5 * np.log(one.values[0] + 1e-4) if by_finder else 0.0)
    return Vote(one, near, real, sure, float(leans), chances, parts)


def _odds(chance: float) -> float:
    return float(np.log((chance + 0.003) / (1.003 - chance)))
