# The box's root: Debian's packages with our files over them, as one squashfs. Sourced by build.sh.

# The library's package name contains its version, which must match the headers that the program is built with.
libcamera_package() {
    local library
    library=$(readlink "$CACHE/sysroot-$BASE/usr/lib/aarch64-linux-gnu/libcamera.so") || fail "no libcamera in the sysroot"
    echo "libcamera${library#libcamera.so.}"
}

# Unpacks and configures the packages: the only step that runs their scripts, in emulation. The result is kept as a tar.
make_userland() {
    local sources=("$(source_line $SUITE main)") lists=("$IMAGE/packages/root.list")
    [ "$BASE" != raspberrypi ] || sources+=("$(raspberrypi_line)")
    [ -z "$DEVELOPER" ] || lists+=("$IMAGE/packages/developer.list")
    run_arm64
    # Licences stay; manuals, changelogs and translations don't. The time is fixed, since the packages are the same for all commits.
    SOURCE_DATE_EPOCH=1700000000 "${MMDEBSTRAP[@]}" --variant=essential --architectures=arm64 --keyring="$KEYRING" \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/info/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/i18n/*' \
        --include="$(packages "${lists[@]}"),$(libcamera_package),libcamera-ipa" \
        --customize-hook="install -Dm644 '$IMAGE/root/usr/lib/sysusers.d/vir.conf' \"\$1/usr/lib/sysusers.d/vir.conf\"" \
        --customize-hook='chroot "$1" systemd-sysusers' \
        --customize-hook='chroot "$1" systemd-hwdb --usr update' \
        --customize-hook='chroot "$1" fc-cache -f 2>/dev/null || true' \
        $SUITE "$CACHE/userland-$KIND.tar" "${sources[@]}"
}

# Removes files that a read-only box doesn't need.
thin_root() {
    local root=${1:?}
    rm -rf "$root"/var/{lib/apt,cache,log,lib/systemd/catalog}/* "$root"/usr/share/{bash-completion,zsh,lintian,common-licenses.old,pixmaps,bug,man,info} \
        "$root"/usr/lib/{python3,valgrind} "$root"/usr/share/systemd/*.bak "$root"/etc/{apt/apt.conf.d/*mmdebstrap,machine-id,ssh/ssh_host_*} \
        "${root:?}"/{boot,media,mnt,srv,opt,home}/* "$root"/etc/udev/hwdb.bin "$root"/usr/lib/udev/hwdb.d
    # Nobody installs packages on the box; its manifest lists its contents.
    rm -rf "$root"/usr/lib/apt "$root"/etc/apt "$root"/usr/bin/apt* "$root"/var/lib/dpkg "$root"/usr/share/dpkg "$root"/etc/cron* "$root"/etc/logrotate.d
    # Only the names of the drivers for the boards' own graphics and for software stay; all names are links to one library.
    find "$root/usr/lib/aarch64-linux-gnu/dri" -name '*_dri.so' ! -name 'vc4_dri.so' ! -name 'v3d_dri.so' ! -name 'kms_swrast_dri.so' \
        ! -name 'swrast_dri.so' ! -name 'virtio_gpu_dri.so' ! -name 'libdril_dri.so' -delete 2>/dev/null || true
    : > "$root/etc/machine-id"
}

# Units that wait for the network, serve it, or let somebody log in.
closed_units=(systemd-networkd.service systemd-networkd.socket systemd-networkd-wait-online.service systemd-resolved.service
    systemd-timesyncd.service systemd-logind.service systemd-user-sessions.service getty@.service getty.target serial-getty@.service
    console-getty.service autovt@.service systemd-ask-password-console.path systemd-ask-password-wall.path
    systemd-update-utmp.service systemd-update-utmp-runlevel.service systemd-random-seed.service systemd-machine-id-commit.service
    systemd-firstboot.service systemd-remount-fs.service systemd-hwdb-update.service systemd-update-done.service
    systemd-journal-flush.service systemd-journal-catalog-update.service systemd-pcrphase.service systemd-rfkill.service systemd-rfkill.socket
    systemd-udev-settle.service systemd-pstore.service systemd-binfmt.service proc-sys-fs-binfmt_misc.automount dev-hugepages.mount
    dev-mqueue.mount sys-fs-fuse-connections.mount sys-kernel-debug.mount sys-kernel-tracing.mount modprobe@.service e2scrub_all.timer
    e2scrub_reap.service fstrim.timer apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer systemd-tmpfiles-clean.timer
    man-db.timer logrotate.timer rescue.service emergency.service debug-shell.service ssh.socket)
developer_units=(systemd-networkd.service systemd-networkd.socket sys-kernel-debug.mount sys-kernel-tracing.mount)

close_root() {
    local root=$1 unit
    for unit in "${closed_units[@]}"; do
        [ -n "$DEVELOPER" ] && printf '%s\n' "${developer_units[@]}" | grep -qx "$unit" && continue
        ln -sfn /dev/null "$root/etc/systemd/system/$unit"
    done
    # No password opens anything.
    sed -i 's/^\([^:]*\):[^:]*:/\1:*:/' "$root/etc/shadow"
}

open_root() {
    local root=$1
    install -Dm600 "$DEVELOPER" "$root/root/.ssh/authorized_keys"
    chmod 700 "$root/root" "$root/root/.ssh"
    cp -a "$IMAGE/developer/." "$root/"
    # One key for all images that are built here, so that a newly flashed box keeps its identity.
    [ -e "$CACHE/keys/ssh_host_ed25519_key" ] || ssh-keygen -q -t ed25519 -N '' -C 'VIR developer box' -f "$CACHE/keys/ssh_host_ed25519_key"
    install -Dm600 "$CACHE/keys/ssh_host_ed25519_key" "$root/etc/ssh/ssh_host_ed25519_key"
    install -Dm644 "$CACHE/keys/ssh_host_ed25519_key.pub" "$root/etc/ssh/ssh_host_ed25519_key.pub"
    # The first place where the program looks for its camera object (Loader.c) leads to the current program's: deploy.sh changes both at once.
    mkdir -p "$root/usr/local/lib/vir"
    ln -sfn /var/lib/vir/programs/current/camera.so "$root/usr/local/lib/vir/camera.so"
    ln -sfn vir.target "$root/etc/systemd/system/default.target"
    mkdir -p "$root/etc/systemd/system/vir.target.wants"
    ln -sfn /usr/lib/systemd/system/systemd-networkd.service "$root/etc/systemd/system/vir.target.wants/systemd-networkd.service"
    ln -sfn /usr/lib/systemd/system/ssh.service "$root/etc/systemd/system/vir.target.wants/ssh.service"
}

# Puts the camera's object where the program opens it (Loader.c), and ends if the root lacks the libcamera that it is made for: the program
# would refuse it, and no camera would be there.
install_camera() {
    local root=$1 object=$2 library
    library=$(grep -ao 'libcamera\.so\.[0-9][0-9.]*' "$object" | sort -u) || true
    [ -n "$library" ] || fail "$object names no libcamera"
    for library in $library; do
        compgen -G "$root/usr/lib/aarch64-linux-gnu/$library" > /dev/null || fail "the camera's object is made for $library, and the root has none"
    done
    install -Dm644 "$object" "$root/usr/lib/vir/camera.so"
}

# Makes the whole tree, then packs it into one file.
make_root() {
    local root=$CACHE/root-$KIND version
    version=$(cat "$CACHE/kernel-$BASE/version")
    rm -rf "$root"; mkdir -p "$root"
    tar -C "$root" -xf "$CACHE/userland-$KIND.tar" --exclude='./dev/*'
    sed -n '/^Package: /{s///;h}; /^Version: /{s///;H;x;s/\n/ /;p}' "$root/var/lib/dpkg/status" | sort > "$CACHE/packages-$KIND.txt"
    list_sources "$root" > "$CACHE/sources-$KIND.txt"
    rm -rf "$CACHE/licences-$KIND"; mkdir -p "$CACHE/licences-$KIND"
    gather_licences "$root" "$CACHE/licences-$KIND"
    thin_root "$root"
    cp -a "$IMAGE/root/." "$root/"
    chown -R 0:0 "$root/usr/lib/vir" "$root/usr/lib/systemd/system" "$root/etc"
    mkdir -p "$root"/{boot,media/{VIR,STICK},ram} "$root/usr/lib/modules" "$root/usr/lib/firmware"
    install -m755 "$PROGRAM" "$root/usr/bin/vir"
    install_camera "$root" "$CACHE/camera-$BASE.so"
    install -m755 "$CACHE/still-$BASE" "$root/usr/lib/vir/still"
    cp -a "$CACHE/kernel-$BASE/modules/$version" "$root/usr/lib/modules/"
    [ ! -d "$CACHE/kernel-$BASE/firmware" ] || cp -a "$CACHE/kernel-$BASE/firmware/." "$root/usr/lib/firmware/"
    install -Dm644 "$CACHE/keys/update.pub" "$root/usr/lib/vir/update.pub"
    printf 'VERSION=%s\nBASE=%s\nKIND=%s\nMADE=%s\n' "$VERSION" "$BASE" "$KIND" "$SOURCE_DATE_EPOCH" > "$root/usr/lib/vir/release"
    printf 'IMAGE_ID=vir\nIMAGE_VERSION=%s\n' "$VERSION" >> "$root/usr/lib/os-release"
    close_root "$root"
    [ -z "$DEVELOPER" ] || open_root "$root"
    run_arm64
    # The clock of a board without a battery starts no earlier than this.
    touch "$root/usr/lib/clock-epoch"
    chroot "$root" /usr/sbin/ldconfig; rm -f "$root/var/cache/ldconfig/aux-cache"
    find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
    rm -f "$CACHE/root-$KIND.squashfs"
    mksquashfs "$root" "$CACHE/root-$KIND.squashfs" -comp zstd -Xcompression-level "${VIR_IMAGE_COMPRESSION:-15}" -b 256K \
        -noappend -no-progress -quiet -reproducible >&2
    say "root: $(du -sm "$root" | cut -f1) MB, on the card $(($(stat -c %s "$CACHE/root-$KIND.squashfs") >> 20)) MB"
}

# Prints where the sources are: of the root's packages, of the kernel and the firmware, which are only unpacked, and of the program.
list_sources() {
    local root=$1 package
    {
        cat "$root/var/lib/dpkg/status"
        for package in "$CACHE/kernel-$BASE"/packages/*.deb; do echo; dpkg-deb -f "$package" Package Source Version; done
    } | "$IMAGE/lib/sources.py" "$VERSION" "$(git -C "$SOURCES" rev-parse HEAD 2>/dev/null || echo unknown)" "$SOURCES/Package.swift" -
}

# Collects the licences of every package, of the Swift packages, and our own.
gather_licences() {
    local root=$1 out=$2 folder file
    for folder in "$root"/usr/share/doc/*/; do
        file=$folder/copyright
        [ ! -e "$file" ] || cp -L "$file" "$out/$(basename "$folder").txt" 2>/dev/null || true
    done
    for folder in "$root"/usr/share/common-licenses/*; do
        [ ! -f "$folder" ] || cp -L "$folder" "$out/licence-$(basename "$folder").txt"
    done
    for folder in "$CACHE/build-$BASE"/checkouts/*/; do
        for file in "$folder"LICENSE* "$folder"NOTICE*; do
            [ ! -f "$file" ] || cp "$file" "$out/swift-package-$(basename "$folder")-$(basename "$file" .txt).txt"
        done
    done
    cp "$SOURCES/LICENSE" "$out/vir.txt"
}
