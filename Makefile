# make run · make test: both set up what they need first, and say what (scripts/setup).
.PHONY: run test soak fuzz bench pictures lint lock
.DEFAULT_GOAL := run

run:
	@scripts/setup run
	@.venv/bin/companion run $(ARGS)

test: lint
	@.venv/bin/python -m pytest -q -n auto --dist worksteal $(ARGS)

# The whole of what `make test` runs a fixed slice of: hundreds of games, every kill, every throw.
soak:
	@scripts/setup test
	@.venv/bin/python -m pytest -q -n auto --dist worksteal -m soak $(ARGS)

# Both ends of the table box's line against spoilt streams: ARGS="SECONDS SEED".
fuzz:
	@scripts/setup test
	@.venv/bin/python -m tests.firmware.fuzz $(ARGS)

# Speeds, as ratios against a reference timed in the same run.
bench:
	@scripts/setup bench
	@.venv/bin/python -m tests.bench $(ARGS)

# Every screen at both sizes, into docs/screens, by touch on a virtual display.
pictures:
	@scripts/setup test
	@.venv/bin/python -m tests.screens.gallery docs/screens

lint:
	@scripts/setup test
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-cache

# The newest releases that pyproject.toml allows, hashed, into requirements/.
lock:
	@scripts/setup run
	@scripts/lock
