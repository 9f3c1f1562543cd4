#include "cli/common/outputs.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <system_error>

#include "base/file.hpp"
#include "base/text.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::cli {
namespace {

Error unknown_format(const std::string& flag, const std::string& name) {
  std::vector<std::string> names;
  for (const report::Format& format : report::judge_formats())
    names.emplace_back(format.name);
  const auto near = nearest(name, names);
  return usage_error(
      fmt::format("{}: unknown format '{}'", flag, name),
      fmt::format("{}there are: {}", near ? fmt::format("did you mean '{}'? ", *near) : "",
                  fmt::join(names, ", ")));
}

Result<Output> parse_file(const std::string& text) {
  Output output;
  const std::size_t equals = text.find('=');
  const std::string kind = equals == std::string::npos ? std::string() : text.substr(0, equals);
  if (const report::Format* named = report::find_format(kind); !kind.empty() && named != nullptr) {
    output.format = named;
    output.path = text.substr(equals + 1);
  } else {
    output.format = report::format_of_extension(text);
    output.path = text;
    if (output.format == nullptr && !kind.empty()) return unknown_format("-o", kind);
  }
  if (output.format == nullptr) {
    return usage_error(fmt::format("-o {}: the extension names no format", text),
                       "write it as KIND=PATH, for example -o json=result.txt");
  }
  if (output.path.empty()) {
    return usage_error(fmt::format("-o {}: the path is missing", text));
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(output.path, ignored)) {
    return usage_error(fmt::format("-o {}: {} is a folder", text, output.path.string()),
                       "name a file in that folder");
  }
  const auto folder = std::filesystem::absolute(output.path).parent_path();
  if (!std::filesystem::is_directory(folder, ignored)) {
    return usage_error(fmt::format("-o {}: the folder {} does not exist", text, folder.string()),
                       "create it first");
  }
  return output;
}

/// A device or a pipe is written to, and a link's target replaced, not the link.
Result<void> write_document(const std::filesystem::path& path, const std::string& text) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::is_other(status)) {
    const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!fd) return system_error("cannot open " + path.string(), errno);
    auto written = write_all(fd.get(), text);
    if (!written) return std::move(written).error().within(path.string());
    return written;
  }
  const bool exists = std::filesystem::exists(status);
  return write_file(exists ? std::filesystem::canonical(path, ignored) : path, text);
}

}  // namespace

Result<std::vector<Output>> parse_outputs(const std::string& format,
                                          const std::vector<std::string>& files) {
  std::vector<Output> outputs;
  const report::Format* chosen = report::find_format(format);
  if (chosen == nullptr) return unknown_format("--format", format);
  outputs.push_back({chosen, {}});
  for (const std::string& file : files) {
    ARBITER_TRY(output, parse_file(file));
    outputs.push_back(output);
  }
  return outputs;
}

Result<void> write_outputs(const std::vector<Output>& outputs, const model::Judgement& judgement,
                           const Terminal& terminal) {
  std::optional<Error> failed;
  for (const Output& output : outputs) {
    const bool to_screen = output.path.empty();
    const report::Style style =
        to_screen ? report::Style{terminal.color, terminal.width} : report::Style{};
    const std::string text = output.format->render(judgement, style);
    auto written = to_screen ? write_results(text) : write_document(output.path, text);
    if (!written && !failed) failed = written.error();
  }
  if (failed) return *failed;
  return {};
}

}  // namespace arbiter::cli
