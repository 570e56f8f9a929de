"""What targets and notes of The Dark Ages say, from what lies open. Pure: no Kivy."""

from typing import Any, Final

from companion.rules.contract import Action, Decision
from companion.rules.dark_ages.catalog import CHIPS, DEALT, DECK, POWERS, WORLD_NAMES, card_name, value_at, world_name
from companion.rules.dark_ages.state import State, name
from companion.rules.dark_ages.turns import powers
from companion.screens.dark_ages.figures import surrendered
from companion.screens.words import count

Answer = tuple[str, str]

SHORT: Final = {"ecup_contract": "Ecup", "kha_farjimmn": "Kha'Farj.", "erithizonian": "Erithiz."}


def short_world(world: str) -> str:
    """A world's name for a narrow target."""
    return SHORT.get(world, world_name(world))


def answer(state: State, action: Action[Any]) -> Answer | None:
    """What a target says for an action; None: as any other."""
    match action.verb:
        case "bid":
            return str(_of(action, "value")), ""
        case "claim":
            world = state.world("felowi")
            top = world.top(_of(action, "row")) if world is not None else None
            return f"take {card_name(top.card) if top is not None else 'a card'}", f"Felowi, row {_of(action, 'row')}"
        case "confiscate":
            victim = _of(action, "victim")
            size = state.player(victim).hand.size if victim in state.seats else 0
            return f"{name(victim)} loses half", f"Myrmidon: {count((size + 1) // 2, 'card')} into the Reserve"
        case "exchange":
            return f"draw from {name(_of(action, 'victim'))}", "Ecup Contract: give it back, or another"
        case "move_ally":
            source, target = _of(action, "source"), _of(action, "target")
            world = state.world(source)
            top = world.top(state.round) if world is not None else None
            what = card_name(top.card) if top is not None else "Ally"
            return f"{what} to {short_world(target)}", f"Erithizonian: from {short_world(source)}"
        case "reinforce" | "damage":
            level, way = _of(action, "level"), -1 if action.verb == "reinforce" else 1
            step = f"{value_at(level)} → {value_at(level + way)}"
            return f"{name(_of(action, 'owner'))}, {world_name(_of(action, 'world'))}", f"{action.verb}: {step}"
        case "appoint":
            return name(_of(action, "governor")), "becomes Governor"
        case "pass_bid":
            return "pass", "another lap may bring a bid"
        case "waive":
            return "no Spoils", "nothing is moved"
        case "counterattack":
            return "strike back", "two dice each"
        case "done" if state.decisions and state.decisions[0].name == "power":
            return "done", "no power is used" if len(powers(state)) == 1 else "no more powers are used"
        case "let_be":
            return "let it be", "no counterattack"
        case "not_there":
            return "not there", "it is on another world"
    return None


def _of(action: Action[Any], field: str) -> Any:
    return getattr(action, field, "")


def note(state: State, decision: Decision) -> str:
    """The line under a question."""
    context = decision.context
    match decision.name:
        case "dealer":
            rolled = ", ".join(f"{name(seat)} {face}" for seat, face in context["rolled"])
            if context["tied"] and not rolled:
                return f"{' and '.join(map(name, context['waiting']))} tie for the highest, and roll again."
            return f"So far: {rolled}." if rolled else "Each seat rolls one die; those tied for the highest roll again."
        case "auction":
            bids = ", ".join(f"{name(seat)} {value}" for seat, value in context["bids"])
            told = f"Standing: {bids}." if bids else f"{name(state.dealer)} deals, and must name a value."
            return f"{told} Whoever bids the most opens with a ship of that value."
        case "counterattack":
            return state.fight.outcome if state.fight is not None else ""
        case "screens":
            what = "a counterattack" if context["counter"] else "an attack"
            return f"Screens stop {what} on {world_name(context['world'])} unless their owner lets it through."
        case "sensors.roll":
            where = world_name(context["world"])
            return f"At most {context['value']} on two dice, and secret bases of others on {where} are revealed."
        case "sensors.reveal":
            where = world_name(context["world"])
            return f"{name(state.active)}'s Sensors ask for bases on {where}; a ship shown returns to the hand."
        case "governor.choice":
            tied = " and ".join(map(name, context["leaders"]))
            return f"{tied} tie above the Governor of {world_name(context['world'])}: who caused it chooses."
        case "power":
            return " ".join(f"{world_name(world)}: {POWERS[world]}" for world in context["powers"])
        case "spoils":
            where = " or ".join(map(world_name, context["worlds"]))
            told = f"{name(decision.seat)} controls the highest ship: one base on {where} moves one step."
            return f"{world_name(state.fallen[-1])} surrenders. {told}" if state.fallen else told
        case "power.cylor":
            return "One to three ships of surrendered worlds are discarded, and as many cards drawn."
        case "turn_up":
            return f"It lies on {world_name(context['world'])} in row {context['row']}: touch its value."
        case "end.garrison":
            return f"The game is over: {name(decision.seat)}'s secret base counts {value_at(0)} on a surviving world."
        case "end.hand":
            fallen = ", ".join(map(world_name, context["fallen"])) or "none"
            twice = "Ships of surviving worlds and Allies count twice"
            return f"{twice}, of surrendered ones once ({fallen}), technologies nothing."
    return _drawing(state, decision)


def _drawing(state: State, decision: Decision) -> str:
    context = decision.context
    match decision.name:
        case "draw":
            told = "The Shuttle put the first card under the pile: the next one is kept." if context["rejected"] else ""
            if context["shuttle"]:
                told = "A Shuttle was played: the first card may be put under the pile."
            told = told or "One card of the pile, or the whole Reserve into the hand."
            return f"{surrendered(state)} {told}".strip()
        case "draw.card":
            return {
                "advanced_processing": "Advanced Processing: three cards are drawn.",
                "cylor": "Cylor's Governor draws as many cards as were discarded.",
                "new pile": "The first row is the new pile: every player draws a card.",
            }.get(context["why"], "Cards are drawn from the pile.")
        case "draw.hand":
            victim = name(context["victim"])
            return f"A card is drawn at random from {victim}'s hand ({context['hand']}); both of them may look at it."
        case "draw.reserve":
            return (
                f"Half of {name(decision.seat)}'s hand, drawn unseen, goes into the Reserve; only its owner may look."
            )
        case "draw.shuttle":
            return "The card was looked at: keep it, or put it under the pile and draw another."
        case "draw.relief":
            return f"A ship of a surrendered world may be shown and another card drawn, {context['left']} more times."
        case "power.ecup":
            return f"The card drawn from {name(context['victim'])}'s hand was looked at."
    return ""


def layout(state: State) -> list[str]:
    """What to lay on the table, line by line (“Setup”)."""
    seats, pile = len(state.seats), DECK - DEALT * len(state.seats)
    return [
        f"The Galaxy: one card of each of the {len(WORLD_NAMES)} worlds in a row, in any order; keep its twin, the "
        "Governor's card, beside it.",
        f"Bases: every player takes the {CHIPS} chips of one colour: {', '.join(map(name, state.seats))}.",
        f"Shuffle the other {DECK} cards: ships, Allies and technologies. Dice decide who deals.",
        f"{DEALT} cards to each of the {seats} players, seen by their owner alone; the other {pile} are the draw pile.",
        "Leave room for a discard pile, face up, and for up to five rows of ships below the worlds.",
        "Dice: four, two for each side of a fight, beside the tray.",
    ]
