# Everything runs in .venv, which is made when it is first needed and brought up to date when
# pyproject.toml changes. `make help` lists the targets; PYTHON=... chooses the interpreter.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play test lint types docs bench clean

# The first Python here that is 3.11 or newer and can make environments.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$python; break; }; done)

VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/.stamps
PIP := pip install -qq --disable-pip-version-check --no-input
INSTALL := $(BIN)/python -m $(PIP)
COMPILED := .venv-compiled
SOURCES = $(shell find src spells schemas -type f -not -name "*.pyc")
RECIPE := pyproject.toml hatch_build.py
TYPED = hatch_build.py src tests docs examples/tidewardens/src $(wildcard spells/*.py benchmarks/*.py examples/*.py examples/frontend/*.py)

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-6s %s\n", $$1, $$2 }' Makefile

play: $(STAMPS)/cli ## watch a game between bots
	@$(BIN)/obsidia play --bots
	@$(BIN)/obsidia render obsidia-replay.json --output obsidia-map.svg
	@echo "The final map is drawn in obsidia-map.svg."

test: $(STAMPS)/test ## run the tests
	@echo "==> tests"
	@$(BIN)/python -m pytest -n auto --dist worksteal

lint: $(STAMPS)/lint ## check style and formatting
	@echo "==> style"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { $(BIN)/ruff format --diff --quiet .; exit 1; }

types: $(STAMPS)/test $(STAMPS)/types ## check types
	@echo "==> types"
	@$(BIN)/python -m mypy $(TYPED)

docs: $(STAMPS)/docs ## build the documentation and run its examples
	@echo "==> documentation"
	@$(BIN)/python -m sphinx -n -W --keep-going -q -b html docs docs/_build/html
	@$(BIN)/python -m sphinx -n -W --keep-going -q -b doctest docs docs/_build/doctest
	@echo "docs/_build/html/index.html is up to date"

bench: $(STAMPS)/bench $(STAMPS)/compiled ## measure speed, next to that of other engines (ARGS=--help)
	@echo "==> benchmarks, interpreted"
	@$(BIN)/python benchmarks/run.py $(ARGS)
	@test ! -s $(STAMPS)/compiled || { echo "==> benchmarks, compiled"; \
		$(COMPILED)/bin/python benchmarks/run.py $(ARGS); }

clean: ## remove caches and build products, not .venv
	@rm -rf build dist docs/_build .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find src spells tests docs -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMPS)/venv:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer with venv is needed; name it: make PYTHON=..." >&2; exit 1; }
	@echo "==> making $(VENV) with $(PYTHON)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS)
	@touch $@

$(STAMPS)/cli $(STAMPS)/test $(STAMPS)/lint $(STAMPS)/types $(STAMPS)/docs: $(RECIPE) | $(STAMPS)/venv
	@echo "==> installing obsidia-core[$(@F)] into $(VENV)"
	@$(INSTALL) --editable ".[$(@F)]"
	@touch $@

# One peer after another: a comparison goes on without those that do not install here.
define PEERS
$(BIN)/python -c 'import tomllib; \
project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
print(*project["optional-dependencies"]["bench"], sep="\n")' | while read -r peer; do \
	$(1) "$$peer" || echo "    going on without $$peer"; done
endef

$(STAMPS)/bench: $(RECIPE) | $(STAMPS)/venv
	@echo "==> installing obsidia-core and the engines to compare it with into $(VENV)"
	@$(INSTALL) --editable .
	@$(call PEERS,$(INSTALL))
	@touch $@

# The rules as C extensions, in an environment of their own and built from an sdist, so that no
# compiled file lies beside its source. The stamp stays empty where there is no C compiler.
$(STAMPS)/compiled: $(RECIPE) $(SOURCES) | $(STAMPS)/bench
	@echo "==> compiling obsidia-core into $(COMPILED); this takes some minutes"
	@test -x $(COMPILED)/bin/python || $(BIN)/python -m venv $(COMPILED)
	@$(COMPILED)/bin/python -m $(PIP) "hatchling>=1.27"
	@rm -rf build/compiled
	@$(COMPILED)/bin/python -m hatchling build -t sdist -d build/compiled >/dev/null
	@: >$@
	@if HATCH_BUILD_HOOK_ENABLE_MYPYC=true $(COMPILED)/bin/python -m $(PIP) --force-reinstall \
		build/compiled/*.tar.gz; then \
		$(call PEERS,$(COMPILED)/bin/python -m $(PIP)); echo compiled >$@; \
	else echo "    going on without a compiled build"; fi
