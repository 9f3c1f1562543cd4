#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "package/generators/parts.hpp"
#include "package/ppf/parts.hpp"

namespace arbiter::package {
namespace {

/// What is appended to the name of each of several tests, as "-01": with zeros where they are
/// consecutive.
std::vector<std::string> count_suffixes(const std::vector<std::int64_t>& counts) {
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  const bool is_consecutive = *most - *least == static_cast<std::int64_t>(counts.size()) - 1;
  std::size_t width = 0;
  for (const std::int64_t count : counts)
    width = std::max(width, std::to_string(count).size());
  std::vector<std::string> suffixes;
  for (const std::int64_t count : counts)
    suffixes.push_back(fmt::format("-{:0{}}", count, is_consecutive ? width : 0));
  return suffixes;
}

/// Samples alone may show something else than what is judged.
bool is_for_samples(std::string_view extension) {
  return extension.ends_with(".statement") || extension.ends_with(".download");
}

}  // namespace

/// What the keys of one test say, before a count makes several of it.
struct RecipeReader::Draft {
  model::TestRecipe recipe;
  RecipeSettings settings;
  Mark command_mark;
  std::vector<std::int64_t> counts = {1};
  bool has_count = false;
  bool is_sample = false;
  bool is_good = true;
};

bool is_test_node(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::null || node.kind == YamlNode::Kind::text) return true;
  if (node.kind != YamlNode::Kind::map) return false;
  const auto is_of_test = [](const MapEntry& entry) {
    const auto* const end = model::k_test_extensions.begin() + model::k_text_extensions;
    return entry.key == "copy" || entry.key == "generate" || entry.key == "count" ||
           entry.key == "match" ||
           std::find(model::k_test_extensions.begin(), end, "." + entry.key) != end;
  };
  return std::ranges::any_of(node.entries, is_of_test);
}

std::optional<std::string> text_of(Reader& reader, const YamlNode& node, std::string_view what) {
  if (node.kind != YamlNode::Kind::text) return reader.wrong_type(node, what, "text");
  if (!is_number_or_boolean(node)) return node.text;
  return reader.error(
      code::k_wrong_type, node.mark,
      fmt::format("'{}' must be text, but YAML takes {} for a number or true or false", what,
                  clipped(node.text)),
      {fmt::format("write it in quotes, as \"{}\"", clipped(node.text))});
}

std::vector<Reader::Key> RecipeReader::setting_keys(RecipeSettings& settings) {
  return {{"solution",
           [&](const YamlNode& node) {
             if (node.kind == YamlNode::Kind::null) {
               settings.answer = model::AnswerSource::none;
               return;
             }
             const auto text = text_of(reader_, node, "solution");
             if (!text) return;
             const auto path = paths_.solution(std::string(trimmed(*text)), node.mark);
             if (!path) return;
             settings.answer = model::AnswerSource::solution;
             settings.solution = *path;
           }},
          reader_.key("random_salt", text_of, settings.salt),
          reader_.key("retries", read_whole<1, 1000>, settings.retries)};
}

void RecipeReader::refuse(Draft& draft, const Mark& mark, std::string message,
                          std::vector<std::string> helps) {
  reader_.refuse(mark, std::move(message), std::move(helps));
  draft.is_good = false;
}

void RecipeReader::read_link(const YamlNode& node, const std::string& extension, Draft& draft) {
  const YamlNode* to = node.find("link");
  const auto target =
      to != nullptr && node.entries.size() == 1 ? text_of(reader_, *to, "link") : std::nullopt;
  const std::string kind = extension.substr(0, extension.find('.', 1));
  const bool is_one = target && (*target == kind.substr(1) || is_for_samples(*target)) &&
                      ("." + *target).starts_with(kind) && "." + *target != extension;
  if (!is_one || !is_for_samples(extension)) {
    return refuse(draft, node.mark,
                  fmt::format("'{}' must be text, or a link between files of a sample's {}",
                              extension.substr(1), kind.substr(1)),
                  {"as in.download: {link: in.statement}"});
  }
  draft.recipe.links[extension] = "." + *target;
}

void RecipeReader::read_content(const YamlNode& node, const std::string& extension, Draft& draft) {
  if (node.kind == YamlNode::Kind::null) return;
  if (!draft.is_sample && is_for_samples(extension)) {
    return refuse(draft, node.mark, fmt::format("only samples may have '{}'", extension.substr(1)));
  }
  if (node.kind == YamlNode::Kind::map && extension != ".yaml") {
    read_link(node, extension, draft);
    return;
  }
  auto text = node.kind == YamlNode::Kind::map ? std::optional(yaml_text(node))
                                               : text_of(reader_, node, extension.substr(1));
  if (!text) {
    draft.is_good = false;
    return;
  }
  if (!text->empty() && text->back() != '\n') *text += '\n';
  draft.recipe.literals[extension] = *std::move(text);
}

void RecipeReader::read_patterns(const YamlNode& node, Draft& draft) {
  const auto add = [&](const YamlNode& value, const std::string& extension) {
    for (const YamlNode* one : value.each()) {
      if (auto text = text_of(reader_, *one, "match")) {
        draft.recipe.patterns[extension].push_back(*std::move(text));
      }
    }
  };
  if (node.kind != YamlNode::Kind::map) {
    add(node, ".in");
    return;
  }
  reader_.map(node, "match",
              {{"in", [&](const YamlNode& value) { add(value, ".in"); }},
               {"ans", [&](const YamlNode& value) { add(value, ".ans"); }}});
}

std::vector<Reader::Key> RecipeReader::keys(Draft& draft) {
  std::vector<Reader::Key> all = setting_keys(draft.settings);
  all.push_back({"generate", [&](const YamlNode& node) {
                   const auto text = text_of(reader_, node, "generate");
                   draft.is_good = draft.is_good && text.has_value();
                   if (text) draft.recipe.command = *text;
                   draft.command_mark = node.mark;
                   if (text && trimmed(*text).empty()) {
                     refuse(draft, node.mark, "'generate' must not be empty");
                   }
                 }});
  all.push_back({"copy", [&](const YamlNode& node) {
                   const auto text = text_of(reader_, node, "copy");
                   if (text) draft.recipe.copies = paths_.copies(*text, node.mark);
                   draft.is_good = draft.is_good && !draft.recipe.copies.empty();
                 }});
  all.push_back({"count", [&](const YamlNode& node) {
                   draft.has_count = true;
                   Counts counts = counts_of(node);
                   if (!counts.fault.empty()) return refuse(draft, counts.mark, counts.fault);
                   draft.counts = std::move(counts.values);
                 }});
  all.push_back({"match", [&](const YamlNode& node) { read_patterns(node, draft); }});
  for (std::size_t i = 0; i < model::k_text_extensions; ++i) {
    const std::string_view extension = model::k_test_extensions[i];
    all.push_back({extension.substr(1), [this, extension, &draft](const YamlNode& node) {
                     read_content(node, std::string(extension), draft);
                   }});
  }
  return all;
}

void RecipeReader::read_map(const YamlNode& node, Draft& draft) {
  if (node.kind == YamlNode::Kind::map) {
    reader_.map(node, "test", keys(draft));
  } else if (node.kind == YamlNode::Kind::text && node.text.ends_with(".in")) {
    reader_.warning(code::k_form, node.mark, "a test that is copied is written with 'copy'",
                    {fmt::format("write copy: {}", node.text.substr(0, node.text.size() - 3))});
    draft.recipe.copies = paths_.copies(node.text.substr(0, node.text.size() - 3), node.mark);
    draft.is_good = !draft.recipe.copies.empty();
  } else if (node.kind == YamlNode::Kind::null) {
    return;  // check() says that something is missing, at the key.
  } else if (const auto text = text_of(reader_, node, "test")) {
    draft.recipe.command = *text;
    draft.command_mark = node.mark;
  } else {
    draft.is_good = false;
  }
}

bool RecipeReader::check(const Draft& draft, const MapEntry& entry) {
  const auto has = [&](const std::string& extension) {
    return draft.recipe.literals.count(extension) + draft.recipe.links.count(extension) > 0;
  };
  const bool is_shown = has(".in.download") && (has(".in.statement") || has(".interaction"));
  const bool makes_input = !draft.recipe.command.empty() || !draft.recipe.copies.empty() ||
                           has(".in") || (draft.is_sample && is_shown);
  if (!makes_input) {
    reader_.error(code::k_missing_key, entry.mark, "this test case has no input",
                  {"add 'generate', 'copy' or 'in'"});
  }
  for (const auto& [from, to] : draft.recipe.links) {
    if (draft.recipe.links.count(to) == 0) continue;
    reader_.refuse(entry.mark, fmt::format("'{}' is a link to '{}', which is a link itself",
                                           from.substr(1), to.substr(1)));
    return false;
  }
  return makes_input;
}

bool RecipeReader::finish(const Draft& draft, model::TestRecipe& recipe, std::int64_t count) {
  recipe.answer = draft.settings.answer;
  recipe.solution = draft.settings.solution;
  recipe.retries = draft.settings.retries;
  recipe.may_repeat = draft.has_count;
  if (recipe.command.empty()) return true;
  recipe.command = model::with_constants(recipe.command, constants_);
  if (draft.has_count && recipe.command.find("{count}") != std::string::npos) {
    replace_all(recipe.command, "{count}", std::to_string(count));
    recipe.may_repeat = false;
  }
  auto words = split_command(recipe.command);
  if (!words || words->empty()) {
    reader_.refuse(draft.command_mark, "this command has a quote or backslash without an end");
    return false;
  }
  recipe.program = words->front();
  recipe.arguments.assign(words->begin() + 1, words->end());
  int seeds = 0;
  for (const std::string& word : recipe.arguments)
    seeds += model::count_seeds(word);
  recipe.uses_seed = seeds > 0;
  if (recipe.uses_seed) recipe.may_repeat = false;
  // The first of a count has the seed of a test without one.
  recipe.seed_text = draft.settings.salt + (count == 1 ? "" : fmt::format(":{}", count - 1)) +
                     std::string(trimmed(recipe.command));
  if (seeds > 1) {
    reader_.refuse(draft.command_mark, "{seed} may be in a command only once");
    return false;
  }
  return paths_.add_program(recipe.program, draft.command_mark);
}

std::vector<model::TestRecipe> RecipeReader::read(const MapEntry& entry, const std::string& folder,
                                                  RecipeSettings settings,
                                                  const std::function<std::string()>& next_name) {
  Draft draft;
  draft.settings = std::move(settings);
  draft.is_sample = folder == "sample" || folder.starts_with("sample/");
  draft.recipe.place = reader_.place(entry.mark);
  draft.command_mark = entry.mark;
  read_map(*entry.value, draft);
  if (!draft.has_count && draft.recipe.command.find("{count}") != std::string::npos) {
    reader_.warning(code::k_form, draft.command_mark,
                    "{count} is in a command, but the test case has no 'count'");
  }
  if (auto misspelt = misspelt_placeholder(draft.recipe.command)) {
    reader_.warning(
        code::k_form, draft.command_mark,
        fmt::format("'{}' is not a placeholder, so the generator gets it as it is", misspelt->text),
        {misspelt->help});
  }
  if (draft.counts.size() > 1 && !draft.recipe.command.empty() &&
      draft.recipe.command.find("{count}") == std::string::npos &&
      model::count_seeds(draft.recipe.command) == 0) {
    reader_.warning(code::k_form, draft.command_mark,
                    fmt::format("these {} test cases are equal: their command has neither {{seed}} "
                                "nor {{count}}",
                                draft.counts.size()),
                    {"add {seed} to it, or leave out 'count'"});
  }
  if (model::with_constants(draft.recipe.command, constants_).find("{{") != std::string::npos) {
    reader_.warning(code::k_form, draft.command_mark,
                    "{{ stands in a command, but problem.yaml has no such constant");
  }
  const bool is_good = draft.is_good && check(draft, entry);
  const std::vector<std::string> suffixes = count_suffixes(draft.counts);
  std::vector<model::TestRecipe> all;
  for (std::size_t i = 0; i < draft.counts.size(); ++i) {
    model::TestRecipe recipe = draft.recipe;
    const std::string name = next_name() + (draft.has_count ? suffixes[i] : "");
    recipe.name = folder + "/" + name;
    recipe.origin = recipe.name;
    if (!is_package_name(name + ".in") || name == "test_group" || name.ends_with(".in")) {
      reader_.refuse(entry.mark, fmt::format("'{}' cannot be the name of a test", clipped(name)),
                     {"names consist of a-z, A-Z, 0-9 and _ . -, and do not begin with . or -"});
      return all;
    }
    if (is_good && finish(draft, recipe, draft.counts[i])) all.push_back(std::move(recipe));
    if (is_good && all.size() <= i) return all;
  }
  return all;
}

}  // namespace arbiter::package
