"""Cosmic Empires by touch alone: two players, and nearly every decision of the box within three rounds."""

from collections.abc import Callable

from tests.screens.driver import Driver, Picture

Visit = Callable[[str, Picture], None]


class Table:
    """Touches what a table of two would: Red, the Scientists, and Blue, the Empire."""

    def __init__(self, app: Driver, visit: Visit) -> None:
        self.app, self._visit = app, visit

    def stop(self, name: str) -> Picture:
        picture = self.app.settled()
        self._visit(f"cosmic-{name}", picture)
        return picture

    def does(self, *keys: str) -> None:
        """Touch these, the last of which answers what is asked."""
        before = self.app.settled().raw["revision"]
        for key in keys:
            self.app.tap(key)
        self.app.wait(lambda p: p.raw["revision"] > before and not p.raw["busy"], f"an answer to {keys[-1]}")

    def on(self, screen: str, words: str = "") -> Picture:
        return self.app.wait(
            lambda p: p.screen == screen and words in p.texts and not p.raw["busy"], f"{screen} {words}"
        )

    def set_up(self) -> None:
        app = self.app
        app.tap("new game")
        app.on("setup")
        app.tap("box")
        app.tap("Cosmic Empires")
        for seat in ("red", "blue"):
            app.tap(f"seat:{seat}")
        self.stop("setup")
        app.tap("options")
        self.stop("options")
        app.tap("what cards and boards say")
        self.stop("prints")
        app.tap("planets")
        self.stop("planets")
        app.tap("Shipyard Planet 1")
        self.stop("print-planet")
        app.tap("name")
        self.stop("planet-name")
        app.tap("cancel")
        app.tap("cancel")
        for group, card in (("boards", "board for 3"), ("public missions", "Mission 2")):
            app.tap("options")
            app.tap("what cards and boards say")
            app.tap(group)
            self.stop(group.replace(" ", "-"))
            app.tap(card)
            self.stop(f"print-{group.split()[-1]}")
            app.tap("cancel")
        app.tap("begin")
        app.on("laying")
        self.stop("laying")
        while app.look().target("all laid out") is None:
            app.tap("next")
        app.tap("all laid out")

    def begin(self) -> None:
        app = self.app
        app.on("board")
        self.stop("first")
        self.does("first:red")
        self.stop("start")
        self.does("start:north")
        self.does("start:south")
        app.on("reveal")
        self.stop("mission")
        app.tap("enter")
        for place in ("planet", "station", "asteroid_field"):
            app.tap(f"place:{place}")
        app.tap("says:capacity")
        self.stop("print-mission")
        self.does("set")
        self.on("choice", "out of the game")
        self.stop("remove")
        self.does("red: remove_mission wide_realm")
        self.on("choice", "out of the game")
        self.does("blue: remove_mission guarded_belt")
        self.on("private", "Red")
        self.stop("seal-covered")
        app.tap("open")
        self.stop("seal")
        self.does("mission:network")
        self.on("private", "Blue")
        self.does("open", "mission:eight_markers")

    def first_round(self) -> None:
        app = self.app
        self.on("board", "Explore")
        self.stop("explore")
        self.does("field:c3")
        app.tap("mode:replace")
        self.does("field:d1")
        self.on("board", "Main move")
        self.stop("main-move")
        app.tap("field:b1")
        self.stop("field")
        self.does("fly:b1")
        app.on("reveal")
        self.stop("reveal")
        app.tap("kind:event_planet")
        self.stop("reveal-planet")
        self.does("icon:green")
        app.on("stones")
        app.tap("stone:red")
        self.stop("stones")
        self.does("stone:red", "stone:red", "stone:blue")
        self.on("board", "End of the turn")
        self.stop("turn-end")
        self.does("claim:1:b1")
        self.on("board", "BLUE")
        app.tap("field:c4")
        self.does("fly:c4")
        app.on("reveal")
        app.tap("kind:neutral_pirates")
        self.stop("reveal-pirates")
        app.tap("enter")
        self.stop("print-pirates")
        self.does("set")
        self.on("dice", "Blue")
        self.stop("dice")
        self.dice("white", "red", "red")
        self.on("dice", "pirates")
        self.dice("white", "white", "white")
        self.on("dice", "Blue")
        self.dice("white", "red", "red")
        self.dice("white", "white")
        self.on("choice", "card or an upgrade")
        self.stop("prize")
        self.does("blue: prize upgrade")
        self.on("choice", "under which ship")
        self.stop("upgrade")
        self.does("blue: upgrade weapon frigate_1")
        app.on("reveal")
        self.does("kind:outpost")

    def dice(self, body: str, *faces: str) -> None:
        app = self.app
        if app.look().target(f"hand:{body}:red") is None:
            app.tap("by hand")
        self.does(*(f"hand:{body}:{face}" for face in faces), "use these")

    def second_round(self) -> None:
        app = self.app
        self.ended("explore")
        self.does("field:a4")
        self.does("field:a4")
        self.on("board", "Activation")
        self.stop("activation")
        app.tap("mode:frigate")
        self.stop("call-frigate")
        app.tap("mode:activate")
        self.does("field:b1")
        self.does("mode:frigate", "call home")
        self.ended("activation")
        self.on("board", "Main move")
        app.tap("mode:diplomacy")
        self.stop("diplomacy")
        app.tap("cards")
        app.on("cards")
        self.stop("cards")
        app.tap("back")
        self.on("board", "Main move")
        app.tap("field:b3")
        self.does("fly:b3")
        app.on("reveal")
        self.does("kind:asteroid_field")
        self.ended("red")
        self.on("board", "BLUE")
        self.ended("activation")
        self.does("skip")
        self.ended("blue")

    def ended(self, what: str) -> None:
        """Answer done as long as that is all that is asked before the next turn."""
        for _ in range(4):
            picture = self.on("board")
            asks = "Activation" in picture.texts if what == "activation" else "End of the turn" in picture.texts
            if not asks:
                return
            self.does("done")

    def combat(self) -> None:
        app = self.app
        self.on("board", "Explore")
        self.does("field:a4")
        self.does("field:a4")
        self.ended("activation")
        self.on("board", "Main move")
        app.tap("field:c4")
        self.stop("attack")
        app.tap("fleet:c4") if app.look().target("fleet:c4") else None
        if app.settled().target("ship:frigate_1"):
            app.tap("ship:frigate_1")
            self.stop("ships")
            self.does("fly")
        else:
            self.does("fly:c4")
        self.on("combat", "attack is announced")
        self.stop("combat")
        self.does("fight")
        self.on("dice", "Red")
        self.stop("dice-combat")
        self.dice("white", "red")
        picture = self.on("dice", "Blue")
        assert picture.target("cards:blue")
        for key in ("hand:white:green", "hand:yellow:green"):
            app.tap(key)
        self.stop("dice-two-colours")
        self.does("use these")
        self.on("combat", "is hit")
        self.stop("hit")
        self.does("hit:frigate_2")
        self.on("combat", "Retreat")
        self.stop("retreat")
        self.does("retreat:b1" if app.look().target("retreat:b1") else app.look().enabled("retreat:")[0])

    def looked_up(self) -> None:
        app = self.app
        self.ended("red")
        self.on("board")
        app.hold("field:b1")
        self.stop("put-right-field")
        app.tap("close")
        app.tap("mission")
        self.stop("mission-sheet")
        app.tap("ok")
        app.tap("empires")
        app.on("empires")
        self.stop("empires")
        app.tap("signs")
        self.stop("signs")
        app.tap("ok")
        app.tap("look:red")
        app.on("private")
        self.stop("private-covered")
        app.tap("open")
        self.stop("private")
        app.press("look mission")
        app.wait(lambda p: "event planets" in p.texts, "the mission")
        self._visit("cosmic-private-held", app.look())
        app.release()
        app.tap("note")
        self.stop("note")
        app.tap("at:c3")
        self.stop("note-kind")
        self.does("kind:free_space")
        app.tap("close")
        self.on("board")
        app.tap("menu")
        self.stop("menu")
        app.tap("what to lay out")
        app.on("laying")
        self.stop("as-it-stands")
        app.tap("back")
        self.on("board")
        app.tap("round")
        app.on("believes")
        app.tap("tab:fields")
        self.stop("believes-fields")
        app.tap("tab:blue")
        app.tap("value:markers")
        app.tap("digit:8")
        self.does("set")
        app.tap("back")
        self.on("board")

    def end(self) -> None:
        app = self.app
        self.ended("activation")
        self.does("skip")
        app.on("check")
        self.stop("check")
        self.does("confirmed")
        app.on("score")
        self.stop("score")


def tour(app: Driver, visit: Visit) -> None:
    """From home to the score through the box's screens."""
    table = Table(app, visit)
    app.settled()
    table.set_up()
    table.begin()
    table.first_round()
    table.second_round()
    table.combat()
    table.looked_up()
    table.end()
