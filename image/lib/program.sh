# The program for arm64: Debian's own Swift compiler in an amd64 tree, and its arm64 library over an arm64 sysroot.
# Sourced by build.sh.

# Makes the amd64 tree: only unpacked, since a compiler needs no package's scripts.
make_compiler() {
    rm -rf "$CACHE/compiler"
    "${MMDEBSTRAP[@]}" --variant=extract --architectures=amd64 --keyring="$KEYRING" \
        --include="base-files,bash,dash,coreutils,sed,grep,findutils,tar,gzip,libc-bin,swiftlang=$SWIFT,libswiftlang=$SWIFT,git,ca-certificates,g++,libc6-dev,pkgconf,libsqlite3-dev" \
        sid "$CACHE/compiler" "$(source_line sid main)" || fail "the compiler can't be had: sid may have moved on from Swift $SWIFT, then name its version in VIR_SWIFT" 69
}

make_sysroot() {
    local sources=("$(source_line $SUITE main)") root=$CACHE/sysroot-$BASE unpacked=$CACHE/swift-library package
    [ "$BASE" != raspberrypi ] || sources+=("$(raspberrypi_line)")
    rm -rf "$root" "$unpacked" "$CACHE/library-packages"
    "${MMDEBSTRAP[@]}" --variant=extract --architectures=arm64 --keyring="$KEYRING" \
        --include="$(packages "$IMAGE/packages/sysroot.list")" $SUITE "$root" "${sources[@]}"
    download "$CACHE/library-packages" "swiftlang:arm64=$SWIFT" "libswiftlang:arm64=$SWIFT"
    mkdir -p "$unpacked"
    for package in "$CACHE"/library-packages/*.deb; do
        # Not every package has all these folders.
        dpkg-deb --fsys-tarfile "$package" | tar -x -C "$unpacked" --wildcards './usr/libexec/swift/lib/swift/*' \
            './usr/libexec/swift/lib/swift_static/*' './usr/libexec/swift/lib/clang/*' 2>/dev/null || true
    done
    # The driver takes swiftrt.o from <sysroot>/usr/lib/swift, whatever the SDK's description says.
    mv "$unpacked"/usr/libexec/swift/lib/{swift,swift_static,clang} "$root/usr/lib/"
    rm -rf "$unpacked" "$root/usr/lib/swift/host"
    [ -e "$root/usr/lib/swift/linux/aarch64/swiftrt.o" ] || fail "the Swift library for arm64 isn't where Swift $SWIFT has it"
}

# Describes the sysroot to the package manager.
describe_sysroot() {
    local bundle=$CACHE/sdks/vir-arm64.artifactbundle
    mkdir -p "$bundle/arm64"
    # Debian's compiler calls its host x86_64-pc-linux-gnu, and the names are compared as text.
    cat > "$bundle/info.json" <<'JSON'
{"schemaVersion": "1.0", "artifacts": {"vir-arm64": {"type": "swiftSDK", "version": "1",
  "variants": [{"path": "arm64", "supportedTriples": ["x86_64-pc-linux-gnu", "x86_64-unknown-linux-gnu"]}]}}}
JSON
    cat > "$bundle/arm64/swift-sdk.json" <<JSON
{"schemaVersion": "4.0", "targetTriples": {"aarch64-unknown-linux-gnu": {
  "sdkRootPath": "/cache/sysroot-$BASE", "swiftResourcesPath": "/cache/sysroot-$BASE/usr/lib/swift",
  "swiftStaticResourcesPath": "/cache/sysroot-$BASE/usr/lib/swift_static", "toolsetPaths": ["toolset.json"]}}}
JSON
    cat > "$bundle/arm64/toolset.json" <<'JSON'
{"schemaVersion": "1.0", "rootPath": "/usr/libexec/swift/bin",
 "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld"]}, "linker": {"path": "ld.lld"}}
JSON
}

# cross SWIFT-BUILD-ARGUMENTS...: builds in the compiler's tree, with the project at /src and the results in the cache.
cross() {
    local git=$CACHE/compiler/root/.gitconfig key value folder binds=()
    describe_sysroot
    # Only git's rewriting of addresses (packages from a local copy) is passed on.
    rm -f "$git"
    while read -r key value; do
        git config -f "$git" --add "$key" "$value"
        folder=${key#url.}; folder=${folder%.insteadof}; folder=${folder#file://}
        [ ! -d "$folder" ] || binds+=("$folder")
    done < <(git config --get-regexp '^url\..*\.insteadof$' || true)
    git config -f "$git" safe.directory '*'
    mkdir -p "$CACHE/compiler"/{proc,dev,src,cache} "$CACHE/build-$BASE"
    # A private mount namespace: its mounts vanish with the process.
    unshare -m bash -euc '
        cache=$1 sources=$2 binds=$3; shift 3; tree=$cache/compiler
        mount -t proc proc "$tree/proc"     # the compiler finds its libraries through /proc/self/exe
        mount --rbind /dev "$tree/dev"
        mount --bind "$cache" "$tree/cache"; mount --bind "$sources" "$tree/src"
        for folder in $binds; do mkdir -p "$tree$folder"; mount --bind "$folder" "$tree$folder"; done
        sysroot=/cache/sysroot-'"$BASE"'
        exec chroot "$tree" /usr/bin/env -i HOME=/root LANG=C.UTF-8 VIR_VERSION="$VIR_VERSION" PATH=/usr/libexec/swift/bin:/usr/bin:/bin \
            PKG_CONFIG_SYSROOT_DIR=$sysroot PKG_CONFIG_PATH=$sysroot/usr/lib/aarch64-linux-gnu/pkgconfig:$sysroot/usr/share/pkgconfig \
            "$@"' _ "$CACHE" "$SOURCES" "$(printf '%s\n' "${binds[@]}" | sort -u)" "$@"
}

cross_build() {
    cross bash -c 'cd /src && exec swift build --swift-sdks-path /cache/sdks --swift-sdk vir-arm64 --scratch-path "$0" "$@"' \
        "/cache/build-$BASE" "$@"
}

make_program() {
    local log=$CACHE/program.log
    cross_build -c release --product vir --static-swift-stdlib > "$log" 2>&1 || { grep -m5 'error:' "$log" >&2 || tail -5 "$log" >&2; fail "the program doesn't build for arm64: see $log"; }
    "$SOURCES/tools/packages" check "$CACHE/build-$BASE/checkouts" || fail "the program wasn't built from the tested packages (see above)"
    cross llvm-objcopy --strip-all "/cache/build-$BASE/release/vir" "/cache/vir-$BASE"
}

# Compiles the camera's object for the box's libcamera.
make_camera() {
    cross env CXX="clang --driver-mode=g++ --target=aarch64-linux-gnu --sysroot=/cache/sysroot-$BASE -fuse-ld=lld" CXXFLAGS=-Wl,--strip-all \
        /src/Sources/Shims/CameraObject/build "/cache/camera-$BASE.so" >&2
}

# Builds the program that shows the still picture: C, a few kilobytes.
make_still() {
    cp "$IMAGE/still/still.c" "$CACHE/still.c"
    cross clang --target=aarch64-linux-gnu --sysroot="/cache/sysroot-$BASE" -fuse-ld=lld -O2 -Wall -Wextra -Werror \
        -o "/cache/still-$BASE" /cache/still.c -lm -Wl,--strip-all >&2
}

# Builds the unit tests for arm64, to be run in an emulator or on a Pi. Only the shared testing libraries exist.
make_tests() {
    local log=$CACHE/tests.log overlay=/cache/sysroot-$BASE/usr/lib/swift/linux/lib_Testing_Foundation
    # Debian's package names this library to the linker but doesn't contain it; the tests don't use it.
    cross bash -c '[ -e "$0.so" ] || [ -e "$0.a" ] || llvm-ar rc "$0.a"' "$overlay"
    # Optimised, since in emulation the property tests would take hours otherwise.
    cross_build --build-tests -Xswiftc -O > "$log" 2>&1 || { grep -m5 'error:' "$log" >&2 || tail -5 "$log" >&2; fail "the tests don't build for arm64: see $log"; }
    echo "$CACHE/build-$BASE/debug/virPackageTests.xctest"
}
