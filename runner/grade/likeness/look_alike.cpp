#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "grade/likeness/likeness.hpp"

namespace arbiter::grade {
namespace {

using model::Gradebook;
using model::LookAlike;

/// Students that work together, as sets.
class Parties {
 public:
  std::string_view of(std::string_view student) {
    const auto above = above_.find(student);
    return above == above_.end() ? student : (above->second = of(above->second));
  }
  void join(std::string_view a, std::string_view b) {
    if (of(a) != of(b)) above_[of(b)] = of(a);
  }

 private:
  std::map<std::string_view, std::string_view> above_;
};

/// The first attempt of each party.
using ByParty = std::map<std::string_view, std::size_t>;

/// The first attempts of two parties; none if both are the same one.
std::vector<std::size_t> of_two_parties(const ByParty& a, const ByParty& b) {
  for (const auto& [party, attempt] : a) {
    for (const auto& [other, others] : b) {
      if (party != other) return {attempt, others};
    }
  }
  return {};
}

class Search {
 public:
  Search(const Gradebook& book, const std::vector<SourcePrint>& prints, const GivenHashes& given)
      : book_(book), prints_(prints), given_(given), places_(model::places_of(book.works)) {
    for (const model::Grade& grade : book.grades) {
      if (grade.attempt) counting_.insert(*grade.attempt);
    }
  }

  std::vector<LookAlike> run() {
    std::map<std::string_view, std::vector<std::size_t>> attempts;
    for (std::size_t i = 0; i < book_.attempts.size(); ++i)
      attempts[book_.attempts[i].problem].push_back(i);
    for (const model::GradedProblem& problem : book_.problems) {
      std::vector<std::size_t>& all = attempts[problem.id];
      std::ranges::sort(all, [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
      const std::size_t before = found_.size();
      look_at(problem.id, all);
      const auto rank = [&](const LookAlike& one) {
        return std::tuple(-std::ssize(one.attempts), -one.score, !one.is_identical,
                          key(one.attempts.front()));
      };
      std::ranges::sort(std::span(found_).subspan(before),
                        [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    }
    return std::move(found_);
  }

 private:
  using Key = std::tuple<int, const std::string&, const std::string&>;

  /// Attempts whose programs are the same in normal form.
  struct Alike {
    ByParty all;
    ByParty counting;  ///< of those that count
    std::map<std::string_view, ByParty> identical;
    const Fingerprints* fingerprints = nullptr;
  };

  /// The order of attempts that does not depend on their places.
  [[nodiscard]] Key key(std::size_t attempt) const {
    const model::Attempt& one = book_.attempts[attempt];
    return {one.number, one.origin, one.sha256};
  }

  Parties parties_at(const std::vector<std::size_t>& attempts) const {
    Parties parties;
    std::map<std::string_view, std::string_view> groups;
    for (const model::Student& one : book_.students) {
      if (!one.group.empty()) parties.join(groups.emplace(one.group, one.id).first->second, one.id);
    }
    for (const std::size_t attempt : attempts) {
      const auto& students = book_.attempts[attempt].students;
      for (const std::string& student : students)
        parties.join(students.front(), student);
    }
    return parties;
  }

  void look_at(const std::string& problem, const std::vector<std::size_t>& attempts) {
    Parties parties = parties_at(attempts);
    std::map<std::string_view, Alike> by_form;
    for (const std::size_t attempt : attempts) {
      const model::Attempt& one = book_.attempts[attempt];
      const SourcePrint& print = prints_[places_.at(one)];
      if (print.tokens < k_least_tokens || one.students.empty()) continue;
      const std::string_view party = parties.of(one.students.front());
      Alike& alike = by_form[print.normal_sha256];
      alike.all.emplace(party, attempt);
      alike.identical[print.bytes_sha256].emplace(party, attempt);
      alike.fingerprints = &print.fingerprints;
      if (counting_.contains(attempt)) alike.counting.emplace(party, attempt);
    }
    for (const auto& [form, alike] : by_form) {
      bool is_said = false;
      for (const auto& [bytes, same] : alike.identical) {
        add(problem, same, true);
        is_said = is_said || same.size() == alike.all.size();
      }
      if (!is_said) add(problem, alike.all, false);
    }
    add_pairs(problem, by_form);
  }

  /// Each different program is compared once, however many handed it in.
  void add_pairs(const std::string& problem, const std::map<std::string_view, Alike>& by_form) {
    std::vector<const ByParty*> attempts;
    std::vector<const Fingerprints*> programs;
    for (const auto& [form, alike] : by_form) {
      if (alike.counting.empty()) continue;
      attempts.push_back(&alike.counting);
      programs.push_back(alike.fingerprints);
    }
    const auto given = given_.find(problem);
    for (AlikePair& pair :
         alike_pairs(programs, given == given_.end() ? std::set<std::uint64_t>() : given->second)) {
      std::vector<std::size_t> both = of_two_parties(*attempts[pair.a], *attempts[pair.b]);
      if (both.empty()) continue;
      found_.push_back({problem, std::move(both), false, pair.score, std::move(pair.lines)});
    }
  }

  void add(const std::string& problem, const ByParty& attempts, bool is_identical) {
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
  const GivenHashes& given_;
  std::map<model::WorkId, std::size_t> places_;
  std::set<std::size_t> counting_;
  std::vector<LookAlike> found_;
};

}  // namespace

std::vector<LookAlike> find_look_alikes(const Gradebook& book,
                                        const std::vector<SourcePrint>& prints,
                                        const GivenHashes& given) {
  return Search(book, prints, given).run();
}

}  // namespace arbiter::grade
