#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <pugixml.hpp>
#include <sstream>

#include "base/text.hpp"
#include "package/export/target.hpp"

namespace arbiter::package {
namespace {

using pugi::xml_node;

constexpr const char* k_cpp20 = "cpp.gcc13-64-winlibs-g++20";

/// What Polygon calls the language of a source.
std::string source_type(const std::filesystem::path& file) {
  static const std::map<std::string_view, const char*> k_types = {
      {".c", "c.gcc11"},   {".cpp", k_cpp20},   {".cc", k_cpp20},       {".cxx", k_cpp20},
      {".py", "python.3"}, {".java", "java21"}, {".kt", "kotlin19"},    {".pas", "pas.fpc"},
      {".rs", "rust"},     {".go", "go"},       {".cs", "csharp.mono"}, {".js", "js.node"}};
  const auto row = k_types.find(file.extension().string());
  return row == k_types.end() ? "unknown" : row->second;
}

xml_node child(xml_node parent, const char* name,
               std::initializer_list<std::pair<const char*, std::string>> attributes = {}) {
  xml_node node = parent.append_child(name);
  for (const auto& [key, value] : attributes)
    node.append_attribute(key) = value.c_str();
  return node;
}

class PolygonWriter {
 public:
  explicit PolygonWriter(Target& target) : target_(target), problem_(target.problem()) {}

  Result<void> write() {
    root_ = child(document_, "problem", {{"revision", "1"}, {"short-name", problem_.id}});
    write_names();
    ARBITER_CHECK(write_tests());
    const xml_node assets = child(root_, "assets");
    ARBITER_CHECK(write_checker(assets));
    ARBITER_CHECK(write_validators(assets));
    ARBITER_CHECK(write_solutions(assets));
    std::ostringstream text;
    document_.save(text, "  ");
    ARBITER_CHECK(target_.write("problem.xml", text.str()));
    ARBITER_CHECK(target_.write_file_names());
    ARBITER_CHECK(target_.copy(problem_.root / "attachments", "materials"));
    std::vector<std::string_view> taken = {"arbiter.yaml", "attachments", "input_validators"};
    if (!target_.source().page.empty()) {
      ARBITER_CHECK(target_.write("statements/.html/english/problem.html", target_.source().page));
      taken.emplace_back("statement");
    }
    target_.lose_other_files(std::move(taken));
    return {};
  }

 private:
  void write_names() {
    static const std::map<std::string_view, const char*> k_languages = {
        {"en", "english"}, {"ru", "russian"}, {"uk", "ukrainian"}, {"de", "german"},
        {"fr", "french"},  {"es", "spanish"}, {"pl", "polish"},    {"pt", "portuguese"},
        {"zh", "chinese"}, {"kk", "kazakh"},  {"hy", "armenian"},  {"az", "azerbaijani"}};
    const xml_node names = child(root_, "names");
    for (const auto& [code, name] : problem_.name) {
      const auto row = k_languages.find(code);
      child(names, "name",
            {{"language", row == k_languages.end() ? code : row->second}, {"value", name}});
    }
  }

  Result<void> write_tests() {
    xml_node judging = child(root_, "judging", {{"input-file", ""}, {"output-file", ""}});
    if (problem_.is_scoring)
      judging.append_attribute("treat-points-from-checker-as-percent") = "true";
    const xml_node set = child(judging, "testset", {{"name", "tests"}});
    const std::size_t width =
        std::max<std::size_t>(2, std::to_string(problem_.tests.size()).size());
    const auto text = [&](const char* name, const std::string& value) {
      child(set, name).text().set(value.c_str());
    };
    const auto limit = problem_.limits.time.value_or(std::chrono::seconds(10));
    text("time-limit",
         std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(limit).count()));
    text("memory-limit", std::to_string(problem_.limits.memory.count));
    text("test-count", std::to_string(problem_.tests.size()));
    text("input-path-pattern", fmt::format("tests/%0{}d", width));
    text("answer-path-pattern", fmt::format("tests/%0{}d.a", width));
    const xml_node tests = child(set, "tests");
    const auto scored = scored_tests(problem_);
    for (std::size_t i = 0; i < problem_.tests.size(); ++i) {
      const model::TestCase& test = problem_.tests[i];
      const std::string file = fmt::format("tests/{:0{}}", i + 1, width);
      ARBITER_CHECK(target_.copy(test.input, file));
      if (test.answer) ARBITER_CHECK(target_.copy(*test.answer, file + ".a"));
      if (!test.answer) ARBITER_CHECK(target_.write(file + ".a", ""));
      xml_node node = child(tests, "test", {{"method", "manual"}, {"description", test.name}});
      if (model::is_sample(test.name)) node.append_attribute("sample") = "true";
      if (problem_.is_scoring) write_points(node, i, scored);
    }
    if (problem_.is_scoring) write_groups(set, scored);
    return {};
  }

  static void write_points(xml_node node, std::size_t test,
                           const std::vector<ScoredTests>& scored) {
    for (const ScoredTests& group : scored) {
      if (std::ranges::find(group.tests, test) == group.tests.end()) continue;
      node.append_attribute("group") = (group.name.empty() ? "secret" : group.name).c_str();
      node.append_attribute("points") = fmt::format("{}", group.each()).c_str();
    }
  }

  static void write_groups(xml_node set, const std::vector<ScoredTests>& scored) {
    const xml_node groups = child(set, "groups");
    for (const ScoredTests& group : scored) {
      const bool is_sum = group.scoring.aggregation == model::ScoreAggregation::sum;
      const xml_node node =
          child(groups, "group",
                {{"name", group.name.empty() ? "secret" : group.name},
                 {"points-policy", is_sum ? "each-test" : "complete-group"},
                 {"points", fmt::format("{}", group.scoring.max_score.value_or(0))}});
      if (group.scoring.require_pass.empty()) continue;
      const xml_node required = child(node, "dependencies");
      for (std::string name : group.scoring.require_pass) {
        if (name.starts_with("secret/")) name.erase(0, std::string_view("secret/").size());
        if (name != "sample") child(required, "dependency", {{"group", name}});
      }
    }
  }

  Result<void> write_program(xml_node asset, const std::string& name, const std::string& text) {
    child(asset, "source", {{"path", "files/" + name}, {"type", k_cpp20}});
    return target_.write("files/" + name, text);
  }

  Result<void> write_checker(xml_node assets) {
    if (!problem_.output_validator) return name_standard_checker(assets);
    const xml_node checker = child(assets, "checker", {{"name", "check.cpp"}, {"type", "testlib"}});
    ARBITER_TRY(arguments, target_.common_arguments());
    const model::ProgramSource& program = *problem_.output_validator;
    if (!problem_.is_interactive) {
      ARBITER_TRY(text, target_.adapted(program, Caller::testlib_checker, arguments));
      return write_program(checker, "check.cpp", text);
    }
    // The interactor decides, and its log tells the checker.
    ARBITER_TRY(text, target_.adapted({}, Caller::testlib_log));
    ARBITER_CHECK(write_program(checker, "check.cpp", text));
    ARBITER_SET(text, target_.adapted(program, Caller::testlib_interactor, arguments));
    if (text.find("<unistd.h>") != std::string::npos)
      target_.lose("the referee is written for Linux, and Polygon runs Windows");
    return write_program(child(assets, "interactor"), "interactor.cpp", text);
  }

  Result<void> name_standard_checker(xml_node assets) {
    static const std::map<std::string_view, const char*> k_checkers = {
        {"", "std::wcmp.cpp"},
        {"tokens", "std::wcmp.cpp"},
        {"lines", "std::lcmp.cpp"},
        {"yesno", "std::nyesno.cpp"},
        {"unordered_tokens", "std::uncmp.cpp"}};
    ARBITER_TRY(arguments, target_.common_arguments());
    const auto row = k_checkers.find(problem_.standard_checker.value_or(""));
    if (row == k_checkers.end() || !arguments.empty())
      return target_.refuse("this way to compare outputs without a program in output_validator/");
    child(assets, "checker", {{"name", row->second}, {"type", "testlib"}});
    target_.lose(
        fmt::format("choose the checker {} in Polygon; unlike the default of the package "
                    "format it tells upper case from lower case",
                    row->second));
    return {};
  }

  Result<void> write_validators(xml_node assets) {
    const xml_node validators = child(assets, "validators");
    for (const model::ProgramSource& one : problem_.input_validators) {
      const std::string name =
          problem_.input_validators.size() == 1
              ? "validator.cpp"
              : fmt::format("validator-{}.cpp", std::filesystem::path(one.name).stem().string());
      auto text = target_.adapted(one, Caller::testlib_validator);
      if (!text) {
        target_.lose(fmt::format("the input validator {} is left out: it is not in C++", one.name));
        continue;
      }
      ARBITER_CHECK(write_program(child(validators, "validator"), name, *text));
    }
    return {};
  }

  Result<void> write_solutions(xml_node assets) {
    const xml_node solutions = child(assets, "solutions");
    std::vector<std::string> vague;
    for (const model::LabelledSubmission& one : problem_.submissions) {
      ARBITER_TRY(source, target_.one_source(one));
      if (!source) continue;
      const bool is_main = problem_.reference && one.path == *problem_.reference;
      const std::string tag(is_main ? "main" : label_words(one.label).polygon_tag);
      if (tag == "rejected" || tag == "do-not-run") vague.push_back(source->name);
      const std::string path = "solutions/" + source->name;
      child(child(solutions, "solution", {{"tag", tag}}), "source",
            {{"path", path}, {"type", source_type(source->name)}});
      ARBITER_CHECK(target_.write(path, source->text));
    }
    if (!vague.empty())
      target_.lose(
          fmt::format("no tag of Polygon says what is expected of {}", joined(vague, ", ")));
    return {};
  }

  Target& target_;
  const model::Problem& problem_;
  pugi::xml_document document_;
  xml_node root_;
};

}  // namespace

Result<void> write_polygon(Target& target) {
  return PolygonWriter(target).write();
}

}  // namespace arbiter::package
