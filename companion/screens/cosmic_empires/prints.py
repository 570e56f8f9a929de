"""What only the cards print, looked up and put right at any time: kept for every game to come."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from companion.faults import Fault
from companion.rules.cosmic_empires.catalog import (
    KIND_OF,
    KINDS,
    MISSIONS,
    OUTLINES,
    PLANET_CARDS,
    SHIPPED,
    STARTER,
    VERIFIED,
    Content,
)
from companion.screens.cosmic_empires.grid import ships_words
from companion.screens.cosmic_empires.missions import content_words
from companion.screens.widgets.sheet import Sheet, choose
from companion.screens.words import count, short, spoken

if TYPE_CHECKING:
    from companion.screens.window import CompanionApp

GAME: Final = "cosmic_empires"
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "public missions": MISSIONS,
    "planets": tuple(card for card in SHIPPED if card in PLANET_CARDS),
    "neutral pirates": tuple(card for card in SHIPPED if KIND_OF.get(card) == "neutral_pirates"),
    "boards": tuple(OUTLINES),
}


def known(app: "CompanionApp") -> tuple[Mapping[str, Content], frozenset[str]]:
    """What every card says as far as the running game knows, or this table without one; and which were told."""
    desk = app.desk
    if desk is not None and desk.running and desk.session.setup.game == GAME:
        return desk.state.contents, desk.state.told
    from companion.table.cards import Cards

    told = Cards(app.wishes.data).known(GAME)
    return {**SHIPPED, **told}, frozenset(told) | VERIFIED


def tell(app: "CompanionApp", card: str, content: Content, then: Callable[[], object] | None = None) -> None:
    """Keep what a card says, through the running game where there is one; `then` goes on once it is kept."""

    def kept() -> None:
        app.say("Kept for every game.")
        if then is not None:
            then()

    desk = app.desk
    if desk is not None and desk.running and desk.session.setup.game == GAME:
        desk.act(f"table: tell_card {card} {' '.join(map(str, content))}", then=kept)
        return
    from companion.table.cards import Cards

    try:
        Cards(app.wishes.data).keep(GAME, {card: content})
    except Fault as fault:
        app.fail(str(fault))
    else:
        kept()


def card_name(card: str) -> str:
    """A card as the lists call it."""
    if card in OUTLINES:
        return f"board for {OUTLINES[card]}"
    if card == STARTER:
        return "the starred mission"
    return spoken(card)


def says(card: str, content: Content) -> str:
    """What a card says, in small words."""
    if card in OUTLINES:
        return count(sum("_" in str(word) for word in content), "starting field")
    if card in PLANET_CARDS:
        return f"icon {content[0]}" + (f", {spoken(content[1])}" if len(content) > 1 else "")
    if KIND_OF.get(card) == "neutral_pirates":
        frigates, cruisers, prizes = (int(word) for word in content)
        return f"{ships_words(frigates, cruisers)}, {count(prizes, 'prize')}"
    return content_words(content)


def open_prints(app: "CompanionApp") -> None:
    """Which kind of cards?"""
    _, told = known(app)
    answers = [
        (group, f"{sum(card in told for card in cards)} of {len(cards)} entered", _opening(app, group))
        for group, cards in GROUPS.items()
    ]
    app.open_sheet(choose("What do your cards say? Entered once, it is known in every game", answers, 2))


def _opening(app: "CompanionApp", group: str) -> Callable[[], object]:
    return lambda: open_group(app, group)


def open_group(app: "CompanionApp", group: str) -> None:
    """Which card of that kind?"""
    contents, told = known(app)
    answers = [
        (
            card_name(card),
            short(says(card, contents[card]), 48) if card in told else "not entered yet",
            lambda card=card: open_card(app, card, lambda: open_group(app, group)),
        )
        for card in GROUPS[group]
    ]
    app.open_sheet(choose(spoken(group), answers, 4 if len(answers) > 6 else 2))


def open_card(app: "CompanionApp", card: str, then: Callable[[], object] | None = None) -> None:
    """Take down what a card says, beginning with what is believed of it."""
    contents, _ = known(app)
    app.open_sheet(editor(app, card, contents[card], lambda content: tell(app, card, content, then)))


def editor(
    app: "CompanionApp", card: str, content: Content, done: Callable[[Content], Any], heading: str = ""
) -> Sheet:
    """The sheet for that kind of card."""
    from companion.screens.cosmic_empires import print_sheets
    from companion.screens.cosmic_empires.outline_sheet import OutlineSheet

    heading = heading or f"What does {card_name(card)} say?"
    if card in OUTLINES:
        return OutlineSheet(OUTLINES[card], content, done)
    if card in PLANET_CARDS:
        return print_sheets.PlanetSheet(app, f"{KINDS[KIND_OF[card]].title}: the icon's colour", content, done)
    if KIND_OF.get(card) == "neutral_pirates":
        return print_sheets.PiratesSheet(heading, content, done)
    return print_sheets.MissionSheet(app, heading, content, done)
