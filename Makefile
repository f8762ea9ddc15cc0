# `make run` and `make test` need nothing but Python 3.11 or later and make; they set up the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: run test bench setup docs format clean

run: setup
	$(BIN)/arpad calc change --edition fide-2024 --rating 2212 --k 40 \
	  --game 1926:1 --game 2011:1 --game 2318:0 --game 2067:0.5 --game 2219:0.5 \
	  --game 2585:0 --game 2659:1 --game 2464:0.5 --game 2652:0.5 --explain

test: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	$(BIN)/pytest -n auto

bench: $(VENV)/.bench
	$(BIN)/python bench/one_player.py

# The command as .venv/bin/arpad, with what it needs to run.
setup: $(VENV)/.setup

# The generated pages and the picture of the README, written anew from the data.
docs: $(VENV)/.dev
	$(BIN)/python docs/generate.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) site .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/.venv: tools/venv.sh
	PYTHON="$(PYTHON)" sh tools/venv.sh $(VENV)
	touch $@

$(VENV)/.setup: $(VENV)/.venv requirements.txt pyproject.toml
	$(PIP) install -r requirements.txt
	$(PIP) install --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.setup requirements-dev.txt
	$(PIP) install -r requirements-dev.txt
	touch $@

$(VENV)/.bench: $(VENV)/.setup requirements-bench.txt
	$(PIP) install -r requirements-bench.txt
	touch $@
