"""A combat between two rolls: both fleets with their hits, who is hit, who retreats where, which cards are played."""

from typing import Any, ClassVar

from kivy.uix.boxlayout import BoxLayout

from companion.rules.contract import Decision
from companion.rules.cosmic_empires.combat import Combat
from companion.rules.cosmic_empires.flow import below
from companion.rules.cosmic_empires.state import PIRATES
from companion.screens import theme
from companion.screens.cosmic_empires.box import card_players
from companion.screens.cosmic_empires.grid import field_name
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.target import Target
from companion.screens.words import count, spoken

Foot = tuple[str, str, str, str, str]
"""Key, words, small words, the line, tone."""


class CombatScreen(Screen):
    """Announced, hits assigned, retreats; the dice have their own screen."""

    name: ClassVar[str] = "combat"
    follows: ClassVar[bool] = True

    def refresh(self) -> None:
        decision = self.desk.focus()
        if decision is None or self.desk.box.screen_for(decision) != self.name:
            return
        state = self.desk.state
        seat = decision.seat if decision.seat in state.seats else ""
        combat = below(state, Combat)
        where = decision.context["space"]
        asked = self.desk.box.question(decision)
        if decision.name == "combat.assign":
            asked = f"{asked} {count(decision.context['left'], 'hit')}"
        round_ = f"{where} · round {combat.round}" if combat is not None else where
        self.ids.header.show(self.app, seat, asked, round_)
        sides = self.ids.sides
        sides.clear_widgets()
        if combat is not None:
            for side in (0, 1):
                sides.add_widget(self._side(combat, side, decision))
        else:
            says = f"At {where} lies {field_name(state, state.places[where])}."
            sides.add_widget(text.Words(text=text.plain(says), height_mm=4, halign="center"))
        self._show_foot(decision)

    def _side(self, combat: Combat, side: int, decision: Decision) -> BoxLayout:
        state, party = self.desk.state, combat.sides[side]
        ships = combat.ships(state, side)
        column = BoxLayout(orientation="vertical", spacing=mm(2.2))
        head = BoxLayout(size_hint_y=None, height=mm(11), spacing=mm(2.2))
        if party in state.seats:
            head.add_widget(Badge(seat=party, person=self.desk.person(party), size_hint_x=None, width=mm(11)))
        who = "Pirates" if party == PIRATES else party.capitalize()
        dice = sum(combat.dice_of(state, side).values())
        does = "attacks" if side == 0 else "defends"
        more = [count(dice, "die", "dice")]
        more += ["blue hits"] if combat.fire[side] else []
        more += ["cannot retreat"] if combat.held[side] else []
        fallen = [face for _, face, _ in combat.thrown[side]]
        more += [f"rolled {', '.join(fallen)}"] if fallen else []
        head.add_widget(text.Words(text=f"[b]{who} {does}[/b]\n{text.plain(' · '.join(more))}", height_mm=3))
        column.add_widget(head)
        hit = decision.name == "combat.assign" and decision.seat == party
        for ship in ships:
            column.add_widget(self._ship(ship, party if hit else ""))
        for _ in range(max(0, 4 - len(ships))):
            column.add_widget(BoxLayout())
        return column

    def _ship(self, ship: Any, seat: str) -> Any:
        """A ship with a box for each hit it takes; a target where it may be the one that is hit."""
        boxes = "▮" * ship.damage + "▯" * (ship.resistance - ship.damage)
        fitted = [word for word in ("weapon", "shield") if getattr(ship, word)]
        words, small = spoken(ship.name), f"{boxes} {' · '.join(fitted)}"
        if not seat:
            return text.Words(text=text.signs(f"[b]{words}[/b]  {text.plain(small)}"), height_mm=3, color=theme.TEXT)
        target = Target(key=f"hit:{ship.name}", words=words, small=small, height_mm=3)
        return self.arm(target, f"{seat}: hit {ship.name}")

    def _show_foot(self, decision: Decision) -> None:
        foot = self.ids.foot
        foot.clear_widgets()
        wanted = [*self._answers(decision)]
        cards = self._cards(decision)
        many = len(wanted) + len(cards)
        foot.cols = min(max(many, 1), 5)
        rows = -(-many // foot.cols) if many else 0
        foot.height = rows * mm(13) + max(0, rows - 1) * mm(2.2)
        for key, words, small, line, tone in wanted:
            foot.add_widget(self.arm(Target(key=key, words=words, small=small, tone=tone, height_mm=3.4), line))
        for seat, held in cards:
            foot.add_widget(
                Target(
                    key=f"cards:{seat}",
                    words=f"{seat.capitalize()}: card",
                    small=f"{held} in hand",
                    tone="quiet",
                    height_mm=3,
                    tap=lambda seat=seat: self.app.go("cards", seat=seat),
                )
            )

    def _answers(self, decision: Decision) -> list[Foot]:
        seat, context = decision.seat, decision.context
        if decision.name == "combat.announced":
            defender = context["defender"]
            peace = f"{defender}: play_card peace_treaties"
            return [
                ("peace", f"{defender.capitalize()}: Peace Treaties", "no combat", peace, "plain"),
                ("fight", "FIGHT", "the dice are next", "table: fight", "go"),
            ]
        if decision.name in ("combat.retreat", "pirates.again"):
            stays: Foot = (
                ("stay", "STAY", "the next round", f"{seat}: stay", "go")
                if decision.name == "combat.retreat"
                else ("fight on", "FIGHT", "these pirates too", f"{seat}: fight_on", "go")
            )
            away = [
                (f"retreat:{space}", f"retreat to {space}", field_name(self.desk.state, self.desk.state.places[space]),
                 f"{seat}: retreat {space}", "plain")
                for space in context["retreats"]
            ]  # fmt: skip
            return [*away, stays]
        return []

    def _cards(self, decision: Decision) -> list[tuple[str, int]]:
        """Seats that may play a card now, and how many they hold."""
        if decision.name == "combat.announced":
            return []
        return card_players(self.desk)

    def confirm(self) -> None:
        """The confirm button fights, or stays."""
        decision = self.desk.focus()
        for key, _, _, line, tone in self._answers(decision) if decision is not None else ():
            if tone == "go" and self.desk.may(line):
                assert key
                self.desk.act(line)
                return
