#include "package/ppf/problem_yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>

namespace arbiter::package {
namespace {

/// Warns when a text that judging does not use has not the form that the format asks for.
void check_form(Reader& reader, const YamlNode& node, std::string_view what, const std::regex& form,
                std::string_view example) {
  const auto text = reader.text(node, what);
  // The length is bounded because the regular expressions of the library recurse on it.
  if (!text || (text->size() <= 100 && std::regex_match(*text, form))) return;
  reader.warning(code::k_form, node.mark, fmt::format("'{}' does not have the form of one", what),
                 {fmt::format("it looks like {}", example)});
}

void check_type_word(Reader& reader, const Mark& mark, const std::string& word,
                     model::Problem& problem) {
  static const std::vector<std::string> known = {"scoring", "interactive", "multi-pass",
                                                 "submit-answer", "pass-fail"};
  // In the same order; nothing is to be set for the last.
  static constexpr std::array k_flags = {
      &model::Problem::is_scoring, &model::Problem::is_interactive, &model::Problem::is_multi_pass,
      &model::Problem::is_submit_answer};
  const auto row = static_cast<std::size_t>(std::ranges::find(known, word) - known.begin());
  if (row < k_flags.size()) problem.*k_flags.at(row) = true;
  if (row < known.size()) return;
  reader.refuse(mark, fmt::format("unknown problem type '{}'", clipped(word)),
                did_you_mean(word, known, fmt::format("known types: {}", fmt::join(known, ", "))));
}

std::optional<std::string> constant_value(Reader& reader, const YamlNode& node,
                                          const std::string& what) {
  // Each of many places in a file grows by this much.
  constexpr std::size_t k_longest = 256;
  auto value = reader.text(node, what);
  if (!value || value->size() <= k_longest) return value;
  return reader.refuse(node.mark, fmt::format("a constant has at most {} bytes", k_longest));
}

/// A value, or a map of them: `value` is the constant's own, the others are its variants.
void read_constant(Reader& reader, const MapEntry& entry, model::Constants& constants) {
  static const std::regex k_form("[a-zA-Z_][a-zA-Z0-9_]{0,99}");
  const std::string what = fmt::format("constants.{}", clipped(entry.key));
  if (!std::regex_match(entry.key, k_form)) {
    reader.refuse(entry.mark,
                  fmt::format("'{}' cannot be the name of a constant", clipped(entry.key)),
                  {"letters, digits and '_', no digit first"});
  } else if (entry.value->kind != YamlNode::Kind::map) {
    if (auto value = constant_value(reader, *entry.value, what)) {
      constants[entry.key + ".value"] = *value;
      constants[entry.key] = *std::move(value);
    }
  } else {
    for (const MapEntry& variant : entry.value->entries) {
      auto value = constant_value(reader, *variant.value, what);
      if (!value) continue;
      if (variant.key == "value") constants[entry.key] = *value;
      constants[entry.key + "." + variant.key] = *std::move(value);
    }
  }
}

void read_constants(Reader& reader, const YamlNode& node, model::Constants& constants) {
  if (!reader.is_map(node, "constants", "a map from name to value")) return;
  for (const MapEntry& entry : node.entries)
    read_constant(reader, entry, constants);
}

void check_license(Reader& reader, const YamlNode& node) {
  static const std::vector<std::string> known = {"unknown",  "public domain", "cc0",       "cc by",
                                                 "cc by-sa", "educational",   "permission"};
  const auto license = reader.text(node, "license");
  if (!license || std::ranges::find(known, *license) != known.end()) return;
  reader.warning(code::k_form, node.mark, "the license is not one that the format names",
                 did_you_mean(*license, known, fmt::format("known: {}", fmt::join(known, ", "))));
}

/// The format that the file says it is of; none when nobody knows that one.
std::optional<Format> read_version(Reader& reader, const YamlNode& root) {
  const YamlNode* version = root.find("problem_format_version");
  if (version == nullptr || version->kind == YamlNode::Kind::null) return Format::legacy;
  const auto text = reader.text(*version, "problem_format_version");
  if (!text) return std::nullopt;
  static const std::map<std::string_view, Format> k_versions = {
      {"legacy", Format::legacy}, {"legacy-icpc", Format::legacy}, {"2023-07-draft", Format::draft},
      {"2023-07", Format::draft}, {"2025-09", Format::current},
  };
  if (const auto known = k_versions.find(*text); known != k_versions.end()) return known->second;
  reader.error(code::k_version, version->mark,
               fmt::format("packages of format '{}' are not known", clipped(*text)),
               {"known: legacy, legacy-icpc, 2023-07-draft, 2023-07, 2025-09"});
  return std::nullopt;
}

void read_file_writing(Reader& reader, const YamlNode& node) {
  const auto is_allowed = reader.boolean(node, "allow_file_writing");
  if (!is_allowed || *is_allowed) return;
  reader.warning(code::k_unsupported, node.mark,
                 "files are not forbidden: a program may write into a folder of its own, which is "
                 "emptied after each test");
}

std::vector<Reader::Key> current_keys(Reader& reader, Format format, model::Problem& problem) {
  static const std::regex uuid("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
  static const std::regex date("[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9:.]+(Z|[+]00:00)?)?");
  const bool is_current = format == Format::current;
  return {
      {"problem_format_version", [](const YamlNode&) {}, true},
      {"type", [&](const YamlNode& node) { read_type(reader, node, problem); }},
      {"name", [&](const YamlNode& node) { read_name(reader, node, problem); }, true},
      {"uuid",
       [&](const YamlNode& node) {
         check_form(reader, node, "uuid", uuid, "6ba7b810-9dad-11d1-80b4-00c04fd430c8");
       },
       is_current},
      reader.checked("version", &Reader::text),
      {"credits", [&](const YamlNode& node) { check_credits(reader, node); }},
      {"source", [&](const YamlNode& node) { check_source(reader, node); }},
      {"license", [&](const YamlNode& node) { check_license(reader, node); }},
      reader.checked("rights_owner", &Reader::text),
      {"embargo_until",
       [&](const YamlNode& node) {
         check_form(reader, node, "embargo_until", date, "2026-05-01 or 2026-05-01T12:00:00Z");
       }},
      reader.checked("keywords", &Reader::words),
      {"languages",
       [&, format](const YamlNode& node) { read_languages(reader, node, format, problem); }},
      {"allow_file_writing", [&](const YamlNode& node) { read_file_writing(reader, node); }},
      {"constants", [&](const YamlNode& node) { read_constants(reader, node, problem.constants); }},
      {"limits",
       [&, format](const YamlNode& node) { read_limits(reader, node, format, problem.limits); }},
  };
}

/// The keys of problem.yaml in 2025-09 and in the drafts before it.
std::vector<Reader::Key> keys_of(Reader& reader, model::Problem& problem, PackageRules& rules) {
  std::vector<Reader::Key> keys = current_keys(reader, rules.format, problem);
  if (rules.format == Format::current) {
    // Packages that were begun under an older format still have these, and nothing depends on them.
    for (const std::string_view name : {"author", "source_url"}) {
      keys.push_back({name, [&reader, name](const YamlNode& node) {
                        reader.warning(code::k_form, node.mark,
                                       fmt::format("'{}' is a key of older formats", name),
                                       {"format 2025-09 has 'credits', and 'source' with a 'url'"});
                      }});
    }
    return keys;
  }
  add_keys(keys, validation_keys(reader, rules));
  for (const std::string_view name : {"author", "source_url"})
    keys.push_back(reader.checked(name, &Reader::text));
  return keys;
}

void apply_outer_limit(const OuterTimeLimit& outer, Format format, model::Problem& problem,
                       Faults& faults) {
  std::optional<Nanoseconds>& own = problem.limits.time;
  const bool is_outer_taken = !own || format == Format::legacy;
  if (own && *own != outer.time) {
    faults.warning(code::k_two_limits,
                   fmt::format("this time limit and that of problem.yaml, {}, differ; {} applies",
                               show(*own), show(is_outer_taken ? outer.time : *own)),
                   outer.place, {"remove one of the two"});
  }
  if (is_outer_taken) own = outer.time;
}

void apply_outer(const OuterFacts& outer, Format format, model::Problem& problem, Faults& faults) {
  if (outer.limit) apply_outer_limit(*outer.limit, format, problem, faults);
  if (problem.name.empty() && !outer.name.empty()) problem.name["en"] = outer.name;
  if (outer.is_for_domjudge) {
    problem.game_policy = model::GamePolicy::domjudge;
  } else if (format != Format::current) {
    problem.game_policy = model::GamePolicy::kattis;
  }
}

void warn_without_time_limit(Reader& reader, const YamlNode& root, const OuterFacts& outer) {
  const YamlNode* limits = root.find("limits");
  if (outer.limit || (limits != nullptr && limits->find("time_limit") != nullptr)) return;
  reader.warning(code::k_no_time_limit, Mark{}, std::string(k_without_time_limit),
                 {std::string(k_help_to_find_limit), "add 'time_limit: SECONDS' under 'limits'"});
}

}  // namespace

void read_type(Reader& reader, const YamlNode& node, model::Problem& problem) {
  const auto words = reader.command(node, "type");
  if (!words) return;
  if (node.kind == YamlNode::Kind::text && words->size() > 1) {
    reader.warning(code::k_form, node.mark, "several types are written as a list",
                   {fmt::format("write it as [{}]", fmt::join(*words, ", "))});
  }
  for (std::size_t i = 0; i < words->size(); ++i) {
    const bool is_list = node.kind == YamlNode::Kind::list;
    check_type_word(reader, is_list ? node.items[i]->mark : node.mark, (*words)[i], problem);
  }
  if (!problem.is_submit_answer || !(problem.is_interactive || problem.is_multi_pass)) return;
  reader.refuse(node.mark,
                fmt::format("a problem cannot be of type 'submit-answer' and of type '{}'",
                            problem.is_interactive ? "interactive" : "multi-pass"),
                {"answers cannot talk to a referee or run again; leave one of them out"});
}

void read_name(Reader& reader, const YamlNode& node, model::Problem& problem) {
  if (node.kind != YamlNode::Kind::map) {
    if (auto title = reader.text(node, "name")) problem.name["en"] = *std::move(title);
    return;
  }
  if (node.entries.empty()) {
    reader.error(code::k_wrong_type, node.mark, "'name' must not be empty");
  }
  static const std::regex k_code("[a-z]{2,3}(-[A-Z]{2})?");
  for (const MapEntry& entry : node.entries) {
    if (!std::regex_match(entry.key.substr(0, 8), k_code)) {
      reader.warning(code::k_form, entry.mark,
                     fmt::format("'{}' is not a language code", clipped(entry.key)),
                     {"it looks like en, sv or pt-BR"});
    }
    if (auto title = reader.text(*entry.value, "name")) {
      problem.name[entry.key] = *std::move(title);
    }
  }
}

void read_languages(Reader& reader, const YamlNode& node, Format format, model::Problem& problem) {
  if (node.kind == YamlNode::Kind::text && node.text == "all") return;
  const bool is_legacy = format == Format::legacy;
  if (!is_legacy && node.kind != YamlNode::Kind::list) {
    reader.wrong_type(node, "languages", "'all' or a list of language codes");
  } else if (auto words = reader.command(node, "languages")) {
    problem.languages = *std::move(words);
  }
}

PackageRules read_problem_yaml(const std::filesystem::path& file, const OuterFacts& outer,
                               model::Problem& problem, Faults& faults) {
  PackageRules rules;
  read_yaml_map(file, false, faults, [&](Reader& reader, const YamlNode& root) {
    if (!reader.is_map(root, "", "a map of keys and values")) return;
    const auto format = read_version(reader, root);
    if (!format) return;
    rules.format = *format;
    set_default_limits(rules.format, problem.limits);
    if (rules.format == Format::legacy) {
      reader.map(root, "", legacy_keys(reader, problem, rules), Reader::UnknownKeys::warning);
    } else {
      reader.map(root, "", keys_of(reader, problem, rules));
    }
    warn_without_time_limit(reader, root, outer);
  });
  rules.constants = problem.constants;
  problem.is_interactive = problem.is_interactive || rules.is_interactive;
  problem.is_multi_pass = problem.is_multi_pass || rules.is_multi_pass;
  problem.has_custom_score = rules.has_custom_score;
  apply_outer(outer, rules.format, problem, faults);
  return rules;
}

PackageRules assume_problem_yaml(const OuterFacts& outer, model::Problem& problem, Faults& faults) {
  PackageRules rules;
  rules.format = Format::legacy;
  rules.has_problem_yaml = false;
  set_default_limits(rules.format, problem.limits);
  apply_outer(outer, rules.format, problem, faults);
  if (!outer.limit) {
    faults.warning(
        code::k_no_time_limit, std::string(k_without_time_limit), place_of(problem.root),
        {std::string(k_help_to_find_limit), "write it into .timelimit, as a number of seconds"});
  }
  return rules;
}

}  // namespace arbiter::package
