"""The map by itself in a window, moved by injected touches: `python -m tests.screens.map_alone pinch|pan|button`.

One JSON object on standard output. `pinch`: the view before and after two fingers went apart, and what was touched.
`pan`: frames a second while a finger drags a full six-player map; `button`: of a program with one button that is drawn
anew each frame.
"""

import json
import random
import sys
import time
from dataclasses import replace
from typing import Any

from companion.screens.kivy_start import prepare

SIZE = (800, 480)
SECONDS = 4.0


def position(seats: int, most: int) -> Any:
    """A position of a random game at full tracking, with as many sectors as such a game brings."""
    from companion.rules.contract import SeatSetup, Setup
    from companion.rules.eclipse import GAME
    from companion.rules.eclipse.state import FULL
    from companion.table import simulation

    made = simulation.setup(GAME, seats, options={})
    state: Any = GAME.begin(
        Setup("eclipse", tuple(SeatSetup(each.seat, each.faction) for each in made.seats), made.options, FULL)
    )
    chance = random.Random(3)
    for _ in range(most):
        action = simulation.choose(GAME, state, chance)
        if action is None:
            break
        state = action.apply(state)
    return state


def full(state: Any) -> dict[Any, Any]:
    """The looks of its sectors, and of every other tile of the box around them: a map as full as it can get."""
    from companion.rules.eclipse.catalog import SECTORS
    from companion.rules.eclipse.hexes import ring
    from companion.screens.eclipse import hexmap

    looks = hexmap.looks(state)
    left = [number for number in SECTORS if state.sector(number) is None and SECTORS[number].ring != "start"]
    for number in left:
        fitting = [place for place in hexmap.spaces_round(looks) if ring(place) == SECTORS[number].ring]
        if fitting:
            looks[fitting[0]] = hexmap.in_hand(number, fitting[0], number % 6, state)
    return looks


def main(what: str) -> None:
    prepare(SIZE)
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.core.window import Window
    from kivy.tests.common import UnitTestTouch
    from kivy.uix.button import Button

    from companion.screens import theme
    from companion.screens.eclipse.map_view import MapView, Scene

    theme.measure(SIZE, 7.0)
    frames, moves, began, told = 0, 0, 0.0, dict[str, Any]()

    class Alone(App):
        def build(self) -> Any:
            if what == "button":
                self.shown: Any = Button(text="one button")
            else:
                looks = full(position(6, 900))
                told["sectors"] = len(looks)
                self.shown = MapView()
                self.shown.touched = lambda place: told.setdefault("touched", []).append(place)
                self.shown.show(Scene(looks))
            return self.shown

        def on_start(self) -> None:
            Clock.schedule_once(self.begin, 1.5)

        def begin(self, _: float) -> None:
            nonlocal began
            began, self.cpu = time.monotonic(), time.process_time()
            if what == "pinch":
                self.pinch()
                return
            if what == "pan":
                self.finger = UnitTestTouch(400, 240)
                self.finger.touch_down()
            Window.bind(on_flip=self.flipped)
            Clock.schedule_interval(self.step, 0)

        def step(self, _: float) -> None:
            nonlocal moves
            moves += 1
            if what == "pan":
                there = moves % 60
                self.finger.touch_move(400 + 3 * min(there, 60 - there), 240 + min(there, 60 - there))
            else:
                self.shown.canvas.ask_update()
            if time.monotonic() - began > SECONDS:
                told["cpu_ms"] = (time.process_time() - self.cpu) * 1000 / max(frames, 1)
                told["fps"] = frames / (time.monotonic() - began)
                self.stop()

        def flipped(self, *_: Any) -> None:
            nonlocal frames
            frames += 1

        def pinch(self) -> None:
            view: Any = self.shown
            one, other = UnitTestTouch(350, 240), UnitTestTouch(450, 240)
            told["before"] = view._view.side
            under = view._view.back(350, 240), view._view.back(450, 240)
            one.touch_down()
            other.touch_down()
            for step in range(1, 11):
                one.touch_move(350 - 10 * step, 240 - 2 * step)
                other.touch_move(450 + 10 * step, 240 + 2 * step)
            told["after"] = view._view.side
            told["still"] = [view._view.pixels(*each) for each in under]
            one.touch_up()
            other.touch_up()
            told.setdefault("touched", [])
            Clock.schedule_once(self.touch, 0.5)

        def touch(self, _: float) -> None:
            view: Any = self.shown
            x, y = view._view.pixels(0, 0)
            finger = UnitTestTouch(x, y)
            finger.touch_down()
            finger.touch_up()
            Clock.schedule_once(self.turn, 0.1)

        def turn(self, _: float) -> None:
            """A tile lies otherwise, then another lies there: which of the two is new under a finger?"""
            view: Any = self.shown
            looks = view._scene.looks
            place = next(iter(looks))
            told["changed"] = []
            for look in (
                replace(looks[place], rotation=looks[place].rotation + 1),
                replace(looks[place], number=looks[place].number + 1),
            ):
                before = view.changed_at
                view.show(Scene({**looks, place: look}))
                told["changed"].append(view.changed_at != before)
            self.stop()

    Alone().run()
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
