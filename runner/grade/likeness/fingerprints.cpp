#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>

#include "grade/likeness/likeness.hpp"

namespace arbiter::grade {
namespace {

// What more programs than these share is how people write, or was given to them.
constexpr std::size_t k_most_sharing = 6;
constexpr double k_most_sharing_part = 0.1;

/// Programs of fewer fingerprints of their own are scored as if they had as many: a few that match
/// by chance make no pair.
constexpr std::size_t k_least_own = 8;

// The rule for the least score. 2.5: C. Leys et al., "Detecting outliers: do not use standard
// deviation around the mean, use absolute deviation around the median", 2013. 1.4826 makes that
// deviation one of a normal distribution.
constexpr double k_outlier = 2.5 * 1.4826;
constexpr std::size_t k_least_programs = 10;
constexpr double k_least_score = 50;
constexpr double k_highest_least_score = 90;

constexpr std::uint64_t k_fnv_prime = 0x100000001b3;

using Postings = std::unordered_map<std::uint64_t, std::vector<std::size_t>>;

/// For each hash that counts the programs that have it, in their order.
Postings postings_of(const std::vector<const Fingerprints*>& programs,
                     const std::set<std::uint64_t>& given) {
  Postings postings;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    for (const Fingerprint& one : *programs[i]) {
      if (!given.contains(one.hash)) postings[one.hash].push_back(i);
    }
  }
  const auto part =
      static_cast<std::size_t>(static_cast<double>(programs.size()) * k_most_sharing_part);
  const std::size_t most = std::max(k_most_sharing, part);
  std::erase_if(postings, [&](const auto& one) { return one.second.size() > most; });
  return postings;
}

/// Where two programs have the same, as ranges of lines, by the first one's order.
std::vector<model::LikeLines> like_lines(const Fingerprints& a, const Fingerprints& b,
                                         const Postings& counting) {
  // Runs that lie no farther apart than what winnowing may leave out belong together.
  constexpr std::size_t k_gap = k_gram_tokens + k_window_grams;
  std::vector<std::pair<Fingerprint, Fingerprint>> shared;
  for (auto one = a.begin(), other = b.begin(); one != a.end() && other != b.end();) {
    if (one->hash == other->hash && counting.contains(one->hash)) shared.emplace_back(*one, *other);
    const std::uint64_t smaller = std::min(one->hash, other->hash);
    if (one->hash == smaller) ++one;
    if (other != b.end() && other->hash == smaller) ++other;
  }
  std::ranges::sort(shared, {}, [](const auto& both) {
    return std::tuple(both.first.file, both.first.token, both.second.file, both.second.token);
  });
  std::vector<model::LikeLines> lines;
  const auto continues = [&](const Fingerprint& before, const Fingerprint& next) {
    return before.file == next.file && before.token <= next.token &&
           next.token <= before.token + k_gap;
  };
  const auto extend = [](model::LineRange& range, const Fingerprint& by) {
    range.last = std::max(range.last, by.last_line);
  };
  for (std::size_t i = 0; i < shared.size(); ++i) {
    const auto& [one, other] = shared[i];
    const bool is_more =
        i > 0 && continues(shared[i - 1].first, one) && continues(shared[i - 1].second, other);
    if (!is_more) {
      lines.push_back({{one.file, one.first_line, one.last_line},
                       {other.file, other.first_line, other.last_line}});
    }
    extend(lines.back().one, one);
    extend(lines.back().other, other);
  }
  return lines;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

std::uint64_t text_hash(std::string_view bytes, std::uint64_t before) {
  for (const char byte : bytes)
    before = (before ^ static_cast<unsigned char>(byte)) * k_fnv_prime;
  return before;
}

std::vector<std::uint64_t> gram_hashes(const std::vector<SourceToken>& tokens) {
  std::vector<std::uint64_t> hashes;
  for (std::size_t first = 0; first + k_gram_tokens <= tokens.size(); ++first) {
    std::uint64_t hash = 0;
    for (std::size_t i = first; i < first + k_gram_tokens; ++i)
      hash = (hash ^ tokens[i].hash) * k_fnv_prime;
    hashes.push_back(hash);
  }
  return hashes;
}

Fingerprints winnow(const std::vector<SourceToken>& tokens, std::size_t file) {
  const std::vector<std::uint64_t> grams = gram_hashes(tokens);
  Fingerprints kept;
  const std::size_t window = std::min(k_window_grams, grams.size());
  for (std::size_t end = window; window > 0 && end <= grams.size(); ++end) {
    std::size_t least = end - window;
    for (std::size_t i = least; i < end; ++i) {
      if (grams[i] <= grams[least]) least = i;
    }
    if (!kept.empty() && kept.back().token == least) continue;
    kept.push_back(
        {grams[least], file, least, tokens[least].line, tokens[least + k_gram_tokens - 1].line});
  }
  return kept;
}

void keep_each_once(Fingerprints& fingerprints) {
  std::ranges::sort(fingerprints, {}, [](const Fingerprint& one) {
    return std::tuple(one.hash, one.file, one.token);
  });
  const auto repeated = std::unique(
      fingerprints.begin(), fingerprints.end(),
      [](const Fingerprint& one, const Fingerprint& other) { return one.hash == other.hash; });
  fingerprints.erase(repeated, fingerprints.end());
}

double least_score(std::vector<double> nearest) {
  if (nearest.size() < k_least_programs) return k_least_score;
  const double middle = median(nearest);
  for (double& score : nearest)
    score = std::abs(score - middle);
  return std::clamp(middle + k_outlier * median(nearest), k_least_score, k_highest_least_score);
}

std::vector<AlikePair> alike_pairs(const std::vector<const Fingerprints*>& programs,
                                   const std::set<std::uint64_t>& given) {
  const Postings postings = postings_of(programs, given);
  std::vector<std::size_t> own(programs.size());
  for (const auto& [hash, holders] : postings) {
    for (const std::size_t holder : holders)
      ++own[holder];
  }
  std::vector<AlikePair> pairs;
  std::vector<double> nearest(programs.size());
  for (std::size_t a = 0; a < programs.size(); ++a) {
    std::vector<std::size_t> shared(programs.size());
    for (const Fingerprint& one : *programs[a]) {
      const auto holders = postings.find(one.hash);
      if (holders == postings.end()) continue;
      for (const std::size_t b : holders->second)
        ++shared[b];
    }
    for (std::size_t b = a + 1; b < programs.size(); ++b) {
      if (shared[b] == 0) continue;
      const std::size_t whole = std::max(std::min(own[a], own[b]), k_least_own);
      const auto score = static_cast<int>(100 * shared[b] / whole);
      nearest[a] = std::max<double>(nearest[a], score);
      nearest[b] = std::max<double>(nearest[b], score);
      pairs.push_back({a, b, score, {}});
    }
  }
  const double least = least_score(nearest);
  std::erase_if(pairs, [&](const AlikePair& pair) { return pair.score < least; });
  for (AlikePair& pair : pairs)
    pair.lines = like_lines(*programs[pair.a], *programs[pair.b], postings);
  return pairs;
}

}  // namespace arbiter::grade
