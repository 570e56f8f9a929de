"""What each decision asks aloud, and what an answer is called on its target. Pure: no Kivy."""

from dataclasses import fields
from typing import Any, Final

from companion.rules.contract import Action, Decision
from companion.screens import words

_ASKED: Final = {
    "turn": "Your turn",
    "explore.sector": "Which sector was turned?",
    "explore.control": "Put an influence disc there?",
    "explore.again": "Explore a second sector?",
    "explore.discovery": "What is the discovery tile?",
    "tell.action": "Which action was it?",
    "discovery.technology": "Which technology, for free?",
    "colonise": "Send colony ships?",
    "influence.disc": "Move an influence disc",
    "research.technology": "Which technology?",
    "research.artifacts": "Artifact Key: take five of which?",
    "build.what": "Build what?",
    "reaction": "React?",
    "reaction.what": "React with what?",
    "cube.track": "To which track goes the cube?",
    "diplomacy.cube": "Which cube goes with the ambassador?",
    "diplomacy.room": "Which tile makes room?",
    "combat": "Any battles?",
    "battle": "The battle",
    "battle.roll": "Roll",
    "reputation.draw": "Draw reputation tiles",
    "reputation.keep": "Keep which tile?",
    "upkeep": "Upkeep",
    "cleanup.technologies": "New technology tiles",
    "cleanup": "Cleanup",
}
_VERBS: Final = {
    "later": "later",
    "done": "done",
    "control": "put a disc there",
    "leave_be": "no disc",
    "leave": "leave the game",
    "ancient_technology": "take",
    "discard": "discard the tile",
    "battles_over": "no more battles",
    "battle_over": "battle over",
    "keep_none": "keep none",
    "explore_again": "explore again",
    "collapse": "collapse",
    "pay_upkeep": "pay",
}
SMALL: Final = {
    "later": "details to the inbox",
    "discard": "nobody wants it",
    "leave_be": "leave the sector",
}


def question(decision: Decision) -> str:
    """The decision in words."""
    asked = _ASKED.get(decision.name)
    if asked is None:
        asked = words.spoken(decision.name.replace(".", "_")) + "?"
    sector = decision.context.get("sector")
    return f"{words.sector(sector)}: {asked[:1].lower()}{asked[1:]}" if isinstance(sector, int) else asked


def verb(name: str) -> str:
    """An action's verb as a target says it."""
    return _VERBS.get(name, words.plain(name))


def answer(action: Action[Any]) -> tuple[str, str]:
    """What a target says for an action: the big words, and the small ones."""
    if action.verb == "colonise":
        square, track = getattr(action, "square", ""), getattr(action, "track", "")
        which = f"{track} cube to " if square in ("gray", "orbital") else ""
        return words.spoken(square), f"{which}{words.sector(getattr(action, 'sector', 0))}"
    if action.verb == "trade":
        return f"{getattr(action, 'source', '?')} → 1 {getattr(action, 'target', '?')}", ""
    values = [(each.name, getattr(action, each.name)) for each in fields(action) if each.name != "seat"]
    told = [_told(name, value) for name, value in values if value is not None and value != ()]
    if not told:
        return verb(action.verb), SMALL.get(action.verb, "")
    if len(told) == 1:
        return told[0], verb(action.verb) if action.verb == "react" else ""
    return told[0], " · ".join(told[1:])


def _told(name: str, value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(_told(name, item) for item in value)
    if isinstance(value, int) and not isinstance(value, bool):
        return (
            words.sector(value)
            if name in ("sector", "number", "source", "target", "place") and value > 9
            else str(value)
        )
    if isinstance(value, bool):
        return "yes" if value else "no"
    if str(value).isdigit():
        return words.sector(int(value))
    return words.spoken(value)
