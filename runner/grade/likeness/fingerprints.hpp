#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include "model/gradebook.hpp"

namespace arbiter::grade {

// Fingerprints of programs by winnowing: S. Schleimer, D. Wilkerson, A. Aiken, "Winnowing: local
// algorithms for document fingerprinting", SIGMOD 2003.

/// A token of a source in its normal form.
struct SourceToken {
  std::uint64_t hash = 0;  ///< of its family of languages and what stands for it
  std::size_t line = 0;    ///< where it begins, from 1
};

/// How many tokens one fingerprint stands for: programs never match in fewer.
inline constexpr std::size_t k_gram_tokens = 10;
/// Of as many neighbouring runs of that length one is kept. So programs that share 14 tokens in a
/// row (k_gram_tokens + k_window_grams - 1), little more than the shortest program that is compared
/// at all, share a fingerprint wherever these stand.
inline constexpr std::size_t k_window_grams = 5;

/// A run of k_gram_tokens tokens that was kept of a program.
struct Fingerprint {
  std::uint64_t hash = 0;
  std::size_t file = 0;   ///< which of the program's files, from 0
  std::size_t token = 0;  ///< which of its tokens comes first, from 0
  std::size_t first_line = 0;
  std::size_t last_line = 0;  ///< where the last token begins
};

/// FNV-1a of 64 bits, going on from the hash of what stands before.
std::uint64_t text_hash(std::string_view bytes, std::uint64_t before = 0xcbf29ce484222325);

/// The hashes of all runs of k_gram_tokens tokens, in their order.
std::vector<std::uint64_t> gram_hashes(const std::vector<SourceToken>& tokens);

/// The fingerprints of a program.
using Fingerprints = std::vector<Fingerprint>;

/// Those that winnowing keeps of one file: of each window the smallest, of equals the last. A file
/// with fewer runs is one window.
Fingerprints winnow(const std::vector<SourceToken>& tokens, std::size_t file);

/// Sorts by hash and keeps of each the one that comes first in the program.
void keep_each_once(Fingerprints& fingerprints);

/// Two programs that are alike, by their places.
struct AlikePair {
  std::size_t a = 0;
  std::size_t b = 0;  ///< larger
  int score = 0;      ///< percent of the smaller one that the other has, too
  std::vector<model::LikeLines> lines;
};

/// The pairs of different programs at one problem that are more alike than chance explains
/// (docs/grading.md, "Look-alikes"): fingerprints that are `given` or that too many programs share
/// count for nothing; the rest is compared by what the smaller program shares with the other; and
/// the least score of a pair depends on how alike the programs are to those next to them.
std::vector<AlikePair> alike_pairs(const std::vector<const Fingerprints*>& programs,
                                   const std::set<std::uint64_t>& given);

/// From which score, in percent, a pair is more alike than chance explains, where each of the
/// programs is that much alike to the one next to it.
double least_score(std::vector<double> nearest);

}  // namespace arbiter::grade
