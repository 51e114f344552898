# The checks in the bare root: a Makefile target runs, and no command is missing. Sourced by `run`.

table=()

# The installed packages, and those of them that were asked for by name.
installed() { dpkg-query --admindir="$root/var/lib/dpkg" -W -f '${Package}\n' | sort -u; }
named()     { sed -n '/^Package: /{s///;h}; /^Auto-Installed: 1/{x;p}' "$root/var/lib/apt/extended_states" 2> /dev/null | sort -u |
                  comm -23 <(installed) -; }

# Writes the CPU seconds of all finished children so far into FILE.
worked() { times > "$1.times"; awk -F'[ms ]+' 'NR == 2 {printf "%d\n", $1 * 60 + $2 + $3 * 60 + $4}' "$1.times" > "$1"; rm "$1.times"; }

# timed FILE: passes lines on with the second at which each came, and writes the longest silence and its end into FILE.
timed() {
    local begun=$SECONDS last=$SECONDS longest=0 at=0 line
    while IFS= read -r line || [ -n "$line" ]; do
        [ $((SECONDS - last)) -le $longest ] || { longest=$((SECONDS - last)); at=$((SECONDS - begun)); }
        last=$SECONDS
        printf '%5d  %s\n' $((SECONDS - begun)) "$line"
    done
    [ $((SECONDS - last)) -le $longest ] || { longest=$((SECONDS - last)); at=$((SECONDS - begun)); }
    echo "$longest $at" > "$1"
}

# prove_target "TARGET [VARIABLE=VALUE …]": runs make with these words in the root as it is.
prove_target() {
    local name=${1//[^A-Za-z0-9=._-]/-} status=0 begun=$SECONDS took log silence at used words work
    log=$logs/$name.log
    read -ra words <<< "$1"
    installed > "$logs/before"; named > "$logs/named"; used=$(du -xsm "$root" | cut -f1)
    say "make $1: to $log"
    worked "$logs/work"; work=$(cat "$logs/work")
    inside "$root" make "${words[@]}" > >(timed "$logs/silence" > "$log") 2>&1 || status=$?
    wait
    took=$((SECONDS - begun))
    worked "$logs/work"; work=$(($(cat "$logs/work") - work))
    read -r silence at < "$logs/silence"
    installed | comm -13 "$logs/before" - > "$logs/$name.packages"
    named | comm -13 "$logs/named" - > "$logs/$name.named"
    [ $status = 0 ] && passed=$((passed + 1)) || failed=$((failed + 1))
    table+=("$(printf '%-28s %6d %5d:%02d %9d:%02d %8d (%d) %10d s at %5d s %7d' "make $1" $status $((took / 60)) $((took % 60)) $((work / 60)) $((work % 60)) \
        "$(wc -l < "$logs/$name.packages")" "$(wc -l < "$logs/$name.named")" "$silence" "$at" $(($(du -xsm "$root" | cut -f1) - used)))")
    say "make $1: status $status after $took s, of which two processors would work $((work / 2)) s; named packages: $(paste -sd' ' "$logs/$name.named")"
    [ $status = 0 ] || tail -n 5 "$log" >&2
    rm -f "$logs"/{before,named,silence,work}
}

tell() {
    printf '%-28s %6s %8s %12s %12s %19s %8s\n' "" status time processors "new (named)" "longest silence" "MB more"
    printf '%s\n' "${table[@]}"
    echo "logs: $logs"
    echo "Bare: $passed passed, $failed failed"
}

# Commands that our scripts call and that no package list provides, with the reason.
declare -A elsewhere=(
    [sudo]="only where one isn't root"
    [modprobe]="only where the kernel lacks something, and then by the machine's own kmod"
    [openscad]="Tests/Guide/run test_print, which no target runs"
    [run]="a word for vir"
    [eject]="deploy.sh --card does without"
    [qemu-system-x86_64]="only where there is KVM"
)

# Checks that every command that our scripts call exists once the packages are installed that make installs before it.
prove_commands() {
    local begun=$SECONDS there=0 missing=0
    commands_after "" Makefile tools/* .ci/run
    commands_after image-packages image/build.sh image/lib/* tools/heartbeat.sh overlays/build.sh Tests/Overlays/run Tests/Overlays/trees Tests/Overlays/*.py
    commands_after image-test-packages Tests/Image/{all,run,boot,arm64,*.py} image/lib/common.sh tools/heartbeat.sh
    # The packages of the image must not help the tests.
    rm -rf --one-file-system "$root"; furnish "$root"
    commands_after test-packages Tests/Program/{run,soak,*.py} Tests/Guide/{run,*.py} Tests/Deploy/{run,*.py} Tests/Root/{run,enter,*.py} Tests/Image/{quick,test_base.py,test_camera.py} deploy.sh image/deploy/card.sh \
        Tests/Sanitize/{run,*.py}
    commands_after machine-packages Tests/Machine/{machine,run} Tests/Machine/Making/*.sh tools/heartbeat.sh
    say "$there commands are there, $missing missing"
    [ $missing = 0 ] && passed=$((passed + 1)) || failed=$((failed + 1))
    table+=("$(printf '%-28s %6d %5d:%02d' commands $((missing > 0)) $(((SECONDS - begun) / 60)) $(((SECONDS - begun) % 60)))")
}

# commands_after TARGET FILE…: checks the files' commands after make's target for the packages.
commands_after() {
    local target=$1 command place; shift
    [ -z "$target" ] || inside "$root" make -s "$target" >&2 || fail "make $target failed (see above)"
    (cd "$sources" && python3 -B "$here/commands.py" "$@") > "$logs/called" || fail "the scripts can't be read (see above)"
    input=$logs/called inside "$root" bash -c 'while read -r command _; do ! command -v "$command" > /dev/null || echo "$command"; done' > "$logs/there" || true
    while IFS=$'\t' read -r command place; do
        # ./PROGRAM lies beside the script and not at the top of the tree.
        [ -z "${elsewhere[$command]:-}" ] && [[ $command != ./* ]] || continue
        if grep -qxF -- "$command" "$logs/there"; then there=$((there + 1))
        else say "missing after make ${target:-nothing}: $command ($place)"; missing=$((missing + 1)); fi
    done < "$logs/called"
}
