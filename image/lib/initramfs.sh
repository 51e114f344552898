# The initramfs: busybox, the modules that find the card, and one script. Sourced by build.sh.

# In loading order, each after its dependencies.
first_modules=(virtio_blk fixed gpio-regulator reset-raspberrypi sdhci-iproc sdhci-brcmstb bcm2835 mmc_block usb-storage sd_mod
    xhci-pci xhci-plat-hcd loop dm-mod vfat nls_cp437 nls_ascii squashfs)

# Drivers that must exist as a module or in the kernel itself: Raspberry Pi's kernel has most of them built in.
needed_modules=(mmc_block loop dm-mod vfat squashfs)

# built_in FOLDER NAME: succeeds if the kernel of that folder (lib/modules/VERSION) has the driver built in.
built_in() { grep -qE "/${2//[-_]/[-_]}\.ko$" "$1/modules.builtin"; }

make_initramfs() {
    local tree=$CACHE/initramfs-$BASE root=$CACHE/root-$KIND modules version module file name program
    version=$(cat "$CACHE/kernel-$BASE/version"); modules=$root/usr/lib/modules/$version
    rm -rf "$tree"; mkdir -p "$tree"/{bin,boot,dev,lib,modules,proc,root,run,sys}
    install -m755 "$CACHE/kernel-$BASE/busybox" "$tree/bin/busybox"; ln -s busybox "$tree/bin/sh"
    install -m755 "$IMAGE/initramfs/init" "$tree/init"
    install -m644 "$IMAGE/initramfs/boot-partition" "$tree/boot-partition"
    # dmsetup is the only program that isn't static; the loader lists its libraries.
    run_arm64
    install -Dm755 "$root/usr/sbin/dmsetup" "$tree/bin/dmsetup"
    for file in $(chroot "$root" /usr/lib/ld-linux-aarch64.so.1 --list /usr/sbin/dmsetup | grep -o '/[^ ]*'); do
        install -Dm755 "$root/$file" "$tree/$file"
    done
    for module in "${first_modules[@]}"; do
        modprobe -d "$root/usr" -S "$version" --show-depends "$module" 2>/dev/null | sed -n 's/^insmod \([^ ]*\).*/\1/p' || true
    done | awk '!seen[$0]++' > "$tree.order"
    while read -r file; do
        name=$(basename "${file%.xz}"); echo "$name" >> "$tree/modules/order"
        case $file in *.xz) xz -dc "$file" ;; *) cat "$file" ;; esac > "$tree/modules/$name"
    done < "$tree.order"
    for name in "${needed_modules[@]}"; do
        grep -qE "^${name//[-_]/[-_]}\.ko$" "$tree/modules/order" || built_in "$modules" "$name" || fail "the kernel has no $name, without which no card is found: see $tree.order"
    done
    find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
    (cd "$tree" && find . -print0 | sort -z | cpio --null --quiet --reproducible -o -H newc -R 0:0 | zstd -q -19 -f -o "$CACHE/initrd-$BASE.img")
    say "initramfs: $(($(stat -c %s "$CACHE/initrd-$BASE.img") >> 10)) KB, $(wc -l < "$tree/modules/order") modules"
}
