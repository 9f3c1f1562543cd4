#include "intake/files/staging.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <set>

#include "base/file.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::intake {
namespace {

namespace fs = std::filesystem;

constexpr Bytes k_largest_file = mib(64);

struct DigestDeleter {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

/// SHA-256 over fields, each with its length before it, so that no two lists of fields are equal.
class Digest {
 public:
  Digest() : context_(EVP_MD_CTX_new()) {
    is_good_ = context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1;
  }

  void add(std::string_view field) {
    const std::string length = std::to_string(field.size()) + ":";
    is_good_ = is_good_ && EVP_DigestUpdate(context_.get(), length.data(), length.size()) == 1 &&
               EVP_DigestUpdate(context_.get(), field.data(), field.size()) == 1;
  }

  Result<std::string> hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    is_good_ = is_good_ && EVP_DigestFinal_ex(context_.get(), digest.data(), &size) == 1;
    if (!is_good_) return judge_error("SHA-256 is not available");
    std::string text;
    for (unsigned int i = 0; i < size; ++i)
      text += fmt::format("{:02x}", digest.at(i));
    return text;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, DigestDeleter> context_;
  bool is_good_ = false;
};

/// A name that can be one of a file below the folder: names from archives may be anything.
std::string safe_name(const std::string& name) {
  std::string safe;
  std::string_view rest = name;
  constexpr std::size_t k_longest = 200;
  while (true) {
    const std::size_t slash = rest.find('/');
    std::string part(rest.substr(0, slash));
    std::replace(part.begin(), part.end(), '\0', '_');
    if (part.empty() || part == "." || part == "..") part = "_";
    if (part.size() > k_longest) part = part.substr(part.size() - k_longest);
    safe += part;
    if (slash == std::string_view::npos) return safe;
    safe += '/';
    rest.remove_prefix(slash + 1);
  }
}

/// Without the folders that all files lie in.
void drop_common_folder(std::vector<ProgramPart>& parts) {
  while (true) {
    const std::size_t slash = parts.front().name.find('/');
    if (slash == std::string::npos) return;
    const std::string folder = parts.front().name.substr(0, slash + 1);
    const bool is_common = std::all_of(parts.begin(), parts.end(), [&](const ProgramPart& part) {
      return part.name.starts_with(folder);
    });
    if (!is_common) return;
    for (ProgramPart& part : parts)
      part.name.erase(0, folder.size());
  }
}

std::vector<ProgramPart> renamed(const FoundProgram& program) {
  std::vector<ProgramPart> parts = program.parts;
  drop_common_folder(parts);
  std::set<std::string> taken;
  for (ProgramPart& part : parts) {
    part.name = safe_name(part.name);
    while (!taken.insert(part.name).second)
      part.name.insert(part.name.rfind('/') + 1, "_");
  }
  ProgramPart& first = parts.front();
  const std::string main = "main" + ending_of(*first.node);
  const bool is_alone = parts.size() == 1;
  if (is_alone || (program.begins_with_first && !taken.contains(main))) {
    const bool is_marked = first.name == "__main__.py" && !is_alone;
    // A file in a folder loads what lies beside it.
    if (!is_marked && (is_alone || first.name.find('/') == std::string::npos)) first.name = main;
  }
  std::sort(parts.begin(), parts.end(),
            [](const ProgramPart& a, const ProgramPart& b) { return a.name < b.name; });
  return parts;
}

Result<void> write_new(const fs::path& path, std::string_view bytes) {
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  if (failed) return system_error("cannot make " + path.parent_path().string(), failed.value());
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                           S_IRUSR | S_IWUSR));
  if (!fd) return system_error("cannot write " + path.string(), errno);
  auto written = write_all(fd.get(), bytes);
  if (!written) return std::move(written).error().within(path.string());
  return {};
}

}  // namespace

Result<StagedProgram> Staging::add(const FoundProgram& program) {
  const std::vector<ProgramPart> parts = renamed(program);
  std::vector<std::string> contents;
  Digest digest;
  for (const ProgramPart& part : parts) {
    auto bytes = read_file(part.node->path, k_largest_file, Links::refuse);
    if (!bytes) return StagedProgram{{}, {}, "cannot be read: " + bytes.error().message};
    digest.add(part.name);
    digest.add(*bytes);
    contents.push_back(*std::move(bytes));
  }
  ARBITER_TRY(hex, digest.hex());
  const auto [known, is_new] = paths_.emplace(hex, fs::path());
  if (is_new) {
    const fs::path folder = folder_ / std::to_string(paths_.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
      ARBITER_CHECK(write_new(folder / parts[i].name, contents[i]));
    }
    known->second = parts.size() == 1 ? folder / parts.front().name : folder;
  }
  return StagedProgram{known->second, hex, {}};
}

}  // namespace arbiter::intake
