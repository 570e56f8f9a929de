"""Round what is common to all boxes: past evenings and the end of one, settings and themes, the story since a turn."""

from collections.abc import Callable
from pathlib import Path

from tests.played import played
from tests.screens.driver import Driver, Picture
from tests.screens.table import begun

Visit = Callable[[str, Picture], None]
NAMES = {"red": "Ana", "blue": "Bert", "green": "Carla", "yellow": "Dora"}
SEATS = (("red", "terran"), ("blue", "hydran"), ("green", "planta"), ("yellow", "draco"))
LINES = ("red: research", "red: later", "blue: research", "blue: later", "green: research", "green: later")


def prepared(data: Path) -> Path:
    """Two games that were played to their end, and one that goes on; the folder."""
    played(data, "eclipse", 4, 5, NAMES)
    played(data, "dark_ages", 3, 2, NAMES)
    return begun(data, LINES, seats=SEATS, names=NAMES)


def tour(app: Driver, visit: Visit) -> None:
    """From the running game through all of it, to the score of an earlier evening."""

    def stop(name: str) -> None:
        visit(name, app.quiet())

    def look_up(key: str, screen: str) -> None:
        app.tap("menu")
        app.tap(key)
        app.on(screen)

    app.on("round")
    app.tap("menu")
    app.tap("since my turn")
    app.tap("Blue · Bert")
    app.on("steps")
    stop("since-my-turn")
    app.tap("back")
    app.on("round")
    for theme, words in (("light", "light"), ("dim", "dim room"), ("dark", "dark")):
        look_up("settings", "preferences")
        app.tap("setting:theme")
        app.wait(lambda p, words=words: words in p.texts and p.raw["ready"], theme)  # type: ignore[misc]
        app.tap("back")
        app.on("round")
        if theme != "dark":
            stop(f"round-{theme}")
    look_up("home", "home")
    app.tap("past games")
    app.on("past")
    app.wait(lambda _: (app.data / "results.json").is_file(), "the results")
    app.settled()
    stop("past-results")
    app.tap("players")
    app.wait(lambda p: p.screen == "players" and "looked through" not in p.texts)
    stop("players")
    app.tap("back")
    app.on("past")
    app.tap("session:1")
    app.on("score")
    stop("end-score")
