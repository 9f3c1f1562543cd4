#!/bin/sh
# usage: fuzz.sh FOLDER NAME RUNS: runs the fuzzer NAME of the build folder FOLDER on that many
# inputs, always the same ones, beginning with the seeds. An input on which it breaks stays in
# FOLDER/fuzz/, from where FOLDER/bin/NAME INPUT repeats it.
# usage: fuzz.sh can: whether this machine can build fuzzers; says why it cannot.
set -u

if [ "$1" = can ]; then
  if ! command -v clang++ >/dev/null; then
    echo "skip: clang++ is not installed"
    exit 77
  fi
  program='extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }'
  if ! echo "$program" | clang++ -fsanitize=fuzzer,address,undefined -x c++ - -o /dev/null; then
    echo "skip: clang++ cannot build fuzzers; Debian's package libclang-rt-dev has what it needs"
    exit 77
  fi
  exit 0
fi

folder=$1
name=$2
work=$folder/fuzz/$name
rm -rf "$work"
mkdir -p "$work/found" && "$folder/bin/fuzz_seeds" "$work/seeds" || exit 1
# Half a minute for one input is a hang: none waits for anything.
exec "$folder/bin/$name" -seed=1 -runs="$3" -max_len=4096 -timeout=30 -rss_limit_mb=1024 \
  -print_final_stats=1 -artifact_prefix="$work/" "$work/found" "$work/seeds/$name"
