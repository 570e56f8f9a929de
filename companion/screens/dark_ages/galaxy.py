"""A turn: the Galaxy's columns, and below them what the active seat may do; a touched column shows what goes there.

A ship is played with two touches: its column, then its value. What is spent or not allowed stays in its place, in grey.
"""

from typing import Any, ClassVar, Final

from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout

from companion.rules.contract import TABLE, Decision
from companion.rules.dark_ages.catalog import CARDS, TECHNOLOGIES, card_name, world_name
from companion.rules.dark_ages.state import State
from companion.screens import theme
from companion.screens.dark_ages import figures
from companion.screens.dark_ages.column import ColumnView
from companion.screens.dark_ages.picking import UPRIGHT, folded
from companion.screens.dark_ages.seat import open_seat
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.sheet import choose
from companion.screens.widgets.strip import Strip
from companion.screens.widgets.target import Target
from companion.screens.words import spoken

VALUES: Final = range(11)
SHORT: Final = {
    "Transports": "Transp.",
    "Assault Craft": "Assault",
    "Destroyer": "Destr.",
    "Battle Cruiser": "Battle C.",
    "Dreadnaught": "Dreadn.",
}
ACTS: Final = (
    ("technology", "technology", "action D"),
    ("discard", "discard", "a dead ship"),
    ("secret_base", "secret base", "face down"),
    ("reveal_base", "show base", "the secret one"),
    ("raid", "ability", "Drone, Raider"),
    ("sense", "Sensors", "two dice"),
    ("no_such_ship", "no such ship", "of the bid"),
)
"""Acts of a turn that no column is touched for: verb, words, small words."""


class Galaxy(Screen):
    """Phase 1 of a turn; looked up at another time it only shows."""

    name: ClassVar[str] = "galaxy"

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._views: dict[str, ColumnView] = {}
        self._world = ""
        self._bases = False
        self._laid: Any = None
        self._looked_up = self._arranging = False
        self._revision = -1

    @property
    def follows(self) -> bool:  # type: ignore[override]
        """As the turn's screen it goes on with the game; looked up it stays until it is left."""
        return not self._looked_up

    def opened(self, look: bool = False, **_: Any) -> None:
        self._looked_up, self._arranging = look, False
        self._world, self._laid = "", None
        self.refresh()

    def _decision(self) -> Decision | None:
        decision = self.desk.focus()
        return decision if decision is not None and decision.name == "turn" and not self._looked_up else None

    @property
    def _state(self) -> State:
        state: State = self.desk.state
        return state

    def refresh(self) -> None:
        desk, ids, state = self.desk, self.ids, self._state
        decision = self._decision()
        if decision is None and not self._looked_up:
            return
        if self._revision != desk.session.revision:
            self._revision = desk.session.revision
            self._world, self._laid = "", None
        seat = decision.seat if decision is not None else ""
        ids.badge.seat, ids.badge.person = seat, desk.person(seat)
        ids.turn.text = seat.upper() if seat else "[size=" + str(int(theme.letters(4))) + "]The Galaxy[/size]"
        ids.round.words = str(state.round)
        ids.inbox.words, ids.inbox.small = str(len(state.inbox)), "inbox"
        ids.inbox.ink = theme.WARN if state.inbox else theme.DIM
        ids.undo.small = desk.undo_title()
        ids.undo.grey = not ids.undo.small
        self._show_columns(state)
        self._show_panel(state, decision)

    # ── the columns ──

    def _show_columns(self, state: State) -> None:
        shown = figures.columns(state)
        keys = [column.world for column in shown]
        grid = self.ids.columns
        grid.rows = 1 if Window.width > Window.height else 2
        if list(self._views) != keys:
            grid.clear_widgets()
            self._views = {key: ColumnView(f"column:{key}") for key in keys}
            for view in self._views.values():
                grid.add_widget(view)
        people = {seat: self.desk.person(seat) for seat in state.seats}
        for column in shown:
            view = self._views[column.world]
            view.show(column, state.round, people)
            view.target.chosen = column.world == self._world
            view.target.tap = lambda world=column.world: self._touch(world)
            view.target.hold = lambda world=column.world: self.app.go("believes", seat=world)

    def _touch(self, world: str) -> None:
        if self._decision() is None:
            self._look_at(world)
            return
        self._world = "" if self._world == world else world
        state = self._state
        # With the ship played, what is left to do on a column concerns what lies there.
        self._bases = bool(state.action) and not self._second(state)
        self.refresh()

    @staticmethod
    def _second(state: State) -> bool:
        from companion.rules.dark_ages.turns import second_ship

        return second_ship(state)

    # ── the panel ──

    def _show_panel(self, state: State, decision: Decision | None) -> None:
        what = (self.desk.session.revision, decision is not None, self._world, self._bases, self._arranging)
        if what == self._laid:
            return
        self._laid = what
        panel = self.ids.panel
        panel.clear_widgets()
        if decision is None:
            rows = [self._strips(state), [self._words(self._looked_at(state))], self._looked_foot()]
        elif self._world:
            rows = self._column_rows(state, decision.seat)
        else:
            acts = [self._act(decision.seat, *each) for each in ACTS]
            rows = [self._strips(state), acts, [self._words(figures.turn_words(state)), self._done(decision.seat)]]
        for row in rows:
            for part in folded(row, _upright(row)):
                line = BoxLayout(spacing=mm(2))
                for widget in part:
                    line.add_widget(widget)
                panel.add_widget(line)

    def _words(self, said: str) -> text.Words:
        return text.Words(text=text.signs(text.plain(said)), height_mm=2.6, color=theme.TEXT)

    def _looked_at(self, state: State) -> str:
        """What is said below the Galaxy where it was only looked up."""
        if self._arranging:
            return "Touch two columns that lie the other way round." if not self._world else "And the other one."
        lies = [figures.technologies(state), f"{state.deck} cards in the pile."]
        return " ".join([*filter(None, lies), "Touch a column or a seat to put right what does not lie so."])

    def _look_at(self, world: str) -> None:
        """Looked up, a column leads to what is believed of it; or it changes places with the next one touched."""
        if not self._arranging:
            self.app.go("believes", seat=world)
        elif self._world in ("", world):
            self._world = "" if self._world else world
            self.refresh()
        else:
            self.desk.act(f"{TABLE}: swap_columns {self._world} {world}")

    def _arrange(self) -> None:
        self._arranging, self._world = not self._arranging, ""
        self.refresh()

    def _strips(self, state: State) -> list[Any]:
        strips: list[Any] = []
        for seat in state.seats:
            strip = Strip()
            active = seat in self.desk.deciding()
            strip.show(figures.strip(state, seat, self.desk.person(seat), active), f"strip:{seat}")
            strip.target.tap = lambda seat=seat: open_seat(self.app, seat)
            strip.target.hold = lambda seat=seat: self.app.go("believes", seat=seat)
            strips.append(strip)
        return strips

    def _looked_foot(self) -> list[Any]:
        arrange = Target(key="arrange", words="arrange", small="columns as they lie", height_mm=3, tap=self._arrange)
        arrange.chosen = self._arranging
        return [arrange, Target(key="back", words="back", tone="quiet", height_mm=3, tap=self.app.back)]

    def _done(self, seat: str) -> Target:
        line = f"{seat}: done"
        return self._arm(line, "DONE", "powers, surrender, draw", key="done", tone="go", wide=34)

    def _arm(
        self, line: str, words: str, small: str = "", *, key: str = "", tone: str = "plain", wide: float = 0
    ) -> Target:
        desk = self.desk
        target = Target(key=key or line, words=words, small=small, tone=tone, height_mm=2.8, grey=not desk.may(line))
        target.tap, target.why = (lambda: desk.act(line)), (lambda: desk.explain(line))
        if wide:
            target.size_hint_x, target.width = None, mm(wide)
        return target

    def _act(self, seat: str, verb: str, words: str, small: str) -> Target:
        desk, state = self.desk, self._state
        play = state.plays[-1] if state.plays else None
        if verb == "raid" and play is not None and play.value in (1, 5):
            words = "Drone" if play.value == 1 else "Raider"
            small = "a card drawn"
        if verb in ("technology", "discard", "reveal_base"):
            kind = desk.actions[verb]
            decision = self._decision()
            offered = list(kind.candidates(state, decision))
            sample = {"technology": "sensors", "discard": "felowi_1", "reveal_base": "felowi_1"}[verb]
            target = Target(key=verb, words=words, small=small, height_mm=2.6, grey=not offered)
            target.tap = self._technologies if verb == "technology" else lambda: self._cards(seat, verb)
            target.why = lambda: desk.explain(f"{seat}: {verb} {self._sample(state, verb) or sample}")
            return target
        line = f"{seat}: secret_base ?" if verb == "secret_base" else f"{seat}: {verb}"
        target = self._arm(line, words, small, key=verb)
        target.height_mm = 2.6
        return target

    @staticmethod
    def _sample(state: State, verb: str) -> str:
        """A card that stands for its kind where none is possible, so that only the reasons of all are said."""
        unseen = (card for card in CARDS if card not in state.visible)
        if verb == "technology":
            return next((card for card in unseen if card in TECHNOLOGIES), "")
        fallen = [card for card in unseen if CARDS[card].is_ship and not CARDS[card].is_ally]
        if verb == "discard" and state.fallen:
            fallen = [card for card in fallen if CARDS[card].world in state.fallen]
        return fallen[0] if fallen else ""

    def _technologies(self) -> None:
        decision = self._decision()
        if decision is None:
            return
        desk, seat = self.desk, decision.seat
        answers, grey = [], []
        for card in TECHNOLOGIES:
            line = f"{seat}: technology {card}"
            if desk.may(line):
                answers.append((card_name(card), CARDS[card].text, lambda line=line: desk.act(line)))
            else:
                grey.append(card_name(card))
                answers.append((card_name(card), CARDS[card].text, lambda line=line: desk.explain(line)))
        self.app.open_sheet(choose("Which technology?", answers, 2, grey))

    def _cards(self, seat: str, verb: str) -> None:
        self.app.go("cards", seat=seat, verb=verb)

    # ── a touched column ──

    def _column_rows(self, state: State, seat: str) -> list[list[Any]]:
        world = self._world
        first, second = self._things(state, seat) if self._bases else self._ships(seat)
        foot: list[Any] = [
            Target(
                key="back", words="◂ " + world_name(world), small="close", tone="quiet", height_mm=2.6, tap=self._close
            ),
            self._arm(f"{seat}: place_base {world}", "place a base", f"level {state.round}", key="place base"),
        ]
        if world == "kha_farjimmn":
            foot.append(self._arm(f"{seat}: play_face_down ?", "face down", "its Governor", key="face down"))
        other = ("ships", "to play") if self._bases else ("bases, ship", "that lie there")
        foot.append(
            Target(key="turn over", words=other[0], small=other[1], tone="quiet", height_mm=2.6, tap=self._turn)
        )
        foot.append(self._done(seat))
        return [first, second, foot]

    def _close(self) -> None:
        self._world = ""
        self.refresh()

    def _turn(self) -> None:
        self._bases = not self._bases
        self.refresh()

    def _ships(self, seat: str) -> tuple[list[Any], list[Any]]:
        """The world's ships by value, and the Allies, as they may be played here."""
        rows: list[list[Any]] = []
        for of, small in ((self._world, ""), ("ally", "Ally")):
            row = []
            for value in VALUES:
                line = f"{seat}: play {of}_{value} {self._world}"
                target = self._arm(line, str(value), small or _short(CARDS[f"{of}_{value}"].class_name))
                target.height_mm = 4
                row.append(target)
            rows.append(row)
        return rows[0], rows[1]

    def _things(self, state: State, seat: str) -> tuple[list[Any], list[Any]]:
        """The bases that lie in the column, with what the ship in play does to them; the ship there, and Warp Drive."""
        world = state.world(self._world)
        assert world is not None
        bases: list[Any] = []
        for owner, level in dict.fromkeys(world.bases):
            bases.append(self._base(state, seat, owner, level))
        if not bases:
            bases.append(self._words(f"No base lies on {world_name(world.key)}."))
        words, small = figures.attack_words(state, world)
        attack = self._arm(f"{seat}: attack_ship {world.key}", words, small, key="attack ship")
        past = world.top(state.round - 1)
        taken = card_name(past.card) if past is not None else "no card"
        warp = self._arm(f"{seat}: warp {world.key}", "Warp Drive", f"takes {taken} of the last row", key="warp")
        return bases, [attack, warp]

    def _base(self, state: State, seat: str, owner: str, level: int) -> Target:
        """A base: one touch does what the ship in play can do to it."""
        play = state.plays[-1] if state.plays else None
        value = play.value if play is not None and play.value is not None else 6
        verb = {3: "reinforce", 4: "damage"}.get(value, "attack_base")
        way = -1 if verb == "reinforce" else 1
        line = f"{seat}: {verb} {self._world} {owner} {level}"
        words = f"{spoken(owner)}, {figures.base_value(level)}"
        return self._arm(
            line, words, f"{verb.partition('_')[0]}: {figures.moved(level, way)}", key=f"base:{owner}:{level}"
        )

    # ── looked up ──

    def felt(self, place: int) -> None:
        """A seat's button went down: its strip lights up for a moment."""
        for target in self.ids.panel.walk():
            if isinstance(target, Target) and target.key == f"strip:{self._state.seats[place - 1]}":
                target.flash()

    def look_at_table(self) -> None:
        self.app.go("believes", seat=TABLE)

    def put_round_right(self) -> None:
        self.desk.put_right(TABLE, "round")

    def open_inbox(self) -> None:
        self.app.go("inbox")

    def undo(self) -> None:
        self.desk.undo()

    def why_no_undo(self) -> None:
        self.app.say("There is nothing to undo: this is the beginning.")

    def menu(self) -> None:
        from companion.screens.menu import open_menu

        open_menu(self.app)

    def confirm(self) -> None:
        """The confirm button ends phase 1."""
        decision = self._decision()
        if decision is not None:
            self.desk.act(f"{decision.seat}: done")


def _upright(row: list[Any]) -> int:
    """How many stand beside each other on an upright panel: two strips, the ships by their values, four with words."""
    return 2 if isinstance(row[0], Strip) else UPRIGHT if len(row) == len(VALUES) else 4


def _short(called: str) -> str:
    """A ship's class in a word that fits its target."""
    return SHORT.get(called, called)
