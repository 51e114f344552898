#!/usr/bin/env bash
# rig.sh - a throw-away machine with a virtual camera, display, buttons, sound
# card and memory card, for testing an appliance without its hardware.
#
#   rig.sh build                 do everything below that is not done yet
#   rig.sh fetch                 choose a kernel; download it and its source
#   rig.sh modules               compile the virtual drivers the distribution leaves out
#   rig.sh uml                   compile the same kernel as a User Mode Linux program
#   rig.sh image                 make the guest's root disk and initramfs
#   rig.sh run [OPTIONS] -- CMD [ARG...]
#                                boot, run CMD as root in the guest, print its output,
#                                power off, and exit with CMD's exit status
#   rig.sh info                  what is built, how big it is, which engine runs it
#   rig.sh clean                 remove WORKDIR
#
# Options of run:
#   --share DIR     host directory seen as /mnt/share, CMD's working directory
#                   (read-write; default: the current directory)
#   --ro            share it read-only
#   --out DIR       a second host directory, read-write, for CMD to mount itself: 9p tag rigout
#                   (kvm, tcg), or hostfs on its own path (uml)
#   --disk FILE     add FILE as a raw disk (repeatable: /dev/vdb, /dev/vdc, ...)
#   --load "M ..."  modules to load before CMD, each "name" or "name,opt=val,opt=val"
#   --mem MIB       memory, default 2048;   --cpus N   default: all the host has
#   --timeout SEC   kill the machine after this long (exit status 124), default 600
#   --console FILE  keep the guest kernel's console log there
#   --append STR    more kernel command line
#   --gpu WxH       add a virtio-gpu display of that size     (not with uml)
#   --qmp PATH      QEMU monitor protocol on this UNIX socket (not with uml)
#   -v              print the console log when the machine dies without a result
#
# The guest's disk is a snapshot: nothing written to / survives, only what is
# written to /mnt/share and to --disk files.  CMD's stdout and stderr arrive
# separately; its stdin is /dev/null.  Exit status 125 is the rig's own failure.
#
# Three engines run the same disk with the same kernel version:
#   kvm   QEMU with hardware virtualisation: near full speed
#   uml   the kernel as an ordinary process: no virtualisation needed, programs
#         run natively, but one program's threads share one CPU and page faults
#         and system calls are slow.  No PCI devices, hence no virtio-gpu.
#   tcg   QEMU emulating a whole PC: works anywhere, CPU-bound work ~20x slower
#
# Environment:
#   WORKDIR      where everything is kept        (default: ~/.cache/vmrig)
#   ENGINE       kvm, uml or tcg                 (default: the first that works)
#   MIRROR       Debian archive to use           (default: the one apt here uses)
#   SUITE        guest's Debian release          (default: trixie)
#   KERNEL_FROM  suite to take the kernel from   (default: $SUITE-backports)
#   KVER         kernel release to use           (default: newest that has its source)
#   CAMERA_FROM  suite to take libcamera from    (default: $SUITE-backports)
#   PACKAGES     more packages for the guest     (default: none)
set -euo pipefail

WORKDIR=${WORKDIR:-${XDG_CACHE_HOME:-$HOME/.cache}/vmrig}
SUITE=${SUITE:-trixie}
KERNEL_FROM=${KERNEL_FROM:-$SUITE-backports}
CAMERA_FROM=${CAMERA_FROM:-$SUITE-backports}
KEYRING=${KEYRING:-/usr/share/keyrings/debian-archive-keyring.gpg}
ARCH=amd64

# What the guest has in it.  Busybox (static) also serves as the initramfs.
GUEST_PACKAGES=(busybox-static kmod udev procps iproute2 strace xz-utils e2fsprogs
    exfatprogs libdrm-tests gpiod v4l-utils alsa-utils ffmpeg python3-minimal)
CAMERA_PACKAGES=(libcamera-tools libcamera-ipa)

# Drivers Debian does not build, compiled here: "source directory|config symbol".
EXTRA_DRIVERS=("drivers/gpu/drm/vkms|DRM_VKMS" "drivers/media/test-drivers/vimc|VIDEO_VIMC")

# Modules kept in the guest (with all they depend on); the other ~4000 are left out.
KEEP_MODULES=(virtio_blk virtio_net virtio_input virtio_snd virtio_gpu bochs evdev uinput
    ext4 vfat exfat overlay squashfs loop 9p 9pnet_virtio nls_ascii nls_utf8 nls_cp437
    configfs gpio-sim gpio-keys leds-gpio snd-aloop snd-dummy vivid vgem
    dummy_hcd libcomposite usb_f_uvc usb_f_uac2 usb_f_hid usb_f_mass_storage
    uvcvideo usb-storage snd-usb-audio usbhid i2c-stub i2c-dev zram brd null_blk
    scsi_debug sd_mod dm-mod dm-flakey dm-delay softdog
    dummy veth tun mac80211_hwsim vkms vimc)

# The User Mode Linux kernel: its own default configuration, and these.  The
# pretended PCI bus is there only because drivers want I/O memory and DMA to
# exist.  Anything a test may want to load, unload or give options is a module.
UML_CONFIG='LOCALVERSION="-rig" STATIC_LINK=y SMP=y NR_CPUS=16 PREEMPT=y HIGH_RES_TIMERS=y
    PCI=y VIRTIO_UML=y UML_PCI_OVER_VIRTIO=y UML_PCI_OVER_VIRTIO_DEVICE_ID=1234
    HOSTFS=y BLK_DEV_UBD=y BLK_DEV_LOOP=y DEVTMPFS=y TMPFS=y DEBUG_FS=y CONFIGFS_FS=y
    CGROUPS=y FHANDLE=y INOTIFY_USER=y FANOTIFY=y BPF_SYSCALL=y MEMFD_CREATE=y
    MODULES=y MODULE_UNLOAD=y DEBUG_INFO_NONE=y
    EXT4_FS=y VFAT_FS=y EXFAT_FS=y OVERLAY_FS=y SQUASHFS=y SQUASHFS_XZ=y SQUASHFS_ZSTD=y
    NLS_UTF8=y NLS_CODEPAGE_437=y NLS_ISO8859_1=y
    DMA_SHARED_BUFFER=y SYNC_FILE=y UDMABUF=y DMABUF_HEAPS=y DMABUF_HEAPS_SYSTEM=y
    DRM=y DRM_VKMS=m DRM_VGEM=m
    MEDIA_SUPPORT=y MEDIA_SUPPORT_FILTER=y MEDIA_CAMERA_SUPPORT=y MEDIA_PLATFORM_SUPPORT=y
    MEDIA_TEST_SUPPORT=y MEDIA_USB_SUPPORT=y V4L_TEST_DRIVERS=y VIDEO_VIMC=m VIDEO_VIVID=m
    GPIOLIB=y GPIO_CDEV=y GPIO_SIM=m INPUT=y INPUT_EVDEV=y INPUT_MISC=y INPUT_UINPUT=y
    SOUND=y SND=y SND_TIMER=y SND_HRTIMER=y SND_ALOOP=m SND_DUMMY=m
    NET=y UNIX=y INET=y DUMMY=m VETH=m
    SCSI=y BLK_DEV_SD=y SCSI_LOWLEVEL=y SCSI_DEBUG=m MD=y BLK_DEV_DM=y DM_FLAKEY=m DM_DELAY=m
    USB_SUPPORT=y USB=y USB_GADGET=y USB_DUMMY_HCD=m USB_CONFIGFS=m USB_CONFIGFS_F_UVC=y
    USB_CONFIGFS_MASS_STORAGE=y USB_CONFIGFS_F_UAC2=y USB_VIDEO_CLASS=m USB_STORAGE=m SND_USB_AUDIO=m'

say()  { printf 'rig: %s\n' "$*" >&2; }
die()  { say "$*"; exit 125; }
need() { local c; for c; do command -v "$c" >/dev/null || die "needs '$c' on this machine"; done; }
root() { [ "$(id -u)" = 0 ] || die "building needs root (it makes and enters chroots)"; }

# --- where packages come from ------------------------------------------------

# The archive this machine's apt is already set up to use, so that a local
# mirror or proxy keeps being used.
mirror() {
    [ -n "${MIRROR:-}" ] && { echo "$MIRROR"; return; }
    local m
    m=$(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' 'Created-By: Packages' |
        awk -F'|' '$1=="Debian" && $2=="Debian" && !m {m=$3} END {print m}')
    # No Release files kept on this machine: judge by the address instead.
    [ -n "$m" ] || m=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' |
        awk '/\/debian\/?$/ && !m {m=$0} END {print m}')
    [ -n "$m" ] || die "cannot tell which Debian archive apt uses here; set MIRROR"
    echo "${m%/}"
}

# apt with a state of its own: this machine's package lists are not touched.
apt_() {
    local tool=$1; shift
    "$tool" -q -o Dir::Etc::sourcelist="$WORKDIR/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State="$WORKDIR/apt/state" -o Dir::State::status="$WORKDIR/apt/status" \
        -o Dir::Cache="$WORKDIR/apt/cache" -o Dir::Etc::preferences=/dev/null \
        -o Dir::Etc::preferencesparts=/dev/null -o APT::Architecture=$ARCH -o APT::Architectures=$ARCH \
        -o APT::Sandbox::User=root -o Acquire::Languages=none "$@"
}

# A Debian tree of the guest's suite.  $1 is the directory (/dev/null: only for
# as long as the hooks run), $2 the packages, the rest more options.
tree() {
    local dir=$1 packages=$2; shift 2
    mkdir -p "$WORKDIR/tmp"
    TMPDIR=$WORKDIR/tmp mmdebstrap --mode=root --variant=apt --architectures=$ARCH \
        --aptopt='APT::Install-Recommends "false"' --include="$packages" "$@" \
        "$SUITE" "$dir" "$WORKDIR/apt/sources.list"
}

source_tar() {   # the kernel's source, as an uncompressed tar stream
    dpkg-deb --fsys-tarfile "$WORKDIR"/deb/linux-source-"$SERIES"_*.deb |
        tar -xO "./usr/src/linux-source-$SERIES.tar.xz" | xz -dc -T0
}

# --- stages: each leaves a stamp, and does nothing when it is there -----------

fetch() {
    [ -e "$WORKDIR/fetch.ok" ] && return
    need apt-get apt-cache dpkg-deb mmdebstrap
    [ -e "$KEYRING" ] || die "no $KEYRING (install debian-archive-keyring)"
    mkdir -p "$WORKDIR"/apt/{state/lists/partial,cache/archives/partial} "$WORKDIR/deb"
    : >"$WORKDIR/apt/status"
    local s m; m=$(mirror)
    for s in $(printf '%s\n' "$SUITE" "$KERNEL_FROM" "$CAMERA_FROM" | sort -u); do
        echo "deb [signed-by=$KEYRING] $m $s main"
    done >"$WORKDIR/apt/sources.list"
    apt_ apt-get update >"$WORKDIR/fetch.log" 2>&1 || die "apt-get update failed, see $WORKDIR/fetch.log"

    # Candidates: every plain kernel package of the wanted suite, newest first,
    # whose source package exists at exactly the same version.
    local pick="" img ver rel series
    while read -r img ver; do
        rel=${img#linux-image-}
        [ -z "${KVER:-}" ] || [ "$KVER" = "$rel" ] || continue
        series=$(printf %s "$rel" | cut -d. -f1,2 | sed 's/[^0-9.].*//')
        apt_ apt-cache madison "linux-source-$series" 2>/dev/null | awk '{print $3}' |
            grep -xF -- "$ver" >/dev/null && { pick="$rel $ver $series"; break; }
    done < <(apt_ apt-cache madison $(apt_ apt-cache pkgnames linux-image- |
                 grep -E "^linux-image-[0-9][^ ]*-$ARCH\$" | grep -vE -- '-(cloud|rt)-') |
             awk -v s="$KERNEL_FROM/" 'index($0, " " s) {print $1, $3}' | sort -k2,2 -V -r)
    [ -n "$pick" ] || die "no kernel in $KERNEL_FROM with matching source${KVER:+ for $KVER}"
    read -r rel ver series <<<"$pick"
    say "kernel $rel ($ver)"

    # Newer kernels are split in several packages; older ones are a single one.
    local wants=("linux-image-$rel=$ver" "linux-source-$series=$ver") p
    for p in linux-base linux-binary linux-modules; do
        apt_ apt-cache show "$p-$rel=$ver" >/dev/null 2>&1 && wants+=("$p-$rel=$ver")
    done
    (cd "$WORKDIR/deb" && apt_ apt-get download "${wants[@]}") >>"$WORKDIR/fetch.log" 2>&1 ||
        die "download failed, see $WORKDIR/fetch.log"
    printf 'REL=%q VER=%q SERIES=%q\n' "$rel" "$ver" "$series" >"$WORKDIR/kernel"
    touch "$WORKDIR/fetch.ok"
}

kernel() { . "$WORKDIR/kernel"; }

modules() {
    [ -e "$WORKDIR/modules.ok" ] && return
    fetch; root; kernel
    local out=$WORKDIR/modules d dirs=()
    rm -rf "$out" "$WORKDIR/src"; mkdir -p "$out" "$WORKDIR/src"

    # Only the wanted directories are unpacked from the kernel's source.
    for d in "${EXTRA_DRIVERS[@]}"; do dirs+=("linux-source-$SERIES/${d%|*}"); done
    source_tar | tar -x -C "$WORKDIR/src" --strip-components=1 "${dirs[@]}"

    # A short-lived chroot with the compiler the kernel was built with (the
    # headers package asks for it).  BTF is type information for tracing; it is
    # left out because it would need the unstripped kernel.
    cat >"$WORKDIR/src/build" <<-SH
	set -e
	for d in ${EXTRA_DRIVERS[*]@Q}; do
	    make -C /usr/src/linux-headers-$REL M=/root/src/\${d%|*} \
	        CONFIG_\${d#*|}=m CONFIG_\${d#*|}_KUNIT_TEST= CONFIG_DEBUG_INFO_BTF_MODULES= \
	        -j\$(nproc) modules
	    strip -g /root/src/\${d%|*}/*.ko
	    cp /root/src/\${d%|*}/*.ko /root/
	done
	SH
    say "compiling ${EXTRA_DRIVERS[*]%|*}"
    tree /dev/null "linux-headers-$REL,make,libc6-dev,binutils" \
        --customize-hook="copy-in '$WORKDIR/src' /root" \
        --customize-hook='chroot "$1" sh /root/src/build' \
        --customize-hook='cp "$1"/root/*.ko '"'$out/'" >"$WORKDIR/modules.log" 2>&1 ||
        die "module build failed, see $WORKDIR/modules.log"
    rm -rf "$WORKDIR/src"
    touch "$WORKDIR/modules.ok"
}

uml() {
    [ -e "$WORKDIR/uml.ok" ] && return
    fetch; root; kernel
    local out=$WORKDIR/uml c
    rm -rf "$out"; mkdir -p "$out"
    for c in $UML_CONFIG; do echo "CONFIG_$c"; done >"$out/fragment"
    cat >"$out/build" <<-SH
	set -e
	cd /root/linux
	make="make ARCH=um CC=gcc HOSTCC=gcc -j\$(nproc)"
	\$make x86_64_defconfig
	ARCH=um scripts/kconfig/merge_config.sh -m .config /root/uml/fragment
	\$make olddefconfig
	while read -r want; do grep -qxF -- "\$want" .config || echo "NOT TAKEN: \$want"; done </root/uml/fragment
	\$make linux modules
	\$make modules_install INSTALL_MOD_PATH=/root/uml/root INSTALL_MOD_STRIP=1
	rm -f /root/uml/root/lib/modules/*/build /root/uml/root/lib/modules/*/source
	cp linux .config /root/uml/
	SH
    say "compiling the kernel as a User Mode Linux program (minutes)"
    declare -f source_tar >"$out/source"; printf 'WORKDIR=%q SERIES=%q\nsource_tar\n' "$WORKDIR" "$SERIES" >>"$out/source"
    tree /dev/null "gcc,make,libc6-dev,binutils,flex,bison,bc,kmod,libelf-dev" \
        --customize-hook='mkdir "$1/root/linux"; bash '"'$out/source'"' | tar -x -C "$1/root/linux" --strip-components=1' \
        --customize-hook="copy-in '$out' /root" \
        --customize-hook='chroot "$1" sh /root/uml/build' \
        --customize-hook='cp -a "$1"/root/uml/linux "$1"/root/uml/.config "$1"/root/uml/root '"'$out/'" \
        >"$WORKDIR/uml.log" 2>&1 || die "User Mode Linux build failed, see $WORKDIR/uml.log"
    sed -n 's/^NOT TAKEN/rig: note: not taken/p' "$WORKDIR/uml.log" >&2
    touch "$WORKDIR/uml.ok"
}

image_current() {
    [ -e "$WORKDIR/image.ok" ] && [ ! "$WORKDIR/modules.ok" -nt "$WORKDIR/image.ok" ] &&
        [ ! "$WORKDIR/uml.ok" -nt "$WORKDIR/image.ok" ]
}

image() {
    image_current && return
    modules; need mke2fs cpio gzip xz; kernel
    local r=$WORKDIR/root k=$WORKDIR/kpkg m f n=0
    rm -rf "$r" "$k" "$WORKDIR"/{disk.img,initrd.gz,image.ok}

    say "making the guest's root tree"
    # The camera library is wanted from another suite: a pin, for it alone.
    tree "$r" "$(IFS=,; echo "${GUEST_PACKAGES[*]},${CAMERA_PACKAGES[*]}${PACKAGES:+,${PACKAGES// /,}}")" \
        --setup-hook='mkdir -p "$1"/etc/apt/preferences.d' \
        --setup-hook="printf 'Package: src:libcamera\nPin: release n=$CAMERA_FROM\nPin-Priority: 900\n' >\"\$1\"/etc/apt/preferences.d/camera" \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' >"$WORKDIR/image.log" 2>&1 ||
        die "root tree failed, see $WORKDIR/image.log"

    # Kernel modules: all of them in, work out the wanted ones, the rest out.
    mkdir -p "$k"
    for f in "$WORKDIR"/deb/linux-{base,image,binary,modules}-*.deb; do
        [ ! -e "$f" ] || dpkg-deb -x "$f" "$k"
    done
    cp "$(find "$k" -name 'vmlinuz*' -type f | head -n1)" "$WORKDIR/vmlinuz"
    local mods=$r/usr/lib/modules/$REL
    mkdir -p "$mods/updates"
    cp -a "$(find "$k" -type d -path "*lib/modules/$REL" | head -n1)/." "$mods/"
    cp "$WORKDIR"/modules/*.ko "$mods/updates/"
    rm -rf "$k" "$mods"/{vmlinuz,System.map,config,build,source}
    chroot "$r" depmod "$REL"
    for m in "${KEEP_MODULES[@]}"; do
        chroot "$r" modprobe -S "$REL" --show-depends "$m" 2>/dev/null || say "note: no module $m in $REL"
    done | awk '$1=="insmod"{print $2}' | sed 's,.*/modules/[^/]*/,,' | sort -u >"$WORKDIR/keep"
    (cd "$mods" && find . -name '*.ko*' -type f -printf '%P\n' | sort | comm -23 - "$WORKDIR/keep" | xargs rm -f
     find . -type d -empty -delete)
    chroot "$r" depmod "$REL"
    if [ -e "$WORKDIR/uml.ok" ]; then
        cp -a "$WORKDIR"/uml/root/lib/modules/* "$r/usr/lib/modules/"
    fi

    guest_init >"$r/sbin/rig-init"; chmod 755 "$r/sbin/rig-init"
    echo rig >"$r/etc/hostname"; mkdir -p "$r/mnt/share"
    rm -rf "$r"/var/cache/apt/* "$r"/var/lib/apt/lists/*

    # The initramfs: busybox, and what it takes to reach the disk, in loading order.
    local i=$WORKDIR/initramfs
    rm -rf "$i"; mkdir -p "$i"/{bin,dev,proc,sys,new,mod}
    cp "$r/bin/busybox" "$i/bin/"
    for m in virtio_blk ext4 9pnet_virtio 9p; do
        chroot "$r" modprobe -S "$REL" --show-depends $m | awk '$1=="insmod"{print $2}'
    done | awk '!seen[$0]++' >"$WORKDIR/keep"
    while read -r f; do
        n=$((n + 1)); m=$i/mod/$(printf %02d $n)-$(basename "$f")
        case $f in *.xz) xz -dc "$r/$f" >"${m%.xz}";; *.zst) zstd -qdc "$r/$f" >"${m%.zst}";; *) cp "$r/$f" "$m";; esac
    done <"$WORKDIR/keep"
    initramfs_init >"$i/init"; chmod 755 "$i/init"
    (cd "$i" && find . | cpio -o -H newc --quiet -R 0:0 | gzip -1) >"$WORKDIR/initrd.gz"
    rm -rf "$i" "$WORKDIR/keep"

    say "making the disk"
    mke2fs -q -t ext4 -O ^has_journal -m 0 -L rigroot -d "$r" "$WORKDIR/disk.img" \
        "$(($(du -sm "$r" | cut -f1) * 12 / 10 + 256))M" >>"$WORKDIR/image.log" 2>&1 || die "mke2fs failed"
    rm -rf "$r" "$WORKDIR/tmp"
    touch "$WORKDIR/image.ok"
}

# First process in the initramfs (QEMU only): find the disk, hand over to it.
initramfs_init() { cat <<'SH'
#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc none /proc; mount -t sysfs none /sys; mount -t devtmpfs none /dev
echo "rig: alive" >/dev/console
for m in /mod/*.ko; do insmod "$m" || echo "rig: insmod $m failed"; done
n=0; while [ ! -b /dev/vda ] && [ $n -lt 200 ]; do sleep 0.05; n=$((n+1)); done
mount -t ext4 /dev/vda /new || { echo "rig: no root disk"; poweroff -f; }
mount --move /dev /new/dev
umount /proc /sys
exec switch_root /new /sbin/rig-init
SH
}

# First process in the guest proper: the little of an init that tests need.
guest_init() { cat <<'SH'
#!/bin/sh
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8
mount -t proc proc /proc
mount -t sysfs sys /sys
[ -e /dev/null ] || mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs tmpfs /dev/shm
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /tmp
mkdir -p /run/rig /run/lock
modprobe -q configfs
mount -t configfs configfs /sys/kernel/config
mount -t debugfs debugfs /sys/kernel/debug
hostname rig; ip link set lo up
ln -sf /proc/self/fd /dev/fd
ln -sf fd/0 /dev/stdin; ln -sf fd/1 /dev/stdout; ln -sf fd/2 /dev/stderr
off() { sync; /bin/busybox poweroff -f; }

# What differs between engines: host directories, and the way out for output.
opt() { sed -n "s,.*rig\.$1=\([^ ]*\).*,\1,p" /proc/cmdline; }
if [ -n "$(opt ctl)" ]; then         # User Mode Linux
    share() { mount -t hostfs -o "$3hostfs=$(opt "$1")" none "$2"; }
    port() { [ $1 = out ] && t=/dev/ttyS0 || t=/dev/ttyS1; stty -F $t raw -echo; echo $t; }
    for d in b c d e f; do [ -b /dev/ubd$d ] && ln -s ubd$d /dev/vd$d; done
else                                 # QEMU
    share() { mount -t 9p -o "$3trans=virtio,version=9p2000.L,msize=262144" "rig$1" "$2"; }
    port() { for p in /sys/class/virtio-ports/*; do
        [ "$(cat "$p/name")" = rig.$1 ] && echo "/dev/${p##*/}"; done; }
fi
share ctl /run/rig "" || { echo "rig: no control directory"; off; }
. /run/rig/env

# The device manager alone; it does not need the rest of systemd.
/usr/lib/systemd/systemd-udevd --daemon 2>/dev/null
udevadm trigger --type=subsystems --action=add; udevadm trigger --type=devices --action=add
while read -r m; do
    [ -z "$m" ] || modprobe $(echo "$m" | tr , ' ') || echo "rig: modprobe $m failed"
done </run/rig/load
udevadm settle -t 30

share share /mnt/share "$RIG_RO" && cd /mnt/share || echo "rig: nothing shared"
out=$(port out); err=$(port err)
read -r up _ </proc/uptime; echo "$up" >/run/rig/ready
setsid -w bash /run/rig/cmd </dev/null >"$out" 2>"$err"
echo $? >/run/rig/status
cd /; umount /mnt/share 2>/dev/null
off
SH
}

# --- running -----------------------------------------------------------------

# Hardware virtualisation if it works.  /dev/kvm being there is not enough: a
# KVM made for paravirtual guests only (kvm_pvm, met in nested clouds) takes
# minutes to boot a stock kernel, or dies of an instruction it does not know.
# So it is tried, once per boot of this machine: the guest has to reach its
# initramfs within 20 seconds.
kvm_works() {
    local note=$WORKDIR/kvm boot log pid n got=no
    [ -r /dev/kvm ] && [ -w /dev/kvm ] && [ ! -e /sys/module/kvm_pvm ] || return 1
    boot=$(cat /proc/sys/kernel/random/boot_id)
    if [ "$(cut -d' ' -f1 "$note" 2>/dev/null)" != "$boot" ]; then
        # Before there is anything to boot, presence has to do.
        [ -e "$WORKDIR/image.ok" ] || return 0
        log=$(mktemp)
        qemu-system-x86_64 -machine q35,accel=kvm -cpu host,-arch-capabilities -m 1024 -nodefaults \
            -no-reboot -display none -kernel "$WORKDIR/vmlinuz" -initrd "$WORKDIR/initrd.gz" \
            -append "console=ttyS0 quiet panic=-1" -serial "file:$log" </dev/null >/dev/null 2>&1 &
        pid=$!
        for ((n = 0; n < 200; n++)); do
            grep -q 'rig: alive' "$log" && { got=yes; break; }
            kill -0 $pid 2>/dev/null || break
            sleep 0.1
        done
        kill -9 $pid 2>/dev/null || true; wait $pid 2>/dev/null || true; rm -f "$log"
        echo "$boot $got" >"$note"
    fi
    [ "$(cut -d' ' -f2 "$note")" = yes ]
}

# $1 non-empty: only an engine with PCI devices will do.
engine() {
    if [ -n "${ENGINE:-}" ]; then echo "$ENGINE"
    elif kvm_works; then echo kvm
    elif [ -e "$WORKDIR/uml.ok" ] && [ -z "${1:-}" ]; then echo uml
    else echo tcg; fi
}

run_() {
    local share=$PWD ro="" out="" disks=() load="" gpu="" qmp="" mem=2048 cpus limit=600 console="" append="" verbose=""
    cpus=$(nproc)
    while [ $# -gt 0 ]; do
        case $1 in
            --share) share=$(realpath "$2"); shift 2;;
            --ro) ro=ro,; shift;;
            --out) out=$(realpath "$2"); shift 2;;
            --disk) disks+=("$(realpath "$2")"); shift 2;;
            --load) load=$2; shift 2;;
            --gpu) gpu=$2; shift 2;;
            --qmp) qmp=$2; shift 2;;
            --mem) mem=$2; shift 2;;
            --cpus) cpus=$2; shift 2;;
            --timeout) limit=$2; shift 2;;
            --console) console=$2; shift 2;;
            --append) append=$2; shift 2;;
            -v) verbose=1; shift;;
            --) shift; break;;
            *) die "run: what is '$1'?";;
        esac
    done
    [ $# -gt 0 ] || die "run: no command (run ... -- CMD)"
    image_current || die "not built, or not up to date: $0 build"
    [ -d "$share" ] || die "run: $share is not a directory"

    # Global, because the exit trap needs them after this function is gone.
    machine="" ctl=$(mktemp -d "${TMPDIR:-/tmp}/rig.XXXXXX")
    trap '[ -z "$machine" ] || kill "$machine" 2>/dev/null; rm -rf "$ctl"' EXIT
    trap 'exit 130' INT; trap 'exit 143' TERM

    # The guest reads these; it writes "status" (and "ready": its uptime then).
    printf '%q ' "$@" >"$ctl/cmd"; echo >>"$ctl/cmd"
    printf '%s\n' $load >"$ctl/load"
    echo "RIG_RO=$ro" >"$ctl/env"
    : >"$ctl/status"; : >"$ctl/ready"; : >"$ctl/console"
    mkfifo "$ctl/out" "$ctl/err"

    local eng args=() d n
    eng=$(engine "$gpu$qmp")
    [ $eng != tcg ] || [ -n "${ENGINE:-}" ] || say "neither KVM nor User Mode Linux to be had: emulating, CPU-bound work is ~20 times slower"
    case $eng in
        kvm) args=(-machine q35,accel=kvm -cpu host,-arch-capabilities);;
        # "max" has AVX2, which even emulated is twice as fast as SSE.
        tcg) args=(-machine q35 -accel tcg,thread=multi -cpu max);;
        uml) [ -z "$gpu$qmp" ] || die "--gpu and --qmp need kvm or tcg";;
        *) die "ENGINE is kvm, uml or tcg";;
    esac
    if [ $eng = uml ]; then
        # ssl0/ssl1 are the guest's ttyS0/ttyS1, on our descriptors 3 and 4.
        args=("$WORKDIR/uml/linux" mem="${mem}M" ncpus="$cpus" seccomp=auto uml_dir="$ctl" umid=uml
            ubd0="$ctl/cow,$WORKDIR/disk.img" root=/dev/ubda rootfstype=ext4 rw init=/sbin/rig-init
            con=null con0=null,fd:1 ssl=null ssl0=null,fd:3 ssl1=null,fd:4 quiet loglevel=4
            rig.ctl="$ctl" rig.share="$share")
        n=1; for d in ${disks[@]+"${disks[@]}"}; do args+=("ubd$n=$d"); n=$((n + 1)); done
        [ -z "$append" ] || args+=($append)
    else
        need qemu-system-x86_64
        args=(qemu-system-x86_64 "${args[@]}" -smp "$cpus" -m "$mem" -nodefaults -no-user-config -no-reboot -display none
            -kernel "$WORKDIR/vmlinuz" -initrd "$WORKDIR/initrd.gz"
            -append "console=ttyS0,115200 quiet loglevel=4 panic=-1 mitigations=off tsc=reliable $append"
            -chardev "file,id=con,path=$ctl/console" -serial chardev:con
            -drive "file=$WORKDIR/disk.img,format=raw,if=virtio,snapshot=on"
            -device virtio-serial-pci -device virtio-rng-pci
            -chardev "file,id=out,path=$ctl/out" -device virtserialport,chardev=out,name=rig.out
            -chardev "file,id=err,path=$ctl/err" -device virtserialport,chardev=err,name=rig.err
            -virtfs "local,path=$ctl,mount_tag=rigctl,security_model=none,multidevs=remap"
            -virtfs "local,path=$share,mount_tag=rigshare,security_model=none,multidevs=remap${ro:+,readonly=on}")
        for d in ${disks[@]+"${disks[@]}"}; do args+=(-drive "file=$d,format=raw,if=virtio,cache=writeback"); done
        [ -z "$out" ] || args+=(-virtfs "local,path=$out,mount_tag=rigout,security_model=none,multidevs=remap")
        [ -z "$gpu" ] || args+=(-device "virtio-gpu-pci,xres=${gpu%x*},yres=${gpu#*x}")
        [ -z "$qmp" ] || args+=(-qmp "unix:$qmp,server=on,wait=off")
    fi

    cat "$ctl/out" & local c1=$!
    cat "$ctl/err" >&2 & local c2=$!
    local rc=0
    if [ $eng = uml ]; then
        timeout --foreground --kill-after=5 "$limit" "${args[@]}" </dev/null >>"$ctl/console" 2>&1 3>"$ctl/out" 4>"$ctl/err" &
    else
        timeout --foreground --kill-after=5 "$limit" "${args[@]}" </dev/null >"$ctl/qemu" 2>&1 &
    fi
    machine=$!; wait $machine || rc=$?; machine=""
    # Had QEMU not even opened the pipes, their readers would wait for ever.
    [ $rc = 0 ] || kill $c1 $c2 2>/dev/null || true
    wait $c1 $c2 2>/dev/null || true
    [ -z "$console" ] || cp "$ctl/console" "$console"
    if [ -s "$ctl/status" ]; then exit "$(cat "$ctl/status")"; fi
    [ ! -e "$ctl/qemu" ] || cat "$ctl/qemu" >&2
    [ -z "$verbose" ] || cat "$ctl/console" >&2
    if [ $rc = 124 ] || [ $rc = 137 ]; then say "timed out after $limit s"; exit 124; fi
    die "the machine ($eng) stopped without a result (exit $rc)"
}

info() {
    [ ! -e "$WORKDIR/kernel" ] || { kernel; echo "kernel   $REL ($VER)"; }
    echo "workdir  $WORKDIR"
    local s; for s in fetch modules uml image; do
        [ -e "$WORKDIR/$s.ok" ] && echo "$s  done" || echo "$s  not done"; done
    [ ! -e "$WORKDIR/image.ok" ] || echo "engine   $(engine)"
    du -sh "$WORKDIR" 2>/dev/null || true
}

case ${1:-} in
    # User Mode Linux takes minutes to compile: only where it will be wanted.
    build) fetch; modules; kvm_works || uml; image; info;;
    fetch|modules|uml|image|info) "$1";;
    run) shift; run_ "$@";;
    clean) rm -rf -- "$WORKDIR";;
    *) sed -n '2,/^set -/p' "$0" | sed '$d; s/^# \{0,1\}//'; exit 2;;
esac
