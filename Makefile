# Everyday commands. Only Python 3.11+ and make are assumed.
PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
DEV := $(VENV)/.installed-dev
RUN := $(VENV)/.installed-run

.PHONY: run test lint format types bench screenshots lock clean

run: $(RUN)  ## prepare the site and serve it on PORT
	@$(BIN)/python manage.py prepare_site
	@PORT=$(PORT) $(BIN)/python -m edge_site.serve

test: $(DEV)  ## the whole test suite, in parallel
	@$(BIN)/pytest -q -n auto --dist loadgroup

lint: $(DEV)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/djlint --lint --quiet templates

format: $(DEV)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

types: $(DEV)
	@$(BIN)/mypy

bench: $(DEV)  ## one JSON line a figure; ONLY=prefix picks some
	@$(BIN)/python -m bench $(ONLY)

screenshots: $(DEV)  ## the pictures in docs/screenshots
	@$(BIN)/python -m tools.screenshots

lock: $(DEV)  ## pin the newest versions that pyproject.toml allows
	@$(BIN)/uv pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --no-header pyproject.toml -o requirements/run.txt
	@$(BIN)/uv pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --no-header --extra dev pyproject.toml -o requirements/dev.txt

clean:
	rm -rf $(VENV) var

$(VENV):
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv $(VENV)

$(RUN): requirements/run.txt | $(VENV)
	@echo "Installing what the site needs ..."
	@$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements/run.txt
	@touch $@

$(DEV): requirements/dev.txt | $(VENV)
	@echo "Installing what tests and tools need ..."
	@$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $(RUN) $@
