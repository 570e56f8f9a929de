"""Random touches: nothing breaks, nothing is stuck, and every acknowledged event is on the disk."""

import random
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

from tests.screens.driver import Driver

KEYS = ("1", "2", "3", "Return", "BackSpace")
"""Keys that stand for buttons."""


def events(data: Path) -> int:
    """How many events are on the disk."""
    with sqlite3.connect(f"file:{data / 'table.sqlite'}?mode=ro", uri=True) as base:
        return int(base.execute("SELECT count(*) FROM events").fetchone()[0])


@dataclass
class Monkey:
    """Touches places and targets at random; `broken` holds a sentence for whatever went wrong."""

    app: Driver
    seed: int
    broken: list[str] = field(default_factory=list)
    screens: set[str] = field(default_factory=set)
    touches: int = 0

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    def play(self, touches: int) -> None:
        """So many touches, looked at after every few."""
        while self.touches < touches and not self.broken:
            for _ in range(self.chance.randint(1, 4)):
                self._touch()
            self._look()

    def _touch(self) -> None:
        self.touches += 1
        what = self.chance.random()
        wide, tall = self.app.size
        if what < 0.1:
            self.app.type_key(self.chance.choice(KEYS))
            return
        if what < 0.3:
            self.app.click_at(self.chance.randrange(wide), self.chance.randrange(tall), self.chance.choice((1, 1, 2)))
            return
        targets = self.app.look().raw["targets"]
        if not targets:
            self.broken.append("nothing can be touched any more")
            return
        left, top, broad, high = self.chance.choice(targets)["rect"]
        self.app.click_at(left + broad // 2, top + high // 2)

    def _look(self) -> None:
        picture = self.app.settled()
        self.screens.add(picture.screen)
        banner = picture.raw["banner"]
        if "went wrong" in banner:
            self.broken.append(f"{banner} on {picture.screen}")
        elif banner:
            self.app.tap("banner")
        if not any(not target["grey"] for target in picture.raw["targets"]):
            self.broken.append(f"a dead end: {picture.screen} with {picture.keys}")
        log = self.app.data / "home" / "table-companion" / "errors.log"
        if log.exists():
            self.broken.append(log.read_text(encoding="utf-8")[-2000:])
