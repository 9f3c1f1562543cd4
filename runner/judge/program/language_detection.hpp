#pragma once

#include <string>
#include <vector>

#include "judge/program/submission.hpp"
#include "model/language.hpp"

namespace arbiter::judge {

/// Whether `name` ends in one of the row's source extensions; failing that, in one of them but
/// for its case (main.CPP).
bool is_source_of(const model::Language& language, const std::string& name);
/// The same for its header extensions.
bool is_header_of(const model::Language& language, const std::string& name);

/// The language of a file by its extension, else by the interpreter that its first line names,
/// else `binary` for an ELF file; null if none. Of several rows with the extension the one whose
/// interpreter the first line names or whose marks it has, else the default of the family.
const model::Language* language_of_file(const ProgramFile& file, const model::Languages& languages);

/// Whether it is the executable "build" or "run" of a folder that says itself how it is built and
/// run (problem package format, "Programs").
bool is_script(const ProgramFile& file);

/// The language of such a folder, else that most files are in; of equals the first row. Null if
/// there are no sources.
const model::Language* language_of_files(const std::vector<ProgramFile>& files,
                                         const model::Languages& languages);

/// Whether a line of the file begins with one of the marks, in any case, after blanks.
bool has_mark(const ProgramFile& file, const std::vector<std::string>& marks);

/// "known extensions: .cpp .cc … (C++20), .py (Python 3)": one entry a family.
std::string known_extensions(const model::Languages& languages);

/// The row with that id, or the default row of the family of that name. Error{usage}: unknown, with
/// the nearest id or all of them.
Result<const model::Language*> language_of_id(const std::string& id,
                                              const model::Languages& languages);

/// `name` with an extension that the language knows: as it is, or with a known one added.
std::string name_for_language(const std::string& name, const model::Language& language);

}  // namespace arbiter::judge
