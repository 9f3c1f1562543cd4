#include "package/archive/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/file.hpp"
#include "base/text.hpp"
#include "base/unique_fd.hpp"
#include "model/problem.hpp"
#include "package/archive/archive_reader.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_most_entries = 200'000;
constexpr std::size_t k_most_links = 10'000;
constexpr Bytes k_most_bytes = mib(2048);
constexpr Bytes k_longest_link{4096};

Error refused_entry(std::string_view name, std::string_view why) {
  return package_error(fmt::format("the entry '{}' {}", printable(clipped(name)), why));
}

/// What systems add to archives that a person makes by hand.
bool is_litter(std::string_view name) {
  return name.starts_with("__MACOSX/") || name == ".DS_Store" || name.ends_with("/.DS_Store");
}

Error too_large() {
  return package_error(fmt::format("it is larger than {} when unpacked", show(k_most_bytes)));
}

Error too_many(std::size_t most, std::string_view what) {
  return package_error(fmt::format("it has more than {} {}", most, what));
}

/// Refuses by its own words what is too large, so that an honest bomb costs no space at all.
Result<void> check_claims(::archive* archive) {
  std::size_t entries = 0;
  std::size_t links = 0;
  Bytes left = k_most_bytes;
  ::archive_entry* entry = nullptr;
  while (::archive_read_next_header(archive, &entry) == ARCHIVE_OK) {
    if (entries++ == k_most_entries) return too_many(k_most_entries, "entries");
    const bool is_link = ::archive_entry_filetype(entry) == AE_IFLNK;
    if (is_link && links++ == k_most_links) return too_many(k_most_links, "links");
    const Bytes size{::archive_entry_size_is_set(entry) != 0 ? ::archive_entry_size(entry) : 0};
    if (size > left) return too_large();
    left.count -= std::max(size.count, std::int64_t{0});
  }
  return {};
}

/// Unpacks entry by entry. Links are made last, so that nothing is ever written through one.
class Unpacker {
 public:
  Unpacker(::archive* archive, fs::path root) : archive_(archive), root_(std::move(root)) {}

  Result<void> run() {
    ::archive_entry* entry = nullptr;
    for (std::size_t entries = 0;; ++entries) {
      const int status = ::archive_read_next_header(archive_, &entry);
      if (status == ARCHIVE_EOF) return make_links();
      if (status != ARCHIVE_OK) return package_error(quoted_failure(archive_));
      if (entries == k_most_entries) return too_many(k_most_entries, "entries");
      ARBITER_CHECK(unpack_entry(entry));
    }
  }

 private:
  struct Link {
    std::string name;
    std::string target;
  };

  Result<void> unpack_entry(::archive_entry* entry) {
    const char* text = ::archive_entry_pathname(entry);
    const std::string name = text == nullptr ? std::string() : text;
    if (const std::string why = why_no_entry_name(name); !why.empty()) {
      return refused_entry(name, why);
    }
    if (is_litter(name)) return {};
    if (::archive_entry_is_encrypted(entry) != 0) return refused_entry(name, "is encrypted");
    if (::archive_entry_hardlink(entry) != nullptr) return refused_entry(name, "is a hard link");
    switch (::archive_entry_filetype(entry)) {
      case AE_IFDIR:
        return make_folders(name, root_ / name);
      case AE_IFLNK:
        return note_link(name, entry);
      case AE_IFREG:
        return write(name, entry);
      default:
        return refused_entry(name, "is neither a file nor a folder nor a link");
    }
  }

  Result<void> note_link(const std::string& name, ::archive_entry* entry) {
    const char* text = ::archive_entry_symlink(entry);
    const std::string target = text == nullptr ? std::string() : text;
    const bool is_short = static_cast<std::int64_t>(target.size()) < k_longest_link.count;
    if (!is_short || !stays_inside(name, target)) {
      return refused_entry(
          name, fmt::format("is a link that leads out, to '{}'", printable(clipped(target))));
    }
    if (links_.size() == k_most_links) return too_many(k_most_links, "links");
    links_.push_back({name, target});
    return {};
  }

  Result<void> make_folders(const std::string& name, const fs::path& folder) const {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (!failed && fs::is_directory(folder, failed)) return {};
    if (failed == std::errc::not_a_directory || failed == std::errc::file_exists || !failed) {
      return refused_entry(name, "is inside an entry that is a file");
    }
    return system_error("cannot make " + folder.string(), failed.value());
  }

  Result<void> write(const std::string& name, ::archive_entry* entry) {
    const fs::path path = root_ / name;
    ARBITER_CHECK(make_folders(name, path.parent_path()));
    const bool is_program = (::archive_entry_perm(entry) & S_IXUSR) != 0;
    const mode_t mode = is_program ? S_IRWXU : S_IRUSR | S_IWUSR;
    const UniqueFd fd(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (!fd && errno == EEXIST) return refused_entry(name, "is there twice");
    if (!fd) return system_error("cannot write " + path.string(), errno);
    // Nobody may say that a file is small and then fill the disk.
    const Bytes said{::archive_entry_size_is_set(entry) != 0 ? ::archive_entry_size(entry)
                                                             : left_.count};
    if (said > left_) return too_large();
    return write_data(name, fd.get(), said);
  }

  Result<void> write_data(const std::string& name, int fd, Bytes most) {
    std::array<char, 65536> buffer{};
    while (true) {
      const la_ssize_t got = ::archive_read_data(archive_, buffer.data(), buffer.size());
      if (got == 0) return {};
      if (got < 0) {
        return package_error(fmt::format("the entry '{}' cannot be read: {}",
                                         printable(clipped(name)), quoted_failure(archive_)));
      }
      left_.count -= got;
      most.count -= got;
      if (left_.count < 0) return too_large();
      if (most.count < 0) return refused_entry(name, "is longer than the archive says");
      ARBITER_CHECK(write_all(fd, {buffer.data(), static_cast<std::size_t>(got)}));
    }
  }

  Result<void> make_links() {
    // No link lies below another, so all folders are ours and none is reached through a link.
    for (const Link& link : links_)
      ARBITER_CHECK(make_folders(link.name, (root_ / link.name).parent_path()));
    for (const Link& link : links_) {
      const fs::path path = root_ / link.name;
      std::error_code failed;
      fs::create_symlink(link.target, path, failed);
      if (!failed) continue;
      if (failed == std::errc::file_exists) return refused_entry(link.name, "is there twice");
      return system_error("cannot make " + path.string(), failed.value());
    }
    return {};
  }

  ::archive* archive_;
  fs::path root_;
  std::vector<Link> links_;
  Bytes left_ = k_most_bytes;
};

/// The problem lies in `top`, or in the only folder there.
fs::path problem_in(const fs::path& top) {
  std::error_code failed;
  const auto is_there = [&](std::string_view name) {
    return fs::symlink_status(top / name, failed).type() != fs::file_type::not_found;
  };
  if (is_there("data") || std::ranges::any_of(model::k_main_files, is_there)) return top;
  std::vector<fs::path> folders;
  for (fs::directory_iterator it(top, failed); !failed && it != fs::directory_iterator();
       it.increment(failed)) {
    if (it->symlink_status(failed).type() == fs::file_type::directory) {
      folders.push_back(it->path());
    }
  }
  return folders.size() == 1 ? folders.front() : top;
}

Result<ArchivePtr> open_archive(const fs::path& archive, int (*support)(::archive*),
                                std::string_view kind) {
  ArchivePtr reader(::archive_read_new());
  if (!reader) return judge_error("out of memory");
  constexpr std::size_t k_block = 65536;
  support(reader.get());
  if (::archive_read_open_filename(reader.get(), archive.c_str(), k_block) != ARCHIVE_OK) {
    return package_error(
        fmt::format("it is not a {} archive: {}", kind, quoted_failure(reader.get())));
  }
  return reader;
}

Result<void> unpack_into(const fs::path& archive, const fs::path& top, int (*support)(::archive*),
                         std::string_view kind) {
  const Utf8Locale locale;
  {
    ARBITER_TRY(reader, open_archive(archive, support, kind));
    ARBITER_CHECK(check_claims(reader.get()));
  }
  ARBITER_TRY(reader, open_archive(archive, support, kind));
  return Unpacker(reader.get(), top).run();
}

}  // namespace

bool is_archive_name(const fs::path& path) {
  const std::string extension = path.extension().string();
  return extension == ".zip" || extension == ".kpp" || extension == ".ZIP" || extension == ".KPP";
}

bool is_archive(const fs::path& path) {
  std::error_code failed;
  return is_archive_name(path) && !fs::is_directory(path, failed);
}

Result<Unpacked> unpack(const fs::path& archive) {
  const auto within = [&](Error error) {
    return std::move(error).within("unpacking " + archive.string());
  };
  // The file may be a pipe that nobody ever writes to.
  const auto readable = MappedFile::open(archive);
  if (!readable) {
    Error error = readable.error();
    error.kind = ErrorKind::usage;
    return error;
  }
  ARBITER_TRY(folder, TempDir::make("arbiter-package"));
  fs::path name = archive.stem();
  if (name == "." || name == "..") name = "package";
  const fs::path top = folder.path() / name;
  std::error_code failed;
  if (!fs::create_directory(top, failed)) {
    return within(system_error("cannot make " + top.string(), failed.value()));
  }
  if (auto done = unpack_into(archive, top, ::archive_read_support_format_zip_seekable, "ZIP");
      !done)
    return within(std::move(done).error());
  fs::path root = problem_in(top);
  return Unpacked{std::move(folder), std::move(root)};
}

Result<void> unpack_tar(const fs::path& archive, const fs::path& into) {
  return unpack_into(archive, into, ::archive_read_support_format_tar, "tar");
}

}  // namespace arbiter::package
