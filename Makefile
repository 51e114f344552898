# VIR: `make run` starts the box on this machine, `make test` tests it. Both install missing packages first.

# All Debian packages that building, running and testing need are listed here and nowhere else.
# The first line holds the libraries that the Swift toolchain itself needs: the Swift tarball doesn't include them.
BUILD_PACKAGES := libncurses6 libcurl4-openssl-dev libxml2 tzdata \
	pkg-config g++ git \
	libavcodec-dev libavformat-dev libavutil-dev libswscale-dev \
	libcairo2-dev libpango1.0-dev libegl-dev libgles-dev libgbm-dev libsdl2-dev libasound2-dev libsqlite3-dev \
	libdrm-dev libinput-dev libudev-dev
# Debian 12's own versions are too old, so on Debian 12 these come from backports.
BACKPORTED_PACKAGES := libgpiod-dev libcamera-dev libcamera-ipa
RUN_PACKAGES := fonts-inter fonts-wqy-microhei fonts-noto-ui-core fonts-dejavu-core libegl1 libgles2 libgl1-mesa-dri
TEST_PACKAGES := ffmpeg gstreamer1.0-tools gstreamer1.0-plugins-good gstreamer1.0-libav python3 xvfb xauth chromium poppler-utils \
	openssh-server procps util-linux xz-utils perl-base fdisk exfatprogs dosfstools signify-openbsd busybox-static shfmt \
	clang-format shellcheck device-tree-compiler cpp libespeak-ng1 espeak-ng-data
# For the virtual machine (Tests/Machine). QEMU is needed only if the kernel offers hardware virtualisation.
MACHINE_PACKAGES := mmdebstrap debian-archive-keyring e2fsprogs cpio xz-utils zstd
# QEMU must have the same version as the image's packages (IMAGE_BACKPORTED_PACKAGES); Debian 12's own conflicts with them.
MACHINE_BACKPORTED_PACKAGES := $(if $(wildcard /dev/kvm),qemu-system-x86)

# For building the card's image (image/build.sh) and for starting it in QEMU. Debian 12's own QEMU is too old.
IMAGE_PACKAGES := mmdebstrap arch-test debian-archive-keyring squashfs-tools dosfstools mtools exfatprogs fdisk device-tree-compiler cpp \
	cpio zstd xz-utils kmod python3 signify-openbsd openssh-client git
IMAGE_BACKPORTED_PACKAGES := qemu-user qemu-system-arm
IMAGE_TEST_PACKAGES := exfat-fuse psmisc ffmpeg systemd shellcheck
# For the Debian package (package/build.sh), and for installing it in fresh roots (Tests/Package).
DEB_PACKAGES := dpkg-dev binutils lintian device-tree-compiler cpp xz-utils
DEB_TEST_PACKAGES := mmdebstrap debian-archive-keyring util-linux python3
# For the bare machine (Tests/Bare); shfmt parses our scripts.
BARE_PACKAGES := mmdebstrap debian-archive-keyring util-linux git python3 shfmt
# The system that the card is built for; `make image` explains the two kinds if it isn't given.
BASE ?=

# The variables that the documents name. They must reach scripts that run as root, and sudo would drop them.
KEPT := XDG_CACHE_HOME,TMPDIR,VIR_BARE_DIR,VIR_BARE_TREE,VIR_CUTS,VIR_DEBIAN_ARCHIVE,VIR_DEBIAN_KEYRING,VIR_IMAGE_CACHE,VIR_IMAGE_COMPRESSION,$\
	VIR_IMAGE_XZ,VIR_MACHINE_DIR,VIR_MACHINE_ENGINE,VIR_RASPBERRYPI_ARCHIVE,VIR_RASPBERRYPI_KEYRING,VIR_SIGNING_KEY,VIR_SWIFT,VIR_VERSION,$\
	http_proxy,https_proxy,no_proxy
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo --preserve-env=$(KEPT))
# Package.swift compiles the version into the program.
export VIR_VERSION := $(shell tools/version)
# The camera's object, which the program opens at run time. Package.swift compiles this path into a program that is run from here.
export VIR_CAMERA_OBJECT := $(CURDIR)/.build/camera.so
CAMERA_SOURCES := $(wildcard Sources/Shims/CameraObject/* /usr/include/libcamera/libcamera/version.h) Sources/Shims/CCamera/include/CCamera.h
# Without what a debugger reads, module Core takes a quarter less of the compiler's time. Who wants to step through the code builds it with
# `swift build`.
NO_DEBUG_INFO := -debug-info-format none
# `make run` builds without optimising, which takes a third of the time. Package.swift optimises the target that draws each pixel. No editor asks
# this build where a name is used, so it writes no index.
RUN_BUILD := swift build --disable-index-store $(NO_DEBUG_INFO)
RUN_VIR := .build/debug/vir
# The tests are compiled optimised, as the program is: one build serves both, and the tests run in a quarter of the time of a debug build.
# `@testable import` needs the flag -enable-testing; the card's image is built without it.
BUILD := swift build -c release -Xswiftc -enable-testing $(NO_DEBUG_INFO)
TEST := swift test -c release -Xswiftc -enable-testing $(NO_DEBUG_INFO)
VIR := .build/release/vir
SUITES := .build/release/virPackageTests.xctest
# The folder where the Swift tests leave sample pages of a card, for the browser tests.
PAGES := $(CURDIR)/.build/pages

.PHONY: help run demo demonstration build camera deb deb-arm64 package-test deb-packages test machine machine-short soak sanitize image image-base image-packages image-test image-test-packages overlays-test \
	bench bare clean built-to-run packages test-packages machine-packages swift compiled machine-made machine-tests swift-tests program-tests script-tests

help:
	@echo "make run    build VIR and run it here: in a window, or as a demonstration where there is no desktop"
	@echo "make test   install what the tests need and run them; .ci/run then runs make machine-short"
	@echo "make machine  all tests in the virtual machine, with the kernel's own TV, buttons, cameras and cards"
	@echo "make machine-short  the short ones of these tests"
	@echo "make image  build the SD card's image (BASE=raspberrypi or BASE=debian); make image-test starts it in QEMU"
	@echo "make camera  the part that reads libcamera's cameras: .build/camera.so (run, build and test make it too)"
	@echo "make build  build VIR optimised, as the card has it: .build/release/vir"
	@echo "make bench  measure, each figure as a ratio against a bare counterpart"
	@echo "make soak   the long checks: twenty minutes of every size and rate, twenty in real time, fifty kills, a card of 5,000 sessions, two thousand damaged ones, as many damaged films and settings files, a thousand exports onto sticks that fail, random walks through all screens (VIR_SOAK_PROFILE=1920x1080@60 or =real: only that row)"
	@echo "make sanitize  a session, an export and a replay under ThreadSanitizer, then under AddressSanitizer, which finds leaks too"
	@echo "make deb    the Debian package of this machine's own release and processor: package/out/vir_VERSION_ARCH.deb"
	@echo "make deb-arm64  the package of Debian 13 and Raspberry Pi OS 13 on a Raspberry Pi, with the image's compiler"
	@echo "make package-test  install it in fresh roots, use it, upgrade it, remove it"
	@echo "make bare   prove all this on a Debian 12 that has nothing but Swift, git and make (BARE=\"run test\": only these targets)"
	@echo "make clean  remove what was built; vir-card, with what make run recorded, stays"

run: ready-run built-to-run
	@if $(RUN_VIR) run --display window --card vir-card; then :; \
	elif [ $$? = 69 ]; then echo "No desktop here: playing a demonstration instead."; $(MAKE) --no-print-directory demonstration; \
	else exit 1; fi

demo: built-to-run demonstration

demonstration:
	@rm -rf demo/card demo/tv
	$(RUN_VIR) run --clock virtual --camera synthetic --display headless --panel script:demo/three-shots.script \
		--size 1280x720 --fps 30 --for 74 --card demo/card --report demo/report.json \
		--snapshots demo/tv --snapshot-every 2
	@$(RUN_VIR) card list demo/card
	@echo "The card:              demo/card (the clips play anywhere)"
	@echo "Pictures of the TV:    demo/tv"
	@echo "The report of the run: demo/report.json"

build: packages swift camera
	$(BUILD) --product vir

built-to-run: packages swift camera
	$(RUN_BUILD) --product vir

camera: $(VIR_CAMERA_OBJECT)
$(VIR_CAMERA_OBJECT): $(CAMERA_SOURCES) | packages
	CXXFLAGS=-Werror Sources/Shims/CameraObject/build $@

# First of all, prints what the target does and how long it takes, and checks that this machine can do it.
ready-run ready-bench ready-soak ready-sanitize: ready-%:
	@tools/preflight $* $(BUILD_PACKAGES) $(RUN_PACKAGES) $(BACKPORTED_PACKAGES) $(if $(filter soak sanitize,$*),$(TEST_PACKAGES))
ready-test ready-machine ready-machine-short: ready-%:
	@tools/preflight $* $(BUILD_PACKAGES) $(RUN_PACKAGES) $(BACKPORTED_PACKAGES) $(TEST_PACKAGES) $(if $(filter machine%,$*),$(MACHINE_PACKAGES))
ready-image ready-image-test: ready-%:
	@tools/preflight $* $(IMAGE_PACKAGES) $(IMAGE_BACKPORTED_PACKAGES) $(if $(filter image-test,$*),$(IMAGE_TEST_PACKAGES))
ready-deb:
	@tools/preflight deb $(BUILD_PACKAGES) $(BACKPORTED_PACKAGES) $(DEB_PACKAGES)
ready-bare:
	@tools/preflight bare $(BARE_PACKAGES)

# The tests of the scripts mostly wait, so they run beside the Swift tests; a suite of them that failed there has a second try alone. The
# program's tests come last: they show the Swift tests' sample pages in a browser, and have two lanes of their own.
test: ready-test test-packages swift compiled
	@rm -rf "$(PAGES)"
	@$(MAKE) --no-print-directory -j2 swift-tests script-tests
	@Tests/scripts --again .build/scripts
	@$(MAKE) --no-print-directory program-tests

compiled: camera
	$(BUILD) --build-tests

swift-tests:
	VIR_PAGES="$(PAGES)" $(TEST) --skip-build
program-tests:
	MAKEFLAGS= VIR_PAGES="$(PAGES)" Tests/Program/run $(VIR)
script-tests:
	@Tests/scripts .build/scripts

# Without KVM the first time takes eight minutes on two cores to make the virtual machine, or fewer while the compiler waits.
machine machine-short: machine%: ready-machine% test-packages machine-packages swift
	@$(MAKE) --no-print-directory -j2 compiled machine-made
	@$(MAKE) --no-print-directory machine-tests MACHINE_OPTIONS="--again$(if $*, --short)" MACHINE_NEEDED="$(if $*,,1)"

machine-made:
	@! Tests/Machine/machine possible || $(SUDO) env HOME="$$HOME" Tests/Machine/machine build
machine-tests:
	@if Tests/Machine/machine possible; then \
		Tests/Machine/run $(MACHINE_OPTIONS) --vir $(VIR) --suites $(SUITES); \
	else echo "Machine: left out (it can't run here): nothing was tested on real devices"; [ -z "$(MACHINE_NEEDED)" ] || exit 69; fi

soak: ready-soak test-packages build
	Tests/Program/soak $(VIR)
	[ -n "$$VIR_SOAK_PROFILE" ] || VIR_FUZZED_CARDS=2000 VIR_FUZZED_CLIPS=2000 VIR_FUZZED_IMPORTS=2000 VIR_FUZZED_SETTINGS=2000 VIR_FUZZED_EXPORTS=1000 VIR_WALKS=10000 $(TEST) --filter 'FuzzTests|ForeignFilmTests|RandomWalkTests'

sanitize: ready-sanitize test-packages swift
	Tests/Sanitize/run

bench: ready-bench build
	$(VIR) bench

clean:
	rm -rf .build demo/card demo/tv demo/report.json

image: image-base ready-image image-packages
	$(SUDO) env HOME="$$HOME" image/build.sh --base $(BASE) --out image/out

image-base:
	@[ -n "$(BASE)" ] || { image/build.sh --kinds >&2; exit 64; }

# Only the Debian base starts in QEMU.
image-test: BASE := debian
# Tests the overlays on the boards' own device trees, the unit's hardening, and the image (started, cut off, updated): more than an hour.
image-test: ready-image-test image image-test-packages overlays-test
	$(SUDO) env HOME="$$HOME" Tests/Image/all image/out

overlays-test: image-packages
	Tests/Overlays/run

deb: ready-deb deb-packages swift
	package/build.sh --out package/out

deb-arm64: ready-image image-packages deb-packages swift
	$(SUDO) env HOME="$$HOME" PATH="$$PATH" package/build.sh --arm64 --out package/out

package-test: deb
	@tools/install $(DEB_TEST_PACKAGES)
	$(SUDO) env HOME="$$HOME" Tests/Package/run "$$(ls -t package/out/vir_*_$$(dpkg --print-architecture).deb | head -n 1)"

deb-packages: packages
	@tools/install $(DEB_PACKAGES)

# A fresh Debian 12 with nothing installed for each of these targets; image-test makes the image first.
BARE ?= commands "run bench" image-test test machine
bare: ready-bare
	@tools/install $(BARE_PACKAGES)
	$(SUDO) env HOME="$$HOME" PATH="$$PATH" Tests/Bare/run $(BARE)

swift:
	@tools/preflight --quiet swift

packages:
	@tools/install $(BUILD_PACKAGES) $(RUN_PACKAGES)
	@tools/install --backported $(BACKPORTED_PACKAGES)

test-packages: packages
	@tools/install $(TEST_PACKAGES)

machine-packages:
	@tools/install $(MACHINE_PACKAGES)
	@tools/install --backported $(MACHINE_BACKPORTED_PACKAGES)

image-packages:
	@tools/install $(IMAGE_PACKAGES)
	@tools/install --backported $(IMAGE_BACKPORTED_PACKAGES)

image-test-packages:
	@tools/install $(IMAGE_TEST_PACKAGES)
