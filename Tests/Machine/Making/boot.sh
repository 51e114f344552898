# Boots the machine for one command.

boot() {
    local load="vkms,create_default_dev=0 gpio-sim" out="" disks=() memory=3072 cpus limit=300 console=""
    cpus=$(nproc)
    while [ $# -gt 0 ]; do
        case $1 in
            --load) load=$2; shift 2;;
            --out) out=$(realpath "$2"); [ -d "$out" ] || die "$2 is not a folder"; shift 2;;
            --disk) disks+=("$(realpath "$2")"); shift 2;;
            --mem) memory=$2; shift 2;;
            --cpus) cpus=$2; shift 2;;
            --timeout) limit=$2; shift 2;;
            --console) console=$2; shift 2;;
            --) shift; break;;
            -*) die "run: what is '$1'?";;
            *) break;;
        esac
    done
    [ $# -gt 0 ] || die "run: no command"
    is_made image || die "not made, or not as it is now: Tests/Machine/machine build"
    local engine arguments=(); engine=$(engine)

    # Global, since the trap outlives this function.
    process="" control=$(mktemp -d "${TMPDIR:-/tmp}/vir-machine.XXXXXX")
    trap '[ -z "$process" ] || kill "$process" 2>/dev/null; rm -rf "$control"' EXIT
    trap 'exit 130' INT; trap 'exit 143' TERM

    # The guest reads these files; it writes `status`.
    { printf 'cd %q\nexec' "$PWD"; printf ' %q' "$@"; echo; } >"$control/command"
    printf '%s\n' $load >"$control/load"
    printf 'path=%q out=%q\n' "$PATH" "$out" >"$control/settings"
    : >"$control/status"; : >"$control/console"
    mkfifo "$control/out" "$control/err"

    case $engine in
        uml) uml_arguments;;
        kvm) qemu_arguments -machine q35,accel=kvm -cpu host,-arch-capabilities;;
        tcg) qemu_arguments -machine q35 -accel tcg,thread=multi -cpu max;;
        *) die "VIR_MACHINE_ENGINE is kvm, uml or tcg";;
    esac

    # User Mode Linux has its ttyS0 and ttyS1 on descriptors 3 and 4 and its log's ttyS2 on 1; QEMU opens the pipes itself.
    cat "$control/out" & local output=$!
    cat "$control/err" >&2 & local errors=$!
    local status=0
    if [ "$engine" = uml ]; then
        timeout --foreground --kill-after=5 "$limit" "${arguments[@]}" \
            </dev/null >>"$control/console" 2>&1 3>"$control/out" 4>"$control/err" &
    else
        timeout --foreground --kill-after=5 "$limit" "${arguments[@]}" </dev/null >"$control/qemu" 2>&1 &
    fi
    process=$!; wait $process || status=$?; process=""
    # If QEMU failed before it opened the pipes, their readers would wait for ever.
    [ $status = 0 ] || kill $output $errors 2>/dev/null || true
    wait $output $errors 2>/dev/null || true
    [ -z "$console" ] || cp "$control/console" "$console"
    [ ! -s "$control/status" ] || exit "$(cat "$control/status")"
    [ ! -e "$control/qemu" ] || cat "$control/qemu" >&2
    if [ $status = 124 ] || [ $status = 137 ]; then say "not done after $limit s"; exit 124; fi
    tail -n 20 "$control/console" >&2
    die "it stopped without a result ($engine, status $status)"
}

uml_arguments() {
    local number=1 disk
    [ -x "$machine/uml/linux" ] || die "there is no /dev/kvm for this user, and User Mode Linux wasn't made: join the group kvm, or VIR_MACHINE_ENGINE=uml Tests/Machine/machine build"
    arguments=("$machine/uml/linux" mem="${memory}M" ncpus="$cpus" seccomp=auto uml_dir="$control" umid=uml
        ubd0="$control/written,$machine/disk.img" root=/dev/ubda rootfstype=ext4 rw init=/sbin/vir-init
        ssl=null ssl0=null,fd:3 ssl1=null,fd:4 ssl2=null,fd:1 console=ttyS2 quiet loglevel=4
        vir.control="$control" vir.root=/)
    for disk in ${disks[@]+"${disks[@]}"}; do arguments+=("ubd$number=$disk"); number=$((number + 1)); done
}

qemu_arguments() {
    local disk
    need qemu-system-x86_64
    arguments=(qemu-system-x86_64 "$@" -smp "$cpus" -m "$memory" -nodefaults -no-user-config -no-reboot -display none
        -kernel "$machine/vmlinuz" -initrd "$machine/initrd.gz"
        -append "console=ttyS0,115200 quiet loglevel=4 panic=-1 mitigations=off tsc=reliable"
        -chardev "file,id=console,path=$control/console" -serial chardev:console
        -drive "file=$machine/disk.img,format=raw,if=virtio,snapshot=on"
        -device virtio-serial-pci -device virtio-rng-pci
        -chardev "file,id=out,path=$control/out" -device virtserialport,chardev=out,name=vir.out
        -chardev "file,id=err,path=$control/err" -device virtserialport,chardev=err,name=vir.err
        -virtfs "local,path=$control,mount_tag=vircontrol,security_model=none,multidevs=remap"
        -virtfs "local,path=/,mount_tag=virroot,security_model=none,multidevs=remap,readonly=on")
    [ -z "$out" ] || arguments+=(-virtfs "local,path=$out,mount_tag=virout,security_model=none,multidevs=remap")
    for disk in ${disks[@]+"${disks[@]}"}; do arguments+=(-drive "file=$disk,format=raw,if=virtio,cache=writeback"); done
}
