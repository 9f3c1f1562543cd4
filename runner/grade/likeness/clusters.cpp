#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "base/text.hpp"
#include "grade/likeness/likeness.hpp"
#include "model/problem.hpp"
#include "model/verdict.hpp"
#include "store/hash.hpp"

namespace arbiter::grade {
namespace {

using model::MistakeCluster;
using model::Verdict;

constexpr std::size_t k_complaint_bytes = 160;

/// The first line that speaks of an error, else the first that is not blank.
std::string_view complaining_line(std::string_view log) {
  const auto lines = split_lines(log);
  const auto speaks = [](std::string_view line) {
    return lower_ascii(line).find("error") != std::string::npos;
  };
  const auto found = std::ranges::find_if(lines, speaks);
  if (found != lines.end()) return *found;
  const auto said =
      std::ranges::find_if(lines, [](std::string_view line) { return !trimmed(line).empty(); });
  return said == lines.end() ? std::string_view() : *said;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit_of_place(char c) {
  return (c >= '0' && c <= '9') || c == ':' || c == ',' || c == '(' || c == ')' || c == '-';
}

/// Whether a word is the name of a file, maybe with a place in it: "/work/a.cpp:3:5:",
/// "Main.java:7:".
bool is_file_name(std::string_view word) {
  while (!word.empty() && std::string_view("\"'`,;[]").find(word.front()) != std::string_view::npos)
    word.remove_prefix(1);
  if (word.find('/') != std::string_view::npos) return true;
  const std::size_t dot = word.find('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == word.size()) return false;
  if (!is_letter(word[dot + 1])) return false;
  // "std.cout" is no file, for no place follows.
  const auto place = std::find_if(word.begin() + static_cast<std::ptrdiff_t>(dot), word.end(),
                                  [](char c) { return c == ':' || c == '('; });
  return place != word.end() && std::all_of(place, word.end(), is_digit_of_place);
}

std::string without_digits(std::string_view word) {
  std::string rest(word);
  std::erase_if(rest, [](char c) { return c >= '0' && c <= '9'; });
  return rest;
}

/// How a work goes wrong: equal for those that belong together.
struct Mistake {
  std::size_t problem = 0;        ///< its place, for the order
  Verdict verdict = Verdict::wa;  ///< of the first failing test
  std::vector<std::tuple<std::string, Verdict, std::string>> failing;
  std::string complaint;

  auto operator<=>(const Mistake&) const = default;
};

/// None where nothing is wrong, or where it is the judge who failed.
std::optional<Mistake> mistake_of(const model::Work& work, std::size_t problem) {
  const model::SubmissionJudgement& judgement = work.judgement;
  Mistake mistake;
  mistake.problem = problem;
  if (!work.fault.empty()) return std::nullopt;
  if (judgement.verdict == Verdict::ce) {
    mistake.verdict = Verdict::ce;
    mistake.complaint = first_complaint(judgement.compile.log);
    return mistake;
  }
  for (const model::TestJudgement& test : judgement.tests) {
    if (test.verdict == Verdict::ac) continue;
    if (test.verdict == Verdict::je) return std::nullopt;
    mistake.failing.emplace_back(test.name, test.verdict, test.output_sha256);
  }
  if (mistake.failing.empty()) return std::nullopt;
  std::ranges::sort(mistake.failing, [](const auto& a, const auto& b) {
    return model::judged_before(std::get<0>(a), std::get<0>(b));
  });
  mistake.verdict = std::get<1>(mistake.failing.front());
  return mistake;
}

/// Begins with a letter, so that no program of tables takes it for a number.
std::string id_of(const Mistake& mistake, const std::string& problem) {
  constexpr std::size_t k_digits = 12;
  store::Sha256 hash;
  hash.add_field(problem);
  hash.add_field(model::code(mistake.verdict));
  hash.add_field(mistake.complaint);
  for (const auto& [test, verdict, output] : mistake.failing) {
    hash.add_field(test);
    hash.add_field(model::code(verdict));
    hash.add_field(output);
  }
  return "m" + hash.hex().substr(0, k_digits);
}

std::string words_for(const Mistake& mistake) {
  if (mistake.verdict == Verdict::ce) {
    return mistake.complaint.empty() ? "does not compile"
                                     : "does not compile: " + mistake.complaint;
  }
  const std::size_t more = mistake.failing.size() - 1;
  std::string words =
      fmt::format("{} on {}", model::code(mistake.verdict), std::get<0>(mistake.failing.front()));
  if (more > 0) words += fmt::format(" and {} more", more);
  const bool has_outputs = std::ranges::any_of(
      mistake.failing, [](const auto& one) { return !std::get<2>(one).empty(); });
  if (has_outputs) words += fmt::format(", the same output{}", more > 0 ? "s" : "");
  return words;
}

/// The places of the grades for which each work counts.
std::vector<std::vector<std::size_t>> grades_of_works(const model::Gradebook& book) {
  std::vector<std::vector<std::size_t>> grades(book.works.size());
  for (std::size_t i = 0; i < book.grades.size(); ++i) {
    if (book.grades[i].attempt) grades[book.grades[i].work].push_back(i);
  }
  return grades;
}

}  // namespace

std::string first_complaint(std::string_view log) {
  std::string complaint;
  for (const std::string& word : words_of(complaining_line(log), " \t\r")) {
    if (complaint.size() >= k_complaint_bytes) break;
    const std::string rest = is_file_name(word) ? std::string() : without_digits(word);
    if (rest.find_first_not_of(":,()") == std::string::npos) continue;
    if (!complaint.empty()) complaint += ' ';
    complaint += rest;
  }
  return printable(to_utf8(std::string_view(complaint).substr(0, k_complaint_bytes)));
}

std::vector<std::string> idle_comments(const std::vector<MistakeCluster>& clusters,
                                       const std::vector<model::MistakeComment>& comments) {
  std::vector<std::string> idle;
  for (const model::MistakeComment& comment : comments) {
    if (std::ranges::find(clusters, comment.cluster, &MistakeCluster::id) != clusters.end())
      continue;
    idle.push_back(
        fmt::format("no student makes the mistake '{}' any more, so nobody gets the comment in "
                    "line {} of the comments",
                    comment.cluster, comment.line));
  }
  return idle;
}

std::vector<std::vector<std::size_t>> same_mistakes(const std::vector<model::Work>& works,
                                                    const std::string& problem) {
  std::map<Mistake, std::vector<std::size_t>> by_mistake;
  for (std::size_t i = 0; i < works.size(); ++i) {
    if (works[i].problem != problem || works[i].judgement.unfinished) continue;
    auto mistake = mistake_of(works[i], 0);
    if (mistake && mistake->verdict != Verdict::ce) by_mistake[*std::move(mistake)].push_back(i);
  }
  std::vector<std::vector<std::size_t>> all;
  for (auto& [mistake, members] : by_mistake)
    all.push_back(std::move(members));
  return all;
}

std::vector<MistakeCluster> find_clusters(const model::Gradebook& book,
                                          const std::vector<model::MistakeComment>& comments) {
  const auto grades = grades_of_works(book);
  std::map<Mistake, std::vector<std::size_t>> works;
  for (std::size_t p = 0; p < book.problems.size(); ++p) {
    for (std::size_t i = 0; i < book.works.size(); ++i) {
      if (grades[i].empty() || book.works[i].problem != book.problems[p].id) continue;
      if (auto mistake = mistake_of(book.works[i], p)) works[*std::move(mistake)].push_back(i);
    }
  }
  std::vector<MistakeCluster> clusters;
  for (auto& [mistake, members] : works) {
    MistakeCluster cluster;
    cluster.problem = book.problems[mistake.problem].id;
    cluster.verdict = mistake.verdict;
    if (!mistake.failing.empty()) cluster.first_failing = std::get<0>(mistake.failing.front());
    cluster.words = words_for(mistake);
    cluster.id = id_of(mistake, cluster.problem);
    for (const model::MistakeComment& comment : comments) {
      if (comment.cluster == cluster.id) cluster.comment = comment.text;
    }
    std::ranges::sort(members, [&](std::size_t a, std::size_t b) {
      return std::tuple(grades[b].size(), book.works[a].sha256) <
             std::tuple(grades[a].size(), book.works[b].sha256);
    });
    std::set<std::size_t> theirs;
    for (const std::size_t work : members)
      theirs.insert(grades[work].begin(), grades[work].end());
    for (const std::size_t grade : theirs)
      cluster.students.push_back(book.grades[grade].student);
    cluster.works = std::move(members);
    const bool is_shown = cluster.students.size() > 1 || !cluster.comment.empty();
    if (is_shown) clusters.push_back(std::move(cluster));
  }
  // What is left in the order of the map is by problem, then by mistake.
  std::ranges::stable_sort(clusters, std::greater{},
                           [](const MistakeCluster& one) { return one.students.size(); });
  return clusters;
}

}  // namespace arbiter::grade
