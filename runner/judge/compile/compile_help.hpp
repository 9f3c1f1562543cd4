#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "judge/compile/compile_sources.hpp"
#include "model/language.hpp"

namespace arbiter::judge {

/// For every kind of character that only web pages and word processors write (no-break spaces,
/// typographic quotes and dashes, invisible ones) and that stands on a line which the messages of
/// the failed compile name: what and where it is. Columns count characters from 1.
std::vector<std::string> help_for_characters(const std::vector<SourceFile>& files,
                                             const std::string& log);

/// If the linker missed `main`: the attachment of the language's family that defines it, as
/// something to --add. Paths below `here` are shown relative to it.
std::optional<std::string> help_for_main(const std::string& log,
                                         const std::vector<std::filesystem::path>& attachments,
                                         const model::Language& language,
                                         const std::filesystem::path& here);

/// Whether a failed compile may go well by another standard of the language: the compiler itself
/// complained, not the linker.
bool may_be_the_standard(const std::string& log);

/// The standards to try, the newest first, at most `most`: the other compiled rows of the family.
std::vector<const model::Language*> other_standards(const model::Language& language,
                                                    const model::Languages& languages,
                                                    std::size_t most);

/// "it compiles as C++17: --language cpp17".
std::string help_for_standard(const model::Language& language);

}  // namespace arbiter::judge
