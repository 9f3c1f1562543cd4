#include "serve/request.hpp"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <iterator>
#include <utility>

#include "base/text.hpp"
#include "store/hash.hpp"

namespace arbiter::serve {
namespace {

constexpr std::size_t k_token_bytes = 16;
constexpr std::size_t k_longest_name = 100;
constexpr std::string_view k_more = "; connect-src 'self'; frame-ancestors 'none'";

std::string decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view digits = text.substr(i + 1, 2);
    unsigned char byte = 0;
    const char* const end = digits.data() + digits.size();
    const bool is_coded = text[i] == '%' && digits.size() == 2 &&
                          std::from_chars(digits.data(), end, byte, 16).ptr == end;
    plain += is_coded ? static_cast<char>(byte) : text[i] == '+' ? ' ' : text[i];
    if (is_coded) i += 2;
  }
  return plain;
}

bool is_safe(char letter) {
  const char small = static_cast<char>(letter | 0x20);
  return (small >= 'a' && small <= 'z') || (letter >= '0' && letter <= '9') ||
         std::string_view("._-+").find(letter) != std::string_view::npos;
}

/// Takes a time that does not tell where they part.
bool is_same_secret(std::string_view given, std::string_view secret) {
  unsigned int difference = given.size() == secret.size() ? 0 : 1;
  for (std::size_t i = 0; i < given.size(); ++i)
    difference |= static_cast<unsigned char>(given[i] ^ secret[i % secret.size()]);
  return difference == 0;
}

/// A page of another server whose name leads here (DNS rebinding) sends that name.
bool is_own(std::string_view host, std::uint16_t port) {
  return host == fmt::format("127.0.0.1:{}", port) || host == fmt::format("localhost:{}", port);
}

}  // namespace

Result<std::string> make_token() {
  std::array<char, k_token_bytes> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    return system_error("cannot make a token", errno);
  }
  return store::hex_of({bytes.data(), bytes.size()});
}

Target split_target(std::string_view target) {
  const std::size_t end = std::min(target.find('?'), target.size());
  Target parts{{}, std::string(target.substr(std::min(end + 1, target.size())))};
  if (!target.starts_with('/')) return parts;
  for (const std::string_view word : split(target.substr(1, end - 1), '/'))
    parts.words.emplace_back(word);
  return parts;
}

std::string query_value(std::string_view query, std::string_view name) {
  for (const std::string_view pair : split(query, '&')) {
    const std::size_t equals = std::min(pair.find('='), pair.size());
    if (pair.substr(0, equals) == name)
      return decoded(pair.substr(std::min(equals + 1, pair.size())));
  }
  return {};
}

std::string safe_name(std::string_view name) {
  std::string safe(name.substr(name.find_last_of("/\\") + 1));  // npos + 1 is 0
  safe.erase(0, safe.size() - std::min(safe.size(), k_longest_name));
  std::ranges::replace_if(
      safe, [](char letter) { return !is_safe(letter); }, '_');
  if (safe.empty()) return "program";
  if (safe.front() == '.' || safe.front() == '-') safe.front() = '_';
  return safe;
}

std::optional<Response> refused(const Request& request, const Door& door) {
  const Target target = split_target(request.target);
  if (target.words.empty() || !is_same_secret(target.words.front(), door.token)) {
    return Response{404, "not found\n"};
  }
  if (!is_own(request.host, door.port)) return Response{403, "the server has another name\n"};
  const bool is_own_page = request.origin.starts_with("http://") &&
                           is_own(std::string_view(request.origin).substr(7), door.port);
  if (!request.origin.empty() && !is_own_page) return Response{403, "this is a foreign page\n"};
  if (request.method == "GET") return std::nullopt;
  if (request.method != "POST") return Response{405, "use GET or POST\n"};
  // A form of a foreign page can set no header, and a script of one only if it is allowed to.
  if (is_own_page || request.own_sign == "1") return std::nullopt;
  return Response{403, "POST needs the header X-Arbiter: 1\n"};
}

std::string head_of(const Response& response) {
  // A status needs no words.
  std::string head = fmt::format("HTTP/1.1 {} \r\n", response.status);
  const auto add = [&head](std::string_view name, const std::string& value) {
    if (!value.empty()) head += fmt::format("{}: {}\r\n", name, value);
  };
  const bool has_body = response.status != 204 && response.status != 304;
  const bool has_length = has_body && response.topic.empty();
  add("Content-Type", has_body ? response.type : "");
  add("Content-Length", has_length ? std::to_string(response.body.size()) : "");
  add("Content-Security-Policy", response.policy);
  add("Location", response.location);
  add("ETag", response.tag.empty() ? "" : '"' + response.tag + '"');
  add("Retry-After", response.status == 503 ? "1" : "");
  return head +
         "Cache-Control: no-store\r\n"
         "Connection: close\r\n"
         "Cross-Origin-Opener-Policy: same-origin\r\n"
         "Cross-Origin-Resource-Policy: same-origin\r\n"
         "Referrer-Policy: no-referrer\r\n"
         "X-Content-Type-Options: nosniff\r\n\r\n";
}

std::string event_of(std::string_view name, std::string_view text) {
  std::string event = fmt::format("event: {}\n", name);
  for (const std::string_view line : split(text, '\n')) {
    event += "data: ";
    std::ranges::remove_copy(line, std::back_inserter(event), '\r');
    event += '\n';
  }
  return event + '\n';
}

Response report_response(std::string html, std::string_view judge_place) {
  constexpr std::string_view k_own = R"(<meta http-equiv="Content-Security-Policy" content=")";
  Response response{200, std::move(html), "text/html; charset=utf-8"};
  const std::size_t own = response.body.find(k_own);
  const std::size_t end = response.body.find("\">", own + k_own.size());
  if (own == std::string::npos || end == std::string::npos) return {500, "a page has no policy\n"};
  const std::size_t from = own + k_own.size();
  response.policy = response.body.substr(from, end - from).append(k_more);
  response.body.replace(own, end + 2 - own,
                        fmt::format(R"(<meta name="arbiter-served" content="{}">)", judge_place));
  return response;
}

}  // namespace arbiter::serve
