# `make serve` and `make test` are the two commands; both need only Python 3.11 or newer with venv.
PYTHON ?= python3
PORT ?= 8000
PIP := -m pip --disable-pip-version-check --quiet
RUN := .venv/bin
DEV := .venv-dev/bin
SHELL := /bin/bash

.PHONY: help serve test test-browser check check-deploy bench web lock clean

help:
	@echo "make serve         the service on port 8000 (PORT sets another), in the foreground"
	@echo "make test          all tests but those that need a browser"
	@echo "make test-browser  the tests that need Chromium"
	@echo "make check         lint, format, strict types, the contract"
	@echo "make check-deploy  Dockerfile and Kubernetes manifests"
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

check-deploy: .venv-dev/stamp
	$(DEV)/hadolint Dockerfile
	$(DEV)/python scripts/check_kubernetes.py deploy/kubernetes

bench: .venv-dev/stamp
	$(DEV)/python -m bench $(ARGS)

web:
	cd web && npm ci --no-audit --no-fund && npm run build

lock: .venv-dev/stamp
	for name in requirements requirements-dev; do \
	  $(DEV)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' $$name.in -o $$name.txt; \
	done

clean:
	rm -rf .venv .venv-dev build .mypy_cache .pytest_cache .ruff_cache .hypothesis

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
