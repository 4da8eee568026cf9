# Sourced by the other scripts. Lists the Debian packages that are needed; installs them, builds presets, runs tests.
# Works from any folder, as root or with sudo. Installs and configures only what is missing.
# shellcheck shell=bash disable=SC2034

root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd)

build_packages=(
    g++ cmake ninja-build pkg-config
    libpng-dev libjpeg-dev libwebp-dev libgif-dev libexif-dev liblcms2-dev  # reading and writing pictures
    libtiff-dev libavif-dev libheif-dev libjxl-dev                              # more formats in
    libavcodec-dev libavformat-dev libavutil-dev libswscale-dev                 # films
    libstb-dev                                                                  # BMP, TGA, PNM and PSD; captions of films
    fonts-inter                                                                 # captions of films
    libsqlite3-dev libzstd-dev libfmt-dev nlohmann-json3-dev libcli11-dev doctest-dev
    libkissfft-dev                                                              # the spectrum
    libimgui-dev libglfw3-dev libx11-dev libgl-dev python3-glad python3-jinja2             # the studio
    python3-markdown                                                            # the guide as HTML
    libsystemd-dev                                                              # the desktop's file dialogs
)
window_packages=(libgl1-mesa-dri)
test_packages=(
    libavif-bin libheif-examples libjxl-tools  # write pictures that the tests read
    python3 python3-numpy python3-pil python3-zstandard strace locales desktop-file-utils dpkg-dev file
    parallel openssh-client openssh-server time  # for batches, also on other machines
    xvfb xdotool openbox x11-xserver-utils imagemagick python3-gi gir1.2-gtk-3.0 dbus libegl1  # an X display for tests
)
fuzz_packages=(clang libclang-rt-14-dev python3)  # libFuzzer comes with clang's runtime libraries

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }
version() { sed -n 's/^project(redraw VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt"; }

# install_missing PACKAGE...: installs the packages that are not installed yet.
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

# Prints how a release configures CUDA: for all GPUs, or not at all where there is no nvcc.
cuda_for_all() {
    if command -v nvcc >/dev/null || [[ -x /usr/local/cuda/bin/nvcc || -x /usr/lib/cuda/bin/nvcc ]]; then echo ON; else echo OFF; fi
}

# build PRESET [TARGET...]: configures if needed, and builds. `configure`: more options for CMake.
configure=()
build() {
    local preset=$1 folder=$root/build/$1
    shift
    if command -v ccache >/dev/null; then  # reuses what other clones compiled
        export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1 CCACHE_COMPILERCHECK=content
    fi
    if [[ ! -f $folder/build.ninja || $root/CMakePresets.json -nt $folder/build.ninja ]] ||
        ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
        say "Configuring $preset"
        (cd -- "$root" && cmake --preset "$preset" --fresh "${configure[@]}" >&2)
    fi
    cmake --build "$folder" ${1:+--target "$@"} >&2
}

# changed_files [N]: prints files that differ from the main branch; on that branch, those of the newest N - 1 commits.
changed_files() {
    local base
    base=$(git -C "$root" merge-base HEAD origin/main 2>/dev/null || git -C "$root" merge-base HEAD main 2>/dev/null || true)
    if [[ -z $base || $base == "$(git -C "$root" rev-parse HEAD)" ]]; then
        base=$(git -C "$root" rev-list --max-count="${1:-1}" HEAD | tail -n 1)
    fi
    git -C "$root" diff --name-only --diff-filter=d "$base"
    git -C "$root" ls-files --others --exclude-standard
}

# Puts temporary files into memory, because run files wait for the disk; not if TMPDIR is set or /dev/shm is unsuitable.
temporary_files_in_memory() {
    local probe=/dev/shm/redraw-test-$$ free status=0
    [[ -z ${TMPDIR:-} ]] || return 0
    free=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1) && ((free > 2000000)) || return 0
    { printf '#!/bin/sh\n' >"$probe" && chmod +x "$probe" && "$probe"; } 2>/dev/null || status=$?
    rm -f -- "$probe"
    ((status == 0)) || return 0
    TMPDIR=$(mktemp -d /dev/shm/redraw-tests-XXXXXX)
    chmod 755 "$TMPDIR"  # some tests read it as another user
    export TMPDIR
    trap 'rm -rf -- "$TMPDIR"' EXIT
}

# run_tests PRESET TARGET CTEST-OPTION...: builds the target and runs the chosen tests, two per core: many mostly wait.
run_tests() {
    export LC_ALL=C.UTF-8
    temporary_files_in_memory
    build "$1" "$2" || return  # a caller that looks at the status turns errexit off
    (cd -- "$root" && ctest --preset "$1" --no-tests=error -j "$((2 * $(nproc)))" "${@:3}")
}
