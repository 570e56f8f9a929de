"""The battle assistant where ships and blueprints are tracked: the order of battles, then who fires and what is hit."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.rules.contract import TABLE, Decision, Word
from companion.screens import theme
from companion.screens.eclipse import fighting
from companion.screens.eclipse.chances import Chances
from companion.screens.eclipse.part_words import SHIP, dice, party_name, ship_name
from companion.screens.eclipse.squadron import Heads, Row, Ships, Side
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.sheet import choose
from companion.screens.widgets.target import Target
from companion.screens.words import sector

NAMES: Final = ("combat", "battle.turn", "battle.assign", "battle.stalemate")
ROWS: Final = 4
"""Rows of ships that fit beside the order of Initiative."""

ABREAST: Final = 5
"""Retreats that stand beside each other at the foot; more are asked on a sheet."""

MANY: Final = 6
"""Bundles of dice that leave no room for words beside them."""


def _battle(number: int, parties: Sequence[str]) -> str:
    """The line that begins that sector's battle."""
    return f"table: battle {number} {' '.join(parties)}"


class Fight(Screen):
    """Between battles the sectors that are fought for; in one, whose ships act, what they need, and what is hit."""

    name: ClassVar[str] = "fight"
    follows: ClassVar[bool] = True

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._chosen = 0
        self._laid: tuple[int, int] | None = None
        self._odds: Any = None
        self._chances = Chances(self._told_odds)

    def opened(self, **_: Any) -> None:
        self._chosen, self._laid = 0, None
        self.refresh()

    def refresh(self) -> None:
        decision = self.desk.focus()
        if decision is None or decision.name not in NAMES:
            return
        revision = self.desk.session.revision
        if self._laid is not None and self._laid[0] != revision:
            self._chosen = 0
        now = (revision, self._chosen)
        if now != self._laid:
            # Made anew only for another state: nothing changes under a finger.
            self._laid = now
            (self._show_order if decision.name == "combat" else self._show_battle)(decision)
        self._ask_odds()

    def _say(self, words: str, faint: bool = False) -> None:
        """The bar below the header: words, where no dice lie there."""
        said = text.Words(text=text.signs(text.plain(words)), height_mm=2.6)
        said.color = theme.DIM if faint else theme.TEXT
        self.ids.bar.clear_widgets()
        self.ids.bar.add_widget(said)

    # ── between battles ──

    def _show_order(self, decision: Decision) -> None:
        state, following = self.desk.state, decision.context["next"]
        self.ids.header.show(self.app, "", "Battles", f"round {state.round}: combat")
        self._say("Highest number first, the centre last. Who is named first attacks.", faint=True)
        body, foot = self.ids.body, self.ids.foot
        body.clear_widgets()
        foot.clear_widgets()
        rows = BoxLayout(orientation="vertical", spacing=mm(2.2))
        waiting = self._waiting()
        fought = [(number, ()) for number in decision.context["fought"]]
        shown = [*fought, *waiting] if len(fought) + len(waiting) <= ROWS else waiting[: 2 * ROWS]
        across = 1 if len(shown) <= ROWS else 2
        for at in range(0, len(shown), across):
            row = BoxLayout(spacing=mm(2.2))
            for number, parties in shown[at : at + across]:
                row.add_widget(self._sector(number, parties, across))
            for _ in range(across - len(shown[at : at + across])):
                row.add_widget(Widget())
            rows.add_widget(row)
        for _ in range(ROWS - -(-len(shown) // across)):
            rows.add_widget(Widget())
        body.add_widget(rows)
        line = _battle(following, decision.context["parties"])
        begin = self.arm(Target(key="begin", words=f"BEGIN {sector(following)}", tone="go", height_mm=4), line)
        verdict = self.desk.verdict(line)
        if verdict is not None and verdict.word is Word.UNKNOWN:
            begin.small = "something is not told: press long to hear what"
            begin.hold = lambda: self.desk.explain(line)
        foot.add_widget(begin)

    def _waiting(self) -> list[tuple[int, tuple[str, ...]]]:
        """Every sector still to be fought for, in order."""
        from companion.rules.eclipse.presence import combatants

        state = self.desk.state
        fought = {battle.sector for battle in state.battles}
        every = ((each.number, combatants(state, each)) for each in reversed(state.sectors))
        return [(number, parties) for number, parties in every if parties and number not in fought]

    def _sector(self, number: int, parties: tuple[str, ...], across: int) -> Target:
        from companion.rules.eclipse.combat import owner_of
        from companion.rules.eclipse.parties import fighting_order
        from companion.rules.eclipse.squadrons import muster

        state = self.desk.state
        found = state.sector(number)
        owner = owner_of(state, number)
        target = Target(key=f"sector:{number}", words=f"{sector(number)} fought", height_mm=3.4, tone="quiet")
        if parties and found is not None:
            order = fighting_order(parties, owner)
            told = {
                party: " ".join(f"{len(each.damage)} {SHIP[each.ship]}" for each in muster(found, (party,)))
                for party in order
            }
            target.words = f"{sector(number)}: {' v '.join(fighting.marked(party) for party in order)}"
            ships = " · ".join(f"{party_name(party)} {those}" for party, those in told.items())
            target.small = f"{owner.capitalize()}'s sector · {ships}" if owner and across == 1 else ships
            target.tone = "plain"
            self.arm(target, _battle(number, parties))
        else:
            target.tap = lambda: self.app.say(f"Sector {sector(number)} was fought for.")
        return target

    # ── in a battle ──

    def _show_battle(self, decision: Decision) -> None:
        context, state = decision.context, self.desk.state
        found = state.sector(context["sector"])
        owner = found.owner if found is not None else ""
        asked = {
            "battle.turn": "",
            "battle.assign": "assign the hits",
            "battle.stalemate": "stalemate: the attacker leaves",
        }[decision.name]
        seat = decision.seat if decision.seat in state.seats else ""
        self.ids.header.show(self.app, seat, fighting.heading(context, owner), asked or fighting.tiles_so_far(state))
        acting = [(decision.seat, ship) for ship in context.get("ships", ())]
        self._show_sides(decision, acting)
        foot = self.ids.foot
        foot.clear_widgets()
        if decision.name == "battle.assign":
            self._show_dice(decision)
            self._assign_foot(decision)
            return
        said = " ".join(filter(None, (fighting.volley_words(context["volley"]), fighting.losses(state))))
        if decision.name == "battle.stalemate":
            self._say("No ship left has a cannon: the attacker retreats, and what stays there is destroyed (page 20).")
        else:
            self._say(said or f"{seat.capitalize()}: roll for the ships marked.")
        (self._turn_foot if decision.name == "battle.turn" else self._stalemate_foot)(decision)

    def _show_sides(self, decision: Decision, acting: list[tuple[str, str]]) -> None:
        context, state, body = decision.context, self.desk.state, self.ids.body
        body.clear_widgets()
        table = BoxLayout(orientation="vertical", spacing=mm(1))
        lines = fighting.lines(context, acting)
        table.add_widget(Heads("fires" if context["round"] else "missiles"))
        for line in lines:
            table.add_widget(Row(line, state.seats, self.desk.person(line.party)))
        for _ in range(ROWS - len(lines)):
            table.add_widget(Widget())
        body.add_widget(table)
        pair = (context["attacker"], context["defender"])
        every = {party: fighting.groups(context, party) for party in pair}
        wide, abreast = (58.0, 4) if sum(-(-len(each) // 4) for each in every.values()) <= ROWS else (74.0, 5)
        right = BoxLayout(orientation="vertical", spacing=mm(2.2), size_hint_x=None, width=mm(wide))
        for party in pair:
            ships = [self._ships(decision, group) for group in every[party]]
            right.add_widget(Side(party, state.seats, self.desk.person(party), ships, abreast))
        rows = sum(max(1, -(-len(each) // abreast)) for each in every.values())
        if rows < 3:
            right.add_widget(Widget(size_hint_y=3 - rows))
        body.add_widget(right)

    def _ships(self, decision: Decision, group: fighting.Group) -> Ships:
        target = Ships(group)
        target.hold = lambda: self.desk.put_right(TABLE, f"damage_{group.party}_{group.ship}_{group.place}")
        if group.retreating_to:
            target.small = f"→{sector(group.retreating_to)}"
        if decision.name == "battle.assign" and group.party == decision.context["foe"]:
            colour, value = self._die(decision)
            target.tone = "go"
            self.arm(target, f"{decision.seat}: assign {colour} {value} {group.ship} {group.place}")
        else:
            target.tone = "quiet"
            left = group.hull + 1 - group.damage
            says = f"{party_name(group.party)}'s {ship_name(group.ship)}: {left} damage destroys it"
            says += f", shields take {group.shield} off each roll" if group.shield else ""
            target.tap = lambda: self.app.say(says + ".", 4)
        return target

    # ── dice to assign ──

    def _bundles(self, decision: Decision) -> list[tuple[tuple[str, int], list[int]]]:
        context = decision.context
        shields = sorted({target.shield for target in context["targets"]})
        return fighting.bundles(context["dice"], context["computer"], shields)

    def _die(self, decision: Decision) -> tuple[str, int]:
        """The die that the next touch assigns."""
        bundles = self._bundles(decision)
        return bundles[min(self._chosen, len(bundles) - 1)][0]

    def _show_dice(self, decision: Decision) -> None:
        bar, bundles = self.ids.bar, self._bundles(decision)
        bar.clear_widgets()
        says = "Touch the ship that this die hits:" if len(bundles) == 1 else "Touch a die, then the ship it hits:"
        if len(bundles) < MANY:
            bar.add_widget(text.Words(text=says, height_mm=2.6, size_hint_x=None, width=mm(26)))
        for place, ((colour, value), values) in enumerate(bundles):
            target = Target(
                key=f"die:{colour}:{value}",
                words=" ".join(map(str, values)),
                small=f"{len(values)} {colour}",
                height_mm=3.6,
                fill=theme.DICE[colour],
                ink=theme.ink_on(theme.DICE[colour]),
                chosen=place == min(self._chosen, len(bundles) - 1),
                tap=self._choosing(place),
            )
            bar.add_widget(target)

    def _choosing(self, place: int) -> Any:
        def take() -> None:
            self._chosen = place
            self.refresh()

        return take

    def _assign_foot(self, decision: Decision) -> None:
        foot, seat = self.ids.foot, decision.seat
        foot.add_widget(
            Target(
                key="by rule",
                words="all by the printed rule",
                small="the largest that can be destroyed first, as Ancients do",
                tone="go",
                height_mm=3,
                tap=lambda: self._by_rule(seat),
            )
        )
        waste = Target(key="done", words="waste the rest", tone="quiet", height_mm=2.8, size_hint_x=0.4)
        foot.add_widget(self.arm(waste, f"{seat}: done"))

    def _by_rule(self, seat: str) -> None:
        """Every die that is left goes where the printed rule for Ancients would put it, one after another."""
        from companion.rules.eclipse.targets import by_printed_rule

        desk = self.desk
        decision = desk.focus()
        if decision is None or decision.name != "battle.assign" or decision.seat != seat:
            return
        context = decision.context
        (colour, value), ship, place = by_printed_rule(context["dice"], context["computer"], context["targets"])[0]
        action = desk.line(f"{seat}: assign {colour} {value} {ship} {place}")
        assert action is not None
        left, volley = len(context["dice"]), context["volley"]

        def next_one() -> None:
            now = desk.focus()
            if now is None or now.name != "battle.assign" or now.context["volley"] != volley:
                return
            if len(now.context["dice"]) < left:
                self._by_rule(seat)

        desk.do(action, revision=desk.session.revision, then=next_one)

    # ── whose turn it is ──

    def _turn_foot(self, decision: Decision) -> None:
        foot, context, seat = self.ids.foot, decision.context, decision.seat
        ships = {each.ship: each for each in context["squadrons"] if each.party == seat}
        for ship in context["ships"]:
            figures, number = context["figures"][seat, ship], len(ships[ship].damage)
            total = fighting.times(figures.cannons if context["round"] else figures.missiles, number)
            words = f"ROLL {dice(total)}" if any(total) else "stay, no cannon"
            target = Target(key=f"attack:{ship}", words=words, small=f"{number} × {ship_name(ship)}", tone="go")
            target.height_mm = 3.6
            foot.add_widget(self.arm(target, f"{seat}: attack_with {ship}"))
        leaves = Target(key="retreat", words="retreat", tone="quiet", height_mm=3, size_hint_x=None, width=mm(30))
        ways = self._ways(decision)
        first = context["ships"][0]
        own = next((each.number for each in self.desk.state.sectors if each.owner == seat), context["sector"])
        leaves.grey = not ways
        leaves.small = "" if len(ways) != 1 else f"to {ways[0][1]}"
        leaves.tap = lambda: self._retreat(seat, ways)
        leaves.why = lambda: self.desk.explain(f"{seat}: retreat {first} {own}")
        foot.add_widget(leaves)

    def _ways(self, decision: Decision) -> list[tuple[str, str, str]]:
        """Every retreat that is not forbidden: (ship, sector, line)."""
        if "retreat" not in decision.verbs:
            return []
        every = [
            (ship, sector(to), f"{decision.seat}: retreat {ship} {to}")
            for ship in decision.context["ships"]
            for to in decision.context["retreats"]
        ]
        return [each for each in every if self.desk.may(each[2])]

    def _retreat(self, seat: str, ways: list[tuple[str, str, str]]) -> None:
        if len(ways) == 1:
            self.desk.act(ways[0][2])
            return
        answers = [
            (f"{ship_name(ship)}s to {to}", "leave on their next turn", lambda line=line: self.desk.act(line))
            for ship, to, line in ways
        ]
        self.app.open_sheet(choose(f"{seat.capitalize()}: which ships retreat, and where to?", answers, 3))

    def _stalemate_foot(self, decision: Decision) -> None:
        foot, seat = self.ids.foot, decision.seat
        ways = self._ways(decision)
        if len(ways) > ABREAST:
            more = Target(key="retreat", words="retreat", small="which ships, and where to?", tone="go", height_mm=3)
            more.tap = lambda: self._retreat(seat, ways)
            foot.add_widget(more)
            ways = []
        for ship, to, line in ways:
            target = Target(key=f"retreat:{ship}:{to}", words=f"{ship_name(ship)}s to {to}", tone="go", height_mm=3)
            foot.add_widget(self.arm(target, line))
        stay = Target(key="done", words="the rest is destroyed", tone="stop", height_mm=2.8)
        foot.add_widget(self.arm(stay, f"{seat}: done"))

    def confirm(self) -> None:
        """The confirm button begins the next battle, or rolls for the only ships whose turn it is."""
        decision = self.desk.focus()
        if decision is None:
            return
        ships = decision.context.get("ships", ())
        if decision.name == "combat":
            self.desk.act(_battle(decision.context["next"], decision.context["parties"]))
        elif decision.name == "battle.turn" and len(ships) == 1:
            self.desk.act(f"{decision.seat}: attack_with {ships[0]}")

    # ── odds ──

    def _ask_odds(self) -> None:
        from companion.rules.eclipse.odds import BadBattle
        from companion.rules.eclipse.odds.position import battlefield

        target = self.ids.odds
        if not self.app.settings.show_odds:
            self._chances.stop()
            self._odds = None
            target.words, target.small = "odds", "hidden: touch to show"
            return
        try:
            battle = battlefield(self.desk.state)
        except BadBattle:
            battle = None
        if battle is None:
            if self.desk.focus() is None or not target.words:
                target.words, target.small = "odds", "none now"
            return
        if self._odds is None or self._odds[0] != battle:
            target.words, target.small = "odds …", "touch to stop"
            self._odds = (battle, None, self._sides())
        if self._odds[1] is None:
            self._chances.ask(battle)
        else:
            self._show_odds()

    def _sides(self) -> tuple[str, str]:
        """Attacker and defender of the battle that the odds are of."""
        from companion.rules.eclipse.duels import who_meets

        decision = self.desk.focus()
        assert decision is not None
        context = decision.context
        if "attacker" in context:
            return context["attacker"], context["defender"]
        parties = context["parties"]
        pair = who_meets(self.desk.state, context["next"], parties, parties)
        assert pair is not None, "somebody fights there"
        return pair

    def _told_odds(self, found: Any) -> None:
        if isinstance(found, Exception):
            from companion.screens.window import write_down

            self.ids.odds.words, self.ids.odds.small = "odds", f"not known; {write_down(found)}"
        elif self._odds is not None:
            self._odds = (self._odds[0], found, self._odds[2])
            self._show_odds()

    def _show_odds(self) -> None:
        if self._odds is None or self._odds[1] is None:
            return
        _, found, (attacker, defending) = self._odds
        # Their sign is the white seat's too: those that are no players are named.
        one, other = (fighting.MARK.get(party) or party_name(party) for party in (attacker, defending))
        wins = round(100 * found.attacker)
        target = self.ids.odds
        target.words = f"{one} {wins}   {other} {100 - wins}"
        target.small = (
            "odds in % · touch hides" if found.exact else f"odds ±{max(1, round(100 * found.error))} · touch hides"
        )

    def switch_odds(self) -> None:
        """Hide the odds, which also stops working them out; or show them. The settings keep it."""
        self.app.choose(show_odds=not self.app.settings.show_odds)
        self._odds = None
        self.ids.odds.words = ""
        self._ask_odds()
