#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/file.hpp"
#include "package/polygon/polygon.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t k_most_tests = 10'000;
constexpr std::int64_t k_longest_ms = 3'600'000;
constexpr std::int64_t k_most_memory = std::int64_t{1} << 40;
// Packages of Polygon say nothing of outputs, and some are long.
constexpr Bytes k_output = mib(64);

/// A name that programs open in their working folder.
void read_file_name(const XmlFile& xml, const pugi::xml_node& node, const char* key,
                    std::vector<std::string>& to) {
  const std::string name = node.attribute(key).as_string();
  if (name.empty() || name == "stdin" || name == "stdout") return;
  if (name.find('/') != std::string::npos || name == "." || name == ".." || name.size() > 255) {
    xml.error(code::k_bad_value, node,
              fmt::format("'{}' in '{}' is not the name of a file in the working folder",
                          shown(name), key));
    return;
  }
  to.push_back(name);
}

pugi::xml_node choose_testset(const XmlFile& xml, const pugi::xml_node& judging) {
  pugi::xml_node chosen;
  for (const pugi::xml_node& testset : judging.children("testset")) {
    const bool is_main = std::string_view(testset.attribute("name").as_string()) == "tests";
    if (!chosen || is_main) chosen = testset;
    if (is_main) break;
  }
  for (const pugi::xml_node& testset : judging.children("testset")) {
    if (testset == chosen) continue;
    xml.warning(code::k_ignored, testset,
                fmt::format("only the testset '{}' is judged, so this one is not used",
                            shown(chosen.attribute("name").as_string())));
  }
  return chosen;
}

void read_limits(const XmlFile& xml, const pugi::xml_node& testset, model::PackageLimits& limits) {
  limits.output = k_output;
  limits.validation_output = k_output;
  const auto read = [&](const char* key, std::int64_t most) -> std::optional<std::int64_t> {
    const pugi::xml_node node = testset.child(key);
    if (node) return xml.number(node, most);
    return xml.error(code::k_missing_key, testset, fmt::format("the testset has no '{}'", key));
  };
  if (const auto time = read("time-limit", k_longest_ms)) {
    limits.time = std::chrono::milliseconds(*time);
  }
  if (const auto memory = read("memory-limit", k_most_memory)) limits.memory = Bytes{*memory};
}

std::vector<PolygonTest> read_rows(const XmlFile& xml, const pugi::xml_node& testset) {
  std::vector<PolygonTest> rows;
  for (const pugi::xml_node& node : testset.child("tests").children("test")) {
    PolygonTest row;
    row.node = node;
    row.is_sample = node.attribute("sample").as_bool();
    row.is_generated = std::string_view(node.attribute("method").as_string()) == "generated";
    row.group = node.attribute("group").as_string();
    row.points = xml.points(node);
    rows.push_back(std::move(row));
    if (rows.size() > static_cast<std::size_t>(k_most_tests)) {
      xml.error(code::k_too_many, node, fmt::format("there are more than {} tests", k_most_tests));
      return {};
    }
  }
  const pugi::xml_node count = testset.child("test-count");
  if (!count) return rows;
  const auto said = xml.number(count, k_most_tests);
  if (!said) return rows;
  if (rows.empty()) {
    PolygonTest row;
    row.node = count;
    rows.assign(static_cast<std::size_t>(*said), row);
  } else if (rows.size() != static_cast<std::size_t>(*said)) {
    xml.warning(code::k_form, count, fmt::format("there are {} tests, not {}", rows.size(), *said));
  }
  return rows;
}

bool has_windows_lines(const fs::path& file) {
  const auto fd = open_read(file);
  if (!fd) return false;
  std::array<char, 4096> head{};
  const ssize_t got = ::pread(fd->get(), head.data(), head.size(), 0);
  if (got <= 0) return false;
  return std::string_view(head.data(), static_cast<std::size_t>(got)).find("\r\n") !=
         std::string_view::npos;
}

/// Finds the files of all tests; those that are not there are told of together.
class TestFinder {
 public:
  TestFinder(FolderWalk& walk, const XmlFile& xml, const pugi::xml_node& testset, bool tells_groups)
      : walk_(walk), xml_(xml), testset_(testset), tells_groups_(tells_groups) {}

  void find(const std::vector<PolygonTest>& rows, model::Problem& problem) {
    const std::size_t width = std::max<std::size_t>(2, std::to_string(rows.size()).size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto input = file(rows[i], "input-path-pattern", i + 1);
      if (has_failed_) return;
      if (!input) {
        (rows[i].is_generated ? generated_ : inputs_).push_back(i);
        continue;
      }
      const auto answer = file(rows[i], "answer-path-pattern", i + 1);
      if (has_failed_) return;
      if (!answer) {
        answers_.push_back(i);
        continue;
      }
      if (has_windows_lines(*input)) windows_.push_back(i);
      model::TestCase test;
      test.name = fmt::format("{}/{:0{}}", rows[i].folder, i + 1, width);
      test.input = *input;
      test.answer = *answer;
      if (tells_groups_) {
        test.output_validator_args = {"--testset", testset_.attribute("name").as_string("tests")};
        if (!rows[i].group.empty()) {
          test.output_validator_args.insert(test.output_validator_args.end(),
                                            {"--group", rows[i].group});
        }
      }
      problem.tests.push_back(std::move(test));
    }
    report(rows);
  }

 private:
  using Noted = std::vector<std::size_t>;

  std::optional<fs::path> file(const PolygonTest& row, const char* key, std::size_t number) {
    const pugi::xml_node pattern = testset_.child(key);
    const auto name = expand_pattern(trimmed(pattern.text().as_string()), number);
    if (!name) {
      has_failed_ = true;
      if (!pattern)
        return xml_.error(code::k_missing_key, testset_,
                          fmt::format("the testset has no '{}'", key));
      return xml_.error(code::k_bad_value, pattern,
                        fmt::format("'{}' must be a path with one number, as tests/%02d",
                                    shown(pattern.text().as_string())));
    }
    return named_file(walk_, xml_, row.node, *name);
  }

  void report(const std::vector<PolygonTest>& rows) const {
    const auto tell = [&](const Noted& noted, const std::string& what, const std::string& help) {
      if (noted.empty()) return;
      xml_.error(
          code::k_no_companion, rows[noted.front()].node,
          fmt::format("{} of {} tests {}; this one is the first", noted.size(), rows.size(), what),
          {help});
    };
    const std::string full =
        "this is a standard package of Polygon, which has no generated files: take the full "
        "package (for linux), or run its doall.sh, which calls the generators; 'arbiter generate' "
        "makes tests of generators.yaml only";
    tell(generated_, "are generated and not in the package", full);
    tell(inputs_, "have no input file", "add the file, or take the package from Polygon again");
    tell(answers_, "have no answer file", full);
    if (windows_.empty()) return;
    xml_.warning(code::k_form, rows[windows_.front()].node,
                 fmt::format("the inputs of {} tests have Windows line ends, which programs here "
                             "see as they are; this one is the first",
                             windows_.size()),
                 {"take the package for linux"});
  }

  FolderWalk& walk_;
  const XmlFile& xml_;
  pugi::xml_node testset_;
  bool tells_groups_;
  bool has_failed_ = false;
  Noted generated_;
  Noted inputs_;
  Noted answers_;
  Noted windows_;
};

}  // namespace

void read_polygon_tests(FolderWalk& walk, const XmlFile& xml, bool tells_groups,
                        model::Problem& problem) {
  const pugi::xml_node judging = xml.root().child("judging");
  const pugi::xml_node testset = choose_testset(xml, judging);
  if (!testset) {
    xml.error(code::k_missing_key, judging ? judging : xml.root(),
              "'judging' has no testset, so there are no test cases");
    return;
  }
  read_file_name(xml, judging, "input-file", problem.input_files);
  read_file_name(xml, judging, "output-file", problem.output_files);
  read_limits(xml, testset, problem.limits);
  std::vector<PolygonTest> rows = read_rows(xml, testset);
  if (rows.empty()) {
    xml.error(code::k_no_data, testset, "there are no tests in this testset");
    return;
  }
  group_tests(xml, testset, rows, problem);
  TestFinder(walk, xml, testset, tells_groups).find(rows, problem);
  std::ranges::sort(problem.tests, model::judged_before, &model::TestCase::name);
}

}  // namespace arbiter::package
