# `make run` and `make test` need nothing but Python 3.11 or later and make; they set up the rest.
PYTHON ?=
VENV := .venv
BIN := $(VENV)/bin
# Only modules that are loaded are compiled, when they first are: most of what is installed never is.
INSTALL := $(BIN)/python -m pip --quiet --disable-pip-version-check install --no-compile
# Modules are compiled once, also on a machine whose Python keeps nothing: a command then starts in half the time.
unexport PYTHONDONTWRITEBYTECODE
PAGES := NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

.PHONY: run test style types imports pages prove duel golden golden-record bench soak fuzz editions torture wheel setup docs pictures format clean

# The office in a browser, with a demo federation: it prints the address and the login. PORT=8001 if 8000 is taken.
PORT ?= 8000
run: setup
	$(BIN)/arpad serve --demo --db sqlite:///demo.db --port $(PORT)

# As many workers as processors, also where two of them share a core.
WORKERS ?= logical
# Temporary files are in memory if 4 GB are free there: databases then need not wait for a disk. PostgreSQL, which runs as
# another user, must be able to read the folder.
MEMORY := $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 4000000 { print "/dev/shm" }')
# make test ROOM=standings: only the tests of one room, while you work on it.
ROOM ?=
CHECKED := $(if $(ROOM),$(wildcard src/arpad/$(ROOM) src/arpad/$(ROOM).py) tests/$(ROOM),.)
test: $(VENV)/.dev
ifeq ($(ROOM),)
	sh tools/chromium.sh
	$(MAKE) --no-print-directory --jobs=2 types pages imports style
else
	$(MAKE) --no-print-directory style
endif
	folder=$$(mktemp -d "$${TMPDIR:-$(or $(MEMORY),/tmp)}/arpad-XXXXXX") && trap 'rm -rf "$$folder"' EXIT INT TERM && \
	chmod 755 "$$folder" && \
	TMPDIR="$$folder" $(BIN)/pytest -n $(WORKERS) --dist worksteal $(if $(ROOM),tests/$(ROOM) tests/house/test_rooms.py)

# What is checked before the tests, two at once: each needs one processor.
style:
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/ruff format --check $(CHECKED)

types:
	$(BIN)/mypy

imports:
	$(BIN)/lint-imports

pages:
	$(PAGES)

# The random proofs of make test, TIMES as long; then mutated reports, made editions and killed offices. It takes hours.
TIMES ?= 20
prove: $(VENV)/.dev
	ARPAD_PROVE=$(TIMES) $(BIN)/pytest -n auto -m proof
	$(MAKE) fuzz
	$(MAKE) editions
	$(MAKE) torture

# Every command and every address asked again, and what has changed since the goldens were recorded; part of it is in make
# test. golden-record records them: only if answers are meant to change. ONLY="help web" takes groups that begin so.
ONLY ?=
golden: $(VENV)/.dev
	$(BIN)/python -m tools.golden compare $(if $(ONLY),--only $(ONLY))

golden-record: $(VENV)/.dev
	$(BIN)/python -m tools.golden record $(if $(ONLY),--only $(ONLY))

# All benches; make bench AGAINST=commit measures an older commit beside this one.
AGAINST ?=
bench: $(VENV)/.dev $(VENV)/.bench
	$(BIN)/python bench/all.py $(AGAINST)

# A long day of an office: visitors, stuck clients, uploads and a closing in the middle: make soak MINUTES=30
MINUTES ?= 30
soak: $(VENV)/.dev $(VENV)/.bench
	PYTHONPATH=tests/support $(BIN)/python bench/soak.py $(MINUTES)

# Tournaments that other engines check, and theirs that Arpad checks: make duel COUNT=5000; it goes on where it was stopped
duel: COUNT = 5000
duel: $(VENV)/.dev
	$(BIN)/python tools/duel.py --count $(COUNT) --seed $(SEED)
	$(BIN)/python tools/duel.py --page

# Mutated report files and entry sheets, any number of them: make fuzz COUNT=100000 SEED=1
COUNT ?= 100000
SEED ?= 1
fuzz: $(VENV)/.dev
	$(BIN)/python tools/fuzz_reports.py $(COUNT) $(SEED)
	$(BIN)/python tools/fuzz_sheets.py $(COUNT) $(SEED)

# An office, and an event with twenty arbiters, whose process is killed COUNT times on each database; then COUNT faults of
# every kind below the process (power, disk, line, server): make torture COUNT=200 SEED=1
torture: COUNT = 200
torture: $(VENV)/.dev
	PYTHONPATH=tests/support $(BIN)/python tools/torture_office.py $(COUNT) $(SEED)
	PYTHONPATH=tests/support $(BIN)/python tools/torture_events.py $(COUNT) $(SEED)
	PYTHONPATH=tests/support $(BIN)/python tools/forge_office.py
	PYTHONPATH=tests/support $(BIN)/python tools/torture_faults.py $(COUNT) $(SEED)

# Editions that nobody has written, rated by every engine: make editions COUNT=500 SEED=1
editions: COUNT = 500
editions: $(VENV)/.dev
	ARPAD_EDITIONS=$(COUNT) ARPAD_EDITIONS_SEED=$(SEED) $(BIN)/pytest -q tests/house/test_editions_made.py

# The built wheel and every extra, installed by pip into fresh environments, with their sizes: once with the pinned
# packages, and once with the lowest that are admitted. It needs a network.
wheel: $(VENV)/.dev
	PYTHONPATH=tests/support $(BIN)/python tools/wheel.py $(EXTRAS)
	PYTHONPATH=tests/support $(BIN)/python tools/wheel.py --lowest $(EXTRAS)

# The command as .venv/bin/arpad, with what it needs to run.
setup: $(VENV)/.setup

# The generated pages and the picture of the README, written again from the data.
docs: $(VENV)/.dev
	$(BIN)/python -m tools.docs.generate
	$(PAGES)

# The pictures of the web pages, taken in Chromium.
pictures: $(VENV)/.dev
	sh tools/chromium.sh
	$(BIN)/python tools/pictures.py

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) site .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/.venv: tools/venv.sh
	PYTHON="$(PYTHON)" sh tools/venv.sh $(VENV)
	touch $@

$(VENV)/.setup: $(VENV)/.venv requirements.txt pyproject.toml
	$(INSTALL) -r requirements.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q src
	touch $@

$(VENV)/.dev: $(VENV)/.setup requirements-dev.txt
	$(INSTALL) -r requirements-dev.txt
	touch $@

$(VENV)/.bench: $(VENV)/.setup requirements-bench.txt
	$(INSTALL) -r requirements-bench.txt
	touch $@
