#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "grade/likeness/likeness.hpp"

namespace arbiter::grade {
namespace {

using model::Attempt;
using model::Gradebook;
using model::LookAlike;

/// Students that work together, as sets.
class Parties {
 public:
  explicit Parties(std::size_t students) : above_(students) {
    std::iota(above_.begin(), above_.end(), std::size_t{0});
  }

  std::size_t of(std::size_t student) {
    while (above_[student] != student) {
      above_[student] = above_[above_[student]];
      student = above_[student];
    }
    return student;
  }
  void join(std::size_t a, std::size_t b) { above_[of(b)] = of(a); }

 private:
  std::vector<std::size_t> above_;
};

/// The first attempt of each party.
using ByParty = std::map<std::size_t, std::size_t>;

class Search {
 public:
  Search(const Gradebook& book, const std::vector<SourcePrint>& prints)
      : book_(book), prints_(prints) {}

  std::vector<LookAlike> run() {
    std::map<std::size_t, std::vector<std::size_t>> attempts;
    for (std::size_t i = 0; i < book_.attempts.size(); ++i)
      attempts[book_.attempts[i].problem].push_back(i);
    for (auto& [problem, all] : attempts) {
      std::ranges::sort(all, [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
      look_at(problem, all);
    }
    std::ranges::sort(found_, [&](const LookAlike& a, const LookAlike& b) {
      if (a.problem != b.problem) return a.problem < b.problem;
      if (a.attempts.size() != b.attempts.size()) return a.attempts.size() > b.attempts.size();
      if (a.is_identical != b.is_identical) return a.is_identical;
      return key(a.attempts.front()) < key(b.attempts.front());
    });
    return std::move(found_);
  }

 private:
  using Key = std::tuple<int, const std::string&, const std::string&>;

  /// The order of attempts that does not depend on their places.
  [[nodiscard]] Key key(std::size_t attempt) const {
    const Attempt& one = book_.attempts[attempt];
    return {one.number, one.origin, one.sha256};
  }

  Parties parties_at(const std::vector<std::size_t>& attempts) const {
    Parties parties(book_.students.size());
    std::map<std::string_view, std::size_t> groups;
    for (std::size_t i = 0; i < book_.students.size(); ++i) {
      const std::string& group = book_.students[i].group;
      if (!group.empty()) parties.join(groups.emplace(group, i).first->second, i);
    }
    for (const std::size_t attempt : attempts) {
      const auto& students = book_.attempts[attempt].students;
      for (const std::size_t student : students)
        parties.join(students.front(), student);
    }
    return parties;
  }

  void look_at(std::size_t problem, const std::vector<std::size_t>& attempts) {
    Parties parties = parties_at(attempts);
    struct Alike {
      ByParty all;
      std::map<std::string_view, ByParty> identical;
    };
    std::map<std::string_view, Alike> by_form;
    for (const std::size_t attempt : attempts) {
      const Attempt& one = book_.attempts[attempt];
      const SourcePrint& print = prints_[one.work];
      if (print.tokens < k_least_tokens || one.students.empty()) continue;
      const std::size_t party = parties.of(one.students.front());
      Alike& alike = by_form[print.normal_sha256];
      alike.all.emplace(party, attempt);
      alike.identical[print.bytes_sha256].emplace(party, attempt);
    }
    for (const auto& [form, alike] : by_form) {
      bool is_said = false;
      for (const auto& [bytes, same] : alike.identical) {
        add(problem, same, true);
        is_said = is_said || same.size() == alike.all.size();
      }
      if (!is_said) add(problem, alike.all, false);
    }
  }

  void add(std::size_t problem, const ByParty& attempts, bool is_identical) {
    if (attempts.size() < 2) return;
    LookAlike made;
    made.problem = problem;
    made.is_identical = is_identical;
    for (const auto& [party, attempt] : attempts)
      made.attempts.push_back(attempt);
    std::ranges::sort(made.attempts, [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    found_.push_back(std::move(made));
  }

  const Gradebook& book_;
  const std::vector<SourcePrint>& prints_;
  std::vector<LookAlike> found_;
};

}  // namespace

std::vector<LookAlike> find_look_alikes(const Gradebook& book,
                                        const std::vector<SourcePrint>& prints) {
  return Search(book, prints).run();
}

}  // namespace arbiter::grade
