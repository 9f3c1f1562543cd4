#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "model/problem.hpp"
#include "package/ppf/format.hpp"
#include "package/ppf/time_limit_files.hpp"
#include "package/yaml/faults.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {

/// Reads problem.yaml, of whatever format it says it is, into name and limits of `problem`. `outer`
/// is what stands beside it: in legacy packages the time limit there wins. What the format knows
/// and Arbiter does not judge yet is a fault that names it.
PackageRules read_problem_yaml(const std::filesystem::path& file, const OuterFacts& outer,
                               model::Problem& problem, Faults& faults);

/// What holds where there is none: a legacy package of DOMjudge, which needs no such file.
PackageRules assume_problem_yaml(const OuterFacts& outer, model::Problem& problem, Faults& faults);

/// Reads the map under the key `limits`, and sets the defaults of the format.
void read_limits(Reader& reader, const YamlNode& node, Format format, model::PackageLimits& limits);
void set_default_limits(Format format, model::PackageLimits& limits);

/// The keys of a legacy problem.yaml.
std::vector<Reader::Key> legacy_keys(Reader& reader, model::Problem& problem, PackageRules& rules);
/// `validation` and `validator_flags`, which drafts know too.
std::vector<Reader::Key> validation_keys(Reader& reader, PackageRules& rules);

/// Reads `type`; every type that is not judged yet is a fault.
void read_type(Reader& reader, const YamlNode& node, model::Problem& problem);
/// Reads `name`: a text, or a map from language to text.
void read_name(Reader& reader, const YamlNode& node, model::Problem& problem);

/// Reads `languages`, the codes that submissions may be in; older formats separate them by blanks.
void read_languages(Reader& reader, const YamlNode& node, Format format, model::Problem& problem);

/// Checks the types under `credits` and `source`, which judging does not use.
void check_credits(Reader& reader, const YamlNode& node);
void check_source(Reader& reader, const YamlNode& node);

}  // namespace arbiter::package
