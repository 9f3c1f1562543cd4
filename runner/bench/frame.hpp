#pragma once

#include <unistd.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

/// What the benchmarks have in common.
namespace arbiter::bench {

/// Says why on standard error, after the name of the program, and ends it.
[[noreturn]] void give_up(const std::string& why);

/// The value of a Result; without one the program ends.
template <class Got>
auto must(Got got) {
  if (!got) give_up(got.error().text());
  return std::move(got).value();
}

/// The argument number `at`, a count of at least 1, or `usual` where there is none. Anything else
/// ends the program.
int count_argument(int argc, char** argv, int at, int usual);

/// Of these values the one in the middle, of an even number the greater one.
double median(std::vector<double> values);

/// How many seconds `work` takes.
double seconds_of(const std::function<void()>& work);

/// Keeps this process on `count` cores from `first` on, or ends the program.
void pin(int first, int count = 1);

/// Starts a program with these standard files and returns its exit status, 128 if a signal ended
/// it.
int spawn(const std::vector<std::string>& words, int input, int output, int error,
          char** environment = environ);

/// Makes a file empty, for the next run to write.
void empty(int file);

}  // namespace arbiter::bench
