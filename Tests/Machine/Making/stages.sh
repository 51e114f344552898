# Makes the machine in stages. Each stage leaves a stamp with its ingredients, and does nothing while they stay the same.

# The guest's programs: for booting it, and for using the kernel's devices in tests or by hand.
guest_packages=(busybox-static kmod udev procps exfatprogs dosfstools libdrm-tests gpiod v4l-utils alsa-utils)

# Drivers that Debian doesn't build: "source folder|configuration symbol".
extra_drivers=("drivers/gpu/drm/vkms|DRM_VKMS" "drivers/media/test-drivers/vimc|VIDEO_VIMC" "drivers/usb/gadget/udc|USB_DUMMY_HCD"
    "drivers/rtc|RTC_DRV_DS1307")

# The emulated USB socket refuses isochronous packets, without which no camera works: these two add them.
bus_files=(dummy_hcd.sed dummy_iso.inc)

# Modules of Debian's kernel that stay in the guest, with their dependencies; the other 4000 are left out.
kept_modules=(virtio_blk evdev uinput ext4 vfat exfat overlay squashfs loop 9p 9pnet_virtio nls_ascii nls_utf8 nls_cp437
    configfs gpio-sim snd-aloop snd-dummy vivid vgem dummy_hcd libcomposite usb_f_uvc usb_f_uac2 usb_f_mass_storage
    uvcvideo usb-storage snd-usb-audio scsi_debug sd_mod dm-mod dm-flakey dm-delay vkms vimc
    i2c-dev i2c-stub rtc-ds1307)

# Prints the ingredients of a stage.
ingredients() {
    case $1 in
        fetch) echo "$suite $kernel_suite $architecture";;
        modules) stamp_text fetch; echo "${extra_drivers[*]}"; declare -f modules; (cd "$here" && cat "${bus_files[@]}");;
        uml) stamp_text fetch; sed '/^#/d' "$here/uml.config"; declare -f uml; (cd "$here" && cat "${bus_files[@]}");;
        image) stamp_text modules; stamp_text uml; echo "${guest_packages[*]} ${kept_modules[*]}"
               cat "$here/guest-init" "$here/initramfs-init"; declare -f image image_modules image_initramfs;;
    esac
}

stamp_text() { cat "$machine/$1.stamp" 2>/dev/null || true; }
is_made() { [ -e "$machine/$1.stamp" ] && [ "$(stamp_text "$1")" = "$(ingredients "$1" | sha256sum)" ]; }
stamp() { ingredients "$1" | sha256sum >"$machine/$1.stamp"; }

fetch() {
    ! is_made fetch || return 0
    need apt-get apt-cache dpkg-deb mmdebstrap
    [ -e "$keyring" ] || die "needs $keyring (package debian-archive-keyring)"
    mkdir -p "$machine"/apt/{state/lists/partial,cache/archives/partial}
    : >"$machine/apt/status"
    local one url; url=$(archive)
    for one in $suite $kernel_suite; do echo "deb [signed-by=$keyring] $url $one main"; done >"$machine/apt/sources.list"
    apt_ apt-get update >"$machine/fetch.log" 2>&1 || die "the package lists couldn't be fetched, see $machine/fetch.log"
    fetch_kernel
    stamp fetch
}

modules() {
    ! is_made modules || return 0
    . "$machine/kernel"
    local made=$machine/modules source=$machine/source driver folders=()
    rm -rf "$made" "$source"; mkdir -p "$made" "$source"
    for driver in "${extra_drivers[@]}"; do folders+=("linux-source-$series/${driver%|*}"); done
    kernel_source | tar -x -C "$source" --strip-components=1 "${folders[@]}"
    # Of these folders only the one driver is wanted.
    echo 'obj-$(CONFIG_USB_DUMMY_HCD) += dummy_hcd.o' >"$source/drivers/usb/gadget/udc/Makefile"
    echo 'obj-$(CONFIG_RTC_DRV_DS1307) += rtc-ds1307.o' >"$source/drivers/rtc/Makefile"
    (cd "$here" && cp "${bus_files[@]}" "$source/drivers/usb/gadget/udc/")
    (cd "$source/drivers/usb/gadget/udc" && sed -i -f dummy_hcd.sed dummy_hcd.c)
    is_changed "$source/drivers/usb/gadget/udc/dummy_hcd.c"

    # In a temporary tree with the compiler that the kernel was built with: the headers require it.
    cat >"$source/build" <<-SH
	set -e
	for driver in ${extra_drivers[*]@Q}; do
	    make -C /usr/src/linux-headers-$release M=/root/source/\${driver%|*} \
	        CONFIG_\${driver#*|}=m CONFIG_\${driver#*|}_KUNIT_TEST= CONFIG_DEBUG_INFO_BTF_MODULES= -j\$(nproc) modules
	    strip -g /root/source/\${driver%|*}/*.ko
	    cp /root/source/\${driver%|*}/*.ko /root/
	done
	SH
    say "compiling ${extra_drivers[*]%|*}"
    tree /dev/null "linux-headers-$release,make,libc6-dev,binutils" \
        --customize-hook="copy-in '$source' /root" \
        --customize-hook='chroot "$1" sh /root/source/build' \
        --customize-hook='cp "$1"/root/*.ko '"'$made/'" >"$machine/modules.log" 2>&1 ||
        die "the drivers didn't compile, see $machine/modules.log"
    rm -rf "$source"
    stamp modules
}

# Ends if a newer kernel's dummy_hcd.c no longer has the lines that dummy_hcd.sed changes.
is_changed() {
    local line
    for line in '#include "dummy_iso.inc"' 'u64 iso_time;' 'transfer_iso(' '!usb_endpoint_xfer_isoc('; do
        grep -qF -- "$line" "$1" || die "the kernel's dummy_hcd.c has changed: Making/dummy_hcd.sed must follow ($line)"
    done
}

uml() {
    ! is_made uml || return 0
    . "$machine/kernel"
    local made=$machine/uml
    rm -rf "$made"; mkdir -p "$made"
    (cd "$here" && cp "${bus_files[@]}" "$made/")
    sed '/^#/d' "$here/uml.config" | tr -s ' ' '\n' | sed 's/^/CONFIG_/' >"$made/wanted"
    cat >"$made/build" <<-SH
	set -e
	cd /root/linux
	# Leaves out UML's own console, whose names tty0 … the virtual terminals need: boot.sh uses a serial line instead.
	sed -i 's/^\(obj-y := \)stdio_console\.o /\1/' arch/um/drivers/Makefile
	# Lets their text appear on the TV, as on any other processor: the code needs nothing that UML lacks.
	sed -i '/^config FRAMEBUFFER_CONSOLE\$/,/^\$/s/ && !UML//' drivers/video/console/Kconfig
	# Makes the host's clock the machine's own. Its entry asks for suspend, which only its alarms need.
	sed -i '/^config UML_RTC\$/,/^\$/{/depends on PM_SLEEP/d}' arch/um/drivers/Kconfig
	# Lets the emulated USB socket carry a camera's packets.
	cp /root/uml/dummy_iso.inc drivers/usb/gadget/udc/
	sed -i -f /root/uml/dummy_hcd.sed drivers/usb/gadget/udc/dummy_hcd.c
	grep -q 'transfer_iso(' drivers/usb/gadget/udc/dummy_hcd.c
	make="make ARCH=um CC=gcc HOSTCC=gcc -j\$(nproc)"
	\$make x86_64_defconfig
	ARCH=um scripts/kconfig/merge_config.sh -m .config /root/uml/wanted
	\$make olddefconfig
	while read -r want; do grep -qxF -- "\$want" .config || echo "NOT TAKEN: \$want"; done </root/uml/wanted
	\$make linux modules
	\$make modules_install INSTALL_MOD_PATH=/root/uml/root INSTALL_MOD_STRIP=1
	rm -f /root/uml/root/lib/modules/*/build /root/uml/root/lib/modules/*/source
	cp linux .config /root/uml/
	SH
    say "compiling the kernel as a program (minutes)"
    declare -f kernel_source >"$made/source"
    printf 'machine=%q series=%q\nkernel_source\n' "$machine" "$series" >>"$made/source"
    tree /dev/null "gcc,make,libc6-dev,binutils,flex,bison,bc,kmod,libelf-dev" \
        --customize-hook='mkdir "$1/root/linux"; bash '"'$made/source'"' | tar -x -C "$1/root/linux" --strip-components=1' \
        --customize-hook="copy-in '$made' /root" \
        --customize-hook='chroot "$1" sh /root/uml/build' \
        --customize-hook='cp -a "$1"/root/uml/linux "$1"/root/uml/.config "$1"/root/uml/root '"'$made/'" \
        >"$machine/uml.log" 2>&1 || die "the kernel didn't compile, see $machine/uml.log"
    sed -n 's/^NOT TAKEN/machine: not in this kernel/p' "$machine/uml.log" >&2
    stamp uml
}

image() {
    ! is_made image || return 0
    need mke2fs cpio gzip xz
    . "$machine/kernel"
    local root=$machine/root
    rm -rf "$root" "$machine"/{disk.img,initrd.gz,image.stamp}
    say "making the guest's disk"
    tree "$root" "$(IFS=,; echo "${guest_packages[*]}")" \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' >"$machine/image.log" 2>&1 ||
        die "the guest's tree couldn't be made, see $machine/image.log"
    image_modules "$root"
    install -m 755 "$here/guest-init" "$root/sbin/vir-init"
    echo vir-machine >"$root/etc/hostname"
    mkdir -p "$root/mnt/host"
    rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/*
    image_initramfs "$root"
    mke2fs -q -t ext4 -O ^has_journal -m 0 -d "$root" "$machine/disk.img" \
        "$(($(du -sm "$root" | cut -f1) * 12 / 10 + 128))M" >>"$machine/image.log" 2>&1 || die "mke2fs failed, see $machine/image.log"
    rm -rf "$root" "$machine/tmp"
    stamp image
}

# Puts kernel modules into the guest's tree: the wanted ones of Debian's, and User Mode Linux's.
image_modules() {
    local root=$1 unpacked=$machine/unpacked package module
    rm -rf "$unpacked"; mkdir -p "$unpacked"
    for package in "$machine"/packages/linux-{base,image,binary,modules}-*.deb; do
        [ ! -e "$package" ] || dpkg-deb -x "$package" "$unpacked"
    done
    cp "$(find "$unpacked" -name 'vmlinuz*' -type f | head -n1)" "$machine/vmlinuz"
    local folder=$root/usr/lib/modules/$release
    mkdir -p "$folder/updates"
    cp -a "$(find "$unpacked" -type d -path "*lib/modules/$release" | head -n1)/." "$folder/"
    cp "$machine"/modules/*.ko "$folder/updates/"
    rm -rf "$unpacked" "$folder"/{vmlinuz,System.map,config,build,source}
    chroot "$root" depmod "$release"
    for module in "${kept_modules[@]}"; do
        chroot "$root" modprobe -S "$release" --show-depends "$module" 2>/dev/null || say "no module $module in $release"
    done | awk '$1=="insmod"{print $2}' | sed 's,.*/modules/[^/]*/,,' | sort -u >"$machine/kept"
    (cd "$folder" && find . -name '*.ko*' -type f -printf '%P\n' | sort | comm -23 - "$machine/kept" | xargs rm -f
     find . -type d -empty -delete)
    chroot "$root" depmod "$release"
    rm "$machine/kept"
    [ ! -e "$machine/uml.stamp" ] || cp -a "$machine"/uml/root/lib/modules/* "$root/usr/lib/modules/"
}

# The initramfs for QEMU, which finds the disk: busybox, and the modules in loading order.
image_initramfs() {
    local root=$1 folder=$machine/initramfs module target number=0
    rm -rf "$folder"; mkdir -p "$folder"/{bin,dev,proc,sys,new,modules}
    cp "$root/bin/busybox" "$folder/bin/"
    while read -r module; do
        number=$((number + 1)); target=$folder/modules/$(printf %02d $number)-$(basename "$module")
        case $module in
            *.xz) xz -dc "$root/$module" >"${target%.xz}";;
            *.zst) zstd -qdc "$root/$module" >"${target%.zst}";;
            *) cp "$root/$module" "$target";;
        esac
    done < <(for module in virtio_blk ext4 9pnet_virtio 9p; do
                 chroot "$root" modprobe -S "$release" --show-depends $module | awk '$1=="insmod"{print $2}'
             done | awk '!seen[$0]++')
    install -m 755 "$here/initramfs-init" "$folder/init"
    (cd "$folder" && find . | cpio -o -H newc --quiet -R 0:0 | gzip -1) >"$machine/initrd.gz"
    rm -rf "$folder"
}
