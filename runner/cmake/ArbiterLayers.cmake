# The layers of the runner, checked when CMake configures: a library may link, and its sources may
# include, only what its row names. See runner/docs/architecture.md.

# folder | folders whose headers its sources may include. A layer stands for all of its rooms, but not
# in the rows of its own rooms: those name each other one by one, and so there is no way back.
set(ARBITER_LAYERS
  "base|"
  "base/machine|base"
  "model|base"
  "box_protocol|base"
  "package/yaml|model,base"
  "package/archive|package/yaml,model,base"
  "package/ppf|package/archive,package/yaml,model,base"
  "package/polygon|package/archive,package/yaml,model,base"
  "package/generators|package/ppf,package/archive,package/yaml,model,base"
  "package/task|package/generators,package/archive,package/yaml,model,base"
  "package/export|package/archive,package/yaml,model,base"
  "package|package/export,package/task,package/generators,package/polygon,package/ppf,package/archive,package/yaml,model,base"
  "box|box_protocol,base"
  "store|model,base"
  "cluster|store,package,model,base"
  "intake/names|model,base"
  "intake/files|intake/names,store,package,model,base"
  "intake/layouts|intake/files,intake/names,package,model,base"
  "intake|intake/layouts,intake/files,intake/names,package,model,base"
  "report|model"
  "report/text|report,model,base"
  "report/json|report/text,report,model,base"
  "report/replay|report/json,report/text,report,model,base"
  "report/page|report/json,report/text,report,model,base"
  "report/judge|report/page,report/json,report/text,report,model,base"
  "report/grade|report/page,report/judge,report/json,report/text,report,model,base"
  "report/lms|report/grade,report/json,report/text,report,model,base"
  "report/statement|report/text,report,model,base"
  "report/verify|report/json,report/text,report,model,base"
  "report/stress|report/page,report/judge,report/json,report/text,report,model,base"
  "serve|report,store,base"
  "judge/program|package,model,base"
  "judge/compile|judge/program,store,box,model,base"
  "judge/verdict|judge/program,box,model,base"
  "judge/run|judge/compile,judge/verdict,judge/program,standard,store,box,model,base"
  "judge/game|judge/run,judge/compile,judge/verdict,judge/program,box,model,base"
  "judge/batch|judge/run,judge/compile,config,box,model,base"
  "judge/generate|judge/run,judge/compile,judge/verdict,judge/program,store,package,box,model,base"
  "judge|judge/generate,judge/game,judge/run,judge/compile,judge/verdict,judge/program,package,box,model,base"
  "stress/shrink|base"
  "stress/choices|stress/shrink,base"
  "stress/text|stress/shrink,base"
  "stress|stress/choices,stress/text,stress/shrink,judge,package,box,model,base"
  "verify|judge,store,package,box,model,base"
  "grade/likeness|store,model,base"
  "grade/points|judge,model,base"
  "grade|grade/likeness,grade/points,intake,judge,store,package,box,model,base"
  "cli/common|grade,intake,stress,judge,report,store,package,box,model,base,standard"
  "cli/cluster|cli/common,cluster,grade,judge,report,store,package,box,model,base"
  "cli/judge|cli/cluster,cli/common,grade,judge,report,store,package,box,model,base"
  "cli/play|cli/judge,cli/common,judge,report,package,box,model,base"
  "cli/replay|cli/judge,cli/common,judge,report,store,package,box,model,base"
  "cli/stress|cli/judge,cli/cluster,cli/common,stress,judge,report,store,package,box,model,base"
  "cli/grow|cli/stress,cli/judge,cli/common,stress,judge,report,package,box,model,base"
  "cli/watch|cli/stress,cli/judge,cli/common,stress,judge,report,package,box,model,base"
  "cli/limits|cli/judge,cli/common,judge,report,package,box,model,base"
  "cli/new|cli/judge,cli/common,judge,package,store,box,model,base"
  "cli/verify|cli/stress,stress,cli/judge,cli/common,verify,judge,report,store,package,box,model,base"
  "cli/statement|cli/common,report,package,model,base"
  "cli/grade|cli/grow,cli/stress,stress,cli/judge,cli/cluster,cli/common,grade,intake,judge,report,store,package,box,model,base"
  "cli/serve|cli/judge,cli/common,serve,report,store,package,model,base"
  "cli|cli/serve,cli/grade,cli/cluster,cli/grow,cli/watch,cli/limits,cli/new,cli/verify,cli/statement,cli/stress,cli/replay,cli/play,cli/judge,cli/common,cluster,grade,judge,report,store,package,box,model,base,standard"
  "arbiter_box/groups|box_protocol,base"
  "arbiter_box/filter|box_protocol,base"
  "arbiter_box/world|arbiter_box/groups,box_protocol,base"
  "arbiter_box|arbiter_box/world,arbiter_box/filter,arbiter_box/groups,box_protocol,base")

# library | libraries of ours that it may link
set(ARBITER_LINKS
  "arbiter_base|"
  "arbiter_model|arbiter_base"
  "arbiter_box_protocol|arbiter_base"
  "arbiter_checkers|arbiter_base"
  "arbiter_package|arbiter_model,arbiter_base"
  "arbiter_box|arbiter_box_protocol,arbiter_base"
  "arbiter_store|arbiter_model,arbiter_base"
  "arbiter_report|arbiter_model,arbiter_base"
  "arbiter_serve|arbiter_report,arbiter_store,arbiter_base"
  "arbiter_judge|arbiter_store,arbiter_model,arbiter_package,arbiter_box,arbiter_checkers,arbiter_base"
  "arbiter_verify|arbiter_store,arbiter_judge,arbiter_package,arbiter_box,arbiter_model,arbiter_base"
  "arbiter_stress|arbiter_store,arbiter_judge,arbiter_package,arbiter_box,arbiter_model,arbiter_base"
  "arbiter_cluster|arbiter_store,arbiter_package,arbiter_model,arbiter_base"
  "arbiter_intake|arbiter_store,arbiter_package,arbiter_model,arbiter_base"
  "arbiter_grade|arbiter_store,arbiter_intake,arbiter_judge,arbiter_package,arbiter_box,arbiter_model,arbiter_base"
  "arbiter_cli|arbiter_version,arbiter_verify,arbiter_serve,arbiter_cluster,arbiter_grade,arbiter_intake,arbiter_stress,arbiter_judge,arbiter_report,arbiter_store,arbiter_package,arbiter_box,arbiter_model,arbiter_checkers,arbiter_base"
  "arbiter|arbiter_cli,arbiter_version,arbiter_verify,arbiter_serve,arbiter_cluster,arbiter_grade,arbiter_intake,arbiter_stress,arbiter_judge,arbiter_report,arbiter_store,arbiter_package,arbiter_box,arbiter_model,arbiter_checkers,arbiter_base"
  "arbiter_box_parts|arbiter_box_protocol,arbiter_base"
  "arbiter-box|arbiter_box_parts,arbiter_box_protocol,arbiter_base"
  "arbiter_version|")

# Private third-party headers: pattern | the only folders that may include it.
set(ARBITER_PRIVATE_HEADERS
  "yaml-cpp/|package"
  "archive(_entry)?[.]h>|package,intake"
  "boost/|box,serve"
  "md4c|report"
  "nlohmann/|store,report,cluster"
  "pugixml|report,package"
  "CLI/|cli"
  "openssl/|store,judge"
  "zlib[.]h|report"
  "utf8proc|intake")

# Tests, and what only they use, may also include what lies above them.
set(ARBITER_OF_TESTS "(_test|_kit|samples|fake_box|box_fixture)[.][ch]pp$")

function(_arbiter_check_includes folder allowed)
  string(REPLACE "," ";" allowed "${allowed}")
  string(REGEX REPLACE "/.*" "" layer ${folder})
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runner/${folder}/*.hpp
    ${CMAKE_SOURCE_DIR}/runner/${folder}/*.cpp)
  foreach(file IN LISTS files)
    file(STRINGS ${file} lines REGEX "^#include [\"<]")
    foreach(line IN LISTS lines)
      _arbiter_check_include(${file} "${line}")
    endforeach()
  endforeach()
endfunction()

macro(_arbiter_check_include file line)
  if("${line}" MATCHES "^#include \"([a-z_/]+)/[a-z0-9_]+[.]" AND NOT CMAKE_MATCH_1 STREQUAL folder)
    set(from ${CMAKE_MATCH_1})
    string(REGEX REPLACE "/.*" "" from_layer ${from})
    if(NOT from IN_LIST allowed AND (from_layer STREQUAL layer OR NOT from_layer IN_LIST allowed)
        AND NOT (from_layer STREQUAL layer AND "${file}" MATCHES "${ARBITER_OF_TESTS}"))
      message(SEND_ERROR "layers: ${file} includes ${from}/, but ${folder}/ may only include "
        "${allowed}")
    endif()
  endif()
  foreach(row IN LISTS ARBITER_PRIVATE_HEADERS)
    string(REPLACE "|" ";" row "${row}")
    list(GET row 0 pattern)
    list(GET row 1 owners)
    string(REPLACE "," ";" owners "${owners}")
    if("${line}" MATCHES "^#include [\"<]${pattern}" AND NOT layer IN_LIST owners)
      message(SEND_ERROR "layers: ${file} includes ${pattern}, which belongs to ${owners}")
    endif()
  endforeach()
endmacro()

# A folder with sources that no row names would not be looked at.
function(_arbiter_check_folders)
  set(known tests bench config cmake)
  foreach(row IN LISTS ARBITER_LAYERS)
    string(REGEX REPLACE "[|].*" "" folder "${row}")
    list(APPEND known ${folder})
  endforeach()
  file(GLOB_RECURSE sources RELATIVE ${CMAKE_SOURCE_DIR}/runner ${CMAKE_SOURCE_DIR}/runner/*.cpp)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    if(NOT folder IN_LIST known AND NOT folder MATCHES "testdata|^(tests|bench|config)/")
      message(SEND_ERROR "layers: runner/${folder} has no row in ArbiterLayers.cmake")
    endif()
  endforeach()
endfunction()

function(_arbiter_check_links target allowed)
  if(NOT TARGET ${target})
    return()
  endif()
  string(REPLACE "," ";" allowed "${allowed}")
  get_target_property(links ${target} LINK_LIBRARIES)
  list(TRANSFORM links REPLACE "_plain$" "")
  foreach(link IN LISTS links)
    if(link MATCHES "^arbiter_" AND NOT link MATCHES "^arbiter_(settings|plain_settings|warnings|fmt|utf8proc)$"
        AND NOT link IN_LIST allowed)
      message(SEND_ERROR "layers: ${target} links ${link}; it may only link: ${allowed}")
    endif()
  endforeach()
endfunction()

function(arbiter_check_layers)
  _arbiter_check_folders()
  foreach(row IN LISTS ARBITER_LAYERS)
    string(REPLACE "|" ";" row "${row}")
    list(GET row 0 folder)
    list(GET row 1 allowed)
    _arbiter_check_includes(${folder} "${allowed}")
  endforeach()
  foreach(row IN LISTS ARBITER_LINKS)
    string(REGEX MATCH "^([a-z_-]+)\\|(.*)$" _ "${row}")
    _arbiter_check_links(${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
  endforeach()
endfunction()
