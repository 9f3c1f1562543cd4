#!/bin/sh
# The layer check must refuse what it forbids: small trees are configured with it, one with nothing
# wrong and one for each kind of fault. Usage: layers_test.sh SOURCES
set -u
sources=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# configure NAME BASE-SOURCE MODEL-SOURCE LINK BOX-LINK [FILE SOURCE]: a tree of two layers, a box, and
# one more file below runner/.
configure() {
  tree=$folder/$1
  mkdir -p "$tree/runner/base" "$tree/runner/model"
  printf '%s\n' "$2" >"$tree/runner/base/base.cpp"
  printf '%s\n' "$3" >"$tree/runner/model/model.cpp"
  if [ $# -gt 5 ]; then
    mkdir -p "$tree/runner/$(dirname "$6")"
    printf '%s\n' "$7" >"$tree/runner/$6"
  fi
  cat >"$tree/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(fixture LANGUAGES NONE)
include($sources/runner/cmake/ArbiterLayers.cmake)
foreach(library IN ITEMS arbiter_base arbiter_model arbiter_box_protocol arbiter-box)
  add_library(\${library} INTERFACE)
endforeach()
set_target_properties(arbiter_base PROPERTIES LINK_LIBRARIES "$4")
set_target_properties(arbiter_model PROPERTIES LINK_LIBRARIES "arbiter_base;arbiter_settings")
set_target_properties(arbiter-box PROPERTIES LINK_LIBRARIES "$5")
arbiter_check_layers()
END
  cmake -S "$tree" -B "$tree/build" >"$tree/log" 2>&1
}

refused() { # NAME MESSAGE…: the rest are the arguments of configure
  name=$1
  message=$2
  shift 2
  if configure "$name" "$@"; then
    echo "$name: was not refused"
    failed=1
  elif ! tr -s ' \n' ' ' <"$folder/$name/log" | grep -qF "$message"; then
    echo "$name: was refused without saying '$message':"
    cat "$folder/$name/log"
    failed=1
  fi
}

if ! configure allowed '#include "base/base.hpp"' '#include "base/base.hpp"' arbiter_fmt \
  "arbiter_base_plain;arbiter_box_protocol_plain;arbiter_plain_settings"; then
  echo "allowed: was refused:"
  cat "$folder/allowed/log"
  failed=1
fi
refused include 'includes model/, but base/ may only include' \
  '#include "model/model.hpp"' '' '' ''
refused private 'includes yaml-cpp/, which belongs to package' '' '#include <yaml-cpp/yaml.h>' '' ''
refused link 'arbiter_base links arbiter_model; it may only link' '' '' arbiter_model ''
refused box 'arbiter-box links arbiter_model; it may only link' '' '' '' arbiter_model_plain
refused room 'includes judge/game/, but judge/run/ may only include' \
  '' '' '' '' judge/run/run.cpp '#include "judge/game/game.hpp"'
refused nowhere 'runner/judge/attic has no row' '' '' '' '' judge/attic/old.cpp ''
exit $failed
