# VIR: `make run` has the box running here, `make test` tests it. Both install what is missing.

# Every Debian package that building, running and testing needs, here and nowhere else.
BUILD_PACKAGES := pkg-config g++ git \
	libavcodec-dev libavformat-dev libavutil-dev libswscale-dev \
	libcairo2-dev libpango1.0-dev libegl-dev libgles-dev libgbm-dev libsdl2-dev libasound2-dev libsqlite3-dev \
	libdrm-dev libinput-dev libudev-dev
# Debian 12's own are too old: there they come from its backports.
BACKPORTED_PACKAGES := libgpiod-dev libcamera-dev libcamera-ipa
RUN_PACKAGES := fonts-inter libegl1 libgles2 libgl1-mesa-dri
TEST_PACKAGES := ffmpeg gstreamer1.0-tools gstreamer1.0-plugins-good gstreamer1.0-libav python3 xvfb xauth chromium \
	openssh-server util-linux xz-utils perl-base fdisk exfatprogs dosfstools
# For the virtual machine (Tests/Machine); QEMU only where there is hardware virtualisation to use.
MACHINE_PACKAGES := mmdebstrap debian-archive-keyring e2fsprogs cpio xz-utils
# Of the same version as the image's: Debian 12's own doesn't go with that.
MACHINE_BACKPORTED_PACKAGES := $(if $(wildcard /dev/kvm),qemu-system-x86)

# For the card's image (image/build.sh), and for starting it in QEMU, which Debian 12 has too old an one of.
IMAGE_PACKAGES := mmdebstrap debian-archive-keyring squashfs-tools dosfstools mtools exfatprogs fdisk device-tree-compiler cpp \
	cpio zstd xz-utils kmod python3 signify-openbsd git
IMAGE_BACKPORTED_PACKAGES := qemu-user qemu-system-arm
IMAGE_TEST_PACKAGES := exfat-fuse psmisc ffmpeg systemd shellcheck
# What the card is built for: see image/README.md.
BASE ?= debian

SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
VIR := .build/release/vir
# Where the Swift tests leave sample pages of a card for the browser's.
PAGES := $(CURDIR)/.build/pages
# 0 leaves the virtual machine's tests out.
VIR_MACHINE ?= 1

.PHONY: help run demo build test machine soak image image-packages image-test overlays-test bench clean packages test-packages swift compiled machine-made machine-tests

help:
	@echo "make run    build VIR and run it here: in a window, or as a demonstration where there is no desktop"
	@echo "make test   install what the tests need and run them, the short ones in the virtual machine too (VIR_MACHINE=0: without)"
	@echo "make machine  all tests in the virtual machine, with the kernel's own TV, buttons, cameras and cards"
	@echo "make image  build the SD card's image (BASE=raspberrypi for camera modules); make image-test starts it in QEMU"
	@echo "make bench  measure, each figure as a ratio against a bare counterpart"
	@echo "make soak   the long checks: two minutes in real time, fifty kills"
	@echo "make clean  remove what was built"

run: build
	@if $(VIR) run --display window --card vir-card; then :; \
	elif [ $$? = 69 ]; then echo "No desktop here: playing a demonstration instead."; $(MAKE) --no-print-directory demo; \
	else exit 1; fi

demo: build
	@rm -rf demo/card demo/tv
	$(VIR) run --clock virtual --camera synthetic --display headless --panel script:demo/three-shots.script \
		--size 1280x720 --fps 30 --for 58 --card demo/card --report demo/report.json \
		--snapshots demo/tv --snapshot-every 2
	@$(VIR) card list demo/card
	@echo "The card:              demo/card (the clips play anywhere)"
	@echo "Pictures of the TV:    demo/tv"
	@echo "The report of the run: demo/report.json"

build: packages swift
	swift build -c release --product vir

# The machine takes eight minutes to make on two cores where there is no KVM, once; less beside the compiling.
test: test-packages swift
	@$(MAKE) --no-print-directory -j2 compiled machine-made
	@rm -rf $(PAGES)
	VIR_PAGES=$(PAGES) swift test --skip-build
	VIR_PAGES=$(PAGES) Tests/Program/run $(VIR)
	Tests/Guide/run
	Tests/Deploy/run
	@$(MAKE) --no-print-directory machine-tests MACHINE_OPTIONS="--short --again"

machine: test-packages swift
	@$(MAKE) --no-print-directory -j2 compiled machine-made VIR_MACHINE=1
	@$(MAKE) --no-print-directory machine-tests VIR_MACHINE=1 MACHINE_OPTIONS=--again

compiled:
	swift build --build-tests
	swift build -c release --product vir

ifeq ($(VIR_MACHINE),0)
machine-made:
machine-tests:
	@echo "Machine: left out (VIR_MACHINE=0): nothing was tested on real devices"
else
machine-made:
	@! Tests/Machine/machine possible || $(SUDO) env HOME="$$HOME" Tests/Machine/machine build
machine-tests:
	@if Tests/Machine/machine possible; then \
		Tests/Machine/run $(MACHINE_OPTIONS) --vir $(VIR) --suites "$$(swift build --show-bin-path)/virPackageTests.xctest"; \
	else echo "Machine: left out (it can't run here): nothing was tested on real devices"; fi
endif

soak: test-packages build
	Tests/Program/soak $(VIR)

bench: build
	$(VIR) bench

clean:
	rm -rf .build demo/card demo/tv demo/report.json vir-card

image: image-packages
	$(SUDO) env HOME="$$HOME" image/build.sh --base $(BASE) --out image/out

# The overlays on the boards' own device trees, the unit's hardening, and the image started, cut off and updated: an hour and more.
image-test: image overlays-test
	$(call install,$(IMAGE_TEST_PACKAGES))
	$(SUDO) env HOME="$$HOME" Tests/Image/all image/out

overlays-test: image-packages
	Tests/Overlays/run

image-packages:
	$(call install,$(IMAGE_PACKAGES))
	$(call install-backported,$(IMAGE_BACKPORTED_PACKAGES))

swift:
	@command -v swift >/dev/null || { echo "VIR needs Swift 6.2 or later (https://www.swift.org/install/linux); there is no 'swift' on the PATH." >&2; exit 1; }

# Those of a list of packages that are not installed, as a shell command.
missing = for package in $(1); do dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || echo $$package; done
INSTALL := env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends

# Installs only what is missing, and says what that is.
define install
	@missing=$$($(call missing,$(1))); \
	if [ -n "$$missing" ]; then \
		echo "Installing:" $$missing; \
		$(SUDO) apt-get update -qq && $(SUDO) $(INSTALL) $$missing >/dev/null; \
	fi
endef

# The same for packages of which Debian 12's own are too old: there its backports are added to apt's sources, beside the
# archive that apt already uses.
define install-backported
	@missing=$$($(call missing,$(1))); \
	if [ -n "$$missing" ]; then \
		. /etc/os-release; suite=; \
		if [ "$$VERSION_CODENAME" = bookworm ]; then \
			suite="-t bookworm-backports"; \
			if ! apt-cache policy | grep -q bookworm-backports; then \
				archive=$$(apt-get indextargets --format '$$(CODENAME) $$(REPO_URI)' | awk '$$1 == "bookworm" {print $$2; exit}'); \
				echo "Adding bookworm-backports of $$archive to apt's sources"; \
				echo "deb $$archive bookworm-backports main" | $(SUDO) tee /etc/apt/sources.list.d/bookworm-backports.list >/dev/null; \
			fi; \
		fi; \
		echo "Installing:" $$missing; \
		$(SUDO) apt-get update -qq && $(SUDO) $(INSTALL) $$suite $$missing >/dev/null; \
	fi
endef

packages:
	$(call install,$(BUILD_PACKAGES) $(RUN_PACKAGES))
	$(call install-backported,$(BACKPORTED_PACKAGES))

test-packages: packages
	$(call install,$(TEST_PACKAGES) $(if $(filter-out 0,$(VIR_MACHINE)),$(MACHINE_PACKAGES)))
	$(call install-backported,$(if $(filter-out 0,$(VIR_MACHINE)),$(MACHINE_BACKPORTED_PACKAGES)))
