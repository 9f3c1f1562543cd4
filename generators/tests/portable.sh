#!/bin/sh
# The same seeds give the same draws with both compilers, optimised and not: one program is compiled
# four times, and its hashes are compared with those of portable.hashes.
# Usage: portable.sh FOLDER-OF-GENERATORS
set -u
kit=$1
for compiler in g++ clang++; do
  if ! command -v "$compiler" >/dev/null; then
    echo "skip: $compiler is missing"
    exit 77
  fi
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
for compiler in g++ clang++; do
  for level in -O0 -O2; do
    "$compiler" -std=c++20 $level -I"$kit/include" "$kit/tests/portable.cpp" \
      -o "$folder/program" || exit 1
    "$folder/program" >"$folder/hashes"
    if ! diff "$kit/tests/portable.hashes" "$folder/hashes"; then
      echo "$compiler $level draws otherwise"
      failed=1
    fi
  done
done
exit $failed
