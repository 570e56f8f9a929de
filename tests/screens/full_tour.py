"""Round Eclipse's screens with everything tracked: blueprints, an upgrade, a large battle, and what follows it."""

from collections.abc import Callable
from pathlib import Path

from tests.screens.driver import Driver, Picture
from tests.screens.full_positions import RED_HOME_RAIDED, battle, full, sector, ships

Visit = Callable[[str, Picture], None]
THERE = (
    "red interceptor 4, red cruiser 3, red dreadnought 1, red starbase 2, "
    "blue interceptor 5, blue cruiser 2, blue dreadnought 1"
)
LEARNT = ("gauss_shield", "plasma_missile", "improved_hull", "positron_computer", "fusion_source")
FITTED = (
    "red: correct cruiser_1 plasma_cannon",
    "red: correct cruiser_6 gauss_shield",
    "red: correct dreadnought_8 shard_hull",
    "blue: correct interceptor_4 plasma_missile",
    "blue: correct cruiser_2 improved_hull",
    "blue: correct dreadnought_1 antimatter_cannon",
    "blue: correct dreadnought_6 fusion_source",
)


def prepared(data: Path) -> Path:
    """The session that the tour walks through, before everybody passes; the folder."""
    return full(
        data,
        *battle(THERE),
        *sector(311, 0, 1),
        *ships(311, "blue cruiser 1, red interceptor 1"),
        *RED_HOME_RAIDED,
        *(f"red: correct technology_{each} yes" for each in LEARNT),
        "red: correct ancient_part_ion_turret yes",
        *FITTED,
    )


def tour(app: Driver, visit: Visit) -> None:
    """From the round to the next one's doorstep. The app must be started on `prepared`."""

    def stop(name: str) -> Picture:
        picture = app.quiet()
        visit(name, picture)
        return picture

    app.wait(lambda p: p.screen == "round" and p.raw["ready"], "the session to resume")
    app.tap("upgrade")
    app.on("upgrade")
    stop("full-upgrade")
    app.tap("square:dreadnought:4")
    stop("full-upgrade-ship")
    app.tap("part:antimatter_cannon")
    stop("full-upgrade-why-not")
    app.tap("ok")
    app.tap("part:improved_hull")
    app.wait(lambda p: "1 part left" in p.texts, "the part")
    square, part = app.place("square:dreadnought:3"), app.place("part:gauss_shield")
    app.press("part:gauss_shield")
    app.wait(lambda p: (t := p.target("part:gauss_shield")) is not None and t["down"], "the finger to be felt")
    app.slide((square[0] - part[0]) // 2, (square[1] - part[1]) // 2)
    app.slide(square[0] - part[0] - (square[0] - part[0]) // 2, square[1] - part[1] - (square[1] - part[1]) // 2)
    app.wait(lambda p: (t := p.target("square:dreadnought:3")) is not None and t["chosen"], "the square below it")
    stop("full-upgrade-dragged")
    app.release()
    app.wait(lambda p: "BLUE" in p.texts or p.raw["sheet"], "the turn to go on")
    app.tap("strip:red")
    stop("full-seat")
    app.tap("blueprints")
    app.on("blueprints")
    stop("full-blueprints")
    app.tap("tab:blue")
    stop("full-blueprints-blue")
    app.tap("back")
    for _ in range(2):
        revision = app.settled().raw["revision"]
        app.tap("pass")
        app.wait(lambda p, now=revision: p.raw["revision"] > now, "the pass")
    _battles(app, stop)


def _battles(app: Driver, stop: Callable[[str], Picture]) -> None:
    app.on("fight")
    app.wait(lambda p: "in %" in str(p.target("odds")) or "±" in str(p.target("odds")), "the odds")
    stop("full-order")
    seen: set[str] = set()
    for _ in range(160):
        picture = app.settled()
        if picture.screen not in ("fight", "dice", "aftermath", "reputation"):
            return
        revision, name = picture.raw["revision"], _stop_name(picture)
        if name not in seen:
            seen.add(name)
            picture = stop(name)
        if picture.screen == "dice":
            app.tap("app rolls")
        elif picture.screen == "reputation":
            _keep(app, revision)
            continue
        else:
            if picture.enabled("retreat") and "sheet" not in seen and picture.target("retreat"):
                seen.add("sheet")
                app.tap("retreat")
                if not app.settled().raw["sheet"]:
                    continue
                stop("full-retreat")
                app.tap("close")
            app.tap(_way_on(picture))
            if picture.target("cube:0") and not picture.target("attack"):
                continue
        app.wait(lambda p, now=revision: p.raw["revision"] > now, "the event")
    raise AssertionError("the battles do not end")


def _keep(app: Driver, revision: int) -> None:
    """Open, and touch one value after another: a wrong one is refused without a word of why."""
    app.tap("open")
    for value in "4321":
        app.tap(f"keep:{value}")
        picture = app.wait(lambda p: p.raw["revision"] > revision or p.raw["toast"], "the tile, or a refusal")
        if picture.raw["revision"] > revision:
            return
    raise AssertionError("no tile can be kept")


def _stop_name(picture: Picture) -> str:
    if picture.screen != "fight":
        return f"full-{picture.screen}"
    if picture.target("begin"):
        return "full-order-next"
    if picture.target("by rule"):
        return "full-assign-missiles" if "missiles" in picture.texts else "full-assign"
    return "full-battle"


def _way_on(picture: Picture) -> str:
    for prefix in ("begin", "attack", "by rule", "cube:", "place disc", "retreat:", "done"):
        if found := picture.enabled(prefix):
            return found[0]
    raise AssertionError(f"nothing leads on from {picture.keys}")
