# The Debian package arbiter_VERSION_ARCHITECTURE.deb and what only packages hold; `runner/cmake/package.sh`
# builds it, and the archive for other systems.
set(manual ${CMAKE_BINARY_DIR}/manual)
add_custom_command(
  OUTPUT ${manual}/written
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${manual}
  COMMAND arbiter --manual ${manual}
  COMMAND sh -c "gzip -9n ${manual}/man/man1/*"
  COMMAND ${CMAKE_COMMAND} -E touch ${manual}/written
  DEPENDS arbiter
  COMMENT "Writing manual pages and completions"
  VERBATIM)
add_custom_target(arbiter_manual ALL DEPENDS ${manual}/written)
foreach(part IN ITEMS man bash-completion zsh fish)
  install(DIRECTORY ${manual}/${part} DESTINATION share)
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME arbiter)
set(CPACK_PACKAGE_VENDOR "The Arbiter authors")
set(CPACK_PACKAGE_CONTACT "The Arbiter authors <maintainers@users.noreply.arbiter.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "judge of programs, isolated, on tests")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Arbiter compiles programs and runs them in isolated boxes, under limits, on
the tests of a problem, and says what each is worth and why. It verifies
problems, finds the smallest input on which a program fails, and grades
what a class handed in, on one machine or on a cluster. It needs no
network, no container, and not to be root.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, python3")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "default-jdk-headless, slurm-client, chromium")
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/runner/cmake/ArbiterDebianFiles.cmake)
include(CPack)
