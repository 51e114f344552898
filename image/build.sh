#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the SD card's image from nothing: vir-VERSION-BASE.img.xz, with its manifest for Raspberry Pi Imager, its signed
# checksum, its update file, the list of its contents, and where their sources are.
#
# usage: image/build.sh --base debian|raspberrypi [--developer KEY.pub] [--out FOLDER] [--program FILE]
#        image/build.sh --program-only [FILE]    only the program for arm64, and FILE.camera.so; prints the program's path
#        image/build.sh --tests-only             only the tests for arm64; prints their path
#        image/build.sh --plan                   what would be taken from where; builds nothing
#        image/build.sh --kinds                  explains the two bases
#
# --base debian        Debian's own kernel: USB cameras, encoding by the processor
# --base raspberrypi   Raspberry Pi's kernel, firmware and libcamera: camera modules, hardware encoder
# --developer KEY.pub  opens ssh for this key, for deploy.sh
# --program FILE       takes this arm64 program, and builds none
#
# Runs as root on Debian 12 or 13. What was made is kept in ~/.cache/vir-image (VIR_IMAGE_CACHE), and made again when
# what it was made from changes. An update is signed with VIR_SIGNING_KEY; without one a key is made and kept there.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib/common.sh"
for part in program root kernel initramfs card; do . "$IMAGE/lib/$part.sh"; done

# All of the script is read before anything runs, since the file may change meanwhile.
{
KINDS='make image BASE=debian       USB cameras; the Pi'"'"'s processor encodes. Built and started in QEMU; not yet on a board.
make image BASE=raspberrypi  camera modules and USB cameras; the chip of a Pi 4 or Zero 2 W encodes. Never built: its archive
                             (archive.raspberrypi.com) was never reachable where VIR is made. An update fits only a card of its own kind.'
BASE="" DEVELOPER="" OUT=$IMAGE/out PROGRAM="" ONLY=""
while [ $# -gt 0 ]; do
    case $1 in
        --base) BASE=${2:-}; shift 2 || fail "--base debian or raspberrypi" 64 ;;
        --developer) DEVELOPER=${2:-}; shift 2 || fail "--developer KEY.pub" 64
            grep -qE '^(ssh|ecdsa|sk)-' "$DEVELOPER" 2>/dev/null || fail "$DEVELOPER is no public ssh key: name the .pub file of one" 66 ;;
        --out) OUT=${2:-}; shift 2 || fail "--out FOLDER" 64 ;;
        --program) PROGRAM=$(realpath -e "${2:-}" 2>/dev/null) || fail "no such file: ${2:-}" 66; shift 2 ;;
        --program-only) ONLY=program; shift; case ${1:-} in ''|--*) ;; *) PROGRAM_OUT=$1; shift ;; esac ;;
        --tests-only) ONLY=tests; shift ;;
        --plan) ONLY=plan; shift ;;
        --kinds) echo "$KINDS"; exit ;;
        -h|--help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit ;;
        *) fail "what is '$1'? image/build.sh --help says what it takes" 64 ;;
    esac
done
if [ -z "$BASE" ]; then
    [ -n "$ONLY" ] || { printf 'image: which base?\n%s\n' "$KINDS" >&2; exit 64; }
    BASE=debian
fi
case $BASE in debian|raspberrypi) ;; *) fail "--base is debian or raspberrypi, not '$BASE'" 64 ;; esac
KIND=$BASE${DEVELOPER:+-developer}
VERSION=$("$SOURCES/tools/version")
case $VERSION in *-dev) fail "the version isn't known: build in a git checkout, or name it in VIR_VERSION" 64 ;; esac
export VIR_VERSION=$VERSION
case $VERSION in *[!A-Za-z0-9.+-]*) fail "the version '$VERSION' has characters that an update's can't have: name another in VIR_VERSION" 64 ;; esac
NAME=vir-$VERSION-$KIND

need mmdebstrap mmdebstrap; need dpkg-deb dpkg; need mksquashfs squashfs-tools; need mkfs.vfat dosfstools; need mcopy mtools
need mkfs.exfat exfatprogs; need sfdisk fdisk; need dtc device-tree-compiler; need cpio cpio; need zstd zstd; need xz xz-utils
[ "$(uname -m)" = aarch64 ] || need arch-test arch-test
need depmod kmod; need modprobe kmod; need python3 python3; need signify-openbsd signify-openbsd; need git git
[ -z "$DEVELOPER" ] || need ssh-keygen openssh-client
[ "$(uname -m)" = aarch64 ] || command -v qemu-aarch64-static >/dev/null || need qemu-aarch64 qemu-user
[ "$ONLY" = plan ] || { require_tools; "$SOURCES/tools/preflight" --quiet image; }
[ -e "$KEYRING" ] || [ "$ONLY" = plan ] || fail "no keyring of Debian's archive at $KEYRING (package debian-archive-keyring; or name one in VIR_DEBIAN_KEYRING)" 69
export PATH=$PATH:/usr/sbin:/sbin

if [ "$ONLY" = plan ]; then
    echo "version   $VERSION"
    echo "base      $BASE${DEVELOPER:+, opened for developers}"
    echo "from      $(source_line $SUITE main non-free-firmware)"
    [ "$BASE" = raspberrypi ] && echo "from      $(raspberrypi_line)" || echo "from      $(source_line $SUITE-backports main)"
    [ "$BASE" = debian ] || echo "keyring   $RASPBERRYPI_KEYRING$([ -e "$RASPBERRYPI_KEYRING" ] || echo " (taken from the archive, checked by its sum)")"
    echo "compiler  swiftlang $SWIFT of $(source_line sid main)"
    echo "kernel    $([ "$BASE" = raspberrypi ] && echo "linux-image-rpi-v8, raspi-firmware" || echo "linux-image-arm64 of $SUITE-backports, raspi-firmware")"
    echo "root      $(packages "$IMAGE/packages/root.list" ${DEVELOPER:+"$IMAGE/packages/developer.list"} | sed 's/,/ /g')and libcamera as in the sysroot"
    [ ${#MISSING[@]} = 0 ] || printf 'missing   %s\n' "${MISSING[@]}"
    exit
fi
[ "$(id -u)" = 0 ] || fail "needs root: what it makes belongs to root, and it mounts" 69
mkdir -p "$CACHE"
# Otherwise a failure would show only after half an hour of compiling.
[ -n "$ONLY" ] || run_arm64
trap stop_heart EXIT
exec 9> "$CACHE/lock"; flock -n 9 || fail "another build is running with $CACHE"
[ "$BASE" = debian ] || get_raspberrypi_keyring

step compiler "$SWIFT" -- make_compiler
step "sysroot-$BASE" "$SWIFT" "$IMAGE/packages/sysroot.list" -- make_sysroot
step "camera-$BASE" "$SOURCES/Sources/Shims/CameraObject" "$SOURCES/Sources/Shims/CCamera/include" "$CACHE/done/sysroot-$BASE" -- make_camera
if [ -z "$PROGRAM" ]; then
    if [ "$ONLY" = tests ]; then make_tests; exit; fi
    step "program-$BASE" "$VERSION" "$SOURCES/Sources" "$SOURCES/Package.swift" "$CACHE/done/sysroot-$BASE" -- make_program
    PROGRAM=$CACHE/vir-$BASE
fi
if [ "$ONLY" = program ]; then
    [ -z "${PROGRAM_OUT:-}" ] || { cp "$PROGRAM" "$PROGRAM_OUT"; cp "$CACHE/camera-$BASE.so" "$PROGRAM_OUT.camera.so"; PROGRAM=$PROGRAM_OUT; }
    echo "$PROGRAM"; exit
fi

make_keys
step "still-$BASE" "$IMAGE/still" "$CACHE/done/sysroot-$BASE" -- make_still
step "kernel-$BASE" "$IMAGE/lib/kernel.sh" "$IMAGE/lib/modules.py" "$IMAGE/packages/modules.list" -- make_kernel
step "userland-$KIND" "$IMAGE/packages" "$IMAGE/root/usr/lib/sysusers.d/vir.conf" "$(libcamera_package)" -- make_userland
step "root-$KIND" "$IMAGE/root" "$IMAGE/developer" "$IMAGE/lib/root.sh" "$IMAGE/lib/sources.py" "$PROGRAM" "$CACHE/camera-$BASE.so" "$CACHE/still-$BASE" "$VERSION" "$SOURCE_DATE_EPOCH" "${DEVELOPER:-none}" \
    "${VIR_IMAGE_COMPRESSION:-15}" "$CACHE/done/kernel-$BASE" "$CACHE/done/userland-$KIND" "$CACHE/keys/update.pub" -- make_root
step "initramfs-$BASE" "$IMAGE/initramfs" "$IMAGE/lib/initramfs.sh" "$CACHE/done/kernel-$BASE" "$CACHE/done/userland-$KIND" "$SOURCE_DATE_EPOCH" -- make_initramfs
mkdir -p "$OUT"; OUT=$(realpath "$OUT")
# The image lies outside the cache, so somebody may have removed it.
[ -e "$OUT/$NAME.img.xz" ] || rm -f "$CACHE/done/card-$KIND"
step "card-$KIND" "$IMAGE/boot" "$IMAGE/lib/card.sh" "$IMAGE/lib/manifest.py" "$SOURCES/overlays" "$VERSION" "into $OUT" "$CACHE/done/root-$KIND" "$CACHE/done/initramfs-$BASE" -- make_card
cat "$OUT/$NAME.sha256" >&2 || true
say "done: $OUT/$NAME.img.xz"
exit
}
