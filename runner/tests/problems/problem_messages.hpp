#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "package/yaml/yaml_reader.hpp"

namespace arbiter {

/// What a problem's programs have to say of its invalid cases: of each, by its name in data/, a
/// part of the message.
struct ProblemMessages {
  std::map<std::string, std::string> parts;
  std::vector<std::string> faults;  ///< of the file, or of what was said
};

/// Reads `path`, a map of strings.
inline ProblemMessages read_messages(const std::filesystem::path& path) {
  ProblemMessages read;
  package::Faults faults;
  package::read_yaml_map(path, true, faults,
                         [&](package::Reader& reader, const package::YamlNode& node) {
                           for (const auto& entry : node.entries) {
                             if (const auto part = reader.text(*entry.value, entry.key))
                               read.parts[entry.key] = *part;
                           }
                         });
  for (const Diagnostic& diagnostic : faults.take())
    read.faults.push_back(render(diagnostic, false));
  return read;
}

/// Compares what was said of a case with its line of the file, and strikes that out. Every fault is
/// told with the line as it would have to be, in full.
inline void compare_message(ProblemMessages& messages, const std::string& name,
                            std::string message) {
  const auto expected = messages.parts.extract(name);
  if (!expected.empty() && message.find(expected.mapped()) != std::string::npos) return;
  std::string line = name + ": '";
  for (const char c : message)
    line += c == '\'' ? "''" : std::string(1, c);
  messages.faults.push_back((expected.empty() ? "no part of the message is expected: "
                                              : "'" + expected.mapped() + "' is expected: ") +
                            line + "'");
}

}  // namespace arbiter
