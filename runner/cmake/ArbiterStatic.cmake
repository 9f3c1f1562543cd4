# Libraries for programs that are linked statically: machines without Debian 12 have other versions of
# them, and of the C library. CMake's own descriptions of these packages name shared ones.
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
set(OPENSSL_USE_STATIC_LIBS ON)
set(ZLIB_USE_STATIC_LIBS ON)

foreach(name IN ITEMS yaml-cpp pugixml)
  find_library(ARBITER_STATIC_${name} ${name} REQUIRED)
  add_library(${name}::${name} STATIC IMPORTED GLOBAL)
  set_target_properties(${name}::${name} PROPERTIES IMPORTED_LOCATION ${ARBITER_STATIC_${name}})
endforeach()

# Debian has it as a shared library only; runner/cmake/tarball.sh gets Debian's source.
set(ARBITER_MD4C_SOURCE "" CACHE PATH "The folder of md4c.c")
if(NOT EXISTS ${ARBITER_MD4C_SOURCE}/md4c.c)
  message(FATAL_ERROR "ARBITER_MD4C_SOURCE must be the folder of md4c.c")
endif()
enable_language(C)
add_library(arbiter_md4c STATIC ${ARBITER_MD4C_SOURCE}/md4c.c)
target_include_directories(arbiter_md4c SYSTEM PUBLIC ${ARBITER_MD4C_SOURCE})
add_library(md4c::md4c ALIAS arbiter_md4c)
