#include "cluster/node_report.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "base/file.hpp"
#include "base/text.hpp"

namespace arbiter::cluster {

namespace fs = std::filesystem;
using Json = nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(NodeReport, host, version, cpu, can_isolate, mode, remedy,
                                   languages, loop, folder)

namespace {

// Beyond it a time limit means something else on the other machine.
constexpr double k_much = 1.15;

Nanoseconds cpu_time() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + Nanoseconds(now.tv_nsec);
}

}  // namespace

std::string node_document(const NodeReport& report) {
  return Json(report).dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<NodeReport> read_node_document(std::string_view text) {
  try {
    return Json::parse(text, nullptr, false).get<NodeReport>();
  } catch (const Json::exception&) {
    constexpr std::size_t k_beginning = 200;
    return judge_error(
        fmt::format("a node answered '{}'", printable(trimmed(text).substr(0, k_beginning))),
        "the same version of Arbiter is needed on all nodes");
  }
}

Nanoseconds loop_time() {
  constexpr int k_times = 3;
  constexpr std::uint32_t k_steps = 10'000'000;
  Nanoseconds least = Nanoseconds::max();
  for (int i = 0; i < k_times; ++i) {
    const Nanoseconds begin = cpu_time();
    // Each step needs the one before it. A result that can be looked at is really worked out.
    volatile std::uint64_t result = 0;
    std::uint64_t value = 88172645463325252U;
    for (std::uint32_t step = 0; step < k_steps; ++step) {
      value ^= value << 13U;
      value ^= value >> 7U;
      value ^= value << 17U;
    }
    result = value;
    static_cast<void>(result);
    least = std::min(least, cpu_time() - begin);
  }
  return least;
}

bool are_alike(double loop, double other) {
  return loop <= 0 || other <= 0 || std::max(loop, other) < k_much * std::min(loop, other);
}

std::vector<Finding> compare(const NodeReport& here, const NodeReport& node, bool is_carried) {
  std::vector<Finding> findings;
  const auto add = [&](bool is_good, std::string text, std::string remedy) {
    findings.push_back({is_good, std::move(text), is_good ? std::string() : std::move(remedy)});
  };
  const bool is_same = here.version == node.version;
  add(is_same,
      fmt::format("Arbiter {}{}", printable(node.version),
                  is_same ? "" : fmt::format("; here it is {}", here.version)),
      "install the same version on all nodes");
  const bool is_same_mode = node.can_isolate && here.mode == node.mode;
  std::string mode =
      node.can_isolate ? "programs are isolated: " + node.mode : "programs cannot be isolated";
  if (node.can_isolate && !is_same_mode) mode += fmt::format("; here: {}", here.mode);
  add(is_same_mode, std::move(mode), printable(node.remedy));
  std::vector<std::string> lacking = here.languages;
  std::erase_if(lacking, [&](const std::string& id) { return has_word(node.languages, id); });
  add(lacking.empty(),
      lacking.empty() ? "it has the languages of this machine"
                      : "it lacks languages that this machine has: " + joined(lacking, ", "),
      "'arbiter doctor' on the node names their packages");
  add(are_alike(here.loop, node.loop),
      fmt::format("its processor takes {:.2f} times as long as this one: {}",
                  here.loop > 0 ? node.loop / here.loop : 1, printable(node.cpu)),
      "measure time limits on a node, not here; --slurm-option constraint=NAME "
      "keeps to one kind of node");
  if (is_carried) {
    add(true, "srun carries what it reads and writes; no folder is shared", {});
  } else {
    const bool has_folder = node.folder.empty();
    add(has_folder,
        has_folder ? "it sees the shared folder, and writes and renames there"
                   : printable(node.folder),
        "--shared DIR names a folder that all nodes see; --shared none: there is none");
  }
  return findings;
}

Result<void> ask_in(const fs::path& folder, const std::string& question) {
  return write_file(folder / "question", question);
}

Result<void> answer_in(const fs::path& folder) {
  ARBITER_TRY(question, read_file(folder / "question"));
  return write_file(folder / "answer", question);
}

Result<void> find_answer_in(const fs::path& folder, const std::string& question) {
  const auto answer = read_file(folder / "answer");
  if (answer && *answer == question) return {};
  return judge_error(fmt::format("what the node wrote into {} is not seen here", folder.string()));
}

}  // namespace arbiter::cluster
