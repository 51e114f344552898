# The kernel, its modules and the firmware. They are only unpacked: as installed packages they would run scripts that take minutes in
# emulation. Sourced by build.sh.

# Prints the names of the packages to download.
kernel_packages() {
    local version
    if [ "$BASE" = raspberrypi ]; then
        version=$(download "$CACHE/none" --version linux-image-rpi-v8:arm64 Depends | rpi_kernel)
        [ -n "$version" ] || fail "no kernel for arm64 in $RASPBERRYPI_ARCHIVE: linux-image-rpi-v8 depends on none" 69
        # A single package, or in parts as Debian's version 7 and later.
        echo "$version:arm64 $(download "$CACHE/none" --version "$version:arm64" Depends | kernel_parts) raspi-firmware"
    else
        version=$(download "$CACHE/none" --version "linux-image-arm64:arm64/$SUITE-backports" Depends | sed -n 's/.*linux-image-\([^ ,]*\).*/\1/p')
        [ -n "$version" ] || fail "no kernel for arm64 in $SUITE-backports" 69
        # From version 7 on a kernel comes in parts.
        echo "linux-base-$version:arm64/$SUITE-backports linux-modules-$version:arm64/$SUITE-backports linux-binary-$version:arm64/$SUITE-backports raspi-firmware/$SUITE"
    fi
}

# From a line of dependencies: the kernel of a meta package, and the other packages that belong to a kernel.
rpi_kernel() { tr ',|' '\n\n' | sed -n 's/^ *\(linux-image-[0-9][^ ]*-rpi-v8\).*/\1/p' | head -1; }
kernel_parts() { tr ',|' '\n\n' | sed -n 's/^ *\(linux-\(base\|modules\|binary\)-[0-9][^ ]*\).*/\1:arm64/p' | sort -u | tr '\n' ' '; }

make_kernel() {
    local out=$CACHE/kernel-$BASE unpacked=$CACHE/kernel-$BASE/unpacked package version image
    rm -rf "$out"; mkdir -p "$unpacked" "$out/dtb" "$out/boot"
    # shellcheck disable=SC2046 # a list of words
    download "$out/packages" $(kernel_packages) "busybox-static:arm64/$SUITE" "dmsetup:arm64/$SUITE"
    for package in "$out"/packages/*.deb; do dpkg -x "$package" "$unpacked"; done
    [ -e "$unpacked/usr/lib/modules" ] || { mkdir -p "$unpacked/usr/lib"; mv "$unpacked/lib/modules" "$unpacked/usr/lib/modules"; }
    version=$(ls "$unpacked/usr/lib/modules"); echo "$version" > "$out/version"
    image=$(find "$unpacked" -name vmlinuz -o -name "vmlinuz-$version" | head -1)
    unwrap_kernel "$image" "$out/boot/Image"
    find "$unpacked" \( -name 'bcm2711*.dtb' -o -name 'bcm2712*.dtb' -o -name 'bcm2837*.dtb' -o -name 'bcm2710*.dtb' \) -exec cp {} "$out/dtb/" \;
    # Raspberry Pi's own overlays, which config.txt may name.
    if [ "$BASE" = raspberrypi ]; then
        mkdir -p "$out/overlays"; find "$unpacked" -path '*overlays/*' \( -name '*.dtbo' -o -name '*.dtb' -o -name README \) -exec cp {} "$out/overlays/" \;
    fi
    for image in bootcode.bin start4.elf fixup4.dat start4x.elf fixup4x.dat start.elf fixup.dat start_x.elf fixup_x.dat; do
        find "$unpacked" -name $image -exec cp {} "$out/boot/" \; -quit
    done
    cp "$unpacked/usr/bin/busybox" "$out/busybox"
    choose_modules "$unpacked/usr/lib/modules/$version" "$out/modules/$version"
}

# The Pi's firmware loads a plain or a gzipped kernel; a self-extracting EFI image contains the gzipped one.
unwrap_kernel() {
    local image=$1 out=$2 start size
    if [ "$(dd if="$image" bs=1 skip=4 count=4 status=none | tr -d '\0')" = zimg ]; then
        start=$(od -An -tu4 -j8 -N4 "$image" | tr -d ' '); size=$(od -An -tu4 -j12 -N4 "$image" | tr -d ' ')
        tail -c +$((start + 1)) "$image" | head -c "$size" > "$out.packed"
        case $(od -An -tx1 -N4 "$out.packed" | tr -d ' ') in
            1f8b*) gzip -dc "$out.packed" > "$out" ;;
            28b52ffd) zstd -qdc "$out.packed" > "$out" ;;
            fd377a58) xz -dc "$out.packed" > "$out" ;;
            *) fail "the kernel $image is packed in a way that isn't known here" ;;
        esac
        rm "$out.packed"
    elif [ "$(od -An -tx1 -N2 "$image" | tr -d ' ')" = 1f8b ]; then gzip -dc "$image" > "$out"
    else cp "$image" "$out"; fi
    [ "$(dd if="$out" bs=1 skip=56 count=4 status=none)" = ARMd ] || fail "$image holds no arm64 kernel"
}

# Keeps only the modules that packages/modules.list names, and their dependencies: a missing module can't be attacked either.
choose_modules() {
    local from=$1 to=$2
    python3 "$IMAGE/lib/modules.py" "$from" "$to" "$IMAGE/packages/modules.list" "$BASE"
    cp "$from"/modules.{builtin,order} "$to/"; cp "$from/modules.builtin.modinfo" "$to/" 2>/dev/null || true
    mkdir -p "$to.base/lib/modules"; mv "$to" "$to.base/lib/modules/"
    depmod -b "$to.base" "$(basename "$to")"
    mv "$to.base/lib/modules/$(basename "$to")" "$to"; rm -rf "$to.base"
    say "kernel $(basename "$to"): $(find "$to" -name '*.ko*' | wc -l) of $(find "$from" -name '*.ko*' | wc -l) modules"
}
