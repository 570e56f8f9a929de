"""Setting up: which box, who sits where with which species, options; everything on one screen."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.rules.games import GAMES
from companion.screens import before
from companion.screens.box import box_of
from companion.screens.screen import Screen
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.names import NameSheet
from companion.screens.widgets.options import OptionSheet
from companion.screens.widgets.sheet import ask, choose
from companion.screens.widgets.target import Target
from companion.screens.words import count

PRINTING = "box"
"""The option of a game whose box was printed more than once."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """One seat: its colour, species or faction (or ""), and the person's name (or "")."""

    seat: str
    species: str
    name: str


class SetupScreen(Screen):
    """Seats are kept in the order in which they were touched, which is clockwise."""

    name: ClassVar[str] = "setup"

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._sitters: list[Sitter] = []
        self._starter = 0
        self._chosen: dict[str, str] = {}
        self._level = ""
        self._colours: dict[str, tuple[Target, Badge, Target, Target]] = {}
        self._game: Any = None
        self._own = False
        """Whether somebody chose the box here."""

    def _lay_seats(self) -> None:
        """A column for every colour of the box: the seat, what it plays if there is a choice, who sits there."""
        grid = self.ids.seats
        grid.clear_widgets()
        self._colours = {}
        grid.cols = len(self._factions)
        for colour in self._factions:
            sits = Target(key=f"seat:{colour}", height_mm=3, valign="bottom", tap=self._sitting(colour))
            badge = Badge(seat=colour, size_hint=(None, None))
            sits.add_widget(badge)
            sits.bind(pos=self._put_badge, size=self._put_badge)
            species = Target(key=f"species:{colour}", height_mm=2.3, tap=self._switching(colour))
            person = Target(key=f"name:{colour}", height_mm=2.3, tone="quiet", tap=self._naming(colour))
            for target in (species, person):
                target.why = lambda colour=colour: self.app.say(f"Nobody sits at {colour}: touch the colour first.")
            self._colours[colour] = (sits, badge, species, person)
        for row in (0, 2, 3) if self._choice_of_factions else (0, 3):
            for colour in self._factions:
                grid.add_widget(self._colours[colour][row])

    @staticmethod
    def _put_badge(target: Target, *_: Any) -> None:
        (badge,) = target.children
        side = min(target.height * 0.55, target.width * 0.6)
        badge.size = (side, side)
        badge.pos = (target.x + target.width / 2 - side / 2, target.y + target.height - side - target.height * 0.08)

    def opened(self, like: Any = None, **_: Any) -> None:
        """With the box that was played last, unless one was chosen here already; or the same once more as `like`, a
        setup and its names."""
        self._own = like is not None or self._game is not None
        if like is not None:
            self._once_more(*like)
        elif self._game is not None:
            self._take_game(self._game.name)
        self._take_played()
        self.desk.earlier.read(self._read)

    def _read(self) -> None:
        if self.app.current is self:
            self._take_played()

    def _take_played(self) -> None:
        """What earlier games tell: names, the last table, and the box, unless somebody has begun to set up."""
        rows = self.desk.earlier.rows
        self._names = before.suggested_names(rows)
        name = self._game.name if self._own or self._sitters else before.last_game(rows)
        if self._game is None or self._game.name != name:
            self._take_game(name)
        self._last = [Sitter(*each) for each in before.last_table(rows, name)]
        self.refresh()

    def _choose_game(self, name: str) -> None:
        self._own = True
        self._take_game(name)
        self._take_played()

    def _take_game(self, name: str) -> None:
        if self._game is None or self._game.name != name:
            self._game = GAMES[name]
            self._factions: dict[str, tuple[str, ...]] = dict(self._game.seating())
            self._choice_of_factions = any(len(those) > 1 for those in self._factions.values())
            self._sitters, self._starter = [], 0
            self._lay_seats()
        self._chosen = {option.name: option.default for option in self._game.options}
        self._level = next(iter(box_of(name).levels), "")

    def refresh(self) -> None:
        game = self._game
        self.ids.heading.text = f"[b]{GAMES.titles[game.name]}: who sits where?[/b]"
        then = "Then what each plays, and the name, below it" if self._choice_of_factions else "Names stand below each"
        self.ids.says.text = f"Touch the colours clockwise, as people sit. {then}; names may stay empty."
        order = {sitter.seat: place for place, sitter in enumerate(self._sitters)}
        for colour, (sits, badge, species, person) in self._colours.items():
            place = order.get(colour)
            sitter = self._sitters[place] if place is not None else None
            sits.chosen = badge.seat != "" and sitter is not None
            badge.faint = sitter is None
            badge.person = sitter.name if sitter else ""
            sits.words = f"seat {place + 1}" if place is not None else colour
            sits.tone = "plain" if sitter else "quiet"
            species.grey = person.grey = sitter is None
            species.words = box_of(game.name).faction_name(sitter.species) if sitter else "–"
            species.small = "tap to change" if sitter else ""
            person.words = (sitter.name or "name?") if sitter else "–"
        last = self._last
        self.ids.last.grey = not last
        self.ids.last.small = ", ".join(each.name or each.seat for each in last)
        self._starter = self._starter % max(len(self._sitters), 1)
        starter = self._sitters[self._starter] if self._sitters else None
        first = box_of(game.name).first
        self.ids.starts.words = f"{first}: {(starter.name or starter.seat) if starter else '–'}"
        self.ids.starts.small = "tap for the next"
        self.ids.starts.grey = starter is None
        if not first:
            self.ids.starts.words, self.ids.starts.small = "starts: by lot", "asked on the board"
            self.ids.starts.grey = True
        self.ids.begin.grey = len(self._sitters) not in game.players
        many = f"{game.players[0]} to {game.players[-1]} players"
        self.ids.begin.small = count(len(self._sitters), "player") if self._sitters else many
        changed = sum(self._chosen[option.name] != option.default for option in self._rows())
        self.ids.options.small = f"{changed} changed" if changed else "as recommended"
        level, levels = self.ids.level, box_of(game.name).levels
        level.opacity, level.size_hint_x = (1, 1) if levels else (0, None)
        if not levels:
            level.width = 0
        level.words, level.small = levels.get(self._level, ("", ""))
        printing = self._printing()
        self.ids.box.words = dict(printing.values)[self._chosen[PRINTING]] if printing else GAMES.titles[game.name]
        self.ids.box.small = "which box? tap to change"

    def next_level(self) -> None:
        """How much the companion follows: one touch."""
        levels = list(box_of(self._game.name).levels)
        if levels:
            self._level = levels[(levels.index(self._level) + 1) % len(levels)]
            self.refresh()

    def _printing(self) -> Any:
        return next((option for option in self._game.options if option.name == PRINTING), None)

    def _rows(self) -> list[Any]:
        return [option for option in self._game.options if option.name != PRINTING]

    def _sitting(self, colour: str) -> Any:
        def sit() -> None:
            if any(sitter.seat == colour for sitter in self._sitters):
                self._sitters = [sitter for sitter in self._sitters if sitter.seat != colour]
            else:
                self._sitters.append(Sitter(colour, self._free(colour)[0], ""))
            self.refresh()

        return sit

    def _free(self, colour: str) -> list[str]:
        """What that colour may play, those first that nobody else does; where each is one player's, only those."""
        taken = {sitter.species for sitter in self._sitters if sitter.seat != colour}
        those = list(self._factions[colour])
        if not getattr(self._game, "unique_factions", False):
            return those
        return [each for each in those if each not in taken] or those

    def _change(self, colour: str, **changes: str) -> None:
        self._sitters = [replace(each, **changes) if each.seat == colour else each for each in self._sitters]
        self.refresh()

    def _switching(self, colour: str) -> Any:
        def switch() -> None:
            now = next(sitter.species for sitter in self._sitters if sitter.seat == colour)
            free = self._free(colour)
            after = free[(free.index(now) + 1) % len(free)] if now in free else free[0]
            self._change(colour, species=after)

        return switch

    def _naming(self, colour: str) -> Any:
        def name() -> None:
            taken = {sitter.name for sitter in self._sitters}
            now = next(sitter.name for sitter in self._sitters if sitter.seat == colour)
            free = [each for each in self._names if each not in taken]
            self.app.open_sheet(NameSheet(colour, now, free, lambda told: self._change(colour, name=told)))

        return name

    def _once_more(self, setup: Any, names: Any) -> None:
        """The same people in the same seats, with the same options."""
        self._take_game(setup.game)
        self._sitters = [Sitter(each.seat, each.faction, names.get(each.seat, "")) for each in setup.seats]
        self._starter = 0
        known = {option.name: [value for value, _ in option.values] for option in self._game.options}
        self._level = box_of(setup.game).level_of(setup.tracking)
        self._chosen |= {name: value for name, value in setup.options.items() if value in known.get(name, ())}

    def as_last_time(self) -> None:
        self._sitters = list(self._last)
        self._level = box_of(self._game.name).level_of(before.last_tracking(self.desk.earlier.rows, self._game.name))
        self._starter = 0
        self.refresh()

    def why_no_last_time(self) -> None:
        self.app.say(f"No game of {GAMES.titles[self._game.name]} was set up here before.")

    def next_starter(self) -> None:
        self._starter += 1
        self.refresh()

    def why_no_starter(self) -> None:
        if not box_of(self._game.name).first:
            self.app.say("Who begins is asked once all is laid out: the lot decides, or the table.")
            return
        self.app.say("Nobody sits at the table yet: touch the colours.")

    def change_box(self) -> None:
        """Every box, and every printing of one that has several."""
        answers: list[tuple[str, str, Any]] = []
        for name, game in GAMES.items():
            printing = next((option for option in game.options if option.name == PRINTING), None)
            if printing is None:
                answers.append((GAMES.titles[name], "", lambda name=name: self._choose_game(name)))
            else:
                answers += [
                    (words, "", lambda name=name, value=value: self._take_printing(name, value))
                    for value, words in printing.values
                ]
        self.app.open_sheet(choose("Which box lies on the table?", answers, 1))

    def _take_printing(self, name: str, value: str) -> None:
        self._choose_game(name)
        printing = self._printing()
        refused = before.refused(self._game, self._setup({**self._chosen, PRINTING: value}))
        if value != printing.default and refused:
            told = " ".join(dict.fromkeys(reason.text for reason in refused))
            self.app.open_sheet(ask("This companion cannot lead that box", told, [("ok", "go", None)]))
            return
        self._chosen[PRINTING] = value
        self.refresh()

    def options(self) -> None:
        self.app.open_sheet(OptionSheet(self._option_rows, box_of(self._game.name).before_game(self.app)))

    def _option_rows(self) -> list[tuple[str, str, Any]]:
        now = {option.name: dict(option.values)[self._chosen[option.name]] for option in self._rows()}
        return [(now[each.name], each.title, lambda each=each: self._next_value(each)) for each in self._rows()]

    def _next_value(self, option: Any) -> None:
        values = [value for value, _ in option.values]
        self._chosen[option.name] = values[(values.index(self._chosen[option.name]) + 1) % len(values)]
        self.refresh()

    def _setup(self, chosen: dict[str, str]) -> Any:
        from companion.rules.contract import SeatSetup, Setup

        # The starting player is the first seat: the ring is turned, not changed.
        ring = self._sitters[self._starter :] + self._sitters[: self._starter]
        seats = tuple(SeatSetup(sitter.seat, sitter.species) for sitter in ring)
        tracking = box_of(self._game.name).tracking(chosen, self._level)
        return Setup(self._game.name, seats, dict(chosen), tracking)

    def begin(self) -> None:
        setup = self._setup(self._chosen)
        refused = before.refused(self._game, setup)
        if refused:
            told = " ".join(reason.text for reason in refused)
            self.app.open_sheet(ask("That cannot be played", told, [("ok", "go", None)]))
            return
        names = {sitter.seat: sitter.name for sitter in self._sitters if sitter.name}
        self.app.go("laying", setup=setup, names=names)

    def why_not_begin(self) -> None:
        fewest, most = self._game.players[0], self._game.players[-1]
        title = GAMES.titles[self._game.name]
        self.app.say(f"{title} is for {fewest} to {most} players: touch the colours of those who play.")

    def home(self) -> None:
        self._game = None
        self.app.go("home")
