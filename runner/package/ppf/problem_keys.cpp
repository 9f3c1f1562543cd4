#include <fmt/format.h>

#include <array>

#include "base/pattern.hpp"
#include "package/ppf/parts.hpp"

namespace arbiter::package {
namespace {

/// Warns when a text that judging does not use has not the form that the format asks for.
void check_form(Reader& reader, const YamlNode& node, std::string_view what, const Pattern& form,
                std::string_view example) {
  const auto text = reader.text(node, what);
  if (!text || form.match(*text)) return;
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
  static const Pattern k_form("[a-zA-Z_][a-zA-Z0-9_]{0,99}");
  const std::string what = fmt::format("constants.{}", clipped(entry.key));
  if (!k_form.match(entry.key)) {
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

void check_license(Reader& reader, const YamlNode& node) {
  static const std::vector<std::string> known = {"unknown",  "public domain", "cc0",       "cc by",
                                                 "cc by-sa", "educational",   "permission"};
  const auto license = reader.text(node, "license");
  if (!license || std::ranges::find(known, *license) != known.end()) return;
  reader.warning(code::k_form, node.mark, "the license is not one that the format names",
                 did_you_mean(*license, known, fmt::format("known: {}", fmt::join(known, ", "))));
}

void read_file_writing(Reader& reader, const YamlNode& node) {
  const auto is_allowed = reader.boolean(node, "allow_file_writing");
  if (!is_allowed || *is_allowed) return;
  reader.warning(code::k_unsupported, node.mark,
                 "files are not forbidden: a program may write into a folder of its own, which is "
                 "emptied after each test");
}

/// A text, or a map of texts: `name`, which must be there, and `others`.
void check_named(Reader& reader, const YamlNode& node, std::string_view what,
                 std::initializer_list<std::string_view> others) {
  if (node.kind != YamlNode::Kind::map) {
    (void)reader.text(node, what);
    return;
  }
  std::vector<Reader::Key> keys = {reader.checked("name", &Reader::text, what)};
  keys.front().is_required = true;
  for (const std::string_view other : others)
    keys.push_back(reader.checked(other, &Reader::text, what));
  reader.map(node, what, keys);
}

void check_people(Reader& reader, const YamlNode& node, std::string_view what) {
  for (const YamlNode* person : node.each())
    check_named(reader, *person, what, {"email", "orcid", "kattis"});
}

void check_credits(Reader& reader, const YamlNode& node) {
  if (node.kind != YamlNode::Kind::map) {
    (void)reader.text(node, "credits");
    return;
  }
  std::vector<Reader::Key> keys;
  for (const std::string_view role :
       {"authors", "contributors", "testers", "packagers", "acknowledgements"}) {
    keys.push_back({role, [&reader, role](const YamlNode& value) {
                      check_people(reader, value, fmt::format("credits.{}", role));
                    }});
  }
  keys.push_back({"translators", [&reader](const YamlNode& value) {
                    const std::string_view what = "credits.translators";
                    for (const MapEntry& entry :
                         reader.entries(value, what, "a map from language to people"))
                      check_people(reader, *entry.value, what);
                  }});
  reader.map(node, "credits", keys);
}

constexpr std::int64_t k_most_mib = 1 << 20;

/// A number of seconds above zero, of at most a day.
std::optional<double> read_seconds(Reader& reader, const YamlNode& node, std::string_view what) {
  return reader.number_within(node, what, 1e-6, 86'400, "greater than 0 and at most 86400 seconds",
                              "seconds");
}

std::optional<Nanoseconds> read_duration(Reader& reader, const YamlNode& node,
                                         std::string_view what) {
  const auto value = read_seconds(reader, node, what);
  return value ? std::optional(from_seconds(*value)) : std::nullopt;
}

template <Bytes (*unit)(std::int64_t)>
std::optional<Bytes> read_size(Reader& reader, const YamlNode& node, std::string_view what) {
  const auto count = reader.whole(node, what, 1, k_most_mib, unit == mib ? "MiB" : "KiB");
  return count ? std::optional(unit(*count)) : std::nullopt;
}

std::optional<double> read_multiplier(Reader& reader, const YamlNode& node, std::string_view what) {
  return reader.number_within(node, what, 1, 1000, "at least 1 and at most 1000");
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
  const auto pass_fail = std::ranges::find(*words, "pass-fail");
  if (pass_fail != words->end() && problem.is_scoring) {
    reader.refuse(node.mark, "a problem cannot be of type 'pass-fail' and of type 'scoring'",
                  {"leave one of them out"});
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
  static const Pattern k_code("[a-z]{2,3}(-[A-Z]{2})?");
  for (const MapEntry& entry : node.entries) {
    if (!k_code.match(entry.key)) {
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

void set_default_limits(Format format, model::PackageLimits& limits) {
  if (format != Format::legacy) return;
  limits.ac_to_time_limit = 5;
  limits.time_limit_to_tle = 2;
}

void read_limits(Reader& reader, const YamlNode& node, Format format,
                 model::PackageLimits& limits) {
  const auto key = [&](std::string_view name, auto read, auto& to) {
    return reader.key(name, read, to, fmt::format("limits.{}", name));
  };
  const auto multipliers = [&](const YamlNode& value) {
    reader.map(value, "limits.time_multipliers",
               {reader.key("ac_to_time_limit", read_multiplier, limits.ac_to_time_limit),
                reader.key("time_limit_to_tle", read_multiplier, limits.time_limit_to_tle)});
  };
  std::vector<Reader::Key> keys = {
      {"time_multipliers", multipliers},
      key("time_limit", read_duration, limits.time),
      key("time_resolution", read_seconds, limits.time_resolution_s),
      key("memory", read_size<mib>, limits.memory),
      key("output", read_size<mib>, limits.output),
      key("code", read_size<kib>, limits.code),
      key("compilation_time", read_duration, limits.compilation_time),
      key("compilation_memory", read_size<mib>, limits.compilation_memory),
      key("validation_time", read_duration, limits.validation_time),
      key("validation_memory", read_size<mib>, limits.validation_memory),
      key("validation_output", read_size<mib>, limits.validation_output),
      key("validation_passes", read_whole<2, 1'000'000>, limits.validation_passes)};
  if (format != Format::current) {
    keys.push_back(key("time_multiplier", read_multiplier, limits.ac_to_time_limit));
    keys.push_back(key("time_safety_margin", read_multiplier, limits.time_limit_to_tle));
  }
  reader.map(node, "limits", keys, severity_of_unknown(format));
}

std::vector<Reader::Key> problem_keys(Reader& reader, Format format, model::Problem& problem) {
  static const Pattern uuid("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
  static const Pattern date("[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9:.]+(Z|[+]00:00)?)?");
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
      {"source",
       [&](const YamlNode& node) {
         for (const YamlNode* source : node.each())
           check_named(reader, *source, "source", {"url"});
       }},
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
      {"constants",
       [&](const YamlNode& node) {
         for (const MapEntry& entry : reader.entries(node, "constants", "a map from name to value"))
           read_constant(reader, entry, problem.constants);
       }},
      {"limits",
       [&, format](const YamlNode& node) { read_limits(reader, node, format, problem.limits); }},
  };
}

}  // namespace arbiter::package
