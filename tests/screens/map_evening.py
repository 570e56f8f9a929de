"""An evening at full tracking, played through the window: the map's decisions are touched on the map."""

from dataclasses import dataclass

from tests.screens.driver import Picture
from tests.screens.evening import Evening


@dataclass
class MapEvening(Evening):
    """`touched` counts what was done on the map. It seeks no fights: ships go where nobody is."""

    explored: int = 0
    moved: int = 0

    def _on_round(self, picture: Picture) -> None:
        seat = next((t["key"] for t in picture.raw["targets"] if t["key"].startswith("strip:") and t["chosen"]), "")
        number = next(t["words"] for t in picture.raw["targets"] if t["key"] == "round")
        if number != self._round:
            self._round = number
            self._acted.clear()
        actions = [k for k in ("explore", "influence", "build", "move") if self._may(picture, k)]
        if actions and self._acted[seat] < 2:
            self._acted[seat] += 1
            self.app.tap(self._pick(actions))
        else:
            self.app.tap("pass")

    def _on_map(self, picture: Picture) -> None:
        """The map asks, and is answered by a lit hex, by what stands beside it, or ended."""
        if picture.target("map") is not None:  # too small for a thumb: a touch brings it nearer
            self.app.tap("map")
            return
        keys = set(picture.keys)
        beside = (
            picture.enabled("turn:") + picture.enabled("what:") + [k for k in picture.enabled("") if ": colon" in k]
        )
        if picture.target("lay") is not None:
            rotations = picture.enabled("rotation:")
            if rotations and self.chance.random() < 0.4:
                self.app.tap(self._pick(rotations))
            elif self._may(picture, "lay"):
                self.explored += 1
                self.app.tap("lay")
            else:
                self.app.tap("discard")
        elif self._may(picture, "control"):
            self.app.tap("control")
        elif beside and not any(t["chosen"] for t in picture.raw["targets"] if t["key"].startswith("what:")):
            self.app.tap(self._pick(beside))
        else:
            free = {"001", "1"}
            lit = [k for k in picture.enabled("space:") + picture.enabled("sector:") if k.partition(":")[2] not in free]
            if lit and self.chance.random() < 0.8:
                self.moved += any(key.startswith("ship:") for key in keys)
                self.app.tap(self._pick(lit))
            elif "done" in keys and self._may(picture, "done"):
                self.app.tap("done")
            elif "leave_be" in keys:
                self.app.tap("leave_be")
            else:
                self.app.tap(self._pick(lit) if lit else "later")
