"""Twin sessions of Cosmic Empires that differ only in Red's secrets, and what a walk through their screens shows."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.rules.contract import SeatSetup, Setup
from companion.rules.cosmic_empires import GAME
from companion.rules.notation import read
from companion.table.journal import Journal
from companion.table.session import Session
from tests.screens.driver import Driver

SEATS = (SeatSetup("red", "scientists"), SeatSetup("blue", "empire"), SeatSetup("green", "pirates"))
OPENING = (
    "table: first red", "red: start north", "blue: start east", "green: start south",
    "red: seal_mission {mission}", "blue: seal_mission wide_realm", "green: on_paper",
    "red: examine c3", "red: note_field c3 {kind}", "blue: examine c2", "green: replace a2",
    "red: fleet c1", "red: send frigate_1", "red: done", "table: field event_planet_1",
    "table: stones red red red blue", "red: done",
    "blue: skip", "green: skip", "red: examine d3", "blue: examine d3", "green: examine d3",
    "red: activate c1", "red: draw_event {card}",
)  # fmt: skip


def twin(data: Path, **secrets: str) -> Path:
    """A session in Red's second turn, with these secrets of Red's."""
    with Journal(data, clock=lambda: 1000.0) as journal:
        options = {"event_cards": "told", "cards_asked": "never"}
        session = Session.begin(journal, GAME.name, Setup(GAME.name, SEATS, options))
        for line in OPENING:
            action = read(line.format(**secrets), GAME.actions)
            session.submit(action)
        session.close()
    (data / "settings.toml").write_text("[table]\nturn_timer = false\n")  # time differs, secrets aside
    return data


def shown(app: Driver) -> Any:
    """All that a picture holds but what time makes of it."""
    picture = app.settled()
    targets = [(t["key"], t["words"], t["small"], t["grey"], t["chosen"]) for t in picture.raw["targets"]]
    return (picture.screen, targets, sorted(text["text"] for text in picture.raw["texts"]))


def go_on(data: Path, *lines: str) -> Path:
    """The session that lies there, played on by these lines."""
    with Journal(data, clock=lambda: 1000.0) as journal:
        session = Session.resume(journal, 1)
        for line in lines:
            session.submit(read(line, GAME.actions))
        session.close()
    return data


def alike(seen: list[list[Any]]) -> None:
    """Both walks showed the same, stop by stop."""
    for first, second in zip(*seen, strict=True):
        assert first == second


def walked(start_app: Callable[..., Driver], data: Path, walk: Callable[[Driver], list[Any]]) -> list[Any]:
    """What a walk through the session that lies there shows, stop by stop."""
    app = start_app((800, 480), "--camera", "photos:/nowhere", data=data)
    found = walk(app)
    app.stop()
    return found


def at_red(start_app: Callable[..., Driver], data: Path) -> Driver:
    """The app with Red's private screen opened by touch, the session being in Red's second turn."""
    app = start_app((800, 480), "--camera", "photos:/nowhere", data=data)
    app.on("board")
    app.tap("empires")
    app.tap("look:red")
    assert "event planets" not in app.on("private").texts
    app.tap("open")
    return app
