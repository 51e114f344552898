#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# build.sh OUTDIR: compiles every overlay of this folder to OUTDIR/NAME.dtbo.
# Needs dtc (package device-tree-compiler) and cpp. Exit status 69 if one is missing, 64 without a folder, 1 for a fault in a source.
set -euo pipefail
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() { printf 'overlays: %s\n' "$1" >&2; exit "$2"; }

if [ $# != 1 ] || [ -z "$1" ]; then fail "build.sh takes one folder, to put the overlays in" 64; fi
missing=()
command -v dtc >/dev/null || missing+=("dtc (package device-tree-compiler)")
command -v cpp >/dev/null || missing+=("cpp (package cpp)")
[ ${#missing[@]} = 0 ] || { printf 'overlays: missing: %s\n' "${missing[@]}" >&2; exit 69; }
mkdir -p "$1" || fail "no folder $1" 1

scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
for source in "$sources"/*.dts; do
    name=$(basename "$source" .dts)
    # -nostdinc: an overlay depends on no header of this machine. Line numbers in messages are those of the sources.
    cpp -nostdinc -undef -x assembler-with-cpp -Werror -I "$sources" "$source" "$scratch/$name.dts" || fail "$name.dts has a fault" 1
    # -@ keeps the labels: the board's labels are resolved when the overlay is applied. A warning is a fault.
    dtc -@ -I dts -O dtb -o "$scratch/$name.dtbo" "$scratch/$name.dts" 2> "$scratch/messages" || { cat "$scratch/messages" >&2; fail "$name.dts has a fault" 1; }
    [ ! -s "$scratch/messages" ] || { cat "$scratch/messages" >&2; fail "$name.dts has a warning" 1; }
    # Whole or not at all: a box must be able to start with every overlay that is there.
    mv "$scratch/$name.dtbo" "$1/$name.dtbo"
done
