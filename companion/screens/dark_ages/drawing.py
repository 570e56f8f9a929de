"""Cards that come and go unseen: one touch says that it was done; which they were is told in private, or never."""

from typing import Any, ClassVar

from kivy.uix.boxlayout import BoxLayout

from companion.rules.contract import Decision
from companion.rules.dark_ages.state import State, name
from companion.screens.dark_ages.dealt import untold
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.target import Target
from companion.screens.words import count


class Drawing(Screen):
    """The draw that ends a turn, and every other card that somebody alone may see."""

    name: ClassVar[str] = "drawing"
    follows: ClassVar[bool] = True

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._revision = -1

    def opened(self, **_: Any) -> None:
        self._revision = -1
        self.refresh()

    def refresh(self) -> None:
        decision = self.desk.focus()
        if decision is None or self._revision == self.desk.session.revision:
            return
        self._revision = self.desk.session.revision
        box = self.desk.box
        self.ids.header.show(self.app, decision.seat, box.question(decision), f"round {self.desk.state.round}")
        body = self.ids.body
        body.clear_widgets()
        note = text.Words(text=text.signs(text.plain(box.note(self.desk, decision, decision.seat))), height_mm=2.8)
        note.size_hint_y, note.height = None, mm(12)
        body.add_widget(note)
        row = BoxLayout(spacing=mm(2.2))
        for target in self._answers(decision):
            row.add_widget(target)
        body.add_widget(row)
        if decision.name not in ("draw.shuttle", "draw.relief"):
            tell = Target(
                key="in private",
                words="tell which, in private",
                small="only that seat will be shown it",
                tone="quiet",
                height_mm=3,
                size_hint_y=None,
                height=mm(14),
                tap=lambda: self.app.go("hand", seat=decision.seat),
            )
            body.add_widget(tell)

    def _answers(self, decision: Decision) -> list[Target]:
        """The answers of that decision, the usual one first."""
        state: State = self.desk.state
        seat, context = decision.seat, decision.context
        match decision.name:
            case "draw":
                reserve = context["reserve"]
                return [
                    self._arm(f"{seat}: draw_card ?", "DRAWN", f"one card of {context['deck']}", "go", "draw"),
                    self._arm(
                        f"{seat}: take_reserve", "RESERVE", f"all {count(reserve, 'card')} instead", key="reserve"
                    ),
                    self._arm(f"{seat}: done", "no card", "the turn ends", key="no card"),
                ]
            case "draw.hand":
                victim = context["victim"]
                to = f"{name(victim)}'s Reserve" if context["why"] == "drone" else "the own hand"
                return [
                    self._arm(f"{seat}: draw_from {victim} ?", "DRAWN", f"from {name(victim)} to {to}", "go", "draw")
                ]
            case "draw.shuttle":
                return [
                    self._arm(f"{seat}: keep", "KEEP", "the card stays in the hand", "go", "keep"),
                    self._arm(f"{seat}: put_under", "UNDER THE PILE", "and another is drawn", key="under"),
                ]
            case "draw.relief":
                show = Target(key="show", words="SHOW", small="a ship of a fallen world: draw again", height_mm=4)
                show.tap = lambda: self.app.go("cards", seat=seat, verb="show_dead")
                return [self._arm(f"{seat}: keep", "KEEP", "whatever it is", "go", "keep"), show]
            case "power.ecup":
                victim = context["victim"]
                return [
                    self._arm(f"{seat}: give_back", "GIVE IT BACK", f"to {name(victim)}", key="give back"),
                    self._arm(f"{seat}: give {victim} ?", "GIVE ANOTHER", "and keep the one drawn", key="give"),
                ]
        many = decision.draw.count if decision.draw is not None else 1
        words = "PUT AWAY" if decision.name == "draw.reserve" else "DRAWN"
        where = "into the Reserve, unseen" if decision.name == "draw.reserve" else f"of {state.deck}"
        return [self._arm(untold(decision), words, f"{count(many, 'card')} {where}", "go", "draw")]

    def _arm(self, line: str, words: str, small: str, tone: str = "plain", key: str = "") -> Target:
        desk = self.desk
        target = Target(key=key, words=words, small=small, tone=tone, height_mm=5, grey=not desk.may(line))
        target.tap, target.why = (lambda: desk.act(line)), (lambda: desk.explain(line))
        return target

    def confirm(self) -> None:
        """The confirm button gives the usual answer."""
        decision = self.desk.focus()
        answer = self.desk.default_answer(decision.seat) if decision is not None else None
        if answer is not None:
            self.desk.do(answer)
