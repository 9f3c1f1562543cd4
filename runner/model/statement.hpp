#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace arbiter::model {

/// The statement in one language.
struct StatementText {
  std::string language;  ///< as its file's name says, as "en" or "pt-BR"
  std::string path;      ///< of the file, for messages
  std::string markdown;  ///< UTF-8; constants are replaced
};

/// A sample as statements show it.
struct StatementSample {
  std::string input;
  std::string output;
  /// Lines of which the first character tells who says the rest: '<' the judge, '>' the submission;
  /// "---" begins the next pass. With it, input and output are not shown.
  std::optional<std::string> interaction;
};

/// What a package tells contestants.
struct Statement {
  std::vector<StatementText> texts;             ///< English first, others by language
  std::map<std::string, std::string> pictures;  ///< path from the statement's folder -> bytes
  std::vector<StatementSample> samples;
};

}  // namespace arbiter::model
