"""Buttons and lamps: what bounces, what is held, and what is not there."""

import queue
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import buttons, gpio, keys, lights
from hardware.buttons import ButtonEvent, Debounce, Down, FakeButtons, GpioButtons, Hold, NoButtons, Press
from hardware.gpio import NoGpio, Pins

PINS = Pins(seats=(17, 27), lamps=(23, None, 25), confirm=26, undo=4)


def played(
    levels: list[tuple[float, str, bool]], until: float, every: float = 0.005
) -> list[tuple[float, ButtonEvent]]:
    """What a Debounce says, and when, to `levels`, asked also every `every` seconds; downs left out."""
    debounce, said, now = Debounce(hold=0.8, settle=0.02), [], 0.0
    levels = sorted(levels)
    while now <= until:
        while levels and levels[0][0] <= now:
            at, button, down = levels.pop(0)
            said += [(at, event) for event in debounce.level(button, down, at)]
        said += [(now, event) for event in debounce.due(now)]
        now = round(now + every, 6)
    return [(at, event) for at, event in said if not isinstance(event, Down)]


def events(levels: list[tuple[float, str, bool]], until: float = 3.0) -> list[ButtonEvent]:
    return [event for _, event in played(levels, until)]


def test_a_press_counts_once_when_it_is_let_go() -> None:
    said = played([(0.1, "seat1", True), (0.3, "seat1", False)], until=2)
    assert [event for _, event in said] == [Press("seat1")]
    assert 0.3 <= said[0][0] <= 0.33


def test_a_bouncing_contact_is_one_press() -> None:
    levels = [(0.1 + step * 0.002, "seat1", step % 2 == 0) for step in range(7)]
    levels += [(0.4 + step * 0.002, "seat1", step % 2 == 1) for step in range(7)]
    assert events(levels) == [Press("seat1")]


def test_a_spark_is_no_press() -> None:
    assert events([(0.1, "seat1", True), (0.105, "seat1", False)]) == []


def test_held_it_is_a_hold_while_still_down_and_no_press_after() -> None:
    said = played([(0.1, "seat2", True), (1.6, "seat2", False)], until=3)
    assert [event for _, event in said] == [Hold("seat2")]
    assert 0.9 <= said[0][0] <= 0.91


def test_two_buttons_at_once_both_count() -> None:
    levels = [(0.1, "seat1", True), (0.1, "seat2", True), (0.2, "seat1", False), (0.2, "seat2", False)]
    assert events(levels) == [Press("seat1"), Press("seat2")]


def test_one_held_while_another_is_pressed() -> None:
    levels = [(0.1, "seat1", True), (0.5, "confirm", True), (0.6, "confirm", False), (1.5, "seat1", False)]
    assert events(levels) == [Press("confirm"), Hold("seat1")]


def test_asked_late_nothing_is_lost() -> None:
    debounce = Debounce(hold=0.8, settle=0.02)
    said = debounce.level("seat1", True, 0.0)
    said += debounce.level("seat1", False, 0.1)
    said += debounce.level("seat1", True, 0.5)
    said += debounce.level("seat1", False, 2.0)
    assert said + debounce.due(60.0) == [Down("seat1"), Press("seat1"), Down("seat1"), Hold("seat1")]


@given(
    st.lists(st.tuples(st.floats(0.05, 0.7), st.floats(0.05, 2.0)), max_size=6),
    st.lists(st.floats(0, 20), max_size=10),
)
def test_clean_presses_are_counted_however_often_it_is_asked(
    spans: list[tuple[float, float]], asked: list[float]
) -> None:
    debounce, said, now = Debounce(hold=0.8, settle=0.02), [], 0.0
    for down, up in spans:
        for length, level in ((up, True), (down, False)):
            now += length
            while asked and asked[0] < now:
                asked.pop(0)
            said += debounce.level("seat1", level, now)
    said += debounce.due(now + 1)
    assert said == [Down("seat1"), Press("seat1")] * len(spans)


def test_the_deadline_is_when_something_becomes_due() -> None:
    debounce = Debounce(hold=0.8, settle=0.02)
    assert debounce.deadline() is None
    debounce.level("undo", True, 1.0)
    assert debounce.deadline() == pytest.approx(1.02)
    assert debounce.due(1.03) == [Down("undo")]
    assert debounce.deadline() == pytest.approx(1.8)
    assert debounce.due(1.8) == [Hold("undo")]
    assert debounce.deadline() is None


@pytest.fixture
def factory() -> Iterator[Any]:
    made = gpio.fake_gpio()
    yield made
    made.reset()


def wait_for(queued: "queue.Queue[ButtonEvent]") -> ButtonEvent:
    """The next press or hold; each comes after its down."""
    event = queued.get(timeout=20)
    return event if not isinstance(event, Down) else wait_for(queued)


def test_pins_become_events(factory: Any) -> None:
    queued: queue.Queue[ButtonEvent] = queue.Queue()
    opened = buttons.open_buttons(PINS, queued, hold=0.3, factory=factory)
    assert opened.working
    assert opened.state == "buttons: seat1, seat2, confirm, undo"
    factory.pin(17).drive_low()
    factory.pin(4).drive_low()
    assert {wait_for(queued), wait_for(queued)} == {Hold("seat1"), Hold("undo")}
    factory.pin(17).drive_high()
    factory.pin(26).drive_low()
    time.sleep(0.05)
    factory.pin(26).drive_high()
    assert wait_for(queued) == Press("confirm")
    opened.close()
    assert queued.empty()


def test_a_pin_that_is_taken_is_named_and_the_others_work(factory: Any) -> None:
    taken = lights.open_lights(Pins(lamps=(27,)), factory=factory)
    queued: queue.Queue[ButtonEvent] = queue.Queue()
    opened = GpioButtons(PINS, queued, factory)
    assert opened.working
    assert opened.state.startswith("buttons: seat1, confirm, undo; not usable: GPIO 27 (")
    opened.close()
    taken.close()


def test_no_pi_no_gpio_and_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(NoGpio, match="not a Raspberry Pi"):
        gpio.open_gpio(tmp_path / "model")
    model = tmp_path / "model"
    model.write_bytes(b"Some Other Board\0")
    with pytest.raises(NoGpio, match="not a Raspberry Pi"):
        gpio.open_gpio(model)


def test_a_pi_without_lgpio_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = tmp_path / "model"
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    monkeypatch.setitem(sys.modules, "lgpio", None)  # as if it were not installed
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(NoGpio, match="python3-lgpio"):
        gpio.open_gpio(model)


def test_without_gpio_everything_still_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> Any:
        raise NoGpio("no GPIO here: this is a test.")

    monkeypatch.setattr(buttons, "open_gpio", none)
    monkeypatch.setattr(lights, "open_gpio", none)
    opened = buttons.open_buttons(PINS, queue.Queue())
    assert isinstance(opened, NoButtons)
    assert not opened.working
    assert opened.state == "no GPIO here: this is a test."
    opened.close()
    lamps = lights.open_lights(PINS)
    lamps.turn({1})
    lamps.blink(1)
    lamps.close()
    assert lamps.state == "no GPIO here: this is a test."


def test_nothing_wired() -> None:
    assert "no buttons are wired" in buttons.open_buttons(Pins(), queue.Queue()).state
    assert "no lamps are wired" in lights.open_lights(Pins()).state


def test_the_double_gives_the_same_events() -> None:
    queued: queue.Queue[ButtonEvent] = queue.Queue()
    double = FakeButtons(queued)
    double.press("seat1")
    double.hold("seat2")
    assert [queued.get(), queued.get()] == [Press("seat1"), Hold("seat2")]


def test_lamps_show_whose_turn_it_is(factory: Any) -> None:
    lamps = lights.open_lights(PINS, factory=factory)
    assert lamps.state == "lamps at seats 1, 3"
    lamps.turn({1})
    assert (factory.pin(23).state, factory.pin(25).state) == (1, 0)
    lamps.turn({2, 3})  # seat 2 has no lamp
    assert (factory.pin(23).state, factory.pin(25).state) == (0, 1)
    lamps.close()


def test_a_felt_press_is_one_blink(factory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lights, "BLINK", 0.001)
    lamps = lights.GpioLights(PINS, factory)
    lamps.turn({1})
    pin = factory.pin(25)
    pin.clear_states()
    lamps.felt(3)
    lamps.felt(2)  # has no lamp
    until = time.monotonic() + 20
    while len(pin.states) < 3 and time.monotonic() < until:
        time.sleep(0.005)
    assert [state.state for state in pin.states] == [False, True, False]
    lamps.close()


def test_a_blink_ends_as_it_was(factory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lights, "BLINK", 0.001)
    lamps = lights.GpioLights(PINS, factory)
    lamps.turn({1})
    pin = factory.pin(23)
    pin.clear_states()
    lamps.blink(1)
    lamps.blink(2)  # has no lamp
    until = time.monotonic() + 20
    while len(pin.states) < 7 and time.monotonic() < until:
        time.sleep(0.005)
    assert [state.state for state in pin.states] == [True, False, True, False, True, False, True]
    lamps.close()


def test_keys_stand_for_buttons() -> None:
    assert keys.event_for("1") == Press("seat1")
    assert keys.event_for("6", held=True) == Hold("seat6")
    assert keys.event_for("enter") == Press("confirm")
    assert keys.event_for("backspace") == Press("undo")
    assert keys.event_for("q") is None
    assert set(keys.KEYS.values()) == set(buttons.NAMES)
    assert [buttons.seat_of(name) for name in buttons.NAMES] == [1, 2, 3, 4, 5, 6, None, None]
