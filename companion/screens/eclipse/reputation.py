"""Reputation tiles, in private: opened by the named seat, looked at while held, chosen on a grid that tells nothing.

The grid is the same whatever was drawn, and does not show what was touched. Ten idle seconds close it.
"""

from typing import Any, ClassVar, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.rules.contract import Decision, Hidden, Kind
from companion.screens.private_turn import PrivateTurn
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.private import HoldToLook, Silent
from companion.screens.widgets.target import Target
from companion.screens.words import count

VALUES: Final = ("1", "2", "3", "4")


class Reputation(PrivateTurn):
    """Drawing, keeping, and turning up at the end."""

    name: ClassVar[str] = "reputation"
    follows: ClassVar[bool] = True

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._asked: Any = None
        self._entered: list[str] = []
        self._aside = ""
        self._kept = ""

    def opened(self, seat: str = "", **_: Any) -> None:
        self._aside = seat
        self.close()

    def left(self) -> None:
        super().left()
        self._aside = ""

    def closed(self) -> None:
        self._entered, self._asked, self._kept = [], None, ""

    def _decision(self) -> Decision | None:
        decisions = self.desk.state.decisions
        if self._aside:
            return next((d for d in decisions if d.seat == self._aside and _mine(d)), None)
        focus = self.desk.focus()
        return focus if focus is not None and _mine(focus) else None

    def refresh(self) -> None:
        decision = self._decision()
        if decision is None:
            if self._aside:
                self._aside = ""
                self.app.back()
            return
        asked = (
            self.desk.session.revision,
            decision.seat,
            decision.name,
            self.opened_for,
            len(self._entered),
            self._kept,
        )
        if asked == self._asked:
            return
        if self._asked is not None and self._asked[1] != decision.seat:
            self.opened_for = ""
        self._asked = asked
        seat = decision.seat
        self.ids.header.show(self.app, seat, self._question(decision))
        body = self.ids.body
        body.clear_widgets()
        if self.opened_for != seat:
            self.cover(body, seat)
        elif "keep" not in decision.verbs and decision.kind in (Kind.DRAW, Kind.REVEAL):
            self._show_entry(body, decision)
        else:
            self._show_keeping(body, decision)

    def _question(self, decision: Decision) -> str:
        many = decision.draw.count if decision.draw is not None else 0
        if decision.kind is Kind.DRAW:
            return f"Draw {count(many, 'reputation tile')}"
        return "Reputation tiles, in private"

    def _show_entry(self, body: BoxLayout, decision: Decision) -> None:
        """Values of tiles from the cloth bag: as many touches as tiles, shown as dots only."""
        wanted = _many(decision)
        dots = "●" * len(self._entered) + "○" * (wanted - len(self._entered))
        body.add_widget(
            text.Words(text=text.signs(f"Touch the value of each tile:   {dots}"), height_mm=3, halign="center")
        )
        grid = GridLayout(cols=4, spacing=mm(2.2))
        for value in VALUES:
            grid.add_widget(Silent(key=f"value:{value}", words=value, height_mm=6, tap=self._entering(value)))
        body.add_widget(grid)
        row = BoxLayout(size_hint_y=None, height=mm(13), spacing=mm(2.2))
        for key, words, small, tap in (
            ("again", "again", "forget these touches", self._again),
            ("not told", "keep them hidden", "the values are told later", self._hidden),
            ("app draws", "the app draws", "from its own bag", self.desk.app_answers),
            ("close", "close", "", self.close),
        ):
            if key == "app draws" and decision.kind is not Kind.DRAW:
                continue
            row.add_widget(Target(key=key, words=words, small=small, tone="quiet", height_mm=2.8, tap=tap))
        body.add_widget(row)

    def _entering(self, value: str) -> Any:
        def enter() -> None:
            decision = self._decision()
            if decision is None:
                return
            wanted = _many(decision)
            self._entered.append(value)
            if len(self._entered) >= wanted:
                told, self._entered = self._entered, []
                self._try(f"{decision.seat}: {decision.verbs[0]} {' '.join(told)}", decision.seat)
            self.refresh()

        return enter

    def _again(self) -> None:
        self._entered = []
        self.refresh()

    def _hidden(self) -> None:
        decision = self._decision()
        if decision is not None:
            wanted = _many(decision)
            self._try(f"{decision.seat}: {decision.verbs[0]} {' '.join(['?'] * wanted)}", decision.seat)

    def _show_keeping(self, body: BoxLayout, decision: Decision) -> None:
        seat = decision.seat
        body.add_widget(
            HoldToLook(
                key="look", secret=self._secret(decision), cover="hold to look at the tiles", height_mm=4, tone="quiet"
            )
        )
        full = bool(decision.context.get("full")) or decision.name == "diplomacy.room"
        question = (
            "Which one goes back into the bag?" if self._kept or "keep" not in decision.verbs else "Which one is kept?"
        )
        note = "The track is full: one of the track goes back for it." if full and not self._kept else ""
        body.add_widget(text.Words(text=f"[b]{question}[/b] {note}", height_mm=3, halign="center", size_hint_y=0.5))
        grid = GridLayout(cols=5, spacing=mm(2.2))
        for value in (*VALUES, "?"):
            words = "not told" if value == "?" else value
            grid.add_widget(
                Silent(key=f"keep:{value}", words=words, height_mm=5, tap=self._choosing(decision, value, full))
            )
        body.add_widget(grid)
        row = BoxLayout(size_hint_y=None, height=mm(12), spacing=mm(2.2))
        for verb in decision.verbs:
            if len(self.desk.actions[verb].__dataclass_fields__) == 1:
                words = verb.replace("_", " ")
                row.add_widget(
                    Silent(key=verb, words=words, height_mm=3, tap=lambda verb=verb: self._try(f"{seat}: {verb}", seat))
                )
        row.add_widget(Target(key="close", words="close", tone="quiet", height_mm=3, tap=self.close))
        body.add_widget(row)

    def _choosing(self, decision: Decision, value: str, full: bool) -> Any:
        """One value touched: kept; or on a full track the first of two; or given back for an ambassador."""

        def choose() -> None:
            seat = decision.seat
            if "keep" not in decision.verbs:
                self._try(f"{seat}: {decision.verbs[0]} {value}", seat)
            elif not full:
                self._try(f"{seat}: keep {value}", seat)
            elif not self._kept:
                self._kept = value
                self.refresh()
            else:
                kept, self._kept = self._kept, ""
                self._try(f"{seat}: swap {kept} {value}", seat)
                self.refresh()

        return choose

    def _secret(self, decision: Decision) -> str:
        """What only this seat may read: tiles drawn, and those on its track."""
        view = self.desk.view(decision.seat)
        mine = next((d for d in view.decisions if d.seat == decision.seat and d.name == decision.name), decision)
        drawn = mine.context.get("drawn", mine.context.get("tiles", ()))
        track = view.player(decision.seat).reputation
        told = " ".join(_value(value) for value in drawn) or "–"
        return f"drawn: {told}   on the track: {' '.join(_value(value) for value in track) or '–'}"

    def _try(self, line: str, seat: str) -> None:
        """Do it if it is allowed; if not, say so without saying why aloud."""
        if self.desk.may(line, viewer=seat):
            self.desk.act(line)
        else:
            self.app.say("That is not possible now: look at the tiles again.")


def _mine(decision: Decision) -> bool:
    return decision.name.startswith("reputation") or decision.name == "diplomacy.room"


def _many(decision: Decision) -> int:
    """How many tiles are to be named."""
    if decision.draw is not None:
        return decision.draw.count
    return int(decision.context.get("tiles", decision.context.get("count", 1)))


def _value(value: Any) -> str:
    return "hidden" if isinstance(value, Hidden) else "?" if value is None else str(value)
