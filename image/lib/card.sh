# The card: a boot partition with two slots, a small partition for clips, and the update file. Sourced by build.sh.

# Sizes in MiB. The boot partition has two slots of kernel and root, and room to grow; the clips' partition gets the rest of the card at the
# first start.
BOOT_MIB=1024
CLIPS_MIB=32

# Makes the key pair for this box's updates. The secret half stays on the building machine.
make_keys() {
    local keys=$CACHE/keys
    mkdir -p "$keys"
    # The own pair keeps its name; `update.pub` belongs to the key that signs this build.
    [ -e "$keys/own.pub" ] || [ ! -e "$keys/update.sec" ] || cp "$keys/update.pub" "$keys/own.pub"
    if [ -n "${VIR_SIGNING_KEY:-}" ]; then
        [ -e "$VIR_SIGNING_KEY" ] && [ -e "${VIR_SIGNING_KEY%.sec}.pub" ] || fail "VIR_SIGNING_KEY names no key: $VIR_SIGNING_KEY needs its .pub beside it" 66
        cp "${VIR_SIGNING_KEY%.sec}.pub" "$keys/update.pub"
    elif [ ! -e "$keys/update.sec" ]; then
        say "making a key for updates: $keys/update.sec. Keep it: only who has it can update the cards of this build"
        signify-openbsd -G -n -c "VIR updates" -p "$keys/own.pub" -s "$keys/update.sec"
    fi
    [ -n "${VIR_SIGNING_KEY:-}" ] || cp "$keys/own.pub" "$keys/update.pub"
}

# Fills one slot.
make_slot() {
    local slot=$1 version
    version=$(cat "$CACHE/kernel-$BASE/version")
    rm -rf "$slot"; mkdir -p "$slot/overlays"
    # A packed kernel is read in a third of the time; the firmware unpacks it.
    gzip -9nc "$CACHE/kernel-$BASE/boot/Image" > "$slot/kernel.gz"
    cp "$CACHE/initrd-$BASE.img" "$slot/initrd.img"
    cp "$CACHE/root-$KIND.squashfs" "$slot/root.squashfs"
    cp "$CACHE/kernel-$BASE"/dtb/*.dtb "$slot/"
    [ ! -d "$CACHE/kernel-$BASE/overlays" ] || cp "$CACHE/kernel-$BASE"/overlays/* "$slot/overlays/"
    [ ! -x "$SOURCES/overlays/build.sh" ] || "$SOURCES/overlays/build.sh" "$slot/overlays" >&2
    # The firmware reads a slot's overlays only if this file exists.
    [ -e "$slot/overlays/README" ] || echo "Overlays of VIR $VERSION: see overlays/README.md of its sources." > "$slot/overlays/README"
    # The start accepts only the card with this root, whatever else is called VIR-BOOT.
    sed "s/vir\.slot=a/& vir.root=$(head -c 4096 "$slot/root.squashfs" | sha256sum | cut -c1-16)/" "$IMAGE/boot/cmdline.txt" > "$slot/cmdline.txt"
    echo "VIR $VERSION, base $KIND, kernel $version" > "$slot/version.txt"
}

make_update() {
    local slot=$1 work=$CACHE/update-$KIND path
    rm -rf "$work"; mkdir -p "$work"; cp -al "$slot" "$work/files"
    {
        # The kind of image: a developer image has a network and lets its key's owner log in, and no other box may become one.
        echo "version $VERSION"; echo "base $KIND"; echo "made $SOURCE_DATE_EPOCH"
        (cd "$work/files" && find . -type f -printf '%P\n' | sort | while read -r path; do
            echo "file $(sha256sum < "$path" | cut -d' ' -f1) $(stat -c %s "$path") $path"
        done)
    } > "$work/manifest"
    sed -n 's/^file [0-9a-f]* [0-9]* /files\//p' "$work/manifest" > "$work/order"
    signify-openbsd -S -s "${VIR_SIGNING_KEY:-$CACHE/keys/update.sec}" -m "$work/manifest" -x "$work/manifest.sig"
    # Each file is one header and its bytes, in the manifest's order: the box computes their positions from the signed sizes.
    tar -C "$work" --format=ustar --no-recursion --hard-dereference --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        -cf "$OUT/$NAME.update" manifest manifest.sig --files-from="$work/order"
    rm -rf "$work"
}

make_card() {
    local work=$CACHE/card-$KIND fat clips image sectors
    fat=$work/boot.img clips=$work/clips.img image=$OUT/$NAME.img
    rm -rf "$work"; mkdir -p "$work/boot"
    make_slot "$work/boot/a"
    cp "$CACHE/kernel-$BASE"/boot/{bootcode.bin,*.elf,*.dat} "$work/boot/"
    cat "$IMAGE/boot/config.txt" "$IMAGE/boot/config-$BASE.txt" > "$work/boot/config.txt"
    [ "$(head -c 12 "$work/boot/config.txt")" = 'os_prefix=a/' ] || fail "config.txt has to begin with os_prefix=a/"
    sed '1s/.*/os_prefix=b\//' "$work/boot/config.txt" > "$work/boot/tryboot.txt"
    printf '%-511s\n' 'good=a trial=none tries=0 version=none refused=none ' > "$work/boot/slots.txt"
    cp -r "$CACHE/licences-$KIND" "$work/boot/licences"
    cp "$CACHE/packages-$KIND.txt" "$work/boot/packages.txt"
    cp "$CACHE/sources-$KIND.txt" "$work/boot/SOURCES.txt"
    cp "$IMAGE/boot/READ ME.txt" "$IMAGE/boot/options" "$work/boot/"
    find "$work/boot" -exec touch --date="@$SOURCE_DATE_EPOCH" {} +

    mkfs.vfat --invariant -F 32 -n VIR-BOOT -i 56495200 -C "$fat" $((BOOT_MIB * 1024)) >/dev/null
    (cd "$work/boot" && mcopy -s -m -i "$fat" ./* ::)
    truncate -s ${CLIPS_MIB}M "$clips"
    mkfs.exfat -L VIR "$clips" >/dev/null

    rm -f "$image"; truncate -s $((1 + BOOT_MIB + CLIPS_MIB))M "$image"
    sfdisk -q "$image" <<TABLE
label: dos
label-id: 0x56495201
start=1MiB, size=${BOOT_MIB}MiB, type=c, bootable
start=$((1 + BOOT_MIB))MiB, size=${CLIPS_MIB}MiB, type=7
TABLE
    dd if="$fat" of="$image" bs=1M seek=1 conv=notrunc,sparse status=none
    dd if="$clips" of="$image" bs=1M seek=$((1 + BOOT_MIB)) conv=notrunc,sparse status=none
    cp "$CACHE/packages-$KIND.txt" "$OUT/$NAME.packages.txt"
    cp "$CACHE/sources-$KIND.txt" "$OUT/$NAME.SOURCES.txt"
    make_update "$work/boot/a"
    say "packing $NAME.img"
    xz -T0 -"${VIR_IMAGE_XZ:-3}" -k -f "$image"
    (cd "$OUT" && sha256sum "$NAME.img.xz" "$NAME.update" > "$NAME.sha256")
    # The updates' key signs the sums, so the image can be trusted as an update can.
    signify-openbsd -S -s "${VIR_SIGNING_KEY:-$CACHE/keys/update.sec}" -m "$OUT/$NAME.sha256" -x "$OUT/$NAME.sha256.sig"
    cp "$CACHE/keys/update.pub" "$OUT/$NAME.pub"
    "$IMAGE/lib/manifest.py" "$VERSION" "$KIND" "$image.xz" "$image" > "$OUT/$NAME.rpi-imager-manifest"
    say "card: $(($(stat -c %s "$image.xz") >> 20)) MB to download, $((1 + BOOT_MIB + CLIPS_MIB)) MB on the card; update: $(($(stat -c %s "$OUT/$NAME.update") >> 20)) MB"
    rm -rf "$work"
}
