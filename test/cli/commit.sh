#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests apps/cli/commit.cmake, which asks git for the commit that `tact --version` names.
# Usage: commit.sh CMAKE
set -eu
cmake=$1
script=$(cd "$(dirname "$0")/../../apps/cli" && pwd)/commit.cmake
command -v git >/dev/null 2>&1 || {
    echo "git is not installed"
    exit 77
}
# Hooks set these for the repository that they belong to.
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
file=$work/commit.c

in_checkout() {
    git -C "$work/tree" -c user.name=test -c user.email=test -c commit.gpgsign=false "$@"
}

# names COMMIT TEXT: the file names COMMIT, quoted or NULL; TEXT says when.
names() {
    "$cmake" -DSOURCE="$work/tree" -DOUTPUT="$file" -P "$script"
    grep -Fqx "    return $1;" "$file" || {
        cat "$file"
        echo "FAILED: the commit is not $1 $2"
        exit 1
    }
}

mkdir -p "$work/tree/folder"
names NULL 'without git'
in_checkout init -q
names NULL 'without a commit'
echo one >"$work/tree/file"
in_checkout add file
in_checkout commit -q -m one
first=$(in_checkout rev-parse HEAD | cut -c 1-12)
names "\"$first\"" 'after a commit'
in_checkout tag -a -m tag v9.9.9
names "\"$first\"" 'with a tag'
echo unknown >"$work/tree/other"
names "\"$first\"" 'beside a file that git does not track'

touch -d '2001-01-01 00:00:00' "$file"
names "\"$first\"" 'again'
[ -z "$(find "$file" -newermt '2002-01-01')" ] || {
    echo "FAILED: the file was written again, although nothing changed"
    exit 1
}

echo two >>"$work/tree/file"
names "\"$first-dirty\"" 'with a modified file'
in_checkout commit -q -a -m two
second=$(in_checkout rev-parse HEAD | cut -c 1-12)
[ "$first" != "$second" ]
names "\"$second\"" 'after the next commit'
in_checkout worktree add -q --detach "$work/linked" "$first"
"$cmake" -DSOURCE="$work/linked" -DOUTPUT="$file" -P "$script"
grep -Fq "\"$first\"" "$file"

mv "$work/tree" "$work/outer"
ln -s outer/folder "$work/tree"
names NULL 'in a folder of another repository'
echo "the commit is named as git names it"
