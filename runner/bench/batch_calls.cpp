// batch_calls [BLOCKS]: what a call of a program costs through a server of it, beside a bare
// posix_spawn and wait4 of the same static program with its input and output in files of memory.
// Everything is pinned to one core. The ways take turns, a block of calls each.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "bench/compiling.hpp"
#include "judge/batch/batch_program.hpp"

namespace arbiter {
namespace {

constexpr int k_core = 0;
constexpr int k_block = 50;
constexpr int k_warm_up = 2;
constexpr std::string_view k_input = "3 4\n";
constexpr std::string_view k_output = "7\n";

struct Text {
  const char* name;
  const char* file;
  const char* source;
};

constexpr std::array k_texts = {
    Text{"C, stdio", "sum.c",
         "#include <stdio.h>\nint main(void) { int a, b; if (scanf(\"%d %d\", &a, &b) == 2) "
         "printf(\"%d\\n\", a + b); return 0; }\n"},
    Text{"C++, iostream", "sum.cpp",
         "#include <bits/stdc++.h>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b "
         "<< '\\n'; }\n"}};

/// One call of the program as anybody would write it.
std::string spawn(const std::string& program, const UniqueFd& input, const UniqueFd& output) {
  std::array<char*, 1> no_environment{nullptr};
  bench::empty(output.get());
  ::lseek(input.get(), 0, SEEK_SET);
  const int status =
      bench::spawn({program}, input.get(), output.get(), STDERR_FILENO, no_environment.data());
  if (status != 0) return {};
  std::string text(64, '\0');
  const ssize_t got = ::pread(output.get(), text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return text;
}

/// Calls a second of a block.
double rate(const std::function<std::string()>& call) {
  bool is_right = true;
  const double took = bench::seconds_of([&] {
    for (int i = 0; i < k_block && is_right; ++i)
      is_right = call() == k_output;
  });
  if (!is_right) bench::give_up("a call went wrong");
  return k_block / took;
}

judge::Executable compile(judge::Compiler& compiler, const judge::Submission& submission,
                          bool as_server) {
  judge::CompileRequest request;
  request.submission = &submission;
  request.as_server = as_server;
  auto compiled = bench::must(compiler.compile(request));
  if (!compiled.judgement.ok) bench::give_up(compiled.judgement.log);
  return std::move(compiled.executable);
}

void measure(bench::Compiling& place, const Text& text, int blocks) {
  const auto path = place.folder() / text.file;
  bench::must(write_file(path, text.source));
  const auto submission = bench::must(judge::load_submission(path, place.languages(), ""));
  const auto plain = compile(place.compiler(), submission, false);
  const auto server = compile(place.compiler(), submission, true);
  const auto input = bench::must(sealed_memory_file("input", k_input));
  const auto output = bench::must(memory_file("output"));
  judge::BatchProgram program(place.boxes(), plain, &server, k_core);
  judge::ProgramCall call;
  call.input = k_input;
  call.limits = {std::chrono::seconds(2), std::chrono::seconds(5), mib(256), mib(8)};
  std::vector<double> bare;
  std::vector<double> batch;
  for (int block = -k_warm_up; block < blocks; ++block) {
    const double one = rate([&] { return spawn(plain.files[0].path.string(), input, output); });
    const double other = rate([&] { return bench::must(program.call(call)).output; });
    if (block < 0) continue;
    bare.push_back(one);
    batch.push_back(other);
  }
  const auto show = [](std::string_view name, double one, double other) {
    fmt::print("{:<16} {:>12.0f} {:>10.1f} {:>12.0f} {:>10.1f} {:>8.2f}", name, one, 1e6 / one,
               other, 1e6 / other, other / one);
  };
  show(text.name, bench::median(bare), bench::median(batch));
  fmt::print(" {:>6}\n", program.plain_calls());
  show("  best block", std::ranges::max(bare), std::ranges::max(batch));
  fmt::print("\n");
}

}  // namespace
}  // namespace arbiter

int main(int argc, char** argv) {
  using namespace arbiter;
  const int blocks = bench::count_argument(argc, argv, 1, 20);
  bench::Compiling place(0);
  bench::pin(k_core);
  fmt::print("{}, blocks of {} calls in turn, medians of {}\n",
             box::mode_name(place.boxes().mode()), k_block, blocks);
  fmt::print("{:<16} {:>12} {:>10} {:>12} {:>10} {:>8} {:>6}\n", "", "spawn 1/s", "µs", "batch 1/s",
             "µs", "ratio", "plain");
  for (const Text& text : k_texts)
    measure(place, text, blocks);
}
