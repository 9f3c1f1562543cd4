# Read by ./arbiter and ./check (POSIX sh): finds or installs what building needs, and builds.
# They set `root`, the checkout, and `program`, the name that stands before every message. All
# output goes to standard error.

say() { printf '%s: %s\n' "$program" "$*" >&2; }

# die MESSAGE…: the judge cannot start; a line for each argument.
die() {
  for line; do say "$line"; done
  exit 5
}

# packages_of SECTION…: the names in these sections of the list.
packages_of() {
  awk -v wanted=" $* " '
    /^\[/ { section = substr($0, 2, length($0) - 2); next }
    /^[^#]/ && index(wanted, " " section " ") { print $1 }' "$root/runner/cmake/debian-packages.txt"
}

# missing_packages NAME…: those that are not installed, on one line.
missing_packages() {
  installed=$(dpkg-query -W -f '${Package}:${db:Status-Status}\n' "$@" 2>/dev/null)
  missing=
  for package; do
    case "
$installed
" in
      *"
$package:installed
"*) ;;
      *) missing="$missing $package" ;;
    esac
  done
  printf '%s' "${missing# }"
}

# as_root COMMAND…: false when there is no way to be root.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    env DEBIAN_FRONTEND=noninteractive "$@"
  elif ! command -v sudo >/dev/null; then
    return 1
  elif [ -t 0 ] && [ -t 2 ]; then
    sudo env DEBIAN_FRONTEND=noninteractive "$@"
  else
    # Nobody is there to type a password.
    sudo -n env DEBIAN_FRONTEND=noninteractive "$@"
  fi
}

# install_packages SECTION…: installs what is missing of these sections, or ends with status 5.
install_packages() {
  # shellcheck disable=SC2046 # names of packages hold no blanks
  set -- $(packages_of "$@")
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    # Not Debian: whoever has installed the same things under other names can build all the same.
    command -v cmake >/dev/null && command -v ninja >/dev/null && return
    die "this is no Debian system; install what these packages of Debian 12 hold, then try again:" \
      "  $*"
  fi
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  say "installing Debian packages: $missing"
  # Stale or absent lists of packages are the usual state of a fresh machine. Without a network the
  # packages may still be in apt's cache, so a failed update is no reason to stop.
  as_root apt-get -q -o DPkg::Lock::Timeout=300 update </dev/null >"$log" 2>&1
  # shellcheck disable=SC2086 # as above
  if ! as_root apt-get -q -o DPkg::Lock::Timeout=300 install -y --no-install-recommends \
    $missing </dev/null >>"$log" 2>&1; then
    tail -n 15 "$log" >&2
    [ "$(id -u)" = 0 ] && sudo= || sudo='sudo '
    die "could not install them; this would:" \
      "  ${sudo}sh -c 'apt-get update && apt-get install -y --no-install-recommends $missing'"
  fi
}

# prepare_folder: the folder of builds, its lock held by this process on descriptor 9 until it ends
# or closes it. Sets `log`.
prepare_folder() {
  mkdir -p "$root/build" 2>/dev/null
  # In a shell of its own: a redirection that fails ends the shell.
  if ! (: >>"$root/build/.lock") 2>/dev/null; then
    die "cannot write in $root/build (owner: $(stat -c %U "$root/build" 2>/dev/null || echo none))" \
      "to build, own the checkout: sudo chown -R $(id -un) '$root'"
  fi
  exec 9>>"$root/build/.lock"
  if ! flock -n 9; then
    say "waiting for another build of this checkout to end"
    flock 9
  fi
  log=$root/build/.log.$program
}

# show_or_log COMMAND…: runs it, its output on standard error if that is a terminal; else its output
# is shown only when it fails.
show_or_log() {
  if [ -t 2 ]; then
    "$@" </dev/null >&2
  elif ! "$@" </dev/null >"$log" 2>&1; then
    cat "$log" >&2
    return 1
  fi
}

# configure PRESET [CMAKE ARGUMENT…]: configures build/PRESET when there is no finished
# configuration of this checkout, or when there are arguments.
configure() {
  preset=$1
  shift
  folder=$root/build/$preset
  if [ -f "$folder/build.ninja" ] && [ $# = 0 ]; then return 0; fi
  # A first configuration that was cut short, or one of a checkout that was moved, is begun anew.
  fresh=
  if [ ! -f "$folder/build.ninja" ] ||
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    fresh=--fresh
    command -v ccache >/dev/null && set -- "$@" -DCMAKE_CXX_COMPILER_LAUNCHER=ccache
  fi
  # cmake --preset reads the presets of the folder it is started in.
  if ! (cd "$root" && cmake --preset "$preset" $fresh "$@") </dev/null >"$log" 2>&1; then
    rm -f "$folder/build.ninja"
    cat "$log" >&2
    return 1
  fi
}
