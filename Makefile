# A thin front for Meson and Ninja.
#
#   make          build/lariat, optimised
#   make demo     a first look: a protocol that works, and one that does not
#   make check    every test; the last line counts them
#   make bench    Lariat and SPIN side by side; bench-docs renews the page too
#   make experiments  those of the papers, with curves: docs/experiments.md
#   make install  to DESTDIR/PREFIX
#   make format   rewrite the C files in the house layout
#   make lint     the static checks
#   make clean    remove what was built
#
# Missing packages are installed first (Debian and Ubuntu; see tools/setup).

BUILD ?= build
CHECKED ?= build-sanitized
PREFIX ?= /usr/local

# The second build of `make check`: asserts on, AddressSanitizer and UBSan.
CHECKED_OPTIONS = -Dbuildtype=debug -Doptimization=1 \
  -Db_sanitize=address,undefined

.PHONY: all demo check bench bench-docs experiments install format lint clean setup setup-tests

all: setup
	@tools/configure $(BUILD) --prefix=$(PREFIX)
	@ninja -C $(BUILD) product

demo: all
	@tools/demo $(BUILD)/lariat

check: setup-tests
	@rm -f $(BUILD)/meson-logs/testlog.json $(CHECKED)/meson-logs/testlog.json
	@tools/configure $(BUILD) --prefix=$(PREFIX)
	@tools/configure $(CHECKED) $(CHECKED_OPTIONS)
	meson test -C $(BUILD) --print-errorlogs || true
	meson test -C $(CHECKED) --print-errorlogs || true
	@tools/summary $(BUILD) $(CHECKED)

bench: setup-tests all
	@tools/bench $(BUILD)/lariat --json $(BUILD)/bench-results.json \
	  $(BENCH_OPTIONS)
	@tools/bench --scarce $(BUILD)/lariat \
	  --json $(BUILD)/bench-scarce.json $(BENCH_OPTIONS)

bench-docs: BENCH_OPTIONS += --docs
bench-docs: bench

experiments: all
	@tools/experiments --docs $(EXPERIMENT_OPTIONS) $(BUILD)/lariat

install: all
	@DESTDIR=$(DESTDIR) meson install -C $(BUILD) --no-rebuild

format:
	clang-format -i $$(find src include tests -name '*.[ch]')

lint: all
	@tools/lint $(BUILD)

clean:
	rm -rf $(BUILD) $(CHECKED)

setup:
	@tools/setup

setup-tests:
	@tools/setup --tests
