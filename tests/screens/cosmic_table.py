"""A table of Cosmic Empires played through the window: Red, the Scientists, heads for its network; the others get by.

It knows screens only, by what is on them, as people do. What the cards and dice show is chosen by the test.
"""

from collections import Counter
from dataclasses import dataclass, field

from tests.screens.driver import Driver, Picture

COLOURS = ("red", "blue", "green", "yellow", "white")
NETWORK = ("equipment_planet", "event_planet", "shipyard_planet", "research_centre", "asteroid_field", "asteroid_field")
"""What Red's sealed mission asks for, in the order in which its ships find it."""
WAYS = {
    2: ("b1", "b2", "b3", "b4", "c4", "c3"),
    3: ("c1", "c2", "c3", "c4", "c5", "d4"),
    4: ("c1", "c2", "c3", "c4", "c5", "d5"),
    5: ("c1", "c2", "c3", "c4", "c5", "c6"),
}
"""Where Red goes, by players: each field within range of the one before."""
SEALED = {"red": "network", "blue": "eight_markers", "green": "largest_fleet", "yellow": "seven_markers", "white": ""}


@dataclass
class CosmicTable:
    """Plays on from wherever the app is. `spent` are the touches by kind of turn."""

    app: Driver
    players: int
    attacks: bool = True
    seen: Counter[str] = field(default_factory=Counter)
    spent: dict[str, list[int]] = field(default_factory=dict)
    fought: int = 0
    _lies: str = ""
    _since: int = 0
    _doing: str = ""

    @property
    def seats(self) -> tuple[str, ...]:
        return COLOURS[: self.players]

    def set_up(self, names: dict[str, str]) -> None:
        """From home to the first decision."""
        app = self.app
        app.settled()
        app.tap("new game")
        app.on("setup")
        app.tap("box")
        app.tap("Cosmic Empires")
        for seat in self.seats:
            app.tap(f"seat:{seat}")
        for seat, name in names.items():
            app.tap(f"name:{seat}")
            for letter in name.lower():
                app.tap(f"letter:{letter}")
            app.tap("done")
        app.tap("begin")
        app.on("laying")
        while app.look().target("all laid out") is None:
            app.tap("next")
        app.tap("all laid out")
        app.on("board")

    def begin(self) -> None:
        """Red begins; everybody chooses a starting field; missions are told and sealed."""
        app = self.app
        app.tap("first:red")
        for _ in self.seats:
            self.changed(lambda: app.tap(app.look().enabled("start:")[0]))
        while (picture := app.settled()).screen == "reveal":
            self.changed(lambda picture=picture: self.on_reveal(picture))
        if self.players == 2:
            app.on("choice")
            app.tap("red: remove_mission wide_realm")
            app.wait(lambda p: any(key.startswith("blue: remove_mission") for key in p.keys), "Blue's choice")
            app.tap("blue: remove_mission guarded_belt")
        for _ in self.seats:
            self.seal()

    def seal(self) -> None:
        """The next seat seals its mission, or keeps it on paper."""
        app = self.app
        app.on("private")
        app.tap("open")
        picture = app.wait(lambda p: p.target("on paper") is not None, "the missions")
        mine = next((f"mission:{key}" for key in SEALED.values() if f"mission:{key}" in picture.keys), "on paper")
        self.changed(lambda: app.tap(mine))

    def changed(self, touch: object) -> Picture:
        """Do it and wait until an event is on the disk."""
        before = self.app.settled().raw["revision"]
        assert callable(touch)
        touch()
        return self.app.wait(lambda p: p.raw["revision"] > before and not p.raw["busy"], "an event")

    def play(self, until: int, most: int = 400) -> int:
        """Play until Red has that many of its fields (the score: 6). The number of its fields that lie open."""
        for _ in range(most):
            picture = self.app.settled()
            if picture.screen == "score" or self.found >= until:
                return self.found
            self.step(picture)
        raise AssertionError(f"after {most} touches the game is still on {picture.screen}")

    found: int = 0

    def step(self, picture: Picture | None = None) -> None:
        """One touch, or a few that belong together."""
        picture = picture or self.app.settled()
        assert not picture.raw["banner"], picture.raw["banner"]
        assert not picture.raw["sheet"], picture.keys
        self.seen[picture.screen] += 1
        getattr(self, f"on_{picture.screen}")(picture)

    def _turn(self, doing: str) -> None:
        """Another kind of turn begins: the touches of the last are counted."""
        if self._doing:
            self.spent.setdefault(self._doing, []).append(self.app.taps - self._since)
        self._doing, self._since = doing, self.app.taps

    def on_board(self, picture: Picture) -> None:
        app = self.app
        if picture.target("mode:examine"):
            self._turn("explore")
            self.changed(lambda: app.tap("field:a3"))
        elif picture.target("mode:fleet"):
            self._main_move("RED" in picture.texts or "ANA" in picture.texts)
        elif claims := picture.enabled("claim:"):
            self.changed(lambda: app.tap(claims[0]))
        elif picture.target("done"):
            if "Activation" in picture.texts:
                self._turn("activation")
            self.changed(lambda: app.tap("done"))
        else:
            raise AssertionError(f"nothing to do on the board: {picture.keys}")

    def _main_move(self, red: bool) -> None:
        app = self.app
        if not red:
            if self.attacks and not self.fought and self.found >= 2 and self._attack():
                return
            self._turn("skip")
            self.changed(lambda: app.tap("skip"))
            return
        self._turn(NETWORK[self.found])
        target = WAYS[self.players][self.found]
        self._lies = NETWORK[self.found]
        self.found += 1
        app.tap(f"field:{target}")
        self.changed(lambda: app.tap(f"fly:{target}"))
        app.wait(lambda p: p.screen != "board", "what is turned over")

    def _attack(self) -> bool:
        """Fly at Red's ships if they are in reach, else nearer."""
        app, target = self.app, WAYS[self.players][self.found - 1]
        app.tap(f"field:{target}")
        picture = app.wait(lambda p: p.target("look away") is not None, "the field")
        offer = picture.target(f"fly:{target}")
        if offer is None:
            app.tap("look away")
            app.wait(lambda p: p.target("skip") is not None, "the main move")
            return self._nearer()
        assert offer["words"].startswith("attack")
        self._turn("attack")
        self.fought += 1
        self.changed(lambda: app.tap(f"fly:{target}"))
        app.wait(lambda p: p.screen != "board", "the combat")
        return True

    def _nearer(self) -> bool:
        app = self.app
        app.tap("mode:fleet")
        picture = app.settled()
        mine = {"b2", "b3", "c2", "c3", "d3", "d4", "d2"} - set(WAYS[self.players])
        for space in sorted(mine):
            if picture.target(f"field:{space}") is None:
                continue
            app.tap(f"field:{space}")
            shown = app.wait(lambda p: p.target("look away") is not None, "the field")
            if shown.target(f"fly:{space}"):
                self._turn("free_space")
                self._lies = "free_space"
                self.changed(lambda space=space: app.tap(f"fly:{space}"))
                app.wait(lambda p: p.screen != "board", "what is turned over")
                return True
            app.tap("look away")
            app.wait(lambda p: p.target("skip") is not None, "the main move")
        return False

    def on_reveal(self, picture: Picture) -> None:
        """The card that the test wants to lie there; what it says is told."""
        app = self.app
        if picture.target(f"kind:{self._lies}"):
            app.tap(f"kind:{self._lies}")
            return
        if picture.target("icon:red"):
            self.changed(lambda: app.tap("icon:red"))
            return
        if picture.target("enter"):
            self._turn("mission told")
            app.tap("enter")
            app.wait(lambda p: p.target("place:planet") is not None, "what a mission says")
            for place in ("planet", "station", "shipyard"):
                app.tap(f"place:{place}")
            app.tap("says:event_cards")
            self.changed(lambda: app.tap("set"))
            return
        raise AssertionError(f"what is turned over? {picture.keys}")

    def on_stones(self, picture: Picture) -> None:
        """Red stones as far as there are any."""
        self.app.tap((picture.enabled("stone:red") or picture.enabled("stone:"))[0])

    def on_combat(self, picture: Picture) -> None:
        key = next((key for key in ("fight", "stay", "fight on") if picture.target(key)), "")
        key = key or picture.enabled("hit:")[0]
        self.changed(lambda: self.app.tap(key))

    def on_dice(self, picture: Picture) -> None:
        """Red hits, everybody else misses."""
        face = "red" if picture.texts.startswith(("R\n", "A\n")) else "white"
        for body in ("white", "yellow"):
            key = f"hand:{body}:{face}"
            while key in picture.keys and not picture.enabled("use these"):
                before = (picture.keys, picture.texts, picture.enabled(""))
                self.app.tap(key)
                picture = self.app.wait(lambda p, b=before: (p.keys, p.texts, p.enabled("")) != b, "the die")
        self.app.wait(lambda p: bool(p.enabled("use these")), "all dice")
        self.changed(lambda: self.app.tap("use these"))

    def on_cards(self, picture: Picture) -> None:
        self.changed(lambda: self.app.tap("face down"))

    def on_choice(self, picture: Picture) -> None:
        offered = [key for key in picture.enabled("") if ": " in key]
        self.changed(lambda: self.app.tap(offered[0]))

    def on_check(self, picture: Picture) -> None:
        assert "Red" not in picture.texts.replace("Redo", ""), "nobody is named"
        self.changed(lambda: self.app.tap("confirmed"))
