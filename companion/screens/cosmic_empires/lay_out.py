"""What to lay on the table: before the game, and as it stands now, so that it can be packed up and laid out again."""

from typing import Any

from companion.rules.cosmic_empires.catalog import COLOURS, FACTIONS, SHIPS, board_of, secret_missions_of
from companion.rules.cosmic_empires.state import HOME, State
from companion.screens.cosmic_empires.grid import classes, field_name, ships_words
from companion.screens.words import count, plain


def layout(state: State) -> list[str]:
    """The setup of these players, line by line."""
    board = board_of(state.board)
    rows: dict[str, list[str]] = {}
    for space in board.spaces:
        rows.setdefault(space[1:], []).append(space)
    shape = ", ".join(str(len(row)) for row in rows.values())
    two = len(state.seats) == 2
    guess = "" if board.verified else " (a guess: options, then “what cards and boards say”, if yours is another)"
    wormholes = "Take both wormholes out; set" if two else "Set"
    stones = {colour: many for colour, many in zip(COLOURS, state.bag, strict=True) if many}
    lines = [
        f"{wormholes} the 5 starting fields aside and shuffle the other field cards.",
        f"Lay {count(len(board.spaces), 'field')} face down in {len(rows)} rows from north: {shape}{guess}. Columns "
        f"are a, b, c … from west, rows 1, 2, 3 … from north.",
        f"The other {state.pile} field cards are the pile.",
        f"Into the bag: {', '.join(f'{many} {colour}' for colour, many in stones.items())} stones.",
    ]
    for player in state.players:
        ships = ships_words(*classes(player.ships))
        spare = SHIPS["frigate"].per_player - len(player.ships)
        lines.append(
            f"{player.seat.capitalize()}, the {FACTIONS[player.faction]}: {ships} and "
            f"{count(player.markers, 'capacity marker')} on the starting field; in reserve {spare} frigates, "
            f"{SHIPS['cruiser'].per_player} cruisers, {player.reserve} stones; and the faction's "
            f"{len(secret_missions_of(player.faction))} secret missions."
        )
    lines.append(
        "Sort out the public missions with 5 or 6 places, shuffle the others face down; the first is turned up now."
        if two
        else "The starred public mission lies open, the other 15 are shuffled face down."
    )
    lines.append(f"Shuffle the {state.deck} event cards. Dice, upgrades, capacity and passage markers lie ready.")
    lines.append("The exploration marker goes to the right of who begins.")
    return lines


def as_it_stands(state: State) -> list[str]:
    """The running game, field by field and seat by seat, as everybody may know it."""
    lines = [f"As it stands in round {state.round}; concealed fields lie face down."]
    for space in state.spaces:
        if not space.card:
            continue
        told = f"{space.name}: {field_name(state, space)}"
        stones = [f"{n} {c}" for c, n in zip(COLOURS, space.stones, strict=True) if n]
        told += f"; {', '.join(stones)} stones" if space.planet and stones else ""
        told += f"; {space.owner.capitalize()}'s" if space.owner and not space.planet else ""
        told += "; the mobile passage marker" if state.mobile == space.name else ""
        lines.append(told + ".")
    for player in state.players:
        fleet = []
        for ship in player.ships:
            fitted = [word for word in ("weapon", "shield") if getattr(ship, word)]
            at = "home" if ship.at == HOME else ship.at
            fleet.append(f"{plain(ship.name)} at {at}" + (f" ({' and '.join(fitted)})" if fitted else ""))
        lines.append(
            f"{player.seat.capitalize()} ({FACTIONS[player.faction]}, starts {plain(player.start) or 'nowhere yet'}): "
            f"{count(player.markers, 'capacity marker')}, {count(len(player.hand), 'event card')}, {player.reserve} "
            f"stones; {', '.join(fleet) or 'no ship'}."
        )
    if state.mission:
        stones = [f"place {place} {seat}" for place, seat, _ in state.claimed]
        lines.append(f"Public mission {plain(state.mission)}: {', '.join(stones) or 'no stone yet'}.")
    lines.append(
        f"Pile {state.pile} fields, {len(state.discards)} discarded; deck {state.deck} event cards, "
        f"{len(state.events_out)} discarded; bag {bag(state)}; the marker right of {state.left.capitalize()}."
    )
    return lines


def bag(state: Any) -> str:
    """The stones in the bag."""
    return ", ".join(f"{n} {c}" for c, n in zip(COLOURS, state.bag, strict=True) if n) or "empty"
