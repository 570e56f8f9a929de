"""Which decisions of Galaxy: The Dark Ages have screens of their own, and what is said there. Pure: no Kivy."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from companion.rules.contract import TABLE, Action, Decision, Owed
from companion.screens.box import Box, RollWords

if TYPE_CHECKING:
    from companion.screens.desk import Desk
    from companion.screens.window import CompanionApp

DRAWN: Final = ("draw", "draw.card", "draw.hand", "draw.reserve", "draw.shuttle", "draw.relief", "power.ecup")
NAMED: Final = ("turn_up", "end.garrison", "power.cylor", "end.hand")


class DarkAgesBox(Box):
    """Galaxy: The Dark Ages."""

    game: ClassVar[str] = "dark_ages"
    screens: ClassVar[Mapping[str, str]] = {
        "galaxy": "Galaxy",
        "dealt": "Dealt",
        "drawing": "Drawing",
        "hand": "HandScreen",
        "cards": "Cards",
    }
    by_decision: ClassVar[Mapping[str, str]] = {
        "turn": "galaxy",
        "deal": "dealt",
        **dict.fromkeys(DRAWN, "drawing"),
        **dict.fromkeys(NAMED, "cards"),
    }
    asked: ClassVar[Mapping[str, str]] = {
        "dealer": "Who deals?",
        "deal": "The deal",
        "auction": "Bid for the first turn",
        "turn": "Your turn",
        "draw.card": "Cards are drawn",
        "draw.hand": "A card is drawn",
        "sensors.roll": "Sensors",
        "sensors.reveal": "Is your secret base there?",
        "screens": "Screens: is the attack let through?",
        "attack.roll": "Combat",
        "counterattack": "Does it strike back?",
        "base.roll": "A base is attacked",
        "governor.choice": "Who becomes Governor?",
        "power": "Governor powers",
        "draw.reserve": "Into the Reserve",
        "power.ecup": "Ecup Contract",
        "turn_up": "Which ship is turned up?",
        "spoils": "Spoils of War",
        "power.cylor": "Cylor: which ships are exchanged?",
        "draw": "The turn's card",
        "draw.shuttle": "Shuttle: keep the card?",
        "draw.relief": "Keep the card?",
        "end.garrison": "Turn up the secret base",
        "end.hand": "A tie: what is the hand worth?",
    }
    verbs: ClassVar[Mapping[str, str]] = {
        "pass_bid": "pass",
        "permit": "let it through",
        "forbid": "the Screens hold",
        "counterattack": "strike back",
        "let_be": "let it be",
        "not_there": "not there",
        "waive": "no Spoils",
        "show_garrison": "it is there",
    }
    foot = ("done", "pass_bid", "waive", "not_there")
    own_seats = True
    first = "rolls first"

    # ── what targets say ──

    def answer(self, action: Action[Any], desk: "Desk | None" = None) -> tuple[str, str]:
        from companion.screens.dark_ages import wording

        said = wording.answer(desk.state, action) if desk is not None else None
        return said or super().answer(action, desk)

    def told(self, name: str, value: Any) -> str:
        from companion.rules.dark_ages.catalog import CARDS, WORLDS, card_name, world_name

        if isinstance(value, str) and value in CARDS:
            return card_name(value)
        return world_name(value) if isinstance(value, str) and value in WORLDS else super().told(name, value)

    def note(self, desk: "Desk", decision: Decision | None, seat: str) -> str:
        from companion.screens.dark_ages import wording

        return wording.note(desk.state, decision) if decision is not None else ""

    def question(self, decision: Decision) -> str:
        from companion.rules.dark_ages.catalog import world_name

        asked = super().question(decision)
        world = decision.context.get("world")
        return (
            f"{world_name(world)}: {asked}" if decision.name == "sensors.reveal" and isinstance(world, str) else asked
        )

    # ── dice ──

    def roll(self, desk: "Desk", decision: Decision, dice: str) -> RollWords:
        from companion.screens.dark_ages import figures, wording

        title = f"{decision.seat.capitalize()} rolls {dice}"
        if decision.name == "dealer":
            seats = desk.state.seats
            deals = tuple((f"{each.capitalize()} deals", f"{decision.seat}: deals {each}") for each in seats)
            return RollWords(decision.seat, title, "the highest deals", wording.note(desk.state, decision), deals)
        if decision.name == "sensors.roll":
            return RollWords(decision.seat, title, "Sensors", wording.note(desk.state, decision))
        return RollWords(decision.seat, title, self.question(decision), figures.fight_words(desk, decision))

    def sums(self, desk: "Desk", decision: Decision | None, values: list[int]) -> str:
        from companion.screens.dark_ages import figures

        if decision is None:
            return super().sums(desk, decision, values)
        return figures.dice_sum(decision, values)

    # ── looked up ──

    def round_of(self, state: Any) -> str:
        return f"round {state.round} of 5"

    def layout(self, game: Any, state: Any) -> list[str]:
        from companion.screens.dark_ages import wording

        return wording.layout(state)

    def tabs(self, state: Any) -> list[str]:
        return [*state.seats, TABLE, *(world.key for world in state.worlds)]

    def tab_of(self, row: Any) -> str:
        from companion.rules.dark_ages.catalog import WORLDS

        if row.seat != TABLE:
            return str(row.seat)
        return next((world for world in WORLDS if row.field == world or row.field.startswith(f"{world}_")), TABLE)

    def tab_name(self, tab: str) -> str:
        from companion.rules.dark_ages.catalog import WORLDS
        from companion.screens.dark_ages.wording import short_world

        return short_world(tab) if tab in WORLDS else super().tab_name(tab)

    def places(self, app: "CompanionApp") -> list[tuple[str, str, Callable[[], object]]]:
        from companion.screens.dark_ages.seat import whose_hand

        return [
            ("the Galaxy", "columns, bases, Governors", lambda: app.go("galaxy", look=True)),
            ("a hand", "look and tell, in private", lambda: whose_hand(app)),
        ]

    def tell(self, desk: "Desk", owed: Owed) -> None:
        """A doubt that everybody sees is put away; what lies there is put right among what the app believes."""
        desk.act(f"{owed.seat}: tell {owed.number} ?", then=lambda: desk.app.go("believes", seat=owed.seat))

    def may_tell(self, desk: "Desk", owed: Owed) -> bool:
        return desk.may(f"{owed.seat}: tell {owed.number} ?")


BOX: Final = DarkAgesBox()
