#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the program of a page and compares what it prints with what the page says.
# Usage: compare.sh PROGRAM EXPECTED
set -eu
printed=$("$1")
printf '%s\n' "$printed" | diff -u "$2" -
