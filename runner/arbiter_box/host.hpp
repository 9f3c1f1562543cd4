#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "arbiter_box/lives.hpp"
#include "base/result.hpp"

namespace arbiter::arbiter_box {

/// An id that owns nothing, for box number `box`, out of those that this process's own user
/// namespace has, as its `map` (/proc/self/uid_map) tells. In a container these can be few; then
/// one of the last is taken that neither `names` (/etc/passwd or /etc/group) nor custom gives to
/// anybody. Error: there is no such id.
Result<unsigned> unused_id(std::string_view map, std::string_view names, int box);

/// Where the control groups of boxes belong on this host.
struct Site {
  V1Parents v1;
  std::string v2;
};

/// Finds them, and removes the groups of dead nurseries if `options` asks for it. Error: a way of
/// isolation with control groups of version 2 that cannot be had here.
Result<Site> survey(const Options& options);

/// The control groups of this process's box `number`, as its way of isolation asks. Error: they
/// cannot be had here.
Result<std::unique_ptr<Accountant>> make_accountant(Mode mode, const Site& site, int number);

}  // namespace arbiter::arbiter_box
