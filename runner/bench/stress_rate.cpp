// Measures how many inputs a second `arbiter stress` tries, against a loop that only starts the
// generator, the reference and the submission one after the other, all of them static, with no
// limits and no checks. Both sides are pinned to core 0; `--jobs 2` then has cores 0 and 1. Rounds
// are interleaved; medians and their ratios are printed.
//
//   build/release/bin/stress_rate [INPUTS] [ROUNDS]

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "bench/frame.hpp"

namespace {

namespace fs = std::filesystem;
namespace bench = arbiter::bench;
using bench::give_up;
using bench::median;
using bench::spawn;
using Words = std::vector<std::string>;

/// A problem that ships, one of its generators, and what that is told.
struct Subject {
  std::string problem;
  std::string generator;
  Words arguments;
};

struct Setting {
  fs::path root;
  fs::path arbiter;
  fs::path work;
  int inputs = 0;
};

fs::path compiled(const Setting& setting, const fs::path& source) {
  fs::path program = setting.work / (source.parent_path().parent_path().filename().string() + "-" +
                                     source.stem().string());
  Words words = {"g++", "-std=gnu++20", "-O2", "-static", "-o", program.string()};
  for (const char* kit : {"checker", "generators", "reference"})
    words.push_back("-I" + (setting.root / kit / "include").string());
  words.push_back(source.string());
  if (spawn(words, STDIN_FILENO, STDERR_FILENO, STDERR_FILENO) != 0)
    give_up("cannot compile " + source.string());
  return program;
}

/// Inputs a second of the bare loop.
double bare_rate(const Setting& setting, const Subject& subject, const std::string& generator,
                 const std::string& reference) {
  const auto input = bench::must(arbiter::memory_file("input"));
  const auto answer = bench::must(arbiter::memory_file("answer"));
  const auto output = bench::must(arbiter::memory_file("output"));
  bench::pin(0);
  const double took = bench::seconds_of([&] {
    for (int i = 0; i < setting.inputs; ++i) {
      for (const int file : {input.get(), answer.get(), output.get()})
        bench::empty(file);
      Words words = {generator};
      words.insert(words.end(), subject.arguments.begin(), subject.arguments.end());
      words.push_back(std::to_string(i));
      if (spawn(words, STDIN_FILENO, input.get(), STDERR_FILENO) != 0)
        give_up("the generator fails");
      for (const int to : {answer.get(), output.get()}) {
        lseek(input.get(), 0, SEEK_SET);
        if (spawn({reference}, input.get(), to, STDERR_FILENO) != 0) give_up("the reference fails");
      }
    }
  });
  return setting.inputs / took;
}

/// The number that stands behind a key of a JSON document of ours.
double number_of(const std::string& document, const std::string& key) {
  const std::size_t at = document.find("\"" + key + "\": ");
  if (at == std::string::npos)
    give_up("arbiter stress says no " + key + ": " + document.substr(0, 400));
  return std::strtod(document.c_str() + at + key.size() + 4, nullptr);
}

/// The same of `arbiter stress`, by its own clock, which begins after everything is compiled.
double stress_rate(const Setting& setting, const Subject& subject, int jobs) {
  const fs::path folder = setting.root / "problems" / subject.problem;
  // generators.yaml of the other one gives its generators names.
  std::string command = subject.generator + (subject.problem == "twofive" ? ".cpp" : "");
  for (const std::string& argument : subject.arguments)
    command += ' ' + argument;
  const auto output = bench::must(arbiter::memory_file("document"));
  bench::pin(0, jobs);
  const int status = spawn({setting.arbiter.string(), "stress", folder.string(),
                            (folder / "submissions/accepted/reference.cpp").string(), "--generator",
                            command, "--iterations", std::to_string(setting.inputs), "--enumerate",
                            "0", "--seed", "1", "--jobs", std::to_string(jobs), "--format", "json"},
                           STDIN_FILENO, output.get(), STDERR_FILENO);
  lseek(output.get(), 0, SEEK_SET);
  const auto text = arbiter::read_descriptor(output.get());
  if (status != 0 || !text) give_up(fmt::format("arbiter stress ends with {}", status));
  return number_of(*text, "iterations_per_s");
}

void measure(const Setting& setting, const Subject& subject, int rounds) {
  const fs::path folder = setting.root / "problems" / subject.problem;
  const std::string generator =
      compiled(setting, folder / "generators" / (subject.generator + ".cpp"));
  const std::string reference = compiled(setting, folder / "submissions/accepted/reference.cpp");
  std::vector<double> bare;
  std::vector<double> one;
  std::vector<double> two;
  for (int round = 0; round < rounds; ++round) {
    bare.push_back(bare_rate(setting, subject, generator, reference));
    one.push_back(stress_rate(setting, subject, 1));
    two.push_back(stress_rate(setting, subject, 2));
  }
  fmt::print("{:<12} bare loop {:6.0f} inputs/s\n", subject.problem, median(bare));
  fmt::print("{:<12} --jobs 1  {:6.0f} inputs/s  {:.2f} times the bare loop\n", "", median(one),
             median(one) / median(bare));
  fmt::print("{:<12} --jobs 2  {:6.0f} inputs/s  {:.2f} times --jobs 1\n", "", median(two),
             median(two) / median(one));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 3) give_up("usage: stress_rate [INPUTS] [ROUNDS]");
  const auto folder = bench::must(arbiter::TempDir::make("arbiter-bench"));
  Setting setting;
  setting.root = ARBITER_SOURCE_DIR;
  setting.arbiter = fs::canonical("/proc/self/exe").parent_path() / "arbiter";
  setting.work = folder.path();
  setting.inputs = bench::count_argument(argc, argv, 1, 2000);
  const int rounds = bench::count_argument(argc, argv, 2, 5);
  measure(setting, {"wordduel", "tiny", {}}, rounds);
  measure(setting, {"twofive", "number", {"W", "--most", "1000000"}}, rounds);
  return 0;
}
