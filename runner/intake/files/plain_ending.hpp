#pragma once

#include <optional>
#include <string_view>

#include "intake/files/node.hpp"
#include "intake/files/sources.hpp"
#include "intake/names/problem_index.hpp"
#include "model/language.hpp"

namespace arbiter::intake {

/// The language that a roster means by "python3", "Python 3" or "python"; null if there is none.
const model::Language* language_called(std::string_view word, const model::Languages& languages);

/// `area` with the language's ending at programs that have none or are called .txt; none if there
/// is no language, or nothing to name, or a file that is a source already.
std::optional<Node> with_endings(const Node& area, const model::Language* language,
                                 const ProblemIndex& problems, const SourceKinds& kinds);

}  // namespace arbiter::intake
