#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/text.hpp"
#include "cli/common/session.hpp"
#include "model/judgement.hpp"
#include "report/report.hpp"

namespace arbiter::cli {

/// One document to be written, or a folder of them: -o KIND=PATH, or standard output.
template <class Format>
struct OutputOf {
  const Format* format = nullptr;
  std::filesystem::path path;  ///< empty: standard output
};
using Output = OutputOf<report::Format>;

/// How errors speak of formats.
struct FormatWords {
  std::string_view noun;     ///< "format"
  std::string_view example;  ///< of a value of -o
};

/// The format that a flag names. Error{usage}: there is none; names the nearest.
template <class Format>
Result<const Format*> parse_format(std::span<const Format> formats, const FormatWords& words,
                                   std::string_view flag, const std::string& name) {
  if (const Format* named = report::format_named(formats, name)) return named;
  std::vector<std::string> names;
  for (const Format& format : formats)
    names.emplace_back(format.name);
  const auto near = nearest(name, names);
  return usage_error(
      fmt::format("{}: unknown {} '{}'", flag, words.noun, name),
      fmt::format("{}there are: {}", near ? fmt::format("did you mean '{}'? ", *near) : "",
                  fmt::join(names, ", ")));
}

/// Error{usage}: the folder of a file that `flag` asks for does not exist.
Result<void> check_folder(const std::string& flag, const std::filesystem::path& path);
/// Error{usage}: as above, or the path is a folder itself.
Result<void> check_file(const std::string& flag, const std::filesystem::path& path);

/// A value of -o. Error{usage}: an unknown kind, an extension that tells none, no path, a folder
/// that does not exist.
template <class Format>
Result<OutputOf<Format>> parse_output(std::span<const Format> formats, const FormatWords& words,
                                      const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string kind = equals == std::string::npos ? std::string() : text.substr(0, equals);
  OutputOf<Format> output{report::format_named(formats, kind), text};
  if (output.format != nullptr) {
    output.path = text.substr(equals + 1);
  } else if (output.format = report::format_of_path(formats, text); output.format == nullptr) {
    if (!kind.empty()) return parse_format(formats, words, "-o", kind).error();
    return usage_error(fmt::format("-o {}: the extension names no {}", text, words.noun),
                       fmt::format("write it as KIND=PATH, for example -o {}", words.example));
  }
  if (output.path.empty()) return usage_error(fmt::format("-o {}: the path is missing", text));
  ARBITER_CHECK(check_folder("-o " + text, output.path));
  return output;
}

/// Replaces a file in one step, if it holds anything else. It is for its owner alone, as grades
/// are. Not synced: there may be thousands. Never follows a link.
Result<void> write_private(const std::filesystem::path& path, const std::string& bytes);

/// Writes to a device or a pipe. Error: it cannot be opened or written.
Result<void> write_device(const std::filesystem::path& path, const std::string& text);

/// Replaces a file, or writes to a device or a pipe. A link's target is replaced, not the link.
Result<void> write_document(const std::filesystem::path& path, const std::string& text);

/// All of -o. Error{usage}: as above, or a path that is a folder.
template <class Format>
Result<std::vector<OutputOf<Format>>> parse_files(std::span<const Format> formats,
                                                  const FormatWords& words,
                                                  const std::vector<std::string>& files) {
  std::vector<OutputOf<Format>> outputs;
  for (const std::string& file : files) {
    ARBITER_TRY(output, parse_output(formats, words, file));
    ARBITER_CHECK(check_file("-o " + file, output.path));
    outputs.push_back(output);
  }
  return outputs;
}
/// --format and all of -o, likewise.
template <class Format>
Result<std::vector<OutputOf<Format>>> parse_outputs(std::span<const Format> formats,
                                                    const FormatWords& words,
                                                    const std::string& format,
                                                    const std::vector<std::string>& files) {
  ARBITER_TRY(chosen, parse_format(formats, words, "--format", format));
  ARBITER_TRY(outputs, parse_files(formats, words, files));
  outputs.insert(outputs.begin(), {chosen, {}});
  return outputs;
}
/// The same for the formats of `judge`.
Result<std::vector<Output>> parse_outputs(const std::string& format,
                                          const std::vector<std::string>& files);

/// Writes all documents, each as `render` makes it of its format and a style; those to files even
/// when one of them fails.
template <class Format, class Render>
Result<void> write_outputs_of(const std::vector<OutputOf<Format>>& outputs,
                              const Terminal& terminal, const Render& render) {
  std::optional<Error> failed;
  for (const OutputOf<Format>& output : outputs) {
    const bool to_screen = output.path.empty();
    const std::string text =
        render(*output.format, to_screen ? report::Style(terminal) : report::Style());
    auto written = to_screen ? write_results(text) : write_document(output.path, text);
    if (!written && !failed) failed = written.error();
  }
  if (failed) return *failed;
  return {};
}
/// The same for `judge`.
Result<void> write_outputs(const std::vector<Output>& outputs, const model::Judgement& judgement,
                           const Terminal& terminal, const report::RunFiles& files = {});

}  // namespace arbiter::cli
