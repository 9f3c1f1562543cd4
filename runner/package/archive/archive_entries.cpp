#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/file.hpp"
#include "base/text.hpp"
#include "base/text_encoding.hpp"
#include "base/unique_fd.hpp"
#include "package/archive/archive.hpp"
#include "package/archive/archive_reader.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

// Longer endings first.
constexpr std::array<std::string_view, 16> k_endings = {
    ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".tar.lzma", ".tgz", ".tbz2", ".tbz",
    ".txz",    ".tzst",    ".zip",    ".tar",     ".7z",       ".rar", ".kpp",  ".tar.z"};

std::string_view ending_of(std::string_view name) {
  const std::string lower = lower_ascii(name);
  for (const std::string_view ending : k_endings) {
    if (lower.size() > ending.size() && lower.ends_with(ending)) {
      return name.substr(name.size() - ending.size());
    }
  }
  return {};
}

/// No filter that would start a program, and formats of files and folders alone.
ArchivePtr new_reader() {
  ArchivePtr reader(::archive_read_new());
  if (!reader) return reader;
  ::archive_read_support_filter_gzip(reader.get());
  ::archive_read_support_filter_bzip2(reader.get());
  ::archive_read_support_filter_xz(reader.get());
  ::archive_read_support_filter_lzma(reader.get());
  ::archive_read_support_filter_zstd(reader.get());
  ::archive_read_support_filter_compress(reader.get());
  ::archive_read_support_format_zip(reader.get());
  ::archive_read_support_format_tar(reader.get());
  ::archive_read_support_format_7zip(reader.get());
  ::archive_read_support_format_rar(reader.get());
  ::archive_read_support_format_rar5(reader.get());
  return reader;
}

/// The name as UTF-8 with single slashes: old programs write the code page of MS-DOS, or
/// backslashes.
std::string readable_name(::archive_entry* entry) {
  const char* text = ::archive_entry_pathname(entry);
  std::string name = text == nullptr ? std::string() : text;
  if (!is_utf8(name)) name = from_cp437(name);
  if (name.find('/') == std::string::npos) std::ranges::replace(name, '\\', '/');
  // "./a//b" is a/b; a first slash stays, and is refused.
  auto parts = split(name, '/');
  std::erase_if(parts, [](std::string_view part) { return part.empty() || part == "."; });
  return (name.starts_with('/') ? "/" : "") + joined(parts, "/");
}

class EntryUnpacker {
 public:
  EntryUnpacker(::archive* archive, fs::path into, std::size_t first, const UnpackLimits& limits,
                const std::function<bool(std::string_view)>& is_wanted)
      : archive_(archive),
        into_(std::move(into)),
        number_(first),
        limits_(limits),
        is_wanted_(is_wanted) {}

  Result<ArchiveContent> run() {
    ::archive_entry* entry = nullptr;
    while (content_.damage.empty()) {
      const int status = ::archive_read_next_header(archive_, &entry);
      if (status == ARCHIVE_EOF) break;
      if (status != ARCHIVE_OK && status != ARCHIVE_WARN) {
        const std::string why = quoted_failure(archive_);
        constexpr const char* k_damaged = "it is damaged";
        content_.damage = why == k_damaged ? why : fmt::format("{}: {}", k_damaged, why);
        break;
      }
      if (content_.seen++ == limits_.entries) {
        stop(fmt::format("it has more than {} entries", limits_.entries));
        break;
      }
      ARBITER_CHECK(take(entry));
    }
    return std::move(content_);
  }

 private:
  void stop(std::string why) {
    content_.damage = std::move(why);
    content_.is_bomb = true;
  }

  void refuse(const std::string& name, std::string why) {
    content_.refused.push_back({name, std::move(why)});
  }

  Result<void> take(::archive_entry* entry) {
    const std::string name = readable_name(entry);
    const bool is_folder = ::archive_entry_filetype(entry) == AE_IFDIR;
    if (name.empty()) {
      // The folder that the archive was made in, as tar writes it.
      if (!is_folder) refuse("an entry", "has no name");
      return {};
    }
    if (!is_wanted_(name)) return {};
    if (const std::string why = why_not_taken(name, entry); !why.empty()) {
      refuse(name, why);
      return {};
    }
    if (is_folder) {
      content_.entries.push_back({name, {}, std::nullopt});
      return {};
    }
    return write(name, entry);
  }

  static std::string why_not_taken(const std::string& name, ::archive_entry* entry) {
    if (std::string why = why_leads_out(name); !why.empty()) return why;
    if (::archive_entry_is_encrypted(entry) != 0) return "is encrypted";
    if (::archive_entry_hardlink(entry) != nullptr) return "is a hard link";
    switch (::archive_entry_filetype(entry)) {
      case AE_IFDIR:
      case AE_IFREG:
        return {};
      case AE_IFLNK:
        return "is a link";
      default:
        return "is neither a file nor a folder";
    }
  }

  Result<void> write(const std::string& name, ::archive_entry* entry) {
    const fs::path path = into_ / std::to_string(number_++);
    const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                             S_IRUSR | S_IWUSR));
    if (!fd) return system_error("cannot write " + path.string(), errno);
    ARBITER_TRY(why, write_data(fd.get()));
    if (!why.empty() || content_.is_bomb) {
      ::unlink(path.c_str());
      if (!why.empty()) refuse(name, why);
      return {};
    }
    ArchiveEntry written{name, path, std::nullopt, false};
    if (::archive_entry_mtime_is_set(entry) != 0) written.modified = ::archive_entry_mtime(entry);
    const int format = ::archive_format(archive_) & ARCHIVE_FORMAT_BASE_MASK;
    written.is_by_clock = format == ARCHIVE_FORMAT_ZIP || format == ARCHIVE_FORMAT_RAR;
    content_.entries.push_back(std::move(written));
    return {};
  }

  [[nodiscard]] bool is_suspicious() const {
    const std::int64_t packed = std::max<std::int64_t>(::archive_filter_bytes(archive_, -1), 1);
    return content_.bytes > limits_.unsuspicious && content_.bytes.count / packed > limits_.ratio;
  }

  /// Why the file is not as it should be, as words that follow its name.
  Result<std::string> write_data(int fd) {
    std::array<char, 65536> buffer{};
    Bytes size;
    while (true) {
      const la_ssize_t got = ::archive_read_data(archive_, buffer.data(), buffer.size());
      if (got == 0) return std::string();
      if (got == ARCHIVE_RETRY) continue;
      if (got < 0) return fmt::format("cannot be read: {}", quoted_failure(archive_));
      size.count += got;
      content_.bytes.count += got;
      if (content_.bytes > limits_.bytes) {
        stop(fmt::format("it is larger than {} when unpacked", show(limits_.bytes)));
        return std::string();
      }
      if (is_suspicious()) {
        stop(fmt::format("it grows to more than {} times its size when unpacked", limits_.ratio));
        return std::string();
      }
      if (size > limits_.of_file) return fmt::format("is larger than {}", show(limits_.of_file));
      ARBITER_CHECK(write_all(fd, {buffer.data(), static_cast<std::size_t>(got)}));
    }
  }

  ::archive* archive_;
  fs::path into_;
  std::size_t number_;
  const UnpackLimits& limits_;
  const std::function<bool(std::string_view)>& is_wanted_;
  ArchiveContent content_;
};

}  // namespace

bool is_any_archive_name(std::string_view name) {
  return !ending_of(name).empty();
}

std::string without_archive_ending(std::string_view name) {
  return std::string(name.substr(0, name.size() - ending_of(name).size()));
}

Result<ArchiveContent> unpack_entries(const fs::path& archive, const fs::path& into,
                                      std::size_t first, const UnpackLimits& limits,
                                      const std::function<bool(std::string_view)>& is_wanted) {
  const Utf8Locale locale;
  const auto broken = [](std::string why) {
    ArchiveContent content;
    content.damage = std::move(why);
    return content;
  };
  // The file may be a pipe that nobody ever writes to.
  const auto fd = open_read(archive, Links::refuse);
  if (!fd) return broken(fd.error().message);
  struct stat info {};
  if (::fstat(fd->get(), &info) != 0 || !S_ISREG(info.st_mode)) {
    return broken("it is not a regular file");
  }
  if (info.st_size == 0) return broken("it is empty");
  ArchivePtr reader = new_reader();
  if (!reader) return judge_error("out of memory");
  constexpr std::size_t k_block = 65536;
  if (::archive_read_open_fd(reader.get(), fd->get(), k_block) != ARCHIVE_OK) {
    return broken(fmt::format("this archive cannot be read: {}", quoted_failure(reader.get())));
  }
  return EntryUnpacker(reader.get(), into, first, limits, is_wanted).run();
}

}  // namespace arbiter::package
