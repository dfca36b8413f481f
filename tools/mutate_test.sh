#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the parts of tools/mutate.py that need no build: operators, lists, running programs.
set -eu
unset CDPATH
cd "$(dirname "$0")"
python3 -B -m unittest -q mutation.self_test
