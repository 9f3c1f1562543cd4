# Packages of Debian 12 or newer; nothing is downloaded.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
if(ARBITER_STATIC)
  include(ArbiterStatic)
else()
  find_package(yaml-cpp REQUIRED)
  find_package(md4c REQUIRED)
  find_package(pugixml REQUIRED)
endif()
find_package(LibArchive REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(ZLIB REQUIRED)
if(ARBITER_STATIC)
  # What CMake does not know of an archive.
  target_link_libraries(LibArchive::LibArchive INTERFACE nettle acl lzma zstd lz4 bz2 z)
endif()
if(ARBITER_TESTS)
  find_package(GTest REQUIRED)
endif()

# Debian ships no static library of fmt, and arbiter-box is linked statically.
add_library(arbiter_fmt STATIC ${CMAKE_SOURCE_DIR}/runner/cmake/fmt.cpp)
target_include_directories(arbiter_fmt SYSTEM
  PUBLIC $<TARGET_PROPERTY:fmt::fmt-header-only,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_features(arbiter_fmt PUBLIC cxx_std_20)

# yaml-cpp before 0.8 exports its target without a namespace.
if(TARGET yaml-cpp AND NOT TARGET yaml-cpp::yaml-cpp)
  add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()

find_path(UTF8PROC_INCLUDE_DIR utf8proc.h REQUIRED)
find_library(UTF8PROC_LIBRARY utf8proc REQUIRED)
add_library(arbiter_utf8proc UNKNOWN IMPORTED)
set_target_properties(arbiter_utf8proc PROPERTIES
  IMPORTED_LOCATION ${UTF8PROC_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES ${UTF8PROC_INCLUDE_DIR})
