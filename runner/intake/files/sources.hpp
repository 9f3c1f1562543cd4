#pragma once

#include <map>
#include <string>
#include <string_view>

#include "model/language.hpp"

namespace arbiter::intake {

/// Tells by names which files are part of programs.
class SourceKinds {
 public:
  explicit SourceKinds(const model::Languages& languages);

  /// The family of languages that the file is a source of, as "cpp"; empty if none.
  [[nodiscard]] std::string family(std::string_view name) const;
  [[nodiscard]] bool is_source(std::string_view name) const { return !family(name).empty(); }
  [[nodiscard]] bool is_header(std::string_view name) const;

 private:
  std::map<std::string, std::string, std::less<>> families_;
  std::map<std::string, std::string, std::less<>> headers_;
};

/// Whether programs of the family are compiled as a whole and begin at a function called main; in
/// other languages a file is run, and loads others.
bool begins_at_main(std::string_view family);

/// Whether a source text defines a function called main; comments and texts in quotes do not count.
bool has_main(std::string_view source, std::string_view family);

/// Whether a source text loads the module of that name.
bool loads(std::string_view source, std::string_view module);

}  // namespace arbiter::intake
