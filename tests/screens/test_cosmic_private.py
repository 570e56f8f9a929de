"""What only one seat may see stays behind its cover: twin sessions that differ in Red's secrets look alike."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.rules.cosmic_empires.catalog import SECRET_MISSIONS
from tests.screens.cosmic_twins import alike, at_red, shown, twin, walked
from tests.screens.driver import Driver


def round_(app: Driver) -> list[Any]:
    """Everything that a curious neighbour may look up, Blue's private screen among it."""
    app.on("board")
    app.quiet()
    found = [shown(app)]
    app.tap("field:c3")
    found.append(shown(app))
    app.tap("look away")
    app.tap("cards")
    app.on("cards")
    found.append(shown(app))
    app.tap("back")
    app.on("board")
    app.tap("empires")
    app.on("empires")
    found.append(shown(app))
    app.tap("look:red")
    app.on("private")
    found.append(shown(app))
    app.tap("back")
    app.on("board")
    for key, screen in (
        ("score", "score"),
        ("inbox", "inbox"),
        ("steps", "steps"),
        ("what the app believes", "believes"),
        ("what to lay out", "laying"),
    ):
        app.tap("menu")
        found.append(shown(app))
        app.tap(key)
        app.on(screen)
        found.append(shown(app))
        app.tap("back")
        app.on("board")
    app.tap("menu")
    app.tap("more to do")
    found.append(shown(app))
    app.tap("close")
    app.tap("empires")
    app.tap("look:blue")
    app.tap("open")
    app.press("look mission")
    app.wait(lambda p: "3 further fields" in p.texts, "Blue's own mission")
    found.append(shown(app))
    app.release()
    return found


def test_others_see_nothing_of_a_seats_secrets(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    one = twin(tmp_path / "one", mission="network", kind="outpost", card="spy")
    two = twin(tmp_path / "two", mission="guarded_belt", kind="wormhole", card="bomber_squadron")
    seen = [walked(start_app, data, round_) for data in (one, two)]
    alike(seen)
    texts = " ".join(text for _, _, told in seen[0] for text in told)
    for key in ("network", "guarded_belt"):
        assert SECRET_MISSIONS[key].text not in texts
    assert "Outpost" not in " ".join(text for _, _, told in seen[0][:-1] for text in told)
    assert SECRET_MISSIONS["wide_realm"].text in texts, "Blue may read its own"


def test_a_private_look_is_covered_when_the_finger_lifts_and_closes_by_itself(
    start_app: Callable[..., Driver], tmp_path: Path
) -> None:
    app = at_red(start_app, twin(tmp_path / "one", mission="network", kind="outpost", card="spy"))
    app.press("look mission")
    app.wait(lambda p: "event planets 1/1" in p.texts, "how far the mission is")
    app.slide(0, 300)
    app.wait(lambda p: "event planets" not in p.texts, "the cover: the finger slid off")
    app.release()
    app.press("look hand")
    app.wait(lambda p: "1 Spy" in p.texts and "c3: Outpost" in p.texts, "hand and notes")
    app.release()
    app.wait(lambda p: "Spy" not in p.texts, "the cover")
    app.tap("note")
    app.tap("at:d3")
    app.tap("kind:free_space")
    app.wait(lambda p: p.target("look hand") is not None, "the looks again")
    app.press("look hand")
    app.wait(lambda p: "d3: Free space" in p.texts, "the new note")
    app.release()
    app.wait(lambda p: p.target("open") is not None, "the cover after ten idle seconds")
    app.tap("back")
    app.on("board")


@pytest.mark.parametrize("size", [(800, 480), (1024, 600)], ids=["800x480", "1024x600"])
def test_a_doubt_is_told_to_its_seat_alone(
    start_app: Callable[..., Driver], tmp_path: Path, size: tuple[int, int]
) -> None:
    data = twin(tmp_path / "one", mission="network", kind="outpost", card="spy")
    app = start_app(size, "--camera", "photos:/nowhere", data=data)
    app.on("board")
    app.tap("cards")
    app.tap("card:enhanced_movement")
    app.on("board")
    assert "doubt" not in app.settled().texts.lower()
    app.tap("empires")
    app.tap("look:red")
    app.tap("open")
    picture = app.wait(lambda p: any(key.startswith("doubt:") for key in p.keys), "Red's doubt")
    app.tap(next(key for key in picture.keys if key.startswith("doubt:")))
    app.press("look doubt")
    app.wait(lambda p: "the app took away Spy" in p.texts, "what it is about")
    app.release()
    app.tap("put away")
    app.wait(lambda p: p.target("look mission") is not None and not p.enabled("doubt:"), "nothing in doubt")
