#include "cli/common/flags.hpp"

namespace arbiter::cli {

CLI::Option* add_flag_of(CLI::App& app, const Flag& flag,
                         std::function<Result<void>(const std::string&)> take) {
  CLI::Option* option = app.add_option(flag.names, CLI::callback_t(), flag.help);
  return option->type_name(flag.type)->each([take = std::move(take)](const std::string& text) {
    if (auto taken = take(text); !taken) throw FlagError(std::move(taken).error());
  });
}

CLI::Option* repeatable(CLI::Option* option) {
  return option->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args(false);
}

std::function<Result<Nanoseconds>(const std::string&)> time_of(std::string flag) {
  return [flag = std::move(flag)](const std::string& text) -> Result<Nanoseconds> {
    auto time = parse_duration(text);
    if (!time) return std::move(time).error().within(flag);
    if (time->count() > 0) return *time;
    return usage_error(flag + " must be greater than 0",
                       "write a number and a unit, as 500ms or 2s");
  };
}

TypedFlags typed_flags(const CLI::App& app) {
  TypedFlags typed;
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() == 0) continue;
    const bool has_value = option->get_expected_max() > 0;
    typed[option->get_name()] = has_value ? option->results() : std::vector<std::string>();
  }
  return typed;
}

std::vector<std::string> words_of(const TypedFlags& typed,
                                  std::initializer_list<const char*> names) {
  std::vector<std::string> words;
  for (const char* name : names) {
    const auto found = typed.find(name);
    if (found == typed.end()) continue;
    if (found->second.empty()) words.emplace_back(name);
    for (const std::string& value : found->second)
      words.insert(words.end(), {name, value});
  }
  return words;
}

}  // namespace arbiter::cli
