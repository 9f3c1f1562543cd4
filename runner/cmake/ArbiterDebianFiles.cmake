# What Debian wants in a package besides: who may do what with it, its history, and why lintian is wrong.
# CPack calls this before it packs.
set(prefix ${CPACK_TEMPORARY_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX})
set(doc ${prefix}/share/doc/arbiter)
get_filename_component(source ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)

function(indented file result)
  file(READ ${file} text)
  string(STRIP "${text}" text)
  string(REGEX REPLACE "\n[ \t]*\n" "\n.\n" text "${text}")
  string(REGEX REPLACE "\n[ \t]*\n" "\n.\n" text "${text}")
  string(REPLACE "\n" "\n " text " ${text}")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

indented(${source}/LICENSE own)
indented(${source}/runner/page/built/LICENSES.txt of_page)
file(WRITE ${doc}/copyright
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Arbiter

Files: *
Copyright: 2026 The Arbiter authors
License: Expat
${own}

Files: runner/page/built/page.html
Copyright: 2026 The Arbiter authors and those named below
License: Expat-and-others
${of_page}
")
execute_process(COMMAND git -C ${source} log -1 --format=%aD OUTPUT_VARIABLE date
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT date)
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
endif()
file(WRITE ${doc}/changelog
"arbiter (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * NEWS.md.gz tells what is new.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
file(REMOVE ${doc}/LICENSE)
# Programs of the problems, compiled: nothing for share/, and soon made anew.
file(REMOVE_RECURSE ${prefix}/share/arbiter/programs)
execute_process(COMMAND gzip -9nf ${doc}/changelog ${doc}/NEWS.md COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${prefix}/share/lintian/overrides/arbiter
"# It must not depend on what the host's loader does, and starts faster.
arbiter: statically-linked-binary [usr/libexec/arbiter/arbiter-box]
")
