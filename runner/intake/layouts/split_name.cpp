#include <algorithm>

#include "intake/layouts/layout.hpp"

namespace arbiter::intake {
namespace {

constexpr std::string_view k_dividers = "_-. ";

struct Candidate {
  std::string student;
  std::size_t problem = 0;
  std::size_t length = 0;  ///< of the problem's part
};

std::vector<Candidate> candidates_of(const std::string& stem, const ProblemIndex& problems) {
  std::vector<Candidate> all;
  for (std::size_t at = stem.find_first_of(k_dividers); at != std::string::npos;
       at = stem.find_first_of(k_dividers, at + 1)) {
    const std::string left = stem.substr(0, at);
    const std::string right = stem.substr(at + 1);
    if (left.empty() || right.empty()) continue;
    for (const auto& [student, problem] : {std::pair(left, right), std::pair(right, left)}) {
      const bool is_word = student.find_first_not_of(k_dividers) != std::string::npos;
      for (const std::size_t one : is_word ? problems.called(problem) : std::vector<std::size_t>())
        all.push_back({student, one, problem.size()});
    }
  }
  return all;
}

/// Those of people that the roster knows, if there are such.
void prefer_known(std::vector<Candidate>& all, const StudentIndex& students) {
  const auto is_known = [&](const Candidate& one) {
    return students.find(StudentKey::any, one.student).size() == 1;
  };
  if (std::none_of(all.begin(), all.end(), is_known)) return;
  std::erase_if(all, [&](const Candidate& one) { return !is_known(one); });
}

std::string trimmed_name(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(k_dividers);
  if (begin == std::string::npos) return text;
  return text.substr(begin, text.find_last_not_of("_- ") - begin + 1);
}

}  // namespace

NameSplit split_name(const std::string& stem, const StudentIndex& students,
                     const ProblemIndex& problems) {
  std::vector<Candidate> all = candidates_of(stem, problems);
  if (all.empty()) all = candidates_of(split_attempt(stem).base, problems);
  if (all.empty()) return {stem, std::nullopt, {}};
  prefer_known(all, students);
  const std::size_t longest =
      std::max_element(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
        return a.length < b.length;
      })->length;
  std::erase_if(all, [&](const Candidate& one) { return one.length < longest; });
  NameSplit split{trimmed_name(all.front().student), all.front().problem, {}};
  for (const Candidate& one : all) {
    const bool is_new = std::find(split.doubtful.begin(), split.doubtful.end(), one.problem) ==
                        split.doubtful.end();
    if (is_new) split.doubtful.push_back(one.problem);
  }
  if (split.doubtful.size() == 1) split.doubtful.clear();
  return split;
}

}  // namespace arbiter::intake
