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

.PHONY: help serve test test-browser test-installed fuzz-browser lighthouse compile test-compiled compare-cores coverage check \
  check-web check-deploy client-types contract-test examples postman vectors readme new-rulebook texts bench clients web lock resolve sbom \
  audit mutants release-check clean

help:
	@echo "make serve         the service on port 8000 (PORT sets another), in the foreground"
	@echo "make test          all tests but those that need a browser (WHOLE=1: all cases of the random ones)"
	@echo "make test-browser  the tests that need Chromium (and node)"
	@echo "make test-installed  the wheel in an empty environment"
	@echo "make fuzz-browser  5,000 random actions, 500 interruptions of sittings, 2,000 evenings (FUZZ_SEED, PLACES_SEED, EVENINGS_SEED set others)"
	@echo "make lighthouse    Lighthouse's scores of the page (needs node and Chromium)"
	@echo "make compile       a copy of the tree in build/compiled whose core is compiled (needs a C compiler)"
	@echo "make test-compiled the tests there"
	@echo "make compare-cores the same random requests to the plain and the compiled core (REQUESTS sets another number than 25,000)"
	@echo "make check         lint, format, strict types, the contract and its compatibility, the README's tables, the page"
	@echo "make check-deploy  Dockerfile and Kubernetes manifests"
	@echo "make contract-test the contract against the running service (schemathesis)"
	@echo "make coverage      the tests, with branch coverage of service/pung_chow_settlement/; lists what is not covered"
	@echo "make examples      write the examples of responses in the contract, after a change of them"
	@echo "make postman       a Postman collection of the contract, build/postman.json (needs node)"
	@echo "make vectors       write the conformance vectors, after a change of the responses"
	@echo "make readme        write the generated tables of README.md, operating.md and house-rules.md"
	@echo "make schema        write the JSON Schema of a rulebook's file from its form"
	@echo "make new-rulebook  create the rulebook ID, or list what it still needs"
	@echo "make texts         add new texts to the catalogues of other languages; list what is not translated"
	@echo "make bench         benchmarks of this tree, its compiled copy and another commit (BEFORE), to tools/bench/RESULTS.md"
	@echo "make client-types  write what is made of other files in the clients: types, the sync client, dist/ (needs node)"
	@echo "make clients       the clients for Python and TypeScript, in build/packages, and their tests (needs node, Chromium)"
	@echo "make web           build the scorekeeper page (needs node)"
	@echo "make sbom          the contents of the image, as CycloneDX, in build/"
	@echo "make audit         asks PyPI for advisories against the locked libraries (needs network)"
	@echo "make mutants       breaks the domain in COUNT random places (SEED), one at a time: which breaks does no test notice?"
	@echo "make release-check whether all texts are translated, and the images named by digest (BASE, IMAGE, PROXY)"
	@echo "make lock          pin the newest allowed libraries, with hashes"

serve: .venv/stamp
	@PORT=$(PORT) exec $(RUN)/python -m pung_chow_settlement serve

# Overrides the environment, so that servers started by tests need not compile the service each time.
test test-compiled coverage: export PYTHONDONTWRITEBYTECODE =

test: .venv-dev/stamp
	$(DEV)/python -m pytest -m "not browser and not installed" $(SPREAD) $(ARGS)

test-browser: .venv-dev/stamp web/node_modules/.package-lock.json
	$(DEV)/python -m pytest -m browser $(if $(findstring tests/,$(ARGS)),,tests/web) $(ARGS)

# The wheel in an empty environment: its command, its modules, and Dask's cluster of one machine.
test-installed: .venv-dev/stamp
	$(DEV)/python -m pytest -m installed tests/test_installed.py $(ARGS)

fuzz-browser: export FUZZ_ACTIONS ?= 5000
fuzz-browser: export PLACES ?= 500
fuzz-browser: export EVENINGS ?= 2000
fuzz-browser: .venv-dev/stamp web/node_modules/.package-lock.json
	$(DEV)/python -m pytest -q -m browser tests/web/test_fuzz.py tests/web/test_nothing_lost.py \
	  tests/web/test_evenings.py $(ARGS)

lighthouse: .venv-dev/stamp
	$(DEV)/python -m tools.lighthouse

# In a copy: in the checkout, an edit of a compiled source would have no effect.
COMPILED := build/compiled
COMPILER ?= cc
compile: .venv-build/stamp
	rm -rf $(COMPILED)
	mkdir -p $(COMPILED)
	git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents --no-dereference --target-directory $(COMPILED)
	.venv-build/bin/python -m tools.compile $(COMPILED)/service $(COMPILER)

test-compiled: .venv-dev/stamp compile
	cd $(COMPILED) && PYTHONPATH=$(CURDIR)/$(COMPILED)/service CORE=compiled $(CURDIR)/$(DEV)/python -m pytest -m "not browser and not installed" $(SPREAD) $(ARGS)

REQUESTS ?= 25000
compare-cores: .venv-dev/stamp compile
	$(DEV)/python -m tools.compare_cores $(COMPILED) $(REQUESTS)

check: .venv-dev/stamp check-web
	$(DEV)/ruff check .
	$(DEV)/ruff format --check .
	$(DEV)/mypy
	$(DEV)/python -m openapi_spec_validator openapi.yaml
	$(DEV)/python -m tools.breaking_changes
	$(DEV)/python -m tools.readme --check
	$(DEV)/python -m tools.rulebook_schema --check
	$(DEV)/python -m tools.texts --check
	$(DEV)/python -m tools.client_types --check

# Types against the contract, the linter, and the tests of the page's pure parts.
check-web: web/node_modules/.package-lock.json
	cd web && npm run --silent check && npm run --silent test

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && $(NPM_INSTALL)
	@touch $@

check-deploy: .venv-nightly/stamp
	.venv-nightly/bin/hadolint Dockerfile
	.venv-nightly/bin/python -m tools.check_kubernetes deploy/kubernetes

contract-test: .venv-dev/stamp
	$(DEV)/python -m tools.with_service $(DEV)/schemathesis --config-file conformance/schemathesis.toml run '{url}/openapi.strict.yaml' $(ARGS)

examples: .venv-dev/stamp
	LOG_REQUESTS=false $(DEV)/python -m tools.examples

# The converter that Postman itself keeps.
postman:
	@mkdir -p build
	npx --yes openapi-to-postmanv2@6.3.3 --spec openapi.yaml --output build/postman.json --options folderStrategy=Tags

vectors: .venv-dev/stamp
	LOG_REQUESTS=false $(DEV)/python -m tools.conformance

coverage: .venv-dev/stamp
	rm -rf build/coverage && mkdir -p build/coverage
	$(DEV)/python -m pytest -m "not browser and not installed" $(SPREAD) --cov --cov-report=term-missing:skip-covered --cov-fail-under=98 $(ARGS)

new-rulebook: .venv-dev/stamp
	@$(DEV)/python -m tools.new_rulebook $(ID)

texts: .venv-dev/stamp
	$(DEV)/python -m tools.texts

readme: .venv-dev/stamp
	$(DEV)/python -m tools.readme

.PHONY: schema
schema: .venv-dev/stamp
	$(DEV)/python -m tools.rulebook_schema

BEFORE ?= HEAD~1
bench: .venv-dev/stamp compile
	$(DEV)/python -m tools.bench --before $(BEFORE) $(ARGS)

# Committed are the sync client, made of the async one, and the compiled TypeScript. The contract's types are made where a
# client is built, of Python by hatch_build.py, of TypeScript by its script `prepare`, which npm install runs here too.
client-types: .venv-dev/stamp
	$(DEV)/python -m tools.client_types
	cd clients/typescript && $(NPM_INSTALL) --silent && npm run --silent build

clients: .venv-dev/stamp
	$(DEV)/python -m tools.client_packages

sbom: .venv-dev/stamp
	@mkdir -p build
	$(DEV)/cyclonedx-py requirements requirements/runtime.txt --pyproject pyproject.toml --mc-type application \
	  --output-reproducible --of JSON -o build/service.cdx.json
	cd web && npm sbom --package-lock-only --omit dev --sbom-format cyclonedx > ../build/page.cdx.json

audit: .venv-nightly/stamp
	tools/audit

COUNT ?= 60
SEED ?= $(shell date +%F)
mutants: .venv-dev/stamp .venv-nightly/stamp
	$(DEV)/python -m tools.mutants $(COUNT) $(SEED)

release-check: .venv-dev/stamp
	$(DEV)/python -m tools.texts --release
	$(DEV)/python -m tools.digests '$(BASE)' '$(IMAGE)' '$(PROXY)'

web:
	cd web && $(NPM_INSTALL) && npm run build

lock: RESOLVE = --upgrade
lock: resolve

# One command for each lock, from the groups of pyproject.toml; what runs has the same version in all of them. IN is
# another folder for the check of the locks.
IN := .
LOCK = cd $(IN) && $(CURDIR)/$(DEV)/uv pip compile --quiet $(RESOLVE) --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
  --no-emit-find-links --custom-compile-command 'make lock' pyproject.toml
resolve: .venv-dev/stamp
	@$(LOCK) -o requirements/runtime.txt
	@$(LOCK) --constraint requirements/runtime.txt --group build -o requirements/build.txt
	@$(LOCK) --constraint requirements/runtime.txt --group dev -o requirements/dev.txt
	@$(LOCK) --constraint requirements/runtime.txt --group nightly -o requirements/nightly.txt

clean:
	rm -rf .venv .venv-build .venv-dev .venv-nightly build .mypy_cache .pytest_cache .ruff_cache .hypothesis

# The stamps make a repeated run start at once; a changed lock builds the environment anew. A lock is complete, so pip
# resolves nothing: where a library asks for another with an extra, it would look for versions that no lock pins.
.venv/stamp: LOCKED = requirements/runtime.txt
.venv/stamp: requirements/runtime.txt
.venv-build/stamp: LOCKED = requirements/build.txt
.venv-build/stamp: requirements/build.txt
.venv-dev/stamp: LOCKED = requirements/dev.txt
.venv-dev/stamp: requirements/dev.txt
.venv-nightly/stamp: LOCKED = requirements/nightly.txt
.venv-nightly/stamp: requirements/nightly.txt

.venv/stamp .venv-build/stamp .venv-dev/stamp .venv-nightly/stamp:
	@echo "Setting up $(@D) from $(LOCKED) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	@$(PYTHON) -m venv --clear $(@D)
	@$(@D)/bin/python $(PIP) install --require-hashes --no-deps -r $(LOCKED)
	@echo '$(CURDIR)/service' >$$(echo $(@D)/lib/python3*/site-packages)/checkout.pth
	@touch $@
