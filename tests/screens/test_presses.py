"""Buttons and lamps at the screen, with doubles: no window, no pins."""

import queue
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from companion.screens import presses
from companion.screens.app import Wishes
from companion.screens.wires import Wires
from hardware.buttons import Down, Hold, Press
from hardware.lights import FakeLights


@dataclass
class FakeDesk:
    """As much of the desk as a press needs; `answered` is what the session's thread was asked."""

    answer: object = "an event"
    answered: list[tuple[str, bool]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    undone: int = 0
    confirmed: int = 0

    def __post_init__(self) -> None:
        self.wires = SimpleNamespace(lights=FakeLights())
        self.state = SimpleNamespace(seats=("red", "blue", "green"))
        self.session = SimpleNamespace(revision=7)
        self.thread = SimpleNamespace(press=self._press)
        screen = SimpleNamespace(confirm=self._confirm)
        over = SimpleNamespace(children=[])
        self.app = SimpleNamespace(current=screen, over=over, say=self.said.append, resting=None)

    def _press(self, seat: str, *, held: bool) -> object:
        self.answered.append((seat, held))
        return self.answer

    def _confirm(self) -> None:
        self.confirmed += 1

    def follow(self, future: Any, then: Any) -> None:
        then(future)

    def undo(self) -> None:
        self.undone += 1

    def deciding(self) -> set[str]:
        return {"blue", "green"}


def heard(event: object, **how: Any) -> FakeDesk:
    desk = FakeDesk(**how)
    presses.heard(desk, event)  # type: ignore[arg-type]
    return desk


def test_a_press_is_the_seats_default_answer_and_a_hold_the_other() -> None:
    assert heard(Press("seat2")).answered == [("blue", False)]
    assert heard(Hold("seat3")).answered == [("green", True)]


def test_a_down_lights_its_seat_and_answers_nothing() -> None:
    desk, felt = FakeDesk(), []
    desk.app.current.felt = felt.append
    for event in (Down("seat2"), Down("undo")):
        presses.heard(desk, event)  # type: ignore[arg-type]
    assert (felt, desk.answered, desk.undone) == ([2], [], 0)


def test_a_down_on_a_screen_without_seats_is_nothing() -> None:
    assert heard(Down("seat2")).answered == []


def test_a_box_that_comes_or_goes_is_said_and_the_lamps_are_set_anew() -> None:
    desk = FakeDesk()
    desk.app.current.name = "round"
    presses.box_changed(desk, "no table box is plugged in.")  # type: ignore[arg-type]
    assert desk.said == ["No table box is plugged in."]
    assert desk.wires.lights.lit == {2, 3}


def test_a_press_that_answers_nothing_blinks() -> None:
    desk = heard(Press("seat1"), answer=None)
    assert desk.wires.lights.blinked == [1]
    assert "Red has nothing to answer" in desk.said[0]


def test_a_button_where_nobody_sits_does_nothing() -> None:
    desk = heard(Press("seat6"))
    assert desk.answered == []
    assert desk.said == []


def test_confirm_and_undo() -> None:
    assert heard(Press("confirm")).confirmed == 1
    assert heard(Press("undo")).undone == 1


def test_confirm_answers_no_question_that_lies_over_the_screen() -> None:
    desk = FakeDesk()
    desk.app.over.children.append("a sheet")
    presses.heard(desk, Press("confirm"))  # type: ignore[arg-type]
    assert desk.confirmed == 0


def test_the_lamps_of_all_who_are_waited_for_are_lit() -> None:
    desk = FakeDesk()
    presses.light(desk)  # type: ignore[arg-type]
    assert desk.wires.lights.lit == {2, 3}


def test_a_down_is_shown_by_its_lamp_whatever_is_on_the_screen(tmp_path: Path) -> None:
    wires = Wires(Wishes(tmp_path))
    wires.lights, heard_too = FakeLights(), queue.Queue()  # type: ignore[assignment]
    wires.listen(heard_too.put, lambda state: None)
    for event in (Down("seat3"), Down("undo"), Press("seat3")):
        wires._queue.put(event)
    assert [heard_too.get(timeout=5) for _ in range(3)] == [Down("seat3"), Down("undo"), Press("seat3")]
    assert wires.lights.down == [3]  # type: ignore[attr-defined]
    wires.close()


def test_a_button_of_a_place_where_nobody_sits_lights_nothing() -> None:
    desk, felt = FakeDesk(), []
    desk.app.current.felt = felt.append
    presses.heard(desk, Down("seat6"))  # type: ignore[arg-type]
    assert felt == []
