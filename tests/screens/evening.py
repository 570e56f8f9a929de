"""An evening at the table, played through the window: a policy that touches what each screen offers.

It knows screens only, by what is on them, as people do; what it chooses is drawn from a seed.
"""

import random
from collections import Counter
from dataclasses import dataclass, field

from tests.screens.driver import Driver, Picture


@dataclass
class Evening:
    """Plays on from wherever the app is. `seen` counts the screens that came by, `rolled` the throws used."""

    app: Driver
    seed: int = 1
    fight_in: frozenset[int] = frozenset()
    seen: Counter[str] = field(default_factory=Counter)
    rolled: int = 0
    by_camera: int = 0
    _round: str = ""
    _acted: Counter[str] = field(default_factory=Counter)
    _fought: set[str] = field(default_factory=set)
    _fired: int = 0

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    def forget(self) -> None:
        """The app was started anew: what was going on in a battle is judged afresh."""
        self._fired = 0

    def set_up(
        self, seats: dict[str, str], aliens: tuple[str, ...] = (), options: tuple[str, ...] = (), full: bool = False
    ) -> None:
        """From home to the first turn: colours in order, with the names of those who have one, and who plays aliens.

        `options` are touched in the list of options, by their words; with `full`, everything is tracked.
        """
        self.app.tap("new game")
        self.app.on("setup")
        for colour in seats:
            self.app.tap(f"seat:{colour}")
        for colour, name in seats.items():
            if name:
                self.app.tap(f"name:{colour}")
                for letter in name.lower():
                    self.app.tap(f"letter:{letter}")
                self.app.tap("done")
        for colour in aliens:
            self.app.tap(f"species:{colour}")
        if full:
            self.app.tap("level")
        if options:
            self.app.tap("options")
            for words in options:
                self.app.tap(words)
            self.app.tap("close")
        self.app.tap("begin")
        self.app.on("laying")
        while self.app.look().target("all laid out") is None:
            self.app.tap("next")
        self.app.tap("all laid out")
        self.app.wait(lambda p: p.screen not in ("laying", "home"), "the first screen of the game")

    def play(self, until: str = "score", most: int = 1500) -> Picture:
        """Touch on until a screen of that name comes (the score at the end: when nothing is left to decide)."""
        for _ in range(most):
            picture = self.app.settled()
            if picture.screen == until and not picture.raw["sheet"]:
                return picture
            self.step(picture)
        raise AssertionError(f"after {most} touches the game is still on {picture.screen}")

    def step(self, picture: Picture | None = None) -> None:
        """One touch, or a few that belong together."""
        picture = picture or self.app.settled()
        assert not picture.raw["banner"], picture.raw["banner"]
        self.seen[picture.screen] += 1
        if picture.raw["sheet"]:
            self._sheet(picture)
            return
        getattr(self, f"_on_{picture.screen}")(picture)

    def _pick(self, keys: list[str]) -> str:
        return self.chance.choice(sorted(keys))

    def _sheet(self, picture: Picture) -> None:
        # A seat that cannot pay gives up sectors, and collapses when there is nothing left to give up.
        # Each asks again before it is done.
        ways_out = [key for key in picture.keys if key.startswith(("give up ", "give it up"))] or [
            key for key in picture.keys if key in ("collapse", "it collapses")
        ]
        if ways_out:
            self.app.tap(self._pick(ways_out))
            return
        for key in ("ok", "roll", "close", "cancel"):
            if picture.target(key):
                self.app.tap(key)
                return
        raise AssertionError(f"a sheet with no way out: {picture.keys}")

    def _on_home(self, picture: Picture) -> None:
        self.app.tap("resume")

    def _on_round(self, picture: Picture) -> None:
        seat = next((t["key"] for t in picture.raw["targets"] if t["key"].startswith("strip:") and t["chosen"]), "")
        shown = picture.target("round")
        number = shown["words"] if shown is not None else ""
        if number != self._round:
            self._round = number
            self._acted.clear()
        actions = [k for k in ("explore", "influence", "research", "build", "acted") if self._may(picture, k)]
        if actions and self._acted[seat] < 2:
            self._acted[seat] += 1
            self.app.tap(self._pick(actions))
        else:
            self.app.tap("pass")

    @staticmethod
    def _may(picture: Picture, key: str) -> bool:
        target = picture.target(key)
        return target is not None and not target["grey"]

    def _on_sectors(self, picture: Picture) -> None:
        places = picture.enabled("lay:") or picture.enabled("move:")
        stop = [key for key in ("done", "discard", "later") if self._may(picture, key)]
        self.app.tap(self._pick(places) if places and self.chance.random() < 0.8 else self._pick(stop or places))

    def _on_research(self, picture: Picture) -> None:
        offered = picture.enabled("technology:")
        self.app.tap(self._pick(offered) if offered else "later")

    def _on_build(self, picture: Picture) -> None:
        offered = picture.enabled("ship:") + picture.enabled("orbital:") + picture.enabled("monolith:")
        self.app.tap(self._pick(offered) if offered else "done" if self._may(picture, "done") else "later")

    def _on_choice(self, picture: Picture) -> None:
        offered = [
            t["key"] for t in picture.raw["targets"] if not t["grey"] and t["key"] not in ("undo", "menu", "more")
        ]
        keen = [key for key in offered if not key.endswith((": later", ": leave_be"))]
        self.app.tap(self._pick(keen or offered))

    def _on_technologies(self, picture: Picture) -> None:
        self.app.tap("app draws")

    def _on_battle(self, picture: Picture) -> None:
        if picture.target("battle_over"):
            if self._fired < 2:
                self._fired += 1
                self.app.tap(self._pick(picture.enabled("fire:")))
                return
            doomed = picture.enabled("destroyed:")
            if doomed and self._fired < 3:
                self._fired += 1
                self.app.tap(self._pick(doomed))
                return
            self.app.tap("battle_over")
            return
        if picture.target("battle"):
            if self._may(picture, "battle"):
                self._fired = 0
                self.app.tap("battle")
                return
            left = [t["key"] for t in picture.raw["targets"] if t["key"].startswith("party:") and not t["chosen"]]
            self.app.tap(left[0]) if left else self.app.tap("other")
            return
        number = int(self._round[:1] or 0)
        where = picture.enabled("sector:")
        if number in self.fight_in and self._round not in self._fought and where:
            self._fought.add(self._round)
            free = [
                t["key"]
                for t in picture.raw["targets"]
                if t["key"].startswith("sector:") and t["small"] not in ("Ancients", "GCDS")
            ]
            self.app.tap(self._pick(free or where))
            return
        self.app.tap("battles_over")

    def _on_dice(self, picture: Picture) -> None:
        """Wait for the camera; a die it got wrong or missed is put right by hand, as players do."""
        unread = "could not be read"

        def seen(p: Picture) -> bool:
            return any(k.startswith(("die:", "hand:")) for k in p.keys) or unread in p.texts or p.screen != "dice"

        if not seen(picture):
            picture = self.app.wait(seen, "dice")
        if picture.screen != "dice":
            return
        if not self._may(picture, "use these"):
            if picture.target("hand:yellow:1") is None and not any(k.startswith("hand:") for k in picture.keys):
                self.app.tap("by hand")
                return
            want = sum(1 for _ in picture.keys if _.startswith("die:"))
            for key in [k for k in picture.keys if k.startswith("hand:")]:
                self.app.tap(key)
                picture = self.app.settled()
                if self._may(picture, "use these") or sum(k.startswith("die:") for k in picture.keys) > want + 8:
                    break
            return
        self.by_camera += not any(key.startswith("hand:") for key in picture.keys)
        self.rolled += 1
        self.app.tap("use these")

    def _on_reputation(self, picture: Picture) -> None:
        if picture.target("open"):
            self.app.tap("open")
            return
        for key in ("keep_none", "not told"):
            if picture.target(key):
                self.app.tap(key)
                return
        self.app.tap(self._pick([key for key in picture.keys if key.startswith("keep:")]))

    def _on_fight(self, picture: Picture) -> None:
        for prefix in ("begin", "attack:", "by rule", "retreat:", "done"):
            if offered := picture.enabled(prefix):
                self.app.tap(self._pick(offered))
                return
        raise AssertionError(f"nothing goes on in the battle: {picture.keys}")

    def _on_aftermath(self, picture: Picture) -> None:
        offered = [key for key in ("attack", "bombs", "place disc") if self._may(picture, key)]
        self.app.tap(self._pick(offered or picture.enabled("cube:") or ["done"]))

    def _on_upgrade(self, picture: Picture) -> None:
        parts = picture.enabled("part:")
        if parts and self.chance.random() < 0.7:
            self.app.tap(self._pick(parts))
        elif self._may(picture, "done") and self.chance.random() < 0.7:
            self.app.tap("done")
        else:
            self.app.tap(self._pick([key for key in picture.keys if key.startswith("square:")]))

    def _on_upkeep(self, picture: Picture) -> None:
        ready = picture.enabled("pay:")
        # Those who are short are shown the way out where the others pay.
        short = [t["key"] for t in picture.raw["targets"] if t["key"].startswith("pay:") and t["words"] == "SHORT"]
        self.app.tap(ready[0] if ready else self._pick(short))

    def _on_score(self, picture: Picture) -> None:
        self.app.tap("back")
