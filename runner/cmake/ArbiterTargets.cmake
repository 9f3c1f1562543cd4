# Settings that all of our own code is built with, and the functions that define its targets.

# What arbiter-box is built with: it is linked statically and runs programs under limits, neither of
# which works with a sanitizer.
add_library(arbiter_plain_settings INTERFACE)
target_compile_features(arbiter_plain_settings INTERFACE cxx_std_20)
target_compile_options(arbiter_plain_settings INTERFACE
  # No folder of the machine that built it may show in a binary.
  -ffile-prefix-map=${CMAKE_SOURCE_DIR}=. -ffile-prefix-map=${CMAKE_BINARY_DIR}=build
  -fstack-protector-strong)

add_library(arbiter_settings INTERFACE)
target_link_libraries(arbiter_settings INTERFACE arbiter_plain_settings)
if(ARBITER_SANITIZE)
  string(REPLACE ";" "," _sanitizers "${ARBITER_SANITIZE}")
  target_compile_options(arbiter_settings INTERFACE
    -fsanitize=${_sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(arbiter_settings INTERFACE -fsanitize=${_sanitizers})
endif()
if(ARBITER_FUZZ)
  target_compile_options(arbiter_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()
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

# arbiter_library(NAME … SOURCES … HEADERS … [USES arbiter libraries…] [PRIVATE other libraries…]
#   [PRECOMPILED headers…])
# A library of the runner; its headers are included as "folder/header.hpp". NAME_plain is the same
# library without sanitizers, for arbiter-box; it is built when something links it.
function(arbiter_library)
  cmake_parse_arguments(arg "" "NAME" "SOURCES;HEADERS;USES;PRIVATE;PRECOMPILED" ${ARGN})
  add_library(${arg_NAME} STATIC)
  target_sources(${arg_NAME}
    PRIVATE ${arg_SOURCES}
    PUBLIC FILE_SET HEADERS BASE_DIRS ${CMAKE_SOURCE_DIR}/runner FILES ${arg_HEADERS})
  target_link_libraries(${arg_NAME}
    PUBLIC ${arg_USES}
    PRIVATE arbiter_settings arbiter_warnings ${arg_PRIVATE})
  _arbiter_precompile(${arg_NAME} ${arg_PRECOMPILED})
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

if(ARBITER_PCH AND ARBITER_TESTS)
  add_library(arbiter_test_pch OBJECT ${CMAKE_BINARY_DIR}/generated/empty.cpp)
  target_link_libraries(arbiter_test_pch PRIVATE arbiter_settings arbiter_warnings
    GTest::gtest_main GTest::gmock)
  target_compile_options(arbiter_test_pch PRIVATE -O0)
  target_precompile_headers(arbiter_test_pch PRIVATE ${ARBITER_COMMON_HEADERS} <gmock/gmock.h>
    <gtest/gtest.h>)
endif()

# All test programs that need nothing but themselves; what ./check builds with sanitizers.
add_custom_target(arbiter_unit_tests)

# arbiter_add_test(NAME … SOURCES … LIBS … [LABELS …] [TIMEOUT seconds]
#   [ENVIRONMENT NAME=value])
# A GoogleTest program; every case of it is a test of CTest. Label "unit" unless told otherwise.
function(arbiter_add_test)
  if(NOT ARBITER_TESTS)
    return()
  endif()
  cmake_parse_arguments(arg "" "NAME;TIMEOUT;ENVIRONMENT" "SOURCES;LIBS;LABELS" ${ARGN})
  if(NOT arg_LABELS)
    set(arg_LABELS unit)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  add_executable(${arg_NAME} ${arg_SOURCES})
  if(unit IN_LIST arg_LABELS)
    add_dependencies(arbiter_unit_tests ${arg_NAME})
    if(NOT ARBITER_UNIT_TESTS)
      set_target_properties(${arg_NAME} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
  endif()
  # A test runs for moments; to optimise it takes longer than to compile it.
  target_compile_options(${arg_NAME} PRIVATE -O0)
  target_link_libraries(${arg_NAME} PRIVATE ${arg_LIBS} arbiter_settings arbiter_warnings
    GTest::gtest_main GTest::gmock)
  if(ARBITER_PCH)
    target_precompile_headers(${arg_NAME} REUSE_FROM arbiter_test_pch)
  endif()
  if(unit IN_LIST arg_LABELS AND NOT ARBITER_UNIT_TESTS)
    return()
  endif()
  gtest_discover_tests(${arg_NAME} DISCOVERY_MODE PRE_TEST
    PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT} ENVIRONMENT "${arg_ENVIRONMENT}")
endfunction()
