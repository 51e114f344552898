# The bare machine: the parts of this machine that it uses, its root, and how a command runs in it. Sourced by `run`.

# Finds what the bare machine gets from this machine: programs, keyring, Swift, archives, git's rewrites. None of it is hard-coded.
look_around() {
    local program missing=() key value
    for program in mmdebstrap unshare setpriv pivot_root git apt-get awk flock; do
        PATH=$PATH:$path command -v "$program" > /dev/null || missing+=("$program")
    done
    [ ${#missing[@]} = 0 ] || fail "missing here: ${missing[*]} ('make bare' installs them)" 69
    [ -e "$keyring" ] || fail "no keyring of Debian's archive at $keyring (package debian-archive-keyring)" 69
    swift=$(command -v swift) || fail "there is no 'swift' on the PATH" 69
    swift=$(dirname "$(dirname "$(realpath "$swift")")")
    case $swift in /|/usr|/usr/local) fail "Swift lies in $swift: here it has to have a folder of its own" 69 ;; esac
    archive=$(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(SITE)' 'Created-By: Packages' |
        awk -F'|' '$1 == "Debian" && $2 == "Debian" && !found {found = $3} END {print found}')
    [ -n "$archive" ] || fail "apt's sources here name no Debian archive" 69
    security=$(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(SITE)' 'Created-By: Packages' |
        awk -F'|' '$1 == "Debian" && $2 == "Debian-Security" && !found {found = $3} END {print found}')
    # Git's `insteadOf` rewrites; if the address is a local folder, the bare machine gets that folder too.
    rewrites=() shown=("$swift")
    while read -r key value; do
        rewrites+=("$key" "$value")
        key=${key#url.}; key=${key%.insteadof}; key=${key#file://}
        [ ! -d "$key" ] || [[ " ${shown[*]} " = *" $key "* ]] || shown+=("$key")
    done < <(git config --get-regexp '^url\..*\.insteadof$' || true)
}

# Makes the root that all others are copies of.
make_base() {
    local packages=git,make,ca-certificates lines made
    # Like a fresh Debian 12: its own archive, no backports.
    lines=$(echo "deb $archive $suite main"; echo "deb $archive $suite-updates main"
            [ -z "$security" ] || echo "deb $security $suite-security main")
    made="$packages $lines"
    [ "$(cat "$kept/base.stamp" 2> /dev/null)" != "$made" ] || return 0
    say "making the bare root: Debian 12 and $packages, a minute"
    rm -rf --one-file-system "$kept/base" "$kept/base.stamp"
    mmdebstrap --quiet --mode=root --variant=minbase --keyring="$keyring" --include="$packages" \
        --aptopt='Acquire::Check-Valid-Until "false"' $suite "$kept/base" - <<< "$lines" >&2 ||
        fail "the bare root can't be made (see above)" 69
    echo "$made" > "$kept/base.stamp"
}

# furnish ROOT: copies the bare root to ROOT unless ROOT exists, and puts the newest committed tree there.
furnish() {
    local root=$1 word file
    if [ ! -e "$root/etc/debian_version" ]; then
        rm -rf --one-file-system "$root"; cp -a --reflink=auto "$kept/base" "$root"
    fi
    for file in resolv.conf hosts; do [ ! -e "/etc/$file" ] || cat "/etc/$file" > "$root/etc/$file"; done
    echo "bare" > "$root/etc/hostname"
    apt-config dump | grep -i '^Acquire::https\?::Proxy' > "$root/etc/apt/apt.conf.d/90proxy" || rm -f "$root/etc/apt/apt.conf.d/90proxy"
    rm -f "$root/root/.gitconfig"
    for ((word = 0; word < ${#rewrites[@]}; word += 2)); do
        git config -f "$root/root/.gitconfig" --add "${rewrites[word]}" "${rewrites[word + 1]}"
    done
    [ -z "$(git -C "$sources" status --porcelain)" ] || say "what isn't committed is not in it"
    if [ -e "$root$tree/.git" ]; then
        git -C "$root$tree" fetch -q --tags "$sources" HEAD && git -C "$root$tree" checkout -q --detach FETCH_HEAD
    else
        mkdir -p "$(dirname "$root$tree")"
        git clone -q --no-hardlinks "$sources" "$root$tree"
    fi
}

# inside ROOT COMMAND…: runs the command in ROOT's tree with its own mounts and processes. Its input is the file `input`, if that is set.
inside() {
    local root=$1 status=0; shift
    # A background job would ignore Ctrl-C, so the signals are set back. The job ends with this program, even if that is killed.
    env --default-signal=INT,QUIT setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child --propagation private \
        bash -euc "$(declare -f enter)"'; enter "$@"' _ "$root" "$swift/bin:$path" "$tree" "${#shown[@]}" "${shown[@]}" "$@" < "${input:-/dev/null}" &
    running=$!
    wait $running || status=$?
    running=""
    return $status
}

# The first process in there: it becomes the command, with a login's environment and no more.
enter() {
    local root=$1 path=$2 tree=$3 count=$4 folder; shift 4
    mount --bind "$root" "$root"
    for folder in "${@:1:count}"; do
        mkdir -p "$root$folder"; mount --bind "$folder" "$root$folder"; mount -o remount,bind,ro "$root$folder"
    done
    shift "$count"
    mount --rbind /dev "$root/dev"; mount --make-rslave "$root/dev"
    mount -t sysfs sys "$root/sys"; mount -t proc proc "$root/proc"; mount -t tmpfs run "$root/run"
    cd "$root"; pivot_root . .; umount -l .
    cd "$tree"
    exec env -i HOME=/root USER=root LOGNAME=root SHELL=/bin/bash TERM=dumb PATH="$path" "$@"
}

# The kernel's present interpreter of arm64 programs: the only thing that a build changes outside of its root.
runs_arm64() { cat /proc/sys/fs/binfmt_misc/qemu-aarch64 2> /dev/null | head -2 || true; }

clear_up() {
    local program emulated=""
    if [ -n "$running" ]; then kill -KILL "$running" 2> /dev/null || true; wait "$running" 2> /dev/null || true; fi
    if [ -z "$had_arm64" ] && [ -n "$(runs_arm64)" ]; then
        for program in /proc/[0-9]*/exe; do case $(readlink "$program") in *qemu-aarch64*) emulated=yes ;; esac; done
        [ -n "$emulated" ] || echo -1 > /proc/sys/fs/binfmt_misc/qemu-aarch64 || true
    fi
    [ -n "$root_name" ] || rm -rf --one-file-system "$root"
}
