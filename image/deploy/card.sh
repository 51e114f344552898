# Writing the image to an SD card: sourced by deploy.sh, whose `say`, `die` and `here` (the project's folder) it uses.
#
# The target is examined through sysfs, by device number, so that it doesn't matter by which name it was called.
# VIR_SYSFS: another folder instead of sysfs, for tests.
# shellcheck shell=bash disable=SC2154

sysfs=${VIR_SYSFS:-/sys}

# Runs a program with the device claimed: nobody can mount it meanwhile, in no namespace. If it is in use already, the kernel
# reports it here (O_EXCL on a block device).
# shellcheck disable=SC2016 # it is Perl's $
claim='use Fcntl; $^F = 255; sysopen(my $claim, shift, O_RDWR | O_EXCL) or die "$!\n"; exec @ARGV or die "$!\n"'
claimed() { perl -e "$claim" "$@"; }

# card DEVICE IMAGE YES: checks, asks and writes. An empty IMAGE means the newest image that was built. YES = 1: don't ask.
card() {
    local device=$1 image=$2 yes=$3 length sum answer program
    for program in perl flock lsblk blkid blockdev xz; do command -v "$program" >/dev/null || die 1 "needs '$program' here"; done
    image=${image:-$(newest_image)}
    [ -n "$image" ] || die 66 "no image in image/out: image/build.sh makes one, --image names one"
    [ -f "$image" ] || die 66 "no such file: $image"
    look_at "$device"
    check_image "$image"
    [ "$length" -le "$(blockdev --getsize64 "$device")" ] ||
        die 74 "$device is too small: the image has $(in_words "$length"), the card $(in_words "$(blockdev --getsize64 "$device")")"

    say "All that is on this disk will be lost:"
    describe "$device"
    if [ "$yes" != 1 ]; then
        printf 'Write %s (%s) to it? yes or no: ' "${image##*/}" "$(in_words "$length")"
        read -r answer || answer=
        [ "$answer" = yes ] || die 1 "nothing was written"
        # A minute may have passed: the reader may hold another card by now, and that may be mounted.
        look_at "$device"
        [ "$length" -le "$(blockdev --getsize64 "$device")" ] || die 74 "$device is another card now, and too small"
    fi
    write_card "$image" "$device"
}

# Ends unless DEVICE is a whole removable disk that nothing uses. Sets `disk`, its folder in sysfs.
look_at() {
    local device=$1 numbers kind use
    [ -e "$device" ] || die 69 "no such device: $device"
    [ -b "$device" ] || die 69 "$device is no disk"
    numbers=$(stat -Lc '%Hr:%Lr' -- "$device")
    disk=$(realpath -e "$sysfs/dev/block/$numbers" 2>/dev/null) || die 69 "$device is unknown to the kernel ($numbers)"
    [ ! -e "$disk/partition" ] || die 74 "$device is a partition; the whole disk is /dev/$(basename "$(dirname "$disk")")"
    # First of all, since this must never happen.
    use=$(used)
    [ -z "$use" ] || die 74 "$device is in use: $use"
    kind=$(attribute device/type)
    # Allowed are an SD card in a slot of its own, any disk that its reader calls removable except a CD, and any USB disk.
    [ "$kind" != 5 ] || die 74 "$device is a CD drive"
    [ "$kind" = SD ] || [ "$(attribute removable)" = 1 ] || [[ $disk == */usb[0-9]*/* ]] ||
        die 74 "$device isn't removable, so it is no SD card; nothing is ever written to such a disk"
    [ "$(blockdev --getsize64 "$device")" -gt 0 ] || die 69 "there is no card in $device"
    [ "$(attribute ro)" != 1 ] || die 74 "$device is write-protected (the slider at its edge)"
    [ -w "$device" ] || die 74 "$device can't be written by this user: sudo $0 …"
    use=$(claimed "$device" true 2>&1) || die 74 "$device is in use: $use"
}

attribute() { cat "$disk/$1" 2>/dev/null || true; }

# Prints the user of the disk or of one of its partitions, if there is one.
used() {
    local part line source target numbers=' '
    for part in "$disk" "$disk"/*/; do
        [ "$part" = "$disk" ] || [ -e "$part/partition" ] || continue
        numbers+="$(cat "$part/dev") "
        for line in "$part"/holders/*; do
            [ ! -e "$line" ] || { say "by ${line##*/}"; return; }
        done
    done
    while read -r _ _ source _ target line; do
        line=${line##* - }; line=${line#* }
        if [[ $numbers == *" $source "* || $numbers == *" $(number "${line%% *}") "* ]]; then
            if [ "$target" = / ]; then say "this machine runs from it"; else say "mounted at $target"; fi
            return
        fi
    done </proc/self/mountinfo
    while read -r source _; do
        [[ $numbers != *" $(number "$source") "* ]] || { say "it is swap space"; return; }
    done </proc/swaps
}

# Prints a block device's number; prints nothing for other files.
number() { [ ! -b "$1" ] || stat -Lc '%Hr:%Lr' -- "$1"; }

# Prints the disk and its partitions, with their names.
describe() {
    local name node
    name="$(attribute device/vendor) $(attribute device/model) $(attribute device/name)"
    read -r name <<<"$name"
    say "  $1, ${name:-of no known make}, $(in_words "$(blockdev --getsize64 "$1")")"
    while read -r node; do
        say "  $node, $(in_words "$(blockdev --getsize64 "$node")"): $(blkid -p -o value -s TYPE -s LABEL -- "$node" | paste -s -d ' ')"
    done < <(lsblk -n -r -p -o NAME -- "$1")
}

in_words() { awk -v bytes="$1" 'BEGIN { if (bytes >= 1e9) printf "%.1f GB", bytes / 1e9; else printf "%.1f MB", bytes / 1e6 }'; }

newest_image() {
    local file newest=
    # Packing keeps the file's time. Of two equally new files the packed one is taken, which has its checksum beside it.
    for file in "$here"/image/out/*.img.xz "$here"/image/out/*.img; do
        if [ -f "$file" ] && { [ -z "$newest" ] || [ "$file" -nt "$newest" ]; }; then newest=$file; fi
    done
    say "$newest"
}

unpacked() { case $1 in *.xz) xz -dc -- "$1" ;; *) cat -- "$1" ;; esac; }

sum_of() { sha256sum | cut -d' ' -f1; }

# Sets `length` and `sum` of the card's future contents. Unpacks the image once, so that a broken one is found before
# anything is written.
check_image() {
    local image=$1 list expected
    say "checking $image"
    # image/build.sh puts the checksums of all that it made into one file.
    for list in "$image.sha256" "${image%.img*}.sha256"; do
        expected=$(awk -v name="${image##*/}" '{ sum = $1; bare = NF == 1; $1 = ""; sub(/^ [*]?/, "") } bare || $0 == name { print sum; exit }' "$list" 2>/dev/null) || expected=
        [ -z "$expected" ] || break
    done
    if [ -n "$expected" ]; then
        [ "$(sum_of <"$image")" = "$expected" ] || die 1 "$image is damaged: its sha256 isn't that of $list"
    else
        say "there is no sha256 for $image: whether the image is the one that was built isn't checked"
    fi
    sum=$(unpacked "$image" | sum_of) || die 1 "$image is damaged: it can't be unpacked"
    case $image in
        *.xz) length=$(xz --robot --list -- "$image" | awk '$1 == "totals" { print $5 }') ;;
        *) length=$(stat -Lc %s -- "$image") ;;
    esac
    [ "$length" -gt 0 ] || die 1 "$image is empty"
}

write_card() {
    local image=$1 device=$2 progress=none block=4194304 lock written
    [ ! -t 2 ] || progress=progress
    # While this lock is held, udev leaves the disk alone, so no desktop mounts it between writing and reading back.
    exec {lock}<"$device"
    flock -n "$lock" || die 74 "$device is in use by another program"
    say "writing"
    # Bypasses the page cache: the progress is the card's own, and the data that is read back comes from the card.
    unpacked "$image" | claimed "$device" dd of="$device" bs=$block iflag=fullblock oflag=direct conv=fsync,nocreat status=$progress ||
        die 74 "$device couldn't be written to its end; don't use the card as it is now"
    say "reading back"
    written=$(claimed "$device" dd if="$device" bs=$block count=$(((length + block - 1) / block)) iflag=direct status=$progress |
        { head -c "$length"; cat >/dev/null; } | sum_of) || die 74 "$device can't be read back; don't use the card"
    [ "$written" = "$sum" ] || die 74 "what $device gives back isn't what was written: this card is broken"
    # A card in a slot of its own has nothing to eject.
    eject "$device" >/dev/null 2>&1 || true
    exec {lock}<&-
    say "written and read back: the card can be taken out"
}
