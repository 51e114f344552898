#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the Debian package of this machine's own release and processor: vir_VERSION-1~debNN_ARCH.deb, checked by lintian.
#
# usage: package/build.sh [--out FOLDER] [--program FILE]
#        package/build.sh --arm64 [--out FOLDER]    for arm64 and Debian 13, from what image/build.sh makes; needs root as that does
#        package/build.sh --version-of VERSION      prints the package's version of a version of VIR
#
# --program FILE   takes this program, of this machine's own release and processor, and builds none: for a test of all the rest. It must have
#                  the Swift library in it (swift build --static-swift-stdlib), and its own version becomes the package's
#
# The package is built against the release that it is for, since the libraries of another one have other names. The program is built in
# .build/package, apart from make's, and knows no path of this checkout.
set -euo pipefail
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
sources=$(dirname "$here")
say() { printf 'deb: %s\n' "$*" >&2; }
fail() { printf 'deb: %s\n' "$1" >&2; exit "${2:-1}"; }

# deb_version VERSION: a development version comes before its release, and a package's version has no dash of its own.
deb_version() {
    local version=${1/-dev/\~dev}
    case $version in *[!A-Za-z0-9.+~]*) fail "the version '$1' has characters that a package's can't have: name another in VIR_VERSION" 64 ;; esac
    echo "$version-1~deb$release"
}

out=$here/out for_arm64="" asked="" given=""
while [ $# -gt 0 ]; do
    case $1 in
        --out) [ $# -gt 1 ] || fail "--out FOLDER" 64; out=$2; shift 2 ;;
        --arm64) for_arm64=yes; shift ;;
        --program)
            given=$(realpath -e "${2:-}" 2> /dev/null) || fail "no such file: ${2:-}" 66
            shift 2 ;;
        --version-of) [ $# -gt 1 ] || fail "--version-of VERSION" 64; asked=$2; shift 2 ;;
        -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit ;;
        *) fail "what is '$1'? package/build.sh --help says what it takes" 64 ;;
    esac
done
# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "${VERSION_ID:-}") arch=$(dpkg --print-architecture)
if [ -n "$for_arm64" ]; then release=13 arch=arm64; fi
[ -n "$release" ] || fail "this is no release of Debian: /etc/os-release has no VERSION_ID" 69
if [ -n "$asked" ]; then deb_version "$asked"; exit; fi

[ -z "$for_arm64" ] || [ -z "$given" ] || fail "--program is for a package of this machine's own processor, not for --arm64" 64
if [ -n "$given" ]; then
    VIR_VERSION=$("$given" --version | sed -n 's/^VIR //p') || true
    [ -n "$VIR_VERSION" ] || fail "$given says no version: it is no program of VIR for this machine"
    swift=$(readelf -d "$given" | sed -n 's/.*NEEDED.*\[\(libswift.*\)\]$/\1/p' | head -1)
    [ -z "$swift" ] || fail "$given needs $swift, which no Debian has: build it with --static-swift-stdlib"
else
    VIR_VERSION=$("$sources/tools/version")
fi
export VIR_VERSION
version=$(deb_version "$VIR_VERSION")
scratch=$sources/.build/package
made=$(mktemp -d); trap 'rm -rf "$made"' EXIT
root=$made/root
mkdir -p "$root/DEBIAN" "$out"; chmod 755 "$root"
build=(swift build -c release --static-swift-stdlib --scratch-path "$scratch" --package-path "$sources")

# The program and the camera's object, and where they are.
native() {
    if [ -n "$given" ]; then
        program=$given checkouts=$sources/.build/checkouts
        [ -d "$checkouts" ] || fail "the packages that the program is made of aren't here: build it in this checkout" 69
    else
        say "building the program for Debian $release, $arch"
        # Without make's paths: what is installed opens nothing of a checkout.
        env -u VIR_CAMERA_OBJECT "${build[@]}" --product vir > "$made/log" 2>&1 || { grep -m5 'error:' "$made/log" >&2 || tail -5 "$made/log" >&2; fail "the program can't be built (see above)"; }
        program=$scratch/release/vir checkouts=$scratch/checkouts
    fi
    speaker=$program
    camera=$made/camera.so
    CXXFLAGS="-Werror -g0 -fstack-protector-strong -D_FORTIFY_SOURCE=2" "$sources/Sources/Shims/CameraObject/build" "$camera"
    strip="strip"
}
foreign() {
    local cache=${VIR_IMAGE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/vir-image}
    program=$("$sources/image/build.sh" --base debian --program-only | tail -1)
    camera=$cache/camera-debian.so checkouts=$cache/build-debian/checkouts strip=:
    # The words that the program says of itself are those of any processor's.
    speaker=$scratch/release/vir
    [ -x "$speaker" ] || env -u VIR_CAMERA_OBJECT "${build[@]}" --product vir > "$made/log" 2>&1 || fail "the program can't be built here: $(grep -m1 'error:' "$made/log")"
}
if [ -n "$for_arm64" ]; then foreign; else native; fi
"$sources/tools/packages" check "$checkouts" || fail "the program wasn't built from the tested packages (see above)"

# The files.
install -Dm755 "$program" "$root/usr/bin/vir"; $strip "$root/usr/bin/vir"
cp -R "$here/root/." "$root/"
install -Dm644 "$camera" "$root/usr/lib/vir/camera.so"; $strip --strip-unneeded "$root/usr/lib/vir/camera.so"
mkdir -p "$root/usr/share/vir/camera"
install -m644 "$sources"/Sources/Shims/CameraObject/*.[ch]pp "$sources/Sources/Shims/CameraObject/CameraObject.h" \
    "$sources/Sources/Shims/CCamera/include/CCamera.h" "$root/usr/share/vir/camera"
install -m755 "$sources/Sources/Shims/CameraObject/build" "$root/usr/share/vir/camera/build"
"$sources/overlays/build.sh" "$root/usr/share/vir/overlays"

# The manual and the completions, from the parser's own description of the commands.
manual() {
    local folder=$scratch/manual
    # The parser's plug-in would build the program anew, so the plug-in's own program is built and run.
    swift build --package-path "$checkouts/swift-argument-parser" --scratch-path "$scratch/parser" --product generate-manual > "$made/log" 2>&1 ||
        { grep -m5 'error:' "$made/log" >&2; fail "the parser's generate-manual can't be built"; }
    rm -rf "$folder"; mkdir -p "$folder"
    "$scratch/parser/debug/generate-manual" "$speaker" --section 1 --output-directory "$folder" \
        --date "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)" > /dev/null
    # An empty line is an error to troff.
    install -d "$root/usr/share/man/man1"
    sed 's/^$/.Pp/' "$folder/vir.1" > "$root/usr/share/man/man1/vir.1"
    gzip -9n "$root/usr/share/man/man1/vir.1"
}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$sources" log -1 --format=%ct 2> /dev/null || echo 1700000000)}; export SOURCE_DATE_EPOCH
manual
complete() {
    install -d "$root/$(dirname "$2")"
    # Only the shell itself reads it, so it needs no line that names a shell. zsh's first line is a comment of another kind.
    "$speaker" --generate-completion-script "$1" | sed '1{/^#!/d}' > "$root/$2"
    [ -s "$root/$2" ] || fail "the program has no completions for $1"
    chmod 644 "$root/$2"
}
complete bash usr/share/bash-completion/completions/vir
complete zsh usr/share/zsh/vendor-completions/_vir
complete fish usr/share/fish/vendor_completions.d/vir.fish

# The documents.
doc=$root/usr/share/doc/vir
install -Dm644 "$here/copyright" "$doc/copyright"
install -m644 "$here/README.Debian" "$doc/README.Debian"
install -m644 "$sources/overlays/README.md" "$doc/overlays.md"
gzip -9nc "$sources/CHANGELOG.md" > "$doc/changelog.gz"
for folder in "$checkouts"/*/; do
    for file in "$folder"LICENSE* "$folder"NOTICE*; do
        [ ! -f "$file" ] || gzip -9nc "$file" > "$doc/$(basename "$folder")-$(basename "$file" .txt).gz"
    done
done
# Whoever builds it, as Debian's own tools name them. A domain that ends with .invalid can't exist (RFC 2606).
maintainer="${DEBFULLNAME:-VIR} <${DEBEMAIL:-nobody@vir.invalid}>"
printf 'vir (%s) unstable; urgency=medium\n\n  * Built from %s.\n\n -- %s  %s\n' "$version" "$VIR_VERSION" \
    "$maintainer" "$(date -Ru -d "@$SOURCE_DATE_EPOCH")" | gzip -9n > "$doc/changelog.Debian.gz"

# The libraries: those that the program is linked with are needed. The camera's object is opened only if its libcamera is there.
linked() {
    if [ -n "$for_arm64" ]; then
        sed -n '/^# What the program is linked with/,/^# and what those/{/^#/!p}' "$sources/image/packages/root.list" | paste -sd, | sed 's/,/, /g; s/^/libc6 (>= 2.38), /'
        return
    fi
    # dpkg-shlibdeps wants a source package around it.
    mkdir -p "$made/debian"
    printf 'Source: vir\n\nPackage: vir\nArchitecture: any\n' > "$made/debian/control"
    (cd "$made" && dpkg-shlibdeps -O --warnings=0 "$1" | sed -n 's/^shlibs:Depends=//p')
}
libcamera() {
    # The library's package has the library's version in its name.
    local needed
    needed=$(readelf -d "$camera" | sed -n 's/.*\[libcamera\.so\.\(.*\)\]$/\1/p')
    [ -n "$needed" ] || fail "the camera's object needs no libcamera?"
    echo "libcamera$needed, libcamera-ipa (>= $needed)"
}
# Here, since a failure inside the text below wouldn't end the build.
depends=$(linked "$root/usr/bin/vir") recommends=$(libcamera)
[ -n "$depends" ] || fail "the libraries that the program needs aren't known: is each of them from a package?"
triplet=$(dpkg-architecture -a"$arch" -qDEB_HOST_MULTIARCH 2> /dev/null)
cat > "$root/DEBIAN/control" <<CONTROL
Package: vir
Version: $version
Architecture: $arch
Maintainer: $maintainer
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: $depends, adduser, init-system-helpers (>= 1.50), fonts-inter
Recommends: $recommends, libsdl2-2.0-0, libgl1-mesa-dri, libespeak-ng1, fonts-dejavu-core, fonts-wqy-microhei, fonts-noto-ui-core
Suggests: g++, libcamera-dev, exfatprogs
Section: video
Priority: optional
Description: delayed video replay for an archery line
 VIR shows on a TV what a camera saw some seconds ago, so that archers see
 their own shot. A button marks a shot, which becomes a clip. Clips are looked
 through, compared, drawn on and measured, and each arrow is scored. Everything
 lies in one folder or on one card, with pages that any browser shows.
 .
 On a Raspberry Pi with buttons on its header it is a box of its own; on other
 machines it runs in a window (vir run) or, once it is set up (vir setup), on
 the TV from the machine's start on.
CONTROL
install -m755 "$here"/control/* "$root/DEBIAN/"
# libcamera's minor versions have libraries of their own names, and its parts lie in a folder beside them.
{
    for minor in $(seq 0 29); do echo "interest-noawait /usr/lib/$triplet/libcamera.so.0.$minor"; done
    echo "interest-noawait /usr/lib/$triplet/libcamera"
    echo "interest-noawait /usr/include/libcamera"
} > "$root/DEBIAN/triggers"
(cd "$root" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | sort -z | xargs -0 md5sum > DEBIAN/md5sums)
chmod 644 "$root/DEBIAN"/{control,triggers,md5sums}
find "$root" -type d -exec chmod 755 {} +
find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +

package=$out/vir_${version}_$arch.deb
dpkg-deb --root-owner-group -Zxz --build "$root" "$package" > /dev/null
say "lintian:"
lintian --fail-on error --tag-display-limit 0 "$package" >&2 || fail "lintian finds errors (see above)"
say "$(du -h "$package" | cut -f1)"
echo "$package"
