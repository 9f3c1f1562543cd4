#include <fmt/format.h>

#include "package/ppf/problem_yaml.hpp"

namespace arbiter::package {
namespace {

constexpr double k_longest_s = 86'400;
constexpr std::int64_t k_most_mib = 1 << 20;

/// A number of seconds above zero, of at most a day.
std::optional<double> read_seconds(Reader& reader, const YamlNode& node, std::string_view what) {
  const auto value = reader.number(node, what);
  if (!value) return std::nullopt;
  if (*value >= 1e-6 && *value <= k_longest_s) return value;
  reader.error(code::k_bad_value, node.mark,
               fmt::format("'{}' must be more than 0 and at most {} seconds", what, k_longest_s));
  return std::nullopt;
}

std::function<void(const YamlNode&)> mebibytes(Reader& reader, std::string_view what, Bytes& to) {
  return [&reader, what, &to](const YamlNode& node) {
    if (const auto count = reader.whole(node, what, 1, k_most_mib)) to = mib(*count);
  };
}

std::function<void(const YamlNode&)> duration(Reader& reader, std::string_view what,
                                              Nanoseconds& to) {
  return [&reader, what, &to](const YamlNode& node) {
    if (const auto value = read_seconds(reader, node, what)) to = from_seconds(*value);
  };
}

std::function<void(const YamlNode&)> factor(Reader& reader, std::string_view what, double& to) {
  return [&reader, what, &to](const YamlNode& node) {
    const auto value = reader.number(node, what);
    if (!value) return;
    if (*value >= 1 && *value <= 1000) {
      to = *value;
    } else {
      reader.error(code::k_bad_value, node.mark,
                   fmt::format("'{}' must be at least 1 and at most 1000", what));
    }
  };
}

}  // namespace

void set_default_limits(Format format, model::PackageLimits& limits) {
  if (format != Format::legacy) return;
  limits.ac_to_time_limit = 5;
  limits.time_limit_to_tle = 2;
}

void read_limits(Reader& reader, const YamlNode& node, Format format,
                 model::PackageLimits& limits) {
  const auto multipliers = [&](const YamlNode& value) {
    reader.map(
        value, "limits.time_multipliers",
        {{"ac_to_time_limit", factor(reader, "ac_to_time_limit", limits.ac_to_time_limit)},
         {"time_limit_to_tle", factor(reader, "time_limit_to_tle", limits.time_limit_to_tle)}});
  };
  const auto time_limit = [&](const YamlNode& value) {
    if (const auto s = read_seconds(reader, value, "limits.time_limit")) {
      limits.time = from_seconds(*s);
    }
  };
  const auto resolution = [&](const YamlNode& value) {
    if (const auto s = read_seconds(reader, value, "limits.time_resolution")) {
      limits.time_resolution_s = *s;
    }
  };
  const auto code_size = [&](const YamlNode& value) {
    if (const auto count = reader.whole(value, "limits.code", 1, k_most_mib)) {
      limits.code = kib(*count);
    }
  };
  const auto passes = [&](const YamlNode& value) {
    if (const auto count = reader.whole(value, "limits.validation_passes", 2, 1'000'000)) {
      limits.validation_passes = static_cast<int>(*count);
    }
  };
  std::vector<Reader::Key> keys = {
      {"time_multipliers", multipliers},
      {"time_limit", time_limit},
      {"time_resolution", resolution},
      {"memory", mebibytes(reader, "limits.memory", limits.memory)},
      {"output", mebibytes(reader, "limits.output", limits.output)},
      {"code", code_size},
      {"compilation_time", duration(reader, "limits.compilation_time", limits.compilation_time)},
      {"compilation_memory",
       mebibytes(reader, "limits.compilation_memory", limits.compilation_memory)},
      {"validation_time", duration(reader, "limits.validation_time", limits.validation_time)},
      {"validation_memory",
       mebibytes(reader, "limits.validation_memory", limits.validation_memory)},
      {"validation_output",
       mebibytes(reader, "limits.validation_output", limits.validation_output)},
      {"validation_passes", passes}};
  if (format != Format::current) {
    keys.push_back(
        {"time_multiplier", factor(reader, "limits.time_multiplier", limits.ac_to_time_limit)});
    keys.push_back({"time_safety_margin",
                    factor(reader, "limits.time_safety_margin", limits.time_limit_to_tle)});
  }
  reader.map(node, "limits", keys,
             format == Format::legacy ? Reader::UnknownKeys::warning : Reader::UnknownKeys::error);
}

}  // namespace arbiter::package
