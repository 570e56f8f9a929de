"""How a game begins: the box, options, seats and species, and what to lay on the table (p. 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Option, Reason, Refused, SeatSetup, Setup
from companion.rules.eclipse.blueprints import blank
from companion.rules.eclipse.catalog import (
    ALIEN_OF_COLOUR,
    CENTRE,
    COLOURS,
    CUBES_PER_TRACK,
    PLAYERS,
    SHIPS,
    SPARE_DISCS,
    SPECIES,
    TECHNOLOGY_KEYS,
    home_sector,
)
from companion.rules.eclipse.economy import production, upkeep
from companion.rules.eclipse.flow import find, finish_step, push, settle
from companion.rules.eclipse.hexes import start_place
from companion.rules.eclipse.pieces import ACTION_SPACES, Player, Sector, Three, name, sector_name
from companion.rules.eclipse.presence import put_ships
from companion.rules.eclipse.sectors import lay
from companion.rules.eclipse.state import FULL, LIGHT, EclipseAction, SeatAction, State, Step

OPTIONS: tuple[Option, ...] = (
    Option(
        "box",
        "Which box is on the table?",
        (
            ("first_edition", "Eclipse: New Dawn for the Galaxy, 2011, without expansions"),
            ("second_edition", "Eclipse: Second Dawn for the Galaxy (2020)"),
            ("with_expansions", "the first edition with Rise of the Ancients or another expansion"),
        ),
    ),
    Option(
        "technology_tiles",
        "Who draws the technology tiles?",
        (
            ("app_draws", "the app draws and names them"),
            ("told", "you draw from the bag and tell the app which"),
            ("untold", "you draw from the bag; a tile is named when it is researched"),
        ),
    ),
    Option(
        "reputation",
        "Where do reputation tiles come from?",
        (("app_bag", "the app's own bag"), ("physical_bag", "the cloth bag; the value kept may stay hidden")),
    ),
    Option(
        "start_rotation",
        "How do starting sectors lie? (map tracked)",
        (
            ("facing_centre", "turned as in the layouts, a wormhole towards the Galactic Center"),
            ("free", "each player turns his own"),
        ),
    ),
)

_REFUSED_BOXES = {
    "second_edition": "The second edition is another game to the rules: eight rounds, other technologies, ship parts, "
    "species and sectors, and five new tiles a round for two players. This companion plays the first edition of 2011.",
    "with_expansions": "Expansions add rare technologies, more species, developments and more than six players, which "
    "this companion does not know. Play the first edition of 2011 without them.",
}


def why_not(setup: Setup) -> Iterator[Reason]:
    """Every reason why that setup cannot be played."""
    known = {option.name: [value for value, _ in option.values] for option in OPTIONS}
    for given, value in setup.options.items():
        if given not in known:
            yield Reason("option", f"There is no option {given}; options are {', '.join(known)}.", "5")
        elif value not in known[given]:
            yield Reason("option", f"{given} cannot be {value}; it is one of {', '.join(known[given])}.", "5")
    refused = _REFUSED_BOXES.get(setup.options.get("box", ""))
    if refused:
        yield Reason("box", refused, "3")
    if len(setup.seats) not in PLAYERS:
        yield Reason("players", f"Eclipse is for 2 to 6 players; {len(setup.seats)} are set up.", "5")
    seen: set[str] = set()
    for seat in setup.seats:
        if seat.seat in seen:
            yield Reason("colour_twice", f"{name(seat.seat)} is set up twice; each colour plays once.", "5")
        seen.add(seat.seat)
        if seat.seat not in COLOURS:
            yield Reason("colour", f"There is no colour {seat.seat}; colours are {', '.join(COLOURS)}.", "3")
            continue
        species = seat.faction or "terran"
        alien = ALIEN_OF_COLOUR[seat.seat]
        if species not in SPECIES:
            yield Reason("species", f"There is no species {species}; {seat.seat} plays terran or {alien}.", "26")
        elif species not in ("terran", alien):
            colour = next(colour for colour, each in ALIEN_OF_COLOUR.items() if each == species)
            yield Reason(
                "species", f"{SPECIES[species].name} is {colour}'s; {seat.seat} plays terran or {alien}.", "26"
            )
    unknown = setup.tracking - FULL
    if unknown:
        areas = ", ".join(sorted(unknown))
        yield Reason("tracking", f"There is nothing to track called {areas}; areas are {', '.join(sorted(FULL))}.", "")


def begin(setup: Setup) -> State:
    """The first position: tiles to be drawn, then the first turn. The first seat starts. Raises Refused."""
    reasons = tuple(why_not(setup))
    if reasons:
        raise Refused(reasons)
    options = {option.name: setup.options.get(option.name, option.default) for option in OPTIONS}
    tracking = (setup.tracking or LIGHT) - {"supply"}
    if options["technology_tiles"] != "untold":
        tracking |= {"supply"}
    seats = tuple(SeatSetup(each.seat, each.faction or "terran") for each in setup.seats)
    full = Setup(setup.game, seats, options, frozenset(tracking))
    state = State(
        setup=full,
        players=tuple(_player(each) for each in seats),
        sectors=(),
        tracking=frozenset(tracking),
        start=seats[0].seat,
        supply=(0,) * len(TECHNOLOGY_KEYS),
        sectors_untold=tracking.isdisjoint({"sectors", "map"}),
    )
    state = lay(state, CENTRE, (0, 0) if state.tracks("map") else None)
    for player in state.players:
        state = state.with_sector(_home(player))
    if state.tracks("map"):
        state = _homes_laid(state)
    if state.tracks("ship_places"):
        state = _ships_placed(state)
    if state.tracks("blueprints"):
        state = state.with_(
            players=tuple(each.with_(blueprints=blank(each.species.blueprint)) for each in state.players)
        )
    return settle(_first_draws(state))


def _homes_laid(state: State) -> State:
    """Starting sectors on their spots, clockwise as the seats sit, each with a wormhole to the centre (p. 5)."""
    counts = PLAYERS[len(state.players)]
    spots = zip(counts.start_positions, counts.start_rotations, strict=True)
    for player, (direction, rotation) in zip(state.players, spots, strict=True):
        sector = state.sector(home_sector(player.seat, player.species_key))
        if sector is not None:
            state = state.with_sector(sector.with_(at=start_place(direction), rotation=rotation))
    if state.option("start_rotation") == "free":
        state = push(state, *(TurnHome(player.seat) for player in reversed(state.players)))
    return state


def _home_of(state: State, seat: str) -> Sector | None:
    """The seat's starting sector."""
    return state.sector(home_sector(seat, state.player(seat).species_key))


def _ships_placed(state: State) -> State:
    """The first ships lie in the starting sectors (p. 5)."""
    for player in state.players:
        for ship, number in zip(SHIPS, player.ships, strict=True):
            if number:
                state = put_ships(state, home_sector(player.seat, player.species_key), player.seat, ship, number)
    return state


@dataclass(frozen=True)
class TurnHome(Step):
    """House rule `start_rotation free`: the seat says how its starting sector lies."""

    def decision(self, state: State) -> Decision:
        sector = _home_of(state, self.seat)
        context = {"sector": sector.number if sector else 0, "place": sector.at if sector else None}
        return Decision(self.seat, "setup.rotation", ("turn_home",), context=context)


@dataclass(frozen=True)
class TurnHomeTo(SeatAction):
    """`turn_home ROTATION`: the starting sector is turned by so many clockwise steps."""

    rotation: int
    verb: ClassVar[str] = "turn_home"

    def findings(self, state: State) -> Iterator[Finding]:
        if self.rotation not in range(6):
            yield Reason("no_rotation", f"A tile is turned by 0 to 5 steps, not by {self.rotation}.", "5")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, TurnHome)
        if step is None:
            return state
        sector = _home_of(state, self.seat)
        if sector is not None:
            state = state.with_sector(sector.with_(rotation=self.rotation % 6))
        return finish_step(state, step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[TurnHomeTo]:
        if decision is not None:
            yield from (cls(decision.seat, rotation) for rotation in range(6))

    def title(self, state: State) -> str:
        return f"{self.who} turns the starting sector by {self.rotation}"


ACTIONS: tuple[type[EclipseAction], ...] = (TurnHomeTo,)


def _player(seat: SeatSetup) -> Player:
    species = SPECIES[seat.faction]
    money, science, materials = (CUBES_PER_TRACK - cubes for cubes in species.start_cubes)
    interceptor, cruiser, dreadnought, starbase = (species.ships.get(ship, 0) for ship in SHIPS)
    return Player(
        seat=seat.seat,
        species_key=species.key,
        storage=species.storage,
        cubes=(money, science, materials),
        graveyard=(0, 0, 0),
        discs=species.discs - 1,
        actions=(0,) * len(ACTION_SPACES),
        spare_discs=SPARE_DISCS,
        colony_ready=species.colony_ships,
        colony_used=0,
        technologies=species.technologies,
        ships=(interceptor, cruiser, dreadnought, starbase),
    )


def _home(player: Player) -> Sector:
    """The starting sector with a cube on each basic square (Hydran also on advanced science) and a disc (pp. 5, 26)."""
    sector = Sector(number=home_sector(player.seat, player.species_key), owner=player.seat)
    cubes = [(track, track) for track in ("money", "science", "materials") if track in sector.tile.squares]
    if player.species_key == "hydran":
        cubes.append(("science_advanced", "science"))
    return sector.with_(cubes=tuple(cubes))


def _first_draws(state: State) -> State:
    """The table draws the first technology tiles; Eridani draws two reputation tiles and keeps both (pp. 5, 26)."""
    from companion.rules.eclipse import reputation
    from companion.rules.eclipse.technologies import draw_technologies
    from companion.rules.eclipse.tracking import forget

    for area in ("storage", "reputation"):
        if not state.tracks(area):
            state = forget(state, area)
    for player in reversed(state.players):
        if player.species.reputation_draws and state.tracks("reputation"):
            state = push(state, reputation.start_draw(player.seat, player.species.reputation_draws))
    return draw_technologies(state, PLAYERS[len(state.players)].start_technologies)


def layout(state: State) -> tuple[str, ...]:
    """What to lay on the table before the game, line by line: the table first, then each seat (p. 5)."""
    players = len(state.players)
    counts = PLAYERS[players]
    lines = [
        "Table: Galactic Center 001 in the middle, a discovery tile face down on it, the Defense System on top.",
        f"Inner sectors 101-108 as stack I, middle sectors 201-211 as stack II, {counts.outer_sectors} of the 18 outer "
        "sectors (301-318), drawn unseen, as stack III.",
        "Supply board: ship parts, round marker on 1, discovery tiles face down, Ancients, orbitals and monoliths, "
        "damage cubes, traitor card" + ("." if players > 3 else " (no diplomacy with two or three players)."),
        f"{counts.start_technologies} technology tiles on the supply board.",
        f"Starting player marker: {name(state.start)}.",
    ]
    strong = [player.species.name for player in state.players if player.species_key in ("planta", "draco")]
    if players == 2 and strong:
        lines.append(
            f"The rulebook advises against {' and '.join(strong)} with two players: they expand too fast (p. 25)."
        )
    for player in state.players:
        lines.append(_seat_layout(player, seats=players))
    return tuple(lines)


def _seat_layout(player: Player, seats: int) -> str:
    species = player.species
    home = home_sector(player.seat, player.species_key)
    sector = _home(player)
    squares = ", ".join(square.replace("_", " ") for square, _ in sector.cubes)
    ships = ", ".join(f"{count} {ship}" for ship, count in zip(SHIPS, player.ships, strict=True) if count)
    storage: Three = player.storage
    technologies = ", ".join(name(each) for each in species.technologies) or "none"
    left = f" {species.in_box} discs stay in the box." if species.in_box else ""
    drawn = f" {species.reputation_draws} reputation tiles, drawn unseen." if species.reputation_draws else ""
    return (
        f"{name(player.seat)} ({species.name}): sector {sector_name(home)} {sector.tile.name} with a disc, {ships}, "
        f"cubes on {squares}. Storage {storage[0]} money, {storage[1]} science, {storage[2]} materials. "
        f"{player.discs} discs on the influence track (upkeep {upkeep(player)}), "
        f"{player.spare_discs} beside the board.{left} "
        f"{player.colony_ready} colony ships. Production {production(player, 'money')} money, "
        f"{production(player, 'science')} science, {production(player, 'materials')} materials. "
        f"Technologies printed: {technologies}.{drawn}" + (" 3 ambassadors." if seats > 3 else "")
    )
