"""After the battles: population attacked or bombed, the cubes that die, and a disc for who holds the sector."""

from typing import Any, ClassVar

from companion.rules.contract import Decision
from companion.screens.eclipse.part_words import dice
from companion.screens.screen import Screen
from companion.screens.widgets import text
from companion.screens.widgets.target import Target
from companion.screens.words import count, plain, sector


class Aftermath(Screen):
    """One sector and one seat at a time."""

    name: ClassVar[str] = "aftermath"
    follows: ClassVar[bool] = True

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._doomed: list[int] = []
        self._asked: Any = None
        self._laid: Any = None

    def opened(self, **_: Any) -> None:
        self._asked = self._laid = None
        self.refresh()

    def refresh(self) -> None:
        decision = self.desk.focus()
        if decision is None or not decision.name.startswith("combat.") or "sector" not in decision.context:
            return
        asked = (decision.name, decision.seat, decision.context["sector"], self.desk.session.revision)
        if asked != self._asked:
            self._asked, self._doomed = asked, []
        now = (*asked, tuple(self._doomed))
        if now == self._laid:
            return
        self._laid = now
        self.ids.foot.clear_widgets()
        where, seat = sector(decision.context["sector"]), decision.seat
        if decision.name == "combat.influence":
            self.ids.header.show(self.app, seat, f"{where}: place an influence disc?")
            self.ids.says.text = "Nobody controls the sector any more, and your ships are there (page 21)."
            self.ids.cubes.clear_widgets()
            self._offer("place disc", "PLACE A DISC", "from the influence track", f"{seat}: place_disc", "go")
            self._offer("done", "no disc", "the sector stays nobody's", f"{seat}: done")
            return
        owner = decision.context["owner"].capitalize()
        if decision.name == "combat.population":
            self.ids.header.show(self.app, seat, f"{where}: attack {owner}'s population?")
            told = "Every cannon fires once, missiles do not; each point of damage destroys a cube (page 20)."
            self.ids.says.text = text.signs(told)
            self._show_cubes(decision, choosing=False)
            self._population_foot(decision)
        else:
            damage = decision.context["damage"]
            self.ids.header.show(self.app, seat, f"{where}: which of {owner}'s cubes die?")
            left = damage - len(self._doomed)
            self.ids.says.text = f"The dice destroy {count(damage, 'cube')}: touch {left} more."
            self._show_cubes(decision, choosing=True)

    def _population_foot(self, decision: Decision) -> None:
        seat, context = decision.seat, decision.context
        rolls = "; ".join(f"{dice(volley.dice)}, computer +{volley.computer}" for volley in context["volleys"])
        self._offer("attack", "ATTACK", rolls or "no cannon", f"{seat}: attack_population", "go")
        self._offer("bombs", "Neutron Bombs", "all of it, no dice", f"{seat}: neutron_bombs", "go")
        self._offer("done", "leave it", "no attack", f"{seat}: done")

    def _offer(self, key: str, words: str, small: str, line: str, tone: str = "quiet") -> None:
        target = Target(key=key, words=words, small=small, tone=tone, height_mm=3.4)
        self.ids.foot.add_widget(self.arm(target, line))

    def _show_cubes(self, decision: Decision, choosing: bool) -> None:
        grid = self.ids.cubes
        grid.clear_widgets()
        for place, (square, track) in enumerate(decision.context["cubes"]):
            chosen = place in self._doomed
            target = Target(
                key=f"cube:{place}",
                words=plain(square),
                small="destroyed" if chosen else f"a {track} cube",
                height_mm=3.2,
                chosen=chosen,
                tone="plain" if choosing else "quiet",
            )
            target.tap = (
                self._dooming(place, decision)
                if choosing
                else lambda: self.app.say("Attack first: the dice say how many cubes die.")
            )
            grid.add_widget(target)

    def _dooming(self, place: int, decision: Decision) -> Any:
        def doom() -> None:
            self._doomed = (
                [each for each in self._doomed if each != place] if place in self._doomed else [*self._doomed, place]
            )
            if len(self._doomed) < decision.context["damage"]:
                self.refresh()
                return
            squares = " ".join(decision.context["cubes"][each][0] for each in sorted(self._doomed))
            self._doomed = []
            self.desk.act(f"{decision.seat}: destroy_cubes {squares}")

        return doom
