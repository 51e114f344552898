# Shared by all steps of the image: messages, the cache, the archives. Sourced by build.sh.

IMAGE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
SOURCES=$(dirname "$IMAGE")
CACHE=${VIR_IMAGE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/vir-image}
KEYRING=${VIR_DEBIAN_KEYRING:-/usr/share/keyrings/debian-archive-keyring.gpg}
# The archive with Raspberry Pi's kernel, firmware and libcamera, and the key that signs it.
RASPBERRYPI_ARCHIVE=${VIR_RASPBERRYPI_ARCHIVE:-http://archive.raspberrypi.com/debian}
# The package with the key (raspberrypi-archive-keyring) names the file .pgp from Debian 13 on, and .gpg before.
RASPBERRYPI_KEYRING=${VIR_RASPBERRYPI_KEYRING:-$(ls /usr/share/keyrings/raspberrypi-archive-keyring.{pgp,gpg} 2>/dev/null | head -1 || true)}
RASPBERRYPI_KEYRING=${RASPBERRYPI_KEYRING:-/usr/share/keyrings/raspberrypi-archive-keyring.pgp}
SUITE=trixie
# The package with that key, and its checksum: many projects that build on that archive check it by this sum (image/README.md).
RASPBERRYPI_KEY_PACKAGE=raspberrypi-archive-keyring_2025.1+rpt1_all.deb
RASPBERRYPI_KEY_SUM=2e727149d7acb8cc7f604e66d0049161039c8aa1eaf1175e54f9e69d963d60e4
# One version for the compiler (amd64) and its library (arm64): a .swiftmodule works only with its own compiler version.
SWIFT=${VIR_SWIFT:-6.2.3-1+b1}

# The time of all files in the image: that of the last commit.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$SOURCES" log -1 --format=%ct 2>/dev/null || echo 1700000000)}
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8

say() { printf 'image %4ds  %s\n' "$SECONDS" "$*" >&2; }
# fail WORDS [STATUS]
fail() { printf 'image: %s\n' "$1" >&2; exit "${2:-1}"; }

# shellcheck source=tools/heartbeat.sh
. "$SOURCES/tools/heartbeat.sh"

# step NAME INPUTS... -- COMMAND...: runs the command unless it has run with the same inputs. An input is a file, a folder
# or a word. The command leaves its result under $CACHE, and may keep intermediate results there.
step() {
    local name=$1 key begun; shift
    key=$(while [ "$1" != -- ]; do
        if [ -d "$1" ]; then
            (cd "$1" && find . -type f -print0 | sort -z | xargs -0r sha256sum; find . -type l -printf '%p %l\n' | sort)
        elif [ -f "$1" ]; then sha256sum < "$1"; else echo "$1"; fi; shift
    done | sha256sum | cut -d' ' -f1)
    while [ "$1" != -- ]; do shift; done; shift
    if [ "$(cat "$CACHE/done/$name" 2>/dev/null)" = "$key" ]; then say "$name: as it was"; return; fi
    begun=$SECONDS; say "$name …"
    rm -f "$CACHE/done/$name"
    heartbeat "$name" "$CACHE/${name%%-*}.log" '^\[[0-9]*/[0-9]*\].*'
    "$@"
    stop_heart
    mkdir -p "$CACHE/done"; echo "$key" > "$CACHE/done/$name"
    say "$name: made in $((SECONDS - begun)) s"
}

# need COMMAND PACKAGE...: collects missing commands; `require_tools` reports them all at once.
MISSING=()
need() {
    PATH=$PATH:/usr/sbin:/sbin command -v "$1" >/dev/null || MISSING+=("$1 (package $2)")
}
require_tools() {
    [ ${#MISSING[@]} = 0 ] && return
    printf 'image: missing: %s\n' "${MISSING[@]}" >&2
    fail "install what is missing ('make image' does), then start again" 69
}

# Finds the Debian archive that this machine's own apt uses, or takes VIR_DEBIAN_ARCHIVE.
debian_archive() {
    [ -n "${DEBIAN_ARCHIVE:-}" ] || DEBIAN_ARCHIVE=${VIR_DEBIAN_ARCHIVE:-$(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(SITE)' \
        'Created-By: Packages' 2>/dev/null | awk -F'|' '$1 == "Debian" && $2 == "Debian" { print $3; exit }')}
    [ -n "$DEBIAN_ARCHIVE" ] || fail "no Debian archive in apt's sources: name one in VIR_DEBIAN_ARCHIVE" 69
}
# source_line SUITE COMPONENT...
source_line() { debian_archive; echo "deb [signed-by=$KEYRING] $DEBIAN_ARCHIVE $*"; }
raspberrypi_line() { echo "deb [signed-by=$RASPBERRYPI_KEYRING] $RASPBERRYPI_ARCHIVE $SUITE main"; }

# get_raspberrypi_keyring: if this machine lacks the key of Raspberry Pi's archive, takes it from its package, checked by its checksum.
get_raspberrypi_keyring() {
    local folder=$CACHE/keys/raspberrypi
    [ ! -e "$RASPBERRYPI_KEYRING" ] || return 0
    [ -z "${VIR_RASPBERRYPI_KEYRING:-}" ] || fail "no such keyring: $VIR_RASPBERRYPI_KEYRING (VIR_RASPBERRYPI_KEYRING)" 66
    mkdir -p "$folder"
    /usr/lib/apt/apt-helper -o APT::Sandbox::User=root download-file "$RASPBERRYPI_ARCHIVE/pool/main/r/raspberrypi-archive-keyring/$RASPBERRYPI_KEY_PACKAGE" \
        "$folder/$RASPBERRYPI_KEY_PACKAGE" "SHA256:$RASPBERRYPI_KEY_SUM" > "$folder/log" 2>&1 ||
        fail "the key of $RASPBERRYPI_ARCHIVE can't be had ($(grep -m1 '^E:' "$folder/log" || echo "see $folder/log")): is that archive reached from here? Or name a keyring in VIR_RASPBERRYPI_KEYRING" 69
    dpkg-deb -x "$folder/$RASPBERRYPI_KEY_PACKAGE" "$folder"
    RASPBERRYPI_KEYRING=$(find "$folder" -name 'raspberrypi-archive-keyring.[pg][gp][pg]' | sort | tail -1)
    [ -n "$RASPBERRYPI_KEYRING" ] || fail "$RASPBERRYPI_KEY_PACKAGE has no keyring in it" 69
}

# A snapshot of the archive keeps an expired Release file; its signature is still checked.
MMDEBSTRAP=(mmdebstrap --quiet --mode=root --aptopt='Acquire::Languages "none"' --aptopt='Acquire::Check-Valid-Until "false"')

# download FOLDER PACKAGE[:ARCH][/SUITE|=VERSION]...: downloads packages as files, with a separate apt state.
download() {
    local folder=$1 apt=$CACHE/apt options; shift
    options=(-o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null -o "Dir::State::Lists=$apt/lists"
        -o "Dir::Cache=$apt/cache" -o APT::Architectures=amd64,arm64 -o "APT::Default-Release=$SUITE"
        -o Acquire::Check-Valid-Until=false -o Acquire::Languages=none -o APT::Sandbox::User=root)
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$folder"
    {
        source_line $SUITE main non-free-firmware; source_line $SUITE-backports main; source_line sid main
        [ "$BASE" != raspberrypi ] || raspberrypi_line
    } > "$apt/sources.new"
    if ! cmp -s "$apt/sources.new" "$apt/sources.list" || [ ! -e "$apt/updated" ]; then
        mv "$apt/sources.new" "$apt/sources.list"; rm -f "$apt/updated"
        apt-get "${options[@]}" -qq update || fail "the package archives can't be read (see above): check the network, or name others in VIR_DEBIAN_ARCHIVE and VIR_RASPBERRYPI_ARCHIVE" 69
        touch "$apt/updated"
    fi
    if [ "$1" = --version ]; then apt-cache "${options[@]}" show "$2" | sed -n "s/^$3: //p" | head -1; return; fi
    (cd "$folder" && apt-get "${options[@]}" -qq download "$@" >/dev/null) || fail "can't download $* (see above)" 69
}

# Makes the kernel run arm64 programs, for the packages' own scripts.
run_arm64() {
    local formats=/proc/sys/fs/binfmt_misc qemu
    [ "$(uname -m)" != aarch64 ] || return 0
    [ -e $formats/status ] || mount -t binfmt_misc binfmt_misc $formats || fail "this machine can't run arm64 programs: binfmt_misc can't be mounted" 69
    [ ! -e $formats/qemu-aarch64 ] || return 0
    qemu=$(command -v qemu-aarch64-static || command -v qemu-aarch64)
    # F: the interpreter is opened now, so that it also works in a changed root. mmdebstrap looks for this name.
    printf '%s' ':qemu-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:'"$qemu"':F' \
        > $formats/register || fail "this machine can't run arm64 programs: $qemu isn't taken" 69
}
# Prints the packages of a list: one a line, # begins a comment.
packages() { sed 's/#.*//; /^[[:space:]]*$/d' "$@" | tr -s ' \n' ','; }
