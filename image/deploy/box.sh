#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The commands of deploy.sh on the box: copied there and run by the box's own /bin/sh, as root.
#
#   box.sh check                          check for a developer box with the right processor, and print its image's base
#   box.sh put JOB BYTES SUM CAMERA_BYTES CAMERA_SUM SECONDS
#                                         take a camera object (0 bytes: none) and a program from standard input, then have the program run
#   box.sh rollback JOB SECONDS           have the program before the current one run
#   box.sh switch JOB PROGRAM SECONDS     (started by the two above, as a unit of its own)
#   box.sh outcome JOB                    wait for a switch to end, print its lines and exit with its status
#   box.sh log [-f]                       the service's log
#   box.sh report                         print a report on the box, for diagnosis from another machine
#
# A program is a folder in $programs with the file `vir`, and `camera.so`, through which it reads cameras by libcamera; the symlink `current`
# beside it names the program that the service starts, and `before` in a deployed program's folder names the one it replaced. All of this is
# in memory. The program opens its camera object by a full path, $camera_place, which a developer's card has as a link to the current one:
# so program and object change at the same instant.
#
# Copying, which may be interrupted, and switching, which may not, are two processes. A switch is a unit of the service
# manager: a lost connection doesn't stop it, and it ends with either the new program or the old one running.
# $run/receiving is locked while a program is copied, $run/switching during a switch; a JOB's switch leaves its lines and
# its exit status beside them.
#
# Exit status: 69 this is no developer box, or the copy didn't arrive; 74 there is no room; 1 any other failure.
set -u
umask 022

programs=/var/lib/vir/programs
run=/run/vir-deploy
camera_place=/usr/local/lib/vir/camera.so
# The seconds that the old program has to end: its TimeoutStopSec, for clips that are still to be written.
ending=100
# A copy that hasn't grown for this many seconds has lost its sender.
standstill=30

say()  { printf '%s\n' "$*"; }
fail() { status=$1; shift; printf 'box: %s\n' "$*" >&2; exit "$status"; }

current() { basename "$(readlink "$programs/current")"; }

# The program to which a rollback from $1 goes: the program that $1 replaced, else the image's own.
before() {
    for name in "$(cat "$programs/$1/before" 2>/dev/null)" image; do
        if [ -n "$name" ] && [ "$name" != "$1" ] && [ -x "$programs/$name/vir" ]; then say "$name"; return; fi
    done
    return 1
}

check() {
    { [ -L "$programs/current" ] && systemctl show -p ExecStart vir.service 2>/dev/null | grep -qF "$programs/current/vir"; } ||
        fail 69 "this is no developer box: no vir.service that starts $programs/current/vir (image/build.sh --developer makes one)"
    machine=$(uname -m)
    [ "$machine" = aarch64 ] || fail 1 "this machine's processor is $machine, the program's is aarch64"
    sed -n 's/^BASE=//p' /usr/lib/vir/release 2>/dev/null || true
}

is_free() { flock -n "$run/$1" true; }

# Takes the lock that a deployment holds from its start until its switch has the other lock.
begin() {
    exec 9>"$run/receiving"
    { flock -n 9 && is_free switching; } || fail 1 "another program is being deployed here right now; the one that ran still runs"
}

# Removes the remains of interrupted copies, all deployed programs but the last two, and the results of switches after an hour.
tidy() {
    find "$run" -type f \( -name '*.lines' -o -name '*.status' -o -name 'part.*' \) -mmin +60 -delete
    last=$(current)
    kept=$(before "$last")
    for folder in "$programs"/.incoming-* "$programs"/deployed-*; do
        case ${folder##*/} in "$last" | "$kept") ;; *) rm -rf "$folder" ;; esac
    done
}

room() {
    needed=$((($1 + $1 / 5 + 1023) / 1024))
    free=$(df -k --output=avail "$programs" | tail -n 1 | tr -d ' ')
    [ "${free:-0}" -ge "$needed" ] || fail 74 "no room: the program needs $needed KiB (a fifth to spare), $programs has ${free:-none}; the one that ran still runs"
}

put() {
    job=$1 size=$2 sum=$3 camera_size=$4 camera_sum=$5
    begin
    tidy
    room $((size + camera_size))
    incoming=$(mktemp -d "$programs/.incoming-XXXXXX") || fail 74 "$programs can't be written"
    trap 'rm -rf "$incoming"' EXIT
    trap 'exit 69' HUP INT TERM PIPE
    if [ "$camera_size" != 0 ]; then
        take "$incoming/camera.so" "$camera_size" "$camera_sum" 644
        # A card that was made before there was a camera object to deploy has no link.
        [ "$(readlink "$camera_place")" = "$programs/current/camera.so" ] ||
            say "the card of this box is older: its program opens the card's own camera object, not the one that came. A new card (image/build.sh --developer) opens what comes"
    fi
    take "$incoming/vir" "$size" "$sum" 755
    { chmod 755 "$incoming" && mv -T "$incoming" "$programs/$job" && sync "$programs"; } ||
        fail 74 "$programs can't be written; the program that ran still runs"
    say "copied: $((size + camera_size)) bytes, sha256 checked"
    start_switch "$job" "$job" "$6"
}

# take FILE BYTES SUM MODE: takes a file from standard input, checks it, and gives it its mode.
take() {
    receive "$1" "$2"
    say "$3  $1" | sha256sum -c --quiet >/dev/null 2>&1 || fail 1 "what arrived isn't what was sent (its sha256 differs); the program that ran still runs"
    { chmod "$4" "$1" && sync "$1"; } || fail 74 "$programs can't be written; the program that ran still runs"
}

# Copies standard input into file $1, until it has $2 bytes or the input ends.
receive() {
    exec 3<&0
    head -c "$2" <&3 >"$1" 2>"$run/$job.error" 9>&- &
    reader=$!
    end_at_standstill "$1" "$reader" >/dev/null 2>&1 3<&- 9>&- &
    watch=$!
    wait "$reader"
    ended=$?
    kill "$watch" 2>/dev/null
    problem=$(cat "$run/$job.error"); rm -f "$run/$job.error"
    got=$(stat -c %s "$1")
    [ -z "$problem" ] || fail 74 "the program can't be written there: $problem; the one that ran still runs"
    [ "$ended" = 0 ] || fail 69 "nothing came for $standstill s, after $got of $2 bytes; the program that ran still runs"
    [ "$got" = "$2" ] || fail 69 "only $got of $2 bytes came; the program that ran still runs"
}

end_at_standstill() {
    had=-1
    while sleep "$standstill"; do
        has=$(stat -c %s "$1") || return
        [ "$has" -gt "$had" ] || { kill "$2"; return; }
        had=$has
    done
}

# Starts the switch as a unit of the service manager, and prints its outcome. Our lock is kept until the switch has its own.
start_switch() {
    trap '' HUP PIPE
    say "switching: the old program has $ending s to end, the new one $3 s to get ready"
    if ! systemd-run --quiet --collect --unit="vir-deploy-$1" --description="VIR: another program" /bin/sh "$0" switch "$1" "$2" "$3"; then
        [ "$1" != "$2" ] || rm -rf "${programs:?}/$2"
        fail 1 "the switch can't be started; the program that ran still runs"
    fi
    tries=0
    while [ ! -e "$run/$1.lines" ] && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
    exec 9>&-
    outcome "$1"
}

outcome() {
    waited=0
    until [ -e "$run/$1.status" ]; do
        # Nobody copies and nobody switches, and still there is no outcome: no switch was ever begun.
        if is_free receiving && is_free switching && [ ! -e "$run/$1.status" ]; then
            fail 69 "the program didn't arrive whole; the one that ran still runs"
        fi
        [ $waited -lt 600 ] || fail 1 "the switch hasn't ended after 10 minutes: systemctl status vir-deploy-$1"
        waited=$((waited + 1))
        sleep 1
    done
    status=$(cat "$run/$1.status")
    if [ "$status" = 0 ]; then cat "$run/$1.lines"; else cat "$run/$1.lines" >&2; fi
    exit "$status"
}

rollback() {
    begin
    last=$(current)
    target=$(before "$last") || fail 1 "there is no program before $last"
    start_switch "$1" "$target" "$2"
}

switch() {
    job=$1 target=$2 patience=$3
    exec 8>"$run/switching"
    # This lock is only held by another switch, or for a moment by a check for one.
    flock 8
    exec >"$run/$job.lines" 2>&1
    old=$(current)
    # `before` is written only for a deployed program; a rollback leaves it as it is.
    [ "$job" != "$target" ] || say "$old" >"$programs/$target/before" || finish 74 "box: $programs can't be written; $old still runs"
    point "$target" || finish 74 "box: $programs can't be written; $old still runs"
    if runs; then
        [ "$job" != "$target" ] || tidy
        finish 0 "running: $target (before: $(before "$target" || say none))"
    fi
    failed=$why
    say "box: $target $failed. The last of its log:"
    journalctl --no-pager -u vir.service -n 20
    point "$old"
    if runs; then say "box: $target $failed; $old runs again"; else say "box: $target $failed; back to $old, but it $why too: the service manager goes on trying it"; fi
    [ "$job" != "$target" ] || rm -rf "${programs:?}/$target"
    finish 1
}

finish() {
    status=$1; shift
    [ $# = 0 ] || say "$*"
    say "$status" >"$run/$job.status~" && mv "$run/$job.status~" "$run/$job.status"
    exit "$status"
}

# Makes program $1 the current one atomically: a reader of the link finds the old or the new one.
point() {
    rm -f "$programs/.current~"
    ln -s "$1" "$programs/.current~" && mv -T "$programs/.current~" "$programs/current" && sync "$programs"
}

# Succeeds if the restarted service reports that it is ready and is still the same process five seconds later; else sets $why.
runs() {
    timeout $((ending + patience)) systemctl restart vir.service 2>/dev/null
    case $? in
        0) ;;
        124) why="said nothing of being ready within $patience s"; return 1 ;;
        *) why="didn't get ready ($(systemctl show -p Result --value vir.service))"; return 1 ;;
    esac
    first=$(process)
    for second in 1 2 3 4 5; do
        case $first in *ActiveState=active*) ;; *) why="ended as soon as it was ready"; return 1 ;; esac
        sleep 1
        [ "$(process)" = "$first" ] || { why="ended $second s after it was ready"; return 1; }
    done
}

process() { systemctl show -p ActiveState -p MainPID -p NRestarts vir.service; }

log() { exec journalctl --no-pager -u vir.service -n 20 "$@"; }

section() {
    printf '\n== %s\n' "$1"; shift
    "$@" 2>&1 || say "(exit status $?)"
}

report() {
    section "program" sh -c "cd $programs && ls -l --time-style=+ current && sha256sum */vir */camera.so"
    section "system" sh -c "date -u; uptime; uname -a; cat /etc/os-release"
    section "service" systemctl --no-pager -l -n 0 status vir.service
    section "devices" timeout 30 "$programs/current/vir" devices
    section "memory" sh -c "cat /proc/meminfo; cat /proc/pressure/memory; df -h"
    section "temperature, in thousandths of a degree" sh -c "grep . /sys/class/thermal/thermal_zone*/temp"
    section "log" journalctl --no-pager -u vir.service -n 200
}

# The last line starts the script, so that half a copy of it does nothing.
"$@"
