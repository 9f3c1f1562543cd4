#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "base/csv.hpp"
#include "base/text.hpp"
#include "report/grade/formats.hpp"
#include "report/grade/test_kit.hpp"

namespace arbiter::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json document_of(const model::Gradebook& book) {
  return json::parse(file_of(made("json", book)));
}

TEST(GradeJson, StudentsGradesAndWorks) {
  const auto document = document_of(grade_sample("everything"));
  EXPECT_EQ(document["schema"], "arbiter/grade/1");
  ASSERT_EQ(document["students"].size(), 5U);
  const auto& grade = document["students"][1]["grades"][0];
  EXPECT_EQ(grade["problem"], "sorting");
  EXPECT_EQ(grade["status"], "graded");
  EXPECT_EQ(grade["verdict"], "WA");
  EXPECT_EQ(grade["points"], 9);
  EXPECT_EQ(grade["raw_points"], 10);
  EXPECT_EQ(grade["late_minutes"], 125);
  EXPECT_EQ(grade["attempt"]["submitted"], "2026-11-22T13:30:00Z");
  EXPECT_EQ(grade["groups"][0]["group"], "secret/large");
  EXPECT_EQ(document["students"][2]["grades"][0]["override"]["reason"], "showed it by hand");
  EXPECT_EQ(document["students"][3]["grades"][0]["verdict"], nullptr);
  EXPECT_EQ(document["works"][1]["deciding_test"], "secret/open/1");
  EXPECT_EQ(document["works"][1]["tests"][3]["reason"], "over the time limit of 2 s");
  EXPECT_EQ(document["clusters"][0]["students"], json::parse(R"(["asa", "li"])"));
  const auto& alike = document["look_alikes"];
  EXPECT_EQ(alike[0]["attempts"][1]["students"][0], "asa");
  EXPECT_EQ(alike[0]["score"], 100);
  EXPECT_EQ(alike[2]["score"], 87);
  EXPECT_EQ(alike[2]["attempts"][0]["names"], "Åsa Öberg");
  EXPECT_EQ(alike[2]["lines"][0][0], json::parse(R"({"file": 0, "first": 2, "last": 3})"));
  EXPECT_EQ(document["changes"][0]["after"], 20);
  EXPECT_EQ(document["unattributed"][0]["help"], "move it");
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

TEST(GradeJsonl, ALineForEveryGrade) {
  const std::string text = file_of(made("jsonl", grade_sample("cohort")));
  const auto lines = split_lines(text);
  ASSERT_EQ(lines.size(), 10U);
  const auto line = json::parse(lines[2]);
  EXPECT_EQ(line["schema"], "arbiter/grade-lines/1");
  EXPECT_EQ(line["student"], "asa");
  EXPECT_EQ(line["problem"], "sorting");
  EXPECT_EQ(line["points"], 9);
}

TEST(GradeCsv, ARowForEveryStudent) {
  const std::string text = file_of(made("csv", grade_sample("cohort")));
  const auto table = parse_csv(text);
  ASSERT_TRUE(table);
  ASSERT_EQ(table->rows.size(), 6U);
  EXPECT_TRUE(text.starts_with(
      "id,name,score,max_score,raw_score,late_minutes,late_penalty,status,verdict,feedback_file,"
      "submission_sha256,graded_at,sorting,graphs\n"));
  const std::string b(64, 'b');
  const std::string d(64, 'd');
  EXPECT_THAT(text, HasSubstr("asa,Åsa Öberg,9,40,10,125,1,graded,WA,feedback/asa.md," + b + " " +
                              d + ",2026-11-22T13:41:00Z,9,0\n"));
  EXPECT_THAT(text, HasSubstr("bo,Bo =Diddley,,40,,0,0,no_submission,,feedback/bo.md,,"));
  EXPECT_THAT(text, HasSubstr("cy,\"Cy \"\"Q\"\" O'Neil, Jr\",0,40,0,0,0,judge_error,JE,"));
  EXPECT_THAT(text, HasSubstr("li,李 雷,5,40,0,0,0,compile_error,CE,"));
}

TEST(GradeCsv, ARowForEveryStudentAndProblem) {
  const std::string text = file_of(made("csv-problems", grade_sample("cohort")));
  const auto table = parse_csv(text);
  ASSERT_TRUE(table);
  ASSERT_EQ(table->rows.size(), 11U);
  EXPECT_EQ(table->rows[0].cells.size(), 19U);
  for (const CsvRow& row : table->rows)
    EXPECT_EQ(row.cells.size(), 19U);
  EXPECT_EQ(table->rows[5].text(16), "+5");
  EXPECT_EQ(table->rows[5].text(17), "showed it by hand");
}

TEST(GradeCsv, ARowForEveryMistakeInCommon) {
  auto book = grade_sample("everything");
  EXPECT_EQ(file_of(made("clusters", book)),
            "cluster,problem,verdict,mistake,size,students,representative,comment\n"
            "m0123456789ab,sorting,WA,WA on secret/open/1,2,asa li,asa/sorting.cpp,"
            "Look at <negative> numbers.\n");
  book.clusters[0].comment = "=1+1";
  EXPECT_THAT(file_of(made("clusters", book)), HasSubstr(",'=1+1\n"));
}

TEST(GradeCsv, NoCellIsAFormula) {
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

TEST(GradeJunit, ASuiteForEveryGrade) {
  pugi::xml_document document;
  const std::string text = file_of(made("junit", grade_sample("cohort")));
  ASSERT_TRUE(document.load_string(text.c_str())) << text;
  const auto root = document.child("testsuites");
  const auto suites = root.children("testsuite");
  EXPECT_EQ(std::distance(suites.begin(), suites.end()), 10);
  EXPECT_EQ(root.attribute("tests").as_int(), 22);
  EXPECT_EQ(root.attribute("failures").as_int(), 6);
  EXPECT_EQ(root.attribute("errors").as_int(), 1);
  EXPECT_EQ(root.attribute("skipped").as_int(), 5);
  const auto asa = root.find_child_by_attribute("name", "sorting/asa");
  EXPECT_STREQ(asa.attribute("timestamp").value(), "2026-11-22T13:40:26Z");
  const auto test = asa.find_child_by_attribute("name", "secret/large/02");
  EXPECT_STREQ(test.attribute("classname").value(), "sorting.asa");
  EXPECT_STREQ(test.attribute("file").value(), "asa/sorting.cpp");
  EXPECT_STREQ(test.attribute("time").value(), "0.034000");
  EXPECT_STREQ(test.child("failure").attribute("type").value(), "TLE");
  for (const char* name : {"verdict", "cpu_s", "wall_ms", "mem_kib"})
    EXPECT_TRUE(test.child("properties").find_child_by_attribute("name", name)) << name;
  const auto li = root.find_child_by_attribute("name", "sorting/li");
  EXPECT_STREQ(li.child("testcase").attribute("name").value(), "compile");
  EXPECT_STREQ(li.child("testcase").child("failure").attribute("type").value(), "CE");
  const auto cy = root.find_child_by_attribute("name", "graphs/cy");
  EXPECT_EQ(std::string(cy.find_child_by_attribute("name", "secret/open/1")
                            .child("error")
                            .attribute("type")
                            .value()),
            "JE");
  EXPECT_TRUE(root.find_child_by_attribute("name", "graphs/bo").child("testcase").child("skipped"));
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
