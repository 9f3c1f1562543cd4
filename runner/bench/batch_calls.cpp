// batch_calls [BLOCKS]: what a call of a program costs through a server of it, beside a bare
// posix_spawn and wait4 of the same static program with its input and output in files of memory.
// Everything is pinned to one core. The ways take turns, a block of calls each.
#include <fmt/format.h>
#include <sched.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "judge/batch/batch_program.hpp"
#include "package/package.hpp"
#include "store/host_paths.hpp"

namespace arbiter {
namespace {

using Clock = std::chrono::steady_clock;

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

int die(const std::string& why) {
  fmt::print(stderr, "batch_calls: {}\n", why);
  return 1;
}

bool pin() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(k_core, &cores);
  return ::sched_setaffinity(0, sizeof cores, &cores) == 0;
}

/// One call of the program as anybody would write it.
std::string spawn(const std::string& program, const UniqueFd& input, const UniqueFd& output) {
  if (::ftruncate(output.get(), 0) != 0) return {};
  for (const UniqueFd* file : {&input, &output})
    ::lseek(file->get(), 0, SEEK_SET);
  std::array<char*, 2> words{const_cast<char*>(program.c_str()), nullptr};
  std::array<char*, 1> environment{nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.get(), 0);
  posix_spawn_file_actions_adddup2(&actions, output.get(), 1);
  pid_t pid = -1;
  const int code =
      ::posix_spawn(&pid, words[0], &actions, nullptr, words.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  int status = -1;
  if (code != 0 || ::waitpid(pid, &status, 0) != pid || status != 0) return {};
  std::string text(64, '\0');
  const ssize_t got = ::pread(output.get(), text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return text;
}

/// Calls a second of a block.
double rate(const std::function<std::string()>& call) {
  const auto start = Clock::now();
  for (int i = 0; i < k_block; ++i) {
    if (call() != k_output) return 0;
  }
  return k_block / std::chrono::duration<double>(Clock::now() - start).count();
}

Result<judge::Executable> compile(judge::Compiler& compiler, const judge::Submission& submission,
                                  bool as_server) {
  judge::CompileRequest request;
  request.submission = &submission;
  request.as_server = as_server;
  ARBITER_TRY(compiled, compiler.compile(request));
  if (!compiled.judgement.ok) return judge_error(compiled.judgement.log);
  return std::move(compiled.executable);
}

struct Workplace {
  judge::Compiler& compiler;
  const model::Languages& languages;
  box::BoxFactory& boxes;
  const TempDir& folder;
};

Result<void> measure(const Workplace& place, const Text& text, int blocks) {
  const auto path = place.folder.path() / text.file;
  ARBITER_CHECK(write_file(path, text.source));
  ARBITER_TRY(submission, judge::load_submission(path, place.languages, ""));
  ARBITER_TRY(plain, compile(place.compiler, submission, false));
  ARBITER_TRY(server, compile(place.compiler, submission, true));
  ARBITER_TRY(input, sealed_memory_file("input", k_input));
  ARBITER_TRY(output, memory_file("output"));
  judge::BatchProgram program(place.boxes, plain, &server, k_core);
  judge::ProgramCall call;
  call.input = k_input;
  call.limits = {std::chrono::seconds(2), std::chrono::seconds(5), mib(256), mib(8)};
  std::array<std::vector<double>, 2> rates;
  for (int block = -k_warm_up; block < blocks; ++block) {
    const double bare = rate([&] { return spawn(plain.files[0].path.string(), input, output); });
    const double batch = rate([&] {
      auto answer = program.call(call);
      return answer ? std::move(answer->output) : answer.error().text();
    });
    if (bare == 0 || batch == 0) return judge_error("a call went wrong");
    if (block < 0) continue;
    rates[0].push_back(bare);
    rates[1].push_back(batch);
  }
  for (auto& all : rates)
    std::sort(all.begin(), all.end());
  const double bare = rates[0][rates[0].size() / 2];
  const double batch = rates[1][rates[1].size() / 2];
  fmt::print("{:<16} {:>12.0f} {:>10.1f} {:>12.0f} {:>10.1f} {:>8.2f} {:>6}\n", text.name, bare,
             1e6 / bare, batch, 1e6 / batch, batch / bare, program.plain_calls());
  fmt::print("{:<16} {:>12.0f} {:>10.1f} {:>12.0f} {:>10.1f} {:>8.2f}\n", "  best block",
             rates[0].back(), 1e6 / rates[0].back(), rates[1].back(), 1e6 / rates[1].back(),
             rates[1].back() / rates[0].back());
  return {};
}

int run(int blocks) {
  const auto folder = TempDir::make("batch-calls");
  if (!folder) return die(folder.error().text());
  auto environment = store::host_environment();
  if (!environment) return die(environment.error().text());
  environment->xdg_cache_home = (folder->path() / "cache").string();
  environment->xdg_state_home = (folder->path() / "state").string();
  const auto paths = store::find_host_paths(*environment);
  if (!paths) return die(paths.error().text());
  const auto loaded = package::load_languages(paths->share / "config/languages.yaml");
  const box::Probe probe = box::probe(paths->arbiter_box);
  const auto boxes = box::make_factory(probe.mode, paths->arbiter_box, 0);
  if (!boxes) return die(boxes.error().text());
  judge::Compiler compiler(**boxes, *paths, loaded.languages);
  if (!pin()) return die("cannot stay on one core");
  fmt::print("{}, blocks of {} calls in turn, medians of {}\n", box::mode_name(probe.mode), k_block,
             blocks);
  fmt::print("{:<16} {:>12} {:>10} {:>12} {:>10} {:>8} {:>6}\n", "", "spawn 1/s", "µs", "batch 1/s",
             "µs", "ratio", "plain");
  for (const Text& text : k_texts) {
    const auto measured = measure({compiler, loaded.languages, **boxes, *folder}, text, blocks);
    if (!measured) return die(measured.error().text());
  }
  return 0;
}

}  // namespace
}  // namespace arbiter

int main(int argc, char** argv) {
  return arbiter::run(argc > 1 ? std::max(std::atoi(argv[1]), 1) : 20);
}
