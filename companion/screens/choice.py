"""One screen for every small choice: what may be answered as large targets, what ends it at the foot.

It is led by the open decision and by legality alone, so a new decision of the rules has a screen at once. What cannot
be chosen now stays in its place, grey, and explains itself. Where a decision offers more than a page of several kinds,
the kinds are shown first, and then what there is of the one that was touched.
"""

from dataclasses import fields
from typing import Any, ClassVar, Final

from companion.rules.contract import Action, Decision, Kind
from companion.rules.notation import write
from companion.screens import flow
from companion.screens.box import offers
from companion.screens.screen import Screen
from companion.screens.widgets import text
from companion.screens.widgets.target import Target

MOST: Final = 20
"""Answers on one page: five columns and four rows of thumbs."""


class Choice(Screen):
    """The open decision; or, opened with a seat and a verb, one of the things a seat may do at any time; or, opened
    with a seat and a window's name, what may be used beside the open decision."""

    name: ClassVar[str] = "choice"

    @property
    def follows(self) -> bool:  # type: ignore[override]
        """Something done at any time may be done again: the screen stays until it is left."""
        return self._aside is None or self._aside[1] not in self.desk.box.stays

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._page = 0
        self._aside: tuple[str, str] | None = None
        self._window = ""
        self._kind = ""
        self._asked: Any = None

    def opened(self, seat: str = "", verb: str = "", window: str = "", **_: Any) -> None:
        self._aside = (seat, verb or window) if verb or window else None
        self._window = window
        self._page, self._kind = 0, ""
        self.refresh()

    def _decision(self) -> Decision | None:
        """What is asked; None for something that is done at any time."""
        if self._aside is None:
            return self.desk.focus()
        seat = self._aside[0]
        windows = flow.quiet_windows(self.desk.state, self.desk.box) if self._window else []
        return next((each for each in windows if (each.seat, each.name) == (seat, self._window)), None)

    def refresh(self) -> None:
        decision = self._decision()
        if decision is None and (self._aside is None or self._window):
            if self._window:
                self.app.back()  # the window has closed
            return
        seat = decision.seat if decision is not None else (self._aside or ("", ""))[0]
        asked = (seat, decision.name if decision is not None else self._aside)
        if asked != self._asked:
            self._asked, self._page, self._kind = asked, 0, ""
        self.heading(decision, seat)
        offered = self._offered(decision)
        middle = [action for action in offered if not self._ends(action)]
        kinds = list(dict.fromkeys(action.verb for action in middle))
        if len(middle) > MOST and len(kinds) > 1:
            if self._kind in kinds:
                middle = [action for action in middle if action.verb == self._kind]
            else:
                self._fill_kinds(middle, kinds)
                middle = []
        elif self._kind:
            self._kind = ""
        if middle or len(kinds) < 2 or self._kind:
            self._fill(middle, seat)
        # Where few answers stand there is room for what led to them.
        self.ids.note.height_mm = 3 if len(middle) <= 4 else 2.3
        self._fill_foot([action for action in offered if self._ends(action)], len(middle))

    def _ends(self, action: Action[Any]) -> bool:
        """Whether it ends the step: the words of the box say so, and it carries nothing."""
        return action.verb in self.desk.box.foot and len(fields(action)) == 1

    def heading(self, decision: Decision | None, seat: str) -> None:
        """The header and the line below it."""
        box = self.desk.box
        asked = box.question(decision) if decision is not None else box.verb((self._aside or ("", ""))[1]).capitalize()
        self.ids.header.show(self.app, seat if seat in self.desk.state.seats else "", asked)
        self.ids.note.text = text.signs(text.plain(box.note(self.desk, decision, seat)))

    def _offered(self, decision: Decision | None) -> list[Action[Any]]:
        state, actions = self.desk.state, self.desk.actions
        if decision is None:
            assert self._aside is not None
            return offers(self.desk, *self._aside)
        found: dict[str, Action[Any]] = {}
        for verb in decision.verbs:
            kind = actions[verb]
            for each in kind.candidates(state, None if kind.anytime else decision):
                if each.seat == decision.seat and self._belongs(each, decision):
                    found[write(each)] = each
        # What the seat's button answers may be no candidate: cards that were drawn and are not told.
        answer = self.desk.default_answer(decision.seat) if decision.kind is Kind.DRAW else None
        if answer is not None and answer.verb in decision.verbs:
            found.setdefault(write(answer), answer)
        return list(found.values())

    def _belongs(self, action: Action[Any], decision: Decision) -> bool:
        sector = decision.context.get("sector")
        return sector is None or getattr(action, "sector", sector) == sector

    def _fill_kinds(self, middle: list[Action[Any]], kinds: list[str]) -> None:
        """One target for each kind of action, with how many of it there are."""
        grid = self.ids.grid
        keys = [f"kind:{kind}" for kind in kinds]
        if [child.key for child in reversed(grid.children)] != keys:
            grid.clear_widgets()
            for kind in kinds:
                grid.add_widget(Target(key=f"kind:{kind}", height_mm=3.2, tap=self._choosing(kind)))
        grid.cols = self._columns(len(kinds))
        for target, kind in zip(reversed(grid.children), kinds, strict=True):
            mine = [action for action in middle if action.verb == kind]
            target.words = self.desk.box.verb(kind)
            target.small = "" if len(mine) == 1 else f"{len(mine)} ways"
            target.grey = False

    def _choosing(self, kind: str) -> Any:
        def choose() -> None:
            self._kind, self._page = kind, 0
            self.refresh()

        return choose

    @staticmethod
    def _columns(many: int) -> int:
        return 1 if many < 2 else 2 if many <= 4 else 3 if many <= 9 else 4 if many <= 12 else 5

    def _fill(self, offered: list[Action[Any]], seat: str) -> None:
        grid = self.ids.grid
        first = self._page * MOST
        page = offered[first : first + MOST]
        lines = [write(action) for action in page]
        if [child.key for child in reversed(grid.children)] != lines:
            grid.clear_widgets()
            for line in lines:
                grid.add_widget(self._target(line))
        grid.cols = self._columns(len(page))
        for target, action, line in zip(reversed(grid.children), page, lines, strict=True):
            target.words, target.small = self.desk.box.answer(action, self.desk)
            target.height_mm = 4 if len(page) <= 4 else 3 if len(page) <= 9 else 2.5
            target.grey = not self.desk.may(line)

    def _target(self, line: str) -> Target:
        return Target(key=line, tap=lambda: self.desk.act(line), why=lambda: self.desk.explain(line))

    def _fill_foot(self, enders: list[Action[Any]], many: int) -> None:
        foot = self.ids.foot
        wanted: list[tuple[str, str, str, Any, bool]] = []
        for action in enders:
            line = write(action)
            words, small = self.desk.box.answer(action, self.desk)
            wanted.append((line, words, small, lambda line=line: self.desk.act(line), not self.desk.may(line)))
        if self._kind:
            wanted.append(("kinds", "◂ back", "something else", self._back_to_kinds, False))
        elif self._aside is not None:
            wanted.append(("back", "back", "", self._back, False))
        if many > MOST:
            pages = -(-many // MOST)
            wanted.append(("more", "more ▸", f"page {self._page + 1} of {pages}", lambda: self._turn(many), False))
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

    def _back_to_kinds(self) -> None:
        self._kind, self._page = "", 0
        self.refresh()

    def _back(self) -> None:
        self.app.back()

    def confirm(self) -> None:
        """The confirm button ends a step that can end."""
        decision = self.desk.focus()
        if decision is not None and "done" in decision.verbs and self._aside is None:
            self.desk.act(f"{decision.seat}: done")
