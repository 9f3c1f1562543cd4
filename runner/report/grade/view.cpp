#include "report/grade/view.hpp"

#include <algorithm>
#include <map>

#include "base/instant.hpp"
#include "base/text.hpp"
#include "model/points.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/phrases.hpp"
#include "report/text/foreign_text.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::Disclosure;
using model::Gradebook;
using model::GradeStatus;
using model::Verdict;
using model::Visibility;

// No record of a run keeps less of an output that is longer.
constexpr std::size_t k_least_kept = 1024;

Disclosure disclosure_for(Visibility visibility, const model::FeedbackPolicy& policy) {
  if (visibility == Visibility::sample) return policy.sample;
  return visibility == Visibility::open ? policy.open : policy.hidden;
}

/// What nobody declared open is hidden.
Visibility visibility_of(const model::GradedProblem& problem, std::size_t test) {
  return test < problem.visibilities.size() ? problem.visibilities[test] : Visibility::hidden;
}

std::vector<std::string> tidied(const std::vector<std::string>& texts) {
  std::vector<std::string> all;
  all.reserve(texts.size());
  for (const std::string& text : texts)
    all.push_back(tidy_text(text));
  return all;
}

/// The place of a difference; its texts only if `has_texts`.
std::optional<FirstDifference> seen_difference(const std::optional<FirstDifference>& difference,
                                               bool has_texts) {
  if (!difference) return std::nullopt;
  FirstDifference seen;
  seen.output_line = difference->output_line;
  seen.output_column = difference->output_column;
  if (!has_texts) return seen;
  seen = *difference;
  seen.expected = tidy_text(difference->expected);
  seen.got = tidy_text(difference->got);
  return seen;
}

/// Everything that the disclosure of a test allows beyond its verdict.
void disclose(SeenTest& seen, const model::TestJudgement& test) {
  const bool is_full = seen.disclosure == Disclosure::full;
  // Answers of hidden tests stay hidden but for `full`, and messages may quote them.
  const bool has_texts = is_full || seen.visibility != Visibility::hidden;
  seen.difference = seen_difference(test.first_difference, has_texts);
  if (has_texts) {
    seen.message = tidy_text(lasting_message(test));
    seen.hints = tidied(test.hints);
  }
  if (!is_full) return;
  seen.output = tidy_text(test.transcript ? transcript_text(*test.transcript) : test.output_head);
  seen.is_game = test.transcript.has_value();
  seen.is_output_cut = !test.transcript && test.output_head.size() >= k_least_kept;
  seen.error_tail = tidy_text(test.error_tail);
  // It ran in a folder that its student does not know.
  replace_all(seen.error_tail, "/program/", "");
}

/// The first test that a program fails, of all, samples too, or of those of a group; none: there is
/// none.
const SeenTest* first_failing_of(const model::GroupPoints& group,
                                 const std::vector<SeenTest>& tests,
                                 const std::vector<std::string>& names) {
  for (std::size_t t = 0; t < tests.size(); ++t) {
    const bool is_in = group.name.empty() || names[t].starts_with(group.name + "/");
    if (is_in && tests[t].verdict != Verdict::ac) return &tests[t];
  }
  return nullptr;
}

/// A group's points in words that name tests as the student knows them.
std::string seen_words(const model::GroupPoints& group, const std::vector<SeenTest>& tests,
                       const std::vector<std::string>& names, int decimals, const Phrases& say) {
  std::string words;
  const auto add = [&](const std::string& more) { words += (words.empty() ? "" : " ") + more; };
  if (!group.name.empty() || group.tests == 0) {
    add(say("group",
            {group.name.empty() ? say("all_tests") : tidy_line(std::string(base_name(group.name))),
             model::show_points(group.points, decimals),
             model::show_points(group.max_points, decimals)}));
  }
  if (group.tests > 0)
    add(say("passed", {std::to_string(group.passed), std::to_string(group.tests)}));
  if (const SeenTest* test = first_failing_of(group, tests, names))
    add(say("group_fails", {test->name, say.verdict(test->verdict)}));
  return words;
}

/// Lateness with its arithmetic.
std::string late_words(const model::Grade& grade, const SeenProblem& seen,
                       const model::GradingPolicy& policy, const Phrases& say) {
  const auto points = [&](double value) { return model::show_points(value, policy.decimals); };
  std::string words;
  if (seen.submitted && grade.due) {
    words = say("late",
                {show_instant(*seen.submitted, policy.late.zone),
                 show_instant(*grade.due, policy.late.zone), show_span(grade.late_minutes * 60)}) +
            " ";
  }
  return words + (grade.late_penalty <= 0
                      ? say("late_free")
                      : say("late_price", {points(grade.late_penalty), points(grade.raw_points),
                                           points(grade.computed_points)}));
}

std::string override_words(const model::Grade& grade, int decimals, const Phrases& say) {
  std::string words = say("set_by_hand", {model::show_points(grade.computed_points, decimals),
                                          model::show_points(grade.points, decimals)});
  const std::string reason = tidy_line(grade.override->reason);
  return reason.empty() ? words : words + " " + say("why", {reason});
}

/// What a person says of the mistake that somebody makes at a problem.
std::string comment_on(const Gradebook& book, const model::Grade& grade) {
  for (const model::MistakeCluster& cluster : book.clusters) {
    if (cluster.problem != grade.problem || cluster.comment.empty()) continue;
    const auto& students = cluster.students;
    if (std::find(students.begin(), students.end(), grade.student) != students.end())
      return cluster.comment;
  }
  return {};
}

/// Why there is nothing to give points for.
std::vector<std::string> blank_words(const model::Blank& blank, const Phrases& say) {
  std::vector<std::string> words;
  for (const model::Unattributed* file : blank.theirs) {
    words.push_back(say("not_graded", {tidy_line(std::string(base_name(file->path)))}) + " " +
                    say("why", {tidy_line(file->why)}));
    // The same file may lie at several places.
    if (std::ranges::count(words, words.back()) > 1) words.pop_back();
  }
  if (blank.may_own_another) words.push_back(say("owner_unknown"));
  if (words.empty()) words.push_back(say("absent"));
  return words;
}

std::vector<std::string> seen_grade_words(const model::Grade& grade, const SeenProblem& seen,
                                          const Gradebook& book, const Phrases& say) {
  std::vector<std::string> words;
  if (model::is_blank(grade.status)) words = blank_words(model::blank_of(book, grade.student), say);
  if (grade.status == GradeStatus::compile_error)
    words.push_back(say(seen.fault.empty() ? "does_not_compile" : "cannot_run"));
  if (grade.status == GradeStatus::judge_error) words.push_back(say("not_judged"));
  if (grade.status == GradeStatus::graded) {
    for (const model::GroupPoints& group : seen.groups)
      words.push_back(group.words);
  }
  if (grade.late_minutes > 0) words.push_back(late_words(grade, seen, book.policy, say));
  if (grade.override) words.push_back(override_words(grade, book.policy.decimals, say));
  const std::string comment = tidy_line(comment_on(book, grade));
  if (!comment.empty()) words.push_back(say("comment", {comment}));
  return words;
}

/// A problem of one student while it is filled in.
class ProblemViewer {
 public:
  ProblemViewer(const Gradebook& book, const TestFiles& files, const model::Grade& grade,
                const model::GradedProblem& problem)
      : book_(book), files_(files), grade_(grade), problem_(problem), say_(book.policy.language) {}

  SeenProblem see() {
    const int decimals = book_.policy.decimals;
    seen_.title = tidy_line(problem_.title.empty() ? problem_.id : problem_.title);
    seen_.status = grade_.status;
    seen_.verdict = grade_verdict(book_, grade_);
    seen_.is_final = grade_.status != GradeStatus::judge_error || grade_.override.has_value();
    seen_.is_blank = model::is_blank(grade_.status) && !grade_.override;
    seen_.is_late = grade_.late_minutes > 0;
    seen_.points = grade_.points;
    seen_.max_points = grade_.max_points;
    if (const model::Attempt* attempt = counting_attempt(book_, grade_)) see_attempt(*attempt);
    if (const model::Work* work = counting_work(book_, grade_)) see_work(*work);
    for (const model::GroupPoints& group : grade_.groups) {
      seen_.groups.push_back(group);
      seen_.groups.back().name = tidy_line(group.name);
      seen_.groups.back().words = seen_words(group, seen_.tests, names_, decimals, say_);
    }
    seen_.words = seen_grade_words(grade_, seen_, book_, say_);
    if (!slowness_.empty()) seen_.words.push_back(std::move(slowness_));
    return std::move(seen_);
  }

 private:
  void see_attempt(const model::Attempt& attempt) {
    // The path to a group's hand-in names whoever of them uploaded it.
    const bool is_shared = attempt.students.size() > 1;
    seen_.origin = tidy_line(is_shared ? base_name(attempt.origin) : attempt.origin);
    seen_.submitted = attempt.submitted;
  }

  // Never the path of the work: the same bytes may be judged where somebody else handed them in.
  void see_work(const model::Work& work) {
    const model::SubmissionJudgement& judgement = work.judgement;
    seen_.fault = tidy_text(work.fault);
    seen_.compile_log = with_own_name(tidy_text(judgement.compile.log), base_name(seen_.origin));
    seen_.helps = tidied(judgement.compile.helps);
    const bool is_theirs = book_.policy.counterexamples.audience == model::Audience::student;
    if (is_theirs && work.counterexample) {
      if (work.counterexample->none.empty())
        see_counterexample(*work.counterexample, judgement.limits);
      if (work.counterexample->slowness)
        slowness_ = say_.slowness(*work.counterexample->slowness, judgement.limits);
    }
    std::map<std::string_view, std::size_t> places;
    for (std::size_t t = 0; t < problem_.tests.size(); ++t)
      places[problem_.tests[t]] = t;
    for (const model::TestJudgement& test : judgement.tests) {
      names_.push_back(test.name);
      seen_.run_time += test.run.wall;
      const auto place = places.find(test.name);
      seen_.tests.push_back(see_test(
          test, judgement, place == places.end() ? std::nullopt : std::optional(place->second)));
    }
  }

  void see_counterexample(const model::Counterexample& found, const model::RunLimits& limits) {
    SeenTest seen;
    seen.name = say_("counterexample");
    seen.visibility = Visibility::sample;
    seen.disclosure = Disclosure::full;
    seen.verdict = found.test.verdict;
    disclose(seen, found.test);
    seen.reason = say_.reason(found.test, limits);
    // Nobody reads more of an input that only shows that a program is slow.
    constexpr std::size_t k_most = 2000;
    seen.input = tidy_text(found.input, k_most);
    seen.answer = tidy_text(found.answer, k_most);
    seen.course = tidy_text(found.course);
    seen.others = tidy_text(found.others);
    if (found.pattern) seen.hints.insert(seen.hints.begin(), say_.pattern(*found.pattern));
    seen_.counterexample = std::move(seen);
  }

  SeenTest see_test(const model::TestJudgement& test, const model::SubmissionJudgement& judgement,
                    std::optional<std::size_t> place) const {
    SeenTest seen;
    seen.name = place ? student_name_of(problem_, *place, book_.policy) : "hidden test";
    if (place) seen.visibility = visibility_of(problem_, *place);
    seen.disclosure = disclosure_for(seen.visibility, book_.policy.feedback);
    seen.verdict = test.verdict;
    const bool is_silent = test.verdict == Verdict::ac || test.verdict == Verdict::je;
    if (is_silent || seen.disclosure == Disclosure::verdict) return seen;
    disclose(seen, test);
    seen.reason = say_.reason(test, judgement.limits);
    if (seen.disclosure != Disclosure::full || !place || !files_) return seen;
    seen.input = test.pass_input.empty() ? files_(grade_.problem, *place, false)
                                         : tidy_text(test.pass_input);
    seen.answer = files_(grade_.problem, *place, true);
    return seen;
  }

  const Gradebook& book_;
  const TestFiles& files_;
  const model::Grade& grade_;
  const model::GradedProblem& problem_;
  Phrases say_;
  SeenProblem seen_;
  std::vector<std::string> names_;
  std::string slowness_;
};

}  // namespace

std::string transcript_text(const model::Transcript& transcript) {
  std::string text;
  for (const model::Message& message : transcript.messages) {
    text += (message.from_submission ? "you: " : "judge: ") + message.text;
    if (!text.ends_with('\n')) text += '\n';
  }
  return text;
}

std::string student_name_of(const model::GradedProblem& problem, std::size_t test,
                            const model::GradingPolicy& policy) {
  const bool has_alias = visibility_of(problem, test) == Visibility::hidden &&
                         policy.feedback.hidden != Disclosure::full;
  if (!has_alias) return tidy_line(problem.tests[test]);
  std::size_t number = 1;
  for (std::size_t t = 0; t < test; ++t) {
    if (visibility_of(problem, t) != Visibility::sample) ++number;
  }
  return Phrases(policy.language)("hidden_test", {std::to_string(number)});
}

std::span<const SeenProblem> StudentView::of(std::optional<std::size_t> problem) const {
  return problem ? std::span(&problems_.at(*problem), 1) : std::span(problems_);
}

double StudentView::points(std::optional<std::size_t> problem) const {
  double sum = 0;
  for (const SeenProblem& one : of(problem))
    sum += one.points;
  return sum;
}

double StudentView::max_points(std::optional<std::size_t> problem) const {
  double sum = 0;
  for (const SeenProblem& one : of(problem))
    sum += one.max_points;
  return sum;
}

bool StudentView::is_final(std::optional<std::size_t> problem) const {
  return std::ranges::all_of(of(problem), &SeenProblem::is_final);
}

bool StudentView::is_blank(std::optional<std::size_t> problem) const {
  return std::ranges::all_of(of(problem), &SeenProblem::is_blank);
}

StudentView StudentViews::view(std::size_t student) const {
  StudentView view;
  if (student >= size()) return view;
  view.student_ = book_->students[student];
  view.assignment_ = tidy_line(book_->policy.assignment);
  view.decimals_ = book_->policy.decimals;
  view.language_ = book_->policy.language;
  view.zone_ = book_->policy.late.zone;
  for (std::size_t p = 0; p < book_->problems.size(); ++p) {
    const model::GradedProblem& problem = book_->problems[p];
    const model::Grade* grade = grade_of(*book_, student, p);
    const bool is_whole = grade != nullptr && grade->problem == problem.id;
    view.problems_.push_back(is_whole ? ProblemViewer(*book_, files_, *grade, problem).see()
                                      : SeenProblem());
    if (is_whole && sources_ && counting_attempt(*book_, *grade) != nullptr) {
      view.problems_.back().sources = [read = sources_, attempt = *grade->attempt] {
        return read(attempt);
      };
    }
  }
  return view;
}

std::vector<std::string> StudentViews::file_names() const {
  return file_names_of(ids_of(book_->students));
}

}  // namespace arbiter::report
