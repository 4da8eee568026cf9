# Sourced after common.sh by scripts that work in bare Debians (debootstrap --variant=minbase in a chroot). Needs root.
# shellcheck shell=bash disable=SC2034,SC2154

folder=              # of the chroot
home=/home/somebody  # in the chroot
clone=$home/redraw   # the sources in the chroot, always the same, because a build contains its path
again=               # not empty: prepare_chroot updates a chroot that exists instead of making a new one
mounts=(proc sys pts shm)
variables=()         # for the commands in the chroot: NAME=VALUE
user=0

# Ends the script with status 3 where no chroot can be made. Otherwise installs what makes them; shares the compiler cache.
need_chroots() {
    if ((EUID)) || ! unshare --mount --pid --fork true; then
        say "${0##*/} makes chroots, which cannot be done here."
        exit 3
    fi
    install_missing debootstrap git util-linux
    command -v ccache >/dev/null || return 0
    local cache
    cache=$(ccache --get-config cache_dir)
    mkdir -p -- "$cache"  # if nothing was compiled here yet
    mounts+=("$cache:ccache")
}

# inside COMMAND...: runs it in the chroot as `user`, in its own namespaces, so that its mounts and processes end with
# it. `mounts` has file systems, by name, and folders of this machine as FROM:TO or FROM:TO:OPTIONS.
inside() {
    # shellcheck disable=SC2016
    unshare --mount --pid --fork --kill-child bash -euc '
        cd -- "$0"
        for ((left = $1; left; --left)); do
            shift
            case $1 in
                proc) mount -t proc proc proc ;;
                sys) mount -t sysfs -o ro sysfs sys ;;
                pts) mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts ;;
                shm) mkdir -p dev/shm && mount -t tmpfs -o mode=1777 tmpfs dev/shm ;;
                dev)
                    mount -t tmpfs -o mode=755 tmpfs dev
                    for device in null zero full random urandom; do touch "dev/$device"; mount --bind "/dev/$device" "dev/$device"; done
                    ;;
                *)
                    IFS=: read -r from to options <<<"$1"
                    mkdir -p -- "./$to"
                    mount --bind "$from" "./$to"
                    [[ ! $options ]] || mount -o "remount,bind,$options" "./$to"
                    ;;
            esac
        done
        exec chroot --userspec="$2:$2" . env -i "${@:3}"
    ' "$folder" "${#mounts[@]}" "${mounts[@]}" "$user" PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME="$home" LC_ALL=C.UTF-8 \
        CI="${CI:-}" DEBIAN_FRONTEND=noninteractive CCACHE_DIR=/ccache "${variables[@]}" "$@" </dev/null
}
install_inside() { inside sh -c 'apt-get -qq update && apt-get -qq -y "$@"' sh install "$@" >>"$folder.log" 2>&1; }

# make_debian RELEASE [OPTION...]: makes the chroot, with Debian's security updates for what is installed later.
make_debian() {
    local release=$1
    shift
    if [[ -d $folder ]]; then rm -rf --one-file-system -- "$folder"; fi
    mkdir -p -- "$folder"
    debootstrap --variant=minbase "$@" "$release" "$folder" >"$folder.log" 2>&1 || return
    [[ $release == sid ]] || echo "deb http://deb.debian.org/debian-security $release-security main" >>"$folder/etc/apt/sources.list"
}

# prepare_chroot RELEASE: makes a bare Debian with a clone of the committed sources. Ends the script if that fails.
prepare_chroot() {
    if [[ $again && -d $folder$clone ]]; then
        git -c safe.directory="*" -C "$folder$clone" pull --quiet --ff-only
        return
    fi
    say "Making a bare $1 in $folder"
    {
        make_debian "$1" &&
            { ! command -v ccache >/dev/null || install_inside --no-install-recommends ccache; } &&
            mkdir -p -- "$folder$home" &&
            git clone --quiet --no-hardlinks -- "$root" "$folder$clone"
    } || { tail -n 5 "$folder.log" >&2; say "No bare $1 can be made here."; exit 3; }
}
