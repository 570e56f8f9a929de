"""Which of Cosmic Empires' decisions have screens of their own, and what is said there. Pure: no Kivy."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from companion.rules.contract import TABLE, Action, Decision, Owed
from companion.rules.cosmic_empires.catalog import EVENT_CARDS, FACTIONS, KIND_OF, KINDS, SECRET_MISSIONS
from companion.screens import words
from companion.screens.box import ENDS, Box, RollWords
from companion.screens.cosmic_empires import lay_out

if TYPE_CHECKING:
    from companion.screens.desk import Desk
    from companion.screens.window import CompanionApp

BOARD: Final = (
    "setup.first", "setup.start", "common_turn", "activation", "main_move", "turn.end", "fleet.ships",
    "wormhole.onward", "diplomacy.stones", "single_move", "mission.frigate", "scouts", "revolts",
)  # fmt: skip
"""Decisions that are answered on the board."""


class CosmicBox(Box):
    """Cosmic Empires."""

    game: ClassVar[str] = "cosmic_empires"
    first: ClassVar[str] = ""
    screens: ClassVar[Mapping[str, str]] = {
        "board": "BoardScreen",
        "cards": "CardsScreen",
        "check": "CheckScreen",
        "combat": "CombatScreen",
        "empires": "EmpiresScreen",
        "private": "PrivateScreen",
        "reveal": "RevealScreen",
        "stones": "StonesScreen",
    }
    by_decision: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(BOARD, "board"),
        **dict.fromkeys(("combat.announced", "combat.assign", "combat.retreat", "pirates.again"), "combat"),
        **dict.fromkeys(("setup.mission", "event.draw", "spy.draw"), "private"),
        **dict.fromkeys(("field.revealed", "mission.card", "card.content"), "reveal"),
        "planet.stones": "stones",
        "hand.trim": "cards",
        "check_the_table": "check",
    }
    asked: ClassVar[Mapping[str, str]] = {
        "setup.first": "Who begins?",
        "setup.start": "Choose a starting field",
        "setup.remove": "Take one of the other's missions out of the game",
        "setup.mission": "Seal a secret mission",
        "common_turn": "Explore: examine or replace a concealed field",
        "activation": "Activation",
        "main_move": "Main move",
        "turn.end": "End of the turn",
        "fleet.ships": "Which ships fly?",
        "field.revealed": "Which field was turned over?",
        "planet.stones": "Stones from the bag",
        "colony.choice": "Which station does the Colony Station become?",
        "wormhole.onward": "Through the wormhole at once?",
        "diplomacy.stones": "Which stone is exchanged?",
        "single_move": "One ship may move",
        "upgrade": "Which upgrade, under which ship?",
        "prize": "A card or an upgrade?",
        "event.draw": "Draw event cards",
        "hand.trim": "More than five event cards: give up",
        "mission.card": "Which public mission was turned up?",
        "mission.frigate": "Where does the mission's frigate appear?",
        "combat.announced": "An attack is announced",
        "combat.roll": "Combat",
        "combat.assign": "Which ship is hit?",
        "combat.retreat": "Retreat?",
        "combat.peace": "Peace Treaties?",
        "combat.cards": "A combat card?",
        "pirates.again": "Pirates again: fight, or leave?",
        "spy.target": "Spy: out of whose hand?",
        "spy.draw": "Spy: the card, in private",
        "scouts": "Scouts: look at two fields, or swap the card",
        "revolts": "Revolts: which stone goes?",
        "card.content": "What does the card say?",
        "check_the_table": "Check the table",
    }
    verbs: ClassVar[Mapping[str, str]] = {
        "done": "done",
        "skip": "no main move",
        "stay": "stay",
        "fight": "fight",
        "fight_on": "fight on",
        "colony_stays": "no station in the pile",
        "play_card": "play a card",
        "declare": "declare a mission on paper",
        "agree_draw": "agree to a draw",
        "note_field": "note a field",
        "tell_card": "what a card says",
        "reseal_mission": "another secret mission",
    }
    small: ClassVar[Mapping[str, str]] = {
        "colony_stays": "it stays as it is",
        "agree_draw": "nobody can win any more",
    }
    foot: ClassVar[tuple[str, ...]] = (*ENDS, "colony_stays")
    points: ClassVar[bool] = False
    course: ClassVar[tuple[str, Callable[[Any], Mapping[str, int]] | None]] = (
        "Fields controlled",
        lambda state: {seat: len(state.owned(seat)) for seat in state.seats},
    )

    def question(self, decision: Decision) -> str:
        asked = super().question(decision)
        if decision.name == "hand.trim":
            return f"{asked} {decision.context['surplus']}"
        if decision.name == "prize" and decision.context["left"] > 1:
            return f"{decision.context['left']} prizes: {asked[:1].lower()}{asked[1:]}"
        return asked

    def told(self, name: str, value: Any) -> str:
        if isinstance(value, str):
            if value in SECRET_MISSIONS:
                return SECRET_MISSIONS[value].text
            if value in EVENT_CARDS:
                return EVENT_CARDS[value].title
            if value in KINDS:
                return KINDS[value].title
            if value in KIND_OF:
                return KINDS[KIND_OF[value]].title
            if name == "space":
                return "home" if value == "home" else value
        return super().told(name, value)

    def answer(self, action: Action[Any], desk: "Desk | None" = None) -> tuple[str, str]:
        big, small = super().answer(action, desk)
        if action.verb == "upgrade" and desk is not None:
            ship: str = getattr(action, "ship", "")
            here = next((each for each in desk.state.player(action.seat).ships if each.name == ship), None)
            return f"{big} · {words.plain(ship)}", f"at {here.at}" if here is not None else ""
        if action.verb == "prize":
            return {"card": "an event card", "upgrade": "an upgrade"}.get(str(getattr(action, "what", "")), big), ""
        return big, small

    def note(self, desk: "Desk", decision: Decision | None, seat: str) -> str:
        if decision is not None and decision.name == "setup.remove":
            other = decision.context["opponent"]
            return f"{desk.called(other)} plays the {FACTIONS[desk.state.player(other).faction]}"
        return super().note(desk, decision, seat)

    def roll(self, desk: "Desk", decision: Decision, dice: str) -> RollWords:
        context = decision.context
        party, roller = str(context["party"]), str(context["roller"])
        seats = desk.state.seats
        who = party.capitalize() if party in seats else f"The pirates ({roller.capitalize()} rolls)"
        side = 0 if party == context["attacker"] else 1
        hits = ["red"]
        if context["dice"].get("yellow"):
            hits.append("green on yellow dice")
        if context["fire"][side]:
            hits.append("blue")
        more = f" · {context['throws_left']} throws" if context["throws_left"] > 1 else ""
        return RollWords(party if party in seats else "", f"{who}: {dice}", f"hits: {', '.join(hits)}{more}")

    def beside_roll(self, desk: "Desk", decision: Decision) -> list[tuple[str, str, str, Callable[[], object]]]:
        """Combat cards go before the dice."""
        return [
            (f"cards:{seat}", f"{seat.capitalize()}: card", f"{held} in hand", partial(desk.app.go, "cards", seat=seat))
            for seat, held in card_players(desk)
        ]

    def before_game(self, app: "CompanionApp") -> list[tuple[str, str, Callable[[], object]]]:
        from companion.screens.cosmic_empires.prints import open_prints

        return [("what cards and boards say", "enter what yours print", lambda: open_prints(app))]

    def places(self, app: "CompanionApp") -> list[tuple[str, str, Callable[[], object]]]:
        from companion.screens.cosmic_empires.prints import open_prints

        return [
            ("empires", "capacity, in private", lambda: app.go("empires")),
            ("what cards say", "missions, pirates, planets", lambda: open_prints(app)),
        ]

    def tell(self, desk: "Desk", owed: Owed) -> None:
        """A card that was told anew: it is looked at once more, and stays as it was told last or goes back."""
        desk.act(f"{owed.seat}: tell {owed.number} ?", then=desk.show_where_it_is)

    def may_tell(self, desk: "Desk", owed: Owed) -> bool:
        return desk.may(f"{owed.seat}: tell {owed.number} ?")

    def layout(self, game: Any, state: Any) -> list[str]:
        return lay_out.layout(state)

    def laid_since(self, desk: "Desk") -> list[str]:
        return lay_out.as_it_stands(desk.state) if desk.state.phase != "setup" else []

    def faction_name(self, faction: str) -> str:
        return FACTIONS.get(faction, words.spoken(faction))

    def tabs(self, state: Any) -> list[str]:
        return [*state.seats, "fields", TABLE]

    def tab_of(self, row: Any) -> str:
        if row.seat == TABLE and row.field[:1] in "abcdefghi" and row.field[1:2].isdigit():
            return "fields"
        return str(row.seat)

    def beside(self, desk: "Desk", seat: str) -> list[str]:
        """Notes are taken in private, prints in their own screen: neither stands in a list for everybody."""
        return [verb for verb in super().beside(desk, seat) if verb not in ("note_field", "tell_card")]


def card_players(desk: "Desk") -> list[tuple[str, int]]:
    """Seats that may play a card in the open decisions, windows too, and how many they hold."""
    state = desk.state
    seats = [decision.seat for decision in state.decisions if "play_card" in decision.verbs]
    return [(seat, len(state.player(seat).hand)) for seat in dict.fromkeys(seats)]


BOX: Final = CosmicBox()
