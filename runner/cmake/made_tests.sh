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
mkdir -p "$work" && cp -R "$problems" "$work/problems" && cd "$work/problems" || exit 1

# Side by side, since one problem does not always keep all cores busy.
export XDG_CACHE_HOME="$work" XDG_STATE_HOME="$work/state"
cores=$(nproc)
printf '%s\n' */generators/generators.yaml | cut -d / -f 1 |
  xargs -P "$cores" -I {} sh -c '
    "$1" generate "./$2" --jobs "$3" </dev/null >"$2.log" 2>&1 && [ -d "$4" ] && rm "$2.log"
    [ $? != 130 ] || exit 255' sh "$arbiter" {} $(((cores + 5) / 6)) "$made" || exit 130
missing=
for log in *.log; do
  [ -f "$log" ] || break
  [ -n "$missing" ] || reason=$(grep -m 1 -e '^error' -e ' is not used, since ' "$log")
  missing="$missing ${log%.log}"
done
[ -z "$missing" ] || echo "some test cases were not made, so judge will make them, of$missing: $reason"

[ -d "$made" ] || exit 0
chmod -R a+rX "$made"
[ ! -d "$store" ] || mv "$store" "$work/old"
mv "$made" "$store"
[ -n "$missing" ] || : >"$stamp"
