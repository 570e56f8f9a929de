"""Screens that come up in play show nothing of a seat's secrets: combat, dice, cards, planets, check the table."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.rules.contract import SeatSetup, Setup
from companion.rules.cosmic_empires import GAME
from companion.rules.notation import read
from companion.table.journal import Journal
from companion.table.session import Session
from tests.screens.cosmic_twins import alike, go_on, shown, twin, walked
from tests.screens.driver import Driver

FIGHT = (
    "red: done", "table: correct d3_field free_space", "red: correct frigate_1 d3", "red: correct frigate_2 d3",
    "red: correct frigate_2_weapon yes", "red: skip", "red: done",
)  # fmt: skip
"""Red's two frigates lie where Blue's two can get to."""
NATIVES = (SeatSetup("red", "natives"), SeatSetup("blue", "empire"), SeatSetup("green", "pirates"))
NEAR = (
    "table: first red", "red: start north", "blue: start east", "green: start south",
    "red: seal_mission {red}", "blue: seal_mission {blue}", "green: on_paper",
    "red: examine c3", "blue: examine c2", "green: examine a2", "red: correct markers 7",
    "blue: correct markers 8",
)  # fmt: skip
"""Red has what seven_markers asks for, Blue what eight_markers does; whoever sealed it, the next move brings it out."""


def near(data: Path, **sealed: str) -> Path:
    with Journal(data, clock=lambda: 1000.0) as journal:
        session = Session.begin(journal, GAME.name, Setup(GAME.name, NATIVES, {"cards_asked": "never"}))
        for line in NEAR:
            session.submit(read(line.format(**sealed), GAME.actions))
        session.close()
    return data


def by_hand(app: Driver, *keys: str) -> Any:
    """A throw told by thumb; what stood there before."""
    app.on("dice")
    if app.look().target(keys[0]) is None:
        app.tap("by hand")
    found = shown(app)
    for key in (*keys, "use these"):
        app.tap(key)
    return found


def fight(app: Driver) -> list[Any]:
    """Blue attacks Red, Red looks through its cards; then Blue turns a planet over."""
    app.on("board")
    app.quiet()
    app.tap("field:d3")
    found = [shown(app)]
    app.tap("fly:d3")
    app.on("combat")
    found.append(shown(app))
    app.tap("fight")
    app.on("dice")
    app.tap("cards:red")
    app.on("cards")
    found.append(shown(app))
    app.tap("back")
    found.append(by_hand(app, "hand:white:red", "hand:white:red"))
    app.wait(lambda p: p.screen == "dice" and "Red" in p.texts, "Red's dice")
    found.append(by_hand(app, "hand:white:red", "hand:yellow:white"))
    app.on("combat")
    found.append(shown(app))
    app.tap("hit:frigate_1")
    app.wait(lambda p: p.screen == "dice" and "Blue" in p.texts, "the next round")
    found.append(by_hand(app, "hand:white:red", "hand:white:red"))
    app.wait(lambda p: p.screen == "dice" and "Red" in p.texts, "Red's die")
    by_hand(app, "hand:yellow:white")
    app.on("private")
    found.append(shown(app))
    app.tap("open")
    found.append(shown(app))
    app.tap("not told")
    app.on("board")
    found.append(shown(app))
    app.tap("done")
    app.wait(lambda p: p.target("mode:fleet") is not None, "Green's main move")
    app.tap("field:c5")
    app.tap("fly:c5")
    app.on("reveal")
    found.append(shown(app))
    app.tap("kind:equipment_planet")
    app.on("stones")
    found.append(shown(app))
    app.tap("menu")
    app.tap("steps")
    app.on("steps")
    found.append(shown(app))
    return found


def test_a_combat_and_a_new_planet_show_nothing_of_reds_secrets(
    start_app: Callable[..., Driver], tmp_path: Path
) -> None:
    one = twin(tmp_path / "one", mission="network", kind="outpost", card="peace_treaties")
    two = twin(tmp_path / "two", mission="guarded_belt", kind="wormhole", card="bomber_squadron")
    seen = [walked(start_app, go_on(data, *FIGHT), fight) for data in (one, two)]
    alike(seen)
    assert {screen for screen, _, _ in seen[0]} >= {"combat", "dice", "cards", "private", "reveal", "stones", "steps"}


def check(app: Driver) -> list[Any]:
    """Red's move brings a mission out; whose, nobody is told."""
    app.on("board")
    app.quiet()
    assert app.look().target("mode:fleet") is not None, "corrections alone bring nothing out"
    found = [shown(app)]
    app.tap("skip")
    app.on("check")
    found.append(shown(app))
    for key, screen in (("steps", "steps"), ("what the app believes", "believes"), ("score", "score")):
        app.tap("menu")
        app.tap(key)
        app.on(screen)
        found.append(shown(app))
        app.tap("back")
        app.on("check")
    app.tap("not so")
    app.on("believes")
    return [*found, shown(app)]


def test_check_the_table_looks_the_same_whosever_mission_is_met(
    start_app: Callable[..., Driver], tmp_path: Path
) -> None:
    sealed = (("one", "seven_markers", "wide_realm"), ("two", "most_planets", "eight_markers"))
    alike([walked(start_app, near(tmp_path / name, red=red, blue=blue), check) for name, red, blue in sealed])
