#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/gradebook.hpp"

namespace arbiter::report {

/// The input of a test of a problem, or its answer, as tidy_text() makes it: an id, and a place in
/// GradedProblem::tests. Asked only where the policy discloses them. Empty: cannot be shown.
using TestFiles =
    std::function<std::string(const std::string& problem, std::size_t test, bool answer)>;

/// A file that a format makes. `name` is its place below the path that was asked for, with
/// slashes, safe on every system; empty: that path itself is the file.
struct OutputFile {
  std::string name;
  std::string bytes;
};

/// The files of an attempt (an index into Gradebook::attempts) as they were handed in, with names
/// relative to it.
using AttemptFiles = std::function<std::vector<OutputFile>(std::size_t attempt)>;

/// A game for its student, a line each: "you: …", "judge: …".
std::string transcript_text(const model::Transcript& transcript);

/// How students know a test: "hidden test 3" unless they may know its name. The number is its place
/// among all tests but the samples, so that it stays the same when the policy opens others.
std::string student_name_of(const model::GradedProblem& problem, std::size_t test,
                            const model::GradingPolicy& policy);

/// A test as its student may see it.
struct SeenTest {
  std::string name;  ///< "hidden test 3" for a hidden one, unless all of it is disclosed
  model::Visibility visibility = model::Visibility::hidden;
  model::Disclosure disclosure = model::Disclosure::verdict;
  model::Verdict verdict = model::Verdict::je;
  // From here on empty unless `disclosure` allows it.
  std::string reason;   ///< which limit, signal or exit status, in sentences; no measured figures
  std::string message;  ///< the checker's
  /// Of a hidden test that is not disclosed in full the place alone, without texts.
  std::optional<FirstDifference> difference;
  std::vector<std::string> hints;
  std::string input;
  std::string answer;
  std::string course;  ///< how the right answer comes about, step by step
  std::string others;  ///< how the program does on other small inputs
  std::string output;
  bool is_output_cut = false;  ///< only its beginning is there
  bool is_game = false;        ///< `output` is what both sides said
  std::string error_tail;
};

/// A problem as its student may see what became of it.
struct SeenProblem {
  std::string title;
  model::GradeStatus status = model::GradeStatus::no_submission;
  std::optional<model::Verdict> verdict;  ///< none without a submission
  bool is_final = true;   ///< false: it could not be judged, and nobody decided by hand
  bool is_blank = false;  ///< there is nothing to give points for, and nobody gave any by hand
  double points = 0;
  double max_points = 0;
  std::vector<model::GroupPoints> groups;  ///< their words name tests as `tests` does
  std::vector<std::string> words;          ///< how the points came to be, a line each
  std::string origin;                      ///< of the counting attempt
  std::optional<std::int64_t> submitted;
  bool is_late = false;  ///< which `words` tell, with the times
  std::string compile_log;
  std::vector<std::string> helps;
  std::string fault;  ///< why what was handed in is no program, in words
  std::vector<SeenTest> tests;
  /// The smallest input found on which it fails, if its student may see that.
  std::optional<SeenTest> counterexample;
  std::function<std::vector<OutputFile>()> sources;  ///< of the counting attempt; may be empty
  Nanoseconds run_time{};  ///< of all tests; measured, so no lasting text may hold it
};

/// All that one student may see of a grade book: copies, clipped, valid UTF-8, nothing of others,
/// nothing hidden. Only StudentViews makes one, so a document made of it can leak nothing.
class StudentView {
 public:
  [[nodiscard]] const model::Student& student() const { return student_; }
  /// Of all problems, whether handed in or not.
  [[nodiscard]] const std::vector<SeenProblem>& problems() const { return problems_; }
  [[nodiscard]] model::FeedbackLanguage language() const { return language_; }
  /// Of the course, in seconds east of Greenwich.
  [[nodiscard]] std::int64_t zone() const { return zone_; }
  /// How grade books call all of it; may be empty.
  [[nodiscard]] const std::string& assignment() const { return assignment_; }
  [[nodiscard]] int decimals() const { return decimals_; }
  /// Of one problem (an index), or sums over all of them.
  [[nodiscard]] double points(std::optional<std::size_t> problem = {}) const;
  [[nodiscard]] double max_points(std::optional<std::size_t> problem = {}) const;
  /// Whether there is nothing to give points for, and nobody gave any by hand.
  [[nodiscard]] bool is_blank(std::optional<std::size_t> problem = {}) const;
  /// Whether those points are.
  [[nodiscard]] bool is_final(std::optional<std::size_t> problem = {}) const;

 private:
  [[nodiscard]] std::span<const SeenProblem> of(std::optional<std::size_t> problem) const;

  friend class StudentViews;
  StudentView() = default;

  model::Student student_;
  std::vector<SeenProblem> problems_;
  std::string assignment_;
  int decimals_ = 2;
  model::FeedbackLanguage language_ = model::FeedbackLanguage::en;
  std::int64_t zone_ = 0;
};

/// The views of all students of a grade book, each made when it is asked for. The grade book must
/// outlive this.
class StudentViews {
 public:
  StudentViews(const model::Gradebook& book, TestFiles files, AttemptFiles sources = {})
      : book_(&book), files_(std::move(files)), sources_(std::move(sources)) {}

  [[nodiscard]] std::size_t size() const { return book_->students.size(); }
  [[nodiscard]] StudentView view(std::size_t student) const;
  /// Who they are, for finding them in a teacher's file.
  [[nodiscard]] const std::vector<model::Student>& students() const { return book_->students; }
  [[nodiscard]] int decimals() const { return book_->policy.decimals; }
  /// When the grades were made: UTC, ISO 8601 with Z. Empty: not known.
  [[nodiscard]] const std::string& graded_at() const {
    return book_->finished.empty() ? book_->started : book_->finished;
  }
  /// The name of each student's files, without extension: unique, safe on every system.
  [[nodiscard]] std::vector<std::string> file_names() const;

 private:
  const model::Gradebook* book_;
  TestFiles files_;
  AttemptFiles sources_;
};

}  // namespace arbiter::report
