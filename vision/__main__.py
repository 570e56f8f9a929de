"""`python -m vision FILE...`: one JSON object per picture and line, as `companion dice read --json` prints them."""

from __future__ import annotations

import json
import sys

from vision import pictures, reader


def main(files: list[str]) -> int:
    if not files:
        print("name the pictures to read.", file=sys.stderr)
        return 2
    wrong = 0
    for file in files:
        try:
            print(json.dumps(reader.report(file, reader.read(pictures.load(file)))), flush=True)
        except pictures.NotAPicture as error:
            wrong = 1
            print(json.dumps({"file": file, "error": str(error)}), flush=True)
            print(error, file=sys.stderr)
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
