#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "base/csv.hpp"
#include "base/text.hpp"
#include "report/grade/formats.hpp"
#include "report/grade/test_kit.hpp"
#include "report/text/text_test_kit.hpp"

namespace arbiter::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json document_of(const model::Gradebook& book) {
  return json::parse(file_of(made("json", book)));
}

TEST(GradeFormats, HaveAllOfACohort) {
  expect_golden("gradebook.txt", lines_of(document_of(grade_sample("everything"))));
  for (const char* kind : {"jsonl", "csv", "csv-problems", "clusters"}) {
    const std::string text = file_of(made(kind, grade_sample("everything")));
    EXPECT_TRUE(kind == std::string("jsonl") || parse_csv(text)) << kind;
    expect_golden(std::string("grades_") + kind + ".txt", text);
  }
  const std::string junit = file_of(made("junit", grade_sample("cohort")));
  EXPECT_TRUE(pugi::xml_document().load_string(junit.c_str()));
  expect_golden("grades_junit.xml", junit);
}

TEST(GradeJson, IsReadBackAsFarAsALaterRunAsks) {
  auto book = grade_sample("everything");
  book.works[1].judgement.limits.time = std::chrono::milliseconds(1250);
  book.works[1].judgement.limits.memory = mib(192);
  const auto read = read_gradebook(file_of(made("json", book)));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->works.size(), book.works.size());
  EXPECT_EQ(read->works[1].judgement.limits.time, std::chrono::milliseconds(1250));
  EXPECT_EQ(read->works[1].judgement.limits.memory, mib(192));
  EXPECT_EQ(read->works[1].judgement.tests[3].verdict, model::Verdict::tle);
  EXPECT_EQ(read->grades.size(), book.grades.size());
  EXPECT_FALSE(read_gradebook("{}"));
}

/// All that may differ between two runs of the same.
void drop_measured(json& value) {
  if (value.is_object()) {
    for (const char* name : {"measured", "run", "started", "finished", "execution_time"})
      value.erase(name);
  }
  if (!value.is_structured()) return;
  for (auto& each : value)
    drop_measured(each);
}

TEST(GradeJson, TimesStandInNamedFieldsOnly) {
  const auto book = grade_sample("everything");
  auto other = book;
  other.run = "another";
  other.started = other.finished = "2027-01-01T00:00:00Z";
  for (model::Work& work : other.works) {
    for (model::TestJudgement& test : work.judgement.tests) {
      test.run.cpu += std::chrono::milliseconds(77);
      test.run.wall += std::chrono::milliseconds(78);
      test.run.memory.count += 4096;
      test.run.was_rerun = !test.run.was_rerun;
      test.cached = !test.cached;
    }
  }
  auto one = document_of(book);
  auto two = document_of(other);
  EXPECT_NE(one, two);
  drop_measured(one);
  drop_measured(two);
  EXPECT_EQ(one, two);
  for (std::size_t i = 0; i < book.students.size(); ++i) {
    auto before = json::parse(made("gradescope", book).files[i].bytes);
    auto after = json::parse(made("gradescope", other).files[i].bytes);
    drop_measured(before);
    drop_measured(after);
    EXPECT_EQ(before, after);
  }
  for (const char* kind : {"markdown", "zip", "github"}) {
    const auto before = made(kind, book);
    const auto after = made(kind, other);
    ASSERT_EQ(before.files.size(), after.files.size());
    for (std::size_t i = 0; i < before.files.size(); ++i)
      EXPECT_EQ(before.files[i].bytes, after.files[i].bytes) << kind;
  }
}

TEST(GradeJson, AnyBytesAreValidUtf8WithoutControls) {
  const std::string text = file_of(made("json", grade_sample("hostile")));
  EXPECT_TRUE(is_utf8(text));
  EXPECT_EQ(text.find("\\u0001"), std::string::npos);
  const auto document = json::parse(text);
  EXPECT_THAT(document["works"][2]["compile"]["log"].get<std::string>(),
              HasSubstr("bytes omitted …"));
  EXPECT_LT(text.size(), 100000U);
  EXPECT_EQ(document_of(model::Gradebook())["students"].size(), 0U);
}

TEST(GradeCsv, NoCellIsAFormula) {
  auto everything = grade_sample("everything");
  everything.clusters[0].comment = "=1+1";
  EXPECT_THAT(file_of(made("clusters", everything)), HasSubstr(",'=1+1\n"));
  auto book = grade_sample("hostile");
  book.students[2].id = "@SUM(1)";
  book.students[3].id = "-5";
  const std::string text = file_of(made("csv-problems", book));
  const auto table = parse_csv(text);
  ASSERT_TRUE(table);
  EXPECT_THAT(text, HasSubstr("'@SUM(1)"));
  EXPECT_THAT(text, HasSubstr("\n-5,"));
  for (const CsvRow& row : table->rows) {
    for (const CsvCell& cell : row.cells) {
      const bool begins_formula = cell.text.find_first_of("=@\t\r") == 0;
      EXPECT_FALSE(begins_formula) << cell.text;
    }
  }
}

TEST(GradeFormats, EveryRowMakesSomethingOfEverySample) {
  for (const auto& sample : grade_samples()) {
    for (const GradeFormat& format : grade_formats()) {
      if (format.check != nullptr) continue;
      GradeOutputOptions options;
      options.attempt_files = [](std::size_t) {
        return std::vector<OutputFile>{{"x.cpp", "int main(){}\n"}};
      };
      for (const OutputFile& file : made(std::string(format.name), sample.value, options).files) {
        EXPECT_TRUE(is_utf8(file.bytes)) << sample.name << " " << format.name;
        EXPECT_TRUE(is_utf8(file.name)) << sample.name << " " << format.name;
        EXPECT_EQ(("/" + file.name + "/").find("/../"), std::string::npos) << file.name;
        EXPECT_NE(file.name.substr(0, 1), "/") << file.name;
      }
    }
  }
  EXPECT_EQ(format_named(grade_formats(), "nothing"), nullptr);
  EXPECT_EQ(format_of_path(grade_formats(), "a.xml")->name, "junit");
  EXPECT_EQ(format_of_path(grade_formats(), "a"), nullptr);
}

TEST(GradeLookAlikes, StandSideBySideWithNamesPathsAndScore) {
  GradeOutputOptions options;
  options.attempt_files = [](std::size_t attempt) {
    return std::vector<OutputFile>{{"<a>.cpp", std::to_string(attempt) + "a\n&b\nc"}};
  };
  const std::string page = file_of(made("look-alikes", grade_sample("everything"), options));
  EXPECT_THAT(page, HasSubstr("<h2>graphs: 87% alike</h2>\n<table>\n<tr><th>Åsa Öberg<br>"
                              "asa/graphs.cpp</th><th>Cy &quot;Q&quot; O&#39;Neil, Jr<br>"
                              "cy/graphs.cpp</th></tr>\n"
                              "<tr><td>&lt;a&gt;.cpp, lines 2 to 3<pre>&amp;b\nc\n</pre></td>"
                              "<td>&lt;a&gt;.cpp, lines 1 to 1<pre>4a\n</pre></td></tr>\n"));
  EXPECT_THAT(page, HasSubstr("sorting: the same bytes"));
  EXPECT_THAT(file_of(made("look-alikes", grade_sample("everything"))),
              HasSubstr("<td>lines 2 to 3<pre></pre></td>"))
      << "without the files";
}

TEST(GradeJplag, SubmissionsWithoutNamesAndTheirKey) {
  const auto book = grade_sample("cohort");
  GradeOutputOptions options;
  EXPECT_THAT(refusal("jplag", book, options), HasSubstr("are missing"));
  options.attempt_files = [&](std::size_t attempt) {
    return std::vector<OutputFile>{
        {"src/ada_lovelace.cpp", "// " + std::to_string(attempt) + "\n"}};
  };
  auto output = made("jplag", book, options);
  EXPECT_EQ(file_of(output, "sorting/s001/file1.cpp"), "// 0\n");
  EXPECT_EQ(file_of(output, "sorting/s002/file1.cpp"), "// 1\n");
  EXPECT_EQ(file_of(output, "graphs/s002/file1.cpp"), "// 4\n");
  EXPECT_EQ(output.files.size(), 6U);
  EXPECT_THAT(file_of(output, "key.csv"), HasSubstr("sorting,sorting/s002,asa,asa/sorting.cpp\n"));
  EXPECT_EQ(output.index, "key.csv");
  options.is_anonymous = false;
  output = made("jplag", book, options);
  EXPECT_EQ(file_of(output, "graphs/cy/src/ada_lovelace.cpp"), "// 4\n");
}

}  // namespace
}  // namespace arbiter::report
