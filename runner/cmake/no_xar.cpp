// For programs that are linked statically. Arbiter writes no xar archives, but libarchive's own
// function for them, which its table of formats names, would want libxml2 and 30 MB of tables of
// ICU.
#include <archive.h>

extern "C" int archive_write_set_format_xar(archive* /*writer*/) {
  return ARCHIVE_FATAL;
}
