# make run · make test: both set up what they need first, and say what (scripts/setup).
.PHONY: run test soak fuzz bench sets pictures picamera appliance arm64 card stick train lint lock
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

# Every figure of docs/dice.md about generated throws, an hour of one core, begun and added up in build/sets.jsonl; and the
# page of wins and failures: make sets ARGS="3000 --part 1/4" does a quarter of it, stopped it goes on where it was.
sets:
	@scripts/setup test
	@mkdir -p build
	@.venv/bin/python -m tests.vision.sets $(ARGS) --keep build/sets.jsonl
	@.venv/bin/python -m tests.vision.gallery docs/dice --figures build/sets.jsonl

# Every screen at both sizes, into docs/screens, by touch on a virtual display.
pictures:
	@scripts/setup test
	@.venv/bin/python -m tests.screens.gallery docs/screens

# The real Picamera2 on libcamera's virtual camera, in a Debian 13 that is made for it (as root; ROOT=FOLDER keeps it).
picamera:
	@scripts/setup test
	@tests/hardware/picamera/run $(ROOT)

# Installer, units and USB stick in a Debian that systemd runs, in a container (as root; ROOT=FOLDER keeps it,
# SUITE=bookworm is Debian 12).
appliance:
	@tests/systemd/appliance/run "$(or $(ROOT),build/appliance-root)" $(SUITE)

# Installer, app and tests on the Pi's kind of processor, in a Debian for it (as root; emulated: an hour or more). SUITE=bookworm
arm64:
	@scripts/setup run
	@tests/systemd/arm64/run "$(or $(ROOT),build/arm64-root)" $(SUITE)

# An update on a USB stick, for a Pi without a network: make stick TO=/media/stick
stick:
	@scripts/setup run
	@scripts/stick "$(TO)"

# The tray card, to print.
card:
	@scripts/setup run
	@.venv/bin/companion dice card tray-card.pdf

# The dice reader's networks, anew, on one core: from the generator and the photographs LABELS names (score_dice's
# format), without the sources WITHOUT names, e.g. make train LABELS=../shared/dice/dev/labels.json WITHOUT=tomek
train:
	@scripts/setup test
	@.venv/bin/python -m pip install -q --no-build-isolation -e '.[train]'
	@.venv/bin/python -m vision.train $(if $(LABELS),--labels $(LABELS)) $(if $(WITHOUT),--without $(WITHOUT)) $(ARGS)

lint:
	@scripts/setup test
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-cache

# The newest releases that pyproject.toml allows, hashed, into requirements/.
lock:
	@scripts/setup run
	@scripts/lock
