#include <array>

#include "report/grade/test_kit.hpp"

namespace arbiter::report {
namespace {

// Letters alone, which no escape of any format changes. Every mark begins with it.
constexpr std::string_view k_core = "HiddenMark";

std::string hex_of(std::string_view bytes, const char* digits) {
  std::string text;
  for (const char c : bytes) {
    text += digits[static_cast<unsigned char>(c) >> 4U];
    text += digits[static_cast<unsigned char>(c) & 15U];
  }
  return text;
}

std::string base64_of(std::string_view bytes) {
  constexpr std::string_view k_digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i + 2 < bytes.size(); i += 3) {
    const auto at = [&](std::size_t j) {
      return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i + j]));
    };
    const std::uint32_t three = at(0) << 16U | at(1) << 8U | at(2);
    for (const std::uint32_t shift : {18U, 12U, 6U, 0U})
      text += k_digits[three >> shift & 63U];
  }
  return text;
}

std::string percent_of(std::string_view bytes) {
  std::string text;
  for (const char c : bytes)
    text += "%" + hex_of({&c, 1}, "0123456789ABCDEF");
  return text;
}

/// All ways in which the core may be written that do not leave its letters as they are.
std::vector<std::string> encodings() {
  std::vector<std::string> all = {std::string(k_core), hex_of(k_core, "0123456789abcdef"),
                                  hex_of(k_core, "0123456789ABCDEF"), percent_of(k_core)};
  for (const std::size_t shift : {0U, 1U, 2U}) {
    std::string text = base64_of(std::string(shift, 'x') + std::string(k_core));
    // What depends on the bytes around it.
    all.push_back(text.substr(shift == 0 ? 0 : 4, 8));
  }
  return all;
}

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
    if (!format.is_student_visible()) continue;
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
    for (const std::string& encoding : encodings())
      EXPECT_EQ(document.bytes.find(encoding), std::string::npos)
          << document.name << " has " << encoding << ": "
          << document.bytes.substr(document.bytes.find(encoding), 80);
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
  const auto all = encodings();
  EXPECT_NE(base64_of("a" + hidden_mark("x")).find(all[5]), std::string::npos);
  EXPECT_NE(base64_of("ab" + hidden_mark("x")).find(all[6]), std::string::npos);
  EXPECT_NE(base64_of(hidden_mark("x")).find(all[4]), std::string::npos);
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
