"""The commands of the table: `sim`, `replay`, `check`, `score`, `sessions`, `export`, `import`."""

import sys
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.commands.output import print_json, write_record
from companion.data import data_folder
from companion.faults import Fault, on_one_line

if TYPE_CHECKING:
    from companion.rules.contract import Game, Reason, ScoreSheet, State
    from companion.table.journal import SessionRow
    from companion.table.record import Record
    from companion.table.simulation import Played

AsLines = Annotated[bool, typer.Option("--json", help="JSON, one object per line.")]
Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", readable=False, help="Where sessions are kept.")]
RecordFile = Annotated[
    Path, typer.Argument(metavar="RECORD", readable=False, help="A record, as `companion export` writes it.")
]


def mount(app: typer.Typer) -> None:
    """Add the commands to `companion`."""
    app.command("sim")(sim)
    app.command("replay")(replay)
    app.command("check")(check)
    app.command("score")(score)
    app.command("sessions")(sessions)
    app.command("export")(export)
    app.command("import")(import_)


def sim(
    game: Annotated[str, typer.Argument(metavar="GAME", help="eclipse, dark-ages or cosmic-empires")],
    players: Annotated[int, typer.Option(min=1, max=12, help="How many play.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option(help="The first game's seed; each next game takes the next.")] = 1,
    species: Annotated[str, typer.Option(metavar="A,B,...", help="Species or factions, seat by seat.")] = "",
    tracking: Annotated[str, typer.Option(metavar="NAME", help="How much is tracked: light or full.")] = "",
    rule: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option or house rule.")] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FOLDER", readable=False, help="Write each game's record there.")
    ] = None,
    as_lines: AsLines = False,
) -> None:
    """Play random legal games."""
    from companion.rules.contract import Refused
    from companion.table import simulation

    box = _box(game)
    options = dict(_rule(each) for each in rule or [])
    names = [each.strip() for each in species.split(",") if each.strip()]
    try:
        setup = simulation.setup(box, players, names, options, tracking)
        box.begin(setup)
    except (Fault, Refused) as refused:
        raise typer.BadParameter(str(refused)) from refused
    if record is not None:
        _make_folder(record)
    decisions, start, wins = 0, time.perf_counter(), dict.fromkeys((seat.seat for seat in setup.seats), 0)
    for number in range(seed, seed + games):
        played = simulation.play(box, setup, number)
        decisions += played.decisions
        if played.winner is not None:
            wins[played.winner] += 1
        if record is not None:
            write_record(record / f"{box.name}-{players}-{number}.txt", simulation.text(box, played))
        if as_lines:
            print_json(
                {
                    "game": game,
                    "players": players,
                    "seed": number,
                    "decisions": played.decisions,
                    "winner": played.winner,
                    "scores": played.scores,
                }
            )
        else:
            print(f"seed {number}: {played.decisions} decisions, {_outcome(played)}")
    seconds = time.perf_counter() - start
    if as_lines:
        rate = round(decisions / seconds) if seconds else None
        print_json(
            {
                "games": games,
                "decisions": decisions,
                "seconds": round(seconds, 3),
                "decisions_per_second": rate,
                "wins": wins,
            }
        )
    else:
        print(f"{games} games, {decisions} decisions, {decisions / max(seconds, 1e-9):.0f} a second")


def replay(record: RecordFile, as_lines: AsLines = False) -> None:
    """Replay a record; name the first line that is not allowed, and why."""
    from companion.table import replay as replaying
    from companion.table.session import where

    read = _record(record, as_lines)
    answer: dict[str, Any] = {"file": str(record), "game": _spelt(read.game.name), "lines": len(read.lines)}
    try:
        position = replaying.last(read)
    except replaying.IllegalLine as refused:
        if as_lines:
            illegal = {"line": refused.line, "text": refused.text, "reasons": _reasons(refused.reasons)}
            print_json({**answer, "legal": False, "illegal": illegal})
        raise
    except Fault as fault:
        if as_lines:
            print_json({"file": str(record), "error": str(fault)})
        raise
    if as_lines:
        print_json({**answer, "legal": True, "illegal": None, "where": where(position.state)})
    else:
        print(f"{on_one_line(record)}: {len(read.lines)} lines, all as the rules allow. {where(position.state)}.")


def check(
    record: RecordFile,
    line: Annotated[str, typer.Argument(metavar="LINE", help='An action, e.g. "blue: technology fusion_drive".')],
    viewer: Annotated[str, typer.Option("--as", metavar="SEAT", help="Ask with what this seat knows.")] = "public",
    as_lines: AsLines = False,
) -> None:
    """Say whether LINE is legal after RECORD."""
    from companion.rules.contract import judge, nearest, printed
    from companion.rules.notation import BrokenLine
    from companion.rules.notation import write as write_line
    from companion.table.record import read_action

    read = _record(record, as_lines)
    state = _last(read, viewer, record, as_lines)
    try:
        action = read_action(line, read.game, read.setup.seats)
    except BrokenLine as broken:
        if as_lines:
            print_json({"line": line, "error": str(broken)})
        raise Fault(str(broken)) from broken
    verdict = judge(state, action)
    close = [write_line(other) for other in nearest(state, action, read.game.actions)] if verdict.reasons else []
    if as_lines:
        print_json(
            {
                "verdict": verdict.word.value,
                "reasons": _reasons(verdict.reasons),
                "missing": [{"fact": missing.fact, "text": missing.text} for missing in verdict.missing],
                "nearest": close,
            }
        )
        return
    print(f"{line}: {verdict.word.value}")
    for reason in verdict.reasons:
        print(f"  {reason.text}" + (f" ({printed(reason.page)})" if reason.page else ""))
    for missing in verdict.missing:
        print(f"  {missing.text}")
    if close:
        print("allowed now: " + "; ".join(close))


def score(
    source: Annotated[str, typer.Argument(metavar="RECORD|SESSION", help="A record, or a session's number.")],
    as_lines: AsLines = False,
    data: Data = None,
) -> None:
    """Show the itemised score, as everybody at the table can know it."""
    from companion.rules.contract import PUBLIC, printed

    if source.isascii() and source.isdigit() and len(source) < 19 and not _is_file(source):
        from companion.table.journal import Journal
        from companion.table.session import Session

        with Journal(data_folder(data), writing=False) as journal:
            session = Session.resume(journal, int(source))
        state, names, game = session.view(PUBLIC), session.names, session.game
    else:
        read = _record(Path(source), as_lines)
        state, names, game = _last(read, PUBLIC, Path(source), as_lines), read.names, read.game
    sheet = state.score()
    if as_lines:
        print_json({"game": _spelt(game.name), **_sheet(sheet, names)})
        return
    for seat in sorted(sheet.seats, key=lambda each: each.place):
        name = names.get(seat.seat, "")
        who = f"{seat.seat.capitalize()}{f' ({name})' if name else ''}"
        if not sheet.points:
            told = "; ".join(f"{each.source}: {each.detail}" for each in seat.lines)
            print(f"{who}: {sheet.result(seat)} ({told})")
            continue
        print(f"{seat.place}. {who}: {_range(seat.low, seat.high)}")
        for each in seat.lines:
            page = f", {printed(each.page)}" if each.page else ""
            print(f"     {_range(each.low, each.high):>8}  {each.source}: {each.detail}{page}")
        print(f"     tie-break: {seat.tiebreak} {seat.tiebreak_text}")
    if sheet.note:
        print(sheet.note)
    if not sheet.final:
        print("The game is not over.")


def sessions(as_lines: AsLines = False, data: Data = None) -> None:
    """List the sessions that were played, the latest first."""
    from companion.table.journal import Journal, NoJournal

    try:
        with Journal(data_folder(data), writing=False) as journal:
            rows = journal.sessions()
    except NoJournal:
        rows = []
    for row in rows:
        if as_lines:
            print_json(_row(row))
        else:
            players = ", ".join(
                f"{seat.seat} {row.names.get(seat.seat) or '–'}{f' ({seat.faction})' if seat.faction else ''}"
                for seat in row.setup.seats
            )
            when = begun.strftime("%Y-%m-%d %H:%M") if (begun := _when(row)) else "at some time  "
            state = "ended" if row.ended else "unfinished"
            print(f"{row.id:>4}  {when}  {_spelt(row.game)}  {state}, {row.events} events  {players}")
    if not rows and not as_lines:
        print("No session was played yet.")


def export(
    number: Annotated[int, typer.Argument(metavar="ID", help="The session's number.")],
    out: Annotated[
        Path, typer.Argument(metavar="OUT", readable=False, help="The file to write, - for standard output.")
    ],
    data: Data = None,
) -> None:
    """Write a session as a record: all of a finished game, of another what lies open on the table."""
    from companion.rules.contract import PUBLIC
    from companion.table.journal import Journal
    from companion.table.record import ALL, of_session
    from companion.table.session import Session

    with Journal(data_folder(data), writing=False) as journal:
        session = Session.resume(journal, number)
    text = of_session(session, ALL if session.over else PUBLIC)
    if str(out) == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8"))  # a record is UTF-8 whatever the terminal speaks
        return
    write_record(out, text)
    knows = "all of it" if session.over else "the game is not over, so what is hidden stays hidden"
    print(f"Session {number} is in {on_one_line(out)}: {knows}.")


def import_(
    record: Annotated[Path, typer.Argument(metavar="FILE", readable=False, help="A record.")],
    data: Data = None,
) -> None:
    """Take a record in as a session of its own."""
    from companion.table.journal import Journal
    from companion.table.record import ALL
    from companion.table.replay import take_in

    read = _record(record, False)
    with Journal(data_folder(data)) as journal:
        number = take_in(journal, read)
    hidden = "" if read.knows == ALL else f"; it holds what {read.knows} knows, the rest stays unknown"
    print(f"{on_one_line(record)} is session {number}{hidden}.")


def _box(spelling: str) -> "Game[Any]":
    from companion.rules.games import GAMES

    name = spelling.replace("-", "_")
    if name not in GAMES:
        known = ", ".join(_spelt(each) for each in GAMES)
        raise typer.BadParameter(f"“{spelling}” is not a game this version plays; it plays {known}.", param_hint="GAME")
    return GAMES[name]


def _spelt(name: str) -> str:
    return name.replace("_", "-")


def _rule(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not name or not equals or not value:
        raise typer.BadParameter(f"“{text}” is no rule: expected NAME=VALUE.", param_hint="--rule")
    return name.strip(), value.strip()


def _record(path: Path, as_lines: bool) -> "Record":
    from companion.rules.games import GAMES
    from companion.table.record import BrokenRecord, load

    try:
        return load(path, GAMES)
    except BrokenRecord as broken:
        if as_lines:
            print_json({"file": str(path), "error": str(broken)})
        raise


def _last(read: "Record", viewer: str, path: Path, as_lines: bool) -> "State":
    """The state after the record as `viewer` knows it. Raises BrokenRecord."""
    from companion.rules.contract import PUBLIC
    from companion.table import replay as replaying

    seats = [seat.seat for seat in read.setup.seats]
    if viewer != PUBLIC and viewer not in seats:
        raise typer.BadParameter(f"“{viewer}” does not play; seats are {', '.join(seats)}.", param_hint="--as")
    try:
        return replaying.last(read).state.view(viewer)
    except Fault as fault:
        if as_lines:
            print_json({"file": str(path), "error": str(fault)})
        raise


def _reasons(reasons: "tuple[Reason, ...]") -> list[dict[str, str]]:
    return [{"code": reason.code, "text": reason.text, "page": reason.page} for reason in reasons]


def _sheet(sheet: "ScoreSheet", names: Any) -> dict[str, Any]:
    return {
        "final": sheet.final,
        "note": sheet.note,
        "seats": [
            {
                "seat": seat.seat,
                "name": names.get(seat.seat, ""),
                "place": seat.place,
                "low": seat.low,
                "high": seat.high,
                "tiebreak": seat.tiebreak,
                "tiebreak_text": seat.tiebreak_text,
                "lines": [
                    {
                        "source": line.source,
                        "low": line.low,
                        "high": line.high,
                        "detail": line.detail,
                        "page": line.page,
                    }
                    for line in seat.lines
                ],
            }
            for seat in sheet.seats
        ],
    }


def _row(row: "SessionRow") -> dict[str, Any]:
    return {
        "id": row.id,
        "game": _spelt(row.game),
        "begun": begun.isoformat(timespec="seconds") if (begun := _when(row)) else None,
        "ended": row.ended,
        "events": row.events,
        "seats": [
            {"seat": seat.seat, "faction": seat.faction, "name": row.names.get(seat.seat, "")}
            for seat in row.setup.seats
        ],
    }


def _when(row: "SessionRow") -> datetime | None:
    """When a session began, by the clock of this place; None when the clock it was begun by was no clock."""
    try:
        return datetime.fromtimestamp(row.begun).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def _is_file(name: str) -> bool:
    try:
        return Path(name).exists()
    except OSError:  # it lies where we may not look
        return True


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _outcome(played: "Played") -> str:
    """Who won a game played by itself, and with how many points where they are counted."""
    if played.sheet.points:
        points = ", ".join(f"{seat} {_points(value)}" for seat, value in played.scores.items())
        return f"{played.winner or 'nobody alone'} wins: {points}"
    winners = [seat.seat for seat in played.sheet.seats if seat.low]
    if not winners:
        return "a draw"
    return f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'}"


def _points(value: int | list[int]) -> str:
    return str(value) if isinstance(value, int) else _range(*value)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Fault(
            f"The folder {folder} cannot be made: {(error.strerror or str(error)).lower()}; choose another."
        ) from error
