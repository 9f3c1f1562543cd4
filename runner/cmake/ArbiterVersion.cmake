# The library arbiter_version: what `arbiter --version` prints. It asks git at every build, and is
# compiled again only when the answer is another one. Only the executable links it.

set(_header ${CMAKE_BINARY_DIR}/generated/arbiter_version.h)
add_custom_target(arbiter_commit
  COMMAND ${CMAKE_COMMAND} -D SOURCE=${CMAKE_SOURCE_DIR} -D VERSION=${PROJECT_VERSION}
    -D OUTPUT=${_header} -P ${CMAKE_SOURCE_DIR}/runner/cmake/ArbiterCommit.cmake
  BYPRODUCTS ${_header}
  COMMENT "Asking git for the commit"
  VERBATIM)

add_library(arbiter_version STATIC ${CMAKE_SOURCE_DIR}/runner/cli/common/version.cpp)
target_include_directories(arbiter_version
  PUBLIC ${CMAKE_SOURCE_DIR}/runner
  PRIVATE ${CMAKE_BINARY_DIR}/generated)
target_link_libraries(arbiter_version PRIVATE arbiter_settings arbiter_warnings)
add_dependencies(arbiter_version arbiter_commit)
