# `make` lists what there is. `make serve` and `make test` need only Python 3.11 or newer with venv.
PYTHON ?= python3
ENVIRONMENTS := .venv .venv-dev .venv-nightly
PORT ?= 8000
SHELL := /bin/bash
DEV := .venv-dev/bin
# Bytecode is written as it is needed: servers started by tests need not compile the service each time.
unexport PYTHONDONTWRITEBYTECODE
# Over all cores.
SPREAD := -n auto --dist worksteal
BROWSERS := -n $(shell echo $$(( $$(nproc) * 3 / 2 ))) --dist worksteal
# With WHOLE=1, as each night: all tests, with all random cases, and the page on more screens.
DAY := $(if $(WHOLE),, and not night)
NO_BROWSER := -m "not browser and not installed$(DAY)"
.PHONY: $(shell sed -nE 's/^([a-z-]+):.*\#\#.*/\1/p; s/^(check-[a-z-]+):$$/\1/p' Makefile)

help: ## this list
	@sed -nE 's/^([a-z-]+):.*\#\# (.*)/  \1|\2/p' Makefile | column -t -s '|'

## Every day

serve: .venv/stamp ## the service on port 8000 (PORT), in the foreground
	@PORT=$(PORT) COMMIT=$$(git rev-parse HEAD 2>/dev/null) exec .venv/bin/python -m pung_chow_settlement serve

test: .venv-dev/stamp ## the tests that need no browser (ARGS; WHOLE=1: those of the night too)
	$(DEV)/python -m pytest $(NO_BROWSER) $(SPREAD) $(ARGS)

CHECKS := lint format types contract breaking-changes generated page prose spelling
check: .venv-dev/stamp web/node_modules/.package-lock.json tools/prose/node_modules/.package-lock.json ## lint, format, types, the contract, what is generated, English, the page: all, then it fails
	@$(MAKE) --no-print-directory --keep-going $(CHECKS:%=check-%)

check-lint:
	$(DEV)/ruff check .
check-format:
	$(DEV)/ruff format --check .
	$(DEV)/python -m tools.case_lines --check
check-types:
	$(DEV)/mypy
check-contract:
	$(DEV)/python -m openapi_spec_validator openapi.yaml
check-breaking-changes:
	$(DEV)/python -m tools.breaking_changes
check-generated:
	failed=0; for each in readme rulebook_schema texts client_types page_rulebooks; do $(DEV)/python -m tools.$$each --check || failed=1; done; exit $$failed
check-page:
	cd web && npm run --silent check && npm run --silent test
check-prose:
	cd tools/prose && npm run --silent test
	$(DEV)/python -m tools.prose
check-spelling:
	$(DEV)/codespell *.md .github docs clients/*.md clients/*/README.md conformance/*.md web/*.md web/src/i18n/en openapi.yaml service tools

generate: .venv-dev/stamp ## write everything that is made of other files; then review `git diff`
	for each in rulebook_schema texts examples conformance readme client_types page_rulebooks; do \
	  LOG_REQUESTS=false $(DEV)/python -m tools.$$each || exit 1; done

web: web/node_modules/.package-lock.json ## build the scorekeeper page, and the client that it uses (needs node)
	cd clients/typescript && $(NPM_INSTALL) --silent && npm run --silent build
	cd web && npm run build

# Of the committed page; with BUILD=1, as .ci/run has it, of the page as its sources are now.
# A busy machine delays a browser: what failed gets a second run, without others beside it.
IN_BROWSER := $(DEV)/python -m pytest -m "browser$(DAY)"
test-browser: .venv-dev/stamp web/node_modules/.package-lock.json $(if $(BUILD),web) ## the tests that need Chromium and node (ARGS; WHOLE=1; BUILD=1)
	$(IN_BROWSER) $(BROWSERS) $(if $(findstring tests/,$(ARGS)),,web/tests) $(ARGS) || \
	  $(IN_BROWSER) -n 0 --last-failed --last-failed-no-failures none

new-rulebook: .venv-dev/stamp ## create the rulebook ID, or list what it still needs
	@$(DEV)/python -m tools.new_rulebook $(ID)

lock: .venv-dev/stamp ## pin the newest allowed libraries, with hashes
	tools/lock --upgrade

clean: ## remove environments and what was built
	rm -rf .venv* build .*_cache .hypothesis

## At night, and before a release

coverage: .venv-dev/stamp ## the tests, with branch coverage; lists what is not covered
	rm -rf build/coverage && mkdir -p build/coverage
	$(DEV)/python -m pytest $(NO_BROWSER) $(SPREAD) --cov --cov-report=term-missing:skip-covered --cov-fail-under=98 $(ARGS)

contract-test: .venv-dev/stamp tools/contract/node_modules/.package-lock.json ## the contract: lint, vectors and random data to the running service, then the README's deal (needs node)
	tools/contract/node_modules/.bin/redocly lint openapi.yaml
	$(DEV)/python -m tools.with_service python3 conformance/run.py '{url}'
	mkdir -p build
	$(DEV)/python -m tools.with_service sh -c 'python3 conformance/strict.py {url}/openapi.json >build/strict.json'
	$(DEV)/python -m tools.with_service $(DEV)/schemathesis --config-file conformance/schemathesis.toml run build/strict.json --url '{url}' \
	  $(if $(WHOLE),,--phases=examples,fuzzing,stateful --max-examples=10) $(ARGS)
	tools/serve_check

test-installed: .venv-dev/stamp ## the wheel in an empty environment
	$(DEV)/python -m pytest -m installed tests/test_installed.py $(ARGS)

# In a copy: in the checkout, an edit of a compiled source would have no effect.
COMPILED := $(CURDIR)/build/compiled
COMPILER ?= cc
compile: .venv-dev/stamp ## a copy of the tree in build/compiled whose core is compiled (needs a C compiler)
	rm -rf $(COMPILED) && mkdir -p $(COMPILED)
	git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents --no-dereference --target-directory $(COMPILED)
	$(DEV)/python -m tools.compile $(COMPILED)/service $(COMPILER)

test-compiled: compile ## the tests there
	cd $(COMPILED) && PYTHONPATH=$(COMPILED)/service CORE=compiled \
	  $(CURDIR)/$(DEV)/python -m pytest $(NO_BROWSER) $(SPREAD) $(ARGS)

test-core: ## the vectors and own rulebooks with a core that tcc has compiled, in a minute
	$(MAKE) --no-print-directory test-compiled COMPILER=tcc \
	  ARGS="tests/test_cases.py tests/api/test_contract.py tests/api/test_own_rulebooks.py tests/test_compiled.py"

REQUESTS ?= 25000
compare-cores: compile ## the same random REQUESTS to the plain and the compiled core
	$(DEV)/python -m tools.compare_cores $(COMPILED) $(REQUESTS)

fuzz-browser: export FUZZ_ACTIONS ?= 5000
fuzz-browser: export PLACES ?= 500
fuzz-browser: export EVENINGS ?= 2000
fuzz-browser: .venv-dev/stamp web/node_modules/.package-lock.json ## random actions, interruptions and evenings (FUZZ_SEED, PLACES_SEED, EVENINGS_SEED)
	$(DEV)/python -m pytest -q -m browser web/tests/test_fuzz.py web/tests/test_nothing_lost.py web/tests/test_evenings.py $(ARGS)

lighthouse: .venv-dev/stamp ## Lighthouse's scores of the page (needs node and Chromium)
	$(DEV)/python -m tools.lighthouse

COUNT ?= 40
SEED ?= $(shell date +%F)
mutants: .venv-dev/stamp .venv-nightly/stamp ## break the service in COUNT random places (SEED): which does no test notice?
	$(DEV)/python -m tools.mutants $(COUNT) $(SEED)

BEFORE ?= HEAD~1
bench: compile ## benchmarks of this tree, its compiled copy and another commit (BEFORE), to RESULTS.md
	$(DEV)/python -m tools.bench --before $(BEFORE) $(ARGS)

clients: .venv-dev/stamp ## the clients in build/packages, and their tests (needs node, Chromium)
	$(DEV)/python -m tools.client_packages

postman: ## a Postman collection of the contract, build/postman.json (needs node)
	mkdir -p build && npx --yes openapi-to-postmanv2@6.3.3 --spec openapi.yaml --output build/postman.json --options folderStrategy=Tags,parametersResolution=Example

check-deploy: .venv-nightly/stamp ## Dockerfile and Kubernetes manifests
	.venv-nightly/bin/hadolint Dockerfile
	.venv-nightly/bin/python -m tools.check_kubernetes deploy/kubernetes

dead-code: .venv-nightly/stamp ## code that nothing names; what libraries read by name is in pyproject.toml
	.venv-nightly/bin/vulture

sbom: .venv-dev/stamp ## the contents of the image, as CycloneDX, in build/
	mkdir -p build
	$(DEV)/cyclonedx-py requirements requirements/runtime.txt --pyproject pyproject.toml --mc-type application \
	  --output-reproducible --of JSON -o build/service.cdx.json
	cd web && npm sbom --package-lock-only --omit dev --sbom-format cyclonedx >../build/page.cdx.json

audit: .venv-nightly/stamp ## ask PyPI for advisories against the locked libraries (needs network)
	tools/audit

release: .venv-dev/stamp web/node_modules/.package-lock.json tools/prose/node_modules/.package-lock.json ## make the release VERSION: docs/releasing.md
	$(DEV)/python -m tools.release $(VERSION)

build-release: .venv-dev/stamp web/node_modules/.package-lock.json ## what a release publishes, in build/release
	$(DEV)/python -m tools.release --build

release-check: .venv-dev/stamp ## whether all texts are translated, the built page is as new as its sources, and packages name their addresses
	$(DEV)/python -m tools.texts --release
	$(DEV)/python -m tools.addresses
	tools/page_age

# Environments. A lock is complete, so pip resolves nothing. A changed lock builds its environment anew, and so does a given
# PYTHON of another version; without PYTHON an environment stays as it is.

.venv/stamp: requirements/runtime.txt
.venv-dev/stamp: requirements/dev.txt
.venv-nightly/stamp: requirements/nightly.txt
ifneq ($(origin PYTHON),file)
PYTHON_VERSION := $(shell $(PYTHON) -c 'import platform; print(platform.python_version())')
.PHONY: $(foreach each,$(ENVIRONMENTS),$(shell grep -qsx 'version = $(PYTHON_VERSION)' $(each)/pyvenv.cfg || echo $(each)/stamp))
endif
$(ENVIRONMENTS:%=%/stamp):
	@echo "Setting up $(@D) from $< ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	@$(PYTHON) -m venv --clear $(@D)
	@for lock in requirements/pip.txt $<; do \
	  $(@D)/bin/python -m pip --disable-pip-version-check --quiet install --no-compile --require-hashes --no-deps -r $$lock || exit; done
	@echo '$(CURDIR)/service' >$$(echo $(@D)/lib/python3*/site-packages)/checkout.pth
	@touch $@

# By the lock, like `npm ci`, which refuses a lock without the optional parts of other platforms that a registry lacks.
NPM_INSTALL := npm install --no-save --no-audit --no-fund
web/node_modules/.package-lock.json: web/package-lock.json
	cd web && $(NPM_INSTALL)
	@touch $@

tools/contract/node_modules/.package-lock.json: tools/contract/package-lock.json
	cd tools/contract && $(NPM_INSTALL)
	@touch $@

tools/prose/node_modules/.package-lock.json: tools/prose/package-lock.json
	cd tools/prose && $(NPM_INSTALL)
	@touch $@
