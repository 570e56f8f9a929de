"""The tray card is found again in a picture, and tells perspective, scale and white."""

import cv2
import numpy as np
import pytest

from vision import card, reader, tray
from vision.studio import scene
from vision.studio.sheet import flat, on_card

SCALE = 4.0  # pixels of the flat card in a millimetre


def seen(shift: float = 0.0, light: tuple[float, float, float] = (0.75, 0.85, 0.95), bright: float = 1.0) -> np.ndarray:
    height, width = flat(SCALE).shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    there = np.array([[210 + shift, 140], [1080 + shift, 150], [1200 + shift, 880], [90 + shift, 860]], np.float32)
    turned = cv2.warpPerspective(
        flat(SCALE), cv2.getPerspectiveTransform(corners, there), (1280, 960), borderValue=(60, 70, 60)
    )
    linear = (turned / 255.0) ** 2.2 * np.array(light) * bright
    grain = np.random.default_rng(1).normal(0, 2, turned.shape)
    return np.clip(np.clip(linear, 0, 1) ** (1 / 2.2) * 255 + grain, 0, 255).astype(np.uint8)


def test_perspective_and_scale() -> None:
    found = tray.look(seen())
    assert found is not None
    back = np.linalg.inv(found.to_card)
    for x, y in ((100.0, 60.0), (148.5, 105.0), (220.0, 150.0)):
        ends = cv2.perspectiveTransform(np.array([[[x - 8, y], [x + 8, y]]]), back)[0]
        middle, size = ends.mean(axis=0), float(np.linalg.norm(ends[1] - ends[0]))
        assert found.millimetres(middle[0], middle[1], size, seen()) == pytest.approx(16, abs=3.5)


def test_white_balance() -> None:
    warm = seen(light=(0.45, 0.75, 0.95))
    found = tray.look(warm)
    assert found is not None
    white = found.balanced(warm)
    back = np.linalg.inv(found.to_card)
    for x, y, colour in card.PATCHES:
        at = cv2.perspectiveTransform(np.array([[[x + card.PATCH[0] / 2, y + card.PATCH[1] / 2]]]), back)[0, 0]
        patch = white[int(at[1]) - 3 : int(at[1]) + 4, int(at[0]) - 3 : int(at[0]) + 4].reshape(-1, 3).mean(axis=0)
        assert np.abs(patch[::-1] - colour).max() < 22


def test_a_die_on_a_grey_patch_does_not_spoil_the_balance() -> None:
    dim = seen(light=(0.16, 0.18, 0.18))
    found = tray.look(dim)
    assert found is not None
    back = np.linalg.inv(found.to_card)
    x, y, _ = card.PATCHES[4]
    at = cv2.perspectiveTransform(np.array([[[x + card.PATCH[0] / 2, y + card.PATCH[1] / 2]]]), back)[0, 0]
    cv2.circle(dim, (round(at[0]), round(at[1])), 60, (84, 60, 120), -1)
    again = tray.look(dim)
    assert again is not None
    assert np.abs(again.colour - found.colour).max() < 0.1 * np.abs(found.colour).max()


def test_a_bump_and_other_light_are_said() -> None:
    then = tray.look(seen())
    assert then is not None
    assert tray.changed(then, tray.look(seen())) == ""
    assert "moved" in tray.changed(then, tray.look(seen(shift=40)))
    assert "light" in tray.changed(then, tray.look(seen(bright=0.4)))
    assert "cannot be seen" in tray.changed(then, None)


def test_what_is_printed_on_the_card_is_known_unless_something_lies_on_it() -> None:
    found = tray.look(seen())
    assert found is not None
    assert len(found.prints(seen())) == len(card.MARKERS) + len(card.PATCHES)
    assert not [one for one in found.prints(np.full_like(seen(), 90)) if one.height == card.MARKER]
    covered = seen()
    x, y = (round(n) for n in cv2.perspectiveTransform(np.array([[[22.0, 22.0]]]), np.linalg.inv(found.to_card))[0, 0])
    cv2.rectangle(covered, (x - 30, y - 30), (x + 30, y + 30), (40, 60, 200), -1)
    prints = found.prints(covered)
    assert len(prints) == len(card.MARKERS) + len(card.PATCHES) - 1
    assert not any(one.holds(*found.place(x, y, covered)) for one in prints)


def test_the_cards_own_prints_are_no_dice_and_leave_no_doubt() -> None:
    picture, lying = scene.draw(on_card(2_000_003, [("yellow", 3), ("orange", 1), ("red", 6), ("red", 4)]))
    reading = reader.read(picture, tray.look(picture))
    assert sorted((die.colour, die.value) for die in reading.dice) == sorted((die.colour, die.value) for die in lying)
    assert reading.certain, reading.reason


def test_no_card() -> None:
    assert tray.look(np.full((480, 640, 3), 90, np.uint8)) is None


def test_the_pdf_is_one() -> None:
    document = card.pdf()
    assert document.startswith(b"%PDF-1.4")
    assert document.rstrip().endswith(b"%%EOF")
    start = int(document.split(b"startxref\n")[1].split()[0])
    assert document[start:].startswith(b"xref")
    assert document.count(b" re f") == 12 + sum(len(card._cells(number)) for number in range(4))
