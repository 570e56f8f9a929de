"""The rules, to be looked up without typing: a topic, a rule, what it says and where it stands in the rulebook."""

from typing import Any, ClassVar

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.rules.games import GAMES
from companion.screens import before
from companion.screens.rulebook import Rule, Topic, cited, topics
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.target import Target


class Lookup(Screen):
    """Of the running session's box; without one, of the box that was played last."""

    name: ClassVar[str] = "lookup"

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._game = ""

    def opened(self, page: str = "", **_: Any) -> None:
        """With a page, or a chapter, its rules at once."""
        desk = self.desk
        game = desk.session.setup.game if desk.running else before.last_game(desk.earlier.rows)
        found = cited(game, page) if page else []
        if len(found) == 1:
            self._turn_to(game, *found[0])
        elif found:
            self._turn_to(game, Topic(found[0][1].where.capitalize(), tuple(rule for _, rule in found)))
        else:
            self._turn_to(game)

    def _turn_to(self, game: str, topic: Topic | None = None, rule: Rule | None = None) -> None:
        """To a rule of a topic, to a topic, or to all topics of a box."""
        self._game, body = game, self.ids.body
        body.clear_widgets()
        self.ids.topics.grey = topic is None
        heading = GAMES.titles[game] + ": rules" if topic is None else topic.name if rule is None else rule.title
        self.ids.heading.text = text.signs(text.plain(heading))
        self.ids.where.text = text.plain(rule.where) if rule is not None else ""
        if topic is None:
            body.add_widget(_grid([self._to_topic(each) for each in topics(game)], 4))
            if not self.desk.running:
                body.add_widget(self._boxes())
        elif rule is None:
            body.add_widget(_grid([self._to_rule(topic, each) for each in topic.rules], 3))
        else:
            body.add_widget(text.Words(text=text.signs(text.plain(rule.text)), height_mm=4.2))
            body.add_widget(self._turning(topic, rule))

    def _to_topic(self, topic: Topic) -> Target:
        target = Target(key=f"topic:{topic.name}", words=topic.name, height_mm=3.2)
        target.tap = lambda: self._turn_to(self._game, topic)
        return target

    def _to_rule(self, topic: Topic, rule: Rule) -> Target:
        target = Target(key=f"rule:{rule.title}", words=rule.title, small=rule.where, height_mm=2.8)
        target.tap = lambda: self._turn_to(self._game, topic, rule)
        return target

    def _boxes(self) -> BoxLayout:
        """Without a game any box may be looked up."""
        row = BoxLayout(size_hint_y=None, height=mm(10), spacing=mm(2.2))
        for name, title in GAMES.titles.items():
            target = Target(key=f"box:{name}", words=title, tone="quiet", height_mm=2.6, chosen=name == self._game)
            target.tap = lambda name=name: self._turn_to(name)
            row.add_widget(target)
        return row

    def _turning(self, topic: Topic, rule: Rule) -> BoxLayout:
        """To the rules beside it."""
        row = BoxLayout(size_hint_y=None, height=mm(11), spacing=mm(2.2))
        place, last = topic.rules.index(rule), len(topic.rules) - 1
        for key, words, to in (("earlier", "◂", place - 1), ("later", "▸", place + 1)):
            beyond = not 0 <= to <= last
            beside = topic.rules[to] if not beyond else None
            target = Target(key=key, words=words, small=beside.title if beside else "", height_mm=3, grey=beyond)
            target.tap = lambda beside=beside: self._turn_to(self._game, topic, beside)
            target.why = lambda: self.app.say("There is no other rule on that side.")
            row.add_widget(target)
        every = Target(key="all rules", words=topic.name, small="all its rules", tone="quiet", height_mm=2.8)
        every.tap = lambda: self._turn_to(self._game, topic)
        row.add_widget(every)
        return row

    def to_topics(self) -> None:
        self._turn_to(self._game)

    def why_no_topics(self) -> None:
        self.app.say("These are all topics: touch one.")

    def away(self) -> None:
        self.app.back()


def _grid(targets: list[Target], columns: int) -> GridLayout:
    grid = GridLayout(cols=columns, spacing=mm(2.2))
    for target in targets:
        grid.add_widget(target)
    for _ in range(-len(targets) % columns):
        grid.add_widget(Widget())
    return grid
