# `make serve` and `make test` are the two commands; both need only Python 3.11 or newer with venv.
PYTHON ?= python3
PORT ?= 8000
PIP := -m pip --disable-pip-version-check --quiet
RUN := .venv/bin
DEV := .venv-dev/bin
SHELL := /bin/bash
# Tests over all cores, in half as many processes again: those of servers wait more than they work.
SPREAD := -n $(shell echo $$(( ($$(nproc) * 3 + 1) / 2 ))) --dist worksteal
# By the lock, like `npm ci`, which refuses a lock without the optional parts of other platforms that a registry lacks.
NPM_INSTALL := npm install --no-save --no-audit --no-fund

.PHONY: help serve test test-browser compile test-compiled test-compiled-again coverage fuzz-browser check check-web \
  check-deploy contract-test examples vectors peers readme texts bench web lock resolve sbom scan release-check clean fuzz million dask bench-peers bench-dask

help:
	@echo "make serve         the service on port 8000 (PORT sets another), in the foreground"
	@echo "make test          all tests but those that need a browser (WHOLE=1: all that the random ones can try)"
	@echo "make test-browser  the tests that need Chromium"
	@echo "make fuzz-browser  5,000 random actions on the page (FUZZ_ACTIONS sets another number, FUZZ_SEED a seed)"
	@echo "make compile       a copy of the tree in build/compiled whose core is compiled (needs a C compiler)"
	@echo "make test-compiled the tests there"
	@echo "make check         lint, format, strict types, the contract and its compatibility, the README's tables, the page"
	@echo "make check-deploy  Dockerfile and Kubernetes manifests"
	@echo "make contract-test the contract against the running service (schemathesis)"
	@echo "make peers         deals played against xmj (Debian's mah-jong)"
	@echo "make coverage      the tests with the branches of service/ that they take; what is left is listed"
	@echo "make fuzz          bodies found by coverage, for FUZZ_SECONDS (an hour)"
	@echo "make million       a million bodies over all operations, timed and held to the contract"
	@echo "make dask          the worked example of docs/many-deals.md on Dask's local cluster"
	@echo "make examples      write the answers that the contract shows, after a change of them"
	@echo "make vectors       write the conformance vectors, after a change of the answers"
	@echo "make readme        write the README's tables from the data"
	@echo "make texts         put new texts into the catalogues of other languages; name what is not translated"
	@echo "make bench         the measured claims, plain, compiled and beside the commit before, written to bench/RESULTS.md"
	@echo "make bench-peers   other programs on the same hands, written to bench/RESULTS.md (needs node and a C++ compiler)"
	@echo "make bench-dask    the file command and the example on Dask, one file in turn"
	@echo "make web           build the scorekeeper page (needs node)"
	@echo "make sbom          what the image holds, as CycloneDX, in build/"
	@echo "make scan          the locked libraries against the advisories in deploy/supply"
	@echo "make release-check whether the images of a release are named by digest (BASE, IMAGE, PROXY)"
	@echo "make lock          pin the newest allowed libraries, with hashes"

serve: .venv/stamp
	@PORT=$(PORT) exec $(RUN)/gunicorn --config gunicorn.conf.py 'service:create_app()'

# Whatever the environment says: the servers that tests start need not compile the service each time.
test test-compiled test-compiled-again coverage: export PYTHONDONTWRITEBYTECODE =

test: .venv-dev/stamp
	$(DEV)/python -m pytest -m "not browser" $(SPREAD) $(ARGS)

test-browser: .venv-dev/stamp
	$(DEV)/python -m pytest -m browser $(ARGS)

fuzz-browser: .venv-dev/stamp
	FUZZ_ACTIONS=$${FUZZ_ACTIONS:-5000} $(DEV)/python -m pytest tests/web/test_fuzz.py -s $(ARGS)

# In a copy: a library in the checkout would outlive the next edit of its source.
COMPILED := build/compiled
OPTIMISED ?= 2
compile: .venv-build/stamp
	rm -rf $(COMPILED)
	mkdir -p $(COMPILED)
	git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents --no-dereference --target-directory $(COMPILED)
	.venv-build/bin/python -m scripts.compile $(COMPILED) $(OPTIMISED)

test-compiled: .venv-dev/stamp compile
	$(MAKE) test-compiled-again

test-compiled-again: .venv-dev/stamp
	cd $(COMPILED) && CORE=compiled $(CURDIR)/$(DEV)/python -m pytest -m "not browser" $(SPREAD) $(ARGS)

check: .venv-dev/stamp check-web
	$(DEV)/ruff check .
	$(DEV)/ruff format --check .
	$(DEV)/mypy
	$(DEV)/python -m openapi_spec_validator openapi.yaml
	$(DEV)/python -m scripts.breaking_changes
	$(DEV)/python -m scripts.readme --check
	$(DEV)/python -m scripts.texts --check

# Types against the contract, the linter, and the tests of the page's pure parts.
check-web: web/node_modules/.package-lock.json
	cd web && npm run --silent check && npm run --silent test

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && $(NPM_INSTALL)
	@touch $@

check-deploy: .venv-dev/stamp
	$(DEV)/hadolint Dockerfile
	$(DEV)/python -m scripts.check_kubernetes deploy/kubernetes

contract-test: .venv-dev/stamp
	@mkdir -p build
	$(DEV)/python -m tests.contract build/strict.yaml
	$(DEV)/python -m scripts.with_service $(DEV)/schemathesis run build/strict.yaml --url '{url}' --checks all $(ARGS)

examples: .venv-dev/stamp
	LOG_REQUESTS=false $(DEV)/python -m scripts.examples

vectors: .venv-dev/stamp
	LOG_REQUESTS=false $(DEV)/python -m scripts.conformance

peers: .venv-dev/stamp
	$(DEV)/python -m tests.peers.xmj $(ARGS)

coverage: .venv-dev/stamp
	rm -rf build/coverage && mkdir -p build/coverage
	$(DEV)/python -m pytest -m "not browser" $(SPREAD) --cov --cov-report=term-missing:skip-covered --cov-fail-under=98 $(ARGS)

FUZZ_SECONDS ?= 3600
fuzz: .venv-fuzz/stamp
	.venv-fuzz/bin/python -m tests.fuzz.coverage_guided --seconds $(FUZZ_SECONDS) $(ARGS)

million: .venv-dev/stamp
	$(DEV)/python -m tests.fuzz.million $(ARGS)

# Without the other tests' fixtures, which need what tests the service.
dask: .venv-dask/stamp
	.venv-dask/bin/python -m pytest --noconftest tests/test_many_deals.py $(ARGS)

texts: .venv-dev/stamp
	$(DEV)/python -m scripts.texts

readme: .venv-dev/stamp
	$(DEV)/python -m scripts.readme

bench: .venv-dev/stamp compile
	$(DEV)/python -m bench $(ARGS)

bench-dask: .venv-dask/stamp compile
	.venv-dask/bin/python -m bench.engine $(ARGS)

# What takes part is nobody's dependency: it lies in build/, apart.
bench-peers: build/peers/stamp compile
	build/peers/bin/python -m bench.peers $(ARGS)

build/peers/stamp: requirements.txt bench/peers/requirements.txt bench/peers/package-lock.json
	@$(PYTHON) -m venv --clear build/peers
	@build/peers/bin/python $(PIP) install --require-hashes -r requirements.txt -r bench/peers/requirements.txt
	@cp bench/peers/package.json bench/peers/package-lock.json build/peers/
	cd build/peers && $(NPM_INSTALL)
	@touch $@

sbom: .venv-dev/stamp
	@mkdir -p build
	$(DEV)/cyclonedx-py requirements requirements.txt --pyproject pyproject.toml --mc-type application \
	  --output-reproducible --of JSON -o build/service.cdx.json
	cd web && npm sbom --package-lock-only --omit dev --sbom-format cyclonedx > ../build/page.cdx.json

scan: .venv-dev/stamp
	$(DEV)/python -m scripts.advisories

release-check: .venv-dev/stamp
	$(DEV)/python -m scripts.digests '$(BASE)' '$(IMAGE)' '$(PROXY)'

web:
	cd web && $(NPM_INSTALL) && npm run build

lock: resolve
lock: RESOLVE = --upgrade

# IN is the directory of the .in files, for the check of the locks.
IN := .
resolve: .venv-dev/stamp
	cd $(IN) && for name in requirements requirements-build requirements-dev requirements-fuzz requirements-dask \
	    requirements-clients requirements-jars; do \
	  [ $$name = requirements-jars ] && alone=--no-deps || alone=; \
	  $(CURDIR)/$(DEV)/uv pip compile --quiet $$alone $(RESOLVE) --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
	    $$name.in -o $$name.txt || exit 1; \
	done

clean:
	rm -rf .venv .venv-build .venv-dask .venv-dev .venv-fuzz build .mypy_cache .pytest_cache .ruff_cache .hypothesis

# The stamps make a repeated run start at once; a changed lock builds the environment anew.
.venv/stamp: requirements.txt
	@echo "Setting up .venv from requirements.txt ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	@$(PYTHON) -m venv --clear .venv
	@$(RUN)/python $(PIP) install --require-hashes -r requirements.txt
	@touch $@

.venv-build/stamp: requirements-build.txt
	@echo "Setting up .venv-build from requirements-build.txt ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	@$(PYTHON) -m venv --clear .venv-build
	@.venv-build/bin/python $(PIP) install --require-hashes -r requirements-build.txt
	@touch $@

.venv-dev/stamp: requirements-dev.txt
	@echo "Setting up .venv-dev from requirements-dev.txt ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	@$(PYTHON) -m venv --clear .venv-dev
	@$(DEV)/python $(PIP) install --require-hashes -r requirements-dev.txt
	@touch $@

.venv-dask/stamp: requirements-dask.txt
	@echo "Setting up .venv-dask from requirements-dask.txt ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	@$(PYTHON) -m venv --clear .venv-dask
	@.venv-dask/bin/python $(PIP) install --require-hashes -r requirements-dask.txt
	@touch $@

.venv-fuzz/stamp: requirements-fuzz.txt
	@echo "Setting up .venv-fuzz from requirements-fuzz.txt ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	@$(PYTHON) -m venv --clear .venv-fuzz
	@.venv-fuzz/bin/python $(PIP) install --require-hashes -r requirements-fuzz.txt
	@touch $@
