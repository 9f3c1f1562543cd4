#include "stress/draw_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <arbiter/random_bits.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "package/generators/parts.hpp"
#include "package/yaml/yaml_reader.hpp"
#include "stress/shrink/sequence_trials.hpp"

namespace arbiter::stress {
namespace {

// As of generators.yaml: {seed} is a number below this one.
constexpr std::uint64_t k_most_seed = (std::uint64_t{1} << 31U) - 1;

/// "1..20", "n=1..20", "--n=1..20"; any other word is itself.
DrawWord word_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::size_t begin = equals == std::string::npos ? 0 : equals + 1;
  const std::size_t dots = text.find("..", begin);
  if (dots == std::string::npos) return {text, std::nullopt};
  const auto least = number_in<std::int64_t>(std::string_view(text).substr(begin, dots - begin));
  const auto most = number_in<std::int64_t>(std::string_view(text).substr(dots + 2));
  if (!least || !most) return {text, std::nullopt};
  return {text.substr(0, begin), DrawWord::Range{*least, *most}};
}

Error usage(const std::string& text, const std::string& why, const std::string& help) {
  return usage_error(fmt::format("--generator: '{}' {}", text, why), help);
}

bool has_seed(const std::vector<DrawWord>& words) {
  return std::ranges::any_of(
      words, [](const DrawWord& word) { return model::count_seeds(word.text) > 0; });
}

/// How far a draw may go from the least of a range; small for the first ones whatever the range.
std::uint64_t reach_of(const DrawWord::Range& range, std::uint64_t draw) {
  const std::uint64_t width = gap(range.least, range.most);
  if (draw >= k_full_range) return width;
  return width <= UINT64_MAX / k_full_range ? width * draw / k_full_range
                                            : width / k_full_range * draw;
}

/// The command with all seeds taken for the same.
std::string key_of(const model::TestRecipe& recipe) {
  std::string key = recipe.program;
  for (const std::string& word : recipe.arguments)
    key += '\n' + model::fill_in(word, "seed", "{name}");
  return key;
}

}  // namespace

bool DrawCommand::has_range() const {
  return std::ranges::any_of(words, [](const DrawWord& word) { return word.range.has_value(); });
}

Result<DrawCommand> parse_draw(const std::string& text) {
  const auto split = package::split_command(text);
  if (!split) return usage(text, "has a quote that is not closed", "close it, or write \\' for it");
  if (split->empty()) {
    return usage(text, "names no generator", "write it as --generator 'NAME n=1..20'");
  }
  if (const auto misspelt = package::misspelt_placeholder(text)) {
    return usage(text, fmt::format("has the unknown placeholder '{}'", misspelt->text),
                 misspelt->help);
  }
  DrawCommand command;
  command.shown = text;
  command.program = split->front();
  for (std::size_t i = 1; i < split->size(); ++i) {
    const DrawWord& word = command.words.emplace_back(word_of((*split)[i]));
    if (word.range && word.range->least > word.range->most) {
      return usage(text, "has an empty range", "the smaller number comes first: 1..20");
    }
  }
  if (!has_seed(command.words)) command.words.push_back({"{seed}", std::nullopt});
  return command;
}

std::vector<DrawCommand> commands_of(const model::Generation& generation) {
  std::vector<DrawCommand> commands;
  std::set<std::string> seen;
  for (const model::TestRecipe& recipe : generation.tests) {
    const std::string root = recipe.root();
    const bool is_valid = root == "sample" || root == "secret";
    if (!is_valid || recipe.command.empty() || !seen.insert(key_of(recipe)).second) continue;
    DrawCommand command;
    command.shown = recipe.command;
    command.program = recipe.program;
    for (const std::string& argument : recipe.arguments)
      command.words.push_back({argument, std::nullopt});
    command.uses_seed = recipe.uses_seed;
    // The commands of tasks end with a seed, by custom, which is written out.
    if (generation.is_of_task && recipe.arguments.size() > 1 &&
        is_digits(recipe.arguments.back())) {
      command.words.back().text = "{seed}";
      command.uses_seed = true;
    }
    commands.push_back(std::move(command));
  }
  return commands;
}

std::vector<std::string> drawn_arguments(const DrawCommand& command, std::uint64_t seed,
                                         std::uint64_t draw) {
  RandomBits bits(seed + draw * 0x9e3779b97f4a7c15);
  const std::string text = std::to_string(bits.up_to(k_most_seed));
  std::vector<std::string> arguments;
  for (const DrawWord& word : command.words) {
    std::string argument = model::fill_in(word.text, text, "testcase");
    if (word.range) {
      const std::uint64_t above = bits.up_to(reach_of(*word.range, draw));
      argument += std::to_string(plus(word.range->least, above));
    }
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

std::string reached_ranges(const DrawCommand& command, std::uint64_t draws) {
  std::string text;
  if (draws == 0 || draws > k_full_range) return text;
  for (const DrawWord& word : command.words) {
    if (!word.range) continue;
    text += fmt::format("{}{}{}..{}", text.empty() ? "" : " ", word.text, word.range->least,
                        plus(word.range->least, reach_of(*word.range, draws - 1)));
  }
  return text;
}

DrawCommand narrowed(DrawCommand command, std::uint64_t reach, bool lowers_words) {
  for (DrawWord& word : command.words) {
    if (word.range) {
      word.range->most =
          plus(word.range->least, std::min(reach, gap(word.range->least, word.range->most)));
      continue;
    }
    const std::size_t begin = word.text.find('=') + 1;  // 0 where there is none
    const auto number = number_in<std::int64_t>(std::string_view(word.text).substr(begin));
    if (!lowers_words || !number || *number <= 0) continue;
    const std::uint64_t lowered = std::min(reach, static_cast<std::uint64_t>(*number));
    word.text = word.text.substr(0, begin) + std::to_string(lowered);
  }
  return command;
}

Variants variants_of(const DrawCommand& command, std::uint64_t seed, std::size_t most) {
  std::vector<std::uint64_t> widths = {0};  // of no word, so that there is one
  for (const DrawWord& word : command.words)
    widths.push_back(word.range ? gap(word.range->least, word.range->most) : 0);
  const std::uint64_t widest = std::ranges::max(widths);
  const auto count_within = [&](std::uint64_t reach) {
    std::uint64_t count = 1;
    for (const std::uint64_t width : widths)
      count = std::min<std::uint64_t>(most + 1, count * (std::min(width, reach) + 1));
    return count;
  };
  std::uint64_t reach = 0;
  while (reach < widest && count_within(reach + 1) <= most)
    ++reach;
  using Steps = std::vector<std::uint64_t>;  // above the least of each range
  std::vector<Steps> all = {Steps(widths.size())};
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const std::size_t before = all.size();
    for (std::uint64_t step = 1; step <= std::min(widths[i], reach); ++step) {
      for (std::size_t one = 0; one < before; ++one) {
        all.push_back(all[one]);
        all.back()[i] = step;
      }
    }
  }
  std::ranges::stable_sort(all, {}, [](const Steps& steps) { return std::ranges::max(steps); });
  Variants variants;
  variants.are_all = reach == widest;
  for (const Steps& steps : all) {
    variants.arguments.push_back(drawn_arguments(command, seed, 0));
    for (std::size_t i = 0; i < command.words.size(); ++i) {
      const DrawWord& word = command.words[i];
      if (!word.range) continue;
      variants.arguments.back()[i] =
          word.text + std::to_string(plus(word.range->least, steps[i + 1]));
    }
  }
  return variants;
}

std::string shown_with(const DrawCommand& command, const std::vector<std::string>& arguments) {
  if (!command.has_range()) return command.shown;
  std::vector<std::string> words;
  for (std::size_t i = 0; i < command.words.size(); ++i)
    words.push_back(command.words[i].range ? arguments[i] : command.words[i].text);
  return typed(command.program, words);
}

std::string typed(const std::string& program, const std::vector<std::string>& arguments) {
  std::string all = shell_quoted(program);
  for (const std::string& argument : arguments) {
    const bool is_seed = model::count_seeds(argument) > 0;
    all += ' ' + (is_seed ? argument : shell_quoted(argument));
  }
  return all;
}

}  // namespace arbiter::stress
