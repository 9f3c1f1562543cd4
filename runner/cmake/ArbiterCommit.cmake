# cmake -D SOURCE=… -D VERSION=… -D OUTPUT=… -P ArbiterCommit.cmake
# Writes the header that holds the version with the commit that is checked out; leaves the file
# alone when it would be the same, so that nothing is compiled again for it.

cmake_minimum_required(VERSION 3.25)

set(commit unknown)
find_program(GIT git)
if(GIT)
  # A checkout may belong to another user, as under sudo; git refuses to look at it without this.
  # Optional locks: it may be read-only, and looking must not get in the way of the user's own git.
  set(git ${CMAKE_COMMAND} -E env GIT_OPTIONAL_LOCKS=0 ${GIT} -c safe.directory=* -C ${SOURCE})
  execute_process(COMMAND ${git} rev-parse --show-toplevel
    OUTPUT_VARIABLE top ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND ${git} rev-parse --short=7 HEAD
    OUTPUT_VARIABLE short ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(top AND short)
    file(REAL_PATH "${SOURCE}" source)
    file(REAL_PATH "${top}" top)
    # An unpacked archive may lie inside a checkout of something else.
    if(top STREQUAL source)
      set(commit ${short})
      execute_process(COMMAND ${git} status --porcelain --untracked-files=no
        OUTPUT_VARIABLE changes ERROR_QUIET)
      if(changes)
        string(APPEND commit -dirty)
      endif()
    endif()
  endif()
endif()

file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define ARBITER_VERSION \"@VERSION@+@commit@\"\n" @ONLY)
