#include <fmt/format.h>

#include <limits>

#include "package/ppf/parts.hpp"

namespace arbiter::package {
namespace {

using model::ScoreAggregation;

/// A number as the format writes it, or an infinity, which ranges may end with.
std::optional<double> bound(std::string_view word) {
  constexpr double k_infinity = std::numeric_limits<double>::infinity();
  if (word == "-inf") return -k_infinity;
  if (word == "inf" || word == "+inf") return k_infinity;
  return parse_decimal(word);
}

std::optional<model::ScoreRange> read_range(Reader& reader, const YamlNode& node,
                                            std::string_view what) {
  const auto words = reader.command(node, what);
  if (!words) return std::nullopt;
  const auto low = words->size() == 2 ? bound((*words)[0]) : std::nullopt;
  const auto high = words->size() == 2 ? bound((*words)[1]) : std::nullopt;
  if (low && high && *low <= *high) return model::ScoreRange{*low, *high};
  return reader.refuse(node.mark, "'range' must be two numbers, the lower one first",
                       {"write it as 0 100; -inf and +inf are numbers here"});
}

using MostPoints = std::optional<double>;

/// The most points of something, not negative; `word` says that there is no such number.
std::optional<MostPoints> read_most_points(Reader& reader, const YamlNode& node,
                                           std::string_view what, std::string_view word) {
  if (node.kind == YamlNode::Kind::text && node.text == word)
    return std::optional<MostPoints>(std::in_place, std::nullopt);
  const auto value = reader.number(node, what);
  if (!value) return std::nullopt;
  if (*value >= 0) return std::optional<MostPoints>(std::in_place, value);
  return reader.refuse(node.mark, fmt::format("'{}' must not be negative", what));
}

std::optional<MostPoints> read_max_score(Reader& reader, const YamlNode& node,
                                         std::string_view what) {
  return read_most_points(reader, node, what, "unbounded");
}

std::optional<std::vector<std::string>> read_require_pass(Reader& reader, const YamlNode& node,
                                                          std::string_view what) {
  if (node.kind == YamlNode::Kind::list) return reader.words(node, what);
  const auto name = reader.text(node, what);
  return name ? std::optional(std::vector{*name}) : std::nullopt;
}

/// Makes each of `keys` call `tell` before, where it has a value.
template <class Tell>
void note(std::vector<Reader::Key>& keys, const Tell& tell) {
  for (Reader::Key& key : keys) {
    key = unless_blank({key.name, [read = std::move(key.read), tell](const YamlNode& node) {
                          tell(node);
                          read(node);
                        }});
  }
}

/// The keys of a group in format 2025-09, which drafts call otherwise in a map `around` them.
std::vector<Reader::Key> current_keys(Reader& reader, model::TestGroup& group,
                                      std::string_view score, std::string_view aggregation,
                                      const std::string& around) {
  const auto shown = [&](std::string_view name) { return around + std::string(name); };
  const Reader::Words<ScoreAggregation> words = {{"pass-fail", ScoreAggregation::pass_fail},
                                                 {"sum", ScoreAggregation::sum},
                                                 {"min", ScoreAggregation::min}};
  model::GroupScoring& to = group.scoring;
  std::vector<Reader::Key> keys = {
      reader.key(score, read_max_score, to.max_score, shown(score)),
      reader.choice_key(aggregation, words, to.aggregation, shown(aggregation)),
      reader.key("require_pass", read_require_pass, to.require_pass, shown("require_pass"))};
  keys.back().read = [&, read = std::move(keys.back().read)](const YamlNode& node) {
    group.required_place = reader.place(node.mark);
    read(node);
  };
  note(keys, [&](const YamlNode& node) {
    if (!group.speaks_current) group.speaks_current = reader.place(node.mark);
  });
  return keys;
}

std::vector<Reader::Key> all_legacy_keys(Reader& reader, model::TestGroup& group) {
  std::vector<Reader::Key> all = legacy_score_keys(reader, group.grading);
  const Reader::Words<bool> ends = {{"break", true}, {"continue", false}};
  const Reader::Words<bool> graders = {{"default", false}, {"custom", true}};
  all.push_back(reader.choice_key("on_reject", ends, group.grading.breaks_on_reject));
  all.push_back(reader.choice_key("grading", graders, group.grading.has_custom_grader));
  // The first of them is accept_score, which some rules do not inherit.
  all[0].read = [&group, read = all[0].read](const YamlNode& node) {
    read(node);
    group.own_accept_score = group.grading.accept_score;
  };
  note(all, [&group](const YamlNode&) { group.speaks_legacy = true; });
  // Nothing after the key takes the flags of the groups around away.
  all.push_back({"grader_flags", [&](const YamlNode& node) {
                   group.speaks_legacy = true;
                   if (!node.is_blank()) {
                     group.own_grader_flags =
                         reader.command(node, "grader_flags").value_or(std::vector<std::string>{});
                   }
                   group.grading.grader_flags = group.own_grader_flags;
                 }});
  return all;
}

/// The keys of a static validation test case, which drafts call otherwise in a map `around` them.
std::vector<Reader::Key> static_keys(Reader& reader, model::TestGroup& group,
                                     std::string_view score, std::string_view args,
                                     const std::string& around) {
  const auto read_score = [&reader, &group,
                           what = around + std::string(score)](const YamlNode& node) {
    const auto most = read_most_points(reader, node, what, "pass-fail");
    if (!most) return;
    if (!group.static_validation) group.static_validation.emplace();
    group.static_validation->max_score = *most;
    group.static_validation->place = reader.place(node.mark);
  };
  const auto read_args = [&reader, &group,
                          what = around + std::string(args)](const YamlNode& node) {
    if (!group.static_validation) group.static_validation.emplace();
    group.static_validation->args = reader.words(node, what).value_or(std::vector<std::string>{});
  };
  return {unless_blank({score, read_score}), unless_blank({args, read_args})};
}

/// The keys that speak of the verdict and score of a group, read into `group`, which keeps what
/// they do not say.
std::vector<Reader::Key> group_keys(Reader& reader, Format format, model::TestGroup& group) {
  if (format == Format::legacy) return all_legacy_keys(reader, group);
  std::vector<Reader::Key> all = current_keys(reader, group, "max_score", "score_aggregation", "");
  add_keys(all, static_keys(reader, group, "static_validation_score", "static_validator_args", ""));
  const auto read_static = [&](const YamlNode& node) {
    reader.map(node, "static_validation",
               static_keys(reader, group, "score", "args", "static_validation."));
  };
  if (format == Format::draft) all.push_back(unless_blank({"static_validation", read_static}));
  // Packages of the newest format that were begun under a draft still nest these.
  const auto read_nested = [&](const YamlNode& node) {
    reader.map(node, "scoring", current_keys(reader, group, "score", "aggregation", "scoring."));
  };
  all.push_back(unless_blank({"scoring", read_nested}));
  if (format == Format::draft) add_keys(all, all_legacy_keys(reader, group));
  return all;
}

/// Arguments for validators: a list for all of them, or a map from program to list. Under the
/// older `input_validator_flags` the list may be one text.
std::optional<model::ValidatorArguments> read_args(Reader& reader, const YamlNode& node,
                                                   std::string_view what) {
  model::ValidatorArguments all;
  if (node.kind == YamlNode::Kind::map) {
    const YamlNode* name = node.find("name");
    const YamlNode* flags = node.find("flags");
    // The older way to speak to one validator.
    if (name != nullptr && flags != nullptr && node.entries.size() == 2) {
      const auto program = reader.text(*name, fmt::format("{}.name", what));
      auto words = reader.command(*flags, fmt::format("{}.flags", what));
      if (words && program) all[*program] = *std::move(words);
      return all;
    }
    for (const MapEntry& entry : node.entries) {
      if (auto words = reader.command(*entry.value, what)) all[entry.key] = *std::move(words);
    }
  } else if (!node.is_blank()) {
    const bool is_text_allowed = what == "input_validator_flags";
    auto words = is_text_allowed ? reader.command(node, what) : reader.words(node, what);
    if (words) all[""] = *std::move(words);
  }
  return all;
}

/// Arguments of visualizers, which nobody calls here: a list, or a map from program to list.
void check_args(Reader& reader, const YamlNode& node, std::string_view key) {
  if (node.kind != YamlNode::Kind::map) {
    (void)reader.words(node, key);
    return;
  }
  for (const MapEntry& entry : node.entries)
    (void)reader.words(*entry.value, fmt::format("{}.{}", key, clipped(entry.key)));
}

/// The keys that a test and a folder of tests may both have.
std::vector<Reader::Key> common_keys(Reader& reader, Format format, CaseSettings& settings) {
  const auto warn_old = [&reader, format](const YamlNode& node, std::string_view now) {
    if (format != Format::current) return;
    reader.warning(code::k_form, node.mark, "this key is an older spelling",
                   {fmt::format("in format 2025-09 it is '{}', a list", now)});
  };
  std::vector<Reader::Key> keys = {
      reader.key("args", &Reader::words, settings.args),
      reader.key("output_validator_args", &Reader::words, settings.output_validator_args),
      reader.key("input_validator_args", read_args, settings.input_validator_args),
      // Not of the format: BAPCtools has it.
      reader.key("answer_validator_args", read_args, settings.answer_validator_args),
      {"input_validator_flags",
       [&, warn_old](const YamlNode& node) {
         warn_old(node, "input_validator_args");
         settings.input_validator_args = read_args(reader, node, "input_validator_flags");
       }},
      {"output_validator_flags",
       [&, warn_old](const YamlNode& node) {
         warn_old(node, "output_validator_args");
         settings.output_validator_args = node.is_blank()
                                              ? std::vector<std::string>{}
                                              : reader.command(node, "output_validator_flags");
       }},
      reader.checked("full_feedback", &Reader::boolean)};
  for (const std::string_view key : {"input_visualizer_args", "output_visualizer_args"})
    keys.push_back({key, [&reader, key](const YamlNode& node) { check_args(reader, node, key); }});
  return keys;
}

}  // namespace

std::vector<Reader::Key> legacy_score_keys(Reader& reader, model::LegacyGrading& grading) {
  return {unless_blank(reader.key("accept_score", &Reader::number, grading.accept_score)),
          unless_blank(reader.key("reject_score", &Reader::number, grading.reject_score)),
          unless_blank(reader.key("range", read_range, grading.range))};
}

void CaseSettings::inherit(const CaseSettings& outer) {
  if (!output_validator_args) output_validator_args = outer.output_validator_args;
  if (!input_validator_args) input_validator_args = outer.input_validator_args;
  if (!answer_validator_args) answer_validator_args = outer.answer_validator_args;
  if (!args) args = outer.args;
}

CaseSettings read_case_yaml(const FolderWalk& walk, const std::filesystem::path& file,
                            Format format, Faults& faults) {
  CaseSettings settings;
  const auto read = [&](Reader& reader, const YamlNode& root) {
    std::vector<Reader::Key> keys = common_keys(reader, format, settings);
    for (const std::string_view key : {"hint", "description"})
      keys.push_back(reader.checked(key, &Reader::text));
    reader.map(root, "", keys, severity_of_unknown(format));
  };
  read_yaml_map(file, true, faults, read, {}, walk.real(file));
  return settings;
}

CaseSettings read_group_yaml(const FolderWalk& walk, const std::filesystem::path& file,
                             const PackageRules& rules, model::TestGroup& group, Faults& faults) {
  CaseSettings settings;
  const auto read = [&](Reader& reader, const YamlNode& root) {
    std::vector<Reader::Key> keys = common_keys(reader, rules.format, settings);
    add_keys(keys, group_keys(reader, rules.format, group));
    reader.map(root, "", keys, severity_of_unknown(rules.format));
    const auto& asked = group.static_validation;
    if (!asked || !asked->place.path.empty()) return;
    reader.error(code::k_bad_value, root.mark,
                 "there are arguments for the static validator, but no static validation",
                 {"add 'static_validation_score: POINTS', or pass-fail in place of the points"});
    group.static_validation.reset();
  };
  read_yaml_map(file, true, faults, read, rules.constants, walk.real(file));
  return settings;
}

}  // namespace arbiter::package
