# Two commands matter: `make demo` and `make test`. Everything they need is installed into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
EXTRAS := e5,sentence-transformers,gds,container,llm,nlp,dev

ifdef UV
INSTALL := uv pip install -q --python $(BIN)/python -c constraints.txt
else
INSTALL := $(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt
endif

.PHONY: demo test check lint format schema bench-smoke clean

demo: $(VENV)/light ## install the light default, start a real Neo4j, ingest the sample story, ask three questions
	@$(BIN)/graphmem demo

test: $(VENV)/full lint ## everything CI runs; brings torch
	@$(BIN)/python -m pytest

check: $(VENV)/full ## the quick tests only: no engine, no model
	@$(BIN)/python -m pytest tests/domain tests/remember tests/recall tests/govern

lint: $(VENV)/full
	@$(BIN)/ruff check -q .
	@$(BIN)/ruff format -q --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo >/dev/null || $(BIN)/lint-imports

format: $(VENV)/full
	@$(BIN)/ruff format -q .
	@$(BIN)/ruff check -q --fix .

schema: $(VENV)/full ## write api/schema.graphql from the code
	@$(BIN)/python -m api.graphql.export

bench-smoke: $(VENV)/light ## how fast, how large: a quick run
	@$(BIN)/graphmem bench speed --quick

clean:
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "graphmem needs Python 3.11 or newer; say which with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
ifdef UV
	@uv venv -q --allow-existing --python $(PYTHON) $(VENV)
else
	@$(PYTHON) -m venv $(VENV)
endif

$(VENV)/light: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing graphmem (light: no torch) …"
	@$(INSTALL) -e .
	@touch $@

$(VENV)/full: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing graphmem with all extras; the first time this brings torch …"
	@$(INSTALL) -e '.[$(EXTRAS)]'
	@touch $@ $(VENV)/light
