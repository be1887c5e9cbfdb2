# The same commands for people and for the gate (.ci/run). All that they install goes into .venv, except Chromium.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WIDGET := mkdocs_citeqa/widget
EXAMPLE := example_site/mkdocs.yml
SITE ?= $(EXAMPLE)

export NO_MKDOCS_2_WARNING = 1 # Material's notice about MkDocs 2, which this project does not use

.PHONY: demo test check bundle bench gallery torture chromium

demo: $(VENV)/.demo ## serve the example site on 127.0.0.1:8000
	$(BIN)/mkdocs serve --config-file $(EXAMPLE) --dev-addr 127.0.0.1:8000

test: $(VENV)/.dev chromium ## run all tests; ARGS goes to pytest, as in make test ARGS="-k align"
	$(BIN)/python -m pytest $(ARGS)

check: $(VENV)/.dev bundle ## lint, format, types, import direction, and the widget where there is npm
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.dev chromium ## measure lines, on the example site or the mkdocs.yml that SITE names, and waiting
	$(BIN)/python tests/bench/lines_truth.py $(SITE)
	$(BIN)/python tests/bench/widget_timing.py

gallery: $(VENV)/.dev chromium ## pictures of the example site in gallery/, and the one that the README shows
	$(BIN)/python tests/bench/gallery.py

torture: $(VENV)/.dev $(VENV)/.torture chromium ## the long tests: other plugins and themes, a crowd at the answer server
	$(VENV)/torture/bin/python -m pytest tests/torture/matrix.py $(ARGS)
	$(BIN)/python tests/torture/load.py

# ---- what the commands stand on

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Python 3.10 or newer is needed: make PYTHON=python3.12")'
	$(PYTHON) -m venv --clear $(VENV) || { [ "$$(id -u)" = 0 ] && apt-get update && apt-get install --yes python3-venv \
		&& $(PYTHON) -m venv --clear $(VENV); }
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1" # the first that knows dependency groups
	@touch $@

$(VENV)/.demo: $(VENV)/.made pyproject.toml
	$(BIN)/python -m pip install --quiet --editable . --group demo
	@touch $@

$(VENV)/.dev: $(VENV)/.made pyproject.toml
	$(BIN)/python -m pip install --quiet --editable ".[server,redis]" --group dev
	@touch $@ $(VENV)/.demo

# Made anew with the newest releases each time pyproject.toml changes; these plugins are nobody's business elsewhere.
$(VENV)/.torture: $(VENV)/.made pyproject.toml
	$(BIN)/python -m venv --clear $(VENV)/torture
	$(VENV)/torture/bin/python -m pip install --quiet --upgrade "pip>=25.1"
	$(VENV)/torture/bin/python -m pip install --quiet --editable . --group torture
	@touch $@

# Debian has a Chromium of its own; everywhere else Playwright brings one.
chromium: $(VENV)/.dev
	@$(BIN)/python -c 'import sys; sys.path.insert(0, "tests"); import browser; sys.exit(browser.executable() is None)' \
	|| if [ "$$(id -u)" = 0 ] && command -v apt-get; then \
		apt-get update && apt-get install --yes chromium || $(BIN)/playwright install --with-deps chromium; \
	else $(BIN)/playwright install chromium; fi

# The bundle in static/ is what people install; it must be what the sources give. CI may not do without.
ifeq ($(shell command -v npm 2>/dev/null),)
bundle:
	@echo "There is no npm here: the widget's sources, and whether its bundle is fresh, were not checked."
	@test -z "$$CI"
else
bundle: $(WIDGET)/node_modules/.package-lock.json
	cd $(WIDGET) && npm run check && npm run build
	git diff --exit-code -- mkdocs_citeqa/static
endif

$(WIDGET)/node_modules/.package-lock.json: $(WIDGET)/package-lock.json
	cd $(WIDGET) && npm ci --no-audit --no-fund
