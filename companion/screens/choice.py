"""One screen for every small choice: what may be answered as large targets, what ends it at the foot.

It is led by the open decision and by legality alone, so a new decision of the rules has a screen at once. What cannot
be chosen now stays in its place, grey, and explains itself.
"""

from typing import Any, ClassVar, Final

from companion.rules.contract import Action, Decision
from companion.rules.notation import write
from companion.screens import eclipse, questions
from companion.screens.screen import Screen
from companion.screens.widgets import text
from companion.screens.widgets.target import Target

FOOT: Final = ("done", "later", "leave_be", "discard", "keep_none", "battles_over", "battle_over", "waive", "stay")
"""Verbs that end a step: always at the foot, so that a thumb knows where."""

MOST: Final = 20
"""Answers on one page: five columns and four rows of thumbs."""


class Choice(Screen):
    """The open decision; or, opened with a seat and a verb, one of the things a seat may do at any time."""

    name: ClassVar[str] = "choice"

    @property
    def follows(self) -> bool:  # type: ignore[override]
        """Something done at any time may be done again: the screen stays until it is left."""
        return self._aside is None or self._aside[1] not in ("trade", "colonise")

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._page = 0
        self._aside: tuple[str, str] | None = None
        self._asked: Any = None

    def opened(self, seat: str = "", verb: str = "", **_: Any) -> None:
        self._aside = (seat, verb) if verb else None
        self._page = 0
        self.refresh()

    def refresh(self) -> None:
        desk = self.desk
        decision = desk.focus() if self._aside is None else None
        if self._aside is None and decision is None:
            return
        seat = decision.seat if decision is not None else (self._aside or ("", ""))[0]
        asked = (seat, decision.name if decision is not None else self._aside)
        if asked != self._asked:
            self._asked, self._page = asked, 0
        self.heading(decision, seat)
        offered = self._offered(decision)
        middle = [action for action in offered if action.verb not in FOOT]
        self._fill(middle, seat)
        self._fill_foot([action for action in offered if action.verb in FOOT], len(middle))

    def heading(self, decision: Decision | None, seat: str) -> None:
        """The header and the line below it."""
        asked = questions.question(decision) if decision is not None else (self._aside or ("", ""))[1].capitalize()
        self.ids.header.show(self.app, seat if seat in self.desk.state.seats else "", asked)
        self.ids.note.text = text.signs(text.plain(eclipse.note(self.desk, decision, seat)))

    def _offered(self, decision: Decision | None) -> list[Action[Any]]:
        state, actions = self.desk.state, self.desk.actions
        if decision is None:
            assert self._aside is not None
            seat, verb = self._aside
            return eclipse.offers(self.desk, seat, verb)
        found: dict[str, Action[Any]] = {}
        for verb in decision.verbs:
            kind = actions[verb]
            for each in kind.candidates(state, None if kind.anytime else decision):
                if each.seat == decision.seat and self._belongs(each, decision):
                    found[write(each)] = each
        return list(found.values())

    def _belongs(self, action: Action[Any], decision: Decision) -> bool:
        sector = decision.context.get("sector")
        return sector is None or getattr(action, "sector", sector) == sector

    def _fill(self, offered: list[Action[Any]], seat: str) -> None:
        grid = self.ids.grid
        first = self._page * MOST
        page = offered[first : first + MOST]
        lines = [write(action) for action in page]
        if [child.key for child in reversed(grid.children)] != lines:
            grid.clear_widgets()
            for line in lines:
                grid.add_widget(self._target(line))
        grid.cols = (
            1 if len(page) < 2 else 2 if len(page) <= 4 else 3 if len(page) <= 9 else 4 if len(page) <= 12 else 5
        )
        for target, action, line in zip(reversed(grid.children), page, lines, strict=True):
            target.words, target.small = questions.answer(action)
            if action.verb == "discovery":
                target.small = eclipse.discovery(str(getattr(action, "kind", "")))
            if action.verb == "trade":
                target.words = f"{self.desk.state.player(seat).species.trade_rate} {target.words}"
            target.height_mm = 4 if len(page) <= 4 else 3 if len(page) <= 9 else 2.5
            target.grey = not self.desk.may(line)

    def _target(self, line: str) -> Target:
        return Target(key=line, tap=lambda: self.desk.act(line), why=lambda: self.desk.explain(line))

    def _fill_foot(self, enders: list[Action[Any]], many: int) -> None:
        foot = self.ids.foot
        wanted: list[tuple[str, str, str, Any, bool]] = []
        for action in enders:
            line = write(action)
            words, small = questions.answer(action)
            wanted.append((line, words, small, lambda line=line: self.desk.act(line), not self.desk.may(line)))
        if self._aside is not None:
            wanted.append(("back", "back", "", self._back, False))
        if many > MOST:
            wanted.append(("more", "more ▸", f"page {self._page + 1}", lambda: self._turn(many), False))
        if [child.key for child in reversed(foot.children)] != [each[0] for each in wanted]:
            foot.clear_widgets()
            for each in wanted:
                foot.add_widget(Target(key=each[0], height_mm=3.2))
        for target, (line, words, small, tap, grey) in zip(reversed(foot.children), wanted, strict=True):
            target.words, target.small, target.tap, target.grey = words, small, tap, grey
            target.why = lambda line=line: self.desk.explain(line)
            target.tone = "go" if line.endswith(": done") else "quiet"

    def _turn(self, many: int) -> None:
        self._page = (self._page + 1) % -(-many // MOST)
        self.refresh()

    def _back(self) -> None:
        self.app.back()

    def confirm(self) -> None:
        """The confirm button ends a step that can end."""
        decision = self.desk.focus()
        if decision is not None and "done" in decision.verbs and self._aside is None:
            self.desk.act(f"{decision.seat}: done")
