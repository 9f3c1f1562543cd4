// Which programs of a class `arbiter grade` flags as look-alikes, without running any of them.
//
//   look_alikes FOLDER     each file in it is what one student handed in at the same problem
//
// Prints a line for each pair, with the score and both names, and how long the search took.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "base/file.hpp"
#include "grade/book.hpp"
#include "grade/likeness/likeness.hpp"

namespace {

namespace fs = std::filesystem;
using namespace arbiter;

std::string language_of(const fs::path& file) {
  if (file.extension() == ".py") return "python3";
  return file.extension() == ".pas" ? "pascal-fpc" : "cpp20";
}

void hand_in(model::Gradebook& book, const fs::path& file) {
  const std::string name = file.filename().string();
  model::Student student;
  student.id = name;
  book.students.push_back(std::move(student));
  model::Work work;
  work.problem = "problem";
  work.sha256 = name;
  book.works.push_back(std::move(work));
  model::Attempt attempt;
  attempt.problem = "problem";
  attempt.sha256 = attempt.origin = name;
  attempt.students = {name};
  book.attempts.push_back(std::move(attempt));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  model::Gradebook book;
  model::GradedProblem problem;
  problem.id = "problem";
  book.problems.push_back(std::move(problem));
  std::vector<std::string> texts;
  for (const fs::directory_entry& file : fs::directory_iterator(argv[1])) {
    hand_in(book, file.path());
    texts.push_back(read_file(file.path(), mib(1)).value());
  }
  grade::assemble_grades(book, {});
  const auto begun = std::chrono::steady_clock::now();
  std::vector<grade::SourcePrint> prints;
  for (std::size_t i = 0; i < texts.size(); ++i)
    prints.push_back(grade::source_print(language_of(book.works[i].sha256), {texts[i]}));
  const auto found = grade::find_look_alikes(book, prints);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begun;
  for (const model::LookAlike& one : found) {
    fmt::print("{}", one.score);
    for (const std::size_t attempt : one.attempts)
      fmt::print(" {}", book.attempts[attempt].origin);
    fmt::print("\n");
  }
  fmt::print(stderr, "{:.1f} ms\n", took.count());
}
