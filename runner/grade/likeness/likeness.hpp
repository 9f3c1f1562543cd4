#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "grade/likeness/fingerprints.hpp"
#include "model/gradebook.hpp"

namespace arbiter::grade {

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
