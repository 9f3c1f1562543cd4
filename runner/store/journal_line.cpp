#include "store/journal_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

#include "store/hash.hpp"

namespace arbiter::store {
namespace {

constexpr std::string_view k_sum_field = "{\"sum\":\"";
constexpr std::string_view k_kind = "\"kind\":\"";
constexpr std::string_view k_key = "\",\"key\":\"";
constexpr std::string_view k_value = "\",\"value\":";
constexpr std::size_t k_digits = 16;
constexpr std::size_t k_read_at_once = std::size_t{1} << 18;
constexpr std::size_t k_longest_line = std::size_t{16} << 20;

std::string sum_of(std::string_view bytes) {
  return sha256(bytes).substr(0, k_digits);
}

bool skip(std::string_view& rest, std::string_view what) {
  if (!rest.starts_with(what)) return false;
  rest.remove_prefix(what.size());
  return true;
}

/// All up to `end`, which is skipped, too.
std::optional<std::string_view> until(std::string_view& rest, std::string_view end) {
  const std::size_t at = rest.find(end);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view taken = rest.substr(0, at);
  rest.remove_prefix(at + end.size());
  return taken;
}

}  // namespace

std::string journal_line(std::string_view kind, std::string_view key, std::string_view value) {
  while (value.ends_with('\n'))
    value.remove_suffix(1);
  const std::string rest = fmt::format("{}{}{}{}{}{}}}", k_kind, kind, k_key, key, k_value, value);
  return fmt::format("{}{}\",{}", k_sum_field, sum_of(rest), rest);
}

std::optional<JournalRecord> read_journal_line(std::string_view line) {
  std::string_view rest = line;
  if (!skip(rest, k_sum_field)) return std::nullopt;
  const auto sum = until(rest, "\",");
  if (!sum || sum->size() != k_digits || sum_of(rest) != *sum) return std::nullopt;
  if (!skip(rest, k_kind)) return std::nullopt;
  const auto kind = until(rest, k_key);
  if (!kind) return std::nullopt;
  const auto key = until(rest, k_value);
  if (!key || !rest.ends_with('}')) return std::nullopt;
  rest.remove_suffix(1);
  return JournalRecord{*kind, *key, rest};
}

bool begins_as_journal_line(std::string_view line) {
  return line.starts_with(k_sum_field) || (!line.empty() && k_sum_field.starts_with(line));
}

Result<void> for_each_line(int descriptor, std::uint64_t from,
                           const std::function<void(std::string_view, std::uint64_t)>& see) {
  std::string pending;  // the line that began at `begin`, as far as it was read
  std::string buffer(k_read_at_once, '\0');
  std::uint64_t begin = from;
  std::uint64_t offset = from;
  bool is_too_long = false;
  while (true) {
    const ssize_t got =
        ::pread(descriptor, buffer.data(), buffer.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("cannot read the journal", errno);
    if (got == 0) break;
    std::string_view chunk(buffer.data(), static_cast<std::size_t>(got));
    offset += chunk.size();
    for (std::size_t end = chunk.find('\n'); end != std::string_view::npos;
         end = chunk.find('\n')) {
      pending += chunk.substr(0, end);
      see(is_too_long ? std::string_view() : std::string_view(pending), begin);
      begin = offset - chunk.size() + end + 1;
      is_too_long = false;
      pending.clear();
      chunk.remove_prefix(end + 1);
    }
    pending += chunk;
    if (pending.size() > k_longest_line) {
      is_too_long = true;
      pending.clear();
    }
  }
  if (!pending.empty() || is_too_long) {
    see(is_too_long ? std::string_view() : std::string_view(pending), begin);
  }
  return {};
}

}  // namespace arbiter::store
