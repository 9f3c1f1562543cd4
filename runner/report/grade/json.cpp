#include <array>

#include "base/instant.hpp"
#include "model/reason.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/phrases.hpp"
#include "report/grade/writers.hpp"
#include "report/json/fields.hpp"
#include "report/text/foreign_text.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

// The values of `arbiter/grade/1` (see schema/grade-1.schema.json), shared by the formats that are
// JSON. Every string is valid UTF-8 without control characters, long ones are clipped. What may
// differ between two runs of the same (times, memory, how a run was stopped) stands in `measured`
// alone.

using model::Gradebook;

constexpr std::array<std::string_view, 3> k_visibility_words{"sample", "open", "hidden"};
constexpr std::array<std::string_view, 3> k_disclosure_words{"verdict", "first_difference", "full"};
constexpr std::array<std::string_view, 3> k_audience_words{"off", "teacher", "student"};
constexpr std::array<std::string_view, 3> k_attempt_words{"last", "best", "all"};

/// Texts, tidy; an empty one as null.
Json tidy_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(tidy_text(text));
}

Json tidy_list(const std::vector<std::string>& all) {
  return array_of(all, [](const std::string& text) { return tidy_text(text); });
}

template <class Enum>
Json enum_word(const std::array<std::string_view, 3>& words, Enum value) {
  return words.at(static_cast<std::size_t>(value));
}

Json utc_or_null(const std::optional<std::int64_t>& seconds) {
  return seconds ? Json(utc_text(*seconds)) : Json();
}

Json policy_fields(const Gradebook& book) {
  const model::GradingPolicy& policy = book.policy;
  Json factors = Json::object();
  for (const auto& [language, factor] : policy.time_factors)
    factors[tidy_text(language)] = factor;
  return Json{
      {"words", tidy_or_null(book.policy_words)},
      {"attempts", enum_word(k_attempt_words, policy.attempts)},
      {"decimals", policy.decimals},
      {"due", utc_or_null(policy.late.due)},
      {"zone_s", policy.late.zone},
      {"grace_s", seconds(policy.late.grace)},
      {"language", model::k_feedback_languages.at(static_cast<std::size_t>(policy.language))},
      {"feedback",
       {{"sample", enum_word(k_disclosure_words, policy.feedback.sample)},
        {"open", enum_word(k_disclosure_words, policy.feedback.open)},
        {"hidden", enum_word(k_disclosure_words, policy.feedback.hidden)}}},
      {"counterexamples", enum_word(k_audience_words, policy.counterexamples.audience)},
      {"time_factors", std::move(factors)}};
}

Json group_points_fields(const model::GroupPoints& group) {
  return Json{{"group", tidy_text(group.name)}, {"points", group.points},
              {"max_points", group.max_points}, {"passed", group.passed},
              {"tests", group.tests},           {"words", tidy_text(group.words)}};
}

Json override_fields(const std::optional<model::Override>& override) {
  if (!override) return {};
  return Json{{"points", override->points},
              {"relative", override->is_relative},
              {"reason", tidy_text(override->reason)},
              {"line", override->line}};
}

/// What a grade says of the attempt that counts.
Json counting_fields(const Gradebook& book, const model::Grade& grade) {
  const model::Attempt* attempt = counting_attempt(book, grade);
  if (attempt == nullptr) return {};
  return Json{{"number", attempt->number},
              {"origin", tidy_text(attempt->origin)},
              {"submitted", utc_or_null(attempt->submitted)},
              {"sha256", tidy_or_null(attempt->sha256)}};
}

Json points_fields(const Gradebook& book, const model::Grade& grade) {
  const auto verdict = grade_verdict(book, grade);
  return Json{{"status", model::word(grade.status)},
              {"verdict", verdict ? Json(model::code(*verdict)) : Json()},
              {"points", grade.points},
              {"max_points", grade.max_points},
              {"raw_points", grade.raw_points},
              {"due", utc_or_null(grade.due)},
              {"late_minutes", grade.late_minutes},
              {"late_penalty", grade.late_penalty},
              {"computed_points", grade.computed_points},
              {"override", override_fields(grade.override)},
              {"attempt", counting_fields(book, grade)},
              {"groups", array_of(grade.groups, group_points_fields)},
              {"words", tidy_list(grade.words)}};
}

Json grade_head_fields(const Gradebook& book) {
  return Json{
      {"schema", "arbiter/grade/1"},
      {"arbiter", tidy_text(book.arbiter_version)},
      {"run", tidy_or_null(book.run)},
      {"started", tidy_or_null(book.started)},
      {"finished", tidy_or_null(book.finished)},
      {"sandbox", {{"mode", tidy_text(book.sandbox_mode)}, {"unsandboxed", book.unsandboxed}}},
      {"layout", tidy_text(book.layout)},
      {"assignment", tidy_or_null(book.policy.assignment)},
      {"policy", policy_fields(book)},
      {"baseline", tidy_or_null(book.baseline)},
      {"warnings", tidy_list(book.warnings)}};
}

Json graded_problem_fields(const model::GradedProblem& problem) {
  Json tests = Json::array();
  for (std::size_t t = 0; t < problem.tests.size(); ++t) {
    const bool is_declared = t < problem.visibilities.size();
    tests.push_back(Json{
        {"name", tidy_text(problem.tests[t])},
        {"visibility", enum_word(k_visibility_words, is_declared ? problem.visibilities[t]
                                                                 : model::Visibility::hidden)}});
  }
  return Json{{"id", tidy_text(problem.id)},      {"title", tidy_text(problem.title)},
              {"root", tidy_text(problem.root)},  {"hash", tidy_or_null(problem.hash)},
              {"max_points", problem.max_points}, {"limits", limits_fields(problem.limits)},
              {"tests", std::move(tests)}};
}

/// One of the book's students, with the grades at all problems and their sum.
Json graded_student_fields(const Gradebook& book, const model::Student& who) {
  const auto student = static_cast<std::size_t>(&who - book.students.data());
  const GradeTotal total = total_of(book, student);
  Json json;
  for (const auto& [key, text] : model::k_student_texts)
    json[key] = tidy_text(who.*text);
  json["on_roster"] = who.on_roster;
  json["points"] = total.points;
  json["max_points"] = total.max_points;
  json["grades"] = Json::array();
  for (std::size_t p = 0; p < book.problems.size(); ++p) {
    const model::Grade* grade = grade_of(book, student, p);
    if (grade == nullptr) continue;
    Json one{{"problem", tidy_text(grade->problem)}};
    one.update(points_fields(book, *grade));
    json["grades"].push_back(std::move(one));
  }
  return json;
}

Json attempt_fields(const model::Attempt& attempt, std::size_t work) {
  return Json{{"students", tidy_list(attempt.students)},
              {"problem", tidy_text(attempt.problem)},
              {"number", attempt.number},
              {"origin", tidy_text(attempt.origin)},
              {"submitted", utc_or_null(attempt.submitted)},
              {"marked_late", attempt.is_marked_late},
              {"sha256", tidy_or_null(attempt.sha256)},
              {"work", work}};
}

Json unattributed_fields(const model::Unattributed& one) {
  return Json{
      {"path", tidy_text(one.path)}, {"why", tidy_text(one.why)}, {"help", tidy_text(one.help)}};
}

Json cluster_fields(const Gradebook& book, const model::MistakeCluster& cluster) {
  return Json{{"id", tidy_text(cluster.id)},
              {"problem", tidy_text(cluster.problem)},
              {"verdict", model::code(cluster.verdict)},
              {"first_failing", tidy_or_null(cluster.first_failing)},
              {"words", tidy_text(cluster.words)},
              {"works", cluster.works},
              {"representative", tidy_or_null(representative_of(book, cluster))},
              {"students", tidy_list(cluster.students)},
              {"comment", tidy_or_null(cluster.comment)}};
}

Json look_alike_fields(const Gradebook& book, const model::LookAlike& group) {
  Json attempts = Json::array();
  for (const std::size_t attempt : group.attempts) {
    if (attempt >= book.attempts.size()) continue;
    attempts.push_back(Json{{"students", tidy_list(book.attempts[attempt].students)},
                            {"names", tidy_text(names_of(book, book.attempts[attempt].students))},
                            {"origin", tidy_text(book.attempts[attempt].origin)}});
  }
  const auto range = [](const model::LineRange& lines) {
    return Json{{"file", lines.file}, {"first", lines.first}, {"last", lines.last}};
  };
  return Json{{"problem", tidy_text(group.problem)},
              {"identical", group.is_identical},
              {"score", group.score},
              {"attempts", std::move(attempts)},
              {"lines", array_of(group.lines, [&](const model::LikeLines& both) {
                 return Json::array({range(both.one), range(both.other)});
               })}};
}

Json change_fields(const model::GradeChange& change) {
  return Json{{"student", tidy_text(change.student)},
              {"problem", tidy_text(change.problem)},
              {"before", change.before},
              {"after", change.after},
              {"why", tidy_text(change.why)}};
}

Json measured_fields(const model::TestJudgement& test) {
  return Json{{"ending", ending_word(test.run.ending)},
              {"cpu_s", seconds(test.run.cpu)},
              {"wall_s", seconds(test.run.wall)},
              {"memory_kib", kibibytes(test.run.memory)},
              {"approximate", test.run.approximate},
              {"rerun", test.run.was_rerun},
              {"cached", test.cached}};
}

Json clipped_difference_fields(const std::optional<FirstDifference>& difference) {
  if (!difference) return {};
  FirstDifference tidy = *difference;
  tidy.expected = tidy_text(tidy.expected);
  tidy.got = tidy_text(tidy.got);
  return difference_fields(tidy);
}

Json judged_test_fields(const model::TestJudgement& test, const model::RunLimits& limits) {
  const bool is_rte = test.verdict == model::Verdict::rte;
  const bool is_exit = is_rte && test.run.ending == model::Ending::exited;
  const bool is_signal = is_rte && test.run.ending == model::Ending::signalled;
  return Json{{"name", tidy_text(test.name)},
              {"verdict", model::code(test.verdict)},
              {"reason", model::lasting_reason(test, limits)},
              {"exit_status", is_exit ? Json(test.run.exit_status) : Json()},
              {"signal", is_signal ? Json(test.run.signal) : Json()},
              {"score", or_null(test.score)},
              {"max_score", or_null(test.max_score)},
              {"message", tidy_text(lasting_message(test))},
              {"first_difference", clipped_difference_fields(test.first_difference)},
              {"hints", tidy_list(test.hints)},
              {"stderr_tail", tidy_text(test.error_tail)},
              {"measured", measured_fields(test)}};
}

Json counterexample_fields(const model::Work& work) {
  if (!work.counterexample) return {};
  const model::Counterexample& found = *work.counterexample;
  const Phrases say(model::FeedbackLanguage::en);
  const Json growth =
      found.slowness ? Json(say.slowness(*found.slowness, work.judgement.limits)) : Json();
  if (!found.none.empty()) return Json{{"none", tidy_text(found.none)}, {"growth", growth}};
  Json fields = judged_test_fields(found.test, work.judgement.limits);
  fields.erase("name");
  const bool is_game = found.test.transcript.has_value();
  fields["input"] = tidy_text(found.input);
  fields["answer"] = tidy_text(found.answer);
  fields["course"] = tidy_text(found.course);
  fields["others"] = tidy_text(found.others);
  fields["output"] =
      tidy_text(is_game ? transcript_text(*found.test.transcript) : found.test.output_head);
  fields["pattern"] = found.pattern ? Json(say.pattern(*found.pattern)) : Json();
  fields["growth"] = growth;
  return fields;
}

Json work_fields(const model::Work& work) {
  const model::SubmissionJudgement& judgement = work.judgement;
  const bool is_known = !judgement.unfinished && work.fault.empty();
  const model::TestJudgement* deciding = is_known ? deciding_test(judgement) : nullptr;
  return Json{{"problem", tidy_text(work.problem)},
              {"sha256", tidy_or_null(work.sha256)},
              {"fault", tidy_or_null(work.fault)},
              {"language", tidy_or_null(judgement.language)},
              {"verdict", is_known ? Json(model::code(judgement.verdict)) : Json()},
              {"deciding_test", deciding != nullptr ? Json(tidy_text(deciding->name)) : Json()},
              {"limits", limits_fields(judgement.limits)},
              {"compile",
               {{"ok", judgement.compile.ok},
                {"log", tidy_text(judgement.compile.log)},
                {"helps", tidy_list(judgement.compile.helps)},
                {"fault", tidy_or_null(judgement.compile.fault)}}},
              {"counterexample", counterexample_fields(work)},
              {"tests", array_of(judgement.tests, [&](const model::TestJudgement& test) {
                 return judged_test_fields(test, judgement.limits);
               })}};
}

/// A document whose long lists are written entry by entry, a line each: as one tree they would
/// take many times the memory of their text.
class GradeDocument {
 public:
  explicit GradeDocument(const Json& head) : text_(dumped(head, 2)) {
    text_.erase(text_.rfind('}'));
    while (text_.back() == '\n')
      text_.pop_back();
  }

  template <class List, class Fields>
  void add_list(std::string_view name, const List& list, const Fields& fields) {
    text_ += ",\n  \"";
    text_ += name;
    text_ += "\": [";
    std::string_view before = "\n    ";
    for (const auto& entry : list) {
      text_ += before;
      text_ += dumped(fields(entry), -1);
      text_.pop_back();
      before = ",\n    ";
    }
    text_ += list.empty() ? "]" : "\n  ]";
  }

  std::string finish() { return std::move(text_) + "\n}\n"; }

 private:
  std::string text_;
};

}  // namespace

Result<GradeOutput> grade_json(const Gradebook& book, const GradeOutputOptions& /*options*/) {
  // What an entry says of others it takes from the book.
  const auto in_book = [&book](auto* fields) {
    return [&book, fields](const auto& entry) { return fields(book, entry); };
  };
  const auto places = model::places_of(book.works);
  GradeDocument document(grade_head_fields(book));
  document.add_list("problems", book.problems, graded_problem_fields);
  document.add_list("students", book.students, in_book(graded_student_fields));
  document.add_list("attempts", book.attempts, [&](const model::Attempt& attempt) {
    return attempt_fields(attempt, places.at(attempt));
  });
  document.add_list("works", book.works, work_fields);
  document.add_list("unattributed", book.unattributed, unattributed_fields);
  document.add_list("clusters", book.clusters, in_book(cluster_fields));
  document.add_list("look_alikes", book.look_alikes, in_book(look_alike_fields));
  document.add_list("changes", book.changes, change_fields);
  return one_file(document.finish());
}

Result<GradeOutput> grade_jsonl(const Gradebook& book, const GradeOutputOptions& /*options*/) {
  std::string text;
  for (const model::Grade& grade : book.grades) {
    Json line{{"schema", "arbiter/grade-lines/1"},
              {"run", text_or_null(book.run)},
              {"student", tidy_text(grade.student)},
              {"problem", tidy_text(grade.problem)}};
    line.update(points_fields(book, grade));
    text += dumped(line, -1);
  }
  return one_file(std::move(text));
}

}  // namespace arbiter::report
