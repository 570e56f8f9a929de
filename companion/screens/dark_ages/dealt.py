"""The deal: eight cards to each, all at once. One touch for all, or each seat tells its own in private."""

from typing import Any, ClassVar

from kivy.uix.boxlayout import BoxLayout

from companion.rules.contract import Decision
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.target import Target
from companion.screens.words import count


def untold(decision: Decision) -> str:
    """The line that answers a draw without naming a card."""
    many = decision.draw.count if decision.draw is not None else 1
    return f"{decision.seat}: {decision.verbs[0]} {' '.join(['?'] * many)}"


class Dealt(Screen):
    """A row for every seat; those who have told stay, in grey."""

    name: ClassVar[str] = "dealt"
    follows: ClassVar[bool] = True

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._revision = -1

    def opened(self, **_: Any) -> None:
        self._revision = -1
        self.refresh()

    def refresh(self) -> None:
        desk = self.desk
        waiting = {d.seat: d for d in desk.state.decisions if d.name == "deal"}
        if not waiting or self._revision == desk.session.revision:
            return
        self._revision = desk.session.revision
        each = count(next(iter(waiting.values())).context["count"], "card")
        self.ids.header.show(self.app, "", f"Deal {each} to everybody", f"{desk.state.deck} in the pile")
        body = self.ids.body
        body.clear_widgets()
        for seat in desk.state.seats:
            body.add_widget(self._row(seat, waiting.get(seat)))
        body.add_widget(
            Target(
                key="all dealt",
                words="ALL DEALT",
                small="nobody tells the app a card: hands stay hidden",
                tone="go",
                height_mm=4,
                tap=self._all,
            )
        )

    def _row(self, seat: str, decision: Decision | None) -> BoxLayout:
        row = BoxLayout(spacing=mm(2.2))
        row.add_widget(Badge(seat=seat, person=self.desk.person(seat), size_hint_x=None, width=mm(10)))
        row.add_widget(text.Words(text=text.plain(self.desk.called(seat)), height_mm=3))
        done = lambda: self.app.say(f"{seat.capitalize()} has the cards.")  # noqa: E731
        for key, words, tap in (
            (f"tell:{seat}", "tell in private", lambda: self.app.go("hand", seat=seat)),
            (f"dealt:{seat}", "not told", lambda: self.desk.act(untold(decision)) if decision else None),
        ):
            target = Target(key=key, words=words, tone="quiet", height_mm=2.8, grey=decision is None, tap=tap, why=done)
            target.size_hint_x, target.width = None, mm(32)
            row.add_widget(target)
        return row

    def _all(self) -> None:
        for decision in self.desk.state.decisions:
            if decision.name == "deal":
                self.desk.act(untold(decision))

    confirm = _all
