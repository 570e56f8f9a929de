"""The chances of an Eclipse battle: `odds(Battlefield((ShipClass(...),), (ShipClass(...),)))`."""

from companion.rules.eclipse.odds.aiming import Plan
from companion.rules.eclipse.odds.battlefield import SIDES, BadBattle, Battlefield, ShipClass, Side, initiative_order
from companion.rules.eclipse.odds.chances import BUDGET, SAMPLES, Odds, odds
from companion.rules.eclipse.odds.exact import TooLarge

__all__ = [
    "BUDGET",
    "SAMPLES",
    "SIDES",
    "BadBattle",
    "Battlefield",
    "Odds",
    "Plan",
    "ShipClass",
    "Side",
    "TooLarge",
    "initiative_order",
    "odds",
]
