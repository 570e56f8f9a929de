"""Upkeep, all seats at once: income, cost, what is left or missing; pay, or trade and give up sectors first."""

from collections import Counter
from typing import Any, ClassVar

from kivy.uix.boxlayout import BoxLayout

from companion.screens import theme
from companion.screens.eclipse import figures as eclipse
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.sheet import ask, choose
from companion.screens.widgets.target import Target
from companion.screens.words import count, sector


def loss(given: Any) -> str:
    """What goes with a sector that is given up: its points, and what its cubes bring in."""
    points = given.tile.points
    told = [count(points, "point")] if points else []
    tracks = Counter(track for _, track in given.cubes)
    told += [f"{count(many, 'population cube')} of {track}" for track, many in sorted(tracks.items())]
    told += [thing for thing, there in (("the orbital", given.orbital), ("the monolith", given.monolith)) if there]
    return ", ".join(told) or "nothing but the place"


class Row(BoxLayout):
    """One seat's upkeep."""

    def __init__(self, seat: str, **keywords: Any) -> None:
        super().__init__(spacing=mm(2.2), **keywords)
        self.badge = Badge(seat=seat, size_hint_x=None, width=mm(10))
        self.sum = text.Words(height_mm=3)
        self.result = text.Words(height_mm=5, bold=True, halign="right", size_hint_x=None, width=mm(18))
        self.more = Target(
            key=f"more:{seat}", words="trade …", tone="quiet", height_mm=2.5, size_hint_x=None, width=mm(22)
        )
        self.pay = Target(key=f"pay:{seat}", words="PAY", tone="go", height_mm=3.4, size_hint_x=None, width=mm(28))
        for widget in (self.badge, self.sum, self.result, self.more, self.pay):
            self.add_widget(widget)


class Upkeep(Screen):
    """A row for each seat; those who have paid stay, in grey."""

    name: ClassVar[str] = "upkeep"
    follows: ClassVar[bool] = True

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._rows: dict[str, Row] = {}

    def refresh(self) -> None:
        desk = self.desk
        state = desk.state
        if tuple(self._rows) != state.seats:
            self.ids.rows.clear_widgets()
            self._rows = {seat: Row(seat) for seat in state.seats}
            for row in self._rows.values():
                self.ids.rows.add_widget(row)
        waiting = desk.deciding()
        left = [seat.capitalize() for seat in state.seats if seat in waiting]
        owed = len(state.inbox)
        aside = f"waits for {len(left)}" + (f", {owed} not told" if owed else "") if left else ""
        self.ids.header.show(self.app, "", f"Round {state.round}: upkeep, all at once", aside)
        for seat, row in self._rows.items():
            self._fill(row, seat, seat in waiting)

    def _fill(self, row: Row, seat: str, waiting: bool) -> None:
        desk = self.desk
        figures = eclipse.figures(desk, seat)
        row.badge.person = figures.person
        row.badge.faint = not waiting
        if figures.left:
            row.sum.text, row.result.text = "left the game", ""
            row.pay.grey, row.pay.words, row.more.grey = True, "–", True
            return
        if not waiting:
            row.sum.text = text.plain(f"paid; now {figures.storage_line}")
            row.sum.color = theme.DIM
            row.result.text = ""
            row.pay.words, row.pay.small, row.pay.grey, row.more.grey = "paid", "", True, True
            row.pay.why = row.more.why = lambda: self.app.say(f"{seat.capitalize()} has paid for this round.")
            return
        row.sum.color = theme.TEXT
        then = f"then science +{figures.science_income}, materials +{figures.materials_income}"
        row.sum.text = text.signs(
            f"stored {figures.money} + income {figures.income} − upkeep {figures.upkeep} =\n"
            f"[size={int(theme.letters(2))}]{then}[/size]"
        )
        row.result.text = f"{figures.end_now}".replace("-", "−")
        row.result.color = theme.BAD if figures.end_now < 0 else theme.TEXT
        can_pay = desk.may(f"{seat}: pay_upkeep")
        row.pay.words = "PAY" if figures.end_now >= 0 else "SHORT"
        row.pay.small = "" if figures.end_now >= 0 else f"{-figures.end_now} missing"
        row.pay.tone = "go" if can_pay else "stop"
        row.pay.grey = not can_pay
        row.pay.tap = lambda: desk.act(f"{seat}: pay_upkeep")
        row.pay.why = lambda: self._help(seat) if figures.end_now < 0 else desk.explain(f"{seat}: pay_upkeep")
        row.more.grey = False
        row.more.words = "trade …" if figures.end_now >= 0 else "solve it"
        row.more.tap = lambda: self._help(seat)
        row.more.hold = lambda: eclipse.open_numbers(self.app, seat)

    def _help(self, seat: str) -> None:
        """Everything a seat can do before it pays: trade, colonise, give up a sector, or look why it cannot pay."""
        desk = self.desk
        player = desk.state.player(seat)
        answers: list[tuple[str, str, Any]] = [
            ("trade", f"{player.species.trade_rate} for 1", lambda: self.app.go("choice", seat=seat, verb="trade")),
            (
                "colonise",
                f"{player.colony_ready} ships ready",
                lambda: self.app.go("choice", seat=seat, verb="colonise"),
            ),
        ]
        for owned in desk.state.owned(seat):
            line = f"{seat}: give_up {owned.number}"
            if desk.may(line):
                answers.append(
                    (
                        f"give up {sector(owned.number)}",
                        self._after(line, seat),
                        lambda line=line, owned=owned: self._ask(
                            f"{desk.called(seat)}: give up sector {sector(owned.number)}?",
                            f"Lost with it: {loss(owned)}. The influence disc comes back: {self._after(line, seat)}.",
                            f"give it up, {sector(owned.number)}",
                            line,
                        ),
                    )
                )
        if desk.may(f"{seat}: collapse"):
            answers.append(
                (
                    "collapse",
                    "nothing is left",
                    lambda: self._ask(
                        f"{desk.called(seat)}: does the civilization collapse?",
                        "The seat leaves the game: its ships and discs come off the board, and it takes no more turns.",
                        "it collapses",
                        f"{seat}: collapse",
                    ),
                )
            )
        answers.append(("why?", "what is missing, exactly", lambda: desk.explain(f"{seat}: pay_upkeep")))
        self.app.open_sheet(choose(f"{desk.called(seat)}: before paying", answers, 3))

    def _ask(self, question: str, detail: str, yes: str, line: str) -> None:
        """What cannot be had back by a trade is asked once more, where no finger lay: at the foot of a tall sheet."""
        revision = self.desk.session.revision
        action = self.desk.line(line)
        if action is not None:
            answers = (
                ("leave it", "quiet", None),
                (yes, "stop", lambda: self.desk.do(action, revision=revision)),
            )
            self.app.open_sheet(ask(question, detail, answers, tall=0.94))

    def _after(self, line: str, seat: str) -> str:
        """What the upkeep would leave once that was done."""
        from companion.rules.contract import apply
        from companion.rules.eclipse.economy import outlook

        action = self.desk.line(line)
        left = outlook(apply(self.desk.state, action), seat).money_now if action is not None else 0
        return f"then {left} money left" if left >= 0 else f"then {-left} still missing"

    def confirm(self) -> None:
        """The confirm button pays for everybody who can simply pay."""
        for seat in self.desk.state.seats:
            if seat in self.desk.deciding() and self.desk.may(f"{seat}: pay_upkeep"):
                self.desk.act(f"{seat}: pay_upkeep")
