"""What the screens show of Eclipse: a seat's figures, in the words and the order players look for them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.screens.box import SeatLine, offers
from companion.screens.words import resources, spoken

if TYPE_CHECKING:
    from companion.screens.desk import Desk
    from companion.screens.window import CompanionApp

TRACKS: Final = ("money", "science", "materials")


@dataclass(frozen=True, slots=True)
class Figures:
    """What a seat's strip says. `end_next` is the money left after the next upkeep, were one more action taken."""

    seat: str
    person: str
    active: bool
    passed: bool
    left: bool
    may_react: bool
    discs: int
    money: int
    income: int
    upkeep: int
    upkeep_next: int
    net_now: int
    net_next: int
    end_now: int
    end_next: int
    short_now: bool
    short_next: bool
    storage_line: str
    science_income: int
    materials_income: int


def figures(desk: "Desk", seat: str) -> Figures:
    """A seat's figures in the state on the screen."""
    from companion.rules.eclipse.economy import outlook, production

    state = desk.state
    player = state.player(seat)
    out = outlook(state, seat)
    return Figures(
        seat=seat,
        person=desk.person(seat),
        active=seat in desk.deciding(),
        passed=seat in state.passed,
        left=bool(player.gone),
        may_react=any(d.seat == seat and d.name == "reaction" for d in state.decisions),
        discs=player.discs,
        money=out.money,
        income=out.income,
        upkeep=out.upkeep,
        upkeep_next=out.upkeep_next,
        net_now=out.net_now,
        net_next=out.net_next,
        end_now=out.money_now,
        end_next=out.money_next,
        short_now=out.short_now > 0,
        short_next=out.short_next > 0,
        storage_line=resources(player.storage),
        science_income=production(player, "science"),
        materials_income=production(player, "materials"),
    )


def strip(of: Figures) -> SeatLine:
    """What a seat's strip says: discs left, net money now → after one more action, storage; `!`: it would be short."""
    if of.left:
        return SeatLine(of.seat, of.person, of.active, of.passed, small="left the game")
    right = signed(of.net_now) if of.passed else f"{signed(of.net_now)}→{signed(of.net_next)}"
    warn = of.short_next and not of.passed
    return SeatLine(
        of.seat,
        of.person,
        of.active,
        of.passed,
        f"pass {of.discs}○" if of.passed else f"{of.discs}○",
        right + (" !" if warn else ""),
        "touch to react" if of.may_react else of.storage_line,
        of.may_react,
        "bad" if of.short_now else "warn" if warn else "",
    )


def signed(value: int) -> str:
    """A sum of money as players say it: +3, 0, −1."""
    return f"+{value}" if value > 0 else f"{value}".replace("-", "−")


def action_note(desk: "Desk", seat: str, verb: str) -> str:
    """The small words on an action's target: how much of it this seat may do."""
    player = desk.state.player(seat)
    count = player.species.activations.get(verb)
    if count is None:
        return ""
    if verb == "build" and player.owns("nanorobots"):
        count += 1
    notes = {
        "explore": "1 sector" if count == 1 else f"up to {count} sectors",
        "influence": f"{count} discs, 2 colony ships",
        "research": "1 technology" if count == 1 else f"up to {count} technologies",
        "upgrade": f"{count} parts",
        "build": f"up to {count}",
        "move": f"{count} moves",
    }
    return notes.get(verb, "")


def open_seat(app: "CompanionApp", seat: str) -> None:
    """What a seat can do outside the six actions: colonise, trade, react, diplomacy, leave; or look and put right."""
    from companion.rules.contract import Verdict
    from companion.rules.notation import write
    from companion.screens.widgets.sheet import choose, why_not

    desk = app.desk
    assert desk is not None
    answers: list[tuple[str, str, Any]] = []
    grey: list[str] = []
    other = next(each for each in desk.state.seats if each != seat)
    # What stands for all of its kind where nothing of the kind can be done: its reasons are everybody's.
    sample = {"react": "move", "ambassadors": other, "attack": other}
    for verb, words, small in (
        ("react", "react", "a passed seat, one disc"),
        ("colonise", "colonise", f"{desk.state.player(seat).colony_ready} colony ships ready"),
        ("trade", "trade", f"{desk.state.player(seat).species.trade_rate} for 1"),
        ("ambassadors", "diplomacy", "exchange ambassadors"),
        ("attack", "break a treaty", "attack a partner"),
        ("leave", "leave the game", ""),
    ):
        verdict = desk.verdict(f"{seat}: {verb} {sample[verb]}") if verb in sample else None
        if verdict is not None and verdict.reasons and not any(map(desk.may, map(write, offers(desk, seat, verb)))):
            grey.append(words)
            told = Verdict(verdict.reasons)
            answers.append((words, small, lambda t=told, w=words: app.open_sheet(why_not(w.capitalize(), t, (), None))))
        elif verb in desk.actions:
            answers.append((words, small, lambda verb=verb: app.go("choice", seat=seat, verb=verb)))
    if desk.state.tracks("blueprints"):
        answers.append(("blueprints", "ships and their parts", lambda: app.go("blueprints", seat=seat)))
    answers.append(("put right", "what the app believes", lambda: app.go("believes", seat=seat)))
    name = desk.person(seat)
    app.open_sheet(choose(seat.capitalize() + (f" · {name}" if name else ""), answers, 3, grey))


def open_numbers(app: "CompanionApp", seat: str) -> None:
    """The numbers of a seat's strip, to be put right."""
    from companion.screens.widgets.sheet import choose

    desk = app.desk
    assert desk is not None
    wanted = ("money", "science", "materials", "discs")
    rows = [row for row in desk.correctable() if row.seat == seat and row.field in wanted]
    answers = [(f"{spoken(row.field)}: {row.value}", "", lambda row=row: desk.ask_number(row)) for row in rows]
    app.open_sheet(choose(f"{seat.capitalize()}: what lies on the table?", answers, 2))
