# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Installs missing Debian packages. Sourced by dev; needs common.sh.

# Prints those of the given packages that are not installed. On a machine without dpkg it looks for
# what the package brings, as far as that can be seen.
missing_packages() {
    if command -v dpkg-query >/dev/null 2>&1; then
        # One call for all; it complains about unknown names, which are missing as well.
        missing_have=" $(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' "$@" 2>/dev/null |
            sed -n 's/^ii *//p' | tr '\n' ' ') "
        for missing_name in "$@"; do
            case $missing_have in
            *" $missing_name "*) ;;
            *) printf '%s ' "$missing_name" ;;
            esac
        done
        return
    fi
    for missing_name in "$@"; do
        case $missing_name in
        ninja-build) command -v ninja >/dev/null 2>&1 ;;
        libjansson-dev) pkg-config --exists jansson >/dev/null 2>&1 ;;
        libcmocka-dev) pkg-config --exists cmocka >/dev/null 2>&1 ;;
        libgmp-dev) pkg-config --exists gmp >/dev/null 2>&1 ;;
        libc6-dev | libclang-rt-*) : ;;
        *) command -v "$missing_name" >/dev/null 2>&1 ;;
        esac || printf '%s ' "$missing_name"
    done
}

apt_install() {
    if [ "$(id -u)" -eq 0 ]; then
        set -- env DEBIAN_FRONTEND=noninteractive apt-get "$@"
    else
        set -- sudo env DEBIAN_FRONTEND=noninteractive apt-get "$@"
    fi
    "$@" >>build/logs/packages.log 2>&1
}

# Makes sure that the given packages are installed, or says what is missing and fails.
need_packages() {
    need_list=$(missing_packages "$@")
    [ -n "$need_list" ] || return 0
    if ! command -v apt-get >/dev/null 2>&1; then
        say "missing: $need_list" "(names of Debian packages; there is no apt-get here)" >&2
        return 1
    fi
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null 2>&1; then
        say "missing Debian packages: $need_list" >&2
        say "as root: apt-get install -y --no-install-recommends $need_list" >&2
        return 1
    fi
    mkdir -p build/logs
    : >build/logs/packages.log
    say "installing Debian packages: $need_list"
    # The package lists are fetched only if they are absent or too old.
    # shellcheck disable=SC2086 # a list of words
    if ! apt_install install -y --no-install-recommends $need_list; then
        if ! apt_install update || ! apt_install install -y --no-install-recommends $need_list; then
            tail -n 20 build/logs/packages.log >&2
            say "error: the packages could not be installed; see build/logs/packages.log" >&2
            return 1
        fi
    fi
}
