#ifndef ARBITER_BATCH_PROTOCOL_H
#define ARBITER_BATCH_PROTOCOL_H
#include <stdint.h>

/* What the runner and a server (batch_server.c) send each other. After the head of a request follow
   the sizes of its files, then its arguments, the names of its files and of those to collect, each
   with a NUL, then the bytes of the input and of the files. After that of a reply the sizes of the
   collected files, -1 for none, then output, the end of what went to standard error, and the
   files. */
#define ARBITER_BATCH_SERVES "ARBITER_BATCH_SERVES" /* in the environment of a server */
#define ARBITER_BATCH_MAGIC 0x41524231u
#define ARBITER_BATCH_COLLECTED 16 /* files of one call, at most */

struct BatchRequestHead {
  uint32_t magic, arguments, files, collected;
  uint64_t names_size, input_size;
  int64_t cpu_ns, wall_ns;
  uint64_t output_limit, error_kept;
};
enum BatchEnding {
  BATCH_ENDED_BY_ITSELF,
  BATCH_BY_SIGNAL,
  BATCH_OVER_CPU_LIMIT,
  BATCH_OVER_WALL_LIMIT,
  BATCH_OVER_OUTPUT_LIMIT
};
struct BatchReplyHead {
  uint32_t magic, ending;
  int32_t status;
  uint32_t collected;
  int64_t cpu_ns, wall_ns, memory;
  uint64_t output_size, error_size;
};

#endif
