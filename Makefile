# The commands of the project. Each installs the Debian packages that it misses, and says so.
#   make run     build the program and run the demo; make build only builds it
#   make test    build everything, optimised, and run every test once
#   make sanitize units, readers, command line and checker under AddressSanitizer and UBSan, threads under ThreadSanitizer
#   make lint    clang-format and clang-tidy on the whole tree; make lint-changes on what changed SINCE a commit; make format
#   make clang   the program, the units and the checker compiled by clang and tested; make clang-checker the checker alone
#   make python  the Python package, its tests and its examples
#   make wheel   a wheel in build/wheel that carries its libraries, tried in a fresh environment; pip install . needs no make
#   make deb     Debian packages in build/deb: spica_*.deb and python3-spica_*.deb
#   make docs    the manual as a site in build/site, for a browser without a network
#   make r       the R package in build/r: its tests, R CMD check, and its tutorial
#   make aarch64 the programs for 64-bit ARM, run by qemu beside those of this machine; as root, in a Debian of its own
#   make web     the page and the npm package in build/web, by WebAssembly, and their tests
#   make mpi     the program with MPI, for several machines, and its tests
#   make install the programs, the library and its headers under PREFIX
#   make fuzz    libFuzzer on every reader and the checker
#   make torture every bound on 100,000 extreme matrices, the other property tests on many more, a search killed 50 times; an hour or so
#   make bench   what is proved and how long it takes; make bench-peers has other solvers beside it; make coverage; make clean

PREFIX ?= /usr/local
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(shell nproc)
export CTEST_PARALLEL_LEVEL ?= $(shell nproc)

# Configuring again when nothing changed costs a second, so presets are configured only when they never were.
configure = test -e build/$(1)/build.ninja || cmake --preset $(1) --log-level=WARNING

RELEASE_TESTS = spica_program spica_check_program spica_python unit_tests checker_tests property_tests instances_tests \
  concurrency_tests fuzz_certificate fuzz_matrix_file fuzz_table clock_jumps
SANITIZED_TESTS = spica_program spica_check_program unit_tests checker_tests fuzz_certificate fuzz_matrix_file fuzz_table

# Debian's Python, for which its packages are.
PYTHON ?= /usr/bin/python3
WITH_PYTHON = -DSPICA_BUILD_PYTHON=ON -DPython_EXECUTABLE=$(PYTHON) -DPython3_EXECUTABLE=$(PYTHON)

.PHONY: run build test python wheel deb docs r aarch64 mpi clang clang-checker sanitize sanitize-memory sanitize-threads torture fuzz bench bench-peers install format lint lint-changes coverage clean web

run: build
	build/bin/spica demo --report build/spica-demo.html

build:
	@scripts/ensure-packages build
	@$(call configure,release)
	@cmake --build --preset release --target spica_program spica_check_program

# What only tests need is installed while the program is built.
test:
	@scripts/ensure-packages build
	@scripts/ensure-packages test python & packages=$$!; \
	  $(MAKE) --no-print-directory build; built=$$?; wait $$packages && exit $$built
	@cmake -DSPICA_BUILD_TESTS=ON $(WITH_PYTHON) build/release --log-level=WARNING >/dev/null
	@cmake --build --preset release --target $(RELEASE_TESTS)
	ctest --preset release

# The Python package in build/python, and its tests.
python:
	@scripts/ensure-packages build python
	@$(call configure,release)
	@cmake $(WITH_PYTHON) build/release --log-level=WARNING >/dev/null
	@cmake --build --preset release --target spica_python
	PYTHONPATH=build/python PYTHONDONTWRITEBYTECODE=1 $(PYTHON) -m unittest discover -s tests/python -p '*_test.py'
	PYTHONDONTWRITEBYTECODE=1 $(PYTHON) tests/docs/examples_test.py Python
	PYTHONDONTWRITEBYTECODE=1 $(PYTHON) tests/docs/commands_test.py Documents.test_docs_python

# A wheel in build/wheel, from the package that `make python` builds too, and its tests where nothing else of the project is.
wheel:
	@scripts/ensure-packages build python wheel
	@$(call configure,release)
	@cmake $(WITH_PYTHON) build/release --log-level=WARNING >/dev/null
	rm -rf build/wheel && mkdir -p build/wheel/plain
	SPICA_BUILD=$(CURDIR)/build/release PYTHONDONTWRITEBYTECODE=1 $(PYTHON) -m pip wheel --quiet --no-build-isolation --no-deps \
	  --wheel-dir build/wheel/plain .
	PYTHONDONTWRITEBYTECODE=1 $(PYTHON) python/packaging/carry_libraries.py build/wheel/plain/*.whl build/wheel
	rm -rf build/wheel/plain
	PYTHONDONTWRITEBYTECODE=1 $(PYTHON) tests/install/wheel_test.py build/wheel/*.whl

# Debian packages in build/deb, made by debhelper, beside the sources, of the programs and the package in build/release.
deb: build
	@scripts/ensure-packages build python deb
	@cmake -DSPICA_MPI=OFF $(WITH_PYTHON) build/release --log-level=WARNING >/dev/null
	@cmake --build --preset release --target spica_program spica_check_program spica_python
	rm -rf build/deb && mkdir -p build/deb/sources
	cp -r debian python CMakeLists.txt pyproject.toml README.md LICENSE build/deb/sources
	cd build/deb/sources && SPICA_BUILD=$(CURDIR)/build/release dpkg-buildpackage --build=binary --no-sign --no-check-builddeps
	rm -rf build/deb/sources
	PYTHONDONTWRITEBYTECODE=1 $(PYTHON) tests/install/deb_test.py build/deb
	lintian --fail-on error build/deb/*.changes

# The manual in build/site, from the documents and from what the program, the Python package and the headers say of themselves.
docs: build
	@scripts/ensure-packages build python docs
	@cmake $(WITH_PYTHON) build/release --log-level=WARNING >/dev/null
	@cmake --build --preset release --target spica_python
	PYTHON=$(PYTHON) docs/site/build

# The source package of R in build/r, which carries the library; checked against the library of this build, so that it is compiled
# once. Nothing is asked of a network.
R_OFFLINE = _R_CHECK_CRAN_INCOMING_REMOTE_=false _R_CHECK_SYSTEM_CLOCK_=0 _R_CHECK_FORCE_SUGGESTS_=true
r:
	@scripts/ensure-packages build r
	@$(call configure,release)
	@cmake --build --preset release --target spica_program spica_check_program spica spica_checker
	scripts/r-package build/r
	cd build/r && SPICA_BUILD=$(CURDIR)/build/release R CMD build spica
	cd build/r && SPICA_BUILD=$(CURDIR)/build/release SPICA_PROGRAM=$(CURDIR)/build/bin/spica $(R_OFFLINE) \
	  R CMD check --as-cran --no-manual spica_*.tar.gz
	! grep -E '(ERROR|WARNING)$$' build/r/spica.Rcheck/00check.log
	cd build/r && R_LIBS=spica.Rcheck Rscript $(CURDIR)/tests/r/tutorial.R $(CURDIR)/r/vignettes/spica.Rmd $(CURDIR)/tests/r/tutorial.md
	R_LIBS=build/r/spica.Rcheck Rscript tests/r/interrupt.R
	SPICA_R=$(CURDIR)/build/r/spica.Rcheck SPICA_DOCS="README.md r.md tutorial.md" PYTHONDONTWRITEBYTECODE=1 python3 tests/docs/commands_test.py

# The programs for 64-bit ARM in build/aarch64/release, by the cross compiler of a Debian in build/aarch64/root.
AARCH64 = scripts/aarch64 build/aarch64/root
aarch64: build
	@scripts/ensure-packages aarch64
	@mkdir -p build/aarch64
	@scripts/aarch64-root build/aarch64/root
	@$(AARCH64) cmake -S . -B build/aarch64/release -G Ninja -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/aarch64.cmake \
	  -DCMAKE_BUILD_TYPE=Release -DSPICA_WARNINGS_AS_ERRORS=ON --log-level=WARNING
	@$(AARCH64) cmake --build build/aarch64/release --parallel $(CMAKE_BUILD_PARALLEL_LEVEL) --target spica_program spica_check_program
	PYTHONDONTWRITEBYTECODE=1 python3 tests/aarch64/compare.py build/aarch64/root

# The library and the checker as WebAssembly: the npm package in build/web/package, the page in build/web/page, both tested.
web:
	@scripts/ensure-packages web
	@command -v npm >/dev/null || scripts/ensure-packages npm
	scripts/web

# The program with MPI in build/bin, where mpirun finds it, and tests on several ranks, also across a slow network.
mpi:
	@scripts/ensure-packages build mpi
	@$(call configure,release)
	@cmake -DSPICA_MPI=ON build/release --log-level=WARNING >/dev/null
	@cmake --build --preset release --target spica_program spica_check_program
	PYTHONDONTWRITEBYTECODE=1 python3 tests/mpi/ranks_test.py
	PYTHONDONTWRITEBYTECODE=1 python3 tests/mpi/network_test.py
	PYTHONDONTWRITEBYTECODE=1 SPICA_DOCS=cluster.md python3 tests/docs/commands_test.py Documents

sanitize: sanitize-memory sanitize-threads

sanitize-memory:
	@scripts/ensure-packages build test
	@$(call configure,asan)
	@cmake --build --preset asan --target $(SANITIZED_TESTS)
	ctest --preset asan

sanitize-threads:
	@scripts/ensure-packages build test
	@$(call configure,tsan)
	@cmake --build --preset tsan --target concurrency_tests
	ctest --preset tsan

# The property tests on TORTURE matrices each (make test runs 100), and every method on EXTREME times 20 of the worst (make
# test runs 2,000): bounds and certificates against rational arithmetic. Before that, a search is killed and resumed; KILL="--kills 10 --certificate" passes flags.
TORTURE ?= 3000
EXTREME ?= 5000
torture:
	@scripts/ensure-packages build test
	@$(call configure,release)
	@cmake -DSPICA_BUILD_TESTS=ON build/release --log-level=WARNING >/dev/null
	@cmake --build --preset release --target property_tests spica_program spica_check_program
	PYTHONDONTWRITEBYTECODE=1 python3 bench/torture/kill.py $(KILL)
	RC_PARAMS="max_success=$(EXTREME)" build/bin/property_tests --gtest_brief=1 --gtest_filter='Torture.*'
	RC_PARAMS="max_success=$(TORTURE)" build/bin/property_tests --gtest_brief=1 --gtest_filter='-Torture.*'

# The same as what runs under AddressSanitizer, optimised by clang, with its warnings as errors, in build/clang.
clang:
	@scripts/ensure-packages build test clang
	@$(call configure,clang)
	@cmake --build --preset clang --target $(SANITIZED_TESTS)
	ctest --preset clang

# What .ci/run has the time for: the checker by clang, tested on certificates that the program by GCC writes.
clang-checker: build
	@scripts/ensure-packages build test clang
	@$(call configure,clang)
	@cmake --build --preset clang --target spica_check_program
	for test in check choice_certificate group_limits; do \
	  SPICA_CHECK=build/clang/bin/spica-check PYTHONDONTWRITEBYTECODE=1 python3 tests/cli/$${test}_test.py || exit 1; \
	done

# libFuzzer on every reader, the certificate parser and the checker, FUZZ_SEC seconds each; what it finds is in build/fuzz.
FUZZ_SEC ?= 30
fuzz:
	@scripts/ensure-packages build fuzz
	@$(call configure,fuzz)
	@cmake --build --preset fuzz --target fuzz_certificate fuzz_matrix_file fuzz_table
	for target in certificate matrix_file table; do \
	  mkdir -p build/fuzz/corpus/$$target && \
	  build/fuzz/bin/fuzz_$$target -max_total_time=$(FUZZ_SEC) -max_len=4096 -print_final_stats=1 -artifact_prefix=build/fuzz/ \
	    build/fuzz/corpus/$$target tests/fuzz/corpus/$$target || exit 1; \
	done

# Micro-benchmarks, then what is proved and how long it takes, also beside plain PCA, of one component and of several together,
# 10^4 to 10^6 features (3 GB of data), then scikit-learn on the same data; PRICE="--before PROGRAM --repeats 9", PROOFS="--only growth --data DIR --out DIR", JOINT="--only pitprops --data DIR",
# SCALE="--folder DIR --only text" and COMPARE="--data DIR --out FILE" pass flags.
bench:
	@scripts/ensure-packages build bench python
	@$(call configure,release)
	@cmake -DSPICA_BUILD_BENCH=ON build/release --log-level=WARNING >/dev/null
	@cmake --build --preset release --target spica_bench spica_program
	build/bin/spica_bench
	PYTHONDONTWRITEBYTECODE=1 python3 bench/proofs/proofs.py $(PROOFS)
	PYTHONDONTWRITEBYTECODE=1 python3 bench/price/price.py $(PRICE)
	PYTHONDONTWRITEBYTECODE=1 python3 bench/joint/joint.py $(JOINT)
	PYTHONDONTWRITEBYTECODE=1 $(PYTHON) bench/scale/scale.py $(SCALE)
	PYTHONDONTWRITEBYTECODE=1 $(PYTHON) bench/compare/compare.py $(COMPARE)

# Side by side with other solvers; PEERS="--timeout 60 --data DIR" passes flags. What cannot be installed is reported as such.
bench-peers:
	@scripts/ensure-packages build bench
	-@scripts/ensure-packages peers
	@$(call configure,release)
	@cmake -DSPICA_BUILD_BENCH=ON build/release --log-level=WARNING >/dev/null
	@cmake --build --preset release --target spica_program spica_peers
	PYTHONDONTWRITEBYTECODE=1 python3 bench/peers/peers.py $(PEERS)

install: build
	cmake --install build/release --prefix $(PREFIX)

format:
	@scripts/ensure-packages format
	git ls-files -co --exclude-standard '*.cpp' '*.hpp' | xargs clang-format -i

SOURCES = git ls-files -co --exclude-standard '*.cpp' '*.hpp'
tidy = xargs -r -n 1 -P $(CMAKE_BUILD_PARALLEL_LEVEL) clang-tidy --quiet -p

# All of src, apps and checker, a room at a time: most of what clang-tidy reads is the headers of others, read once for all files
# of a room.
lint: lint-tools
	$(SOURCES) | xargs clang-format --dry-run -Werror
	@$(call configure,lint)
	@cmake build/lint --log-level=WARNING >/dev/null
	@cmake --build build/lint --target spica_source_description >/dev/null
	sed -n 's/^ *"file": "\(.*\)",*$$/\1/p' build/lint/compile_commands.json | $(tidy) build/lint

# What changed since a commit, by default since the one before the last; file by file.
SINCE ?= HEAD~1
lint-changes: lint-tools
	git diff --name-only --diff-filter=d $(SINCE) -- '*.cpp' '*.hpp' | xargs -r clang-format --dry-run -Werror
	@$(call configure,debug)
	@cmake --build --preset debug --target spica_source_description >/dev/null
	git diff --name-only --diff-filter=d $(SINCE) -- 'src/*.cpp' 'apps/*.cpp' 'checker/*.cpp' | $(tidy) build/debug

.PHONY: lint-tools
lint-tools:
	@scripts/ensure-packages build test lint

coverage:
	@scripts/ensure-packages build test coverage
	@$(call configure,coverage)
	@cmake --build --preset coverage
	ctest --preset coverage
	gcovr --root . --filter src/ --filter apps/ --print-summary --html-details build/coverage/report.html build/coverage

clean:
	rm -rf build
