"""Galaxy: The Dark Ages by touch alone: a first round that comes by nearly every decision of the box.

Hands are the players' own, so the script says which cards they hold; dice are tapped in by hand.
"""

from collections.abc import Callable

from tests.screens.driver import Driver, Picture

Visit = Callable[[str, Picture], None]
SEATS = ("green", "red", "blue")


class Table:
    """Touches what a table of three would."""

    def __init__(self, app: Driver, visit: Visit) -> None:
        self.app, self._visit = app, visit

    def stop(self, name: str) -> Picture:
        picture = self.app.settled()
        self._visit(f"dark-{name}", picture)
        return picture

    def asked(self, screen: str, words: str = "") -> Picture:
        """Wait until a screen asks that."""
        return self.app.wait(
            lambda p: p.screen == screen and words in p.texts and not p.raw["busy"], f"{screen} {words}"
        )

    def turn(self, seat: str) -> Picture:
        return self.asked("galaxy", seat.upper())

    def set_up(self) -> None:
        app = self.app
        app.tap("new game")
        app.on("setup")
        app.tap("box")
        app.tap("Galaxy: The Dark Ages")
        for seat in SEATS:
            app.tap(f"seat:{seat}")
        self.stop("setup")
        app.tap("begin")
        app.on("laying")
        self.stop("laying")
        app.tap("all laid out")

    def dice(self, *values: int) -> None:
        """Tap in what fell."""
        app = self.app
        app.on("dice")
        if app.look().target("hand:white:1") is None:
            app.tap("by hand")
        for value in values:
            app.tap(f"hand:white:{value}")
        before = app.look().raw["revision"]
        app.tap("use these")
        app.wait(lambda p: p.raw["revision"] > before, "the roll")

    def play(self, world: str, card: str) -> None:
        """Two touches: the column, then the ship."""
        app = self.app
        before = app.settled().raw["revision"]
        app.tap(f"column:{world}")
        app.tap(next(key for key in app.settled().keys if key.endswith(f": play {card} {world}")))
        app.wait(lambda p: p.raw["revision"] > before, "the ship")

    def base(self, world: str) -> None:
        before = self.app.settled().raw["revision"]
        self.app.tap(f"column:{world}")
        self.app.tap("place base")
        self.app.wait(lambda p: p.raw["revision"] > before, "the base")

    def done(self) -> None:
        """The turn ends; a card is drawn unseen."""
        self.app.tap("done")
        self.asked("drawing")
        self.drawn()

    def drawn(self) -> None:
        before = self.app.settled().raw["revision"]
        self.app.tap("draw")
        self.app.wait(lambda p: p.raw["revision"] > before, "the draw")

    def private(self, *touches: str) -> None:
        """A private turn: opened, told, closed."""
        self.app.on("hand")
        self.app.tap("open")
        for touch in touches:
            self.app.tap(touch)

    # ── the evening ──

    def begin(self) -> None:
        app = self.app
        for number, value in enumerate((6, 3, 1)):
            app.on("dice")
            if not number:
                self.stop("dealer")
            self.dice(value)
        self.asked("dealt")
        self.stop("deal")
        app.tap("tell:green")
        app.on("hand")
        self.stop("private-closed")
        self.private("kind:felowi", "value:8")
        self.stop("private-open")
        app.tap("rest")
        self.asked("dealt")
        app.tap("all dealt")
        self.asked("choice", "Bid")
        self.stop("auction")
        app.tap("green: bid 8")
        app.tap("red: pass_bid")
        app.tap("blue: pass_bid")

    def first_turns(self) -> None:
        app = self.app
        self.turn("green")
        self.stop("turn")
        app.tap("column:felowi")
        self.stop("column")
        app.tap("green: play felowi_5 felowi")
        self.stop("why-not")
        app.tap("ok")
        app.tap("back")
        self.play("felowi", "felowi_8")
        self.base("felowi")
        self.stop("turn-played")
        app.tap("done")
        self.asked("drawing")
        self.stop("draw")
        self.drawn()
        # Red's cruiser matches the one on Felowi: one engagement.
        self.turn("red")
        self.base("cylor")
        self.play("cylor", "cylor_8")
        app.wait(lambda p: "matches 1" in p.texts, "the engagement")
        self.stop("engagement")
        app.tap("column:felowi")
        self.stop("column-ship")
        app.tap("attack ship")
        app.on("dice")
        self.stop("attack")
        self.dice(2, 1)
        self.asked("dice", "keeps it")
        app.tap("hand:white:6")
        app.tap("hand:white:5")
        self.stop("defence")
        before = app.look().raw["revision"]
        app.tap("use these")
        app.wait(lambda p: p.raw["revision"] > before, "the defence")
        self.asked("choice", "strike back")
        self.stop("counterattack")
        app.tap("green: let_be")
        self.turn("red")
        self.stop("fought")
        self.done()

    def secrets(self) -> None:
        app = self.app
        self.turn("blue")
        app.tap("secret_base")
        app.wait(lambda p: p.target("secret_base") is not None and p.target("secret_base")["grey"], "the secret base")
        app.tap("strip:blue")
        self.stop("seat")
        app.tap("in private")
        self.private("place:garrison", "kind:divergence", "value:5")
        app.press("look")
        app.wait(lambda p: "Divergence 5" in p.texts, "the garrison, under the finger")
        self.stop("private-look")
        app.release()
        app.wait(lambda p: "Divergence 5" not in p.texts, "the cover")
        # On a busy machine ten seconds may have gone by without a touch, and it closed by itself.
        app.tap("close" if app.settled().target("close") else "back")
        self.turn("blue")
        app.tap("technology")
        self.stop("technologies")
        app.tap("Phaser Banks")
        self.done()

    def powers(self) -> None:
        app = self.app
        self.turn("green")
        self.base("myrmidon")
        self.play("myrmidon", "myrmidon_5")
        app.tap("done")
        self.asked("choice", "Governor powers")
        self.stop("powers")
        app.tap("green: confiscate red")
        self.asked("drawing")
        self.stop("reserve")
        app.tap("draw")
        self.asked("drawing", "The turn's card")
        self.drawn()
        # Red covers the own cruiser with a stronger one and beats Green's off Felowi.
        self.turn("red")
        self.play("cylor", "cylor_10")
        app.wait(lambda p: "covers 1" in p.texts, "the engagement")
        app.tap("column:felowi")
        app.tap("attack ship")
        self.dice(6, 6)
        self.dice(1, 1)
        app.wait(lambda p: "destroyed" in p.texts, "the outcome")
        self.done()
        # Blue's Sensors are for a turn of Green: the secret base on Divergence is found.
        self.turn("blue")
        self.play("ecup_contract", "ecup_contract_6")
        self.done()
        self.turn("green")
        app.tap("technology")
        app.tap("Sensors")
        self.turn("green")
        self.play("divergence", "divergence_9")
        app.tap("sense")
        app.on("dice")
        self.stop("sensors")
        self.dice(2, 3)
        self.asked("choice", "secret base")
        self.stop("sensors-asked")
        app.tap("blue: show_garrison divergence_5")
        self.turn("green")
        self.done()

    def surrender(self) -> None:
        app = self.app
        self.turn("red")
        self.play("imperials", "imperials_7")
        self.done()
        self.turn("blue")
        self.play("kha_farjimmn", "kha_farjimmn_4")
        app.tap("column:kha_farjimmn")
        self.stop("column-bases")
        app.tap("back")
        self.done()
        self.turn("green")
        self.play("erithizonian", "ally_3")
        self.done()
        self.turn("red")
        self.play("felowi", "felowi_1")
        app.tap("done")
        self.asked("choice", "Spoils")
        self.stop("spoils")
        app.tap("red: waive")
        self.asked("drawing")
        self.drawn()
        self.turn("blue")
        self.stop("second-round")

    def looked_up(self) -> None:
        app = self.app
        app.tap("menu")
        self.stop("menu")
        app.tap("the Galaxy")
        self.asked("galaxy", "The Galaxy")
        self.stop("galaxy")
        app.tap("arrange")
        app.tap("column:cylor")
        app.tap("column:myrmidon")
        app.wait(
            lambda p: p.keys.index("column:myrmidon") < p.keys.index("column:cylor"), "the columns to change places"
        )
        app.tap("arrange")
        app.tap("column:myrmidon")
        app.on("believes")
        self.stop("believes")
        app.tap("back")
        app.tap("menu")
        app.tap("score")
        app.on("score")
        self.stop("score")
        app.tap("back")
        app.tap("discard")
        app.on("cards")
        app.tap("value:4")
        self.turn("blue")
        self.stop("discarded")
        app.tap("undo")
        app.wait(lambda p: p.screen == "galaxy" and not p.raw["busy"] and "discard" in p.enabled("discard"), "the undo")


def tour(app: Driver, visit: Visit) -> None:
    """From home through the box's first round and what is looked up in it."""
    table = Table(app, visit)
    app.settled()
    table.set_up()
    table.begin()
    table.first_turns()
    table.secrets()
    table.powers()
    table.surrender()
    table.looked_up()


RARE = (
    "base.roll",
    "draw.shuttle",
    "power",
    "draw.hand",
    "power.ecup",
    "turn_up",
    "screens",
    "draw.card",
    "counterattack",
    "spoils",
    "draw.relief",
    "power.cylor",
    "end.garrison",
    "end.hand",
)
"""Decisions that the tour does not come by, or not with five seats."""
FIVE = ("green", "red", "blue", "yellow", "white")


def rare(app: Driver, sessions: dict[str, int], visit: Visit) -> None:
    """Each of those sessions is gone on with, from the list of past games."""
    for name, number in sessions.items():
        picture = app.settled()
        if picture.screen not in ("home", "past"):
            app.tap("menu")
            app.tap("home")
        if app.settled().screen == "home":
            app.tap("past games")
        app.on("past")
        while app.settled().enabled("earlier"):
            app.tap("earlier")
        while app.settled().target(f"session:{number}") is None:
            app.tap("next page")
        app.tap(f"session:{number}")
        app.wait(lambda p: p.screen != "past" and not p.raw["busy"], name)
        visit(f"dark-{name.replace('.', '-')}", app.settled())
        if name == "end.hand":
            app.tap("value")
            visit("dark-hand-value", app.settled())
            app.tap("cancel")
