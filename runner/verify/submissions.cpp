#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "judge/verdict/time_limit.hpp"
#include "verify/verify.hpp"

namespace arbiter::verify {
namespace {

using model::Judgement;
using model::SubmissionJudgement;
using model::TestJudgement;
using model::Verdict;

/// The path of a labelled submission below submissions/.
std::string name_of(const SubmissionJudgement& one) {
  const std::size_t at = one.path.rfind("submissions/");
  return at == std::string::npos ? one.path
                                 : one.path.substr(at + std::string_view("submissions/").size());
}

/// The test case with the greatest CPU time; null: none ran.
const TestJudgement* slowest_of(const SubmissionJudgement& one) {
  const auto time = [](const TestJudgement& test) { return test.run.cpu; };
  const auto at = std::ranges::max_element(one.tests, {}, time);
  return at == one.tests.end() ? nullptr : &*at;
}

bool was_judged(const SubmissionJudgement& one) {
  return one.label && !one.unfinished && one.compile.ok && one.verdict != Verdict::je;
}

/// What a group came to, as a word of a list.
std::string word_of(const model::GroupJudgement& group) {
  if (group.score && group.max_score)
    return fmt::format("{} {:g}/{:g}", group.name, *group.score, *group.max_score);
  return fmt::format("{} {}", group.name, model::code(group.verdict));
}

std::string why_not_judged(const SubmissionJudgement& one) {
  if (!one.compile.fault.empty()) return one.compile.fault;
  const auto at = std::ranges::find(one.tests, Verdict::je, &TestJudgement::verdict);
  return at == one.tests.end() ? "the judge failed"
                               : fmt::format("the judge failed on {}: {}", at->name, at->message);
}

Diagnostic not_as_labelled(const SubmissionJudgement& one) {
  return finding(
      Severity::error, code::k_not_as_labelled,
      fmt::format("{} is not as its folder says: {}", name_of(one),
                  one.expectation_note.empty() ? fmt::format("it is {}", model::code(one.verdict))
                                               : one.expectation_note),
      std::filesystem::absolute(one.path),
      "move it to the folder of its verdict, or change test cases or limits; 'arbiter "
      "judge' shows where it fails");
}

/// By test case the submissions that it fails.
std::map<std::string, std::set<std::string>> caught_by_test(const Judgement& judgement) {
  std::map<std::string, std::set<std::string>> caught;
  for (const SubmissionJudgement& one : judgement.submissions) {
    if (!was_judged(one)) continue;
    for (const TestJudgement& test : one.tests) {
      std::set<std::string>& by_test = caught[test.name];
      if (test.verdict != Verdict::ac) by_test.insert(name_of(one));
    }
  }
  return caught;
}

}  // namespace

std::vector<model::VerifiedSubmission> matrix_of(const Judgement& judgement) {
  std::vector<model::VerifiedSubmission> rows;
  for (const SubmissionJudgement& one : judgement.submissions) {
    model::VerifiedSubmission row{name_of(one), one.verdict, one.as_expected, {}, {}, {}};
    if (const TestJudgement* slowest = slowest_of(one)) {
      row.time = slowest->run.cpu;
      row.test = slowest->name;
    }
    std::vector<std::string> groups;
    for (const model::GroupJudgement& group : one.groups) {
      if (!group.name.empty()) groups.push_back(word_of(group));
    }
    row.groups = joined(groups, ", ");
    rows.push_back(std::move(row));
  }
  return rows;
}

model::VerifiedPart verify_submissions(const Judgement& judgement) {
  model::VerifiedPart part;
  part.name = k_submissions;
  std::size_t tests = 0;
  // What never ran lacks a compiler here: that is no fault of the package.
  using Fault = std::pair<Severity, std::string>;
  std::map<Fault, std::vector<std::string>> by_fault;
  for (const SubmissionJudgement& one : judgement.submissions) {
    tests = std::max(tests, one.tests.size());
    if (one.unfinished || one.as_expected) continue;
    if (one.verdict == Verdict::je) {
      const Severity severity = one.tests.empty() ? Severity::warning : Severity::error;
      by_fault[{severity, why_not_judged(one)}].push_back(name_of(one));
    } else {
      part.findings.push_back(not_as_labelled(one));
    }
  }
  for (const auto& [fault, names] : by_fault) {
    const auto& [severity, why] = fault;
    part.findings.push_back(finding(severity, code::k_not_judged,
                                    fmt::format("{} could not be judged: {}", listed(names), why),
                                    {}, "'arbiter judge' shows all of it"));
  }
  part.summary = fmt::format("{} on {}", counted(judgement.submissions.size(), "submission"),
                             counted(tests, "test case"));
  return part;
}

model::VerifiedPart verify_strength(const Judgement& judgement) {
  model::VerifiedPart part;
  part.name = k_strength;
  std::vector<std::string> idle;
  std::map<std::set<std::string>, std::vector<std::string>> alike;
  const auto caught = caught_by_test(judgement);
  std::set<std::string> all;
  for (const auto& [test, programs] : caught) {
    all.insert(programs.begin(), programs.end());
    if (model::is_sample(test)) continue;
    if (programs.empty()) {
      idle.push_back(test);
    } else {
      alike[programs].push_back(test);
    }
  }
  std::erase_if(alike, [](const auto& row) { return row.second.size() < 2; });
  const auto failed =
      std::ranges::count_if(caught, [](const auto& row) { return !row.second.empty(); });
  part.summary =
      fmt::format("test cases that some submission fails: {} of {}", failed, caught.size());
  if (all.empty()) return part;
  if (!idle.empty()) {
    part.findings.push_back(finding(Severity::note, code::k_catches_nobody,
                                    fmt::format("test cases that no submission fails: {} of {}, {}",
                                                idle.size(), caught.size(), listed(idle)),
                                    {},
                                    "keep those that a mistake nobody has made yet would fail on"));
  }
  if (alike.empty()) return part;
  std::size_t spare = 0;
  for (const auto& row : alike)
    spare += row.second.size() - 1;
  const auto most =
      std::ranges::max_element(alike, {}, [](const auto& row) { return row.second.size(); });
  part.findings.push_back(
      finding(Severity::note, code::k_catches_the_same,
              fmt::format("test cases that the same submissions fail as another: {}, such as {}",
                          spare, listed(most->second)),
              {}, "fewer of them would tell as much about these submissions"));
  return part;
}

model::VerifiedPart verify_limits(const Judgement& judgement,
                                  const std::vector<judge::Submission>& submissions,
                                  const model::PackageLimits& limits) {
  model::VerifiedPart part;
  part.name = k_limits;
  const SubmissionJudgement* slowest = nullptr;
  double largest_share = 0;
  for (std::size_t i = 0; i < submissions.size() && i < judgement.submissions.size(); ++i) {
    const SubmissionJudgement& one = judgement.submissions[i];
    const std::vector<judge::TimeBound> bounds = judge::time_bounds(submissions[i]);
    const bool is_bound = std::ranges::any_of(bounds, [](const judge::TimeBound& bound) {
      return !bound.is_upper && bound.group.empty();
    });
    const TestJudgement* test = slowest_of(one);
    if (!is_bound || !was_judged(one) || test == nullptr || one.limits.time.count() == 0) continue;
    const double share = seconds(test->run.cpu) / seconds(one.limits.time);
    if (slowest != nullptr && share <= largest_share) continue;
    slowest = &one;
    largest_share = share;
  }
  if (slowest == nullptr) return part;
  const TestJudgement& test = *slowest_of(*slowest);
  part.summary = fmt::format("the slowest takes {:.0f} % of its time limit", 100 * largest_share);
  if (largest_share * limits.ac_to_time_limit <= 1) return part;
  part.findings.push_back(finding(
      Severity::warning, code::k_near_limit,
      fmt::format("{} takes {:.3f} s on {}, and its time limit is {:g} s: less than the {:g} times "
                  "that the package asks for",
                  name_of(*slowest), seconds(test.run.cpu), test.name,
                  seconds(slowest->limits.time), limits.ac_to_time_limit),
      std::filesystem::absolute(slowest->path),
      "raise the time limit, make the program faster, or write another 'ac_to_time_limit' below "
      "'limits: time_multipliers:'"));
  return part;
}

}  // namespace arbiter::verify
