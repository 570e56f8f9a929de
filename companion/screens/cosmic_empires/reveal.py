"""What was turned over: a field, a public mission, and what its card says the first time it turns up."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from companion.rules.contract import Decision
from companion.rules.cosmic_empires.catalog import COLOURS, KIND_OF, KINDS, PLANETS, Content
from companion.screens import theme
from companion.screens.cosmic_empires.grid import SIGNS
from companion.screens.cosmic_empires.lines import act_all
from companion.screens.cosmic_empires.missions import content_words
from companion.screens.cosmic_empires.prints import card_name, editor, says
from companion.screens.screen import Screen
from companion.screens.widgets import text
from companion.screens.widgets.target import Target
from companion.screens.words import count, plain, spoken

Answer = tuple[str, str, str, Callable[[], object], bool]
"""Key, words, small words, what a tap does, whether it is grey."""


class RevealScreen(Screen):
    """Two touches for a planet (its kind, its icon's colour), one for most other fields."""

    name: ClassVar[str] = "reveal"
    follows: ClassVar[bool] = True

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._kind = ""
        self._asked: Any = None

    def opened(self, **_: Any) -> None:
        self._kind = ""
        self.refresh()

    def refresh(self) -> None:
        decision = self.desk.focus()
        if decision is None or self.desk.box.screen_for(decision) != self.name:
            return
        asked = (self.desk.session.revision, decision.name)
        if asked != self._asked:
            self._asked, self._kind = asked, ""
        match decision.name:
            case "field.revealed":
                self._field(decision)
            case "mission.card":
                self._mission(decision)
            case _:
                self._content(decision)

    def _show(self, title: str, note: str, answers: Sequence[Answer], foot: Sequence[Answer], columns: int) -> None:
        self.ids.header.show(self.app, "", title)
        self.ids.note.text = text.signs(text.plain(note))
        for box, wanted in ((self.ids.grid, answers), (self.ids.foot, foot)):
            box.clear_widgets()
            for key, words, small, tap, grey in wanted:
                target = Target(key=key, words=words, small=small, height_mm=3, grey=grey, tap=tap, why=tap)
                if box is self.ids.foot:
                    target.tone = "quiet"
                colour = key.removeprefix("icon:")
                if key.startswith("icon:") and colour in theme.SEATS:
                    target.fill, target.ink = theme.SEATS[colour], theme.SEAT_INK[colour]
                box.add_widget(target)
        self.ids.grid.cols = columns

    # ── a field ──

    def _field(self, decision: Decision) -> None:
        if self._kind:
            self._print_of(decision, self._kind)
            return
        context, desk = decision.context, self.desk
        left: dict[str, int] = {}
        for card, many in context["cards"].items():
            left[KIND_OF[card]] = left.get(KIND_OF[card], 0) + many
        answers: list[Answer] = []
        for kind in SIGNS:
            title = KINDS[kind].title
            if left.get(kind):
                answers.append((f"kind:{kind}", title, f"{left[kind]} unseen", self._of_kind(decision, kind), False))
            else:
                lying = next(card for card, of in KIND_OF.items() if of == kind)
                why = lambda lying=lying: desk.explain(f"table: field {lying}")  # noqa: E731
                gone = "out of the game" if kind in desk.state.removed_fields else "all lie open"
                answers.append((f"kind:{kind}", title, gone, why, True))
        mover = str(context["mover"]).capitalize()
        where = "in the pirates' place" if context["replacing"] else "turned over"
        note = f"{mover} is there. Touch the kind of field that was {where}."
        foot: list[Answer] = [("app draws", "the app draws", "lay out what it says", desk.app_answers, False)]
        self._show(f"{context['space']}: which field?", note, answers, foot, 5)

    def _of_kind(self, decision: Decision, kind: str) -> Callable[[], object]:
        def take() -> None:
            if kind in PLANETS or kind == "neutral_pirates":
                if self.desk.state.option("cards_asked") == "never":
                    self.desk.act(f"table: field {self._unseen(decision, kind)[0]}")
                    return
                self._kind = kind
                self.refresh()
            else:
                self.desk.act(f"table: field {kind}")

        return take

    @staticmethod
    def _unseen(decision: Decision, kind: str) -> list[str]:
        return [card for card in decision.context["cards"] if KIND_OF[card] == kind]

    def _print_of(self, decision: Decision, kind: str) -> None:
        """Planets and pirates differ card by card: those known are offered, another is told now."""
        state = self.desk.state
        unseen = self._unseen(decision, kind)
        told = [card for card in unseen if card in state.told]
        new = next((card for card in unseen if card not in state.told), "")
        answers: list[Answer] = []
        if kind in PLANETS:
            for colour in COLOURS:
                card = next((each for each in told if state.contents[each][0] == colour), "")
                words = [spoken(word) for word in state.contents[card][1:]] if card else []
                tap = self._doing(decision, card or new or unseen[0], () if card else (colour,))
                answers.append((f"icon:{colour}", colour, " ".join(words) or ("known" if card else ""), tap, False))
            note = "Touch the colour of its icon: one stone of that colour lies on it."
        else:
            for card in told:
                tap = self._doing(decision, card, ())
                answers.append((f"print:{card}", says(card, state.contents[card]), "known", tap, False))
            answers.append(("enter", "enter what it says", "ships and prizes", self._entering(decision, kind), False))
            note = "Touch what the card says; entered once, it is known in every game."
        guess = new or unseen[0]
        foot: list[Answer] = [
            ("kinds", "◂ another kind", "", self._back, False),
            ("as shipped", "not now", f"the app guesses: {says(guess, state.contents[guess])}",
             self._doing(decision, guess, None), False),
        ]  # fmt: skip
        self._show(
            f"{decision.context['space']}: {KINDS[kind].title}", note, answers, foot, max(1, min(5, len(answers)))
        )

    def _doing(self, decision: Decision, card: str, content: Content | None) -> Callable[[], object]:
        """That card lies there; `content` is what it says (() as known before, None as the app guesses)."""

        def do() -> None:
            state = self.desk.state
            lines = [f"table: field {card}"]
            told = f"table: tell_card {card} {' '.join(map(str, content or state.contents[card]))}"
            always = state.option("cards_asked") == "always"
            if content:
                # Where it is asked for, undo leads back to what the card says; a card that is known is told before.
                lines = [lines[0], told] if always or card not in state.told else [told, lines[0]]
            elif always or (content is None and card not in state.told):
                lines.append("table: as_shipped" if content is None else told)
            act_all(self.desk, lines)

        return do

    def _entering(self, decision: Decision, kind: str) -> Callable[[], object]:
        def enter() -> None:
            state = self.desk.state
            unseen = self._unseen(decision, kind)
            new = next((card for card in unseen if card not in state.told), unseen[0])

            def done(content: Content) -> None:
                same = next((card for card in unseen if card in state.told and state.contents[card] == content), "")
                self._doing(decision, same or new, () if same else content)()

            heading = f"{decision.context['space']}: what do these pirates say?"
            self.app.open_sheet(editor(self.app, new, state.contents[new], done, heading))

        return enter

    def _back(self) -> None:
        self._kind = ""
        self.refresh()

    # ── a public mission ──

    def _mission(self, decision: Decision) -> None:
        state = self.desk.state
        left = list(decision.context["cards"])
        answers: list[Answer] = [
            (f"mission:{card}", content_words(state.contents[card]), "", self._turning(card, ()), False)
            for card in left
            if card in state.told
        ]
        new = next((card for card in left if card not in state.told), left[0])
        entering = self._entering_mission(new, left)
        if answers:
            answers.append(("enter", "another card", "enter what it says", entering, False))
        else:
            answers.append(("enter", "enter what it says", "once, for every game to come", entering, False))
        foot: list[Answer] = [
            ("as shipped", "not now", "the app guesses a mission", self._turning(new, None), False),
            ("app draws", "the app draws", "without the cards of the box", self.desk.app_answers, False),
        ]
        note = f"{count(len(left), 'card')} left. Touch the one that was turned up; entered once, it is known for ever."
        columns = 1 if len(answers) < 4 else 2 if len(answers) < 9 else 3
        self._show("Which public mission?", note, answers, foot, columns)

    def _turning(self, card: str, content: Content | None) -> Callable[[], object]:
        def turn() -> None:
            state = self.desk.state
            lines = [f"table: mission {card}"]
            told = f"table: tell_card {card} {' '.join(map(str, content or state.contents[card]))}"
            asked = state.option("cards_asked")
            if content:
                lines = [lines[0], told] if asked == "always" or card not in state.told else [told, lines[0]]
            elif asked == "always" or (asked == "once" and card not in state.told):
                lines.append("table: as_shipped" if content is None else told)
            act_all(self.desk, lines)

        return turn

    def _entering_mission(self, card: str, left: Sequence[str]) -> Callable[[], object]:
        def enter() -> None:
            state = self.desk.state

            def done(content: Content) -> None:
                same = next((each for each in left if each in state.told and state.contents[each] == content), "")
                self._turning(same or card, () if same else content)()

            blank: Content = (state.contents[card][0], "")
            self.app.open_sheet(editor(self.app, card, blank, done, "What does the mission say?"))

        return enter

    # ── what a card says ──

    def _content(self, decision: Decision) -> None:
        card, shipped = decision.context["card"], decision.context["shipped"]

        def done(content: Content) -> None:
            self.desk.act(f"table: tell_card {card} {' '.join(map(str, content))}")

        def enter() -> None:
            # A mission is taken down from nothing: what the app guesses of its places would only be in the way.
            blank = shipped if KIND_OF.get(card) else (shipped[0], "")
            self.app.open_sheet(editor(self.app, card, blank, done))

        later: Answer = (
            "as shipped", "not now", f"play it as the app guesses: {says(card, shipped)}",
            lambda: self.desk.act("table: as_shipped"), False,
        )  # fmt: skip
        title = f"What does {plain(card_name(card))} say?"
        if KIND_OF.get(card) in PLANETS:

            def is_colour(colour: str) -> Callable[[], object]:
                return lambda: done((colour,))

            icons: list[Answer] = [(f"icon:{colour}", colour, "", is_colour(colour), False) for colour in COLOURS]
            note = "Touch the colour of its icon: one stone of that colour lies on it."
            self._show(title, note, icons, [later], len(COLOURS))
            return
        answers: list[Answer] = [("enter", "enter what it says", "once, for every game to come", enter, False), later]
        self._show(title, f"The app does not know what {card_name(card)} prints.", answers, (), 1)
