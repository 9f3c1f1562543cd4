#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/file.hpp"
#include "base/text.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/export/target.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;
using model::ScoreAggregation;
using model::TestGroup;

/// Arguments as one text of words; none: they cannot be divided again.
std::optional<std::string> as_words(const std::vector<std::string>& arguments) {
  for (const std::string& word : arguments) {
    if (word.empty() || word.find_first_of(" \t\n\"'\\") != std::string::npos) return std::nullopt;
  }
  return fmt::format("{}", fmt::join(arguments, " "));
}

/// The names of people as older formats have them, "Ada, Bob and more".
std::string people(const YamlNode& node) {
  const YamlNode* list = node.kind == YamlNode::Kind::map ? node.find("authors") : &node;
  std::vector<std::string> names;
  for (const YamlNode* one : list == nullptr ? std::vector<const YamlNode*>() : list->each()) {
    const YamlNode* name = one->kind == YamlNode::Kind::map ? one->find("name") : one;
    if (name != nullptr) names.push_back(name->text.substr(0, name->text.find(" <")));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Groups of tests as testdata.yaml says them.
class LegacyGroups {
 public:
  LegacyGroups(Target& target, bool gives_points)
      : target_(target),
        is_for_domjudge_(target.format().platform == ExportPlatform::domjudge),
        gives_points_(gives_points) {
    for (const model::TestCase& test : target.problem().tests) {
      has_output_flags_ = has_output_flags_ || !validator_arguments(target.problem(), test).empty();
      has_input_flags_ = has_input_flags_ || !test.input_validator_args.empty();
    }
  }

  Result<void> write() {
    const model::Problem& problem = target_.problem();
    Settings all{"first_error sum", true, {}, {}, {}};
    // DOMjudge gives a group that says nothing no points; for others that is the group's own.
    if (is_for_domjudge_) all.flags = "ignore_sample sum";
    for (const TestGroup& group : problem.data.groups) {
      const bool is_sample = group.name == "sample";
      if (!is_sample) all.most = group.scoring.max_score;
      if (!is_sample) ARBITER_CHECK(check_secret(group));
    }
    ARBITER_CHECK(write_file_of(problem.data, all));
    for (const TestGroup& group : problem.data.groups) {
      const bool is_sample = group.name == "sample";
      const Settings sample{"first_error sum", true, 0, 0, "0"};
      ARBITER_CHECK(is_sample ? write_tree(group, sample) : write_secret(group));
    }
    return {};
  }

 private:
  /// What a group's file says.
  struct Settings {
    std::string flags;  ///< for the grader
    bool goes_on = false;
    std::optional<double> accept;
    std::optional<double> most;
    std::string points;  ///< for adapter.cpp: those of a test
  };

  [[nodiscard]] Result<void> check_secret(const TestGroup& secret) const {
    const bool is_divided = std::ranges::any_of(secret.groups, &TestGroup::has_own_file);
    if (target_.problem().is_scoring && is_divided &&
        secret.scoring.aggregation == ScoreAggregation::pass_fail) {
      return target_.refuse("groups of data/secret whose points count only together");
    }
    return {};
  }

  Result<void> write_secret(const TestGroup& secret) {
    const model::Problem& problem = target_.problem();
    const auto scored = scored_tests(problem);
    if (scored.size() == 1 && scored.front().name.empty()) {
      ARBITER_TRY(settings, settings_of(scored.front()));
      return write_tree(secret, settings);
    }
    Settings own{"first_error sum", true, {}, secret.scoring.max_score, "-"};
    if (secret.scoring.aggregation == ScoreAggregation::min) own.flags = "first_error min";
    ARBITER_CHECK(write_file_of(secret, own));
    for (const TestGroup& group : secret.groups) {
      const auto found =
          std::ranges::find(scored, group.name.substr(secret.name.size() + 1), &ScoredTests::name);
      if (found == scored.end()) continue;
      if (!found->scoring.require_pass.empty()) {
        target_.lose(fmt::format("{} no longer requires that {} is passed", group.name,
                                 listed(found->scoring.require_pass)));
      }
      ARBITER_TRY(settings, settings_of(*found));
      ARBITER_CHECK(write_tree(group, settings));
    }
    return {};
  }

  [[nodiscard]] Result<Settings> settings_of(const ScoredTests& group) const {
    const bool is_sum = group.scoring.aggregation == ScoreAggregation::sum;
    Settings settings;
    settings.flags = is_sum ? "first_error sum" : "first_error min";
    settings.goes_on = group.scoring.aggregation != ScoreAggregation::pass_fail;
    settings.most = group.scoring.max_score;
    if (settings.most) settings.accept = is_sum ? group.each() : *settings.most;
    settings.points = settings.accept ? fmt::format("{}", *settings.accept) : "-";
    if (is_sum && is_for_domjudge_ && !gives_points_ && target_.problem().is_scoring) {
      return target_.refuse("points of single tests without an output validator that gives them");
    }
    return settings;
  }

  /// The file of a group and of all folders below it: nobody inherits anything in DOMjudge.
  Result<void> write_tree(const TestGroup& group, const Settings& settings) {
    ARBITER_CHECK(write_file_of(group, settings));
    for (const TestGroup& inner : group.groups)
      ARBITER_CHECK(write_tree(inner, settings));
    return {};
  }

  Result<void> write_file_of(const TestGroup& group, const Settings& settings) {
    std::string text;
    if (target_.problem().is_scoring) text = points_of(settings);
    if (!group.tests.empty()) {
      ARBITER_TRY(flags, flags_of(group, settings));
      text += flags;
    }
    if (text.empty()) return {};
    return target_.write(fmt::format("data/{}/testdata.yaml", group.name), text);
  }

  [[nodiscard]] std::string points_of(const Settings& settings) const {
    std::string flags = settings.flags;
    if (is_for_domjudge_) replace_all(flags, "first_error ", "");
    std::string text = fmt::format("on_reject: {}\ngrader_flags: {}\n",
                                   settings.goes_on ? "continue" : "break", flags);
    if (settings.accept) text += fmt::format("accept_score: {}\n", *settings.accept);
    if (settings.most) text += fmt::format("range: 0 {}\n", *settings.most);
    return text;
  }

  Result<std::string> flags_of(const TestGroup& group, const Settings& settings) {
    const model::Problem& problem = target_.problem();
    const model::TestCase& first = problem.tests[group.tests.front()];
    const auto& own = validator_arguments(problem, first);
    for (const std::size_t index : group.tests) {
      const model::TestCase& test = problem.tests[index];
      if (validator_arguments(problem, test) != own ||
          test.input_validator_args != first.input_validator_args) {
        return target_.refuse(fmt::format(
            "arguments of validators that differ within a folder, as of {}", test.name));
      }
    }
    std::string text;
    auto words = as_words(own);
    if (words && gives_points_)
      *words = words->empty() ? settings.points : settings.points + " " + *words;
    if (words && (has_output_flags_ || gives_points_))
      text = fmt::format("output_validator_flags: {}\n", in_quotes(*words));
    if (!words) return target_.refuse("arguments with blanks or quotes in them");
    if (!has_input_flags_) return text;
    const auto general = first.input_validator_args.find("");
    const bool is_general = first.input_validator_args.size() ==
                            (general == first.input_validator_args.end() ? 0U : 1U);
    words = general == first.input_validator_args.end() ? "" : as_words(general->second);
    if (!words || !is_general)
      return target_.refuse("arguments of single input validators, or with blanks in them");
    return text + fmt::format("input_validator_flags: {}\n", in_quotes(*words));
  }

  Target& target_;
  bool is_for_domjudge_;
  bool gives_points_;
  bool has_output_flags_ = false;
  bool has_input_flags_ = false;
};

class LegacyWriter {
 public:
  explicit LegacyWriter(Target& target)
      : target_(target),
        problem_(target.problem()),
        is_for_domjudge_(target.format().platform == ExportPlatform::domjudge) {
    // Older packages have scores of their own; there every accepted output needs one.
    gives_points_ = problem_.is_scoring && problem_.output_validator &&
                    std::ranges::any_of(scored_tests(problem_), [](const ScoredTests& group) {
                      return group.scoring.aggregation != ScoreAggregation::pass_fail;
                    });
  }

  Result<void> write() {
    if (problem_.labels_by_final_verdict && !problem_.is_plain_folder) {
      ARBITER_CHECK(target_.copy(problem_.root, "."));
    } else {
      ARBITER_CHECK(convert());
    }
    if (is_for_domjudge_) return write_ini();
    return {};
  }

 private:
  Result<void> convert() {
    ARBITER_CHECK(write_problem_yaml());
    if (problem_.limits.time) {
      ARBITER_CHECK(target_.write(
          ".timelimit",
          fmt::format("{}\n", std::chrono::duration<double>(*problem_.limits.time).count())));
    }
    ARBITER_CHECK(copy_tests());
    ARBITER_CHECK(LegacyGroups(target_, gives_points_).write());
    ARBITER_CHECK(write_output_validator());
    ARBITER_CHECK(copy_submissions());
    for (const char* name : {"input_validators", "attachments", "include", "replay"})
      ARBITER_CHECK(target_.copy(problem_.root / name, name));
    for (const char* name : {"arbiter.yaml", "LICENSE", "LICENSE.md", "README.md"})
      ARBITER_CHECK(target_.copy(problem_.root / name, name));
    for (const char* name : {"statement", "problem_statement"})
      ARBITER_CHECK(target_.copy(problem_.root / name, "problem_statement"));
    target_.lose_other_files({"problem.yaml", "input_validators", "output_validator",
                              "output_validators", "submissions", "attachments", "include",
                              "replay", "arbiter.yaml", "LICENSE", "LICENSE.md", "README.md",
                              "statement", "problem_statement", "data/sample", "data/secret",
                              "data/test_group.yaml", "data/testdata.yaml"});
    return tell();
  }

  Result<void> tell() {
    const bool is_html = is_for_domjudge_ && !target_.source().page.empty();
    if (is_html)
      ARBITER_CHECK(target_.write("problem_statement/problem.html", target_.source().page));
    Faults ignored;
    FolderWalk walk(target_.folder(), ignored);
    const auto folder = walk.find_folder(walk.root(), "problem_statement");
    const auto entries = folder ? walk.list(*folder) : std::vector<FolderEntry>();
    const bool is_known = std::ranges::any_of(entries, [](const FolderEntry& entry) {
      return entry.path.extension() == ".tex" || entry.path.extension() == ".pdf";
    });
    if (!is_known && !is_html) {
      target_.lose(
          "legacy packages have statements in LaTeX or PDF; those in Markdown are copied as they "
          "are, and 'arbiter statement PROBLEM -o problem.pdf' makes a PDF");
    }
    if (!problem_.languages.empty())
      target_.lose(fmt::format("submissions may be in any language, not only in {}",
                               listed(problem_.languages)));
    if (problem_.is_multi_pass && !is_for_domjudge_)
      target_.lose(
          "of all that read legacy packages only DOMjudge and Arbiter know several passes");
    const auto with_rules = std::ranges::count_if(
        problem_.submissions, [](const auto& one) { return !one.rules.empty(); });
    if (with_rules > 0) {
      target_.lose(fmt::format("submissions.yaml has more to say of {} than the folders do",
                               counted(static_cast<std::size_t>(with_rules), "submission")));
    }
    return {};
  }

  Result<void> write_problem_yaml() {
    std::string text = fmt::format("name: {}\ntype: {}\n", in_quotes(target_.title()),
                                   problem_.is_scoring ? "scoring" : "pass-fail");
    if (problem_.name.size() > 1)
      target_.lose("problem.yaml has one name; statements in LaTeX have those of other languages");
    Faults ignored;
    const auto source = SourceText::read(problem_.root / "problem.yaml", ignored);
    const YamlNodePtr root = source ? parse_yaml(*source, ignored) : nullptr;
    if (root) text += texts_of(*root);
    text += fmt::format("validation: {}\n", validation());
    const model::PackageLimits& limits = problem_.limits;
    text += fmt::format(
        "limits:\n  time_multiplier: {}\n  time_safety_margin: {}\n  memory: {}\n  output: {}\n"
        "  code: {}\n",
        limits.ac_to_time_limit, limits.time_limit_to_tle, in_mib(limits.memory),
        in_mib(limits.output), limits.code.count / kib(1).count);
    text += other_limits(limits);
    return target_.write("problem.yaml", text);
  }

  static std::int64_t in_mib(Bytes bytes) { return bytes.count / mib(1).count; }

  [[nodiscard]] std::string other_limits(const model::PackageLimits& limits) const {
    const auto seconds = [](Nanoseconds time) {
      return std::llround(std::ceil(std::chrono::duration<double>(time).count()));
    };
    std::string text = fmt::format(
        "  compilation_time: {}\n  compilation_memory: {}\n  validation_time: {}\n"
        "  validation_memory: {}\n  validation_output: {}\n",
        seconds(limits.compilation_time), in_mib(limits.compilation_memory),
        seconds(limits.validation_time), in_mib(limits.validation_memory),
        in_mib(limits.validation_output));
    if (problem_.is_multi_pass)
      text += fmt::format("  validation_passes: {}\n", limits.validation_passes);
    return text;
  }

  /// What judges do not use of a problem.yaml.
  static std::string texts_of(const YamlNode& root) {
    std::string text;
    const auto add = [&](std::string_view key, const std::string& value) {
      if (!value.empty()) text += fmt::format("{}: {}\n", key, in_quotes(value));
    };
    for (const char* key : {"uuid", "license", "rights_owner"}) {
      if (const YamlNode* node = root.find(key)) add(key, node->text);
    }
    if (const YamlNode* credits = root.find("credits")) add("author", people(*credits));
    if (const YamlNode* keywords = root.find("keywords")) {
      std::vector<std::string> words;
      for (const YamlNode* one : keywords->each())
        words.push_back(one->text);
      for (std::string& word : words)
        replace_all(word, " ", "-");
      add("keywords", fmt::format("{}", fmt::join(words, " ")));
    }
    const YamlNode* source = root.find("source");
    if (source == nullptr || source->each().empty()) return text;
    source = source->each().front();
    const bool is_map = source->kind == YamlNode::Kind::map;
    const YamlNode* name = is_map ? source->find("name") : source;
    const YamlNode* url = is_map ? source->find("url") : nullptr;
    if (name != nullptr) add("source", name->text);
    if (url != nullptr) add("source_url", url->text);
    return text;
  }

  [[nodiscard]] std::string validation() const {
    if (!problem_.output_validator) return "default";
    std::string words = "custom";
    // DOMjudge knows one word more, and takes scores from 'type'.
    if (gives_points_ && !is_for_domjudge_) words += " score";
    if (problem_.is_interactive) words += " interactive";
    if (problem_.is_multi_pass) words += " multi-pass";
    return words;
  }

  Result<void> copy_tests() {
    for (const model::TestCase& test : problem_.tests) {
      const fs::path base = fs::path(test.input).replace_extension();
      ARBITER_CHECK(target_.copy(test.input, "data/" + test.name + ".in"));
      if (test.answer) ARBITER_CHECK(target_.copy(*test.answer, "data/" + test.name + ".ans"));
      for (const char* suffix : {".hint", ".desc", ".png", ".jpg", ".jpeg", ".svg"})
        ARBITER_CHECK(target_.copy(base.string() + suffix, "data/" + test.name + suffix));
    }
    Faults ignored;
    FolderWalk walk(problem_.root, ignored);
    const auto data = walk.find_folder(walk.root(), "data");
    const auto sample = data ? walk.find_folder(*data, "sample") : std::nullopt;
    for (const FolderEntry& entry : sample ? walk.list(*sample) : std::vector<FolderEntry>()) {
      if (entry.path.extension() == ".interaction")
        ARBITER_CHECK(target_.copy(entry.path, "data/sample/" + entry.name));
    }
    return {};
  }

  Result<void> write_output_validator() {
    if (!problem_.output_validator) return {};
    const model::ProgramSource& program = *problem_.output_validator;
    const std::string folder = "output_validators/" + problem_.id;
    if (!gives_points_) {
      for (const fs::path& file : program.files)
        ARBITER_CHECK(target_.copy(
            file, fmt::format("{}/{}", folder, file.lexically_relative(program.base).string())));
      return {};
    }
    ARBITER_TRY(adapted, target_.adapted(program, Caller::kattis_points));
    return target_.write(folder + "/validator.cpp", adapted);
  }

  Result<void> copy_submissions() {
    for (const model::LabelledSubmission& one : problem_.submissions) {
      const std::string name =
          fmt::format("submissions/{}/{}", one.label, one.path.filename().string());
      ARBITER_CHECK(target_.copy(one.path, name));
      ARBITER_CHECK(add_tags(one, name));
    }
    return {};
  }

  /// Says in the source what DOMjudge does not learn from the folder.
  Result<void> add_tags(const model::LabelledSubmission& one, const std::string& name) {
    std::string tag;
    const LabelWords& words = label_words(one.label);
    if (!one.is_tagged && !words.expected_results.empty() &&
        (is_for_domjudge_ || one.label != "partially_accepted")) {
      tag = fmt::format("@EXPECTED_RESULTS@: {}", words.expected_results);
    }
    double most = 0;
    for (const ScoredTests& group : scored_tests(problem_))
      most += group.scoring.max_score.value_or(0);
    if (is_for_domjudge_ && problem_.is_scoring && one.label == "accepted" && !one.expected_score)
      tag = fmt::format("@EXPECTED_SCORE@: {}", most);
    if (tag.empty()) return {};
    const std::string begin = comment(one.path);
    if (begin.empty()) {
      target_.lose(fmt::format("{} needs the tag '{}' in a comment", name, tag));
      return {};
    }
    ARBITER_TRY(text, read_file(target_.folder() / name));
    if (!text.ends_with('\n')) text += '\n';
    return target_.write(name, fmt::format("{}{} {}\n", text, begin, tag));
  }

  /// What begins a comment in a source; empty: a folder, or not known.
  static std::string comment(const fs::path& source) {
    const std::string extension = source.extension().string();
    std::error_code failed;
    if (fs::is_directory(source, failed)) return {};
    if (has_word({".py", ".rb", ".sh", ".jl", ".nim", ".pm"}, extension)) return "#";
    if (has_word({".hs", ".lua", ".adb"}, extension)) return "--";
    return has_word({".c", ".cpp", ".cc", ".cxx", ".java", ".kt", ".rs", ".go", ".cs", ".js", ".ts",
                     ".pas", ".scala", ".swift", ".d", ".zig"},
                    extension)
               ? "//"
               : "";
  }

  Result<void> write_ini() {
    std::string name = target_.title();
    replace_all(name, "\"", "'");
    std::string text = fmt::format("name = \"{}\"\nexternalid = \"{}\"\n", name, problem_.id);
    if (problem_.limits.time)
      text += fmt::format("timelimit = {}\n",
                          std::chrono::duration<double>(*problem_.limits.time).count());
    return target_.write("domjudge-problem.ini", text);
  }

  Target& target_;
  const model::Problem& problem_;
  bool is_for_domjudge_;
  bool gives_points_ = false;
};

}  // namespace

Result<void> write_legacy(Target& target) {
  return LegacyWriter(target).write();
}

}  // namespace arbiter::package
