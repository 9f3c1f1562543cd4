#!/bin/sh
# ./arbiter in a small checkout whose "program" is a shell script that a build step checks and copies,
# so that every path of the launcher is walked in seconds. Usage: launcher_test.sh SOURCES
set -u
sources=$1
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
chmod 755 "$folder"
root=$folder/checkout
unset CI

# --- The checkout -------------------------------------------------------------------------------
mkdir -p "$root/runner/cmake"
cp "$sources/arbiter" "$sources/CMakePresets.json" "$root"
cp "$sources/runner/cmake/build.sh" "$sources/runner/cmake/debian-packages.txt" "$root/runner/cmake"
cat >"$root/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(fixture LANGUAGES NONE)
add_custom_command(OUTPUT built DEPENDS runner/program.sh runner/compile.sh
  COMMAND sh ${CMAKE_SOURCE_DIR}/runner/compile.sh ${CMAKE_SOURCE_DIR} VERBATIM)
add_custom_target(arbiter DEPENDS built)
add_custom_target(arbiter-box)
add_custom_target(arbiter_made_tests)
add_custom_target(everything_else ALL COMMAND false)
END
# The stand-in for a compiler. With a fifo "gate" it says that it has begun, and waits to be let on.
cat >"$root/runner/compile.sh" <<'END'
sh -n "$1/runner/program.sh" || exit 1
mkdir -p bin
echo half >bin/arbiter
if [ -p "$1/gate" ]; then
  echo begun >"$1/begun"
  read -r _ <"$1/gate"
fi
echo built >>"$1/count"
rm bin/arbiter
cp "$1/runner/program.sh" bin/arbiter
touch built
END
program() { # TEXT
  printf '#!/bin/sh\necho "%s:$#:$*"\nexit 3\n' "$1" >"$root/runner/program.sh"
  chmod 755 "$root/runner/program.sh"
}
program one

# --- Helpers ------------------------------------------------------------------------------------
failed=0
fail() {
  echo "$case: $*"
  echo "--- stdout"; cat "$folder/out"
  echo "--- stderr"; cat "$folder/err"
  failed=1
}
start() { "$@" >"$folder/out" 2>"$folder/err" </dev/null; status=$?; }
builds() { [ "$(wc -l <"$root/count")" = "$1" ] || fail "$(wc -l <"$root/count") builds, not $1"; }
printed() { [ "$status" = 3 ] && [ "$(cat "$folder/out")" = "$1" ] || fail "status $status, not '$1'"; }
silent() { [ ! -s "$folder/err" ] || fail "something on standard error"; }
refused() { # TEXT: nothing on standard output, this text on standard error
  [ "$status" = 5 ] || fail "status $status, not 5"
  [ ! -s "$folder/out" ] || fail "something on standard output"
  grep -qF -- "$1" "$folder/err" || fail "does not say '$1'"
}

# --- Cases --------------------------------------------------------------------------------------
case="first start"
start "$root/arbiter" judge 'a  b' ''
printed 'one:3:judge a  b '
[ -s "$folder/err" ] || fail "does not say that it builds"
builds 1

case="second start"
start "$root/arbiter" x
printed one:1:x
silent
builds 1

case="from other folders and by links"
ln -s "$root/arbiter" "$folder/link"
ln -s link "$folder/link2"
for command in "$folder/link" ../link2 ./checkout/arbiter; do
  (cd "$folder" && mkdir -p other && { [ "$command" != ../link2 ] || cd other; } &&
    exec "$command" x) >"$folder/out" 2>"$folder/err"
  status=$?
  printed one:1:x
  silent
done
(cd "$root" && CDPATH=/ exec sh arbiter x) >"$folder/out" 2>"$folder/err"
status=$?
printed one:1:x

case="a newer source"
program two
start "$root/arbiter"
printed two:0:
builds 2
start "$root/arbiter"
silent

case="packages of npm beside the page"
mkdir "$root/runner/page"
start "$root/arbiter"
mkdir "$root/runner/page/node_modules"
start "$root/arbiter"
silent

case="a deleted source"
touch "$root/runner/extra.cpp"
start "$root/arbiter"
rm "$root/runner/extra.cpp"
start "$root/arbiter"
printed two:0:
[ -s "$folder/err" ] || fail "was not noticed"

case="a failing build"
echo 'if then' >>"$root/runner/program.sh"
start "$root/arbiter"
refused 'yntax error'
start "$root/arbiter"
refused 'yntax error'
program three
start "$root/arbiter"
printed three:0:
builds 3

case="a failing configuration"
cp "$root/CMakeLists.txt" "$folder/kept"
echo 'message(FATAL_ERROR "no such library")' >>"$root/CMakeLists.txt"
start "$root/arbiter"
refused 'no such library'
cp "$folder/kept" "$root/CMakeLists.txt"
start "$root/arbiter"
printed three:0:

case="two starts at once"
program four
mkfifo "$root/gate" "$root/begun" "$folder/says"
"$root/arbiter" first >"$folder/out1" 2>"$folder/err1" </dev/null &
first=$!
read -r _ <"$root/begun"
"$root/arbiter" second >"$folder/out" 2>"$folder/says" </dev/null &
second=$!
exec 3<"$folder/says"
read -r said <&3
: >"$folder/err"
case $said in *waiting*) ;; *) fail "the second says '$said'" ;; esac
echo go >"$root/gate"
wait "$first"
wait "$second"
status=$?
exec 3<&-
printed four:1:second
[ "$(cat "$folder/out1")" = four:1:first ] || fail "the first printed $(cat "$folder/out1")"
builds 4

case="a killed build"
program five
setsid "$root/arbiter" >"$folder/out" 2>"$folder/err" </dev/null &
read -r _ <"$root/begun"
leader=$!
# Not every sh can name a group.
bash -c "kill -KILL -- -$leader"
wait "$leader" 2>/dev/null
# What ninja had started lives on, and the lock with it: the next build begins when it has ended.
echo go >"$root/gate"
rm "$root/gate"
start "$root/arbiter"
printed five:0:

case="a moved checkout"
mv "$root" "$folder/moved"
root=$folder/moved
start "$root/arbiter"
printed five:0:
silent
program six
start "$root/arbiter"
printed six:0:

case="packages that cannot be installed"
mkdir "$folder/fake"
for tool in dpkg-query id sudo apt-get; do
  printf '#!/bin/sh\necho "%s $*" >>"%s/calls"\n' "$tool" "$folder" >"$folder/fake/$tool"
done
printf 'echo 1000\n' >>"$folder/fake/id"
printf 'echo "a password is required" >&2\nexit 1\n' >>"$folder/fake/sudo"
chmod 755 "$folder/fake"/*
program seven
start env "PATH=$folder/fake:$PATH" "$root/arbiter"
refused "sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends g++ cmake "
! grep -q '^apt-get' "$folder/calls" || fail "apt-get was called by who cannot"

case="packages that can be installed"
printf '#!/bin/sh\necho 0\n' >"$folder/fake/id"
rm "$folder/calls"
start env "PATH=$folder/fake:$PATH" "$root/arbiter"
printed seven:0:
grep -q 'install -y --no-install-recommends g++ cmake .*libyaml-cpp-dev' "$folder/calls" ||
  fail "apt-get was not called"
! grep -q libgtest-dev "$folder/calls" || fail "installs what only tests need"
grep -qF 'installing Debian packages: g++ cmake' "$folder/err" || fail "does not say what it installs"

case="test cases of problems"
# A stand-in for arbiter that makes one for each problem, with the status that a file in it says.
mkdir -p "$folder/problems/one/generators" "$folder/problems/two/generators" "$folder/built"
touch "$folder/problems/one/generators/generators.yaml" "$folder/problems/two/generators/generators.yaml"
cat >"$folder/maker" <<'END'
#!/bin/sh
[ ! -e "$2/status" ] || { echo "error: in $2" >&2; exit "$(cat "$2/status")"; }
[ "$1" = generate ] && kind=tests || kind=programs
mkdir -p "$XDG_CACHE_HOME/arbiter/$kind/${2##*/}"
END
chmod 755 "$folder/maker"
make_tests() { # STATUS FILES: what comes of it
  start sh "$sources/runner/cmake/made_tests.sh" "$folder/maker" "$folder/problems" \
    "$folder/built" "$folder/built/stamp"
  made=$(cd "$folder/built" && find . -mindepth 1 | sort | xargs)
  [ "$status:$made" = "$1:$2" ] || fail "status $status and '$made', not $1 and '$2'"
}
echo 5 >"$folder/problems/one/status"
cp "$folder/problems/one/status" "$folder/problems/two"
make_tests 0 ''
[ "$(cat "$folder/out")" = \
  'some test cases were not made, so judge will make them, of one two: error: in ./one' ] ||
  fail 'does not say why'
rm "$folder/problems/two/status"
make_tests 0 './programs ./programs/two ./tests ./tests/two'
rm "$folder/problems/one/status"
all='./programs ./programs/one ./programs/two ./tests ./tests/one ./tests/two'
make_tests 0 "${all%% ./tests*} ./stamp ./tests ./tests/one ./tests/two"
[ ! -s "$folder/out" ] || fail 'something on standard output'
silent
echo 130 >"$folder/problems/two/status"
make_tests 130 "$all"

case="a checkout that is read-only"
chmod -R a-w "$root"
chmod -R a+rX "$root"
# Permissions mean nothing to root.
[ "$(id -u)" = 0 ] && other="setpriv --reuid=65534 --regid=65534 --clear-groups" || other=
# shellcheck disable=SC2086 # none or several words
start $other "$root/arbiter" x
printed seven:1:x
silent
chmod u+w "$root/runner/program.sh"
program eight
# shellcheck disable=SC2086
start $other "$root/arbiter" x
refused 'cannot write in'

exit $failed
