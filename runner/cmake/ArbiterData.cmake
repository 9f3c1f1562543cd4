# The data that the program finds relative to itself: share/arbiter beside its bin folder. In a build
# tree these are links into the source tree, below an install prefix copies.

# folder in the source tree | folder below share/arbiter
set(ARBITER_DATA
  "checker/include|checker/include"
  "generators/include|generators/include"
  "reference/include|reference/include"
  "runner/config|config"
  "runner/report/schema|schema"
  "problems|problems")

function(arbiter_link_data)
  set(share ${CMAKE_BINARY_DIR}/share/arbiter)
  cmake_path(IS_PREFIX CMAKE_SOURCE_DIR ${CMAKE_BINARY_DIR} NORMALIZE is_inside)
  foreach(row IN LISTS ARBITER_DATA)
    string(REPLACE "|" ";" row "${row}")
    list(GET row 0 from)
    list(GET row 1 to)
    cmake_path(GET to PARENT_PATH parent)
    file(MAKE_DIRECTORY ${share}/${parent})
    set(target ${CMAKE_SOURCE_DIR}/${from})
    if(is_inside)
      # A checkout that is moved as a whole goes on working.
      file(RELATIVE_PATH target ${share}/${parent} ${target})
    endif()
    file(CREATE_LINK ${target} ${share}/${to} SYMBOLIC)
  endforeach()
endfunction()

# The target arbiter_made_tests: share/arbiter/tests, the test cases that the problems' generators make,
# and share/arbiter/programs, their compiled programs, so that the first judgement need not compile and
# run these. It takes a minute or two, so only ./arbiter and the slow check build it; what is there is
# installed.
function(arbiter_make_tests)
  if(NOT TARGET arbiter-box OR CMAKE_BUILD_TYPE STREQUAL "Debug")
    return()
  endif()
  set(script ${CMAKE_SOURCE_DIR}/runner/cmake/made_tests.sh)
  set(stamp ${CMAKE_BINARY_DIR}/generated/made-tests)
  set(sources)
  foreach(folder IN ITEMS problems checker/include generators/include reference/include runner/config)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*)
    list(APPEND sources ${found})
  endforeach()
  list(FILTER sources EXCLUDE REGEX "/__pycache__/")
  # The keys of what is made follow from these; with another program most stay what they are.
  file(GLOB keys CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runner/judge/generate/*.cpp
    ${CMAKE_SOURCE_DIR}/runner/judge/program/*.cpp
    ${CMAKE_SOURCE_DIR}/runner/judge/compile/*.cpp ${CMAKE_SOURCE_DIR}/runner/package/generators/*.cpp
    ${CMAKE_SOURCE_DIR}/runner/store/entry_store.cpp ${CMAKE_SOURCE_DIR}/runner/store/hash.cpp)
  add_custom_command(
    OUTPUT ${stamp}
    COMMAND sh ${script} $<TARGET_FILE:arbiter> ${CMAKE_SOURCE_DIR}/problems
      ${CMAKE_BINARY_DIR}/share/arbiter ${stamp}
    DEPENDS ${script} ${sources} ${keys}
    COMMENT "Making the test cases of the problems"
    VERBATIM)
  add_custom_target(arbiter_made_tests DEPENDS ${stamp})
  add_dependencies(arbiter_made_tests arbiter arbiter-box)
  foreach(part IN ITEMS tests programs)
    install(DIRECTORY ${CMAKE_BINARY_DIR}/share/arbiter/${part} DESTINATION share/arbiter OPTIONAL
      USE_SOURCE_PERMISSIONS)
  endforeach()
endfunction()

# The folders' names are fixed, whatever GNUInstallDirs says: the program looks for "../share/arbiter"
# and "../libexec/arbiter".
function(arbiter_install)
  foreach(row IN LISTS ARBITER_DATA)
    string(REPLACE "|" ";" row "${row}")
    list(GET row 0 from)
    list(GET row 1 to)
    install(DIRECTORY ${from}/ DESTINATION share/arbiter/${to} USE_SOURCE_PERMISSIONS OPTIONAL
      PATTERN __pycache__ EXCLUDE)
  endforeach()
  install(FILES LICENSE README.md NEWS.md DESTINATION share/doc/arbiter OPTIONAL)
  install(DIRECTORY runner/docs/ DESTINATION share/doc/arbiter OPTIONAL)
  if(TARGET arbiter)
    install(TARGETS arbiter RUNTIME DESTINATION bin)
  endif()
  if(TARGET arbiter-box)
    set_target_properties(arbiter-box PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/libexec/arbiter)
    install(TARGETS arbiter-box RUNTIME DESTINATION libexec/arbiter)
  endif()
endfunction()
