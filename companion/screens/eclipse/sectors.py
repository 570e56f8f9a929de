"""Sectors by their printed numbers: the tile an explorer turned, or where a disc is taken from and put."""

from typing import Any, ClassVar, Final

from kivy.uix.boxlayout import BoxLayout

from companion.rules.contract import TABLE, Decision
from companion.screens import theme
from companion.screens.eclipse.box import BOX
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.target import Target
from companion.screens.words import sector

RINGS: Final = (("ring I", "inner", 11), ("ring II", "middle", 11), ("ring III", "outer", 9))
"""Each ring's row: what it is called, its name in the catalog, and how many to a row."""


class Sectors(Screen):
    """Every number of the box in a fixed place, or (moving a disc) those that concern it."""

    name: ClassVar[str] = "sectors"
    follows: ClassVar[bool] = True

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._source = ""
        self._laid: Any = None
        self._targets: dict[str, Target] = {}
        self._decided: Any = None

    def opened(self, **_: Any) -> None:
        self._source = ""
        self.refresh()

    def refresh(self) -> None:
        desk = self.desk
        decision = desk.focus()
        if decision is None or decision.seat not in desk.state.seats:
            return
        if self._decided != (desk.session.revision, decision.seat, decision.name):
            # A new question begins with its first half.
            self._source = ""
            self._decided = (desk.session.revision, decision.seat, decision.name)
        if decision.name == "explore.sector":
            self._explore(decision)
        else:
            self._move(decision)
        self._foot(decision)

    def _explore(self, decision: Decision) -> None:
        from companion.rules.eclipse.catalog import SECTORS

        desk, seat = self.desk, decision.seat
        self.ids.header.show(self.app, seat, "Which sector was turned?")
        self.ids.note.text = text.signs(
            "The number is printed on the tile. ◆ discovery, ▲ Ancient. Grey ones lie on the table already."
        )
        rows: list[tuple[str, list[tuple[str, str]]]] = []
        for words, ring, wide in RINGS:
            numbers = sorted(tile.number for tile in SECTORS.values() if tile.ring == ring)
            for place in range(0, len(numbers), wide):
                part = [(str(number), sector(number)) for number in numbers[place : place + wide]]
                rows.append((words if place == 0 else "", part))
        self._lay("lay", rows)
        for number, target in self._targets.items():
            self._arm(target, f"{seat}: lay {number}")
            target.hold = lambda number=number: desk.put_right(TABLE, f"sector_{number}")
            tile = SECTORS[int(number)]
            marks = "".join(("◆" if tile.discovery else "", "▲" * tile.ancients))
            target.small = f"{tile.points} VP {marks}".strip()

    def _move(self, decision: Decision) -> None:
        desk, seat = self.desk, decision.seat
        state = desk.state
        moves = {
            tuple(map(str, list(vars(each).values())[1:]))
            for each in desk.actions["move_disc"].candidates(state, decision)
        }
        left = decision.context.get("left")
        more = f" ({left} left)" if left else ""
        if not self._source:
            self.ids.header.show(self.app, seat, f"Take an influence disc from?{more}")
            options = sorted({source for source, _ in moves}, key=_by_number)
        else:
            where = _called(self._source)
            self.ids.header.show(self.app, seat, f"From {where}: put it where?")
            options = sorted({target for source, target in moves if source == self._source}, key=_by_number)
        self.ids.note.text = BOX.note(desk, decision, seat)
        rows = [("", [(place, _called(place)) for place in options[at : at + 9]]) for at in range(0, len(options), 9)]
        self._lay(f"move {self._source}", rows)
        for place, target in self._targets.items():
            target.small = self._owner(place)
            if self._source:
                self._arm(target, f"{seat}: move_disc {self._source} {place}")
            else:
                target.grey = not any(desk.may(f"{seat}: move_disc {a} {b}") for a, b in moves if a == place)
                target.tap = self._from(place)
                target.why = lambda place=place: self._why_none(seat, place, moves)

    def _owner(self, place: str) -> str:
        if not place.isdigit():
            return f"{self.desk.state.player(self.desk.asked_seat()).discs} discs"
        found = self.desk.state.sector(int(place))
        return (found.owner or "no disc") if found is not None else "not laid"

    def _why_none(self, seat: str, place: str, moves: set[tuple[str, ...]]) -> None:
        line = next((f"{seat}: move_disc {a} {b}" for a, b in sorted(moves) if a == place), "")
        self.desk.explain(line)

    def _from(self, place: str) -> Any:
        def choose() -> None:
            self._source = place
            self.refresh()

        return choose

    def _arm(self, target: Target, line: str) -> None:
        target.grey = not self.desk.may(line)
        target.tap = lambda: self.desk.act(line)
        target.why = lambda: self.desk.explain(line)

    def _lay(self, kind: str, rows: list[tuple[str, list[tuple[str, str]]]]) -> None:
        laid = (kind, str(rows))
        if laid == self._laid:
            return
        self._laid = laid
        box = self.ids.rows
        box.clear_widgets()
        self._targets = {}
        widest = max((len(part) for _, part in rows), default=1)
        for words, part in rows:
            row = BoxLayout(spacing=mm(2), size_hint_y=1)
            if any(label for label, _ in rows):
                row.add_widget(text.Words(text=words, height_mm=2.2, color=theme.DIM, size_hint_x=None, width=mm(11)))
            for key, label in part:
                target = Target(key=f"{kind.split()[0]}:{key}", words=label, height_mm=3)
                self._targets[key] = target
                row.add_widget(target)
            for _ in range(widest - len(part)):
                row.add_widget(text.Words())
            box.add_widget(row)

    def _foot(self, decision: Decision) -> None:
        foot = self.ids.foot
        foot.clear_widgets()
        seat = decision.seat
        if self._source:
            foot.add_widget(Target(key="other", words="another disc", tone="quiet", height_mm=3, tap=self._from("")))
        for verb in ("discard", "done", "later"):
            if verb in decision.verbs:
                tone = "go" if verb == "done" else "quiet"
                small = BOX.small.get(verb, "")
                target = Target(key=verb, words=BOX.verb(verb), small=small, tone=tone, height_mm=3)
                self._arm(target, f"{seat}: {verb}")
                foot.add_widget(target)

    def confirm(self) -> None:
        """The confirm button ends the step."""
        decision = self.desk.focus()
        if decision is not None and "done" in decision.verbs:
            self.desk.act(f"{decision.seat}: done")


def _by_number(place: str) -> tuple[bool, int, str]:
    return (place.isdigit(), int(place) if place.isdigit() else 0, place)


def _called(place: str) -> str:
    return sector(int(place)) if place.isdigit() else "the track"
