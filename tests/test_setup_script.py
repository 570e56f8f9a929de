"""scripts/setup and the Makefile agree."""

import re
import subprocess
from pathlib import Path

ROOM = Path(__file__).parents[1]


def test_setup_knows_every_purpose_that_the_makefile_has_for_it() -> None:
    asked = set(re.findall(r"@scripts/setup (\w+)", (ROOM / "Makefile").read_text()))
    known = re.search(r"^case \$purpose in ([\w |]+)\)", (ROOM / "scripts/setup").read_text(), re.MULTILINE)
    assert known is not None
    assert asked == {word.strip() for word in known[1].split("|")} == {"run", "test", "bench"}


def test_a_purpose_that_there_is_not_is_one_sentence() -> None:
    ran = subprocess.run([ROOM / "scripts/setup", "fly"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr.count("\n"), ran.stdout) == (2, 1, "")
