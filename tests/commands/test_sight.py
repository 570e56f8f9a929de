"""A bumped camera and other light are said within a second; a hand over the card is neither."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.commands.seeing import Learnt, Seeing
from companion.screens.app import Wishes
from hardware.cameras import Frame
from tests.vision.test_tray import seen
from vision import tray
from vision.settling import Settling

pytestmark = pytest.mark.skipif(not hasattr(cv2, "aruco"), reason="this OpenCV has no ArUco, so no card is seen")

RATE = 20  # frames a second


@pytest.fixture
def looking(tmp_path: Path) -> Seeing:
    card = tray.look(seen())
    assert card is not None
    tray.save(card, tmp_path / tray.FILE)
    seeing = Seeing(Wishes(data=tmp_path, camera="studio"), lambda throw: None, lambda sentence: None)
    seeing._learnt, seeing._settling = Learnt(tmp_path), Settling()
    return seeing


def said(seeing: Seeing, pictures: list[np.ndarray]) -> list[str]:
    """What is said after each picture of a live camera, RATE a second."""
    assert seeing._learnt is not None
    sight = seeing._sight(seeing._learnt)
    answers = []
    for number, picture in enumerate(pictures):
        frame = Frame(picture, number / RATE)
        seeing._rested(frame)
        answers.append(sight(frame))
    return answers


def test_a_bumped_camera_is_said_within_a_second(looking: Seeing) -> None:
    answers = said(looking, [seen()] * 30 + [seen(shift=60)] * 40)
    assert not any(answers[:30])
    first = next(n for n, answer in enumerate(answers) if answer)
    assert "moved" in answers[first]
    # the rest after the bump, then the second look
    assert first - 30 <= RATE
    assert answers[-1] == answers[first]


def test_other_light_is_said_and_taken_back(looking: Seeing) -> None:
    answers = said(looking, [seen()] * 30 + [seen(bright=0.45)] * 25 + [seen()] * 25)
    assert "light" in answers[30 + RATE]
    assert answers[-1] == ""


def test_a_hand_over_the_card_is_not_said_while_it_moves(looking: Seeing) -> None:
    covered = []
    for number in range(40):
        picture = seen()
        picture[: 700 + 10 * (number % 3)] = (120, 150, 200)
        covered.append(picture)
    answers = said(looking, [seen()] * 30 + covered)
    assert not any(answers)
