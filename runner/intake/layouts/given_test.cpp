#include <gmock/gmock.h>

#include "base/text.hpp"
#include "intake/intake_test_kit.hpp"
#include "intake/names/names.hpp"

namespace arbiter::intake {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Person {
  std::string id;
  std::string name;
  std::string number;
};
using People = std::vector<Person>;

/// Names below the folder of a class, and what the files hold.
using Files = std::map<std::string, std::string>;

/// What lies in the folder of a class in which these people handed in.
struct Layout {
  const char* name;
  Files (*files)(const People& people);
};

Files made_of(const People& people, std::initializer_list<std::string> forms) {
  Files files;
  for (const Person& one : people) {
    for (std::string name : forms) {
      replace_all(name, "ID", one.id);
      replace_all(name, "NAME", one.name);
      replace_all(name, "SQUASHED", letters_of(one.name));
      replace_all(name, "NO", one.number);
      files[name] = "// " + one.id + "\n" + k_main;
    }
  }
  return files;
}

std::string zipped(const Files& files) {
  const TestFolder folder;
  std::vector<package::PackedEntry> entries;
  for (const auto& [name, text] : files)
    entries.push_back({name, text});
  package::pack(folder / "a.zip", entries);
  return *read_file(folder / "a.zip");
}

Files gradescope(const People& people) {
  Files files = made_of(people, {"submission_NO/lab1.cpp"});
  std::string& metadata = files["submission_metadata.yml"];
  for (const Person& one : people) {
    metadata += "submission_" + one.number + ":\n  :submitters:\n  - :name: " + one.name +
                "\n    :sid: " + one.id + "\n  :created_at: 2026-01-05 13:37:00 Z\n";
  }
  return files;
}

Files archive_each(const People& people) {
  Files files;
  for (const Person& one : people)
    files[one.id + ".zip"] = zipped(made_of({one}, {"work/lab1.cpp", "work/lab2.cpp"}));
  return files;
}

const Layout k_layouts[] = {
    {"folders",
     [](const People& p) {
       return made_of(p, {"ID/lab1.cpp", "ID/lab2/main.cpp"});
     }},
    {"names", [](const People& p) { return made_of(p, {"NAME/lab1.cpp"}); }},
    {"nested", [](const People& p) { return made_of(p, {"ID/my work/deep/lab1.cpp"}); }},
    {"loose",
     [](const People& p) {
       return made_of(p, {"ID/solution.cpp", "ID/notes.txt"});
     }},
    {"own names", [](const People& p) { return made_of(p, {"ID/my_lab1.cpp"}); }},
    {"attempts", [](const People& p) { return made_of(p, {"ID/attempt 1/lab1.cpp"}); }},
    {"flat",
     [](const People& p) {
       return made_of(p, {"ID_lab1.cpp", "lab2-ID.cpp"});
     }},
    {"flat names", [](const People& p) { return made_of(p, {"NAME.cpp"}); }},
    {"problems",
     [](const People& p) {
       return made_of(p, {"lab1/ID.cpp", "lab2/ID.cpp"});
     }},
    {"problem", [](const People& p) { return made_of(p, {"lab1/ID/main.cpp"}); }},
    {"Moodle",
     [](const People& p) { return made_of(p, {"NAME_NO_assignsubmission_file/lab1.cpp"}); }},
    {"Moodle, flat",
     [](const People& p) { return made_of(p, {"NAME_NO_assignsubmission_file_lab1.cpp"}); }},
    {"Moodle, archive",
     [](const People& p) {
       const auto zip = zipped(made_of(p, {"NAME_NO_assignsubmission_file_/main.cpp"}));
       return Files{{"C1-Lab 1-55.zip", zip}, {"C1-Lab 2-56.zip", zip}};
     }},
    {"Canvas", [](const People& p) { return made_of(p, {"SQUASHED_NO_9NO_lab1.cpp"}); }},
    {"Canvas, archive",
     [](const People& p) {
       return Files{{"c_submissions.zip", zipped(made_of(p, {"SQUASHED_LATE_NO_9NO_lab1.cpp"}))}};
     }},
    {"Blackboard",
     [](const People& p) { return made_of(p, {"T_ID_attempt_2026-02-01-10-00-00_lab1.cpp"}); }},
    {"Gradescope", gradescope},
    {"Gradescope, archive",
     [](const People& p) {
       return Files{{"assignment_5_export.zip", zipped(gradescope(p))}};
     }},
    {"GitHub",
     [](const People& p) { return made_of(p, {"lab1-submissions/lab1-ID/src/main.cpp"}); }},
    {"archives", archive_each},
    {"sections", [](const People& p) { return made_of(p, {"monday/ID/lab1.cpp"}); }},
    {"mixed",
     [](const People& p) {
       return made_of(p, {"ID/lab1.cpp", "ID_lab2.cpp"});
     }},
};

/// "handed-in" and what a shell makes of "handed-in/*".
class GivenSources : public IntakeTest {
 protected:
  [[nodiscard]] std::vector<std::string> globbed(const std::string& folder) const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path(folder)))
      names.push_back(folder + "/" + entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

  [[nodiscard]] std::string all_of(const std::vector<std::string>& sources) {
    take(sources);
    std::vector<std::string> lines = deliveries();
    for (const auto& more : {lost(), ids(), intake_->notes})
      lines.insert(lines.end(), more.begin(), more.end());
    std::string text = intake_->layout;
    for (const std::string& line : lines)
      text += "\n" + below(line);
    replace_all(text, dir_.path().string(), "");
    return text;
  }

  void expect_same(const std::string& folder) {
    // One folder or archive alone may as well be a class of its own.
    if (globbed(folder).size() < 2) return;
    const std::string whole = all_of({folder});
    EXPECT_EQ(all_of(globbed(folder)), whole);
  }
};

TEST_F(GivenSources, AllThatAFolderHoldsIsTheFolder) {
  const People one = {{"ada", "Ada Lovelace", "101"}};
  const People several = {{"ada", "Ada Lovelace", "101"},
                          {"åsa öberg", "Åsa Öberg", "102"},
                          {"李 伟", "李 伟", "103"},
                          {"ada-2", "Ada Love", "104"}};
  int number = 0;
  for (const Layout& layout : k_layouts) {
    for (const People& people : {one, several}) {
      for (const int variant : {0, 1, 2, 3, 4, 5}) {
        const bool has_roster = variant % 2 != 0;
        const std::string top = std::to_string(++number);
        const std::string folder = top + "/handed-in";
        SCOPED_TRACE(std::string(layout.name) + ", " + std::to_string(people.size()) +
                     " students, variant " + std::to_string(variant));
        for (const auto& [name, text] : layout.files(people))
          write(folder + "/" + name, text);
        if (variant / 2 == 1) write(top + "/problems/readme.md");
        problems(variant / 2 == 2 ? std::vector<std::string>{"lab1"}
                                  : std::vector<std::string>{"lab1", "lab2"});
        std::string rows = "id,name\n";
        for (const Person& person : people)
          rows += person.id + "," + person.name + "\n";
        options_.roster.reset();
        if (has_roster) roster(rows);
        expect_same(folder);
      }
    }
  }
}

TEST_F(GivenSources, TablesAndBrokenArchivesAreTheSameToo) {
  touch({"subs/ada/lab1.cpp", "subs/bob/lab1.cpp"});
  write("subs/cy.zip", "no archive");
  write("subs/submissions.csv", "file,submitted\nada/lab1.cpp,2026-01-31T11:00:00Z\n");
  expect_same("subs");
  EXPECT_THAT(deliveries(), ElementsAre("ada lab1 #1 subs/ada/lab1.cpp @1769857200",
                                        "bob lab1 #1 subs/bob/lab1.cpp"));
  EXPECT_THAT(lost(), ElementsAre(HasSubstr("subs/cy.zip: cannot be unpacked")));
}

TEST_F(GivenSources, ABrokenListGradesNobody) {
  write("subs/odd.cpp");
  const std::vector<std::pair<std::string, std::string>> lists = {
      {"file,submitted\nodd.cpp,yesterday\n", "'yesterday' is not a time"},
      {"file,submitted\nodd.cpp,2026-01-31 10:00\n", "it has no time zone"},
      {"file,submited\nodd.cpp,2026-01-31T10:00Z\n", "'submited' is not read"},
      {"file,colour\nodd.cpp,red\n", "'colour' is not read"},
      {"file,student\nodd.cpp,Ek, Bo\n", "the row has 3 cells"},
      {"file,student,problem\nodd.cpp,bo,lab9\n", "no problem 'lab9'"},
      {"file,student\n,bo\n", "the row names no file"},
      {"file,student\n\"odd.cpp,bo\n", "a quote that is never closed"}};
  for (const auto& [text, why] : lists) {
    write("subs/submissions.csv", text);
    pack("packed.zip", {{"submissions.csv", text}, {"odd.cpp", k_main}});
    for (const char* source : {"subs", "packed.zip"}) {
      options_.sources = {path(source)};
      diagnostics_.clear();
      const auto taken = take_in(options_, diagnostics_);
      ASSERT_FALSE(taken) << text;
      EXPECT_EQ(taken.error().kind, ErrorKind::usage);
      const std::string list = path(source).string() + "/submissions.csv";
      EXPECT_THAT(taken.error().message, HasSubstr(list));
      ASSERT_FALSE(diagnostics_.empty());
      EXPECT_THAT(diagnostics_.front().message, HasSubstr(why));
      EXPECT_EQ(diagnostics_.front().place->path, list);
    }
  }
}

}  // namespace
}  // namespace arbiter::intake
