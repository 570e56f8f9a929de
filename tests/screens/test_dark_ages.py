"""Galaxy: The Dark Ages on the screen: it fits, common acts are two touches, and nothing private shows elsewhere."""

from collections.abc import Callable, Iterator
from pathlib import Path

from companion.rules.contract import SeatSetup, Setup
from companion.rules.dark_ages import GAME
from companion.rules.notation import read
from companion.table.journal import Journal
from companion.table.session import Session
from tests.screens.dark_tour import FIVE, RARE, rare, tour
from tests.screens.driver import Driver, Picture
from tests.screens.panels import Walk, panels
from tests.screens.positions import laid_out

SEATS = ("green", "red", "blue")
DEALT = (
    "green: deals green",
    *(f"{seat}: draw_card ? ? ? ? ? ? ? ?" for seat in SEATS),
    "green: bid 8",
    "red: pass_bid",
    "blue: pass_bid",
)
OPENED = (*DEALT, "green: play felowi_8 felowi", "green: place_base felowi", "green: done", "green: draw_card ?")


def begun(data: Path, lines: tuple[str, ...], seats: tuple[str, ...] = SEATS, **options: str) -> Path:
    """A session in `data` after these lines; the folder."""
    with Journal(data) as journal:
        session = Session.begin(journal, GAME.name, Setup(GAME.name, tuple(SeatSetup(seat) for seat in seats), options))
        for line in lines:
            session.submit(read(line, GAME.actions))
        session.close()
    return data


@panels((800, 480), soak=[(1024, 600)])
def test_every_screen_of_the_box_fits_its_panel(start_app: Callable[..., Driver], size: tuple[int, int]) -> None:
    app = start_app(size, "--camera", "studio")
    walk = Walk()
    tour(app, walk.visit)
    assert walk.wrong == []
    assert {"dark-turn", "dark-column", "dark-attack", "dark-private-open", "dark-spoils", "dark-score"} <= set(
        walk.names
    )


@panels((800, 480), soak=[(1024, 600)])
def test_rare_screens_with_five_seats_fit_too(
    start_app: Callable[..., Driver], tmp_path: Path, size: tuple[int, int]
) -> None:
    data = tmp_path / "data"
    sessions = laid_out(data, GAME.name, RARE, FIVE, {"discard_relief": "on"}, never=("reveal_base", "sense"))
    assert set(sessions) == set(RARE)
    app = start_app(size, "--camera", "photos:/nowhere", data=data)
    walk = Walk()
    app.wait(lambda p: p.raw["ready"] and p.screen != "home", "the last session")
    rare(app, sessions, walk.visit)
    assert walk.wrong == []


def taken(app: Driver, *touches: str) -> int:
    """Touch these, wait for the event, and count the touches."""
    before, revision = app.taps, app.settled().raw["revision"]
    for touch in touches:
        app.tap(touch)
    app.wait(lambda p: p.raw["revision"] > revision and not p.raw["busy"], "the event")
    return app.taps - before


def test_common_acts_are_at_most_two_touches(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    app = start_app(data=begun(tmp_path / "data", OPENED))
    app.on("galaxy")
    assert taken(app, "column:cylor", "place base") == 2
    assert taken(app, "column:cylor", "red: play cylor_8 cylor") == 2
    assert taken(app, "column:felowi", "attack ship") == 2
    app.on("dice")
    app.tap("app rolls")
    app.tap("app rolls")
    while app.settled().screen == "choice":
        app.tap("green: let_be")
    if app.settled().screen == "galaxy":
        assert taken(app, "technology", "Screens") == 2
        assert taken(app, "done") == 1
    app.on("drawing")
    assert taken(app, "draw") == 1
    app.on("galaxy")
    assert taken(app, "secret_base") == 1
    app.type_key("3")  # a seat's button: phase 1 is over
    app.on("drawing")
    app.type_key("3")
    app.wait(lambda p: p.screen == "galaxy" and "GREEN" in p.texts, "the next turn")


def test_what_is_not_allowed_says_why_and_what_would_be(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    app = start_app(data=begun(tmp_path / "data", OPENED))
    app.on("galaxy")
    app.tap("column:felowi")
    app.tap("red: play felowi_8 felowi")
    told = app.wait(lambda p: p.raw["sheet"], "the reason").texts
    assert "lies on Felowi in row 1" in told
    assert "Playing a Ship" in told
    app.tap("record anyway")
    app.wait(lambda p: not p.raw["sheet"] and "Felowi 8 on Felowi: covers 1" in p.texts, "the play")
    app.tap("undo")
    app.wait(lambda p: "Touch a column" in p.texts, "the undo")


def test_corrections_of_this_box(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    app = start_app(data=begun(tmp_path / "data", OPENED))
    app.on("galaxy")
    app.hold("column:felowi")
    app.on("believes")
    app.tap("value:felowi_row_1")
    app.tap("Felowi 3")
    app.tap("tab:red")
    app.tap("value:hand")
    app.tap("plus")
    app.tap("set")
    app.tap("back")
    app.on("galaxy")
    texts = app.settled().texts
    assert "9 cards" in texts
    assert "\n3\n" in texts


# ── nothing private shows elsewhere ──


def shown(picture: Picture) -> str:
    """Everything that can be read, and what is grey."""
    targets = [(t["key"], t["words"], t["small"], t["grey"], t["chosen"]) for t in picture.raw["targets"]]
    return f"{picture.screen} {sorted(targets)} {picture.texts}"


def walk(app: Driver) -> Iterator[str]:
    """What everybody, and Green in private, is shown where Green has the turn."""
    app.wait(lambda p: p.screen == "galaxy" and not p.raw["toast"], "the turn")

    def look(*touches: str) -> str:
        for touch in touches:
            app.tap(touch)
        return shown(app.settled())

    yield look()
    for world in ("cylor", "kha_farjimmn", "divergence"):
        yield look(f"column:{world}")
        yield look("turn over")
        app.tap("back")
    yield look("technology")
    yield look("close", "column:cylor", "green: play cylor_8 cylor")
    yield look("ok", "back", "discard")
    yield look("ok", "reveal_base")
    yield look("ok", "menu")
    yield look("the Galaxy")
    yield look("strip:red")
    yield look("showed a card")
    yield look("kind:felowi")
    app.tap("back")
    for place in ("score", "inbox", "steps", "what to lay out"):
        app.tap("menu")
        yield look(place)
        app.tap("back")
    app.tap("menu")
    app.tap("what the app believes")
    for tab in (*SEATS, "table", "kha_farjimmn"):
        yield look(f"tab:{tab}")
    app.tap("back")
    app.tap("strip:green")
    app.tap("in private")
    yield look()
    yield look("open")
    app.press("look")
    yield shown(app.wait(lambda p: "cards not told" in p.texts, "Green's own cards"))
    app.release()
    app.tap("close")


TWINS = (
    *OPENED,
    "red: secret_base {garrison}",
    "red: tell_card {hand} hand",
    "red: tell_card {other} hand",
    "red: done",
    "red: draw_card {drawn}",
    "blue: play cylor_8 cylor",
    "blue: done",
    "blue: draw_card ?",
)


def test_what_red_told_in_private_shows_on_no_screen_of_others(
    start_app: Callable[..., Driver], tmp_path: Path
) -> None:
    told = {"garrison": "divergence_5", "hand": "cylor_3", "other": "sensors", "drawn": "imperials_4"}
    # What the other Red told does not even fit: it was told twice, and is doubtful to Red alone.
    twin = {"garrison": "?", "hand": "felowi_2", "other": "felowi_1", "drawn": "felowi_2"}
    walks = []
    for name, words in (("one", told), ("two", twin)):
        lines = tuple(line.format(**words) for line in TWINS)
        data = begun(tmp_path / name, lines)
        (data / "settings.toml").write_text("[table]\nturn_timer = false\n")  # time differs, secrets aside
        app = start_app(data=data)
        walks.append(list(walk(app)))
        app.stop()
    one, two = walks
    assert len(one) > 25
    for first, second in zip(one, two, strict=True):
        assert first == second


def test_red_alone_is_shown_what_red_told(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    lines = tuple(line.format(garrison="divergence_5", hand="cylor_3", other="sensors", drawn="?") for line in TWINS)
    app = start_app(data=begun(tmp_path / "data", lines))
    app.on("galaxy")
    app.tap("strip:red")
    app.tap("in private")
    assert "Cylor 3" not in app.on("hand").texts
    app.tap("open")
    assert "Cylor 3" not in app.settled().texts
    app.press("look")
    seen = app.wait(lambda p: "garrison: Divergence 5" in p.texts, "the garrison").texts
    assert "hand: Cylor 3, Sensors, 6 cards not told" in seen
    app.release()
    app.wait(lambda p: "Cylor 3" not in p.texts, "the cover")
    # Ten seconds without a touch close it.
    app.wait(lambda p: p.target("open") is not None, "the screen to close by itself")


def test_a_card_told_in_private_that_cannot_be_is_explained_in_private(
    start_app: Callable[..., Driver], tmp_path: Path
) -> None:
    app = start_app(data=begun(tmp_path / "data", OPENED))
    app.on("galaxy")
    app.tap("menu")
    app.tap("a hand")
    app.tap("Red")
    app.on("hand")
    app.tap("open")
    before = app.quiet()
    app.tap("kind:felowi")
    assert shown(app.settled()) == shown(before), "the grid shows what was touched"
    app.tap("value:8")  # it lies open on Felowi
    app.wait(lambda p: "hold to look" in p.raw["toast"], "the word")
    assert "Felowi 8" not in app.settled().texts
    app.press("look")
    app.wait(lambda p: "Felowi 8 lies on Felowi in row 1" in p.texts, "the reason")
    app.release()


def test_what_others_do_meanwhile_forgets_no_card_touched_in_private(
    start_app: Callable[..., Driver], tmp_path: Path
) -> None:
    app = start_app(data=begun(tmp_path / "data", DEALT[:1]))
    app.on("dealt")
    app.tap("tell:green")
    app.on("hand")
    app.tap("open")
    for touch in ("kind:felowi", "value:8", "kind:ally", "value:3", "kind:cylor"):
        app.tap(touch)
    assert "●●○○○○○○" in app.settled().texts
    before = app.look().raw["revision"]
    app.type_key("2")  # Red's button: dealt, and not told
    app.wait(lambda p: p.raw["revision"] > before, "Red's cards")
    assert "●●○○○○○○" in app.settled().texts
    app.tap("value:5")  # of Cylor, whose touch counts still
    assert "●●●○○○○○" in app.settled().texts
    app.tap("rest")
    app.on("dealt")
    app.tap("tell:blue")
    app.on("hand")
    app.tap("back")
    app.tap("all dealt")
    app.on("choice")
    app.tap("menu")
    app.tap("a hand")
    app.tap("Green")
    app.tap("open")
    app.press("look")
    app.wait(lambda p: "Felowi 8, Ally 3, Cylor 5, 5 cards not told" in p.texts, "Green's cards")
    app.release()
