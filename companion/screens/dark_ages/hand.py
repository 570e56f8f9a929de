"""A seat's own cards, in private: looked at while held, told on a grid that is always the same and shows no choice."""

from typing import Any, ClassVar, Final

from kivy.uix.boxlayout import BoxLayout

from companion.rules.contract import Decision
from companion.rules.dark_ages.catalog import card_name
from companion.rules.dark_ages.state import State
from companion.rules.dark_ages.tellings import may_look
from companion.screens.dark_ages.picking import Picker
from companion.screens.private_turn import PrivateTurn
from companion.screens.theme import mm
from companion.screens.widgets.private import HoldToLook, Silent
from companion.screens.widgets.target import Target
from companion.screens.words import count

PLACES: Final = (
    ("hand", "my hand"),
    ("reserve", "my Reserve"),
    ("garrison", "my garrison"),
    ("face_down", "the hidden ship"),
)
ASKED: Final = "asked"
"""The tab of what the table waits for."""
DRAWS: Final = ("deal", "draw", "draw.card", "draw.hand", "draw.reserve", "power.ecup")
"""Decisions that are answered by cards which only some may see."""


class HandScreen(PrivateTurn):
    """Looking and telling; where the table waits for a card of that seat, the answer to it."""

    name: ClassVar[str] = "hand"

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._seat = ""
        self._place = ""
        self._entered: list[str] = []
        self._half = False
        self._refused = ""
        self._laid: Any = None
        self._look: HoldToLook | None = None
        self._picker: Picker | None = None

    def opened(self, seat: str = "", **_: Any) -> None:
        self._seat = seat
        self.close()

    def closed(self) -> None:
        self._entered, self._refused, self._laid, self._place = [], "", None, ""

    def _decision(self) -> Decision | None:
        """What the table waits for that this seat may tell in private."""
        return next((d for d in self.desk.state.decisions if d.seat == self._seat and d.name in DRAWS), None)

    def refresh(self) -> None:
        if not self._seat or not self.desk.running:
            return
        decision = self._decision()
        if not self._place:
            self._place = ASKED if decision is not None else "hand"
        elif self._place == ASKED and decision is None:
            # It was told: back to where the game is.
            self.app.back()
            return
        asked = (decision.name, self._wanted(decision)) if decision is not None else None
        laid = (self.opened_for, self._place, asked)
        if self.opened_for != self._seat:
            self.ids.header.show(self.app, self._seat, "In private")
        if laid != self._laid:
            # What others do meanwhile changes neither the grid nor what was touched on it so far.
            self._laid = laid
            self._entered = []
            body = self.ids.body
            body.clear_widgets()
            if self.opened_for != self._seat:
                leave = Target(key="back", words="back", tone="quiet", height_mm=3, tap=self.app.back)
                self.cover(body, self._seat, leave)
                return
            self._fill(body, decision)
        if self.opened_for == self._seat:
            self._show_dots(decision)
            if self._look is not None:
                self._look.secret = self._secret()

    def _fill(self, body: BoxLayout, decision: Decision | None) -> None:
        self._look = HoldToLook(
            key="look",
            cover="hold to look at what you told",
            height_mm=3,
            tone="quiet",
            size_hint_y=None,
            height=mm(12),
        )
        body.add_widget(self._look)
        tabs = BoxLayout(size_hint_y=None, height=mm(9.2), spacing=mm(2.2))
        asked = ((ASKED, self.desk.box.question(decision)),) if decision is not None else ()
        for place, words in (*asked, *PLACES):
            tab = Target(key=f"place:{place}", words=words, tone="quiet", height_mm=2.4, chosen=place == self._place)
            tab.tap = lambda place=place: self._turn(place)
            tabs.add_widget(tab)
        body.add_widget(tabs)
        self._picker = Picker(self._take, target=Silent, echo=False)
        body.add_widget(self._picker)
        foot = BoxLayout(size_hint_y=None, height=mm(9.2), spacing=mm(2.2))
        foot.add_widget(Target(key="again", words="again", small="forget these touches", tone="quiet", tap=self._again))
        if decision is not None and self._place == ASKED:
            foot.add_widget(
                Target(key="rest", words="not told", small="the rest stays hidden", tone="quiet", tap=self._rest_hidden)
            )
        foot.add_widget(Target(key="close", words="close", tone="quiet", height_mm=3, tap=self.app.back))
        for each in foot.children:
            each.height_mm = 2.6
        body.add_widget(foot)

    def _turn(self, place: str) -> None:
        self._place = place
        self.refresh()

    def _wanted(self, decision: Decision | None) -> int:
        """How many cards are entered before they are told; anything but an answer is told card by card."""
        if self._place != ASKED or decision is None or decision.draw is None:
            return 1
        return decision.draw.count

    def _show_dots(self, decision: Decision | None) -> None:
        wanted = self._wanted(decision)
        dots = "●" * len(self._entered) + "○" * (wanted - len(self._entered))
        told = "A card: its world, then its value" if wanted == 1 else f"Told: {dots}"
        self.ids.header.show(self.app, self._seat, told)

    def _take(self, card: str) -> None:
        decision = self._decision()
        seat = self._seat
        if self._place != ASKED:
            self._try(f"{seat}: tell_card {card} {self._place}", card)
        elif decision is not None:
            if card in self._entered:
                self._refused = f"{card_name(card)} was touched twice"
                self.app.say("That is not possible: hold to look says why.")
            else:
                self._entered.append(card)
            if len(self._entered) >= self._wanted(decision):
                self._answer(decision, self._entered)
        self.refresh()

    def _answer(self, decision: Decision, cards: list[str]) -> None:
        victim = decision.context.get("victim", "")
        verb = "give" if decision.name == "power.ecup" else decision.verbs[0]
        words = [f"{decision.seat}:", verb, *([victim] if victim else []), *cards]
        self._entered = []
        self._try(" ".join(words), ", ".join(map(card_name, cards)))

    def _rest_hidden(self) -> None:
        decision = self._decision()
        if decision is not None:
            told = [*self._entered, *["?"] * (self._wanted(decision) - len(self._entered))]
            self._answer(decision, told)

    def _again(self) -> None:
        self._entered, self._refused = [], ""
        self._laid = None
        self.refresh()

    def _try(self, line: str, what: str) -> None:
        """Tell it if that is possible; if not, the reason stands where only the seat looks."""
        verdict = self.desk.verdict(line, viewer=self._seat)
        if verdict is not None and not verdict.reasons:
            self._refused = ""
            self.desk.act(line)
            return
        why = verdict.reasons[0].text if verdict is not None else "it is no card of the deck"
        self._refused = f"{what}: {why}"
        self.app.say("That is not possible: hold to look says why.")
        self.refresh()

    def _secret(self) -> str:
        """What only this seat may read: its cards as it told them, its doubts, and why the last touch was refused."""
        state: State = self.desk.view(self._seat)
        player = state.player(self._seat)
        told = [f"not possible: {self._refused}"] if self._refused else []
        for of, pile in (("hand", player.hand), ("Reserve", player.reserve)):
            known = [card_name(card) for card in pile.known_to(self._seat)]
            hidden = pile.unknown_to(self._seat)
            known += [f"{count(hidden, 'card')} not told"] if hidden else []
            if known:
                told.append(f"{of}: {', '.join(known)}")
        if player.garrison is not None:
            told.append(f"garrison: {card_name(player.garrison.card) if player.garrison.card else 'not told'}")
        hidden_ship = _laid_down(state, self._seat)
        if hidden_ship is not None:
            told.append(f"hidden ship: {hidden_ship}")
        told += [f"in doubt: {doubt.owed.detail}" for doubt in state.doubts if doubt.viewer == self._seat]
        return " · ".join(told) or "nothing told yet"


def _laid_down(state: State, seat: str) -> str | None:
    """The ship face down on Kha'Farjimmn as the seat may know it; None where none lies, or it may not be looked at."""
    world = state.world("kha_farjimmn")
    top = world.top(state.round) if world is not None and world.alive else None
    if top is None or not top.down:
        return None
    told = top.fact.believed_by(seat)
    if told is not None:
        return card_name(told)
    return "not told" if seat in may_look(state) else None
