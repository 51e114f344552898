# Chooses the engine that runs the machine.

# Succeeds if hardware virtualisation works. The existence of /dev/kvm isn't enough: a KVM for paravirtual guests only (kvm_pvm, met
# in nested clouds) takes minutes to boot a stock kernel, or dies of an instruction that it doesn't know. So it is tried, once
# in each boot of this machine: the guest has to reach its initramfs within 20 seconds.
kvm_works() {
    local note=$machine/kvm-works boot answer=no
    [ -r /dev/kvm ] && [ -w /dev/kvm ] && [ ! -e /sys/module/kvm_pvm ] || return 1
    command -v qemu-system-x86_64 >/dev/null || return 1
    boot=$(cat /proc/sys/kernel/random/boot_id)
    if [ "$(cut -d' ' -f1 "$note" 2>/dev/null)" != "$boot" ]; then
        # If nothing bootable exists yet, the presence of KVM has to do.
        [ -e "$machine/image.stamp" ] || return 0
        ! kvm_boots || answer=yes
        # If the folder is somebody else's and read-only, it is tried each time.
        echo "$boot $answer" 2>/dev/null >"$note" || true
        [ $answer = yes ]
        return
    fi
    [ "$(cut -d' ' -f2 "$note")" = yes ]
}

kvm_boots() {
    local log qemu tries boots=1
    log=$(mktemp)
    qemu-system-x86_64 -machine q35,accel=kvm -cpu host,-arch-capabilities -m 1024 -nodefaults -no-reboot -display none \
        -kernel "$machine/vmlinuz" -initrd "$machine/initrd.gz" -append "console=ttyS0 quiet panic=-1" \
        -serial "file:$log" </dev/null >/dev/null 2>&1 &
    qemu=$!
    for ((tries = 0; tries < 200; tries++)); do
        ! grep -q 'machine: alive' "$log" || { boots=0; break; }
        kill -0 $qemu 2>/dev/null || break
        sleep 0.1
    done
    kill -9 $qemu 2>/dev/null || true; wait $qemu 2>/dev/null || true; rm -f "$log"
    return $boots
}

engine() {
    if [ -n "${VIR_MACHINE_ENGINE:-}" ]; then echo "$VIR_MACHINE_ENGINE"
    elif kvm_works; then echo kvm
    else echo uml; fi
}
