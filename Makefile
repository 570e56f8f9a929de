# make run · make test: both set up what they need first, and say what (scripts/setup).
.PHONY: run test lint lock
.DEFAULT_GOAL := run

run:
	@scripts/setup run
	@.venv/bin/companion run $(ARGS)

test: lint
	@.venv/bin/python -m pytest -q -n auto --dist loadfile $(ARGS)

lint:
	@scripts/setup test
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-cache

# The newest releases that pyproject.toml allows, hashed, into requirements/.
lock:
	@scripts/setup run
	@scripts/lock
