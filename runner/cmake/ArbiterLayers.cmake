# The layers of the runner, checked when CMake configures: a library may link, and its sources may
# include, only what its row names. See runner/docs/architecture.md.

# folder | folders of ours that it may include
set(ARBITER_LAYERS
  "base|base"
  "model|model,base"
  "box_protocol|box_protocol,base"
  "package|package,model,base"
  "box|box,box_protocol,base"
  "intake|intake,package,model,base"
  "report|report,model,base"
  "judge|judge,model,package,box,base,standard,config"
  "stress|stress,judge,package,box,model,base"
  "grade|grade,intake,judge,package,box,model,base"
  "cli|cli,grade,intake,stress,judge,report,package,box,model,base,standard"
  "arbiter_box|arbiter_box,box_protocol,base")

# library | libraries of ours that it may link
set(ARBITER_LINKS
  "arbiter_base|"
  "arbiter_model|arbiter_base"
  "arbiter_box_protocol|arbiter_base"
  "arbiter_checkers|"
  "arbiter_package|arbiter_model,arbiter_base"
  "arbiter_box|arbiter_box_protocol,arbiter_base"
  "arbiter_report|arbiter_model,arbiter_base"
  "arbiter_judge|arbiter_model,arbiter_package,arbiter_box,arbiter_checkers,arbiter_base"
  "arbiter_stress|arbiter_judge,arbiter_package,arbiter_box,arbiter_model,arbiter_base"
  "arbiter_intake|arbiter_package,arbiter_model,arbiter_base"
  "arbiter_grade|arbiter_intake,arbiter_judge,arbiter_package,arbiter_box,arbiter_model,arbiter_base"
  "arbiter_cli|arbiter_version,arbiter_grade,arbiter_intake,arbiter_stress,arbiter_judge,arbiter_report,arbiter_package,arbiter_box,arbiter_model,arbiter_checkers,arbiter_base"
  "arbiter|arbiter_cli,arbiter_version,arbiter_grade,arbiter_intake,arbiter_stress,arbiter_judge,arbiter_report,arbiter_package,arbiter_box,arbiter_model,arbiter_checkers,arbiter_base"
  "arbiter_box_parts|arbiter_box_protocol,arbiter_base"
  "arbiter-box|arbiter_box_parts,arbiter_box_protocol,arbiter_base"
  "arbiter_version|")

# Private third-party headers: pattern | the only folders that may include it.
set(ARBITER_PRIVATE_HEADERS
  "yaml-cpp/|package"
  "archive(_entry)?[.]h>|package,intake"
  "boost/|box"
  "nlohmann/|report"
  "pugixml|report,package"
  "CLI/|cli"
  "openssl/|judge,intake"
  "sqlite3|judge"
  "utf8proc|intake")

function(_arbiter_check_includes folder allowed)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runner/${folder}/*.hpp
    ${CMAKE_SOURCE_DIR}/runner/${folder}/*.cpp)
  string(REPLACE "," ";" allowed "${allowed}")
  foreach(file IN LISTS files)
    file(STRINGS ${file} lines REGEX "^#include [\"<]")
    foreach(line IN LISTS lines)
      if(line MATCHES "^#include \"([a-z_]+)/" AND NOT CMAKE_MATCH_1 IN_LIST allowed)
        message(SEND_ERROR "layers: ${file} includes ${CMAKE_MATCH_1}/, but ${folder}/ may only "
          "include ${allowed}")
      endif()
      foreach(row IN LISTS ARBITER_PRIVATE_HEADERS)
        string(REPLACE "|" ";" row "${row}")
        list(GET row 0 pattern)
        list(GET row 1 owners)
        string(REPLACE "," ";" owners "${owners}")
        if(line MATCHES "^#include [\"<]${pattern}" AND NOT folder IN_LIST owners)
          message(SEND_ERROR "layers: ${file} includes ${pattern}, which belongs to ${owners}")
        endif()
      endforeach()
    endforeach()
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
