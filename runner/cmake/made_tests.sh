#!/bin/sh
# Makes the test cases of the problems that ship, and compiles their programs.
# Usage: made_tests.sh ARBITER PROBLEMS SHARE STAMP
# SHARE/tests and SHARE/programs are made anew: Arbiter takes from the ones that are there what is
# still right. STAMP is written only if nothing is missing. What is missing is no failure of the
# build, since judge makes and compiles it.
set -u
arbiter=$1
problems=$2
share=$3
stamp=$4
work=$share/tests.new
made=$work/arbiter
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
rm -rf "$work" "$stamp"
# What other users may start, they may also read.
umask 022
# A copy, since generate writes into the problems.
mkdir -p "$work" && cp -R "$problems" "$work/problems" && cd "$work/problems" || exit 1

export XDG_CACHE_HOME="$work" XDG_STATE_HOME="$work/state"
cores=$(nproc)
# for_each COMMAND…: calls it with each problem and the number of jobs, side by side, since one problem
# does not always keep all cores busy. A failure leaves PROBLEM.log. After an interruption it begins no
# other, and ends when those begun have ended, since they still write into the folder.
for_each() {
  printf '%s\n' */generators/generators.yaml | cut -d / -f 1 |
    xargs -P "$cores" -I {} sh -c '
      [ ! -e interrupted ] || exit 0
      problem=$1
      shift
      "$@" </dev/null >"$problem.out" 2>&1 && exit
      [ $? != 130 ] || : >interrupted
      mv "$problem.out" "$problem.log"' sh {} "$arbiter" "$@" --jobs $(((cores + 5) / 6))
  [ ! -e interrupted ]
}
for_each generate ./{} || exit 130
# Where the cache cannot be used, it says so and goes on.
for out in *.out; do
  [ -d "$made/tests" ] || [ ! -f "$out" ] || mv "$out" "${out%.out}.log"
done
# Of the programs only those that judging needs are kept: the checker or referee, and the solution.
rm -rf "$made/programs"
for_each judge ./{} {}/submissions/accepted/reference.cpp --tests 'sample/*' || exit 130
missing=
for log in *.log; do
  [ -f "$log" ] || break
  [ -n "$missing" ] || reason=$(grep -m 1 -e '^error' -e ' is not used, since ' "$log")
  missing="$missing ${log%.log}"
done
[ -z "$missing" ] || echo "some test cases were not made, so judge will make them, of$missing: $reason"

[ -d "$made/tests" ] || exit 0
for part in tests programs; do
  [ -d "$made/$part" ] || continue
  chmod -R a+rX "$made/$part"
  [ ! -d "$share/$part" ] || mv "$share/$part" "$work/old-$part"
  mv "$made/$part" "$share/$part"
done
[ -n "$missing" ] || : >"$stamp"
