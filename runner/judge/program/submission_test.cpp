#include "judge/program/submission.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "judge/compile/compile_sources.hpp"
#include "judge/fake_box.hpp"
#include "judge/program/language_detection.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::vector<std::string> names(const Submission& submission) {
  std::vector<std::string> all;
  for (const ProgramFile& file : submission.files)
    all.push_back(file.name);
  return all;
}

TEST(Languages, ShippedTableIsFaultless) {
  const auto loaded = package::load_languages(ARBITER_SOURCE_DIR "/runner/config/languages.yaml");
  for (const Diagnostic& diagnostic : loaded.diagnostics)
    ADD_FAILURE() << render(diagnostic, false);
  std::string ids;
  for (const std::string& id : loaded.languages.ids())
    ids += id + " ";
  EXPECT_EQ(
      ids,
      "cpp98 cpp03 cpp11 cpp14 cpp17 cpp20 cpp23 c python3 pypy3 python2 java kotlin "
      "pascal-delphi pascal-fpc pascal-objfpc pascal-tp pascal-iso haskell rust go javascript "
      "typescript csharp ocaml perl prolog php ruby lua bash ada scripts answers binary ");
  for (const model::Language& row : loaded.languages.rows) {
    for (const auto& helper : row.helpers)
      EXPECT_TRUE(std::filesystem::is_regular_file(helper)) << helper;
    for (const auto& file : row.server)
      EXPECT_TRUE(std::filesystem::is_regular_file(file)) << file;
    const bool has_package = row.id != "python2";
    EXPECT_TRUE(row.extensions.empty() || !row.package.empty() == has_package) << row.id;
    EXPECT_TRUE(row.extensions.empty() || !row.version.empty()) << row.id;
  }
}

TEST(Languages, AreFoundByIdAndByFamily) {
  EXPECT_EQ((*language_of_id("pascal", shipped_languages()))->id, "pascal-delphi");
  EXPECT_EQ((*language_of_id("cpp", shipped_languages()))->id, "cpp20");
  EXPECT_EQ((*language_of_id("pascal-tp", shipped_languages()))->id, "pascal-tp");
  EXPECT_FALSE(language_of_id("cobol", shipped_languages()));
}

struct Detection {
  const char* name;
  const char* bytes;
  const char* language;
};

class DetectsLanguage : public ::testing::TestWithParam<Detection> {};

TEST_P(DetectsLanguage, OfASingleFile) {
  const TestFolder folder;
  const auto path = folder.write(GetParam().name, GetParam().bytes);
  const auto submission = load_submission(path, shipped_languages(), "");
  ASSERT_TRUE(submission) << submission.error().text();
  EXPECT_EQ(submission->language->id, GetParam().language);
  EXPECT_EQ(submission->given, path.string());
  ASSERT_EQ(submission->files.size(), 1U);
  EXPECT_EQ(submission->main, submission->files[0].name);
}

INSTANTIATE_TEST_SUITE_P(
    Table, DetectsLanguage,
    ::testing::Values(Detection{"a.cpp", "", "cpp20"}, Detection{"a.cc", "", "cpp20"},
                      Detection{"a.C", "", "cpp20"}, Detection{"a.c", "", "c"},
                      Detection{"a.CPP", "", "cpp20"}, Detection{"a.PY", "", "python3"},
                      Detection{"a.py", "", "python3"}, Detection{"a.py3", "", "python3"},
                      Detection{"solve", "#!/usr/bin/env python3\nprint()", "python3"},
                      Detection{"solve2", "#! /usr/bin/env -S python3 -u\n", "python3"},
                      Detection{"solve3", "#!/usr/bin/python3", "python3"},
                      Detection{"a.py2", "", "python2"},
                      Detection{"b.py", "#!/usr/bin/env python2\n", "python2"},
                      Detection{"c.py", "#!/usr/bin/env pypy3\n", "pypy3"},
                      Detection{"d.py", "#!/usr/bin/env python\n", "python3"},
                      Detection{"e.py", "#!/bin/sh\n", "python3"}, Detection{"a.java", "", "java"},
                      Detection{"a.kt", "", "kotlin"}, Detection{"a.pas", "", "pascal-delphi"},
                      Detection{"a.hs", "", "haskell"}, Detection{"a.rs", "", "rust"},
                      Detection{"a.go", "", "go"}, Detection{"a.js", "", "javascript"},
                      Detection{"a.ts", "", "typescript"}, Detection{"a.cs", "", "csharp"},
                      Detection{"a.ml", "", "ocaml"}, Detection{"a.pl", "", "perl"},
                      Detection{"a.pm", "", "perl"}, Detection{"a.php", "", "php"},
                      Detection{"a.rb", "", "ruby"}, Detection{"a.lua", "", "lua"},
                      Detection{"a.sh", "", "bash"}, Detection{"a.adb", "", "ada"},
                      Detection{"script", "#!/bin/bash\n", "bash"},
                      Detection{"a.out",
                                "\x7f"
                                "ELF...",
                                "binary"}));

TEST(Submission, NamesAFileByItsForcedLanguage) {
  const TestFolder folder;
  const auto& languages = shipped_languages();
  EXPECT_EQ(load_submission(folder.write("x.txt", ""), languages, "cpp17")->main, "x.txt.cpp");
  EXPECT_EQ(load_submission(folder.write("x.c", ""), languages, "cpp11")->main, "x.c.cpp");
  EXPECT_EQ(load_submission(folder.write("X.CPP", ""), languages, "")->main, "X.cpp");
  EXPECT_EQ(load_submission(folder.write("y.cpp", ""), languages, "cpp98")->language->id, "cpp98");
}

TEST(Submission, RefusesWhatItDoesNotKnow) {
  const TestFolder folder;
  const auto& languages = shipped_languages();
  const auto unknown = load_submission(folder.write("a.xyz", "text"), languages, "");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().kind, ErrorKind::nothing_matched);
  EXPECT_THAT(unknown.error().help, HasSubstr(".cpp .cc .cxx .c++ .C (C++20)"));
  EXPECT_THAT(unknown.error().help, HasSubstr("--language"));

  const auto header = load_submission(folder.write("a.h", "int f();"), languages, "");
  EXPECT_FALSE(header);
  const auto missing = load_submission(folder / "none.cpp", languages, "");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("no such file or folder"));
  const auto mistyped = load_submission(folder.write("a.cpp", ""), languages, "cp17");
  ASSERT_FALSE(mistyped);
  EXPECT_EQ(mistyped.error().help, "did you mean 'cpp17'?");
  const auto foreign = load_submission(folder / "a.cpp", languages, "klingon");
  ASSERT_FALSE(foreign);
  EXPECT_THAT(foreign.error().help, HasSubstr("cpp20, cpp23, c, python3"));
}

TEST(Submission, RefusesAFifoWithoutHanging) {
  const TestFolder folder;
  ASSERT_EQ(::mkfifo((folder / "a.cpp").c_str(), 0600), 0);
  const auto submission = load_submission(folder / "a.cpp", shipped_languages(), "");
  ASSERT_FALSE(submission);
  EXPECT_THAT(submission.error().help, HasSubstr("'-'"));
  EXPECT_FALSE(load_submission(folder.path(), shipped_languages(), ""));
}

TEST(Submission, TakesAFolderAsOneProgram) {
  const TestFolder folder;
  folder.write("p/solve.c", "");
  folder.write("p/solve.h", "");
  folder.write("p/sub/deep.c", "");
  folder.write("p/.hidden.py", "");
  folder.write("p/.git/config", "");
  folder.write("p/__pycache__/x.pyc", "");
  folder.write("p/a.out",
               "\x7f"
               "ELF");
  folder.write("p/notes.txt", "");
  const auto submission = load_submission(folder / "p", shipped_languages(), "");
  ASSERT_TRUE(submission) << submission.error().text();
  EXPECT_EQ(submission->language->id, "c");
  EXPECT_EQ(submission->main, "solve.c");
  EXPECT_EQ(names(*submission),
            (std::vector<std::string>{"notes.txt", "solve.c", "solve.h", "sub/deep.c"}));
}

TEST(Submission, BeginsWithTheFileThatLooksLikeTheMainOne) {
  const TestFolder folder;
  folder.write("p/adder.pas", "unit adder;\n{ of the program }\n");
  folder.write("p/zum.pas", "  PROGRAM zum;\n");
  folder.write("p/zz.pas", "program zz;\n");
  EXPECT_EQ(load_submission(folder / "p", shipped_languages(), "")->main, "zum.pas");
  folder.write("p/main.pas", "");
  EXPECT_EQ(load_submission(folder / "p", shipped_languages(), "")->main, "main.pas");
}

TEST(Submission, TakesTheLanguageOfMostFiles) {
  const TestFolder folder;
  folder.write("p/a.py", "");
  folder.write("p/b.py", "");
  folder.write("p/main.cpp", "");
  EXPECT_EQ(load_submission(folder / "p", shipped_languages(), "")->language->id, "python3");
  folder.write("p/c.cpp", "");
  const auto tied = load_submission(folder / "p", shipped_languages(), "");
  EXPECT_EQ(tied->language->id, "cpp20");
  EXPECT_EQ(tied->main, "main.cpp");
  const auto forced = load_submission(folder / "p", shipped_languages(), "python3");
  EXPECT_EQ(forced->main, "a.py");
  EXPECT_FALSE(load_submission(folder / "p", shipped_languages(), "c"));
}

TEST(Submission, RefusesFoldersThatReachOutOrNestTooDeep) {
  const TestFolder folder;
  folder.write("secret.h", "");
  folder.write("p/a.cpp", "");
  fs::create_symlink(folder / "secret.h", folder / "p/link.h");
  const auto link = load_submission(folder / "p", shipped_languages(), "");
  ASSERT_FALSE(link);
  EXPECT_THAT(link.error().message, HasSubstr("leaves the folder"));

  folder.write("q/a.cpp", "");
  folder.write("q/real.h", "");
  fs::create_symlink("real.h", folder / "q/inside.h");
  fs::create_directory_symlink(".", folder / "q/loop");
  const auto inside = load_submission(folder / "q", shipped_languages(), "");
  ASSERT_TRUE(inside) << inside.error().text();
  EXPECT_EQ(names(*inside), (std::vector<std::string>{"a.cpp", "inside.h", "real.h"}));

  folder.write("r/1/2/3/4/5/a.cpp", "");
  EXPECT_THAT(load_submission(folder / "r", shipped_languages(), "").error().message,
              HasSubstr("nested deeper"));
  fs::create_directory(folder / "empty");
  EXPECT_THAT(load_submission(folder / "empty", shipped_languages(), "").error().message,
              HasSubstr("no source file"));
}

TEST(Submission, IsReadAsItWasLookedAt) {
  const TestFolder folder;
  const fs::path secret = folder.write("secret", "the secret");
  folder.write("program/main.c", "int main(void) { return 0; }");
  folder.write("program/folder/a.h", "");
  folder.write("elsewhere/a.h", "the secret");
  folder.write("single.c", "");
  fs::create_symlink("single.c", folder / "linked.c");
  const auto program = load_submission(folder / "program", shipped_languages(), "");
  const auto single = load_submission(folder / "linked.c", shipped_languages(), "");
  ASSERT_TRUE(program && single);
  CompileRequest request;
  request.submission = &*single;
  EXPECT_TRUE(read_sources(request, shipped_languages()));
  fs::remove(folder / "single.c");
  fs::create_symlink(secret, folder / "single.c");
  EXPECT_FALSE(read_sources(request, shipped_languages()));
  request.submission = &*program;
  EXPECT_TRUE(read_sources(request, shipped_languages()));
  fs::remove_all(folder / "program/folder");
  fs::create_directory_symlink(folder / "elsewhere", folder / "program/folder");
  const auto read = read_sources(request, shipped_languages());
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("part of it was replaced by a link"));
}

TEST(Submission, MayHoldLinksThatStayInside) {
  const TestFolder folder;
  folder.write("program/main.c", "int main(void) { return 0; }");
  folder.write("program/include/real.h", "real");
  fs::create_symlink("include/real.h", folder / "program/relative.h");
  fs::create_symlink(folder / "program/include/real.h", folder / "program/absolute.h");
  const auto program = load_submission(folder / "program", shipped_languages(), "");
  ASSERT_TRUE(program);
  CompileRequest request;
  request.submission = &*program;
  const auto read = read_sources(request, shipped_languages());
  ASSERT_TRUE(read) << read.error().text();
  std::string all;
  for (const SourceFile& file : read->files)
    all += file.name + "=" + file.bytes.substr(0, 4) + " ";
  EXPECT_EQ(all, "main.c=int  absolute.h=real include/real.h=real relative.h=real ");
}

TEST(Submission, LoadsAProgramOfAPackage) {
  const TestFolder folder;
  model::ProgramSource source;
  source.name = "validate";
  source.base = folder / "v";
  source.files = {folder.write("v/util.h", ""), folder.write("v/check.cpp", "")};
  const auto program = load_program(source, shipped_languages());
  ASSERT_TRUE(program);
  EXPECT_EQ(program->main, "check.cpp");
  EXPECT_EQ(names(*program), (std::vector<std::string>{"check.cpp", "util.h"}));
  source.files = {folder.write("v/readme.md", "")};
  const auto none = load_program(source, shipped_languages());
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::invalid_package);
}

std::string found(const std::vector<std::string>& names, std::string_view test) {
  std::vector<ProgramFile> files;
  for (const std::string& name : names)
    files.push_back({name, "/" + name});
  const ProgramFile* file = find_answer(files, test);
  return file == nullptr ? "none" : file->name;
}

TEST(SubmittedAnswer, IsCalledLikeItsTest) {
  EXPECT_EQ(found({"1.out", "secret/1.out"}, "secret/1"), "secret/1.out");
  EXPECT_EQ(found({"1.ans", "2.ans"}, "secret/1"), "1.ans");
  EXPECT_EQ(found({"1", "2"}, "secret/2"), "2");
  EXPECT_EQ(found({"sample/1.txt", "secret/1.txt"}, "secret/1"), "secret/1.txt");
  EXPECT_EQ(found({"11.out", "2.out"}, "secret/1"), "none");
  EXPECT_EQ(found({"1.doc", "2.doc"}, "secret/1"), "none");
}

TEST(SubmittedAnswer, AloneIsForEveryTest) {
  EXPECT_EQ(found({"answer.doc"}, "secret/1"), "answer.doc");
  EXPECT_EQ(found({}, "secret/1"), "none");
}

}  // namespace

}  // namespace arbiter::judge
