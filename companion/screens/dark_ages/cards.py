"""Cards that everybody sees: which one is discarded, turned up, revealed, exchanged or shown at the end."""

from typing import Any, ClassVar, Final

from kivy.uix.boxlayout import BoxLayout

from companion.rules.contract import TABLE, Decision
from companion.rules.dark_ages.catalog import ALLY, WORLDS, card_name
from companion.rules.dark_ages.state import State
from companion.screens.dark_ages.picking import KINDS, Picker
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.sheet import number
from companion.screens.widgets.target import Target

VERBS: Final = {
    "turn_up": "turn_up",
    "end.garrison": "show_garrison",
    "power.cylor": "renew",
    "end.hand": "show_hand",
    "draw.relief": "show_dead",
}
"""Decision → the verb that names cards in answer."""
SEVERAL: Final = ("renew", "show_hand")
"""Verbs that take several cards."""
ASKED: Final = {
    "discard": "Which ship is discarded?",
    "reveal_base": "Which ship is the garrison?",
    "shown_card": "Which card was shown?",
    "show_dead": "Which ship is shown?",
}


class Cards(Screen):
    """Led by the open decision, or opened with a seat and a verb of its turn."""

    name: ClassVar[str] = "cards"

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._aside: tuple[str, str] | None = None
        self._picked: list[str] = []
        self._laid: Any = None
        self._shown = text.Words()
        self._use: Target | None = None

    @property
    def follows(self) -> bool:  # type: ignore[override]
        return True

    def opened(self, seat: str = "", verb: str = "", **_: Any) -> None:
        self._aside = (seat, verb) if verb else None
        self._picked, self._laid = [], None
        self.refresh()

    def _asked(self) -> tuple[str, str, Decision | None]:
        """Whose card, by which verb, and the decision it answers."""
        decision = self.desk.focus()
        if self._aside is not None:
            return (*self._aside, decision)
        if decision is None or decision.name not in VERBS:
            return "", "", None
        return decision.seat, VERBS[decision.name], decision

    def refresh(self) -> None:
        seat, verb, decision = self._asked()
        if not verb:
            return
        laid = (seat, verb, self.desk.session.revision)
        if laid == self._laid:
            return
        self._laid, self._picked = laid, []
        box = self.desk.box
        asked = ASKED.get(verb) or (box.question(decision) if decision is not None else "")
        of = seat if seat in self.desk.state.seats else ""
        self.ids.header.show(self.app, of, asked)
        body = self.ids.body
        body.clear_widgets()
        note = box.note(self.desk, decision, seat) if decision is not None and self._aside is None else ""
        self._shown = text.Words(text=text.signs(text.plain(note)), height_mm=2.8, size_hint_y=None, height=mm(9))
        body.add_widget(self._shown)
        body.add_widget(
            Picker(
                self._take,
                kinds=self._kinds(verb, decision),
                technologies=verb in ("shown_card", "show_hand"),
                allowed=lambda card: self.desk.may(self._line([card])),
                refused=lambda card: self.desk.explain(self._line([card])),
            )
        )
        foot = BoxLayout(size_hint_y=None, height=mm(13), spacing=mm(2.2))
        for target in self._foot(seat, verb, decision):
            foot.add_widget(target)
        body.add_widget(foot)

    def _kinds(self, verb: str, decision: Decision | None) -> tuple[str, ...]:
        """The worlds whose ships can be meant at all."""
        state: State = self.desk.state
        if verb == "turn_up" and decision is not None:
            return (decision.context["world"], ALLY)
        if verb in ("discard", "renew", "show_dead"):
            return state.fallen or WORLDS
        return WORLDS if verb in ("show_garrison", "reveal_base") else KINDS

    def _line(self, cards: list[str]) -> str:
        seat, verb, _ = self._asked()
        if verb == "shown_card":
            return f"{TABLE}: shown_card {seat} {' '.join(cards)}"
        if verb == "show_hand" and len(cards) == 1:
            # One card of several is judged as one that may lie elsewhere; how many there are is judged at the end.
            return f"{seat}: show_hand {cards[0]}"
        return f"{seat}: {verb} {' '.join(cards)}".strip()

    def _foot(self, seat: str, verb: str, decision: Decision | None) -> list[Target]:
        targets: list[Target] = []
        if verb in SEVERAL:
            targets.append(Target(key="again", words="again", small="none of these", tone="quiet", tap=self._again))
        if verb == "show_hand" and decision is not None:
            value = Target(key="value", words="only its value", small="as the table counted it", tone="quiet")
            value.tap = lambda: self._value(seat, decision)
            targets.append(value)
        if verb == "renew":
            none = f"{seat}: done"
            targets.append(Target(key="done", words="no exchange", tone="quiet", tap=lambda: self.desk.act(none)))
        if verb in SEVERAL:
            self._use = Target(key="these", words="THESE", tone="go", tap=self._tell, why=self._why_not)
            targets.append(self._use)
            self._show_picked()
        if self._aside is not None:
            targets.append(Target(key="back", words="back", tone="quiet", tap=self.app.back))
        for each in targets:
            each.height_mm = 2.8
        return targets

    def _take(self, card: str) -> None:
        _, verb, _ = self._asked()
        if verb not in SEVERAL:
            self.desk.act(self._line([card]), then=self._gone_on)
            return
        if card in self._picked:
            self._picked.remove(card)
        else:
            self._picked.append(card)
        self._show_picked()

    def _gone_on(self) -> None:
        self._aside = None
        self.desk.show_where_it_is()

    def _show_picked(self) -> None:
        seat, verb, _ = self._asked()
        size = self.desk.state.player(seat).hand.size
        of = f" of {size}" if verb == "show_hand" else ""
        told = ", ".join(map(card_name, self._picked)) or "none yet"
        if self._picked or verb == "show_hand":
            self._shown.text = text.plain(f"{len(self._picked)}{of}: {told}")
        if self._use is not None:
            self._use.grey = not self.desk.may(self._line(self._picked)) or (not self._picked and size > 0)

    def _again(self) -> None:
        self._picked = []
        self._show_picked()

    def _tell(self) -> None:
        self.desk.act(self._line(self._picked))

    def _why_not(self) -> None:
        if self._picked:
            self.desk.explain(self._line(self._picked))
        else:
            self.app.say("Touch a card's world, then its value.")

    def _value(self, seat: str, decision: Decision) -> None:
        most = 20 * decision.context["hand"]
        title = f"{seat.capitalize()}'s hand: ships of surviving worlds and Allies count twice"
        self.app.open_sheet(
            number(
                title, 0, 0, max(most, 1), lambda value: self.desk.act(f"{seat}: hand_value {value}"), "technologies: 0"
            )
        )
