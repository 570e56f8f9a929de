"""Once round all the screens, by touch alone; each stop is handed on under its name, to be looked at or kept."""

from collections.abc import Callable

from tests.screens.driver import Driver, Picture

Visit = Callable[[str, Picture], None]
NEVER = ("undo", "menu", "more", "later")


def tour(app: Driver, visit: Visit) -> None:
    """From home through an evening's screens. The app must be started with a camera of generated throws."""

    def stop(name: str) -> Picture:
        picture = app.settled()
        visit(name, picture)
        return picture

    app.settled()
    stop("home")
    app.tap("dice tray")
    app.on("dice")
    app.wait(lambda p: any(key.startswith("die:") for key in p.keys), "a throw that was read")
    stop("dice-tray")
    app.tap("use these")
    _set_up(app, stop)
    _first_tiles(app, stop)
    _turns(app, stop)
    _looked_up(app, stop)
    _pass_all(app)
    _combat(app, stop)
    stop("upkeep")
    app.tap("more:black")
    stop("upkeep-sheet")
    app.tap("trade")
    app.on("choice")
    stop("trade")
    app.tap("back")
    app.on("upkeep")
    for seat in ("red", "blue", "green", "yellow", "white", "black"):
        if app.look().enabled(f"pay:{seat}"):
            app.tap(f"pay:{seat}")
    app.settled()


def _set_up(app: Driver, stop: Callable[[str], Picture]) -> None:
    app.on("home")
    app.tap("new game")
    app.on("setup")
    for colour in ("red", "blue", "green", "yellow", "white", "black"):
        app.tap(f"seat:{colour}")
        app.tap(f"species:{colour}")
    app.tap("name:red")
    stop("name")
    app.hold("letter:o")
    stop("name-accents")
    app.tap("close")
    for letter in "ana":
        app.tap(f"letter:{letter}")
    app.tap("done")
    stop("setup")
    app.tap("box")
    stop("box")
    app.tap("Eclipse: Second Dawn for the Galaxy (2020)")
    stop("box-refused")
    app.tap("ok")
    app.tap("options")
    app.tap("the app draws and names them")
    app.tap("the app's own bag")
    stop("options")
    app.tap("close")
    app.tap("begin")
    app.on("laying")
    stop("laying")
    while app.look().enabled("next"):
        app.tap("next")
    app.tap("all laid out")
    app.on("technologies")


def _first_tiles(app: Driver, stop: Callable[[str], Picture]) -> None:
    for tile in ("starbase", "starbase", "orbital", "plasma_cannon"):
        app.tap(f"tile:{tile}")
    stop("technologies")
    app.tap("app draws")
    app.on("reputation")
    stop("reputation-closed")
    app.tap("open")
    app.tap("value:3")
    stop("reputation-draw")
    app.tap("value:1")
    app.on("round")


def _turns(app: Driver, stop: Callable[[str], Picture]) -> None:
    stop("round")
    app.tap("research")
    app.on("research")
    picture = stop("research")
    app.tap(next(t["key"] for t in picture.raw["targets"] if t["key"].startswith("technology:") and t["grey"]))
    stop("why-not")
    app.tap("ok")
    app.tap("later")
    app.on("round")
    app.tap("explore")
    app.on("sectors")
    stop("explore")
    app.tap("lay:201")
    app.on("choice")
    stop("control")
    app.tap("blue: control")
    _until_round(app, stop)
    app.tap("influence")
    app.on("sectors")
    stop("influence-from")
    app.tap(app.look().enabled("move:")[0])
    stop("influence-to")
    app.tap("done")
    app.on("round")
    app.tap("explore")
    app.tap("lay:208")
    app.tap("yellow: control")
    _until_round(app, stop)
    app.tap("build")
    app.on("build")
    stop("build")
    app.tap("ship:interceptor")
    _until_round(app, stop)
    app.tap("acted")
    app.on("round")
    app.tap("move")
    _until_round(app, stop)
    stop("round-later")
    app.tap("strip:red")
    stop("seat")
    app.tap("close")
    app.hold("strip:red")
    stop("numbers")
    app.tap("close")


def _until_round(app: Driver, stop: Callable[[str], Picture]) -> None:
    """Answer small choices until the next turn, and show those about colony ships and discovery tiles."""
    while (picture := app.settled()).screen != "round":
        for name in ("colonise", "discovery"):
            if any(f": {name} " in key for key in picture.keys):
                stop(name)
        offered = [t["key"] for t in picture.raw["targets"] if not t["grey"] and t["key"] not in NEVER]
        app.tap("done" if "done" in offered else offered[-1])


def _looked_up(app: Driver, stop: Callable[[str], Picture]) -> None:
    app.tap("menu")
    stop("menu")
    app.tap("close")
    for key, screen in (("score", "score"), ("inbox", "inbox"), ("steps", "steps"), ("devices", "devices")):
        app.tap("menu")
        app.tap(key)
        app.on(screen)
        if screen == "devices":
            app.wait(lambda p: "being looked at" not in p.texts, "the devices to be looked at")
        stop(screen)
        if screen == "devices":
            app.tap("calibrate")
            app.on("calibrate")
            app.wait(lambda p: p.enabled("card"), "a picture of the camera")
            stop("calibrate")
            app.tap("back")
            app.on("devices")
        if screen == "score":
            app.tap("total:red")
            stop("score-detail")
            app.tap("ok")
            for part in ("chart", "rounds", "dice"):
                app.tap(f"end:{part}")
                app.on("ending")
                stop(f"end-{part}")
            app.tap("end:save")
            stop("save")
            app.tap("close")
            app.tap("end:score")
            app.on("score")
        app.tap("back")
        app.on("round")
    app.tap("menu")
    app.tap("settings")
    app.on("preferences")
    stop("settings")
    app.tap("back")
    app.on("round")
    app.tap("menu")
    app.tap("rules")
    app.on("lookup")
    stop("rules")
    app.tap("topic:Move")
    stop("rules-topic")
    app.tap("rule:Pinned")
    stop("rules-rule")
    app.tap("back")
    app.on("round")
    app.tap("menu")
    app.tap("turn timer")
    stop("turn-timer")
    app.tap("ok")
    app.tap("menu")
    app.tap("since my turn")
    stop("since-whose-turn")
    app.tap("close")
    app.tap("menu")
    app.tap("what the app believes")
    app.on("believes")
    stop("believes")
    app.tap("value:money")
    stop("put-right")
    app.tap("minus")
    app.tap("set")
    app.tap("back")
    app.on("round")
    app.tap("menu")
    app.tap("home")
    app.on("home")
    stop("home-resume")
    app.tap("past games")
    app.on("past")
    stop("past")
    app.tap("players")
    app.on("players")
    app.tap("back")
    app.on("past")
    app.tap("back")
    app.on("round")
    app.tap("inbox")
    app.on("inbox")
    app.tap(next(key for key in app.look().keys if key.startswith("tell:")))
    app.on("research")
    app.tap("later")
    app.on("round")


def _pass_all(app: Driver) -> None:
    while (picture := app.settled()).screen == "round":
        app.tap("pass")
        app.wait(lambda p, now=picture.raw["revision"]: p.raw["revision"] != now, "the pass")


def _combat(app: Driver, stop: Callable[[str], Picture]) -> None:
    app.on("battle")
    stop("combat")
    app.tap("sector:208")
    app.tap("party:blue")
    app.tap("party:green")
    stop("battle-parties")
    app.tap("battle")
    app.wait(lambda p: p.target("battle_over") is not None, "the battle")
    stop("battle")
    app.tap("fire:blue")
    app.tap("more:yellow")
    app.tap("more:orange")
    app.tap("shield:1")
    stop("fire")
    app.tap("roll")
    app.on("dice")
    app.wait(lambda p: any(key.startswith("die:") for key in p.keys), "a throw that was read")
    stop("dice")
    app.tap("die:0")
    stop("dice-correct")
    app.tap("close")
    app.tap("by hand")
    for die in ("hand:yellow:6", "hand:yellow:2", "hand:orange:5"):
        app.tap(die)
    stop("dice-by-hand")
    app.tap("use these")
    app.on("battle")
    app.tap("destroyed:green:interceptor")
    app.settled()
    stop("battle-hits")
    app.tap("battle_over")
    while (picture := app.settled()).screen == "reputation":
        if picture.target("open"):
            app.tap("open")
            continue
        stop("reputation-keep")
        app.tap("keep:?")
        app.wait(lambda p, now=picture.raw["revision"]: p.raw["revision"] != now, "the tile")
    app.on("battle")
    app.tap("battles_over")
    app.on("upkeep")
