#include <gtest/gtest.h>

#include <algorithm>

#include "grade/book.hpp"

namespace arbiter::grade {
namespace {

model::Student student(const std::string& id) {
  model::Student made;
  made.id = id;
  made.name = "name of " + id;
  made.email = id + "@example.org";
  made.username = made.lms_id = made.group = made.section = id;
  return made;
}

model::Gradebook book_of(const std::vector<std::string>& ids) {
  model::Gradebook book;
  book.problems.resize(2);
  book.problems[0].id = "one";
  book.problems[1].id = "two";
  for (const std::string& id : ids) {
    book.students.push_back(student(id));
    for (const model::GradedProblem& problem : book.problems) {
      auto& grade = book.grades.emplace_back();
      grade.student = id;
      grade.problem = problem.id;
      grade.words = {"said to " + id};
      grade.points = static_cast<double>(id.size());
    }
    auto& attempt = book.attempts.emplace_back();
    attempt.students = {id};
    attempt.origin = "in/" + id + "/a.cpp";
  }
  book.changes.push_back({ids.front(), "one", 1, 2, "why"});
  book.warnings = {ids.front()};
  return book;
}

std::vector<std::string> ids_of(const model::Gradebook& book) {
  std::vector<std::string> ids;
  for (const model::Student& one : book.students)
    ids.push_back(one.id);
  return ids;
}

TEST(Anonymous, NothingNamesAStudent) {
  model::Gradebook book = book_of({"ada", "bo", "cleo"});
  const auto key = make_anonymous(book, "s");
  EXPECT_EQ(ids_of(book), (std::vector<std::string>{"Student 01", "Student 02", "Student 03"}));
  for (const model::Student& one : book.students)
    EXPECT_EQ(one.name + one.email + one.username + one.lms_id + one.group + one.section, "");
  for (const model::Attempt& attempt : book.attempts) {
    EXPECT_TRUE(attempt.students.front().starts_with("Student "));
    EXPECT_TRUE(attempt.origin.starts_with("submission ")) << attempt.origin;
  }
  EXPECT_TRUE(book.warnings.empty());
  EXPECT_EQ(book.changes.front().student.find("ada"), std::string::npos);
  EXPECT_EQ(key.size(), 3U);
}

TEST(Anonymous, GradesStayWithTheirStudents) {
  model::Gradebook book = book_of({"ada", "bo", "cleo"});
  for (const auto& [pseudonym, who] : make_anonymous(book, "s")) {
    const auto ids = ids_of(book);
    const auto place = static_cast<std::size_t>(std::ranges::find(ids, pseudonym) - ids.begin());
    for (std::size_t p = 0; p < 2; ++p) {
      const model::Grade& grade = book.grades[place * 2 + p];
      EXPECT_EQ(grade.student, pseudonym);
      EXPECT_EQ(grade.problem, book.problems[p].id);
      EXPECT_EQ(grade.points, static_cast<double>(who.id.size()));
      EXPECT_TRUE(grade.words.empty());
    }
  }
}

TEST(Anonymous, NumbersDoNotDependOnTheOrderOfTheRoster) {
  model::Gradebook one = book_of({"ada", "bo", "cleo"});
  model::Gradebook other = book_of({"cleo", "ada", "bo"});
  const auto key = make_anonymous(one, "s");
  const auto same = make_anonymous(other, "s");
  for (std::size_t i = 0; i < key.size(); ++i)
    EXPECT_EQ(key[i].second.id, same[i].second.id);
}

}  // namespace
}  // namespace arbiter::grade
