# Settings that all of our own code is built with, and the functions that define its targets.

# What arbiter-box is built with: it is linked statically and runs programs under limits, neither of
# which works with a sanitizer.
add_library(arbiter_plain_settings INTERFACE)
target_compile_features(arbiter_plain_settings INTERFACE cxx_std_20)
target_compile_options(arbiter_plain_settings INTERFACE
  # No folder of the machine that built it may show in a binary.
  -ffile-prefix-map=${CMAKE_SOURCE_DIR}=. -ffile-prefix-map=${CMAKE_BINARY_DIR}=build
  -fstack-protector-strong)

# The collection of its garbage takes a twelfth of g++'s time, and is for machines with less memory
# (MiB).
cmake_host_system_information(RESULT _memory QUERY TOTAL_PHYSICAL_MEMORY)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND _memory GREATER 7500)
  target_compile_options(arbiter_plain_settings INTERFACE --param=ggc-min-expand=1000)
endif()

add_library(arbiter_settings INTERFACE)
target_link_libraries(arbiter_settings INTERFACE arbiter_plain_settings)
if(ARBITER_STATIC)
  target_compile_definitions(arbiter_settings INTERFACE ARBITER_STATIC)
endif()
if(ARBITER_SANITIZE)
  string(REPLACE ";" "," _sanitizers "${ARBITER_SANITIZE}")
  target_compile_options(arbiter_settings INTERFACE
    -fsanitize=${_sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer
    # Each use of a pointer is looked at by these, which takes a fifth of the time to compile. A null
    # pointer ends a test without them, too.
    -fno-sanitize=null,alignment,object-size,vptr)
  target_link_options(arbiter_settings INTERFACE -fsanitize=${_sanitizers})
endif()
# What a fuzzer has to see of the libraries that it feeds: -fsanitize=fuzzer-no-link by its parts, which
# may differ between sources that share a precompiled header. The other code runs faster without.
set(ARBITER_FUZZED arbiter_base arbiter_box arbiter_box_protocol arbiter_intake arbiter_model
  arbiter_package)
# Whose unit tests ./check runs with sanitizers: these, and what else reads a submission's bytes.
set(ARBITER_HARDENED ${ARBITER_FUZZED} arbiter_checkers arbiter_kit)
set(ARBITER_FUZZ_OPTIONS
  -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table,stack-depth)
if(ARBITER_COVERAGE)
  target_compile_options(arbiter_settings INTERFACE --coverage)
  target_link_options(arbiter_settings INTERFACE --coverage)
endif()

add_library(arbiter_warnings INTERFACE)
target_compile_options(arbiter_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wcast-align -Wformat=2
  # g++ 12 sees overlaps in assignments of literals to std::string that are not there (PR 105329).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
if(ARBITER_PCH)
  # It no longer knows a precompiled header as the system's, and reports impossible lengths there.
  target_compile_options(arbiter_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:
    -Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>)
endif()
if(ARBITER_WERROR)
  target_compile_options(arbiter_warnings INTERFACE -Werror)
endif()

# fmt's sources are no code of ours: no warnings, no sanitizers.
target_link_libraries(arbiter_fmt PRIVATE arbiter_plain_settings)

# Headers that most sources include, compiled once. Only for building faster: the other presets are
# built without, so that a source that forgets an include is found.
set(ARBITER_COMMON_HEADERS <algorithm> <chrono> <filesystem> <map> <memory> <optional> <string>
  <string_view> <utility> <vector>)
if(ARBITER_PCH)
  file(WRITE ${CMAKE_BINARY_DIR}/generated/empty.cpp "")
  add_library(arbiter_pch OBJECT ${CMAKE_BINARY_DIR}/generated/empty.cpp)
  target_link_libraries(arbiter_pch PRIVATE arbiter_settings arbiter_warnings)
  target_include_directories(arbiter_pch SYSTEM PRIVATE
    $<TARGET_PROPERTY:arbiter_fmt,INTERFACE_INCLUDE_DIRECTORIES>)
  target_precompile_headers(arbiter_pch PRIVATE ${ARBITER_COMMON_HEADERS} <fmt/format.h>)
endif()

# _arbiter_precompile(TARGET [HEADER…]): with headers of its own where others include them a lot.
function(_arbiter_precompile target)
  if(ARBITER_PCH AND ARGN)
    target_precompile_headers(${target} PRIVATE ${ARBITER_COMMON_HEADERS} ${ARGN})
  elseif(ARBITER_PCH)
    target_precompile_headers(${target} REUSE_FROM arbiter_pch)
  endif()
endfunction()

# The names that a source declares at the beginning of a line, where it is not indented. Some are
# none of its own, which only keeps it from the company of others that use them too.
function(_arbiter_names source result)
  set(names)
  file(STRINGS ${source} lines REGEX "^[A-Za-z]")
  foreach(line IN LISTS lines)
    # A name of another namespace may be used by all.
    if(line MATCHES "^(namespace|static_assert|TEST|INSTANTIATE_TEST|using (enum )?[A-Za-z_:]+;)")
      continue()
    endif()
    if(line MATCHES "^(class|struct|enum class) ([A-Za-z_0-9]+)")
      list(APPEND names ${CMAKE_MATCH_2})
    elseif(line MATCHES "([A-Za-z_0-9]+) ?[(={;]")
      list(APPEND names ${CMAKE_MATCH_1})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES names)
  set(${result} ${names} PARENT_SCOPE)
endfunction()

# _arbiter_unite(TARGET SOURCE…): lets sources that declare no name in common be compiled as one, up
# to 24 of them. Most of what a compiler does for a source it does for every other one as well.
function(_arbiter_unite target)
  if(NOT ARBITER_UNITY)
    return()
  endif()
  set(groups 0)
  # Objects of another target are compiled already.
  list(FILTER ARGN EXCLUDE REGEX "^\\$<")
  foreach(source IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH source)
    _arbiter_names(${source} names)
    set(group 0)
    while(group LESS groups)
      set(common ${names_of_${group}})
      list(REMOVE_ITEM common ${names})
      list(LENGTH common left)
      list(LENGTH names_of_${group} all)
      if(left EQUAL all AND count_of_${group} LESS 24)
        break()
      endif()
      math(EXPR group "${group} + 1")
    endwhile()
    if(group EQUAL groups)
      math(EXPR groups "${groups} + 1")
      set(names_of_${group})
      set(count_of_${group} 0)
    endif()
    list(APPEND names_of_${group} ${names})
    math(EXPR count_of_${group} "${count_of_${group}} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    # A name that an edit brings in may be another one's.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  endforeach()
  # A variable would be said to shadow what another source has.
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP
    UNITY_BUILD_CODE_BEFORE_INCLUDE "#pragma GCC diagnostic ignored \"-Wshadow\"")
endfunction()

# arbiter_library(NAME … SOURCES … HEADERS … [USES arbiter libraries…] [PRIVATE other libraries…]
#   [PRECOMPILED headers…] [COLD])
# COLD: programs wait for people, files or other programs in it; optimising it more gains nothing.
# A library of the runner; its headers are included as "folder/header.hpp". NAME_plain is the same
# library without sanitizers, for arbiter-box; it is built when something links it.
function(arbiter_library)
  cmake_parse_arguments(arg "COLD" "NAME" "SOURCES;HEADERS;USES;PRIVATE;PRECOMPILED" ${ARGN})
  add_library(${arg_NAME} STATIC)
  target_sources(${arg_NAME}
    PRIVATE ${arg_SOURCES}
    PUBLIC FILE_SET HEADERS BASE_DIRS ${CMAKE_SOURCE_DIR}/runner FILES ${arg_HEADERS})
  target_link_libraries(${arg_NAME}
    PUBLIC ${arg_USES}
    PRIVATE arbiter_settings arbiter_warnings ${arg_PRIVATE})
  if(arg_COLD)
    target_compile_options(${arg_NAME} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  if(ARBITER_FUZZ AND arg_NAME IN_LIST ARBITER_FUZZED)
    target_compile_options(${arg_NAME} PRIVATE ${ARBITER_FUZZ_OPTIONS})
  endif()
  _arbiter_precompile(${arg_NAME} ${arg_PRECOMPILED})
  _arbiter_unite(${arg_NAME} ${arg_SOURCES})
  if(NOT ARBITER_SANITIZE AND NOT ARBITER_COVERAGE)
    add_library(${arg_NAME}_plain ALIAS ${arg_NAME})
    return()
  endif()
  add_library(${arg_NAME}_plain STATIC EXCLUDE_FROM_ALL ${arg_SOURCES})
  target_include_directories(${arg_NAME}_plain PUBLIC ${CMAKE_SOURCE_DIR}/runner)
  list(TRANSFORM arg_USES APPEND _plain)
  target_link_libraries(${arg_NAME}_plain
    PUBLIC ${arg_USES}
    PRIVATE arbiter_plain_settings arbiter_warnings ${arg_PRIVATE})
endfunction()

# A test runs for moments; to optimise it takes longer than to compile it. In the code of a test
# undefined behaviour ends it without a message, which compiles a fifth faster.
set(ARBITER_TEST_OPTIONS -O0)
if("undefined" IN_LIST ARBITER_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  list(APPEND ARBITER_TEST_OPTIONS -fsanitize-trap=undefined)
endif()
if(ARBITER_PCH AND ARBITER_TESTS)
  add_library(arbiter_test_pch OBJECT ${CMAKE_BINARY_DIR}/generated/empty.cpp)
  target_link_libraries(arbiter_test_pch PRIVATE arbiter_settings arbiter_warnings
    GTest::gtest_main GTest::gmock)
  target_compile_options(arbiter_test_pch PRIVATE ${ARBITER_TEST_OPTIONS})
  target_precompile_headers(arbiter_test_pch PRIVATE ${ARBITER_COMMON_HEADERS} <gmock/gmock.h>
    <gtest/gtest.h>)
endif()

# The test programs that need nothing but themselves, as far as ARBITER_UNIT_TESTS names them.
add_custom_target(arbiter_unit_tests)

# arbiter_add_test(NAME … SOURCES … LIBS … [LABELS …] [TIMEOUT seconds] [ENVIRONMENT NAME=value]
#   [EACH_CASE])
# A GoogleTest program, label "unit" unless told otherwise. The program is one test of CTest and writes
# what came of its cases to cases/NAME.xml in the build folder; with EACH_CASE every case is a test.
function(arbiter_add_test)
  if(NOT ARBITER_TESTS)
    return()
  endif()
  cmake_parse_arguments(arg "EACH_CASE" "NAME;TIMEOUT;ENVIRONMENT" "SOURCES;LIBS;LABELS" ${ARGN})
  if(NOT arg_LABELS)
    set(arg_LABELS unit)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600)
  endif()
  add_executable(${arg_NAME} ${arg_SOURCES})
  set(is_listed ON)
  if(unit IN_LIST arg_LABELS)
    list(GET arg_LIBS 0 subject)
    set(part others)
    if(subject IN_LIST ARBITER_HARDENED)
      set(part hardened)
    endif()
    if(ARBITER_UNIT_TESTS STREQUAL all OR ARBITER_UNIT_TESTS STREQUAL part)
      add_dependencies(arbiter_unit_tests ${arg_NAME})
    else()
      set_target_properties(${arg_NAME} PROPERTIES EXCLUDE_FROM_ALL ON)
      set(is_listed OFF)
    endif()
  endif()
  target_compile_options(${arg_NAME} PRIVATE ${ARBITER_TEST_OPTIONS})
  target_compile_definitions(${arg_NAME} PRIVATE ARBITER_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  _arbiter_unite(${arg_NAME} ${arg_SOURCES})
  target_link_libraries(${arg_NAME} PRIVATE ${arg_LIBS} arbiter_settings arbiter_warnings
    GTest::gtest_main GTest::gmock)
  if(ARBITER_PCH)
    target_precompile_headers(${arg_NAME} REUSE_FROM arbiter_test_pch)
  endif()
  if(NOT is_listed)
    return()
  endif()
  if(arg_EACH_CASE)
    # The index of a parameter in place of its bytes, which may be an address.
    gtest_discover_tests(${arg_NAME} DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES
      PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT} ENVIRONMENT "${arg_ENVIRONMENT}")
    return()
  endif()
  add_test(NAME ${arg_NAME} COMMAND ${arg_NAME})
  # Begun before the scripts: the longest is one of these.
  set_tests_properties(${arg_NAME} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT} COST 150
    ENVIRONMENT "${arg_ENVIRONMENT};GTEST_OUTPUT=xml:${CMAKE_BINARY_DIR}/cases/${arg_NAME}.xml")
endfunction()

# arbiter_layer(NAME … [USES …] [PRIVATE …] [PRECOMPILED …] [COLD] [BOX_TESTS library]
#   [SUPPORT sources of tests that are no tests])
# The library of the current folder and its rooms, and its tests: NAME_test of all *_test.cpp but
# those of *_box_test.cpp, which are NAME_box_test with the library that makes boxes for them.
function(arbiter_layer)
  cmake_parse_arguments(arg "COLD" "NAME;BOX_TESTS" "USES;PRIVATE;PRECOMPILED;SUPPORT;TEST_LIBS" ${ARGN})
  set(here ${CMAKE_CURRENT_SOURCE_DIR})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${here}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${here}/*.hpp)
  list(TRANSFORM arg_SUPPORT PREPEND ${here}/)
  list(REMOVE_ITEM sources ${arg_SUPPORT})
  list(FILTER sources EXCLUDE REGEX "/testdata/")
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test[.]cpp$")
  list(REMOVE_ITEM sources ${tests})
  set(box_tests ${tests})
  list(FILTER box_tests INCLUDE REGEX "_box_test[.]cpp$")
  list(REMOVE_ITEM tests ${box_tests})
  set(cold)
  if(arg_COLD)
    set(cold COLD)
  endif()
  arbiter_library(NAME ${arg_NAME} ${cold} SOURCES ${sources} HEADERS ${headers}
    USES ${arg_USES} PRIVATE ${arg_PRIVATE} PRECOMPILED ${arg_PRECOMPILED})
  if(tests)
    arbiter_add_test(NAME ${arg_NAME}_test SOURCES ${tests} LIBS ${arg_NAME} ${arg_TEST_LIBS})
  endif()
  if(ARBITER_TESTS AND arg_BOX_TESTS AND box_tests AND NOT ARBITER_SANITIZE)
    arbiter_add_test(NAME ${arg_NAME}_box_test SOURCES ${box_tests} LIBS ${arg_BOX_TESTS}
      LABELS sandbox)
    target_compile_definitions(${arg_NAME}_box_test PRIVATE
      ARBITER_BOX_PATH="${CMAKE_BINARY_DIR}/libexec/arbiter/arbiter-box"
      ARBITER_BOX_WITH_FAULTS="${CMAKE_BINARY_DIR}/bin/arbiter-box-with-faults")
    add_dependencies(${arg_NAME}_box_test arbiter-box arbiter-box-with-faults)
  endif()
endfunction()
