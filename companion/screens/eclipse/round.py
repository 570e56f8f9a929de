"""The round: whose turn it is, the six actions and pass, and what one more action would cost each seat."""

from typing import Any, ClassVar, Final

from companion.rules.contract import TABLE
from companion.screens import theme
from companion.screens.eclipse import figures as eclipse
from companion.screens.screen import Screen
from companion.screens.widgets import text
from companion.screens.widgets.strip import Strip
from companion.screens.widgets.target import Target

ACTIONS: Final = (
    ("explore", "EXPLORE"),
    ("influence", "INFLUENCE"),
    ("research", "RESEARCH"),
    ("upgrade", "UPGRADE"),
    ("build", "BUILD"),
    ("move", "MOVE"),
)


class RoundScreen(Screen):
    """The action phase between two steps."""

    name: ClassVar[str] = "round"
    follows: ClassVar[bool] = True

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._targets = {
            verb: Target(key=verb, words=words, height_mm=3.4, tap=self._acting(verb), why=self._asking(verb))
            for verb, words in ACTIONS
        }
        for target in self._targets.values():
            self.ids.actions.add_widget(target)
        self._strips: list[Strip] = []

    def refresh(self) -> None:
        desk, ids = self.desk, self.ids
        state, seat = desk.state, desk.asked_seat()
        ids.badge.seat, ids.badge.person = seat, desk.person(seat)
        ids.turn.text = seat.upper()
        ids.round.words = f"{state.round}/9"
        waiting = len(state.inbox)
        ids.inbox.words, ids.inbox.small = str(waiting), "inbox"
        ids.inbox.ink = theme.WARN if waiting else theme.DIM
        undo = desk.undo_title()
        ids.undo.small, ids.undo.grey = undo, not undo
        self._show_strips(state)
        figures = eclipse.figures(desk, seat)
        ids.outlook.text = text.signs(self._outlook(figures))
        ids.outlook.color = theme.WARN if figures.short_next else theme.DIM
        for verb, target in self._targets.items():
            target.grey = not desk.may(f"{seat}: {verb}")
            target.small = eclipse.action_note(desk, seat, verb)
        ids.passing.grey = not desk.may(f"{seat}: pass")
        first = not any(each in state.passed for each in state.seats)
        ids.passing.small = "the first to pass begins the next round" if first else "for the rest of the round"
        mapped = state.tracks("map")
        ids.map.opacity, ids.map.size_hint_x = (1, 0.36) if mapped else (0, None)
        ids.tell.grey = not desk.may(f"{seat}: acted")
        ids.tell.small = "details later" if ids.tell.grey else "later · your button"

    def _outlook(self, figures: Any) -> str:
        person = figures.person or figures.seat.capitalize()
        says = (
            f"{text.plain(person)}'s next action: upkeep {figures.upkeep} → {figures.upkeep_next}, "
            f"income {figures.income}; with {figures.money} stored "
            f"the round ends with {eclipse.signed(figures.end_next)} money"
        )
        return says + (": trade or lose a sector." if figures.short_next else ".")

    def _show_strips(self, state: Any) -> None:
        if len(self._strips) != len(state.seats):
            self.ids.strips.clear_widgets()
            self._strips = [Strip() for _ in state.seats]
            for strip in self._strips:
                self.ids.strips.add_widget(strip)
        for strip, seat in zip(self._strips, state.seats, strict=True):
            strip.show(eclipse.strip(eclipse.figures(self.desk, seat)), f"strip:{seat}")
            strip.target.tap = lambda seat=seat: self._touched(seat)
            strip.target.hold = lambda seat=seat: eclipse.open_numbers(self.app, seat)

    def felt(self, place: int) -> None:
        """A seat's button went down: its strip lights up for a moment."""
        if place <= len(self._strips):
            self._strips[place - 1].target.flash()

    def _touched(self, seat: str) -> None:
        """A passed seat that was just skipped may react; of any other its possibilities are shown."""
        if any(d.seat == seat and d.name == "reaction" for d in self.desk.state.decisions):
            self.app.go("choice", seat=seat, verb="react")
        else:
            eclipse.open_seat(self.app, seat)

    def _acting(self, verb: str) -> Any:
        return lambda: self.desk.act(f"{self.desk.asked_seat()}: {verb}")

    def _asking(self, verb: str) -> Any:
        return lambda: self.desk.explain(f"{self.desk.asked_seat()}: {verb}")

    def pass_(self) -> None:
        self._acting("pass")()

    def why_no_pass(self) -> None:
        self._asking("pass")()

    def acted(self) -> None:
        self._acting("acted")()

    def why_not_acted(self) -> None:
        self._asking("acted")()

    def more(self) -> None:
        eclipse.open_seat(self.app, self.desk.asked_seat())

    def look_at_map(self) -> None:
        self.app.go("map", look=True)

    def look_at_round(self) -> None:
        self.app.go("believes", seat="table")

    def put_round_right(self) -> None:
        self.desk.put_right(TABLE, "round")

    def open_inbox(self) -> None:
        self.app.go("inbox")

    def undo(self) -> None:
        self.desk.undo()

    def why_no_undo(self) -> None:
        self.app.say("There is nothing to undo: this is the beginning.")

    def menu(self) -> None:
        from companion.screens.menu import open_menu

        open_menu(self.app)
