#!/bin/sh
# What `cmake --install` puts below a prefix must work there, with nothing left of the place where it
# was built. Usage: install_test.sh SOURCES BUILD CMAKE
set -u
sources=$1
build=$2
cmake=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  echo "$*"
  exit 1
}

prefix=$folder/prefix
"$cmake" --install "$build" --prefix "$prefix" >"$folder/log" 2>&1 || {
  cat "$folder/log"
  fail "the installation failed"
}

# A prefix that is moved must go on working.
mv "$prefix" "$folder/moved"
prefix=$folder/moved
"$prefix/bin/arbiter" --version >"$folder/installed" || fail "the installed program does not run"
"$build/bin/arbiter" --version | cmp - "$folder/installed" || fail "it is another version"

[ -x "$prefix/libexec/arbiter/arbiter-box" ] || fail "arbiter-box is missing"
for data in checker/include runner/config:config problems runner/report/schema:schema; do
  from=$sources/${data%:*}
  to=$prefix/share/arbiter/${data#*:}
  [ -d "$from" ] || continue
  diff -r --exclude=__pycache__ "$from" "$to" || fail "$to is not the copy of $from"
done
[ -f "$prefix/share/doc/arbiter/LICENSE" ] || fail "the licence is missing"
[ -z "$(find "$prefix" -type l -lname '/*')" ] || fail "a link leads out of the prefix"

# The problems' test cases come with it where they were made, as in the slow check: then the submission is
# the only program that is prepared.
export XDG_CACHE_HOME="$folder/cache" XDG_STATE_HOME="$folder/state"
if [ -d "$build/share/arbiter/tests" ] && "$prefix/bin/arbiter" doctor >"$folder/log" 2>&1; then
  twofive=$prefix/share/arbiter/problems/twofive
  "$prefix/bin/arbiter" judge "$twofive" "$twofive/submissions/accepted/dictionary.py" \
    >"$folder/log" 2>&1 || fail "$(cat "$folder/log")"
  count=$(find "$folder/cache/arbiter/programs" -mindepth 1 -maxdepth 1 | wc -l)
  [ "$count" = 1 ] || fail "$count programs were prepared, not 1: test cases were made again"
fi

for binary in "$prefix/bin/arbiter" "$prefix/libexec/arbiter/arbiter-box"; do
  for path in "$sources" "$build"; do
    ! grep -qF -- "$path" "$binary" || fail "$binary holds the path $path"
  done
done
