"""The dice tray of the app, on generated throws: pips, and Cosmic Empires' coloured faces."""

from __future__ import annotations

import queue
from pathlib import Path

import pytest

from companion.commands.seeing import Seeing
from companion.screens.app import Wishes
from companion.table.tray import Throw

FACES = ("red", "red", "green", "green", "blue", "white")


@pytest.mark.parametrize("faces", [(), FACES])
def test_the_tray_reads_the_dice_that_are_asked_for(tmp_path: Path, faces: tuple[str, ...]) -> None:
    throws: queue.Queue[Throw] = queue.Queue()
    seeing = Seeing(Wishes(tmp_path, camera="studio"), throws.put, lambda _: None)
    seeing.expect({"white": 2, "yellow": 1}, faces)
    seeing.start()
    try:
        reading = throws.get(timeout=60).reading
    finally:
        seeing.stop()
    assert reading.dice
    for die in reading.dice:
        assert (die.value is None) is bool(faces)
        assert die.face in FACES if faces else die.face is None
