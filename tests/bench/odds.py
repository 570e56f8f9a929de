"""Milliseconds to work out each known battle exactly, against a fixed piece of plain Python timed in the same run."""

import statistics
import time
from itertools import product

from companion.rules.eclipse.odds import odds
from tests.rules.eclipse.battles import KNOWN

TIMES = 9
MOST = 50


def reference() -> float:
    """Milliseconds to roll six dice in all 46,656 ways and count how their sums fall: a plain enumeration."""
    began = time.perf_counter()
    fallen: dict[int, int] = {}
    for values in product(range(1, 7), repeat=6):
        total = sum(values)
        fallen[total] = fallen.get(total, 0) + 1
    return 1000 * (time.perf_counter() - began)


def rows() -> list[str]:
    lines = []
    for name, (battle, exact) in KNOWN.items():
        off = abs(odds(battle).attacker - exact)  # and warm
        yard, own = [], []
        for _ in range(TIMES):
            yard.append(reference())
            began = time.perf_counter()
            odds(battle)
            own.append(1000 * (time.perf_counter() - began))
        took, unit = statistics.median(own), statistics.median(yard)
        lines.append(
            f"odds {name}: {took:.2f} ms (at most {MOST}), {off:.6f} off; enumerating six dice takes {unit:.2f} ms: "
            f"{took / unit:.2f} times that"
        )
    return lines
