"""Which of Eclipse's decisions have screens of their own, and what is said there. Pure: no Kivy."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from companion.rules.contract import Action, Decision, Kind
from companion.screens import words
from companion.screens.box import ENDS, Box, RollWords

if TYPE_CHECKING:
    from companion.screens.desk import Desk
    from companion.screens.window import CompanionApp

QUIET: Final = frozenset({"reaction", "reputation.show"})
"""Windows that wait beside the main decision and need no screen of their own."""

ROUNDS: Final = 9


class EclipseBox(Box):
    """Eclipse."""

    game = "eclipse"
    screens: ClassVar[Mapping[str, str]] = {
        "round": "RoundScreen",
        "research": "Research",
        "build": "Build",
        "sectors": "Sectors",
        "battle": "Battle",
        "reputation": "Reputation",
        "upkeep": "Upkeep",
        "technologies": "Technologies",
        "map": "MapScreen",
        "fight": "Fight",
        "aftermath": "Aftermath",
        "upgrade": "Upgrade",
        "blueprints": "Blueprints",
    }
    by_decision: ClassVar[Mapping[str, str]] = {
        "turn": "round",
        "explore.sector": "sectors",
        "influence.disc": "sectors",
        "research.technology": "research",
        "build.what": "build",
        "upgrade.parts": "upgrade",
        "discovery.part": "upgrade",
        "combat": "battle",
        "battle": "battle",
        "battle.turn": "fight",
        "battle.assign": "fight",
        "battle.stalemate": "fight",
        "combat.population": "aftermath",
        "combat.cubes": "aftermath",
        "combat.influence": "aftermath",
        "upkeep": "upkeep",
        "diplomacy.room": "reputation",
    }
    asked: ClassVar[Mapping[str, str]] = {
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
    verbs: ClassVar[Mapping[str, str]] = {
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
    small: ClassVar[Mapping[str, str]] = {
        "later": "details to the inbox",
        "discard": "nobody wants it",
        "leave_be": "leave the sector",
    }
    foot = (*ENDS, "leave_be", "keep_none", "battles_over", "battle_over")
    stays = ("trade", "colonise")
    losing = ("give_up", "collapse")
    half_told = ("space", "place", "turn_home")
    own_seats = True
    levels: ClassVar[Mapping[str, tuple[str, str]]] = {
        "light": ("light tracking", "boards; no map"),
        "full": ("full tracking", "map, ships, blueprints"),
    }
    turns_up = ("show tiles", "reputation")

    def in_front(self, window: Decision) -> bool:
        return window.name not in QUIET

    def screen_for(self, decision: Decision | None, state: Any = None) -> str:
        from companion.screens.eclipse.map_panel import on_map

        if decision is not None and state is not None and on_map(state, decision):
            return "map"
        if decision is not None and decision.kind is not Kind.ROLL:
            if decision.name.startswith("reputation"):
                return "reputation"
            if "technologies" in decision.name:
                return "technologies"
            if decision.name == "combat" and "next" in decision.context:
                return "fight"
        return super().screen_for(decision, state)

    def question(self, decision: Decision) -> str:
        asked = super().question(decision)
        sector = decision.context.get("sector")
        return f"{words.sector(sector)}: {asked[:1].lower()}{asked[1:]}" if isinstance(sector, int) else asked

    def answer(self, action: Action[Any], desk: "Desk | None" = None) -> tuple[str, str]:
        if action.verb == "colonise":
            square, track = getattr(action, "square", ""), getattr(action, "track", "")
            which = f"{track} cube to " if square in ("gray", "orbital") else ""
            return words.spoken(square), f"{which}{words.sector(getattr(action, 'sector', 0))}"
        if action.verb == "trade":
            rate = f"{desk.state.player(action.seat).species.trade_rate} " if desk is not None else ""
            return f"{rate}{getattr(action, 'source', '?')} → 1 {getattr(action, 'target', '?')}", ""
        big, small = super().answer(action, desk)
        if action.verb == "react":
            return big, small or self.verb("react")
        return big, discovery(str(getattr(action, "kind", ""))) if action.verb == "discovery" else small

    def told(self, name: str, value: Any) -> str:
        if isinstance(value, tuple):
            return " ".join(self.told(name, item) for item in value)
        if isinstance(value, int) and not isinstance(value, bool):
            a_sector = name in ("sector", "number", "source", "target", "place") and value > 9
            return words.sector(value) if a_sector else str(value)
        return words.sector(int(value)) if str(value).isdigit() else super().told(name, value)

    def note(self, desk: "Desk", decision: Decision | None, seat: str) -> str:
        state = desk.state
        if decision is not None and decision.context.get("why"):
            return str(decision.context["why"])
        if seat not in state.seats:
            return ""
        player = state.player(seat)
        if decision is not None and decision.name == "colonise":
            cubes = "/".join(map(str, player.cubes))
            return f"colony ships {player.colony_ready} · cubes {cubes} on money/science/materials"
        stored = words.resources(player.storage)
        return f"{stored} · discs {player.discs} · colony ships {player.colony_ready}"

    def roll(self, desk: "Desk", decision: Decision, dice: str) -> RollWords:
        seats, context = desk.state.seats, decision.context
        party = str(context.get("party", ""))
        if "figures" in context:
            from companion.screens.eclipse.fighting import roll_words

            return roll_words(desk, decision, dice)
        needs = [
            f"{aim.needed}+" + (f" at shield {aim.shield}" if aim.shield else "") for aim in context.get("aims", ())
        ]
        about = f"hits on {', '.join(needs)}" if needs else ""
        left = context.get("throws_left", 1)
        about += f" · {left} throws" if left > 1 else ""
        title = f"Roll {dice}"
        if party and party not in seats:
            title = f"{party.capitalize()}: {title[:1].lower()}{title[1:]}"
        return RollWords(party if party in seats else "", title, about)

    def places(self, app: "CompanionApp") -> list[tuple[str, str, Callable[[], object]]]:
        desk = app.desk
        shown: list[tuple[str, str, Callable[[], object]]] = []
        if desk is not None and desk.state.tracks("map"):
            shown.append(("map", "sectors, discs, ships", lambda: app.go("map", look=True)))
        if desk is not None and desk.state.tracks("blueprints"):
            shown.append(("blueprints", "every seat's ships", lambda: app.go("blueprints")))
        return shown

    def round_of(self, state: Any) -> str:
        return f"round {state.round} of {ROUNDS}"

    def faction_name(self, faction: str) -> str:
        from companion.rules.eclipse.catalog import SPECIES

        return SPECIES[faction].name.split(" (")[0] if faction in SPECIES else words.spoken(faction)

    def tracking(self, options: Mapping[str, str], level: str = "") -> frozenset[str]:
        """Light or full tracking, with the technology supply where its tiles are known."""
        from companion.rules.eclipse.state import FULL, LIGHT

        if level == "full":
            return FULL
        return LIGHT | ({"supply"} if options.get("technology_tiles") != "untold" else set())

    def level_of(self, tracking: frozenset[str]) -> str:
        return "full" if "map" in tracking else "light"

    def laid_since(self, desk: "Desk") -> list[str]:
        """The technology tiles that the app drew, to be laid out: the latest, and all that lie on the supply board."""
        from companion.rules.eclipse.catalog import TECHNOLOGIES

        state = desk.state
        if state.option("technology_tiles") == "untold":
            return []
        steps = [step for step in desk.session.steps() if not step.undone]
        drawn = [title for step in steps for title in (step.title,) if title.startswith("New technologies: ")]
        out = [
            tile.name + (f" ×{count}" if count > 1 else "")
            for tile, count in zip(TECHNOLOGIES.values(), state.supply, strict=True)
            if count
        ]
        return [*drawn[-1:], "On the supply board now: " + (", ".join(out) or "no technology tile") + "."]

    def tabs(self, state: Any) -> list[str]:
        return [*super().tabs(state), "sectors", "tiles"]

    def tab_of(self, row: Any) -> str:
        part = row.field.partition("_")[0]
        return {"sector": "sectors", "supply": "tiles"}.get(part, "table") if row.seat == "table" else str(row.seat)

    def app_answered(self, line: str) -> str:
        """Technology tiles are drawn by the app for the table: somebody must lay them out."""
        if " new_technologies " not in line:
            return ""
        return f"{len(line.split()) - 2} new technology tiles: ⋯, then “what to lay out”, names them."

    def reveals(self, desk: "Desk") -> tuple[str, list[tuple[str, str]]]:
        windows = [d for d in desk.state.decisions if d.window and "reveal" in d.verbs[0]]
        return "Whose reputation tiles are turned up?", [(d.seat, d.verbs[0]) for d in windows]

    def reveal(self, desk: "Desk", seat: str) -> None:
        tiles = desk.view(seat).player(seat).reputation
        if all(isinstance(value, int) for value in tiles):
            desk.act(f"{seat}: reveal_reputation {' '.join(map(str, tiles))}".strip())
        else:
            desk.app.go("reputation", seat=seat)


def discovery(kind: str) -> str:
    """What a discovery tile gives, in small words."""
    from companion.rules.eclipse.catalog import DISCOVERY_GAIN, SCORING

    if kind == "points":
        return f"keep it: {SCORING['discovery']} points"
    if kind in DISCOVERY_GAIN:
        return f"+{DISCOVERY_GAIN[kind]}"
    return {"ancient_technology": "the cheapest tile", "ancient_cruiser": "a cruiser there"}.get(kind, "ship part")


BOX: Final = EclipseBox()
