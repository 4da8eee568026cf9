# Sourced by the other scripts: which Debian packages are needed, how a preset is built, how its tests are run.
# Works from any folder, as root or with sudo; a second time it installs and configures nothing.
# shellcheck shell=bash disable=SC2034

root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd)

build_packages=(
    g++ cmake ninja-build pkg-config
    libpng-dev libjpeg-dev libwebp-dev libgif-dev libexif-dev liblcms2-dev  # pictures in and out
    libtiff-dev libavif-dev libheif-dev libjxl-dev                              # more formats in
    libavcodec-dev libavformat-dev libavutil-dev libswscale-dev                 # films
    libstb-dev fonts-inter                                                      # captions of films
    libsqlite3-dev libzstd-dev libfmt-dev nlohmann-json3-dev libcli11-dev doctest-dev
    libkissfft-dev                                                              # the spectrum
    libimgui-dev libglfw3-dev libx11-dev libgl-dev python3-glad python3-jinja2             # the studio
    python3-markdown                                                            # the guide as HTML
    libsystemd-dev                                                              # its file dialogs by the desktop
)
window_packages=(libgl1-mesa-dri)
test_packages=(
    libavif-bin libheif-examples libjxl-tools  # they write what is read
    python3 python3-numpy python3-pil python3-zstandard strace locales desktop-file-utils dpkg-dev file
    parallel openssh-client openssh-server time  # they make many pictures, here and elsewhere
    xvfb xdotool openbox x11-xserver-utils imagemagick python3-gi gir1.2-gtk-3.0 dbus libegl1  # a display of our own
)
fuzz_packages=(clang libclang-rt-14-dev python3)  # the fuzzer comes with the compiler

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# Installs those of the packages that are not there yet.
install_missing() {
    if ! command -v dpkg-query >/dev/null; then
        say "This is not a Debian: please install yourself what scripts/common.sh lists."
        return
    fi
    local package missing=() installed
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
    for package in "$@"; do
        grep -qxF -- "installed $package" <<<"$installed" || missing+=("$package")
    done
    ((${#missing[@]})) || return 0

    local as_root=()
    if ((EUID)); then
        command -v sudo >/dev/null ||
            fail "Some packages are missing, and only root can install them: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    say "Installing ${missing[*]}"
    "${as_root[@]}" apt-get -qq update || say "apt-get update failed; trying with the package lists that are here."
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -y --no-install-recommends -o Dpkg::Use-Pty=0 install "${missing[@]}" >&2
}

# build PRESET [TARGET...]; `configure` may hold more options of CMake's.
configure=()
build() {
    local preset=$1 folder=$root/build/$1
    shift
    if command -v ccache >/dev/null; then  # what another clone compiled is not compiled again
        export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1 CCACHE_COMPILERCHECK=content
    fi
    if [[ ! -f $folder/build.ninja || $root/CMakePresets.json -nt $folder/build.ninja ]] ||
        ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
        say "Configuring $preset"
        (cd -- "$root" && cmake --preset "$preset" --fresh "${configure[@]}" >&2)
    fi
    cmake --build "$folder" ${1:+--target "$@"} >&2
}

# Names the files that differ from the main branch; on that branch, those of its newest commits.
changed_files() {
    local base
    base=$(git -C "$root" merge-base HEAD origin/main 2>/dev/null || git -C "$root" merge-base HEAD main 2>/dev/null || true)
    if [[ -z $base || $base == "$(git -C "$root" rev-parse HEAD)" ]]; then
        base=$(git -C "$root" rev-list --max-count="${1:-1}" HEAD | tail -n 1)
    fi
    git -C "$root" diff --name-only --diff-filter=d "$base"
    git -C "$root" ls-files --others --exclude-standard
}

# Tests write run files, which wait for the disk but never lose power: memory is as good, if it may hold programs.
temporary_files_in_memory() {
    local probe=/dev/shm/redraw-test-$$ free status=0
    [[ -z ${TMPDIR:-} ]] || return 0
    free=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1) && ((free > 2000000)) || return 0
    { printf '#!/bin/sh\n' >"$probe" && chmod +x "$probe" && "$probe"; } 2>/dev/null || status=$?
    rm -f -- "$probe"
    ((status == 0)) || return 0
    TMPDIR=$(mktemp -d /dev/shm/redraw-tests-XXXXXX)
    chmod 755 "$TMPDIR"  # some tests look at it as another user
    export TMPDIR
    trap 'rm -rf -- "$TMPDIR"' EXIT
}

# run_tests PRESET TARGET CTEST-OPTION...: builds the target, then runs the chosen tests, of which many mostly wait.
run_tests() {
    export LC_ALL=C.UTF-8
    temporary_files_in_memory
    build "$1" "$2"
    (cd -- "$root" && ctest --preset "$1" --no-tests=error -j "$((2 * $(nproc)))" "${@:3}")
}
