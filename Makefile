.DEFAULT_GOAL := help
.PHONY: help run test test-fast build-tests test-api test-web test-matter screenshots bench-web faults build package test-package check format bench docs clean

sources := Sources Tests simulators Benchmarks Package.swift

help: ## Show this list
	@sed -nE 's/^([a-z-]+):.*## (.*)/make \1\t\2/p' Makefile | expand -t 14

run: ## Build, then run a gateway and the simulated villa, until Ctrl-C (SIMULATE=no: no villa)
	@scripts/run $(ARGS)

test: build-tests ## Build and run every test
	@scripts/python-peers -c ""
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=6 $(peer_python) \
		scripts/report-failures swift test --skip-build --skip $(avahi_tests)
	@# These tests mostly wait for other programs, so three jobs at once take little longer than one.
	@$(MAKE) --no-print-directory --jobs 3 --output-sync=target tests-web tests-avahi tests-api tests-dialects \
		tests-matter

build-tests:
	@scripts/install-dependencies
	scripts/report-failures swift build --build-tests $(BUILD_FLAGS)

# The Python with the HomeKit peers, which a run of scripts/python-peers installs.
peer_python = TOMTE_PEER_PYTHON=$(CURDIR)/.build/python-peers/bin/python

# The Python with the controller of connectedhomeip, which a run of scripts/python-peers --matter installs.
matter_python = TOMTE_MATTER_PYTHON=$(CURDIR)/.build/matter-peers/bin/python

avahi_tests = AvahiDiscoveryTests.RealAvahiTests

test-fast: build-tests ## Build, then run the Swift tests that start no other program
	scripts/report-failures swift test --skip-build --skip '^($(subst $(space),|,$(tests_with_programs)))\.'

# These targets start mosquitto, Avahi, a gateway, or tools with which the results are compared.
tests_with_programs = AvahiDiscoveryTests CrashReportsTests EndToEndTests GatewayAppTests HomeCertificatesTests \
	MosquittoBrokerTests MosquittoTransportTests PageFilesTests QRCodesTests SimulatedHomeTests
space := $(subst ,, )

.PHONY: tests-web tests-avahi tests-api tests-dialects tests-matter
tests-web:
	$(test_web)
# These tests share one Avahi daemon, so they run one after the other.
tests-avahi:
	scripts/report-failures swift test --skip-build --filter $(avahi_tests)
tests-api:
	$(test_api)
tests-dialects:
	scripts/report-failures scripts/python-peers -m pytest -q -p no:cacheprovider Tests/DialectTests

tests-matter:
	@scripts/python-peers --matter -c ""
	$(test_matter)

# The tests of Avahi may run at the same time; neither builds.
test_matter = $(matter_python) scripts/report-failures scripts/matter-network \
	swift test --skip-build --ignore-lock --filter MatterEmulatorTests.ConnectedHomeIPTests

test-matter: build-tests ## Test Matter with CircuitMatter and with the controller of connectedhomeip
	@scripts/python-peers -c ""
	$(peer_python) scripts/report-failures swift test --skip-build --filter MatterLinkTests.CircuitMatterTests
	@$(MAKE) --no-print-directory tests-matter

test_api = scripts/report-failures scripts/python-peers Tests/APITests .build/debug/tomte

test-api: ## Test a running gateway against its OpenAPI document, with schemathesis (TOMTE_API_SEED, TOMTE_API_EXAMPLES)
	@scripts/install-dependencies
	scripts/report-failures swift build --product tomte
	$(test_api)

# Three browsers run at once. Each has its own home; with it, it uses about three quarters of a core.
test_web = scripts/report-failures scripts/python-peers -m pytest -q -p no:cacheprovider --numprocesses 3 --dist loadgroup \
	--no-loadscope-reorder Tests/WebTests

test-web: ## Test the page in a real browser
	@scripts/install-dependencies
	scripts/report-failures swift build --product tomte
	$(test_web)

bench-web: ## Measure the performance of the page in a real browser
	@scripts/install-dependencies
	swift build --configuration release --product tomte
	TOMTE_PROGRAM=.build/release/tomte scripts/python-peers Tests/WebTests/bench.py

screenshots: ## Write screenshots of every view to the folder screenshots, and copy those of the README to pictures
	@scripts/install-dependencies
	swift build --product tomte
	scripts/web-screenshots screenshots
	cp $(foreach name,$(pictures),screenshots/$(name).png) pictures

pictures = home-desktop-light home-phone-dark device-desktop-dark energy-desktop-light activity-desktop-light \
	invitation-phone-light pairing-desktop-light wall-desktop-dark upkeep-desktop-light incident-desktop-light

fault_suites = $(shell cd Tests/EndToEndTests/Faults && ls *Story.swift | sed 's/\.swift//' | paste -sd '|')

faults: export TOMTE_FAULT_ROUNDS ?= 200
faults: export TOMTE_SCHEDULES ?= 10000
faults: build-tests ## Test with many faults: kill the gateway, fill, slow and damage its disk (TOMTE_FAULT_ROUNDS, default 200)
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=1 \
		scripts/report-failures swift test --skip-build \
		--filter "EndToEndTests\.($(fault_suites))/|GatewayCoreTests\.CommandScheduleTests/"

build: ## Build a release
	@scripts/install-dependencies
	swift build --configuration release --product tomte $(BUILD_FLAGS)

package: ## Build a Debian package into .build/package (REF=commit: of that commit instead of the working tree)
	@scripts/install-dependencies package
	scripts/package $(REF)

test-package: ## Build the package, and test it in a fresh Debian (BEFORE=commit: upgrade from it; default HEAD~1); needs root
	@scripts/install-dependencies package
	scripts/test-package $(BEFORE)

check: ## Check the format of the sources and the syntax of the scripts
	swift format lint --strict --parallel --recursive $(sources)
	for script in scripts/* .ci/run $(package_scripts); do bash -n $$script || exit 1; done

package_scripts = $(addprefix debian/,broker-request collect-notices write-default-configuration \
	tomte.preinst tomte.postinst tomte.prerm tomte.postrm)

format: ## Format the sources
	swift format --in-place --parallel --recursive $(sources)

bench: ## Measure the performance and print a table
	@scripts/install-dependencies
	@scripts/python-peers -c ""
	@scripts/python-peers --matter -c ""
	swift build --configuration release --product tomte
	$(peer_python) $(matter_python) swift run --configuration release TomteBenchmarks $(ARGS)

docs: ## Write the developer documentation to docs-out
	@scripts/install-dependencies
	swift package --allow-writing-to-directory docs-out generate-documentation --target GatewayCore \
		--symbol-graph-minimum-access-level package --disable-indexing --transform-for-static-hosting \
		--output-path docs-out

clean: ## Remove all build results, but not the state of a home
	rm -rf .build docs-out screenshots
