# Flintlake: `make demo` builds, installs and runs the main job; `make test` runs every test.
PYTHON  ?= python3
BUILD   := build
VENV    := $(BUILD)/venv
GOFLAGS ?= -trimpath
export GOFLAGS

.DEFAULT_GOAL := help
.PHONY: help demo test test-go test-python check lint bench conformance interop generate wheel install clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --upgrade pip

wheel: $(VENV)/bin/python ## build the wheel into dist/
	$(VENV)/bin/pip install --quiet build
	$(VENV)/bin/python -m build --wheel --outdir dist python

install: wheel ## install the wheel into build/venv
	$(VENV)/bin/pip install --quiet --force-reinstall --no-deps $$(ls -t dist/*.whl | head -1)

demo: install ## build, install, and keep three Delta tables from eight real snapshots
	$(VENV)/bin/pip install --quiet -r demo/requirements.txt
	$(VENV)/bin/python demo/airports.py

test: test-go test-python ## all tests
	@echo "all tests passed"

test-go: ## Go tests
	go vet ./...
	go test ./...

test-python: install ## Python tests against the installed wheel, examples and notebooks included
	$(VENV)/bin/pip install --quiet -r python/requirements-test.txt -r notebooks/requirements.txt
	$(VENV)/bin/python -m pytest -q python/tests examples notebooks

check: generate lint ## format, lint, generated files clean, layers, types
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || (gofmt -l $$(git ls-files '*.go'); exit 1)
	git diff --exit-code --stat -- '*zz_*' '*.pb.go'
	go test . -run TestImports

lint: $(VENV)/bin/python ## golangci-lint, ruff, mypy --strict
	go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.13.2 run ./...
	$(VENV)/bin/pip install --quiet -r python/requirements-lint.txt
	$(VENV)/bin/ruff check python
	$(VENV)/bin/ruff format --check python
	$(VENV)/bin/mypy --config-file python/pyproject.toml --strict python/flintlake

bench: install ## the numbers of the README, against peers in the same run
	$(VENV)/bin/pip install --quiet -r bench/requirements.txt
	$(VENV)/bin/python bench/run.py

CASES ?= ../shared
conformance: install ## recorded answers of Spark and Delta, one line an area; CASES=DIR for another folder
	$(VENV)/bin/pip install --quiet -r conformance/requirements.txt
	$(VENV)/bin/python conformance/run.py --cases $(CASES) $(CONFORMANCE_FLAGS)

interop: install ## tables written here read by others, and theirs here
	bash conformance/interop/run.sh

generate: ## everything that is generated
	go generate ./...

clean:
	rm -rf $(BUILD) dist
