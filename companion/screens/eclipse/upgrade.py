"""Upgrade: the seat's four blueprints; a square touched, then the part that comes onto it, or a part dragged there."""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.rules.contract import Decision, Verdict, Word, judge
from companion.rules.eclipse.catalog import SHIPS
from companion.screens import theme
from companion.screens.eclipse.blueprint import Held, PartTile, ShipCard
from companion.screens.eclipse.part_words import SHIP, does, ship_name
from companion.screens.screen import Screen
from companion.screens.shown import refusal, shown
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.sheet import ask, why_not
from companion.screens.widgets.target import Target
from companion.screens.widgets.toast import flash
from companion.screens.words import count, spoken

ACROSS: Final = 6
"""Parts abreast: with a seat's ancient ones there are four rows at most."""

ROOMY: Final = 6
"""Squares beside which there is room for large figures."""


class Palette(PartTile):
    """A part that may be taken: touched it comes onto the chosen square, dragged onto the one it is let go over."""

    def __init__(self, screen: "Upgrade", **keywords: Any) -> None:
        super().__init__(tile=True, **keywords)
        self._screen = screen
        self.fbind("down", self._felt)

    def _felt(self, *_: Any) -> None:
        self._screen.held(self.part if self.down else "")

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        if not self.collide_point(*touch.pos):
            if self._held is not None:  # on its way it is no long press
                self._held.cancel()
                self._held = None
            self._screen.dragged(self.part, touch.pos)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        mine = touch.grab_current is self
        answered = super().on_touch_up(touch)
        if mine:
            self._screen.let_go()
        if mine and not self.collide_point(*touch.pos):
            revision, went_down_at = touch.ud[self]
            late = refusal(self.changed_at, went_down_at)
            if late is not None:
                flash(late, self)
            else:
                shown.aim(revision)
                self._screen.dropped(self.part, touch.pos)
        return answered


class Upgrade(Screen):
    """All four ships; or one of them with the parts that may come onto it."""

    name: ClassVar[str] = "upgrade"
    follows: ClassVar[bool] = True

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._ship = ""
        self._square = 0
        self._held = ""
        self._over = 0
        self._asked: Any = None
        self._built: Any = None
        self._footed: Any = None
        self._cards: dict[str, ShipCard] = {}
        self._palette: list[Palette] = []
        self._ghost: Held | None = None

    def opened(self, **_: Any) -> None:
        self._ship, self._square, self._built, self._footed = "", 0, None, None
        self.refresh()

    def _decision(self) -> Decision | None:
        decision = self.desk.focus()
        return decision if decision is not None and decision.name in ("upgrade.parts", "discovery.part") else None

    def refresh(self) -> None:
        decision = self._decision()
        if decision is None:
            return
        asked = (decision.name, decision.seat)
        if asked != self._asked:
            self._asked, self._ship, self._square, self._built = asked, "", 0, None
        found = decision.context.get("part", "")
        left = decision.context["left"]
        if found:
            asks = f"{spoken(found)}: onto which square?"
        elif self._ship:
            asks = f"{ship_name(self._ship)}, square {self._square}: which part?"
        else:
            asks = "Upgrade: touch a square"
        aside = "" if found else f"{count(left, 'part')} left to place"
        self.ids.header.show(self.app, decision.seat, asks, aside)
        self._lay(found)
        self._fill(decision)

    def _lay(self, found: str) -> None:
        """The widgets, made anew only where another view comes up."""
        wanted = (self._ship, found)
        if wanted == self._built:
            return
        self._built = wanted
        body = self.ids.body
        body.clear_widgets()
        self._palette = []
        ships = (self._ship,) if self._ship else SHIPS
        self._cards = {ship: self._card(ship) for ship in ships}
        for card in self._cards.values():
            body.add_widget(card)
        if self._ship:
            card.size_hint_x, card.width = None, mm(46)
            body.add_widget(self._parts())

    def _card(self, ship: str) -> ShipCard:
        """A ship's card; alone it shows its figures large, unless its squares need the room."""
        from companion.rules.eclipse.catalog import BLUEPRINTS

        board = self.desk.state.player(self._seat()).species.blueprint
        large = bool(self._ship) and BLUEPRINTS[board][ship].squares <= ROOMY
        return ShipCard(ship, self._touching(ship), self._holding(ship), large=large)

    def _parts(self) -> GridLayout:
        from companion.rules.eclipse.catalog import PARTS

        player = self.desk.state.player(self._seat())
        grid = GridLayout(cols=ACROSS, spacing=mm(2.2))
        offered = [key for key, part in PARTS.items() if not part.ancient or key in player.ancient_parts]
        for key in offered:
            tile = Palette(self, key=f"part:{key}", part=key)
            tile.tap = lambda key=key: self._put(key, self._square)
            tile.why = lambda key=key: self._explain(key, self._square)
            tile.hold = lambda key=key: self.app.say(f"{PARTS[key].name}: {does(PARTS[key])}.", 4)
            self._palette.append(tile)
            grid.add_widget(tile)
        for _ in range(-len(offered) % ACROSS):
            grid.add_widget(Widget())
        return grid

    def _seat(self) -> str:
        decision = self._decision()
        return decision.seat if decision is not None else ""

    def _fill(self, decision: Decision) -> None:
        player = self.desk.state.player(decision.seat)
        found = decision.context.get("part", "")
        for ship, card in self._cards.items():
            self._show_card(card, player)
            for square, tile in enumerate(card.tiles, 1):
                tile.grey = bool(found) and not self.desk.may(f"{decision.seat}: fit {ship} {square} {found}")
        if self._palette:
            bare = self._bare(self._square)
            for part in self._palette:
                part.grey = self._verdict(bare, part.part, self._square).word is Word.ILLEGAL
        self._fill_foot(decision)

    def _show_card(self, card: ShipCard, player: Any) -> None:
        """A ship as it is; the chosen one with the square that is meant, and what a held part would make of it."""
        mine = card.ship == self._ship
        then = self._then(player) if mine and self._held else None
        card.show(player, then, (self._over or self._square) if mine else 0)

    def _fill_foot(self, decision: Decision) -> None:
        foot, seat = self.ids.foot, decision.seat
        now = (self.desk.session.revision, self._ship, self._square)
        if now == self._footed:
            return
        self._footed = now
        foot.clear_widgets()
        if self._ship:
            foot.add_widget(Target(key="all ships", words="◂ all", tone="quiet", height_mm=2.8, tap=self._all_ships))
            for ship in SHIPS:
                foot.add_widget(
                    Target(
                        key=f"ship:{ship}",
                        words=SHIP[ship],
                        tone="quiet",
                        height_mm=2.8,
                        chosen=ship == self._ship,
                        tap=lambda ship=ship: self._touching(ship)(self._free_square(ship)),
                    )
                )
            line, square = f"{seat}: unfit {self._ship} {self._square}", self._square
            off = self._doing("take off", "the tile, for free", line)
            off.tap = lambda: self._surely(square, lambda: self.desk.act(line))
            foot.add_widget(off)
        else:
            faults = decision.context.get("faults", ())
            says = " ".join(faults) or "Touch a square, then a part, or drag it there. Taking tiles off is free."
            words = text.Words(text=text.signs(text.plain(says)), height_mm=2.4)
            words.color = theme.BAD if faults else theme.DIM
            foot.add_widget(words)
        for verb, says, small in (("later", "later", "to the inbox"), ("done", "done", "")):
            if verb in decision.verbs:
                target = self._doing(says, small, f"{seat}: {verb}")
                target.key = verb
                target.tone = "go" if verb == "done" else "quiet"
                if not self._ship:
                    target.size_hint_x, target.width = None, mm(24)
                foot.add_widget(target)

    def _doing(self, words: str, small: str, line: str) -> Target:
        return self.arm(Target(key=words, words=words, small=small, height_mm=2.8), line)

    # ── what a touch does ──

    def _all_ships(self) -> None:
        self._ship, self._square = "", 0
        self.refresh()

    def _free_square(self, ship: str) -> int:
        """The square that is looked at first: the first without a tile or part, else the first."""
        from companion.rules.eclipse.blueprints import showing, tiles_on

        player = self.desk.state.player(self._seat())
        parts = showing(player.species.blueprint, ship, tiles_on(player, ship))
        return next((square for square, part in enumerate(parts, 1) if not part), 1)

    def _touching(self, ship: str) -> Any:
        def touch(square: int) -> None:
            decision = self._decision()
            if decision is None:
                return
            found = decision.context.get("part", "")
            if found:
                line = f"{decision.seat}: fit {ship} {square} {found}"
                if self.desk.may(line):
                    self.desk.act(line)
                else:
                    self.desk.explain(line)
                return
            self._ship, self._square = ship, square
            self.refresh()

        return touch

    def _holding(self, ship: str) -> Any:
        return lambda square: self.desk.put_right(self._seat(), f"{ship}_{square}")

    def _bare(self, square: int) -> Any:
        """The state once the tile on that square was taken off, which costs nothing."""
        state, line = self.desk.state, f"{self._seat()}: unfit {self._ship} {square}"
        taken_off = self.desk.line(line)
        lies = bool(self._lying(square))
        return taken_off.apply(state) if taken_off is not None and lies and self.desk.may(line) else state

    def _lying(self, square: int) -> str:
        from companion.rules.eclipse.blueprints import tile_at

        return tile_at(self.desk.state.player(self._seat()), self._ship, square)

    def _verdict(self, bare: Any, part: str, square: int) -> Verdict:
        """Whether the part may come onto the square, once `bare`."""
        action = self.desk.line(f"{self._seat()}: fit {self._ship} {square} {part}")
        assert action is not None
        return judge(bare, action)

    def _put(self, part: str, square: int) -> None:
        """The part comes onto the square; a tile that lies there goes back first."""
        desk, seat = self.desk, self._seat()
        line = f"{seat}: fit {self._ship} {square} {part}"
        if not self._lying(square):
            desk.act(line)
            return
        fit = desk.line(line)
        assert fit is not None
        taken_off = f"{seat}: unfit {self._ship} {square}"
        self._surely(square, lambda: desk.act(taken_off, then=lambda: desk.do(fit, revision=desk.session.revision)))

    def _surely(self, square: int, go_on: Callable[[], object]) -> None:
        """Take a tile off; an ancient one is out of the game then, which is never one touch."""
        from companion.rules.eclipse.catalog import ANCIENT_PARTS

        lies = self._lying(square)
        if lies not in ANCIENT_PARTS:
            go_on()
            return
        says = "It was found, and there is one of it: taken off, it goes back into the box for good (page 7)."
        answers = (("leave it", "quiet", None), ("take it off", "stop", go_on))
        self.app.open_sheet(ask(f"{spoken(lies)}: out of the game?", says, answers))

    def _explain(self, part: str, square: int) -> None:
        line = f"{self._seat()}: fit {self._ship} {square} {part}"
        state = self._bare(square)
        if state is self.desk.state:
            self.desk.explain(line)
            return
        action = self.desk.line(line)
        assert action is not None
        self.app.open_sheet(why_not(action.title(state), self._verdict(state, part, square), (), None))

    # ── a part that is held ──

    def _then(self, player: Any) -> Any:
        """The ship's figures with the held part on the square it is over, else on the chosen one."""
        from companion.rules.eclipse.blueprints import ship_figures, with_tile

        square = self._over or self._square
        return ship_figures(with_tile(player, self._ship, square, self._held), self._ship)

    def held(self, part: str, over: int = 0) -> None:
        """A finger lies on that part, or has it over that square; ("") no longer."""
        if (part, over) == (self._held, self._over):
            return
        self._held, self._over = part, over
        decision = self._decision()
        if decision is not None and self._ship:
            self._show_card(self._cards[self._ship], self.desk.state.player(decision.seat))

    def dragged(self, part: str, place: tuple[float, float]) -> None:
        """The part is under a finger at that place of the window."""
        if self._decision() is None or not self._ship:
            return
        if self._ghost is None:
            self._ghost = Held(part)
            self.add_widget(self._ghost)
        # Above the finger, where it is seen.
        self._ghost.pos = (place[0] - mm(5.5), place[1] + mm(2))
        self.held(part, self._cards[self._ship].square_at(*place))

    def let_go(self) -> None:
        """The finger has lifted."""
        if self._ghost is not None:
            self.remove_widget(self._ghost)
            self._ghost = None
        self.held("")

    def dropped(self, part: str, place: tuple[float, float]) -> None:
        """The part was let go there: onto the square below, if there is one."""
        if self._decision() is None or not self._ship:
            return
        square = self._cards[self._ship].square_at(*place)
        if square:
            self._square = square
            if self._verdict(self._bare(square), part, square).word is Word.ILLEGAL:
                self._explain(part, square)
            else:
                self._put(part, square)
        self.refresh()
