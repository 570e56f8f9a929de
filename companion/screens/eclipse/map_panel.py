"""What may be done on the map for each decision: which hexes answer it, what stands beside them. Pure: no Kivy.

A `Panel` is worked out anew from the state, the open decision, and what was touched since it was asked (`Touched`).
A hex in `tap` acts at once; one in `pick` is chosen and the question goes on; any other says why not, by the line
that `ask` makes for it, or does that where nobody told enough to rule it out.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from companion.rules.contract import Decision
from companion.rules.eclipse.catalog import SECTORS, SHIP_LIMITS, SHIPS, STRUCTURES
from companion.rules.eclipse.hexes import STACK_NUMBERS, Place, tiles_of
from companion.rules.eclipse.presence import fleet
from companion.rules.notation import write
from companion.screens.eclipse.hexmap import SectorLook, in_hand, look, spaces_round
from companion.screens.words import count, sector, spoken

May = Callable[[str], bool]
TRACK: Final = "track"


@dataclass(frozen=True, slots=True)
class Touched:
    """What was touched since the question was asked: what is built or moved, from where, the tile and its rotation."""

    what: str = ""
    source: str = ""
    number: int = 0
    rotation: int = -1
    looked: int = 0
    """A sector that is only looked at."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A target beside the map. A `line` is done (grey, its reasons are said); `then` is what it makes of `Touched`."""

    key: str
    words: str
    small: str = ""
    line: str = ""
    then: Touched | None = None
    tone: str = "plain"
    chosen: bool = False
    grey: bool = False
    why: str = ""
    """A line whose reasons are said where the offer is grey and does nothing by itself."""
    rotation: int = -1
    """A tile turned like that is drawn on the target."""


@dataclass(frozen=True)
class Panel:
    """See the module. `keys` are many and small, `foot` few and at the foot."""

    seat: str
    question: str
    says: str = ""
    tap: Mapping[Place, str] = field(default_factory=dict)
    pick: Mapping[Place, Touched] = field(default_factory=dict)
    ask: Callable[[Place], str] | None = None
    sample: bool = False
    """`ask` gives one line for many, which only explains; else one that turns out to be possible is done."""
    spaces: tuple[Place, ...] = ()
    hand: SectorLook | None = None
    """A tile that is not laid yet."""
    chosen: tuple[Place, ...] = ()
    about: tuple[Place, ...] = ()
    """What the map should show: the lit hexes, if nothing else is said."""
    keys: tuple[Offer, ...] = ()
    across: int = 3
    foot: tuple[Offer, ...] = ()

    @property
    def lit(self) -> tuple[Place, ...]:
        return (*self.tap, *(place for place in self.pick if place not in self.tap))


Places = Mapping[Place, int]


def panel(state: Any, decision: Decision, touched: Touched, places: Places, may: May) -> Panel:
    """What the map offers for this decision, one that is `on_map`. `places`: the sector at each place."""
    return _PANELS[decision.name](state, decision, touched, places, may)


def _by_number(places: Places) -> dict[int, Place]:
    return {number: place for place, number in places.items()}


def _ends(decision: Decision, may: May, *, words: Mapping[str, str] | None = None) -> tuple[Offer, ...]:
    """What ends the step, from the left: later, then done."""
    found = []
    for verb in ("turn_another", "discard", "leave_be", "later", "done"):
        if verb in decision.verbs:
            line = f"{decision.seat}: {verb}"
            small = {"later": "to the inbox", "leave_be": "no disc"}.get(verb, "")
            said = (words or {}).get(verb) or {"leave_be": "leave it", "turn_another": "turn another"}.get(verb, verb)
            found.append(Offer(verb, said, small, line, tone="go" if verb == "done" else "quiet", grey=not may(line)))
    return tuple(found)


# ── explore ──


def _space(state: Any, decision: Decision, touched: Touched, places: Places, may: May) -> Panel:
    seat = decision.seat
    lines = {place: f"{seat}: space {place[0]} {place[1]}" for place in decision.context["spaces"]}
    tap = {place: line for place, line in lines.items() if may(line)}
    spaces = spaces_round(place for place, number in places.items() if _there(state, number, seat))
    spaces = tuple(place for place in spaces if place not in places)
    again = "" if decision.context.get("first", True) else " a second one"
    return Panel(
        seat,
        f"Explore{again} where?",
        "I, II and III: the stack a tile is turned from. Touch a lit space."
        if tap
        else "There is no space to be explored from here.",
        tap=tap,
        ask=lambda place: f"{seat}: space {place[0]} {place[1]}",
        spaces=tuple(dict.fromkeys((*spaces, *tap))),
        foot=_ends(decision, may),
    )


def _there(state: Any, number: int, seat: str) -> bool:
    """Whether the seat has a disc or ships in a sector of the map."""
    found = state.sector(number)
    return found is not None and found.at is not None and (found.owner == seat or bool(fleet(found, seat)))


def _tile(state: Any, decision: Decision, touched: Touched, places: Places, may: May) -> Panel:
    context = decision.context
    stack, space = context["stack"], tuple(context["space"])
    keys = []
    for number in sorted(tiles_of(stack)):
        tile, line = SECTORS[number], f"{decision.seat}: turn {number}"
        marks = "◆" * tile.discovery + "▲" * tile.ancients
        keys.append(Offer(f"turn:{number}", sector(number), marks, line, grey=not may(line)))
    left = context["left_in_stack"]
    return Panel(
        context["explorer"],
        f"Stack {STACK_NUMBERS[stack]}: which tile was turned?",
        f"◆ discovery, ▲ Ancient. {count(left, 'tile')} left.",
        spaces=(space,),
        chosen=(space,),
        about=(space,),
        keys=tuple(keys) if "turn" in decision.verbs else (),
        across=3 if len(keys) <= 12 else 4,
        foot=_ends(decision, may),
    )


def _place(state: Any, decision: Decision, touched: Touched, places: Places, may: May) -> Panel:
    seat, context = decision.seat, decision.context
    space, turned = tuple(context["space"]), context["turned"]
    number = touched.number if touched.number in turned else turned[-1]
    legal = [each for each in range(6) if may(f"{seat}: place {number} {each}")]
    rotation = touched.rotation if touched.rotation >= 0 else legal[0] if legal else 0
    tiles = (
        tuple(
            Offer(f"tile:{each}", sector(each), "lay this one", then=Touched(number=each), chosen=each == number)
            for each in turned
        )
        if len(turned) > 1
        else ()
    )
    keys = tuple(
        Offer(
            f"rotation:{each}",
            "",
            then=Touched(number=number, rotation=each),
            chosen=each == rotation,
            grey=each not in legal,
            why=f"{seat}: place {number} {each}",
            rotation=each,
        )
        for each in range(6)
    )
    following = next((each for step in range(1, 7) if (each := (rotation + step) % 6) in legal), rotation)
    line = f"{seat}: place {number} {rotation}"
    lay = Offer("lay", "lay it", sector(number), line, tone="go", grey=not may(line))
    return Panel(
        seat,
        f"{sector(number)}: how does it lie?",
        "Touch the tile to turn it; the number stands in the corner where it is printed. Grey: no wormhole meets yours."
        if legal
        else f"However it is turned, {sector(number)} cannot be laid there.",
        pick={space: Touched(number=number, rotation=following)} if legal else {},
        ask=None if may(line) else lambda place: line,
        hand=in_hand(number, space, rotation, state),
        about=(space,),
        keys=(*tiles, *keys),
        foot=(*_ends(decision, may), lay),
    )


def _home(state: Any, decision: Decision, touched: Touched, places: Places, may: May) -> Panel:
    """House rule: each seat says how its starting sector lies."""
    seat, number = decision.seat, decision.context["sector"]
    place = decision.context["place"]
    now = state.sector(number).rotation
    rotation = touched.rotation if touched.rotation >= 0 else now
    keys = tuple(
        Offer(f"rotation:{each}", "", then=Touched(rotation=each), chosen=each == rotation, rotation=each)
        for each in range(6)
    )
    there = tuple(place) if place is not None else None
    return Panel(
        seat,
        f"{sector(number)}: how does it lie?",
        "Touch the tile to turn it; the number stands in the corner where it is printed.",
        pick={there: Touched(rotation=(rotation + 1) % 6)} if there is not None else {},
        hand=look(state, state.sector(number).with_(rotation=rotation)) if there is not None else None,
        keys=keys,
        foot=(Offer("lay", "it lies so", "", f"{seat}: turn_home {rotation}", tone="go"),),
    )


def _control(state: Any, decision: Decision, touched: Touched, places: Places, may: May) -> Panel:
    seat, number = decision.seat, decision.context["sector"]
    line = f"{seat}: control"
    at = _by_number(places).get(number)
    tap = {at: line} if at is not None and may(line) else {}
    put = Offer("control", "put a disc there", f"{state.player(seat).discs} on the track", line, tone="go")
    where = f"{sector(number)}: " if number else ""
    return Panel(
        seat,
        f"{where}put an influence disc there?",
        "",
        tap=tap,
        ask=None if may(line) else lambda place: line,
        about=(at,) if at is not None else (),
        keys=(replace(put, grey=not may(line)),),
        across=1,
        foot=_ends(decision, may),
    )


def _colonise(state: Any, decision: Decision, touched: Touched, places: Places, may: May) -> Panel:
    seat, context = decision.seat, decision.context
    number = context["sector"]
    player = state.player(seat)
    keys = []
    for kind, tracks in context["squares"].items():
        for track in tracks:
            line = f"{seat}: colonise {number} {kind} {track}"
            small = f"a {track} cube" if kind in ("gray", "orbital") else ""
            keys.append(Offer(line, spoken(kind), small, line, grey=not may(line)))
    at = _by_number(places).get(number)
    cubes = "/".join(map(str, player.cubes))
    return Panel(
        seat,
        f"{sector(number)}: send colony ships?",
        f"{count(player.colony_ready, 'colony ship')}. Cubes left: {cubes} on money/science/materials.",
        ask=None,
        chosen=(at,) if at is not None else (),
        about=(at,) if at is not None else (),
        keys=tuple(keys),
        across=2,
        foot=_ends(decision, may),
    )


def settling(seat: str, actions: Iterable[Any], number: int, may: May) -> tuple[Offer, ...]:
    """Colony ships that may be sent into a sector that is looked at: `actions` are all that the seat might do."""
    keys = []
    for each in actions:
        line = write(each)
        if each.sector == number and may(line):
            small = f"{each.track} cube of {seat.capitalize()}"
            keys.append(Offer(line, spoken(each.square), small, line))
    return tuple(keys)


# ── influence ──


def _influence(state: Any, decision: Decision, touched: Touched, places: Places, may: May) -> Panel:
    from companion.rules.eclipse.influence import MoveDisc

    seat, at = decision.seat, _by_number(places)
    moves = [(each.source, each.target) for each in MoveDisc.candidates(state, decision)]
    discs = state.player(seat).discs
    source = touched.source or (TRACK if discs else "")
    tap = {}
    for a, b in moves:
        line = f"{seat}: move_disc {a} {b}"
        if str(a) == source and isinstance(b, int) and b in at and may(line):
            tap[at[b]] = line
    own = {a for a, _ in moves if isinstance(a, int) and a in at}
    pick = {at[a]: Touched(source=str(a)) for a in own if str(a) != source}
    named = _called(source)
    keys = [
        Offer(TRACK, "from the track", count(discs, "disc"), then=Touched(source=TRACK), chosen=source == TRACK)
        if discs
        else Offer(TRACK, "from the track", "no disc", grey=True, why=f"{seat}: move_disc track {_any(at)}")
    ]
    if source and source != TRACK:
        line = f"{seat}: move_disc {source} track"
        keys.append(Offer("to track", "to the track", f"from {named}", line, grey=not may(line)))
    left = count(decision.context["left"], "disc")
    return Panel(
        seat,
        f"Disc from {named}: put it where?" if source else "Take a disc from where?",
        f"{left} may still be moved. Touch where it goes; or one of your own sectors, to take its disc.",
        tap=tap,
        pick=pick,
        ask=lambda place: _move_disc(state, seat, source, places.get(place)),
        chosen=(at[int(source)],) if source.isdigit() and int(source) in at else (),
        keys=tuple(keys),
        across=1,
        foot=_ends(decision, may),
    )


def _any(at: Mapping[int, Place]) -> int:
    return next(iter(at), 1)


def _move_disc(state: Any, seat: str, source: str, number: int | None) -> str:
    return f"{seat}: move_disc {source or TRACK} {number}" if number else ""


def _called(source: str) -> str:
    return sector(int(source)) if source.isdigit() else "the track"


# ── build ──


def _build(state: Any, decision: Decision, touched: Touched, places: Places, may: May) -> Panel:
    seat, at = decision.seat, _by_number(places)
    player = state.player(seat)
    costs, owned = player.species.costs, [each.number for each in state.owned(seat)]
    keys = []
    for kind in (*SHIPS, *STRUCTURES):
        lines = [_building(seat, kind, number) for number in owned]
        small = f"{costs[kind]} mat"
        if kind in SHIPS:
            small += f" · {player.ships[SHIPS.index(kind)]} of {SHIP_LIMITS[kind]}"
        legal = any(map(may, lines))
        keys.append(
            Offer(
                f"what:{kind}",
                spoken(kind),
                small,
                then=Touched(what=kind if touched.what != kind else ""),
                chosen=touched.what == kind,
                grey=not legal,
                why=lines[0] if lines else _building(seat, kind, _any(at)),
            )
        )
    tap = {}
    if touched.what:
        for number in owned:
            line = _building(seat, touched.what, number)
            if number in at and may(line):
                tap[at[number]] = line
    left = count(decision.context["left"], "thing")
    return Panel(
        seat,
        f"{spoken(touched.what)}: where?" if touched.what else f"Build what? {left} left",
        f"{player.storage[2]} materials." + (" Touch a lit sector." if touched.what else " First what, then where."),
        tap=tap,
        ask=(lambda place: _building(seat, touched.what, places[place]) if place in places else "")
        if touched.what
        else None,
        about=tuple(at[number] for number in owned if number in at),
        keys=tuple(keys),
        across=2,
        foot=_ends(decision, may),
    )


def _building(seat: str, kind: str, number: int) -> str:
    return f"{seat}: {'build_ship' if kind in SHIPS else 'build_structure'} {kind} {number}"


# ── move ──


def _move(state: Any, decision: Decision, touched: Touched, places: Places, may: May) -> Panel:
    from companion.rules.eclipse.move import MoveShip, movement

    seat, at = decision.seat, _by_number(places)
    player = state.player(seat)
    moves: dict[str, dict[str, list[int]]] = {}
    for each in MoveShip.candidates(state, decision):
        moves.setdefault(str(each.source), {}).setdefault(each.ship, []).append(each.target)
    source = touched.source
    there = dict(fleet(state.sector(int(source)), seat)) if source and state.sector(int(source)) else {}
    movable = moves.get(source, {})
    what = touched.what if touched.what in there else next(iter(movable), next(iter(there), ""))
    tap, pick = {}, {}
    if source:
        for target in movable.get(what, ()):
            line = f"{seat}: move_ship {what} {source} {target}"
            if target in at and may(line):
                tap[at[target]] = line
    else:
        pick = {at[int(each)]: Touched(source=each) for each in moves if int(each) in at}
    keys = [
        Offer(
            f"ship:{kind}",
            spoken(kind),
            f"{number} there · move {movement(player, kind)}" if player.blueprints else f"{number} there",
            then=Touched(kind, source),
            chosen=kind == what,
            grey=kind not in movable,
            why=_moving(state, seat, kind, source, None),
        )
        for kind, number in there.items()
    ]
    if source:
        keys.append(Offer("other", "◂ other ship", "", then=Touched(), tone="quiet"))
    left = count(decision.context["left"], "move")
    home = {number: place for number, place in at.items() if fleet(state.by_number[number], seat)}
    return Panel(
        seat,
        f"{spoken(what)} from {sector(int(source))}: to where?" if source else f"Move a ship from where? {left} left",
        "Touch where it goes; one that is not lit says why not." if source else "Touch a sector with ships of yours.",
        tap=tap,
        pick=pick,
        ask=lambda place: _moving(state, seat, what, source, places.get(place)),
        sample=not source,
        chosen=(at[int(source)],) if source and int(source) in at else (),
        about=(*tap, *((at[int(source)],) if source and int(source) in at else ())) or tuple(home.values()),
        keys=tuple(keys),
        across=1,
        foot=_ends(decision, may),
    )


def _moving(state: Any, seat: str, what: str, source: str, number: int | None) -> str:
    """The line of a move that is not to be: to a sector that was touched, or from it where none was chosen yet."""
    if source:
        beside = state.chart.touching.get(int(source), ())
        goal = number or (beside[0] if beside else int(source))
        return f"{seat}: move_ship {what or 'interceptor'} {source} {goal}"
    if number is None:
        return ""
    there = dict(fleet(state.by_number[number], seat)) if number in state.by_number else {}
    beside = state.chart.touching.get(number, ())
    linked = state.chart.full.get(number, ()) or beside
    return f"{seat}: move_ship {next(iter(there), 'interceptor')} {number} {linked[0] if linked else number}"


_PANELS: Final[dict[str, Callable[[Any, Decision, Touched, Places, May], Panel]]] = {
    "explore.space": _space,
    "explore.tile": _tile,
    "explore.place": _place,
    "explore.control": _control,
    "setup.rotation": _home,
    "colonise": _colonise,
    "influence.disc": _influence,
    "build.what": _build,
    "move.ship": _move,
}
NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "explore.control": ("map",),
    "colonise": ("map", "sectors"),
    "influence.disc": ("map", "sectors"),
    "build.what": ("map", "ship_places", "sectors"),
    "move.ship": ("map", "ship_places"),
}
"""The areas without which a decision has no map."""


def on_map(state: Any, decision: Decision) -> bool:
    """Whether the decision is asked on the map."""
    return decision.name in _PANELS and state.tracks("map", *NEEDS.get(decision.name, ()))
