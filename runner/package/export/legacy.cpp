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

/// What testdata.yaml says of a group.
struct GroupSettings {
  std::string flags = "sum";  ///< for the grader
  bool goes_on = true;        ///< after a test that fails
  std::optional<double> accept = {};
  std::optional<double> most = {};
  std::string points = "-";  ///< for adapter.cpp: those of a test
};

/// Arguments as one text of words; none: they cannot be divided again.
std::optional<std::string> as_words(const std::vector<std::string>& arguments) {
  for (const std::string& word : arguments) {
    if (word.empty() || word.find_first_of(" \t\n\"'\\") != std::string::npos) return std::nullopt;
  }
  return fmt::format("{}", fmt::join(arguments, " "));
}

/// The text, or the texts, of a node; of a map the value of `key`.
std::string texts(const YamlNode* node, std::string_view key, std::string_view separator) {
  if (node != nullptr && node->kind == YamlNode::Kind::map) node = node->find(key);
  std::vector<std::string> all;
  for (const YamlNode* one : node == nullptr ? std::vector<const YamlNode*>() : node->each()) {
    const YamlNode* text = one->kind == YamlNode::Kind::map ? one->find("name") : one;
    if (text != nullptr) all.push_back(text->text.substr(0, text->text.find(" <")));
    if (separator == " " && text != nullptr) replace_all(all.back(), " ", "-");
  }
  return fmt::format("{}", fmt::join(all, separator));
}

/// What begins a comment in a source; empty: a folder, or not known.
std::string_view comment_in(const fs::path& source) {
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

class LegacyWriter {
 public:
  explicit LegacyWriter(Target& target)
      : target_(target),
        problem_(target.problem()),
        scored_(scored_tests(problem_)),
        is_for_domjudge_(target.format().platform == ExportPlatform::domjudge) {
    has_arguments_ = std::ranges::any_of(problem_.tests, [&](const model::TestCase& test) {
      return !validator_arguments(problem_, test).empty() || !test.input_validator_args.empty();
    });
    // A legacy validator that gives scores gives every accepted output one.
    gives_points_ = problem_.is_scoring && problem_.output_validator &&
                    std::ranges::any_of(scored_, [](const ScoredTests& group) {
                      return group.scoring.aggregation != ScoreAggregation::pass_fail;
                    });
  }

  Result<void> write() {
    if (problem_.labels_by_final_verdict && !problem_.is_plain_folder) {
      ARBITER_CHECK(target_.copy(problem_.root, "."));
      ARBITER_CHECK(target_.copy(problem_.root / ".timelimit", ".timelimit"));
    } else {
      ARBITER_CHECK(convert());
    }
    if (!is_for_domjudge_) return {};
    std::string name = target_.title();
    replace_all(name, "\"", "'");
    std::string text = fmt::format("name = \"{}\"\nexternalid = \"{}\"\n", name, problem_.id);
    if (problem_.limits.time)
      text += fmt::format("timelimit = {}\n", seconds(*problem_.limits.time));
    return target_.write("domjudge-problem.ini", text);
  }

 private:
  Result<void> convert() {
    ARBITER_CHECK(write_problem_yaml());
    if (problem_.limits.time)
      ARBITER_CHECK(
          target_.write(".timelimit", fmt::format("{}\n", seconds(*problem_.limits.time))));
    ARBITER_CHECK(copy_tests());
    ARBITER_CHECK(write_groups());
    ARBITER_CHECK(write_output_validator());
    for (const model::LabelledSubmission& one : problem_.submissions)
      ARBITER_CHECK(copy_submission(one));
    for (const char* name :
         {"input_validators", "attachments", "include", "replay", "arbiter.yaml"})
      ARBITER_CHECK(target_.copy(problem_.root / name, name));
    for (const char* name : {"statement", "problem_statement"})
      ARBITER_CHECK(target_.copy(problem_.root / name, "problem_statement"));
    target_.lose_other_files({"statement", "problem_statement", "input_validators", "attachments",
                              "include", "replay", "arbiter.yaml"});
    return tell();
  }

  Result<void> tell() {
    const bool is_html = is_for_domjudge_ && !target_.source().page.empty();
    if (is_html)
      ARBITER_CHECK(target_.write("problem_statement/problem.html", target_.source().page));
    const auto has_rules = [](const auto& one) { return !one.rules.empty(); };
    const std::array<std::pair<bool, std::string_view>, 6> losses = {
        {{!is_html,
          "legacy packages have statements in LaTeX or PDF, and those in Markdown are "
          "copied as they are; 'arbiter statement PROBLEM -o problem.pdf' makes a PDF"},
         {problem_.is_scoring && !is_for_domjudge_,
          "Kattis counts points only of submissions whose verdict is AC; for others write "
          "'accept_if_any_accepted' into the grader_flags of data/ and data/secret/"},
         {!problem_.languages.empty(), "submissions may be in any language"},
         {problem_.name.size() > 1, "problem.yaml has one name, not one for each language"},
         {problem_.is_multi_pass && !is_for_domjudge_,
          "of all that read legacy packages only DOMjudge and Arbiter know several passes"},
         {std::ranges::any_of(problem_.submissions, has_rules),
          "what submissions.yaml says beside the folders has no place there"}}};
    for (const auto& [is_lost, sentence] : losses)
      if (is_lost) target_.lose(std::string(sentence));
    return {};
  }

  Result<void> write_problem_yaml() const {
    std::string text =
        fmt::format("name: {}\ntype: {}\nvalidation: {}\n", in_quotes(target_.title()),
                    problem_.is_scoring ? "scoring" : "pass-fail", validation());
    Faults ignored;
    const auto file = SourceText::read(problem_.root / "problem.yaml", ignored);
    const YamlNodePtr root = file ? parse_yaml(*file, ignored) : nullptr;
    const auto add = [&](std::string_view to, const char* from, std::string_view key,
                         std::string_view separator) {
      const std::string value = texts(root->find(from), key, separator);
      if (!value.empty()) text += fmt::format("{}: {}\n", to, in_quotes(value));
    };
    for (const char* key : {"uuid", "license", "rights_owner"})
      if (root) add(key, key, key, ", ");
    if (root) add("author", "credits", "authors", ", ");
    if (root) add("source", "source", "name", ", ");
    if (root) add("keywords", "keywords", "", " ");
    const model::PackageLimits& limits = problem_.limits;
    text += fmt::format("limits:\n  time_multiplier: {}\n  time_safety_margin: {}\n  code: {}\n",
                        limits.ac_to_time_limit, limits.time_limit_to_tle,
                        limits.code.count / kib(1).count);
    const std::array<std::pair<const char*, Bytes>, 5> sizes = {
        {{"memory", limits.memory},
         {"output", limits.output},
         {"compilation_memory", limits.compilation_memory},
         {"validation_memory", limits.validation_memory},
         {"validation_output", limits.validation_output}}};
    for (const auto& [key, size] : sizes)
      text += fmt::format("  {}: {}\n", key, size.count / mib(1).count);
    text += fmt::format("  compilation_time: {}\n  validation_time: {}\n",
                        std::ceil(seconds(limits.compilation_time)),
                        std::ceil(seconds(limits.validation_time)));
    if (problem_.is_multi_pass)
      text += fmt::format("  validation_passes: {}\n", limits.validation_passes);
    return target_.write("problem.yaml", text);
  }

  [[nodiscard]] std::string validation() const {
    if (!problem_.output_validator) return "default";
    std::string words = "custom";
    // DOMjudge knows one word more, and takes scores from 'type'.
    if (gives_points_ && !is_for_domjudge_) words += " score";
    if (problem_.is_interactive) words += " interactive";
    return problem_.is_multi_pass ? words + " multi-pass" : words;
  }

  Result<void> copy_tests() const {
    for (const model::TestCase& test : problem_.tests) {
      const std::string base = fs::path(test.input).replace_extension().string();
      ARBITER_CHECK(target_.copy(test.input, "data/" + test.name + ".in"));
      if (test.answer) ARBITER_CHECK(target_.copy(*test.answer, "data/" + test.name + ".ans"));
      for (const char* suffix : {".hint", ".desc", ".png", ".jpg", ".jpeg", ".svg"})
        ARBITER_CHECK(target_.copy(base + suffix, "data/" + test.name + suffix));
    }
    Faults ignored;
    FolderWalk walk(problem_.root / "data", ignored);
    if (!walk.find_folder(walk.root(), "sample")) return {};
    for (const FolderEntry& entry : walk.list(walk.root() / "sample"))
      if (entry.path.extension() == ".interaction")
        ARBITER_CHECK(target_.copy(entry.path, "data/sample/" + entry.name));
    return {};
  }

  Result<void> write_groups() {
    GroupSettings all;
    for (const TestGroup& group : problem_.data.groups)
      if (group.name == "secret") all.most = group.scoring.max_score;
    // There a group that says nothing gives no points; elsewhere that is the sample's own file.
    if (is_for_domjudge_) all.flags = "ignore_sample sum";
    ARBITER_CHECK(write_group(problem_.data, all));
    for (const TestGroup& group : problem_.data.groups) {
      if (group.name == "secret") {
        ARBITER_CHECK(write_secret(group));
      } else {
        ARBITER_CHECK(write_tree(group, {"sum", true, 0, 0, "0"}));
      }
    }
    return {};
  }

  Result<void> write_secret(const TestGroup& secret) {
    if (scored_.size() == 1 && scored_.front().name.empty()) {
      ARBITER_TRY(settings, settings_of(scored_.front()));
      return write_tree(secret, settings);
    }
    if (secret.scoring.aggregation == ScoreAggregation::pass_fail)
      return target_.refuse("groups of data/secret whose points count only together");
    GroupSettings own;
    own.most = secret.scoring.max_score;
    if (secret.scoring.aggregation == ScoreAggregation::min) own.flags = "min";
    ARBITER_CHECK(write_group(secret, own));
    for (const TestGroup& group : secret.groups) {
      const auto found = std::ranges::find(
          scored_, group.name, [](const ScoredTests& one) { return "secret/" + one.name; });
      if (found == scored_.end()) continue;
      target_.lose_requirements(*found);
      ARBITER_TRY(settings, settings_of(*found));
      ARBITER_CHECK(write_tree(group, settings));
    }
    return {};
  }

  [[nodiscard]] Result<GroupSettings> settings_of(const ScoredTests& group) const {
    const bool is_sum = group.scoring.aggregation == ScoreAggregation::sum;
    GroupSettings settings;
    settings.flags = is_sum ? "sum" : "min";
    settings.goes_on = group.scoring.aggregation != ScoreAggregation::pass_fail;
    settings.most = group.scoring.max_score;
    if (settings.most) settings.accept = is_sum ? group.each() : *settings.most;
    if (settings.accept) settings.points = fmt::format("{}", *settings.accept);
    if (is_sum && is_for_domjudge_ && !gives_points_ && problem_.is_scoring)
      return target_.refuse("points of single tests without an output validator that gives them");
    return settings;
  }

  /// The file of a group and of all folders below it: in DOMjudge they inherit nothing.
  Result<void> write_tree(const TestGroup& group, const GroupSettings& settings) {
    ARBITER_CHECK(write_group(group, settings));
    for (const TestGroup& inner : group.groups)
      ARBITER_CHECK(write_tree(inner, settings));
    return {};
  }

  Result<void> write_group(const TestGroup& group, const GroupSettings& settings) {
    std::string text;
    if (problem_.is_scoring) {
      text = fmt::format("on_reject: {}\ngrader_flags: {}{}\n",
                         settings.goes_on ? "continue" : "break",
                         is_for_domjudge_ ? "" : "first_error ", settings.flags);
      if (settings.accept) text += fmt::format("accept_score: {}\n", *settings.accept);
      if (settings.most) text += fmt::format("range: 0 {}\n", *settings.most);
    }
    if (!group.tests.empty()) {
      ARBITER_TRY(flags, flags_of(group, settings));
      text += flags;
    }
    return text.empty() ? Result<void>()
                        : target_.write(fmt::format("data/{}/testdata.yaml", group.name), text);
  }

  /// The arguments that validators get with the tests in a folder.
  Result<std::string> flags_of(const TestGroup& group, const GroupSettings& settings) const {
    const model::TestCase& first = problem_.tests[group.tests.front()];
    std::vector<std::string> output = validator_arguments(problem_, first);
    auto input = first.input_validator_args;
    for (const std::size_t index : group.tests) {
      const model::TestCase& test = problem_.tests[index];
      if (validator_arguments(problem_, test) != output || test.input_validator_args != input)
        return target_.refuse("arguments of validators that differ within a folder, as of " +
                              test.name);
    }
    if (gives_points_) output.insert(output.begin(), settings.points);
    const auto output_words = as_words(output);
    const auto input_words = as_words(input[""]);
    if (!output_words || !input_words || input.size() > 1)
      return target_.refuse("arguments with blanks, or of one of several input validators");
    if (!has_arguments_ && !gives_points_) return std::string();
    // Without these lines those of the folder around would hold.
    return fmt::format("output_validator_flags: {}\ninput_validator_flags: {}\n",
                       in_quotes(*output_words), in_quotes(*input_words));
  }

  Result<void> write_output_validator() const {
    if (!problem_.output_validator) return {};
    const model::ProgramSource& program = *problem_.output_validator;
    const std::string folder = "output_validators/" + problem_.id;
    if (gives_points_) {
      ARBITER_TRY(adapted, target_.adapted(program, Caller::kattis_points));
      return target_.write(folder + "/validator.cpp", adapted);
    }
    for (const fs::path& file : program.files)
      ARBITER_CHECK(
          target_.copy(file, (fs::path(folder) / file.lexically_relative(program.base)).string()));
    return {};
  }

  /// With tags that say in the source what DOMjudge does not learn from the folder.
  Result<void> copy_submission(const model::LabelledSubmission& one) {
    const std::string name =
        fmt::format("submissions/{}/{}", one.label, one.path.filename().string());
    ARBITER_CHECK(target_.copy(one.path, name));
    std::string tag;
    const std::string_view results = label_words(one.label).expected_results;
    const bool is_unknown = is_for_domjudge_ || one.label != "partially_accepted";
    if (is_unknown && !one.is_tagged && !results.empty())
      tag = fmt::format("@EXPECTED_RESULTS@: {}", results);
    if (is_for_domjudge_ && problem_.is_scoring && one.label == "accepted" && !one.expected_score) {
      double most = 0;
      for (const ScoredTests& group : scored_)
        most += group.scoring.max_score.value_or(0);
      tag = fmt::format("@EXPECTED_SCORE@: {}", most);
    }
    if (tag.empty()) return {};
    const std::string_view comment = comment_in(one.path);
    if (comment.empty()) {
      target_.lose(fmt::format("{} needs the tag '{}' in a comment", name, tag));
      return {};
    }
    ARBITER_TRY(text, read_file(target_.folder() / name));
    return target_.write(
        name, fmt::format("{}{}{} {}\n", text, text.ends_with('\n') ? "" : "\n", comment, tag));
  }

  Target& target_;
  const model::Problem& problem_;
  std::vector<ScoredTests> scored_;
  bool is_for_domjudge_;
  bool has_arguments_ = false;
  bool gives_points_ = false;
};

}  // namespace

Result<void> write_legacy(Target& target) {
  return LegacyWriter(target).write();
}

}  // namespace arbiter::package
