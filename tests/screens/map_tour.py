"""Eclipse's map: the first turns of a game at full tracking, by touch alone, and every screen of the map on the way."""

from collections.abc import Callable

from tests.screens.driver import Driver, Picture

Visit = Callable[[str, Picture], None]
SEATS = ("red", "blue", "green")


def tour(app: Driver, visit: Visit) -> None:
    """From home through four actions on the map."""

    def stop(name: str) -> None:
        visit(name, app.quiet())

    set_up(app, stop)
    explore(app, stop)
    build(app, stop)
    influence(app, stop)
    move(app, stop)
    overview(app, stop)


def set_up(app: Driver, stop: Callable[[str], object]) -> None:
    """Three seats, full tracking; the app draws the technology tiles."""
    app.settled()
    app.tap("new game")
    app.on("setup")
    for seat in SEATS:
        app.tap(f"seat:{seat}")
    app.tap("level")
    stop("map-setup")
    app.tap("begin")
    app.on("laying")
    while app.look().enabled("next"):
        app.tap("next")
    app.tap("all laid out")
    app.on("round")
    stop("map-round")


def lit(app: Driver, prefix: str) -> list[str]:
    """The hexes that may be touched."""
    return app.settled().enabled(prefix)


def explore(app: Driver, stop: Callable[[str], object]) -> int:
    """A tile of stack II is laid and controlled; the taps up to laying it."""
    before = app.taps
    app.tap("explore")
    app.on("map")
    stop("map-explore-space")
    app.tap(lit(app, "space:")[0])
    app.wait(lambda p: any(key.startswith("turn:") for key in p.keys), "the stack")
    stop("map-explore-tile")
    tile = next(key for key in app.look().enabled("turn:") if key not in ("turn:203", "turn:204", "turn:211"))
    app.tap(tile)
    app.wait(lambda p: p.target("lay") is not None, "the tile")
    stop("map-explore-place")
    other = [key for key in app.look().enabled("rotation:") if not app.look().target(key)["chosen"]]  # type: ignore[index]
    if other:
        app.tap(other[0])
        stop("map-explore-turned")
    grey = next((t["key"] for t in app.look().raw["targets"] if t["key"].startswith("rotation:") and t["grey"]), None)
    wasted = 0
    if grey is not None:
        app.tap(grey)
        stop("map-explore-why-not")
        app.tap("ok")
        wasted = 2
    app.tap("lay")
    taps = app.taps - before - wasted
    app.wait(lambda p: p.target("control") is not None, "the question of the disc")
    stop("map-control")
    app.tap("control")
    to_round(app, stop)
    return taps


def to_round(app: Driver, stop: Callable[[str], object]) -> None:
    """Colony ships, discovery tiles, until the next turn."""
    while (picture := app.settled()).screen != "round":
        colony = [key for key in picture.enabled("") if ": colonise " in key]
        if colony and picture.screen == "map":
            stop("map-colonise")
            app.tap(colony[0])
        elif "done" in picture.keys:
            app.tap("done")
        else:
            offered = picture.enabled("")
            app.tap(next((key for key in offered if "discovery points" in key or key.endswith(": done")), offered[0]))


def build(app: Driver, stop: Callable[[str], object]) -> int:
    """One interceptor; the taps of the whole turn."""
    before = app.taps
    app.tap("build")
    app.on("map")
    stop("map-build-what")
    app.tap("what:interceptor")
    stop("map-build-where")
    app.tap(lit(app, "sector:")[0])
    app.wait(lambda p: "1 thing left" in p.texts, "the next thing")
    app.tap("done")
    app.on("round")
    return app.taps - before


def move(app: Driver, stop: Callable[[str], object]) -> int:
    """A ship goes as far as it may; the taps of the whole turn."""
    before = app.taps
    app.tap("move")
    app.on("map")
    stop("map-move-from")
    app.tap(lit(app, "sector:")[0])
    stop("map-move-to")
    goals = lit(app, "sector:")
    far = next(key for key in app.look().keys if key.startswith("sector:") and key not in goals)
    app.tap(far)
    stop("map-move-why-not")
    app.tap("ok")
    wasted = 2
    if goals:
        app.tap(goals[0])
        app.wait(lambda p: "2 moves left" in p.texts, "the next move")
    app.tap("done")
    app.on("round")
    return app.taps - before - wasted


def influence(app: Driver, stop: Callable[[str], object]) -> int:
    """Looked at; the taps of the whole turn."""
    before = app.taps
    app.tap("influence")
    app.on("map")
    stop("map-influence")
    app.tap("done")
    to_round(app, stop)
    return app.taps - before


def overview(app: Driver, stop: Callable[[str], object]) -> None:
    """One touch from the round: the map, a sector looked at, turned, and put right."""
    app.tap("map")
    app.on("map")
    stop("map")
    app.tap("turn")
    stop("map-turned")
    key = app.settled().keys[[key.startswith("sector:") for key in app.settled().keys].index(True)]
    app.tap(key)
    stop("map-sector")
    app.hold(key)
    stop("map-put-right")
    app.tap("close")
    app.tap("back")
    app.on("round")
