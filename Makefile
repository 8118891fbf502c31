PYTHON ?= python3
VENV ?= .venv
RUN := $(VENV)/bin/python

.PHONY: setup play test versions check format demo bench cluster matches soak film mutants clean

setup: $(VENV)/.ready

# The environment is made anew whenever the lock changes. A .pth file puts the checkout on its path,
# so nothing is built and an edit is live at once.
$(VENV)/.ready: requirements-dev.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tercio needs Python 3.11 or newer: make PYTHON=python3.11 …")'
	$(PYTHON) -m venv --clear $(VENV)
	$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	$(RUN) -c 'import pathlib, sysconfig; pathlib.Path(sysconfig.get_path("purelib"), "tercio.pth").write_text(str(pathlib.Path.cwd()) + "\n", encoding="utf-8")'
	touch $@

# What the benchmarks compare with; nobody else needs it.
$(VENV)/.bench: $(VENV)/.ready requirements-bench.txt
	$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.txt
	touch $@

play: setup
	@$(RUN) -m tui

demo: setup
	@$(RUN) -m tui demo

# Three at a time on two cores: some wait for other processes. Compiled tests are kept, also where
# the shell forbids it: compiling them takes longer than many run.
test: export PYTHONDONTWRITEBYTECODE =
test: setup
	$(RUN) -m pytest -n 3 --dist worksteal $(ARGS)

# The suite, the cluster too, with each Python that is promised, in an environment of its own.
VERSIONS ?= 3.11 3.12 3.13
versions: $(VERSIONS:%=test-%)

test-%:
	$(MAKE) $(patsubst %,.venv-$*/%,.ready .cluster) test PYTHON=python$* VENV=.venv-$*

check: setup
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

format: setup
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

PAIRS ?= artois=140,italian-wars-1494=16,lepanto-1571=10,channel-1588=16,hungary-1526=80,cornwall-1642=16,conquistadors-1519=16,spice-route-1498=16,burgundy-1494=16,europe-1492=9
matches: setup  # captain against steady, the table of docs/PROGRAMS.md
	$(RUN) -m engine match captain steady --playouts 2 --seed 101 --pairs $(PAIRS) $(ARGS)

bench: $(VENV)/.bench
	$(RUN) -m tests.bench $(ARGS)

# tercio simulate --on, on a Dask cluster of two processes; nobody else needs Dask.
$(VENV)/.cluster: $(VENV)/.ready requirements-cluster.txt
	$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-cluster.txt
	touch $@

cluster: $(VENV)/.cluster
	$(RUN) -m pytest -q tests/tui/command/test_cluster.py $(ARGS)

soak: setup
	$(RUN) -m tests.soak $(ARGS)

# The evenings in tests/tui/films, played anew by keys on the real screen: asciinema play FILE shows them.
film: setup
	$(RUN) -m tests.tui.film $(ARGS)

# How many small changes of the rules the tests notice: make mutants SEED=7 SAMPLE=60
SEED ?= 7
SAMPLE ?= 60
mutants: setup
	$(RUN) -m tests.mutants --seed $(SEED) --sample $(SAMPLE) $(ARGS)

clean:
	rm -rf $(VENV) .venv-* build dist *.egg-info .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache .mutants_cache
