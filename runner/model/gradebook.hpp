#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/counterexample.hpp"
#include "model/grading.hpp"
#include "model/judgement.hpp"

namespace arbiter::model {

/// A row of the roster, or somebody who handed something in without being on it.
struct Student {
  std::string id;  ///< unique; every document names the student so
  std::string name;
  std::string email;
  std::string username;
  std::string lms_id;  ///< of the learning platform: "Participant 123", Canvas' user id
  std::string group;
  std::string section;
  std::string language;
  bool on_roster = true;
};

/// The texts of a student, by the names that rosters and documents have for them.
inline constexpr std::array<std::pair<const char*, std::string Student::*>, 8> k_student_texts = {
    {{"id", &Student::id},
     {"name", &Student::name},
     {"email", &Student::email},
     {"username", &Student::username},
     {"lms_id", &Student::lms_id},
     {"group", &Student::group},
     {"section", &Student::section},
     {"language", &Student::language}}};

/// "Anna Berg (300008)"; the id alone where there is no name, or no other.
std::string shown_name(const Student& student);

/// What a work is known by. Its attempts say the same.
struct WorkId {
  std::string problem;  ///< id
  std::string sha256;   ///< of its files and their names, hex

  auto operator<=>(const WorkId&) const = default;
};

/// One attempt at one problem, as handed in.
struct Attempt : WorkId {
  std::vector<std::string> students;  ///< ids; several where a group did it
  std::string origin;  ///< where it came from, as people find it: "all.zip/Ada_7_…/a.cpp"
  std::optional<std::int64_t> submitted;  ///< seconds since 1970, UTC; none: not known
  bool is_marked_late = false;            ///< the platform says so
  int number = 1;                         ///< of these students at this problem, the oldest first
};

/// What was handed in, judged once however many handed in the same.
struct Work : WorkId {
  SubmissionJudgement judgement;
  std::string fault;  ///< not empty: it is no program of a known language, in words
  std::optional<Counterexample> counterexample = {};  ///< of one that fails; none: not looked for
};

/// Something that could not be told whose or what it is, or could not be read.
struct Unattributed {
  std::string path;  ///< as Attempt::origin
  std::string why;
  std::string help;
  std::vector<std::string> students = {};    ///< ids: whose it is, where that alone is known
  std::vector<std::string> candidates = {};  ///< ids: whose it could be, where it is not known
};

/// Something that a person has to look at, and what they decided: a row of decisions.csv.
struct Question {
  std::string kind;     ///< "file", "stranger", "judge error", "close call", "look-alike"
  std::string student;  ///< id; several with a blank between them; may be empty, as the next three
  std::string problem;  ///< id
  std::string test;
  std::string file = {};      ///< as Attempt::origin
  std::string what = {};      ///< why it is asked
  std::string todo = {};      ///< what to write
  std::string decision = {};  ///< empty: none yet
  std::size_t line = 0;       ///< in decisions.csv, from 1; 0: not read from there

  [[nodiscard]] bool is_about_the_same(const Question& other) const {
    return kind == other.kind && student == other.student && problem == other.problem &&
           test == other.test && file == other.file;
  }
};

/// The points of a group of tests, or of all of them where the problem has no groups.
struct GroupPoints {
  std::string name;  ///< "secret/large"; empty: all tests
  double points = 0;
  double max_points = 0;
  std::size_t passed = 0;
  std::size_t tests = 0;
  std::string words;  ///< "large 0/20: first fails large-07, TLE"
};

/// What became of one student at one problem.
enum class GradeStatus : std::uint8_t {
  graded,
  no_submission,
  compile_error,
  judge_error,
  not_graded,  ///< something of theirs arrived that cannot be graded, or whose it is nobody knows
};

/// Whether there is nothing to give points for: no attempt, or none that can be graded.
inline bool is_blank(GradeStatus status) {
  return status == GradeStatus::no_submission || status == GradeStatus::not_graded;
}

struct Grade {
  std::string student;  ///< id
  std::string problem;  ///< id
  GradeStatus status = GradeStatus::no_submission;
  std::optional<std::size_t> attempt;  ///< into Gradebook::attempts: the one that counts
  std::size_t work = 0;                ///< into Gradebook::works: that of `attempt`
  /// With `judge_error` all points but those of an absolute override are a lower bound, no grade.
  std::vector<GroupPoints> groups;
  double raw_points = 0;            ///< by the tests
  std::optional<std::int64_t> due;  ///< what held for this student, without grace; seconds, UTC
  std::int64_t late_minutes = 0;    ///< after due time, extension and grace; 0: in time
  double late_penalty = 0;          ///< points taken for it
  double computed_points = 0;       ///< raw less penalty, rounded
  std::optional<Override> override;
  double points = 0;  ///< what is handed out
  double max_points = 0;
  std::vector<std::string> words;  ///< how it came to be, a line each
};

/// Works at one problem that fail the same tests with the same outputs.
struct MistakeCluster {
  std::string problem;                ///< id
  std::vector<std::size_t> works;     ///< into Gradebook::works, the representative first
  std::vector<std::string> students;  ///< ids: whose counting attempt is one of them
  std::string first_failing;          ///< test; empty for compile errors
  Verdict verdict = Verdict::wa;
  std::string words;    ///< "WA on secret/03 and 4 more, the same outputs"
  std::string id;       ///< of the mistake: the same in every run that finds it
  std::string comment;  ///< a person's, for all of its students; empty: none
};

/// Lines of one of a work's files.
struct LineRange {
  std::size_t file = 0;   ///< which of them, by their names, from 0
  std::size_t first = 0;  ///< from 1
  std::size_t last = 0;
};

/// What two programs have in common in one place of each.
struct LikeLines {
  LineRange one;
  LineRange other;
};

/// Attempts of different students that are the same but for comments, blanks and names; or two of
/// them that have much in common.
struct LookAlike {
  std::string problem;                ///< id
  std::vector<std::size_t> attempts;  ///< into Gradebook::attempts
  bool is_identical = false;          ///< byte by byte
  int score = 100;                    ///< percent of the smaller program that the other has, too
  std::vector<LikeLines> lines = {};  ///< of two in common; none: they are the same
};

/// A problem of the cohort.
struct GradedProblem {
  std::string id;
  std::string title;
  std::string root;  ///< as given or found
  std::string hash;
  double max_points = 0;
  RunLimits limits;
  bool is_scoring = false;  ///< the package gives points itself
  bool minimizes = false;   ///< fewer of them are better
  /// One a test, in judging order.
  std::vector<std::string> tests;
  std::vector<Visibility> visibilities;
};

/// How a grade differs from that of the run that it is compared with.
struct GradeChange {
  std::string student;  ///< id
  std::string problem;  ///< id
  double before = 0;
  double after = 0;
  std::string why;  ///< "secret/07: TLE before, AC now"
};

/// Everything that one run of `arbiter grade` found out. Times, memory and time stamps stand in
/// `run`, `started`, `finished`, and in the RunRecords of the works; nowhere else.
struct Gradebook {
  std::string arbiter_version;
  std::string run;
  std::string started;   ///< UTC, ISO 8601 with Z
  std::string finished;  ///< likewise; empty: interrupted
  std::string sandbox_mode;
  bool unsandboxed = false;
  std::string layout;               ///< how the submissions were found to be laid out, in words
  std::vector<Question> decisions;  ///< what a person decided
  GradingPolicy policy;
  std::string policy_words;  ///< its file and what holds for all problems
  std::vector<GradedProblem> problems;
  std::vector<Student> students;  ///< the roster in its order, then others by id
  std::vector<Attempt> attempts;
  std::vector<Work> works;
  std::vector<Grade> grades;  ///< one for every student and problem, by student, then problem
  std::vector<Unattributed> unattributed;
  std::vector<MistakeCluster> clusters;  ///< the one of most students first
  std::vector<LookAlike> look_alikes;
  std::vector<std::string> warnings;
  std::vector<GradeChange> changes;  ///< with --baseline
  std::string baseline;              ///< id of that run
};

/// "graded", "no_submission", …: as grades.csv writes it.
std::string_view word(GradeStatus status);

/// A student without an attempt at a problem: whether nothing arrived or nothing that can be
/// graded, and why.
struct Blank {
  GradeStatus status = GradeStatus::no_submission;
  std::vector<const Unattributed*> theirs;  ///< files of that student that cannot be graded
  bool may_own_another = false;             ///< of a file it is not known whose it is
  std::vector<std::string> words;           ///< all this for the teacher
};
Blank blank_of(const Gradebook& book, const std::string& student);

/// The same by the id of a student.
std::string shown_name(const Gradebook& book, const std::string& id);

/// Where each of the works stands among them.
std::map<WorkId, std::size_t> places_of(const std::vector<Work>& works);

}  // namespace arbiter::model
