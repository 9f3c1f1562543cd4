#include <fmt/format.h>

#include "package/ppf/problem_yaml.hpp"

namespace arbiter::package {
namespace {

constexpr std::int64_t k_most_mib = 1 << 20;

/// A number of seconds above zero, of at most a day.
std::optional<double> read_seconds(Reader& reader, const YamlNode& node, std::string_view what) {
  return reader.number_within(node, what, 1e-6, 86'400, "greater than 0 and at most 86400 seconds");
}

std::optional<Nanoseconds> read_duration(Reader& reader, const YamlNode& node,
                                         std::string_view what) {
  const auto value = read_seconds(reader, node, what);
  return value ? std::optional(from_seconds(*value)) : std::nullopt;
}

template <Bytes (*unit)(std::int64_t)>
std::optional<Bytes> read_size(Reader& reader, const YamlNode& node, std::string_view what) {
  const auto count = reader.whole(node, what, 1, k_most_mib);
  return count ? std::optional(unit(*count)) : std::nullopt;
}

std::optional<double> read_multiplier(Reader& reader, const YamlNode& node, std::string_view what) {
  return reader.number_within(node, what, 1, 1000, "at least 1 and at most 1000");
}

std::optional<int> read_passes(Reader& reader, const YamlNode& node, std::string_view what) {
  const auto count = reader.whole(node, what, 2, 1'000'000);
  return count ? std::optional(static_cast<int>(*count)) : std::nullopt;
}

}  // namespace

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
      key("validation_passes", read_passes, limits.validation_passes)};
  if (format != Format::current) {
    keys.push_back(key("time_multiplier", read_multiplier, limits.ac_to_time_limit));
    keys.push_back(key("time_safety_margin", read_multiplier, limits.time_limit_to_tle));
  }
  reader.map(node, "limits", keys,
             format == Format::legacy ? Reader::UnknownKeys::warning : Reader::UnknownKeys::error);
}

}  // namespace arbiter::package
