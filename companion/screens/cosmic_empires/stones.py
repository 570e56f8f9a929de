"""The stones that were drawn for a new planet: one touch for each, done with the last."""

from typing import Any, ClassVar

from companion.rules.contract import Decision
from companion.rules.cosmic_empires.catalog import COLOURS
from companion.screens import theme
from companion.screens.cosmic_empires.grid import field_name
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.target import Target
from companion.screens.words import count


class StonesScreen(Screen):
    """What the bag gave. A stone touched by mistake is touched away below."""

    name: ClassVar[str] = "stones"
    follows: ClassVar[bool] = True

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._drawn: list[str] = []
        self._asked: Any = None

    def opened(self, **_: Any) -> None:
        self._drawn = []
        self.refresh()

    def _decision(self) -> Decision | None:
        decision = self.desk.focus()
        return decision if decision is not None and decision.name == "planet.stones" else None

    def refresh(self) -> None:
        decision = self._decision()
        if decision is None or decision.draw is None:
            return
        state, wanted = self.desk.state, decision.draw.count
        asked = (self.desk.session.revision, wanted)
        if asked != self._asked:
            self._asked, self._drawn = asked, []
        space = state.places[decision.context["space"]]
        self.ids.header.show(self.app, "", f"Draw {count(wanted, 'stone')} for {field_name(state, space)}")
        there = [f"{many} {colour}" for colour, many in zip(COLOURS, space.stones, strict=True) if many]
        source = "the box, for the bag is empty" if decision.context["from_box"] else "the bag"
        self.ids.note.text = text.plain(
            f"At {space.name} lie: {', '.join(there) or 'no stones yet'} (of icon, Natives, and one for each ship). "
            f"Touch the {count(wanted, 'stone')} drawn out of {source}."
        )
        self._show_colours(decision.context["bag"])
        self._show_drawn(wanted)

    def _show_colours(self, bag: Any) -> None:
        grid = self.ids.colours
        colours = [colour for colour in COLOURS if bag.get(colour)]
        if [child.key for child in reversed(grid.children)] != [f"stone:{colour}" for colour in colours]:
            grid.clear_widgets()
            for colour in colours:
                grid.add_widget(
                    Target(
                        key=f"stone:{colour}",
                        words=colour,
                        height_mm=4,
                        fill=theme.SEATS[colour],
                        ink=theme.SEAT_INK[colour],
                        tap=self._drawing(colour),
                        why=lambda colour=colour: self.app.say(f"No {colour} stone is left in the bag."),
                    )
                )
        for target, colour in zip(reversed(grid.children), colours, strict=True):
            left = bag[colour] - self._drawn.count(colour)
            target.small, target.grey = f"{left} in the bag", left < 1

    def _show_drawn(self, wanted: int) -> None:
        row = self.ids.drawn
        row.clear_widgets()
        for place in range(wanted):
            if place < len(self._drawn):
                colour = self._drawn[place]
                chip = Target(key=f"drawn:{place}", small="not this one", tone="quiet", tap=self._dropping(place))
                badge = Badge(seat=colour, size_hint=(None, None), size=(mm(6), mm(6)))
                chip.add_widget(badge)
                chip.valign = "bottom"
                chip.bind(pos=_centre, size=_centre)
                row.add_widget(chip)
            else:
                row.add_widget(text.Words(text=text.signs("○"), height_mm=5, halign="center", color=theme.DIM))

    def _drawing(self, colour: str) -> Any:
        def draw() -> None:
            decision = self._decision()
            if decision is None or decision.draw is None:
                return
            self._drawn.append(colour)
            if len(self._drawn) == decision.draw.count:
                drawn, self._drawn = self._drawn, []
                self.desk.act(f"table: stones {' '.join(drawn)}")
            self.refresh()

        return draw

    def _dropping(self, place: int) -> Any:
        def drop() -> None:
            del self._drawn[place]
            self.refresh()

        return drop

    def app_draws(self) -> None:
        self.desk.app_answers()


def _centre(target: Any, *_: Any) -> None:
    (badge,) = target.children
    badge.pos = (target.x + target.width / 2 - badge.width / 2, target.top - badge.height - mm(1))
