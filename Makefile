# `make serve` and `make test` are the two commands; both need only Python 3.11 or newer with venv.
PYTHON ?= python3
PORT ?= 8000
PIP := -m pip --disable-pip-version-check --quiet
RUN := .venv/bin
DEV := .venv-dev/bin
SHELL := /bin/bash

.PHONY: help serve test test-browser check check-deploy contract-test peers readme bench web lock resolve clean fuzz million

help:
	@echo "make serve         the service on port 8000 (PORT sets another), in the foreground"
	@echo "make test          all tests but those that need a browser"
	@echo "make test-browser  the tests that need Chromium"
	@echo "make check         lint, format, strict types, the contract and its compatibility, the README's tables"
	@echo "make check-deploy  Dockerfile and Kubernetes manifests"
	@echo "make contract-test the contract against the running service (schemathesis)"
	@echo "make peers         deals played against xmj (Debian's mah-jong)"
	@echo "make fuzz          bodies found by coverage, for FUZZ_SECONDS (an hour)"
	@echo "make million       a million bodies over all operations, timed and held to the contract"
	@echo "make readme        write the README's tables from the data"
	@echo "make bench         the measured claims, written to bench/RESULTS.md"
	@echo "make web           build the scorekeeper page (needs node)"
	@echo "make lock          pin the newest allowed libraries, with hashes"

serve: .venv/stamp
	@PORT=$(PORT) exec $(RUN)/gunicorn --config gunicorn.conf.py 'service:create_app()'

test: .venv-dev/stamp
	$(DEV)/python -m pytest -m "not browser" $(ARGS)

test-browser: .venv-dev/stamp
	$(DEV)/python -m pytest -m browser $(ARGS)

check: .venv-dev/stamp
	$(DEV)/ruff check .
	$(DEV)/ruff format --check .
	$(DEV)/mypy
	$(DEV)/python -m openapi_spec_validator openapi.yaml
	$(DEV)/python -m scripts.breaking_changes
	$(DEV)/python -m scripts.readme --check

check-deploy: .venv-dev/stamp
	$(DEV)/hadolint Dockerfile
	$(DEV)/python -m scripts.check_kubernetes deploy/kubernetes

contract-test: .venv-dev/stamp
	$(DEV)/python -m scripts.with_service $(DEV)/schemathesis run openapi.yaml --url '{url}' --checks all $(ARGS)

peers: .venv-dev/stamp
	$(DEV)/python -m tests.peers.xmj $(ARGS)

FUZZ_SECONDS ?= 3600
fuzz: .venv-fuzz/stamp
	.venv-fuzz/bin/python -m tests.fuzz.coverage_guided --seconds $(FUZZ_SECONDS) $(ARGS)

million: .venv-dev/stamp
	$(DEV)/python -m tests.fuzz.million $(ARGS)

readme: .venv-dev/stamp
	$(DEV)/python -m scripts.readme

bench: .venv-dev/stamp
	$(DEV)/python -m bench $(ARGS)

web:
	cd web && npm ci --no-audit --no-fund && npm run build

lock: resolve
lock: RESOLVE = --upgrade

# IN is the directory of the .in files, for the check of the locks.
IN := .
resolve: .venv-dev/stamp
	cd $(IN) && for name in requirements requirements-dev requirements-fuzz; do \
	  $(CURDIR)/$(DEV)/uv pip compile --quiet $(RESOLVE) --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
	    $$name.in -o $$name.txt || exit 1; \
	done

clean:
	rm -rf .venv .venv-dev .venv-fuzz build .mypy_cache .pytest_cache .ruff_cache .hypothesis

# The stamps make a repeated run start at once; a changed lock builds the environment anew.
.venv/stamp: requirements.txt
	@echo "Setting up .venv from requirements.txt ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	@$(PYTHON) -m venv --clear .venv
	@$(RUN)/python $(PIP) install --require-hashes -r requirements.txt
	@touch $@

.venv-dev/stamp: requirements-dev.txt
	@echo "Setting up .venv-dev from requirements-dev.txt ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	@$(PYTHON) -m venv --clear .venv-dev
	@$(DEV)/python $(PIP) install --require-hashes -r requirements-dev.txt
	@touch $@

.venv-fuzz/stamp: requirements-fuzz.txt
	@echo "Setting up .venv-fuzz from requirements-fuzz.txt ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	@$(PYTHON) -m venv --clear .venv-fuzz
	@.venv-fuzz/bin/python $(PIP) install --require-hashes -r requirements-fuzz.txt
	@touch $@
