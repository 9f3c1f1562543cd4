#include "cluster/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "base/file.hpp"
#include "base/text.hpp"
#include "store/results.hpp"

namespace arbiter::cluster {

namespace fs = std::filesystem;

std::optional<Results::ShortKey> Results::short_key(std::string_view key) {
  constexpr std::size_t k_half = 16;
  ShortKey half;
  const auto read = [&](std::string_view digits, std::uint64_t& number) {
    const char* const end = digits.data() + digits.size();
    const auto [stop, code] = std::from_chars(digits.data(), end, number, 16);
    return code == std::errc{} && stop == end;
  };
  if (key.size() < 2 * k_half || !read(key.substr(0, k_half), half.first) ||
      !read(key.substr(k_half, k_half), half.second)) {
    return std::nullopt;
  }
  return half;
}

Result<void> Results::read(store::Journal& journal) {
  std::error_code failed;
  std::vector<std::string> names;
  fs::directory_iterator it(places_.results(), failed);
  for (; !failed && it != fs::directory_iterator(); it.increment(failed))
    names.push_back(it->path().filename().string());
  if (failed) return system_error("cannot read " + places_.results().string(), failed.value());
  std::ranges::sort(names);
  for (const std::string& text : names) {
    const auto name = parse_attempt_name(text);
    if (!name) continue;
    auto [at, is_new] = attempts_.try_emplace(text);
    Attempt& attempt = at->second;
    if (is_new) {
      attempt.name = *name;
      attempt.number = static_cast<std::uint32_t>(hosts_.size());
      hosts_.push_back(name->host);
    }
    if (attempt.is_ours && !attempt.has_ended) ARBITER_CHECK(read_attempt(attempt, journal));
  }
  return {};
}

Result<void> Results::read_attempt(Attempt& attempt, store::Journal& journal) {
  const fs::path path = places_.results() / attempt.name.text() / store::k_journal_name;
  std::error_code failed;
  const auto size = fs::file_size(path, failed);
  // It has not begun, or says nothing new.
  if (failed || size <= attempt.read) return {};
  const auto file = MappedFile::open(path);
  if (!file) return {};
  std::string_view fresh = file->bytes().substr(std::min(attempt.read, file->bytes().size()));
  for (std::size_t end = fresh.find('\n'); end != std::string_view::npos; end = fresh.find('\n')) {
    const std::string_view line = fresh.substr(0, end);
    fresh.remove_prefix(end + 1);
    attempt.read += end + 1;
    if (const auto record = store::read_journal_line(line)) {
      ARBITER_CHECK(take(attempt, *record, journal));
      if (!attempt.is_ours) return {};
    } else {
      ++damaged_;
    }
  }
  return {};
}

Result<void> Results::take(Attempt& attempt, const store::JournalRecord& record,
                           store::Journal& journal) {
  if (record.kind == k_attempt_record) {
    attempt.is_ours = record.key == cohort_;
    if (const auto facts = read_node_record(record.value)) attempt.node = *facts;
    hosts_[attempt.number] = attempt.host();
  } else if (record.kind == k_start_record) {
    attempt.begun.emplace(record.key);
  } else if (record.kind == k_unit_record) {
    ++attempt.units;
    attempt.begun.erase(std::string(record.key));
    UnitFacts& unit = units_[std::string(record.key)];
    const std::string fault = read_unit_record(record.value);
    // What one attempt failed at another may have judged.
    if (unit.times++ == 0 || fault.empty()) unit.fault = fault;
  } else if (record.kind == k_rest_record) {
    ++attempt.units;
    attempt.begun.erase(std::string(record.key));
    units_[std::string(record.key)].rest = read_rest_record(record.value);
  } else if (record.kind == k_end_record) {
    attempt.has_ended = true;
  } else {
    std::string outcome = store::outcome_of(record);
    if (!outcome.empty()) return take_result(attempt, record, std::move(outcome), journal);
  }
  return {};
}

std::uint8_t Results::place_of(std::string outcome) {
  const auto at = std::ranges::find(outcomes_, outcome);
  const auto place = static_cast<std::uint8_t>(at - outcomes_.begin());
  if (at == outcomes_.end()) outcomes_.push_back(std::move(outcome));
  return place;
}

Result<void> Results::take_result(const Attempt& attempt, const store::JournalRecord& record,
                                  std::string outcome, store::Journal& journal) {
  const std::string key(record.key);
  const auto half = short_key(key);
  if (!half) return {};
  const Known seen{place_of(std::move(outcome)), attempt.name.is_fresh, attempt.number};
  const auto [at, is_new] = known_.try_emplace(*half, seen);
  if (!is_new) {
    // Every attempt compiles anew.
    if (record.kind == "test") ++doubles_;
    const Known before = at->second;
    const bool settles = seen.is_fresh && !before.is_fresh;
    if (before.outcome != seen.outcome && !settles && seen.is_fresh == before.is_fresh) {
      disputes_.try_emplace(
          key, Dispute{fmt::format("{} on {}", outcomes_[before.outcome], hosts_[before.attempt]),
                       fmt::format("{} on {}", outcomes_[seen.outcome], hosts_[seen.attempt])});
    }
    if (!settles) return {};
    disputes_.erase(key);
    at->second = seen;
  }
  const auto kept = journal.find(record.kind, key);
  if (kept && (!seen.is_fresh || *kept == record.value)) return {};
  return journal.append(record.kind, key, record.value);
}

}  // namespace arbiter::cluster
