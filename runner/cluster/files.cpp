#include "cluster/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"

namespace arbiter::cluster {

namespace fs = std::filesystem;
using Json = nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProblemRules, id, tests, time_limit, memory_limit,
                                   stop_after_tle, time_factors)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PlanFile, version, cohort, surroundings, sandbox, problems)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Rest, tests, seconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Unit, key, program, problem, language, seconds, may_be_left,
                                   tests_left, piece, pieces, is_suspect, is_disputed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Shard, units, seconds, is_fresh)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShardFile, shard, sources)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(NodeFacts, host, cpu, mode, loop)

namespace {

constexpr const char* k_complete = "complete";

template <class T>
Result<void> write_json(const fs::path& path, const T& value) {
  return write_file(path, Json(value).dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

/// None: it is something else.
template <class T>
std::optional<T> parsed(std::string_view text) {
  try {
    return Json::parse(text, nullptr, false).get<T>();
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

template <class T>
Result<T> read_json(const fs::path& path) {
  ARBITER_TRY(text, read_file(path));
  if (auto value = parsed<T>(text)) return *std::move(value);
  return usage_error(fmt::format("{} is not what 'arbiter grade --engine' wrote", path.string()),
                     "run the command that wrote it again");
}

fs::path shard_path(const Places& places, int round, std::size_t shard) {
  return places.round(round) / fmt::format("{}.json", shard);
}

/// A host's name with nothing but what may stand in a name of an attempt.
std::string host_word(std::string host) {
  std::ranges::replace_if(
      host, [](unsigned char c) { return std::isalnum(c) == 0 && c != '-'; }, '-');
  return host;
}

std::optional<int> number_behind(char letter, std::string_view part) {
  if (!part.starts_with(letter)) return std::nullopt;
  return number_in<int>(part.substr(1));
}

}  // namespace

Result<void> write_plan(const Places& places, const PlanFile& plan) {
  ARBITER_CHECK(make_folders(places.results()));
  return write_json(places.plan(), plan);
}

Result<PlanFile> read_plan(const Places& places) {
  return read_json<PlanFile>(places.plan());
}

Result<void> write_round(const Places& places, int round, const std::vector<ShardFile>& shards,
                         const fs::path& arbiter) {
  const fs::path folder = places.round(round);
  ARBITER_CHECK(make_folders(folder / "log"));
  for (std::size_t i = 0; i < shards.size(); ++i)
    ARBITER_CHECK(write_json(shard_path(places, round, i), shards[i]));
  // Nothing may stand between Slurm and the judge: signals reach it, and it sees who started it.
  const std::string job =
      fmt::format("#!/bin/sh\nexec {} shard-run {} {} $(($1 + SLURM_ARRAY_TASK_ID))\n",
                  shell_quoted(arbiter.string()), shell_quoted(places.folder.string()), round);
  ARBITER_CHECK(write_file(folder / "job.sh", job));
  return write_file(folder / k_complete, fmt::format("{}\n", shards.size()));
}

Result<ShardFile> read_shard(const Places& places, int round, std::size_t shard) {
  return read_json<ShardFile>(shard_path(places, round, shard));
}

std::vector<std::string> files_of_shard(const Places& places, int round, std::size_t shard,
                                        const ShardFile& file) {
  std::set<fs::path> paths = {places.plan(), shard_path(places, round, shard)};
  for (const Unit& unit : file.shard.units) {
    paths.insert(places.problem(unit.problem));
    paths.insert(places.folder / "submissions" / unit.program);
  }
  std::error_code failed;
  fs::directory_iterator it(places.results(), failed);
  for (; !failed && it != fs::directory_iterator(); it.increment(failed)) {
    const std::string name = it->path().filename().string();
    const auto is_source = [&](const std::string& prefix) { return name.starts_with(prefix); };
    if (std::ranges::any_of(file.sources, is_source)) paths.insert(it->path());
  }
  std::vector<std::string> names;
  names.reserve(paths.size());
  for (const fs::path& path : paths)
    names.push_back(path.lexically_relative(places.folder).string());
  return names;
}

std::size_t shards_of_round(const Places& places, int round) {
  const auto text = read_file(places.round(round) / k_complete);
  return text ? number_in<std::size_t>(trimmed(*text)).value_or(0) : 0;
}

int last_round(const Places& places) {
  int round = 0;
  while (shards_of_round(places, round + 1) > 0)
    ++round;
  return round;
}

std::string AttemptName::prefix(int round, std::size_t shard) {
  return fmt::format("r{:04}.s{:05}.", round, shard);
}

std::string AttemptName::text() const {
  return fmt::format("{}{}{:03}.j{}.{}.p{}", prefix(round, shard), is_fresh ? 'f' : 'n', restart,
                     host_word(job), host_word(host), process);
}

std::optional<AttemptName> parse_attempt_name(std::string_view name) {
  const auto parts = split(name, '.');
  if (parts.size() != 6) return std::nullopt;
  const auto round = number_behind('r', parts[0]);
  const auto shard = number_behind('s', parts[1]);
  const bool is_fresh = parts[2].starts_with('f');
  const auto restart = number_behind(is_fresh ? 'f' : 'n', parts[2]);
  const auto process = number_behind('p', parts[5]);
  if (!round || !shard || !restart || !process || !parts[3].starts_with('j')) return std::nullopt;
  if (*shard < 0) return std::nullopt;
  return AttemptName{*round,   static_cast<std::size_t>(*shard), is_fresh,
                     *restart, std::string(parts[3].substr(1)),  std::string(parts[4]),
                     *process};
}

std::string node_record(const NodeFacts& facts) {
  return Json(facts).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<NodeFacts> read_node_record(std::string_view value) {
  return parsed<NodeFacts>(value);
}

std::string unit_record(const std::string& fault) {
  return Json(fault).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string read_unit_record(std::string_view value) {
  return parsed<std::string>(value).value_or("the record of the unit is damaged");
}

std::string rest_record(const Rest& rest) {
  return Json(rest).dump();
}

Rest read_rest_record(std::string_view value) {
  return parsed<Rest>(value).value_or(Rest{});
}

}  // namespace arbiter::cluster
