#!/bin/sh
# Makes the test cases of the problems that ship. Usage: made_tests.sh ARBITER PROBLEMS STORE STAMP
# STORE is made anew: Arbiter takes from the one that is there what is still right. STAMP is written
# only if no test case is missing. Missing ones are no failure of the build, since judge makes them.
set -u
arbiter=$1
problems=$2
store=$3
stamp=$4
work=$store.new
made=$work/arbiter/tests
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
rm -rf "$work" "$stamp"
# What other users may start, they may also read.
umask 022
# A copy, since generate writes into the problems.
mkdir -p "$work" && cp -R "$problems" "$work/problems" || exit 1

missing=
for generators in "$work"/problems/*/generators/generators.yaml; do
  problem=${generators%/generators/*}
  env XDG_CACHE_HOME="$work" XDG_STATE_HOME="$work/state" "$arbiter" generate "$problem" \
    --jobs "$(nproc)" </dev/null >"$work/log" 2>&1
  status=$?
  [ $status != 130 ] || exit 130
  [ $status != 0 ] || [ ! -d "$made" ] || continue
  [ -n "$missing" ] || reason=$(grep -m 1 -e '^error' -e ' is not used, since ' "$work/log")
  missing="$missing ${problem##*/}"
done
[ -z "$missing" ] || echo "some test cases were not made, so judge will make them, of$missing: $reason"

[ -d "$made" ] || exit 0
chmod -R a+rX "$made"
[ ! -d "$store" ] || mv "$store" "$work/old"
mv "$made" "$store"
[ -n "$missing" ] || : >"$stamp"
