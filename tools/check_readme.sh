#!/bin/sh
# SPDX-License-Identifier: MIT
# Does what README.md says, as a new user would: in a fresh copy of the sources, with a new home folder
# and no variables, every block of the page in order and unmodified. Programs are saved under the name
# in their first line, shell lines are typed into one shell, and a text block is the end of what the
# lines before it print. What README.md says of the speed must be what docs/performance.md says.
#
# Objects are copied from a finished release build, which saves minutes and changes no other step.
# Usage: check_readme.sh BUILD_FOLDER
set -eu
finished=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
. tools/common.sh
root=$PWD
work=$root/build/readme
rm -rf "$work"
mkdir -p "$work/tact" "$work/home" "$work/bin" "$work/blocks"

# The row of docs/performance.md that README.md quotes, and its SIMD level.
figure=$(awk -F ' *[|] *' '
    $2 == "contact or not: FCL (OBB) / tact, geometric mean of cases" { print $3 }' docs/performance.md)
level=$(sed -n 's/^- SIMD level: avx512$/AVX-512/p; s/^- SIMD level: avx2$/AVX2/p' docs/performance.md)
grep -q "with $level, tact is $figure times as fast as FCL" README.md ||
    die "README.md does not say that tact is $figure times as fast as FCL with $level"

# Every block becomes a file NUMBER.LANGUAGE.
awk -v folder="$work/blocks" '
    /^```/ && inside { inside = 0; close(file); next }
    /^```/ { inside = 1; file = sprintf("%s/%02d.%s", folder, ++count, substr($0, 4)); next }
    inside { print >file }' README.md
for language in c cpp cmake sh text; do
    [ -n "$(find "$work/blocks" -name "*.$language")" ] || die "README.md has no block in $language"
done

list_files() {
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files --cached --others --exclude-standard
    else
        find . -name build -prune -o -type f -print
    fi
}
list_files | while IFS= read -r file; do
    [ ! -e "$file" ] || printf '%s\n' "$file"
done | tar -cf - -T - | tar -xf - -C "$work/tact"

# The program in C has no warnings.
find "$work/blocks" -name '*.c' -exec gcc -std=c17 -Wall -Wextra -Wconversion -Werror -Iinclude \
    -fsyntax-only {} +

# A program of the user that prints poses: two placements of A and B.
cat >"$work/bin/planner" <<'END'
#!/bin/sh
echo '1 0 0 0  0 1 0 0  0 0 1 0   1 0 0 0  0 1 0 0  0 0 1 0'
echo '1 0 0 0  0 1 0 0  0 0 1 0   1 0 0 9  0 1 0 0  0 0 1 0'
END
chmod +x "$work/bin/planner"

cd "$work/tact"
env -i HOME="$work/home" PATH="$work/bin:/usr/local/bin:/usr/bin:/bin" TACT_JOBS="$(job_count)" \
    CMAKE_BUILD_PARALLEL_LEVEL="$(job_count)" \
    CMAKE_C_COMPILER_LAUNCHER="$root/tools/share_objects.sh" TACT_OBJECT_FOLDER="$finished" \
    sh "$root/tools/type_readme.sh" "$work"
