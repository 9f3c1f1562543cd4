#include "package/polygon/polygon.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include "base/file.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

struct StandardChecker {
  std::string_view name;
  std::vector<std::string> arguments = {};
};

/// The checkers of testlib that one of ours gives the same verdicts as. fcmp is none: it takes a
/// last line without an end. pointscmp and pointsinfo are examples. testlib adds 1e-15 to all
/// tolerances.
const std::map<std::string_view, StandardChecker> k_standard_checkers = {
    {"std::lcmp.cpp", {"lines"}},
    {"std::wcmp.cpp", {"tokens"}},
    {"std::hcmp.cpp", {"tokens"}},
    {"std::icmp.cpp", {"tokens"}},
    {"std::ncmp.cpp", {"tokens"}},
    {"std::uncmp.cpp", {"unordered_tokens"}},
    {"std::yesno.cpp", {"yesno"}},
    {"std::nyesno.cpp", {"yesno"}},
    {"std::caseicmp.cpp", {"tokens"}},
    {"std::casencmp.cpp", {"tokens"}},
    {"std::casewcmp.cpp", {"tokens"}},
    {"std::acmp.cpp", {"numbers", {"float_absolute_tolerance", "1.500000001e-6"}}},
    {"std::rcmp.cpp", {"numbers", {"float_absolute_tolerance", "1.500000001e-6"}}},
    {"std::rncmp.cpp", {"numbers", {"float_absolute_tolerance", "1.5000000001e-5"}}},
    {"std::dcmp.cpp", {"numbers", {"float_tolerance", "1.000000001e-6"}}},
    {"std::rcmp4.cpp", {"numbers", {"float_tolerance", "1.00000000001e-4"}}},
    {"std::rcmp6.cpp", {"numbers", {"float_tolerance", "1.000000001e-6"}}},
    {"std::rcmp9.cpp", {"numbers", {"float_tolerance", "1.000001e-9"}}}};

/// Whether a checker asks in its source which testset and group the test is of. Older versions of
/// testlib refuse arguments that would tell it.
bool asks_for_group(const std::filesystem::path& source) {
  const auto text = read_file(source, mib(1));
  if (!text) return false;
  return text->find("checker.group") != std::string::npos ||
         text->find("checker.testset") != std::string::npos;
}

/// Warns of elements in `parent` that are none of `known`; `where` is what messages add.
void warn_of_unknown(const XmlFile& xml, const pugi::xml_node& parent,
                     std::span<const std::string_view> known, std::string_view where) {
  for (const pugi::xml_node& child : parent.children()) {
    const std::string_view name = child.name();
    if (child.type() != pugi::node_element || std::ranges::find(known, name) != known.end()) {
      continue;
    }
    xml.warning(code::k_ignored, child,
                fmt::format("unknown element '{}'{}, so it is ignored", shown(name), where));
  }
}

// Polygon runs these when the package is made, not when somebody is judged.
void warn_of_own_tests(const XmlFile& xml, const pugi::xml_node& program) {
  const pugi::xml_node testset = program.child("testset");
  const auto tests = testset.child("tests").children("test");
  const auto count = std::distance(tests.begin(), tests.end());
  if (count == 0) return;
  xml.warning(code::k_unsupported, testset,
              fmt::format("the {} of the {} itself {} not run",
                          count == 1 ? "test" : fmt::format("{} tests", count), program.name(),
                          count == 1 ? "is" : "are"));
}

/// Warns of what stands in `assets` of a Polygon package and is not used: unknown elements, and
/// tests of the checker and the validators themselves.
void check_assets(const XmlFile& xml, const pugi::xml_node& assets) {
  constexpr std::array<std::string_view, 5> k_known = {"checker", "interactor", "validators",
                                                       "solutions", "scorer"};
  warn_of_unknown(xml, assets, k_known, " in 'assets'");
  warn_of_own_tests(xml, assets.child("checker"));
  for (const pugi::xml_node& one : assets.child("validators").children("validator"))
    warn_of_own_tests(xml, one);
}

// Everything else of problem.xml that does not change judging.
constexpr std::array<std::string_view, 12> k_known = {
    "names",      "statements", "tutorials", "judging",   "files", "assets",
    "properties", "stresses",   "documents", "materials", "tags",  "languages"};

class PolygonReader {
 public:
  PolygonReader(FolderWalk& walk, const XmlFile& xml, model::Problem& problem)
      : walk_(walk), xml_(xml), problem_(problem) {}

  void read() {
    const pugi::xml_node root = xml_.root();
    if (std::string_view(root.name()) != "problem") {
      xml_.error(code::k_unknown_key, root,
                 fmt::format("the root element is '{}', not 'problem'", shown(root.name())));
      return;
    }
    warn_of_unknown(xml_, root, k_known, "");
    check_assets(xml_, root.child("assets"));
    read_names(root);
    refuse_second_runs(root);
    const pugi::xml_node assets = root.child("assets");
    read_checker(assets);
    const auto& checker = problem_.output_validator;
    read_polygon_tests(walk_, xml_, checker && asks_for_group(checker->base / checker->name),
                       problem_);
    read_interactor(assets);
    read_validators(assets);
    if (const pugi::xml_node scorer = assets.child("scorer")) {
      xml_.warning(code::k_unsupported, scorer,
                   "scorers are not supported: the points of groups and tests are added up");
    }
    read_solutions(assets);
    read_resources(root.child("files"));
  }

 private:
  void refuse_second_runs(const pugi::xml_node& root) {
    const pugi::xml_node judging = root.child("judging");
    const pugi::xml_node tags = root.child("tags");
    const bool is_tagged = tags.find_child_by_attribute("tag", "value", "run-twice");
    if (judging.attribute("run-count").as_int(1) <= 1 && !is_tagged) return;
    xml_.error(code::k_unsupported, judging,
               "problems whose solutions run twice on a test are not supported");
  }

  void read_names(const pugi::xml_node& root) {
    static const std::map<std::string_view, std::string_view> k_codes = {
        {"english", "en"}, {"russian", "ru"}, {"ukrainian", "uk"}, {"german", "de"},
        {"french", "fr"},  {"spanish", "es"}, {"polish", "pl"},    {"portuguese", "pt"},
        {"chinese", "zh"}, {"kazakh", "kk"},  {"armenian", "hy"},  {"azerbaijani", "az"}};
    for (const pugi::xml_node& name : root.child("names").children("name")) {
      const std::string_view word = name.attribute("language").as_string();
      const auto row = k_codes.find(word);
      const std::string code(row == k_codes.end() ? word : row->second);
      problem_.name[code] = name.attribute("value").as_string();
    }
  }

  /// The file that the attribute `path` names; if there is none an error says so of `what`, in
  /// which {} stands for the name.
  std::optional<fs::path> file_of(const pugi::xml_node& node, std::string_view what) {
    const std::string name = node.attribute("path").as_string();
    if (auto file = named_file(walk_, xml_, node, name)) return file;
    return xml_.error(code::k_no_input, node,
                      fmt::format(fmt::runtime(what), shown(name)) + " is not in the package");
  }
  /// The program of an asset: its source and the headers beside it.
  std::optional<model::ProgramSource> program(const pugi::xml_node& asset, std::string_view what) {
    const pugi::xml_node source = asset.child("source");
    if (!source)
      return xml_.error(code::k_not_program, asset, fmt::format("the {} has no source", what),
                        {"programs without a source are for another system and cannot be run"});
    const auto file = file_of(source, fmt::format("the source of the {}, '{{}}',", what));
    if (!file) return std::nullopt;
    model::ProgramSource made = program_of_file(*file, headers_in(file->parent_path()));
    made.protocol = model::CallProtocol::testlib;
    return made;
  }

  const std::vector<fs::path>& headers_in(const fs::path& folder) {
    const auto [found, is_new] = headers_.try_emplace(folder);
    if (!is_new) return found->second;
    found->second = headers_among(walk_.list(folder));
    std::erase_if(found->second, [&](const fs::path& file) { return !walk_.check_readable(file); });
    return found->second;
  }

  void read_checker(const pugi::xml_node& assets) {
    const pugi::xml_node checker = assets.child("checker");
    if (!checker) {
      xml_.error(code::k_missing_key, assets ? assets : xml_.root(),
                 "the package names no checker in 'assets'");
      return;
    }
    const auto standard = k_standard_checkers.find(checker.attribute("name").as_string());
    if (standard == k_standard_checkers.end()) {
      problem_.output_validator = program(checker, "checker");
      return;
    }
    problem_.standard_checker = standard->second.name;
    problem_.output_validator_args = standard->second.arguments;
  }

  void read_interactor(const pugi::xml_node& assets) {
    const pugi::xml_node interactor = assets.child("interactor");
    if (!interactor) return;
    problem_.interactor = program(interactor, "interactor");
    problem_.is_interactive = true;
    // There too a referee that fails is at fault whatever the submission did.
    problem_.game_policy = model::GamePolicy::kattis;
    if (problem_.input_files.empty() && problem_.output_files.empty()) return;
    xml_.warning(code::k_ignored, xml_.root().child("judging"),
                 "in an interactive problem programs speak over their standard streams, so "
                 "'input-file' and 'output-file' are ignored");
    problem_.input_files.clear();
    problem_.output_files.clear();
  }

  void read_validators(const pugi::xml_node& assets) {
    for (const pugi::xml_node& one : assets.child("validators").children("validator")) {
      if (auto made = program(one, "validator")) {
        problem_.input_validators.push_back(*std::move(made));
      }
    }
  }

  void check_tag(const pugi::xml_node& solution, const std::string& tag) {
    static const std::vector<std::string> known = {"main",
                                                   "accepted",
                                                   "rejected",
                                                   "failed",
                                                   "wrong-answer",
                                                   "presentation-error",
                                                   "time-limit-exceeded",
                                                   "time-limit-exceeded-or-accepted",
                                                   "time-limit-exceeded-or-memory-limit-exceeded",
                                                   "memory-limit-exceeded",
                                                   "run-time-error",
                                                   "runtime-error",
                                                   "do-not-run"};
    if (std::ranges::find(known, tag) != known.end()) return;
    xml_.warning(code::k_bad_value, solution,
                 fmt::format("unknown tag '{}': nothing is expected of this solution", shown(tag)),
                 did_you_mean(tag, known));
  }

  /// Where the type says what the file's name does not.
  static std::string language_of(std::string_view type) {
    if (type.starts_with("python.2") || type.starts_with("python.pypy2")) return "python2";
    return type.starts_with("python.pypy3") ? "pypy3" : "";
  }

  void read_solutions(const pugi::xml_node& assets) {
    for (const pugi::xml_node& one : assets.child("solutions").children("solution")) {
      const std::string tag = one.attribute("tag").as_string();
      check_tag(one, tag);
      if (one.child("extra-tags").child("extra-tag")) {
        xml_.warning(code::k_unsupported, one.child("extra-tags"),
                     "tags for single groups or testsets are not supported: only the tag of the "
                     "solution counts");
      }
      if (tag == "do-not-run") continue;
      const pugi::xml_node source = one.child("source");
      const auto file = file_of(source ? source : one, "the solution '{}'");
      if (!file) continue;
      model::LabelledSubmission made;
      made.path = *file;
      made.label = tag;
      made.language = {language_of(source.attribute("type").as_string()),
                       walk_.root() / "problem.xml"};
      problem_.submissions.push_back(std::move(made));
      if (tag == "main" || (tag == "accepted" && !problem_.reference)) problem_.reference = *file;
    }
  }

  /// Headers that solutions may include, and sources that are compiled with them.
  void read_resources(const pugi::xml_node& files) {
    for (const pugi::xml_node& one : files.child("resources").children("file")) {
      const std::string name = one.attribute("path").as_string();
      const fs::path base = fs::path(name).filename();
      const std::string_view type = one.attribute("type").as_string();
      const bool is_asset = is_for_solutions(one);
      if (base == "testlib.h" || base == "olymp.sty" || (!type.starts_with("h.") && !is_asset)) {
        continue;
      }
      const auto file = file_of(one, "the file '{}'");
      if (!file) continue;
      for (const char* family : {"c", "cpp"}) {
        model::ProgramSource& included = problem_.includes[family];
        included.name = "files";
        included.base = file->parent_path();
        included.files.push_back(*file);
      }
    }
  }

  static bool is_for_solutions(const pugi::xml_node& file) {
    const auto names = [](std::string_view words) {
      return words.find("SOLUTION") != std::string_view::npos;
    };
    const auto assets = file.child("assets").children("asset");
    return names(file.attribute("assets").as_string()) ||
           names(file.attribute("asset").as_string()) ||
           std::ranges::any_of(assets, [&](const pugi::xml_node& asset) {
             return names(asset.attribute("name").as_string());
           });
  }

  FolderWalk& walk_;
  const XmlFile& xml_;
  model::Problem& problem_;
  std::map<fs::path, std::vector<fs::path>> headers_;
};

}  // namespace

void read_polygon(FolderWalk& walk, const fs::path& file, model::Problem& problem, Faults& faults) {
  if (!walk.check_readable(file)) return;
  const std::size_t before = faults.size();
  const auto xml = XmlFile::read(file, faults);
  if (!xml) return;
  PolygonReader(walk, *xml, problem).read();
  faults.sort_from(before);
}

}  // namespace arbiter::package
