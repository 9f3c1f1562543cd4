#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
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

/// What is to be known of a work's files to find others like it; names of files are no part of it.
struct SourcePrint {
  std::string bytes_sha256;   ///< of the files as they are
  std::string normal_sha256;  ///< of what they are without comments, blanks and names
  std::size_t tokens = 0;     ///< of all of them
  Fingerprints fingerprints;  ///< of all of them, each hash once, sorted by it
};

/// The print of a work's files, the bytes of each, in a language, by its id.
SourcePrint source_print(std::string_view language, const std::vector<std::string>& files);

/// Works of fewer tokens are alike by chance and never flagged.
inline constexpr std::size_t k_least_tokens = 12;

/// What students were given at each problem, by its id: hashes that stand for no work of theirs.
using GivenHashes = std::map<std::string, std::set<std::uint64_t>>;

/// Attempts of different students at one problem whose works have the same print, and pairs of
/// attempts that count whose programs are alike (alike_pairs). `prints` has one a work, without
/// tokens for works to leave out. Students of one group of the roster, and those who handed in
/// together at that problem, are one party, of which the first such attempt is named. Those that
/// are the same byte by byte are flagged of their own. By problem, most attempts first, then those
/// that are most alike; the order of attempts changes nothing. Needs the grades.
std::vector<model::LookAlike> find_look_alikes(const model::Gradebook& book,
                                               const std::vector<SourcePrint>& prints,
                                               const GivenHashes& given = {});

/// A source without comments and blanks, every name in it written as "I"; strings, numbers, signs
/// and keywords are kept. Any bytes will do; takes time in proportion to their number.
struct NormalForm {
  std::string text;        ///< its tokens, with a newline after each
  std::size_t tokens = 0;  ///< how many
  /// Those that tell what is computed, for fingerprints: without brackets but [], without marks
  /// between statements, words of loops and steps by one (i++). So a loop with `for` and the same
  /// with `while` are alike. Different families of languages have different hashes.
  std::vector<SourceToken> telling;
};

/// By the rules of a language, by its id; those of C where there are none of its own.
NormalForm normal_form(std::string_view source, std::string_view language);

/// The works of a book that go wrong in the same way: they fail the same tests with the same
/// verdicts and outputs, or do not compile for the same reason. Only where the counting attempts of
/// at least two students are among them. The cluster of most students first, in each the work of
/// most students first. Needs the grades. The order of works changes nothing.
/// A mistake with a comment is a cluster even if it is that of one student.
std::vector<model::MistakeCluster> find_clusters(
    const model::Gradebook& book, const std::vector<model::MistakeComment>& comments = {});

/// The works at one problem that fail some test case, as places in `works`: those together that
/// fail the same ones with the same verdicts and outputs. Works that do not compile, or at which
/// the judge failed, are left out. Needs no grades.
std::vector<std::vector<std::size_t>> same_mistakes(const std::vector<model::Work>& works,
                                                    const std::string& problem);

/// The comments that found no mistake, in words.
std::vector<std::string> idle_comments(const std::vector<model::MistakeCluster>& clusters,
                                       const std::vector<model::MistakeComment>& comments);

/// What a compiler complains of first, without names of files and without numbers, so that the same
/// mistake in two programs reads the same: "error: expected ';' before '}' token". Empty: it says
/// nothing.
std::string first_complaint(std::string_view log);

}  // namespace arbiter::grade
