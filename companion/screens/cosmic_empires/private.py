"""For one seat's eyes: its sealed mission and how far it is, its hand, what it saw under concealed fields, its doubts.

Opened by the named seat, looked at while held, chosen on grids that tell nothing. Ten idle seconds close it.
"""

from collections.abc import Callable
from typing import Any, ClassVar

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.rules.contract import Decision, Hidden
from companion.rules.cosmic_empires.catalog import EVENT_CARDS, KINDS, SECRET_MISSIONS
from companion.rules.cosmic_empires.secret_missions import open_missions, progress
from companion.rules.cosmic_empires.state import PAPER
from companion.screens.cosmic_empires.grid import SIGNS
from companion.screens.private_turn import PrivateTurn
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.private import HoldToLook, Silent
from companion.screens.widgets.target import Target
from companion.screens.words import count, spoken


class PrivateScreen(PrivateTurn):
    """Asked by a decision (seal a mission, say which cards were drawn), or opened by a seat to look."""

    name: ClassVar[str] = "private"

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._aside = ""
        self._part = ""
        self._entered: list[str] = []
        self._asked: Any = None

    @property
    def follows(self) -> bool:  # type: ignore[override]
        """What is asked of a seat goes on with the game; a seat that looks for itself stays until it is done."""
        return not self._aside

    def opened(self, seat: str = "", **_: Any) -> None:
        self._aside = seat
        self.close()

    def left(self) -> None:
        super().left()
        self._aside = ""
        self.ids.body.clear_widgets()

    def closed(self) -> None:
        self._part, self._entered, self._asked = "", [], None

    def _decision(self) -> Decision | None:
        """What is asked of the seat here; None while it only looks."""
        focus = self.desk.focus()
        if self._aside or focus is None or self.desk.box.screen_for(focus) != self.name:
            return None
        return focus

    def _seat(self) -> str:
        decision = self._decision()
        return self._aside or (decision.seat if decision is not None else "")

    def refresh(self) -> None:
        decision, seat = self._decision(), self._seat()
        if seat not in self.desk.state.seats:
            return
        name = decision.name if decision is not None else ""
        asked = (self.desk.session.revision, seat, name, self.opened_for, self._part, len(self._entered))
        if asked == self._asked:
            return
        if self._asked is not None and self._asked[1:3] != (seat, name):
            # Another seat, or another question: nothing of the last one may be seen.
            self.opened_for, self._part, self._entered = "", "", []
        self._asked = (self.desk.session.revision, seat, name, self.opened_for, self._part, len(self._entered))
        asks = self.desk.box.question(decision) if decision is not None else "In private"
        self.ids.header.show(self.app, seat, asks)
        self.ids.body.clear_widgets()
        if self.opened_for != seat:
            back = Target(key="back", words="back", tone="quiet", height_mm=3, tap=self._away)
            self.cover(self.ids.body, seat, *([back] if self._aside else []))
        elif name == "setup.mission":
            self._sealing(seat)
        elif decision is not None:
            self._drawing(decision)
        elif self._part == "note":
            self._noting(seat)
        elif self._part.startswith("note:"):
            self._noting_at(seat, self._part.partition(":")[2])
        elif self._part.startswith("tell:"):
            self._telling(seat, int(self._part.partition(":")[2]))
        elif self._part == "reseal":
            self._resealing(seat)
        else:
            self._looking(seat)

    def _foot(self) -> BoxLayout:
        row = BoxLayout(size_hint_y=None, height=mm(12), spacing=mm(2.2))
        self.ids.body.add_widget(row)
        return row

    def _away(self) -> None:
        self._aside = ""
        self.app.back()

    def _to(self, part: str) -> Callable[[], None]:
        def go() -> None:
            self._part = part
            self.refresh()

        return go

    def _try(self, line: str, seat: str, then: Callable[[], object] | None = None) -> None:
        """Do it if it is allowed; if not, say so without saying why aloud."""
        if self.desk.may(line, viewer=seat):
            self.desk.act(line, then=then)
        else:
            self.app.say("That is not possible now: look again.")

    # ── a mission is sealed ──

    def _sealing(self, seat: str) -> None:
        self._missions(seat, "seal_mission")
        row = self._foot()
        row.add_widget(
            Silent(
                key="on paper",
                words="keep it on paper",
                small="declare it yourself when it is met",
                height_mm=2.8,
                tap=lambda: self._try(f"{seat}: on_paper", seat),
            )
        )
        row.add_widget(Target(key="close", words="close", tone="quiet", height_mm=3, tap=self.close))

    def _missions(self, seat: str, verb: str) -> None:
        for key in open_missions(self.desk.view(seat), seat):
            line = f"{seat}: {verb} {key}"
            self.ids.body.add_widget(
                Silent(
                    key=f"mission:{key}",
                    words=SECRET_MISSIONS[key].text,
                    height_mm=3.2,
                    tap=lambda line=line: self._try(line, seat),
                )
            )

    def _resealing(self, seat: str) -> None:
        self._missions(seat, "reseal_mission")
        row = self._foot()
        row.add_widget(Target(key="close", words="close", tone="quiet", height_mm=3, tap=self.close))

    # ── cards that were drawn ──

    def _drawing(self, decision: Decision) -> None:
        body = self.ids.body
        wanted = decision.draw.count if decision.draw is not None else 1
        dots = "●" * len(self._entered) + "○" * (wanted - len(self._entered))
        asks = "Touch the card that was drawn" if wanted == 1 else f"Touch the {wanted} cards that were drawn"
        body.add_widget(
            text.Words(
                text=text.signs(f"{asks}:   {dots}"), height_mm=3, halign="center", size_hint_y=None, height=mm(7)
            )
        )
        self._card_grid(lambda card: self._enter(decision, card, wanted))
        row = self._foot()
        for key, words, small, tap in (
            ("not told", "not told", "the app only counts", lambda: self._enter(decision, "?", wanted)),
            ("app draws", "the app draws", "then look at the hand", self.desk.app_answers),
            ("close", "close", "", self.close),
        ):
            row.add_widget(Target(key=key, words=words, small=small, tone="quiet", height_mm=2.8, tap=tap))

    def _card_grid(self, tap: Callable[[str], object]) -> None:
        grid = GridLayout(cols=4, spacing=mm(2.2))
        for card, of in EVENT_CARDS.items():
            grid.add_widget(Silent(key=f"card:{card}", words=of.title, height_mm=2.6, tap=lambda card=card: tap(card)))
        self.ids.body.add_widget(grid)

    def _enter(self, decision: Decision, card: str, wanted: int) -> None:
        seat = decision.seat
        if decision.name == "spy.draw":
            self._try(f"{seat}: steal {decision.context['victim']} {card}", seat)
            return
        self._entered.append(card)
        if len(self._entered) == wanted:
            told, self._entered = self._entered, []
            self._try(f"{seat}: draw_event {' '.join(told)}", seat)
        self.refresh()

    # ── looking ──

    def _looking(self, seat: str) -> None:
        view, body = self.desk.view(seat), self.ids.body
        body.add_widget(
            HoldToLook(
                key="look mission", secret=self._mission(seat), cover="hold: my mission", height_mm=3.2, tone="quiet"
            )
        )
        body.add_widget(
            HoldToLook(
                key="look hand", secret=self._hand(view, seat), cover="hold: my hand, and what I saw", height_mm=3.2,
                tone="quiet",
            )
        )  # fmt: skip
        row = self._foot()
        looked = [space.name for space in view.spaces if not space.card and seat in space.looked]
        row.add_widget(
            Target(
                key="note",
                words="note a field",
                small=count(len(looked), "field") + " looked at",
                tone="quiet",
                height_mm=2.8,
                grey=not looked,
                tap=self._to("note"),
                why=lambda: self.app.say(f"{seat.capitalize()} has not looked at a concealed field."),
            )
        )
        for item in [owed for owed in view.inbox if owed.number > 1000][:1]:
            row.add_widget(
                Target(
                    key=f"doubt:{item.number}",
                    words="a doubt",
                    small="something told does not fit",
                    tone="stop",
                    height_mm=2.8,
                    tap=self._to(f"tell:{item.number}"),
                )
            )
        if self.desk.may(f"{seat}: reseal_mission {open_missions(view, seat)[0]}", viewer=seat):
            row.add_widget(
                Target(key="reseal", words="another mission", tone="quiet", height_mm=2.8, tap=self._to("reseal"))
            )
        row.add_widget(Target(key="close", words="close", tone="quiet", height_mm=3, tap=self._away))

    def _mission(self, seat: str) -> str:
        """What only this seat may read of its mission."""
        view = self.desk.view(seat)
        what, asked = progress(view, seat)
        if not what:
            paper = view.player(seat).mission == PAPER
            return "Your mission is on paper: declare it when it is met." if paper else "No mission is sealed."
        so_far = " · ".join(f"{text_} {have}/{need}" for text_, have, need in asked)
        return f"{what}.\n{so_far}"

    def _hand(self, view: Any, seat: str) -> str:
        hand = view.player(seat).hand
        told = [EVENT_CARDS[card].title for card in hand if isinstance(card, str)]
        untold = sum(card is None or isinstance(card, Hidden) for card in hand)
        cards = ", ".join(dict.fromkeys(f"{told.count(each)} {each}" for each in told))
        parts = [cards] if cards else []
        parts += [f"{untold} not told"] if untold else []
        seen = [
            f"{space.name}: {KINDS[kind].title}"
            for space in view.spaces
            for who, kind in space.notes
            if who == seat and isinstance(kind, str)
        ]
        return f"{', '.join(parts) or 'no event card'}.\n{' · '.join(seen) or 'No field is noted.'}"

    # ── notes ──

    def _noting(self, seat: str) -> None:
        view = self.desk.view(seat)
        self.ids.body.add_widget(
            text.Words(text="Which field?", height_mm=3, halign="center", size_hint_y=None, height=mm(6))
        )
        looked = [space for space in view.spaces if not space.card and seat in space.looked]
        grid = GridLayout(cols=5, spacing=mm(2.2))
        for space in looked[-20:]:
            # Whether something was noted there already is told on no target: others may see the grid.
            grid.add_widget(
                Silent(key=f"at:{space.name}", words=space.name, height_mm=4, tap=self._to(f"note:{space.name}"))
            )
        self.ids.body.add_widget(grid)
        row = self._foot()
        row.add_widget(Target(key="close", words="close", tone="quiet", height_mm=3, tap=self.close))

    def _noting_at(self, seat: str, space: str) -> None:
        self.ids.body.add_widget(
            text.Words(text=f"What lies at {space}?", height_mm=3, halign="center", size_hint_y=None, height=mm(6))
        )
        grid = GridLayout(cols=5, spacing=mm(2.2))
        for kind in (*SIGNS, "none"):
            words = "nothing noted" if kind == "none" else KINDS[kind].title
            grid.add_widget(
                Silent(
                    key=f"kind:{kind}",
                    words=words,
                    height_mm=2.6,
                    tap=lambda kind=kind: self._try(f"{seat}: note_field {space} {kind}", seat, self._to("")),
                )
            )
        self.ids.body.add_widget(grid)
        row = self._foot()
        row.add_widget(Target(key="close", words="close", tone="quiet", height_mm=3, tap=self.close))

    # ── doubts ──

    def _telling(self, seat: str, number: int) -> None:
        item = next((owed for owed in self.desk.view(seat).inbox if owed.number == number), None)
        if item is None:
            self._to("")()
            return
        self.ids.body.add_widget(
            HoldToLook(
                key="look doubt", secret=f"{item.detail}?\n{spoken(item.about)}.", cover="hold: the doubt", height_mm=3,
                tone="quiet",
            )
        )  # fmt: skip
        self._card_grid(lambda card: self._try(f"{seat}: tell {number} {card}", seat, self._to("")))
        row = self._foot()
        row.add_widget(
            Silent(
                key="put away",
                words="put it away",
                height_mm=3,
                tap=lambda: self._try(f"{seat}: tell {number} ?", seat, self._to("")),
            )
        )
        row.add_widget(Target(key="close", words="close", tone="quiet", height_mm=3, tap=self.close))
