#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks the pages: relative links in README.md and the other pages lead to files that exist, and
# every public function is named in docs/ROOM.md. A page may name a family as tact_vec3_*. The table
# of error terms is checked by check_terms.sh.
set -eu
cd "$(dirname "$0")/.."
. tools/common.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/bad"
links=0

find . -name build -prune -o -name .git -prune -o -name '*.md' -type f -print | sort >"$work/pages"
while IFS= read -r page; do
    # Links in code blocks are text. What is left: [text](target) and [name]: target.
    awk '
        /^[ ]*```/ { code = !code; next }
        code { next }
        {
            gsub(/`[^`]*`/, "")
            while (match($0, /\]\([^) ]+[^)]*\)/)) {
                link = substr($0, RSTART + 2, RLENGTH - 3)
                sub(/ .*/, "", link)
                print link
                $0 = substr($0, RSTART + RLENGTH)
            }
            if (match($0, /^\[[^]]+\]: */)) {
                link = substr($0, RLENGTH + 1)
                sub(/ .*/, "", link)
                print link
            }
        }' "$page" >"$work/links"
    while IFS= read -r link; do
        case $link in
        *://* | mailto:* | '#'*) continue ;;
        esac
        links=$((links + 1))
        target=${link%%#*}
        case $target in
        /*) path=.$target ;;
        *) path=$(dirname "$page")/$target ;;
        esac
        [ -e "$path" ] || say "${page#./}: the link $link leads nowhere" >>"$work/bad"
    done <"$work/links"
done <"$work/pages"

list_public_functions >"$work/functions"
for header in include/tact/*.h; do
    room=$(basename "$header" .h)
    page=docs/$room.md
    awk -v room="$room" '$1 == room { print $2 }' "$work/functions" >"$work/room"
    [ -s "$work/room" ] || continue
    if [ ! -e "$page" ]; then
        say "$page does not exist" >>"$work/bad"
        continue
    fi
    grep -Eo 'tact_[a-z0-9_]+\*?' "$page" | sort -u >"$work/named" || true
    awk -v page="$page" '
        NR == FNR { if (sub(/\*$/, "")) family[$0]; else name[$0]; next }
        {
            found = $0 in name
            for (prefix in family)
                if (index($0, prefix) == 1)
                    found = 1
            if (!found)
                print page ": does not mention " $0
        }' "$work/named" "$work/room" >>"$work/bad"
done

if [ -s "$work/bad" ]; then
    cat "$work/bad"
    exit 1
fi
say "$links links lead somewhere, $(wc -l <"$work/functions") functions have a page"
sh tools/check_terms.sh
