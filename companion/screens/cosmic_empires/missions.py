"""The open public mission in words: what it asks for and gives, and whose stones lie on it."""

from typing import TYPE_CHECKING, Any, Final

from companion.rules.cosmic_empires.catalog import BATTLE
from companion.screens.words import count, plain, spoken

if TYPE_CHECKING:
    from companion.screens.desk import Desk
    from companion.screens.widgets.sheet import Sheet

REWARDS: Final = {
    "population": "stones for a planet",
    "event_cards": "2 event cards",
    "capacity": "1 capacity marker",
    "frigate": "1 frigate",
}
"""What each stone brings once the card is complete."""


def place_words(word: object) -> str:
    """What a place asks for."""
    return "a battle won" if word == BATTLE else plain(word)


def reward_words(word: object) -> str:
    return REWARDS.get(str(word), plain(word))


def content_words(content: Any) -> str:
    """A public mission in a line: "Conquest: planet, 2 asteroid fields; each brings 2 event cards"."""
    wanted: dict[str, int] = {}
    for place in content[2:]:
        wanted[str(place)] = wanted.get(str(place), 0) + 1
    asked = ", ".join(
        f"{many} {place_words(place)}" if many > 1 else place_words(place) for place, many in wanted.items()
    )
    return f"{spoken(content[0])}: {asked}; each brings {reward_words(content[1])}"


def mission_line(state: Any) -> tuple[str, str]:
    """The open mission for a small target: how many places are taken, and what they bring."""
    if not state.mission and state.missions_left:
        return "public mission", "turned up soon"
    if not state.mission:
        return "no public mission", "none is left"
    content = state.contents[state.mission]
    taken = [seat.capitalize() for _, seat, _ in state.claimed]
    small = f"each brings {reward_words(content[1])}"
    return f"{spoken(content[0])} {len(taken)}/{len(content) - 2}: {', '.join(taken) or 'no stone yet'}", small


def mission_sheet(desk: "Desk") -> "Sheet":
    """The open mission, place by place."""
    from companion.screens.widgets.sheet import ask

    state = desk.state
    if not state.mission:
        soon = "The next card is turned up soon." if state.missions_left else "The last one is done."
        return ask("Public mission", f"No public mission lies open. {soon}", (("ok", "go", None),))
    content = state.contents[state.mission]
    stones = {place: (seat, space) for place, seat, space in state.claimed}
    lines = []
    for place, wanted in enumerate(content[2:], 1):
        seat, space = stones.get(place, ("", ""))
        who = f"{desk.called(seat)}, for {space}" if seat else "free"
        lines.append(f"{place}. {place_words(wanted)}: {who}")
    guess = "" if state.mission in state.told else "\nThe app guesses this card: tell what yours says."
    detail = "\n".join((*lines, f"Complete, each stone brings {reward_words(content[1])}.")) + guess
    left = count(len(state.missions_left), "card")
    title = f"{spoken(content[0])} · {left} to come"
    from companion.screens.cosmic_empires.prints import open_card

    key = state.mission
    answers: list[tuple[str, str, Any]] = [
        ("what it says", "quiet", lambda: open_card(desk.app, key)),
        ("ok", "go", None),
    ]
    return ask(title, detail, answers, 0.9)
