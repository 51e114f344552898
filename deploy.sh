#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Deploys a new program to a developer box, or writes the image to a card. The steps on the box are in image/deploy/box.sh, those for a card
# in image/deploy/card.sh.
set -euo pipefail

here=$(dirname "$(realpath "$0")")

help() {
    cat <<'TEXT'
deploy.sh [--program FILE [--camera FILE]] [--wait SECONDS] [--no-follow] HOST
deploy.sh --logs | --report | --rollback HOST
deploy.sh --card DEVICE [--image FILE] [--yes]

deploy.sh HOST builds the program and its camera object for the box (image/build.sh --program-only), copies them to HOST, has
the program run in place of the one that runs there, and shows its log until Ctrl-C. HOST is a developer box: its card was made by image/build.sh
--developer KEY.pub, and it lets in whoever has that key.

A deployed program lies in the box's memory. It lasts until the plug is pulled: then the card's own program runs again.
To keep it, make a new card. A program that doesn't get ready, or ends within five seconds, is replaced by the one before,
and so it is when the connection is lost half-way: the box itself sees to the switch.

  --program FILE   take this program (an arm64 executable), build none; the camera object is FILE.camera.so if that is there
  --camera FILE    take this camera object, through which the program reads cameras by libcamera; without one, a program from
                   --program opens the object of the box's card, and refuses it if VIR has another interface to it now
  --wait SECONDS   the new program has this long to say that it is ready (40; the service's own TimeoutStartSec holds as well)
  --no-follow      show the last 20 lines of the log and end
  --logs           only show the log
  --report         write all one wants to know about the box to vir-report-HOST-TIME.txt here: program, system, service,
                   devices, memory, temperature, the last 200 lines of the log
  --rollback       have the program run that ran before the current one (the last two are kept, and the card's own)
  --card DEVICE    write the image to this SD card, and read it back; only ever to a whole disk that can be taken out (a card, a stick, any
                   USB disk: look twice) and that nothing uses
  --image FILE     this one (.img or .img.xz; the newest in image/out); its sum is
                   looked up in FILE.sha256, or where image/build.sh puts it
  --yes            don't ask before a card is overwritten

HOST is a name, an address, or anything that ssh_config(5) knows; the user is root unless it says USER@HOST. VIR_SSH_CONFIG
names another configuration file for ssh.

Exit status: 0 done; 64 bad usage; 66 no such file; 69 the host, or the device, isn't there or isn't what it must be, or the
connection was lost; 74 can't be written; 130 interrupted; 1 anything else.
TEXT
}

say() { printf '%s\n' "$*"; }
die() { local status=$1; shift; printf 'deploy.sh: %s\n' "$*" >&2; exit "$status"; }
usage() { die 64 "$*; see deploy.sh --help"; }

# shellcheck source=image/deploy/card.sh
. "$here/image/deploy/card.sh"

work=
finish() {
    [ -n "$work" ] || return 0
    ssh -S "$work/link" -O exit box 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

# The box, through one connection for everything.

ssh_options=(-o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=5 -o ServerAliveCountMax=3
    -o StrictHostKeyChecking=accept-new -o LogLevel=ERROR)
[ -z "${VIR_SSH_CONFIG:-}" ] || ssh_options=(-F "$VIR_SSH_CONFIG" "${ssh_options[@]}")

# Opens the connection, which ends by itself a minute after its last use if we are killed. Puts box.sh on the box under its checksum's name,
# since several versions may visit the same box. 255: there is no connection, and $work/ssh has the reason.
connect() {
    # The path of a socket must be short.
    [ -n "$work" ] || work=$(mktemp -d "${XDG_RUNTIME_DIR:-/tmp}/vir-deploy.XXXXXX")
    ssh -S "$work/link" -O exit box 2>/dev/null || true
    rm -f "$work/link"
    ssh "${ssh_options[@]}" -o ControlPersist=60 -S "$work/link" -M -f -N "$login" </dev/null >/dev/null 2>"$work/ssh" || return 255
    local sum
    sum=$(sha256sum <"$here/image/deploy/box.sh" | cut -d' ' -f1)
    script=/run/vir-deploy/box-${sum:0:16}.sh
    # box.sh is run only if it arrived whole.
    remote "[ \"\$(id -u)\" = 0 ] || { echo 'box: this needs root there' >&2; exit 69; }
        umask 077; mkdir -p /run/vir-deploy && part=\$(mktemp /run/vir-deploy/part.XXXXXX) && cat >\"\$part\" &&
        echo '$sum  '\"\$part\" | sha256sum -c --quiet >/dev/null && mv \"\$part\" $script && exec sh $script check" <"$here/image/deploy/box.sh" >"$work/base"
}

remote() { ssh "${ssh_options[@]}" -o ControlMaster=no -S "$work/link" "$login" "$@"; }

# box COMMAND …: runs a command of box.sh, with standard input. Its arguments are words of ours: letters, digits, dashes.
box() { remote "sh $script $*"; }

# Makes sure that the connection is up, or ends.
reach() {
    local status=0
    connect || status=$?
    [ $status != 255 ] || die 69 "no connection to $host: $(no_connection)"
    [ $status = 0 ] || exit $status
}

no_connection() {
    if grep -q 'Host key verification failed\|IDENTIFICATION HAS CHANGED' "$work/ssh"; then
        say "its key isn't the one it had; if its card was made anew: ssh-keygen -R '$host', then again"
    else
        local why
        why=$(tail -n 1 "$work/ssh" | tr -d '\r')
        say "${why:-the connection broke off}"
    fi
}

# The program.

# Builds the program and its camera object into $work, with the libraries of the box's own base.
build() {
    local base as_root=()
    base=$(cat "$work/base")
    [[ $base =~ ^[a-z]*$ ]] || die 1 "$host has an unknown base: $base"
    [ "$(id -u)" = 0 ] || as_root=(sudo env HOME="$HOME")
    "${as_root[@]}" "$here/image/build.sh" ${base:+--base "$base"} --program-only "$work/vir" >"$work/built" ||
        die 1 "the program couldn't be built; what runs on $host still runs"
    program=$(tail -n 1 "$work/built")
    camera=$program.camera.so
    [ -f "$camera" ] || die 1 "image/build.sh made a program without its camera object; what runs on $host still runs"
}

# check_arm64 FILE WHAT: ends unless the file is for arm64 by its first bytes: ELF, 64 bits, little-endian; for processor 183. Sets $head to
# those bytes.
check_arm64() {
    [ -f "$1" ] || die 66 "no such file: $1"
    head=$(od -An -v -tx1 -N 32 -- "$1" | tr -d ' \n')
    [ ${#head} = 64 ] || die 1 "$1 is no $2"
    [ "${head:0:12}" = 7f454c460201 ] || die 1 "$1 is no 64-bit $2"
    [ "${head:36:4}" = b700 ] || die 1 "$1 isn't a $2 for arm64"
}

# Ends unless FILE is an arm64 executable, which unlike a library has an entry point.
check_program() {
    local head
    check_arm64 "$1" program
    [[ ${head:32:4} == 0[23]00 && ${head:48:16} != 0000000000000000 ]] || die 1 "$1 is no executable (a library, or half a build)"
}

# Ends unless FILE is an arm64 library with the camera object's one symbol.
check_camera() {
    local head
    check_arm64 "$1" "camera object"
    { [ "${head:32:4}" = 0300 ] && grep -qa vir_camera_object_table -- "$1"; } || die 1 "$1 is no camera object (Sources/Shims/CameraObject makes it)"
}

# send PROGRAM BYTES [CAMERA]: writes the camera object, if any, and then the program to standard output, with progress on a terminal.
send() {
    local progress=none
    [ ! -t 2 ] || progress=progress
    [ -z "${3:-}" ] || cat -- "$3"
    dd if="$1" bs=256k iflag=count_bytes count=$(($2 - 1)) status=$progress
    # Before this point the box can't have the whole program.
    : >"$work/sent"
    tail -c 1 -- "$1"
}

deploy() {
    local size sum job camera_size=0 camera_sum=none
    reach
    if [ -z "$program" ]; then
        build
        # Building takes minutes; the connection may have ended.
        reach
    fi
    check_program "$program"
    size=$(stat -Lc %s -- "$program")
    sum=$(sha256sum <"$program" | cut -d' ' -f1)
    if [ -n "$camera" ]; then
        check_camera "$camera"
        camera_size=$(stat -Lc %s -- "$camera")
        camera_sum=$(sha256sum <"$camera" | cut -d' ' -f1)
    else
        say "without a camera object ($program.camera.so isn't there): the program opens the one of the card"
    fi
    job=deployed-$(date -u +%Y%m%dT%H%M%SZ)-${sum:0:8}
    say "copying $job to $host: $(in_words $((size + camera_size)))"
    ask_for "$job" put "$job" "$size" "$sum" "$camera_size" "$camera_sum" "$patience" < <(send "$program" "$size" "$camera")
    say "It runs until the plug of $host is pulled; then the card's own program does again."
    show_log
}

rollback() {
    local job
    job=rollback-$(date -u +%Y%m%dT%H%M%SZ)-$$
    reach
    : >"$work/sent"
    ask_for "$job" rollback "$job" "$patience" </dev/null
    show_log
}

# ask_for JOB COMMAND …: lets the box do it, and ends if that fails. If the connection is lost, the box is asked again for the
# outcome, since it goes on alone once it has the program.
ask_for() {
    local job=$1 status=0 tries=0
    shift
    box "$@" || status=$?
    if [ $status = 255 ]; then
        [ -e "$work/sent" ] || die 69 "the connection to $host was lost while copying; the program that ran there still runs"
        say "the connection to $host was lost; trying again" >&2
        while [ $status = 255 ] && [ $tries -lt 6 ]; do
            sleep 3
            tries=$((tries + 1)) status=0
            { connect && box outcome "$job" </dev/null; } || status=$?
        done
    fi
    [ $status != 255 ] || die 69 "the connection to $host was lost; the box ends by itself what it began, with the new program or the old one: deploy.sh --report $host"
    [ $status = 0 ] || exit $status
}

show_log() {
    local status=0
    if [ "$follow" = 1 ]; then
        trap 'exit 0' INT
        box log -f </dev/null || status=$?
    else
        box log </dev/null || status=$?
    fi
    [ $status != 255 ] || die 69 "the connection to $host was lost"
    [ $status = 0 ] || exit $status
}

report() {
    reach
    local file status=0
    file=vir-report-${host//[^A-Za-z0-9._-]/_}-$(date -u +%Y%m%dT%H%M%SZ).txt
    { say "VIR on $host, asked at $(date -u '+%Y-%m-%d %H:%M:%S') UTC"; box report </dev/null; } >"$work/report" || status=$?
    [ $status != 255 ] || die 69 "the connection to $host was lost"
    cat "$work/report" >"$file" || die 74 "$file can't be written"
    say "$file"
}

# The command line.

mode=deploy program='' camera='' image='' yes=0 follow=1 patience=40 host=''

main() {
    local device=''
    while [ $# -gt 0 ]; do
        case $1 in
            --program | --camera | --wait | --card | --image) [ $# -gt 1 ] || usage "$1 needs a value" ;;
        esac
        case $1 in
            -h | --help) help; exit 0 ;;
            --program) program=$2; [ -n "$2" ] || usage "--program needs a file"; shift ;;
            --camera) camera=$2; [ -n "$2" ] || usage "--camera needs a file"; shift ;;
            --wait) patience=$2; [[ $2 =~ ^[1-9][0-9]{0,3}$ ]] || usage "--wait needs a number of seconds, not '$2'"; shift ;;
            --no-follow) follow=0 ;;
            --logs | --report | --rollback) [ "$mode" = deploy ] || usage "$1 and --$mode are two things"; mode=${1#--} ;;
            --card) [ "$mode" = deploy ] || usage "--card and --$mode are two things"; mode=card device=$2; shift ;;
            --image) image=$2; [ -n "$2" ] || usage "--image needs a file"; shift ;;
            --yes) yes=1 ;;
            -*) usage "unknown option '$1'" ;;
            *) [ -z "$host" ] || usage "one HOST, not also '$1'"; host=$1 ;;
        esac
        shift
    done
    if [ "$mode" = card ]; then
        [ -z "$host" ] || usage "--card writes here; '$host' is one word too many"
        card "$device" "$image" "$yes"
        return
    fi
    [ -n "$host" ] || usage "which HOST?"
    [[ $host =~ ^[A-Za-z0-9_.:%@-]+$ ]] || usage "'$host' is no HOST"
    case $host in *@*) login=$host ;; *) login=root@$host ;; esac
    # Problems on this side are reported before the box is asked.
    [ -z "$camera" ] || [ -n "$program" ] || usage "--camera goes with --program; without it both are built"
    if [ -n "$program" ]; then
        check_program "$program"
        [ -n "$camera" ] || [ ! -f "$program.camera.so" ] || camera=$program.camera.so
        [ -z "$camera" ] || check_camera "$camera"
    fi
    case $mode in
        deploy) deploy ;;
        logs) reach; show_log ;;
        report) report ;;
        rollback) rollback ;;
    esac
}

main "$@"
