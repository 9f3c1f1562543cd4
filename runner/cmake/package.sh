#!/bin/sh
# Builds what gets Arbiter onto machines, into build/package:
#   arbiter_VERSION_amd64.deb              for Debian 12 and newer
#   arbiter-VERSION-linux-x86_64.tar.xz    for every other Linux: nothing in it needs a library
# Usage: runner/cmake/package.sh [deb] [tarball]   (both, where none is named)
self=$0
case $self in */*) ;; *) self=./$self ;; esac
root=$(unset CDPATH; cd -- "${self%/*}/../.." && pwd -P) || exit 5
program=package
cd "$root" || exit 5
. runner/cmake/build.sh

[ $# -gt 0 ] || set -- deb tarball
trap 'exit 130' INT
prepare_folder
install_packages build package || exit
out=$root/build/package
mkdir -p "$out"

# Debian has md4c as a shared library only, so its source is taken from Debian's archive, checked with
# Debian's key.
get_md4c() {
  md4c=$root/build/md4c
  [ ! -f "$md4c/md4c.c" ] || return 0
  rm -rf "$md4c.new"
  mkdir -p "$md4c.new/lists/partial" || return
  codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
  echo "deb-src http://deb.debian.org/debian $codename main" >"$md4c.new/sources.list"
  (
    cd "$md4c.new" || exit
    set -- -q -o Dir::Etc::SourceList="$md4c.new/sources.list" -o Dir::Etc::SourceParts=- \
      -o Dir::State::Lists="$md4c.new/lists" -o APT::Sandbox::User=root
    show_or_log apt-get "$@" update &&
      show_or_log apt-get "$@" source --tar-only --download-only md4c && tar -xf md4c_*.orig.tar.*
  ) || return
  mkdir -p "$md4c"
  cp "$md4c.new"/md4c-*/src/md4c.[ch] "$md4c"
  rm -rf "$md4c.new"
}

build_deb() {
  configure package-deb &&
    show_or_log cmake --build build/package-deb --target all arbiter_made_tests &&
    (cd build/package-deb && show_or_log cpack -B "$out/parts") &&
    mv -f "$out"/parts/*.deb "$out"
}

build_tarball() {
  get_md4c &&
    configure static -DARBITER_MD4C_SOURCE="$root/build/md4c" &&
    show_or_log cmake --build build/static --target all arbiter_made_tests || return
  version=$(sed -n 's/^project(arbiter VERSION \([^ ]*\).*/\1/p' CMakeLists.txt)
  name=arbiter-$version-linux-$(uname -m)
  rm -rf "$out/parts"
  show_or_log cmake --install build/static --prefix "$out/parts/$name" --strip &&
    tar -C "$out/parts" --owner=0 --group=0 --numeric-owner --sort=name -cJf "$out/$name.tar.xz" "$name"
}

for what; do
  case $what in
    deb | tarball) ;;
    *) die "unknown argument '$what'; usage: runner/cmake/package.sh [deb] [tarball]" ;;
  esac
done
for what; do
  say "building the $what"
  "build_$what" || die "the $what could not be built"
done
rm -rf "$out/parts"
ls -l "$out"
