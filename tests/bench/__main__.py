"""`make bench`: one line per speed, each beside a reference that was timed in the same run.

python -m tests.bench [PART...]    parts: reader, selfplay, odds, start, box, panning
"""

import importlib
import sys

PARTS = ("reader", "selfplay", "odds", "start", "box", "panning")


def main(wanted: list[str]) -> int:
    """Print each part's rows; unknown parts are an error."""
    if unknown := [part for part in wanted if part not in PARTS]:
        print(f"bench: there is no part {', '.join(unknown)}; parts are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    for part in wanted or PARTS:
        for row in importlib.import_module(f"tests.bench.{part}").rows():
            print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
