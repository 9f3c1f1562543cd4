#include "report/grade/test_kit.hpp"

namespace arbiter::report {
namespace {

// Letters alone, which no escape of any format changes. Every mark begins with it.
constexpr std::string_view k_core = "HiddenMark";

GradeOutputOptions all_options(const model::Gradebook& book) {
  GradeOutputOptions options;
  options.classroom = classroom_facts();
  options.test_files = [&book](std::size_t problem, std::size_t test, bool answer) {
    const bool is_hidden = book.problems[problem].visibilities[test] == model::Visibility::hidden;
    const std::string name = answer ? "answer-file" : "input-file";
    return is_hidden ? hidden_mark(name) : "open " + name + "\n";
  };
  return options;
}

std::string worksheet_for(std::string_view kind) {
  if (kind == "canvas") return "Student,ID,SIS Login ID,Section\nx,101,,\ny,102,,\n";
  return "Identifier,Full name,Grade,Maximum grade,Feedback\n"
         "Participant 101,Ada,,40.00,\nParticipant 102,Asa,,40.00,\n"
         "Participant 105,Cy,,40.00,\n";
}

/// Every document that students see, with its name.
std::vector<OutputFile> visible_documents(const model::Gradebook& book) {
  std::vector<OutputFile> all;
  for (const GradeFormat& format : grade_formats()) {
    if (!std::holds_alternative<GradeFormat::ForStudents>(format.make)) continue;
    GradeOutputOptions options = all_options(book);
    options.worksheet = worksheet_for(format.name);
    const GradeOutput output = made(std::string(format.name), book, options);
    EXPECT_FALSE(output.files.empty()) << format.name;
    for (const OutputFile& file : output.files)
      all.push_back({std::string(format.name) + ":" + file.name, file.name + file.bytes});
  }
  return all;
}

TEST(GradeLeak, NoMarkOfHiddenTestsReachesAStudent) {
  std::vector<std::string> marks;
  const auto book = marked_book(marks);
  EXPECT_GT(marks.size(), 50U);
  for (const std::string& mark : marks)
    EXPECT_TRUE(mark.starts_with(k_core));
  const auto documents = visible_documents(book);
  EXPECT_GT(documents.size(), 20U);
  for (const OutputFile& document : documents) {
    const std::size_t at = document.bytes.find(k_core);
    EXPECT_EQ(at, std::string::npos) << document.name << ": " << document.bytes.substr(at, 80);
  }
}

TEST(GradeLeak, TheTestFindsWhatLeaks) {
  std::vector<std::string> marks;
  auto book = marked_book(marks);
  book.policy.feedback.hidden = model::Disclosure::full;
  std::size_t found = 0;
  for (const OutputFile& document : visible_documents(book))
    found += document.bytes.find(k_core) == std::string::npos ? 0 : 1;
  EXPECT_GE(found, 10U);
}

TEST(GradeLeak, EvenTheFirstDifferenceOfHiddenTestsHidesTexts) {
  std::vector<std::string> marks;
  auto book = marked_book(marks);
  book.policy.feedback.hidden = model::Disclosure::first_difference;
  for (const OutputFile& document : visible_documents(book))
    EXPECT_EQ(document.bytes.find(k_core), std::string::npos) << document.name;
}

TEST(GradeLeak, NothingOfOtherStudents) {
  const auto book = grade_sample("everything");
  for (const char* kind : {"markdown", "zip", "gradescope", "classroom50", "moodle-zip"}) {
    const GradeOutput output = made(kind, book, all_options(book));
    for (const OutputFile& file : output.files) {
      std::size_t mine = 0;
      for (const char* name : {"Lovelace", "Öberg", "雷", "Diddley", "O&#39;Neil", "O'Neil"})
        mine += (file.name + file.bytes).find(name) == std::string::npos ? 0 : 1;
      EXPECT_LE(mine, 2U) << kind << " " << file.name;
      const bool has_both = file.bytes.find("ada") != std::string::npos &&
                            file.bytes.find("asa") != std::string::npos;
      EXPECT_FALSE(has_both) << kind << " " << file.name;
    }
  }
}

TEST(GradeLeak, ACommentReachesThoseWhoMadeTheMistakeAlone) {
  const auto book = grade_sample("everything");
  for (const char* kind : {"markdown", "zip", "gradescope", "classroom50"}) {
    for (const OutputFile& file : made(kind, book, all_options(book)).files) {
      const bool is_theirs = file.name.starts_with("asa.") || file.name.starts_with("li.");
      EXPECT_EQ(file.bytes.find("numbers.") != std::string::npos, is_theirs)
          << kind << " " << file.name;
    }
  }
}

TEST(GradeLeak, SharedWorkShowsNobodysPath) {
  auto book = grade_sample("cohort");
  book.works[1].judgement.path = "secret_of_ada.cpp";
  for (const OutputFile& document : visible_documents(book))
    EXPECT_EQ(document.bytes.find("secret_of_ada"), std::string::npos) << document.name;
}

}  // namespace
}  // namespace arbiter::report
