"""The rest of an evening of The Dark Ages: a policy that plays each round to its surrender, touching what is offered.

In every round one world gets a ship below all others, so that it falls; everything else is answered as it comes.
"""

import random
from collections import Counter
from dataclasses import dataclass, field

from tests.screens.driver import Driver, Picture

AWAY = ("undo", "menu", "back", "inbox", "round")
NOTHING = "nothing to answer"
"""What is said of a seat whose button was pressed in vain."""


@dataclass
class DarkEvening:
    """Plays on from wherever the app is; `seen` counts the screens that came by."""

    app: Driver
    seats: tuple[str, ...]
    seed: int = 1
    seen: Counter[str] = field(default_factory=Counter)
    by_camera: int = 0
    _filled: list[str] = field(default_factory=list)
    _round: str = ""
    _seat: str = ""
    _played: bool = False

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    def play(self, until: str = "score", most: int = 1200) -> Picture:
        """Touch on until that screen comes: the final score at the end."""
        for _ in range(most):
            picture = self.app.settled()
            assert not picture.raw["banner"], picture.raw["banner"]
            if picture.screen == until and not picture.raw["sheet"]:
                return picture
            self.seen[picture.screen] += 1
            if picture.raw["sheet"]:
                self._sheet(picture)
            else:
                getattr(self, f"_on_{picture.screen}")(picture)
        raise AssertionError(f"after {most} touches the game is still on {picture.screen}")

    def _tap(self, key: str) -> None:
        self.app.tap(key)

    def _sheet(self, picture: Picture) -> None:
        for key in ("ok", "set", "close"):
            if picture.target(key):
                self._tap(key)
                return
        raise AssertionError(f"a sheet with no way out: {picture.keys}")

    def _on_galaxy(self, picture: Picture) -> None:
        """An empty column gets the round's ship; where one was played, the turn is done."""
        shown = picture.target("round")
        number = shown["words"] if shown is not None else ""
        if number != self._round:
            self._round, self._filled = number, []
        # With a column open the strips are not seen: it is still the same seat's turn.
        strips = (t["key"] for t in picture.raw["targets"] if t["key"].startswith("strip:") and t["chosen"])
        seat = next(strips, self._seat)
        if seat != self._seat:
            self._seat, self._played = seat, False
        columns = [key.partition(":")[2] for key in picture.keys if key.startswith("column:")]
        empty = [world for world in columns if world not in self._filled]
        if self._played:
            self._end("done")
            return
        if not empty:
            # Two ships tie for the lowest: nothing falls before one of them is covered.
            self._filled, empty = columns[1:], columns[:1]
        self._tap(f"column:{empty[0]}")
        self._ship(self.app.settled(), columns)

    def _ship(self, picture: Picture, columns: list[str]) -> None:
        """The loser of the round is its first column: its ship is below those of the others."""
        world = next(
            t["key"].partition(":")[2] for t in picture.raw["targets"] if t["chosen"] and "column:" in t["key"]
        )
        if picture.enabled("place base") and self.chance.random() < 0.4:
            self._tap("place base")
            return
        value = 2 * (int(self._round) - 1) + (0 if world == columns[0] else 1)
        offered = [t["key"] for t in picture.raw["targets"] if ": play " in t["key"] and not t["grey"]]
        wanted = [key for key in offered if key.endswith((f"_{value} {world}", f"ally_{value} {world}"))]
        self._played = True
        if not offered:
            return  # the turn's action was another one
        self._filled.append(world)
        self._tap((wanted or offered)[0])

    def _end(self, key: str) -> None:
        """The usual answer: by the target, or by the button of the seat, for which a key stands."""
        place = self.seats.index(self._seat.partition(":")[2]) + 1 if self._seat else 0
        if place and self.chance.random() < 0.7:
            # Where another seat is asked than the one whose turn it is, its button has nothing to answer, and says so;
            # an older such word must have gone before, or it would be taken for the answer to this press.
            before = self.app.wait(lambda p: NOTHING not in p.raw["toast"], "the last word to go").raw["revision"]
            self.app.type_key(str(place))
            told = self.app.wait(lambda p: p.raw["revision"] > before or NOTHING in p.raw["toast"], "the button")
            if told.raw["revision"] == before:
                self._tap(key)
        else:
            self._tap(key)

    def _on_drawing(self, picture: Picture) -> None:
        if picture.enabled("draw"):
            self._end("draw")
            return
        for key in ("keep", "give back", "no card"):
            if picture.enabled(key):
                self._tap(key)
                return
        raise AssertionError(f"nothing to answer on drawing: {picture.keys}")

    def _on_dealt(self, picture: Picture) -> None:
        self._tap("all dealt")

    def _on_dice(self, picture: Picture) -> None:
        """The camera's reading if it will do, else dice by hand."""
        seen = self.app.wait(
            lambda p: any(key.startswith(("die:", "hand:")) for key in p.keys) or p.screen != "dice", "dice"
        )
        if seen.screen != "dice":
            return
        if seen.enabled("use these"):
            self.by_camera += seen.target("hand:white:1") is None
            self._tap("use these")
            return
        if seen.target("hand:white:1") is None:
            self._tap("by hand")
            return
        self._tap(f"hand:white:{self.chance.randint(1, 6)}")

    def _on_choice(self, picture: Picture) -> None:
        offered = [t["key"] for t in picture.raw["targets"] if not t["grey"] and t["key"] not in AWAY]
        self._tap(self.chance.choice(sorted(offered)))

    def _on_cards(self, picture: Picture) -> None:
        if picture.enabled("done"):
            self._tap("done")
            return
        if picture.enabled("value") == ["value"]:
            self._tap("value")
            return
        values = picture.enabled("value:")
        kinds = picture.enabled("kind:")
        chosen = [t for t in picture.raw["targets"] if t["key"].startswith("kind:") and t["chosen"]]
        self._tap(self.chance.choice(values) if chosen and values else self.chance.choice(kinds))

    def _on_home(self, picture: Picture) -> None:
        self._tap("resume")
