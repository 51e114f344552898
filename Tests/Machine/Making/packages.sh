# The sources of the guest's Debian packages, and trees made of them.

suite=trixie
# The kernel comes from backports: it is newer, and its source has exactly the same version.
kernel_suite=$suite-backports
architecture=amd64
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# Prints the archive that apt uses here, so that a mirror or a proxy is used too.
archive() {
    local found
    found=$(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' 'Created-By: Packages' |
        awk -F'|' '$1=="Debian" && $2=="Debian" && !found {found=$3} END {print found}')
    # If apt has kept no Release files, the archive is found by its address.
    [ -n "$found" ] || found=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' |
        awk '/\/debian\/?$/ && !found {found=$0} END {print found}')
    [ -n "$found" ] || die "apt here names no Debian archive"
    echo "${found%/}"
}

# Runs one of apt's programs with a separate state: this machine's package lists stay as they are.
apt_() {
    local program=$1; shift
    "$program" -q -o Dir::Etc::sourcelist="$machine/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State="$machine/apt/state" -o Dir::State::status="$machine/apt/status" \
        -o Dir::Cache="$machine/apt/cache" -o Dir::Etc::preferences=/dev/null \
        -o Dir::Etc::preferencesparts=/dev/null -o APT::Architecture=$architecture \
        -o APT::Architectures=$architecture -o APT::Sandbox::User=root -o Acquire::Languages=none "$@"
}

# Makes a Debian tree in DIR (/dev/null: only for the duration of the hooks): `tree DIR PACKAGE,… [OPTION …]`.
tree() {
    local folder=$1 packages=$2; shift 2
    mkdir -p "$machine/tmp"
    TMPDIR=$machine/tmp mmdebstrap --mode=root --variant=apt --architectures=$architecture \
        --aptopt='APT::Install-Recommends "false"' --include="$packages" "$@" \
        "$suite" "$folder" "$machine/apt/sources.list"
}

# Chooses the newest kernel of its suite whose source is available in exactly the same version, and fetches both.
fetch_kernel() {
    local package version release="" series=""
    while read -r package version; do
        release=${package#linux-image-}
        series=$(printf %s "$release" | cut -d. -f1,2 | sed 's/[^0-9.].*//')
        apt_ apt-cache madison "linux-source-$series" 2>/dev/null | awk '{print $3}' | grep -qxF -- "$version" && break
        release=""
    done < <(apt_ apt-cache madison $(apt_ apt-cache pkgnames linux-image- |
                 grep -E "^linux-image-[0-9][^ ]*-$architecture\$" | grep -vE -- '-(cloud|rt)-') |
             awk -v suite="$kernel_suite/" 'index($0, " " suite) {print $1, $3}' | sort -k2,2 -V -r)
    [ -n "$release" ] || die "no kernel in $kernel_suite has its source there"
    say "kernel $release ($version)"

    # Newer kernels are split into several packages; older ones are a single package.
    local wanted=("linux-image-$release=$version" "linux-source-$series=$version") part
    for part in linux-base linux-binary linux-modules; do
        ! apt_ apt-cache show "$part-$release=$version" >/dev/null 2>&1 || wanted+=("$part-$release=$version")
    done
    rm -rf "$machine/packages"; mkdir -p "$machine/packages"
    (cd "$machine/packages" && apt_ apt-get download "${wanted[@]}") >>"$machine/fetch.log" 2>&1 ||
        die "the kernel couldn't be fetched, see $machine/fetch.log"
    printf 'release=%q series=%q\n' "$release" "$series" >"$machine/kernel"
}

# Writes the kernel's source as a tar stream.
kernel_source() {
    dpkg-deb --fsys-tarfile "$machine"/packages/linux-source-"$series"_*.deb |
        tar -xO "./usr/src/linux-source-$series.tar.xz" | xz -dc -T0
}
