#include <string>
#include <string_view>

#include "report/grade/fields.hpp"
#include "report/grade/writers.hpp"

namespace arbiter::report {
namespace {

using model::Gradebook;

/// A document whose long lists are written entry by entry, a line each: as one tree they would
/// take many times the memory of their text.
class GradeDocument {
 public:
  explicit GradeDocument(const Json& head) : text_(dumped(head, 2)) {
    text_.erase(text_.rfind('}'));
    while (text_.back() == '\n')
      text_.pop_back();
  }

  template <class Entry>
  void add_list(std::string_view name, std::size_t count, const Entry& entry) {
    text_ += ",\n  \"";
    text_ += name;
    text_ += "\": [";
    for (std::size_t i = 0; i < count; ++i) {
      std::string line = dumped(entry(i), -1);
      line.pop_back();
      text_ += (i == 0 ? "\n    " : ",\n    ") + line;
    }
    text_ += count == 0 ? "]" : "\n  ]";
  }

  std::string finish() { return std::move(text_) + "\n}\n"; }

 private:
  std::string text_;
};

void add_array(GradeDocument& document, std::string_view name, const Json& array) {
  document.add_list(name, array.size(), [&](std::size_t i) -> const Json& { return array[i]; });
}

}  // namespace

Result<GradeOutput> grade_json(const Gradebook& book, const GradeOutputOptions& /*options*/) {
  GradeDocument document(grade_head_fields(book));
  document.add_list("problems", book.problems.size(),
                    [&](std::size_t i) { return graded_problem_fields(book.problems[i]); });
  document.add_list("students", book.students.size(),
                    [&](std::size_t i) { return graded_student_fields(book, i); });
  document.add_list("attempts", book.attempts.size(),
                    [&](std::size_t i) { return attempt_fields(book, book.attempts[i]); });
  document.add_list("works", book.works.size(),
                    [&](std::size_t i) { return work_fields(book, book.works[i]); });
  add_array(document, "unattributed", unattributed_fields(book));
  add_array(document, "clusters", cluster_fields(book));
  add_array(document, "look_alikes", look_alike_fields(book));
  add_array(document, "changes", change_fields(book));
  return one_file(document.finish());
}

Result<GradeOutput> grade_jsonl(const Gradebook& book, const GradeOutputOptions& /*options*/) {
  std::string text;
  for (const model::Grade& grade : book.grades) {
    Json line;
    line["schema"] = "arbiter/grade-lines/1";
    line["run"] = text_or_null(book.run);
    line.update(grade_fields(book, grade));
    text += dumped(line, -1);
  }
  return one_file(std::move(text));
}

}  // namespace arbiter::report
