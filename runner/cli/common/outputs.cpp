#include "cli/common/outputs.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/file.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::cli {

Result<void> check_folder(const std::string& flag, const std::filesystem::path& path) {
  std::error_code ignored;
  const auto folder = std::filesystem::absolute(path, ignored).parent_path();
  if (std::filesystem::is_directory(folder, ignored)) return {};
  return usage_error(fmt::format("{}: the folder {} does not exist", flag, folder.string()),
                     "create it first");
}

Result<void> check_file(const std::string& flag, const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return check_folder(flag, path);
  return usage_error(fmt::format("{}: {} is a folder", flag, path.string()),
                     "name a file in that folder");
}

Result<void> write_device(const std::filesystem::path& path, const std::string& text) {
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!fd) return system_error("cannot open " + path.string(), errno);
  auto written = write_all(fd.get(), text);
  if (!written) return std::move(written).error().within(path.string());
  return written;
}

Result<void> write_document(const std::filesystem::path& path, const std::string& text) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::is_other(status)) return write_device(path, text);
  const bool exists = std::filesystem::exists(status);
  return write_file(exists ? std::filesystem::canonical(path, ignored) : path, text);
}

Result<void> write_private(const std::filesystem::path& path, const std::string& bytes) {
  std::error_code failed;
  if (std::filesystem::is_regular_file(path, failed) &&
      std::filesystem::file_size(path, failed) == bytes.size()) {
    const auto present = MappedFile::open(path);
    if (present && present->bytes() == bytes) return {};
  }
  if (std::filesystem::is_other(std::filesystem::status(path, failed)))
    return write_device(path, bytes);
  const std::filesystem::path making =
      path.parent_path() / ("." + path.filename().string() + ".new");
  UniqueFd fd(::open(making.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!fd) return system_error("cannot write " + path.string(), errno);
  auto written = write_all(fd.get(), bytes);
  if (written && ::rename(making.c_str(), path.c_str()) != 0)
    written = system_error("cannot write " + path.string(), errno);
  if (written) return {};
  ::unlink(making.c_str());
  return std::move(written).error().within(path.string());
}

Result<std::vector<Output>> parse_outputs(const std::string& format,
                                          const std::vector<std::string>& files) {
  return parse_outputs(report::judge_formats(), {"format", "json=result.txt"}, format, files);
}

Result<void> write_outputs(const std::vector<Output>& outputs, const model::Judgement& judgement,
                           const Terminal& terminal, const report::RunFiles& files) {
  return write_outputs_of(outputs, terminal,
                          [&](const report::Format& format, const report::Style& style) {
                            return format.render(judgement, style, files);
                          });
}

}  // namespace arbiter::cli
