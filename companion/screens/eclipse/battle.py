"""The combat phase at light tracking: which sectors are fought for, who met whom, dice, and what was destroyed."""

from typing import Any, ClassVar, Final

from kivy.uix.boxlayout import BoxLayout

from companion.rules.contract import TABLE, Decision
from companion.screens import theme
from companion.screens.eclipse.fire import Figures, FireSheet
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.sheet import choose
from companion.screens.widgets.target import Target
from companion.screens.words import count, plain, sector, spoken

OTHERS: Final = ("ancients", "gcds")
PARTY: Final = {"ancients": "Ancients", "gcds": "GCDS"}
ACROSS: Final = 11


def party_name(party: str) -> str:
    """A party as its target says it."""
    return PARTY.get(party, party.capitalize())


def aim_line(volley: Any, aims: Any) -> str:
    """What a volley did: its dice, then hits and damage for each shield in question."""
    dice = " ".join(f"{colour} {value}" for colour, value in volley.rolled)
    told = [
        f"{'shield ' + str(aim.shield) if len(aims) > 1 or aim.shield else 'no shield'}: "
        f"{aim.needed}+ hits, {count(aim.hits, 'hit')}, {count(aim.damage, 'damage', 'damage')}"
        for aim in aims
    ]
    return f"{party_name(volley.party)} rolled {dice or 'nothing'} · {'; '.join(told)}"


class Battle(Screen):
    """Between battles: the sectors. In a battle: a row for each party."""

    name: ClassVar[str] = "battle"
    follows: ClassVar[bool] = True

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._sector = 0
        self._parties: list[str] = []
        self._laid: Any = None
        self._figures: dict[str, Figures] = {}
        self._revision = -1

    def opened(self, **_: Any) -> None:
        self._sector, self._parties, self._laid = 0, [], None
        self.refresh()

    def refresh(self) -> None:
        decision = self.desk.focus()
        if decision is None or decision.name not in ("combat", "battle"):
            return
        if self._revision != self.desk.session.revision:
            self._revision = self.desk.session.revision
            self._laid = None
        if decision.name == "battle":
            self._sector, self._parties = 0, []
            self._show_battle(decision)
        elif self._sector:
            self._show_sector(decision)
        else:
            self._show_sectors(decision)

    def _once(self, what: Any) -> bool:
        """Whether the rows have to be made anew."""
        if what == self._laid:
            return False
        self._laid = what
        self.ids.rows.clear_widgets()
        self.ids.foot.clear_widgets()
        return True

    # ── between battles ──

    def _show_sectors(self, decision: Decision) -> None:
        state = self.desk.state
        self.ids.header.show(self.app, "", "Any battles?", f"round {state.round}: combat")
        if not self._once("sectors"):
            return
        numbers = sorted((each.number for each in state.sectors), reverse=True)
        fought = decision.context.get("fought", ())
        self.ids.note.text = text.signs(
            "Touch a sector where more than one party has ships, or where population is attacked or a disc changes. "
            "Highest number first, the centre last."
        )
        self.ids.note.color = theme.DIM
        wide = ACROSS if len(numbers) > 16 else max(4, -(-len(numbers) // 2))
        for at in range(0, len(numbers), wide):
            row = BoxLayout(spacing=mm(2))
            for number in numbers[at : at + wide]:
                found = state.sector(number)
                marks = found.owner or ("Ancients" if found.ancients else "GCDS" if found.gcds else "nobody")
                words = "fought" if number in fought else marks
                target = Target(key=f"sector:{number}", words=sector(number), small=words, height_mm=3)
                target.tap = self._taking(number)
                target.hold = lambda number=number: self.desk.put_right(TABLE, f"sector_{number}")
                row.add_widget(target)
            for _ in range(wide - len(numbers[at : at + wide])):
                row.add_widget(BoxLayout())
            self.ids.rows.add_widget(row)
        self._end("battles_over", "no more battles", "upkeep follows")

    def _end(self, verb: str, words: str, small: str) -> None:
        line = f"table: {verb}"
        self.ids.foot.add_widget(
            Target(
                key=verb,
                words=words,
                small=small,
                tone="go",
                height_mm=3.6,
                grey=not self.desk.may(line),
                tap=lambda: self.desk.act(line),
                why=lambda: self.desk.explain(line),
            )
        )

    def _taking(self, number: int) -> Any:
        def take() -> None:
            found = self.desk.state.sector(number)
            self._sector = number
            # Who surely is there stands first already; the others are touched as they came.
            self._parties = ["ancients"] if found.ancients else ["gcds"] if found.gcds else []
            self.refresh()

        return take

    def _show_sector(self, decision: Decision) -> None:
        desk, number = self.desk, self._sector
        state = desk.state
        found = state.sector(number)
        owner = f", {found.owner}'s" if found.owner else ""
        self.ids.header.show(self.app, "", f"Sector {sector(number)}{owner}: who, in order of entry?")
        chosen = tuple(self._parties)
        if not self._once(("sector", number, chosen)):
            return
        row = BoxLayout(spacing=mm(2.2))
        there = [*(["ancients"] if found.ancients else []), *(["gcds"] if found.gcds else []), *state.seats]
        for party in there:
            place = self._parties.index(party) + 1 if party in self._parties else 0
            target = Target(
                key=f"party:{party}",
                words=party_name(party),
                small=f"entered {_nth(place)}" if place else "",
                chosen=bool(place),
                height_mm=3,
                valign="bottom",
                tap=self._toggling(party),
            )
            if party in state.seats:
                badge = Badge(seat=party, person=desk.person(party), size_hint=(None, None))
                target.add_widget(badge)
                target.bind(pos=_put_badge, size=_put_badge)
            row.add_widget(target)
        self.ids.rows.add_widget(row)
        self._shots(decision, number)
        who = " ".join(chosen)
        one = chosen[0] if len(chosen) == 1 else ""
        seat = next((party for party in chosen if party in state.seats), "")
        squares = " ".join(square for square, _ in found.cubes)
        foot = self.ids.foot
        foot.add_widget(
            Target(key="other", words="other sector", tone="quiet", height_mm=2.8, tap=lambda: self.opened())
        )
        self._arm(
            "battle",
            "battle",
            "two or more",
            f"table: battle {number} {who}",
            len(chosen) > 1,
            "Touch everybody who is in the sector, in order of entry.",
        )
        enough = bool(one) and one in state.seats
        why = "Touch the one seat whose ships do it."
        fire = Target(key="fire population", words="fire at", small="population", height_mm=2.8, grey=not enough)
        fire.tap, fire.why = (lambda: self._fire_at_population(number, seat)), (lambda: self.app.say(why))
        foot.add_widget(fire)
        bombard = Target(key="bombard", words="cubes die", small="which?", height_mm=2.8, grey=not (enough and squares))
        bombard.tap = lambda: self._bombard(number, seat)
        bombard.why = lambda: self.app.say(why if squares else "No population lives there.")
        foot.add_widget(bombard)
        self._arm("conquer", "takes it", "disc placed", f"table: conquer {number} {one}", enough, why)

    def _arm(self, key: str, words: str, small: str, line: str, enough: bool, missing: str) -> None:
        target = Target(key=key, words=words, small=small, height_mm=2.8)
        target.grey = not (enough and self.desk.may(line))
        target.tap = lambda: self.desk.act(line)
        target.why = (lambda: self.desk.explain(line)) if enough else (lambda: self.app.say(missing))
        self.ids.foot.add_widget(target)

    def _shots(self, decision: Decision, number: int) -> None:
        """What was rolled at this sector's population."""
        told = [shot for shot in decision.context.get("shots", ()) if shot[0] == number]
        lines = [f"{party_name(by)} rolled {' '.join(f'{c} {v}' for c, v in volley.rolled)}" for _, by, volley in told]
        found = self.desk.state.sector(number)
        cubes = ", ".join(plain(square) for square, _ in found.cubes)
        self.ids.note.text = text.signs(text.plain("; ".join([f"population: {cubes or 'none'}", *lines])))

    def _toggling(self, party: str) -> Any:
        def toggle() -> None:
            self._parties = (
                [each for each in self._parties if each != party] if party in self._parties else [*self._parties, party]
            )
            self.refresh()

        return toggle

    def _fire_at_population(self, number: int, seat: str) -> None:
        now = self._figures.get(seat, Figures())

        def fire(told: Figures) -> None:
            self._figures[seat] = told
            self.desk.act(
                f"table: fire_population {number} {seat} {told.yellow} {told.orange} {told.red} {told.computer}"
            )

        self.app.open_sheet(
            FireSheet(f"{party_name(seat)} fires at the population of {sector(number)}", now, fire, False)
        )

    def _bombard(self, number: int, seat: str) -> None:
        cubes = [square for square, _ in self.desk.state.sector(number).cubes]
        every = " ".join(cubes)
        answers: list[tuple[str, str, Any]] = [
            ("all of them", count(len(cubes), "cube"), lambda: self.desk.act(f"table: bombard {number} {seat} {every}"))
        ]
        if len(cubes) > 1:
            for many in range(1, len(cubes)):
                part = " ".join(cubes[:many])
                told = ", ".join(plain(square) for square in cubes[:many])
                answers.append(
                    (
                        told,
                        count(many, "cube"),
                        lambda part=part: self.desk.act(f"table: bombard {number} {seat} {part}"),
                    )
                )
        answers += [
            (
                f"only {plain(square)}",
                "1 cube",
                lambda square=square: self.desk.act(f"table: bombard {number} {seat} {square}"),
            )
            for square in dict.fromkeys(cubes[1:])
        ]
        answers.append(("none", "the attack missed", lambda: self.desk.act(f"table: bombard {number} {seat}")))
        self.app.open_sheet(choose(f"Which cubes of {sector(number)} are destroyed?", answers, 3))

    # ── in a battle ──

    def _show_battle(self, decision: Decision) -> None:
        context = decision.context
        number, parties = context["sector"], context["order"]
        owner = context.get("owner", "")
        defends = f" · {owner.capitalize()} defends" if owner in parties else ""
        self.ids.header.show(self.app, "", f"Sector {sector(number)}{defends}", context.get("note", ""))
        if not self._once(("battle", number, self.desk.session.revision)):
            return
        for party in parties:
            self.ids.rows.add_widget(self._party_row(party, context))
        for _ in range(3 - len(parties)):
            self.ids.rows.add_widget(BoxLayout())
        volley = context.get("volley")
        if volley is not None and volley.rolled:
            from companion.rules.eclipse.volleys import aims

            self.ids.note.text = text.signs(text.plain(aim_line(volley, aims(volley))))
            self.ids.note.color = theme.TEXT
        else:
            self.ids.note.text = "Fire rolls dice. Touch a ship when it is destroyed; who shot it counts for the tiles."
            self.ids.note.color = theme.DIM
        self._end("battle_over", "battle over", "reputation tiles follow")

    def _party_row(self, party: str, context: Any) -> BoxLayout:
        desk = self.desk
        state = desk.state
        row = BoxLayout(spacing=mm(2.2))
        if party in state.seats:
            row.add_widget(Badge(seat=party, person=desk.person(party), size_hint_x=None, width=mm(10)))
        else:
            row.add_widget(
                text.Words(text=text.signs("⬢"), height_mm=5, halign="center", size_hint_x=None, width=mm(10))
            )
        tiles = context["tiles"].get(party)
        gone = party in context["retreated"]
        told = f"tiles {tiles}" if tiles is not None else ""
        small = f"[size={int(theme.letters(2))}]{told}{' · retreated' if gone else ''}[/size]"
        row.add_widget(
            text.Words(text=f"[b]{party_name(party)}[/b]\n{small}", height_mm=2.6, size_hint_x=None, width=mm(19))
        )
        row.add_widget(
            Target(
                key=f"fire:{party}",
                words="FIRE",
                tone="go",
                height_mm=3,
                size_hint_x=None,
                width=mm(17),
                tap=self._firing(party),
            )
        )
        types = {"ancients": ("ancient",), "gcds": ("gcds",)}.get(
            party, ("interceptor", "cruiser", "dreadnought", "starbase")
        )
        for ship in types:
            row.add_widget(self._ship(party, ship, context))
        if party in state.seats:
            line = f"table: retreated {party}"
            row.add_widget(
                Target(
                    key=f"retreat:{party}",
                    words="retreats",
                    tone="quiet",
                    height_mm=2.2,
                    size_hint_x=None,
                    width=mm(19),
                    grey=not desk.may(line),
                    tap=lambda: desk.act(line),
                    why=lambda: desk.explain(line),
                )
            )
        return row

    def _ship(self, party: str, ship: str, context: Any) -> Target:
        desk = self.desk
        state = desk.state
        lost = sum((whose, kind) == (party, ship) for _, whose, kind in context["destroyed"])
        if party in state.seats:
            from companion.rules.eclipse.catalog import SHIPS

            left = state.player(party).ships[SHIPS.index(ship)]
        else:
            found = state.sector(context["sector"])
            left = found.ancients if party == "ancients" else int(found.gcds)
        others = [each for each in context["parties"] if each != party]
        lines = [f"table: destroyed {by} {party} {ship}" for by in others]
        target = Target(
            key=f"destroyed:{party}:{ship}",
            words=spoken(ship) if ship != "gcds" else "GCDS",
            small=f"{left} left" + (f" ✖{lost}" if lost else ""),
            height_mm=2.2,
            grey=not any(desk.may(line) for line in lines),
        )
        target.tap = lambda: self._destroy(party, ship, others)
        target.why = lambda: desk.explain(lines[0])
        if party in state.seats:
            target.hold = lambda: desk.put_right(party, f"ships_{ship}")
        return target

    def _destroy(self, party: str, ship: str, others: list[str]) -> None:
        if len(others) == 1:
            self.desk.act(f"table: destroyed {others[0]} {party} {ship}")
            return
        answers = [
            (party_name(by), "", lambda by=by: self.desk.act(f"table: destroyed {by} {party} {ship}")) for by in others
        ]
        self.app.open_sheet(choose(f"Who destroyed {party_name(party)}'s {plain(ship)}?", answers, 3))

    def _firing(self, party: str) -> Any:
        def fire() -> None:
            offered: list[Any] = list(self.desk.actions["fire"].candidates(self.desk.state, None))
            known = [each for each in offered if each.party == party]
            now = self._figures.get(party)
            if now is None and known and party in OTHERS:
                first = known[0]
                now = Figures(first.yellow, first.orange, first.red, first.computer, (0,))
            self.app.open_sheet(FireSheet(f"The dice of {party_name(party)}", now or Figures(), done))

        def done(told: Figures) -> None:
            self._figures[party] = told
            shields = " ".join(map(str, told.shields))
            self.desk.act(f"table: fire {party} {told.yellow} {told.orange} {told.red} {told.computer} {shields}")

        return fire


def _put_badge(target: Target, *_: Any) -> None:
    for badge in target.children:
        side = min(target.height * 0.5, target.width * 0.7, mm(16))
        badge.size = (side, side)
        badge.pos = (target.x + target.width / 2 - side / 2, target.y + target.height - side - target.height * 0.12)


def _nth(place: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(place, f"{place}th")
