#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace arbiter::serve {

/// What a browser asks for. Everything in it is a stranger's until it has been checked.
struct Request {
  std::string method;
  std::string target;  ///< as it was sent: path and query
  std::string host;    ///< empty: not sent, as the next three
  std::string origin;
  std::string own_sign;   ///< of the header X-Arbiter
  std::string known_tag;  ///< of If-None-Match: the tag of what the page shows
  std::string body;
};

/// What it gets.
struct Response {
  int status = 200;
  std::string body;
  std::string type = "text/plain; charset=utf-8";
  std::string location{};  ///< of 201 and 303
  std::string tag{};       ///< ETag; empty: none
  std::string topic{};  ///< of a stream: `body` begins it, what is published on the topic follows
  std::string policy = "default-src 'none'";  ///< Content-Security-Policy
};

/// Gives the answer; called once, in the server's thread.
using Reply = std::function<void(Response)>;

/// What only the user who started the server knows, and what everybody may.
struct Door {
  std::string token;
  std::uint16_t port = 0;
};

/// 128 random bits in hex. Error{judge}: the system has none.
Result<std::string> make_token();

/// The words of a target and what follows its question mark: "/a/?x=1" is {"a", ""} and "x=1".
/// Nothing is decoded in words, so a word that needs it is none that is known.
struct Target {
  std::vector<std::string> words;
  std::string query;
};
Target split_target(std::string_view target);

/// The value of that name in a query, decoded; empty where there is none.
std::string query_value(std::string_view query, std::string_view name);

/// A name for a new file: the last part of a path in which anything but letters, digits and "._-+"
/// became "_"; not hidden, no flag, never empty, the last 100 bytes at most.
std::string safe_name(std::string_view name);

/// Why the request is not answered; none if it is: it knows the token, calls the server by its own
/// name, and comes from one of its pages if a page sent it. What changes things must not come from
/// a foreign page that hides where it is from.
std::optional<Response> refused(const Request& request, const Door& door);

/// The response up to its body, as HTTP/1.1 sends it. The connection is closed after each.
std::string head_of(const Response& response);

/// One server-sent event. Its text arrives as it is, but for carriage returns, which end lines.
std::string event_of(std::string_view name, std::string_view text);

/// The response for a page that can also be opened as a file. Such a page has a policy of its own,
/// as the first <meta> element of that kind: it goes into the header, with what a served page may
/// besides, which is to ask this server, and must not, which is to be framed. In its place the page
/// gets <meta name="arbiter-served" content="PLACE">, from which its scripts know that "data" and
/// "events" are there to ask for, and where submissions are judged; empty: nowhere.
Response report_response(std::string html, std::string_view judge_place);

}  // namespace arbiter::serve
