#!/bin/sh
# SPDX-License-Identifier: MIT
# Bundles the page of apps/draw/page into build/page/page_parts.c, which the next build of the tool
# carries. The packages of its lock file go to build/page/; nothing else uses the network.
set -eu
unset CDPATH
cd "$(dirname "$0")/.."
. tools/common.sh
. tools/packages.sh

source=apps/draw/page
made=build/page
mkdir -p "$made"
if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
    need_packages nodejs npm
fi
if ! cmp -s "$source/package-lock.json" "$made/installed.json"; then
    rm -rf "$made/node_modules" "$made/installed.json"
    cp "$source/package.json" "$source/package-lock.json" "$made/"
    (cd "$made" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
    cp "$source/package-lock.json" "$made/installed.json"
fi
node "$source/build.mjs" "$made/node_modules" "$made/page_parts.c.new"
if cmp -s "$made/page_parts.c.new" "$made/page_parts.c"; then
    rm "$made/page_parts.c.new"
else
    mv "$made/page_parts.c.new" "$made/page_parts.c"
fi
say "the page is bundled in $made/page_parts.c"
