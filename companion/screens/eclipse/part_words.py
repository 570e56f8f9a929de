"""Ship parts and ships in the words of a small target. Pure: no Kivy."""

from typing import TYPE_CHECKING, Any, Final

from companion.screens.words import count, spoken

if TYPE_CHECKING:
    from companion.rules.eclipse.blueprints import Figures

SHORT: Final = {
    "ion_cannon": "Ion",
    "plasma_cannon": "Plasma",
    "antimatter_cannon": "Antimat.",
    "plasma_missile": "Missile",
    "hull": "Hull",
    "improved_hull": "Improved",
    "nuclear_drive": "Nuclear",
    "fusion_drive": "Fusion",
    "tachyon_drive": "Tachyon",
    "electron_computer": "Electron",
    "positron_computer": "Positron",
    "gluon_computer": "Gluon",
    "nuclear_source": "Nuclear",
    "fusion_source": "Fusion",
    "tachyon_source": "Tachyon",
    "gauss_shield": "Gauss",
    "phase_shield": "Phase",
    "axion_computer": "Axion",
    "hypergrid_source": "Hypergr.",
    "shard_hull": "Shard",
    "ion_turret": "Turret",
    "conformal_drive": "Conform.",
    "flux_shield": "Flux",
}
"""A part's name where a thumb's width is all there is; its sign says the rest."""

SHIP: Final = {
    "interceptor": "Int",
    "cruiser": "Cru",
    "dreadnought": "Dread",
    "starbase": "Base",
    "ancient": "Ancient",
    "gcds": "GCDS",
}
PARTY: Final = {"ancients": "Ancients", "gcds": "GCDS"}
FIGURES: Final = ("initiative", "energy", "move", "computer", "shield", "hull")
"""A ship's figures in their places on a card."""


def party_name(party: str) -> str:
    """A party as its target says it."""
    return PARTY.get(party, party.capitalize())


def ship_name(ship: str) -> str:
    """A type of ship as its target says it."""
    return "GCDS" if ship == "gcds" else spoken(ship)


def does(part: Any) -> str:
    """What a part of the catalog gives, in a line: "1 yellow die, uses 1 energy"."""
    gives: list[str] = []
    if part.die:
        dice = count(part.dice, f"{part.die} die", f"{part.die} dice")
        gives.append(f"{'missile: ' if part.missile else ''}{dice} of {part.damage} damage")
    for value, word in (
        (part.hull, "hull"),
        (part.move, "move"),
        (part.initiative, "initiative"),
        (max(part.energy, 0), "energy"),
    ):
        if value:
            gives.append(f"+{value} {word}")
    if part.computer:
        gives.append(f"+{part.computer} to each roll")
    if part.shield:
        gives.append(f"−{part.shield} to each roll at it")
    if part.energy < 0:
        gives.append(f"uses {-part.energy} energy")
    return ", ".join(gives)


def figure(of: "Figures", name: str) -> str:
    """One of a ship's figures as a card shows it."""
    if name == "energy":
        return f"{of.used}/{of.made}"
    value = int(getattr(of, name))
    if name == "computer":
        return f"+{value}" if value else "0"
    return f"−{value}" if name == "shield" and value else str(value)


def dice(three: tuple[int, int, int]) -> str:
    """Dice by colour in words: "2 yellow, 1 red"; "" for none."""
    from companion.rules.eclipse.hits import COLOURS

    return ", ".join(f"{number} {colour}" for number, colour in zip(three, COLOURS, strict=True) if number)
