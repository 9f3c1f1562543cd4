#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "model/grading.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package::grading {

// The parts of grading.yaml. Each reports what is wrong with its node and leaves that out.

/// The most points that anything may have.
inline constexpr double k_most_points = 1e6;

/// A number of points, from 0 to k_most_points.
std::optional<double> read_points(Reader& reader, const YamlNode& node, std::string_view what);

/// "20%": a number from 0 to 100 with its sign.
std::optional<double> read_percent(Reader& reader, const YamlNode& node, std::string_view what);

/// How points become one number, by their words.
inline const Reader::Words<model::PointRule> k_rules = {
    {"sum", model::PointRule::sum}, {"min", model::PointRule::min}, {"all", model::PointRule::all}};

/// A rule for lateness; what it leaves out is as in `around`.
model::LatePolicy read_late(Reader& reader, const YamlNode& node, std::string_view what,
                            const model::LatePolicy& around);

/// What problems are worth: a list of names, or a map of them.
std::vector<model::ProblemPolicy> read_problems(Reader& reader, const YamlNode& node,
                                                const model::LatePolicy& around);

}  // namespace arbiter::package::grading
