#include <gmock/gmock.h>
#include <sys/stat.h>

#include <functional>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

using Fault = FaultOf<std::function<void(PackageFolder&)>>;

class FolderFault : public ::testing::TestWithParam<Fault> {};

TEST_P(FolderFault, IsReportedWithCodeAndFile) {
  PackageFolder folder;
  folder.make_good();
  GetParam().spoiled(folder);
  GetParam().expect(folder.load().diagnostics);
}

INSTANTIATE_TEST_SUITE_P(
    Data, FolderFault,
    ::testing::Values(
        Fault{"no_data", [](PackageFolder& f) { fs::remove_all(f.path() / "data"); },
              "error P031 .", "no test data"},
        Fault{"empty_data", [](PackageFolder& f) { fs::remove_all(f.path() / "data/secret"); },
              "error P031 data", "data/secret/01.in"},
        Fault{"only_invalid",
              [](PackageFolder& f) {
                fs::remove_all(f.path() / "data/secret");
                f.write("data/invalid_input/a.in");
              },
              "error P031 data", "no test data"},
        Fault{"no_answer", [](PackageFolder& f) { f.write("data/secret/2.in"); },
              "error P032 data/secret/2.in", "add 2.ans"},
        Fault{"no_output", [](PackageFolder& f) { f.add_tests({"data/invalid_output/2"}); },
              "error P032 data/invalid_output/2.in", "no '2.out'"},
        Fault{"no_input", [](PackageFolder& f) { f.write("data/sample/2.ans"); },
              "error P033 data/sample/2.ans", "this file has no '2.in'"},
        Fault{"bad_name",
              [](PackageFolder& f) {
                f.write("data/secret/a b.in").write("data/secret/\xC3\xA5.in");
              },
              "warning P034 data/secret/a b.in, warning P034 data/secret/\xC3\xA5.in",
              "not allowed in packages"},
        Fault{"unknown_file", [](PackageFolder& f) { f.write("data/secret/notes.doc"); },
              "warning P035 data/secret/notes.doc", "belongs to no test"},
        Fault{"unknown_folder", [](PackageFolder& f) { f.write("data/secrets/1.in"); },
              "warning P035 data/secrets", "sample, secret"},
        Fault{"extra_files", [](PackageFolder& f) { f.write("data/secret/2.files/a"); },
              "error P033 data/secret/2.files", "this file has no '2.in'"},
        Fault{"data_is_a_file",
              [](PackageFolder& f) {
                fs::remove_all(f.path() / "data");
                f.write("data");
              },
              "error P041 data", "must be a folder"},
        Fault{"yaml_is_a_folder", [](PackageFolder& f) { f.write("arbiter.yaml/a"); },
              "error P041 arbiter.yaml", "must be a file"}),
    name_of_row<Fault>);

INSTANTIATE_TEST_SUITE_P(
    Links, FolderFault,
    ::testing::Values(
        Fault{"leaves", [](PackageFolder& f) { f.link("data/secret/2.in", "/etc/passwd"); },
              "error P036 data/secret/2.in", "link to '/etc/passwd' leaves"},
        Fault{"leaves_by_dots", [](PackageFolder& f) { f.link("data/secret/a", "../../.."); },
              "error P036 data/secret/a", "'../../..'"},
        Fault{"yaml_leaves",
              [](PackageFolder& f) {
                fs::remove(f.path() / "problem.yaml");
                f.link("problem.yaml", "/etc/hostname");
              },
              "error P036 problem.yaml", "leaves the problem folder"},
        Fault{"dangling", [](PackageFolder& f) { f.link("data/secret/2.in", "gone"); },
              "error P037 data/secret/2.in", "'gone' leads nowhere"},
        Fault{"circle", [](PackageFolder& f) { f.link("data/secret/2.in", "2.in"); },
              "error P037 data/secret/2.in", "circle"},
        Fault{"own_parent", [](PackageFolder& f) { f.link("data/secret/up", "../secret"); },
              "error P037 data/secret/up", "leads back to a folder"},
        Fault{"two_folders_in_each_other",
              [](PackageFolder& f) {
                f.link("data/secret/a/b", "../b").link("data/secret/b/a", "../a");
              },
              "error P037 data/secret/a/b/a, error P037 data/secret/b/a/b", "leads back"},
        Fault{"pipe",
              [](PackageFolder& f) {
                ASSERT_EQ(::mkfifo((f.path() / "data/secret/2.in").c_str(), 0600), 0);
              },
              "error P038 data/secret/2.in", "neither a file nor a folder"},
        Fault{"yaml_is_a_pipe",
              [](PackageFolder& f) {
                ASSERT_EQ(::mkfifo((f.path() / "arbiter.yaml").c_str(), 0600), 0);
              },
              "error P038 arbiter.yaml", "neither"},
        Fault{"deep",
              [](PackageFolder& f) { f.write("data/secret" + repeated("/d", 40) + "/1.in"); },
              "error P039 data/secret" + repeated("/d", 31), "32 levels"}),
    name_of_row<Fault>);

INSTANTIATE_TEST_SUITE_P(
    Programs, FolderFault,
    ::testing::Values(
        Fault{"no_validator", [](PackageFolder& f) { f.write("input_validators/notes.txt"); },
              "warning P040 input_validators/notes.txt", "not a program"},
        Fault{"grammar", [](PackageFolder& f) { f.write("input_validators/v.viva"); },
              "warning P017 input_validators/v.viva", "VIVA grammars are not supported"},
        Fault{"empty_validator",
              [](PackageFolder& f) { fs::create_directory(f.path() / "output_validator"); },
              "warning P040 output_validator", "not a program"},
        Fault{"old_validators", [](PackageFolder& f) { f.write("output_validators/v.cpp"); },
              "warning P018 output_validators", "it is output_validator/"},
        Fault{"two_old_validators",
              [](PackageFolder& f) {
                f.write("output_validators/a.cpp").write("output_validators/b.py");
              },
              "warning P018 output_validators, error P017 output_validators",
              "there are 'a.cpp' and 'b.py'"},
        Fault{"both_validators",
              [](PackageFolder& f) {
                f.write("output_validators/a.cpp").write("output_validator/b.py");
              },
              "warning P035 output_validators", "is not used"},
        Fault{"static_validator", [](PackageFolder& f) { f.write("static_validator/v.py"); },
              "error P017 static_validator", "static validators are not supported yet"},
        Fault{"include", [](PackageFolder& f) { f.write("include/kit.h"); },
              "warning P035 include/kit.h", "for no language"},
        Fault{"submissions_yaml", [](PackageFolder& f) { f.write("submissions/submissions.yaml"); },
              "error P013 submissions/submissions.yaml:1:1", "a map from globs of submissions"},
        Fault{"loose_submission", [](PackageFolder& f) { f.write("submissions/a.cpp"); },
              "warning P035 submissions/a.cpp", "not in a folder that labels it"},
        Fault{"header_as_submission", [](PackageFolder& f) { f.write("submissions/accepted/a.h"); },
              "warning P040 submissions/accepted/a.h", "not a program"},
        Fault{"old_time_limit", [](PackageFolder& f) { f.write(".timelimit"); },
              "warning P022 .timelimit:1:1", "differ; 2 s applies"}),
    name_of_row<Fault>);

}  // namespace
}  // namespace arbiter::package
