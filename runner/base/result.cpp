#include "base/result.hpp"

#include <system_error>

namespace arbiter {

int exit_status(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return 2;
    case ErrorKind::invalid_package:
      return 3;
    case ErrorKind::judge:
    case ErrorKind::not_executable:
      return 5;
    case ErrorKind::nothing_matched:
      return 4;
    case ErrorKind::interrupted:
      return 130;
  }
  return 5;
}

std::string Error::text() const {
  std::string all;
  for (auto it = context.rbegin(); it != context.rend(); ++it) {
    all += *it + ": ";
  }
  return all + message;
}

Error Error::within(std::string what) && {
  context.push_back(std::move(what));
  return std::move(*this);
}

Error usage_error(std::string message, std::string help) {
  return {ErrorKind::usage, std::move(message), {}, std::move(help)};
}

Error package_error(std::string message, std::string help) {
  return {ErrorKind::invalid_package, std::move(message), {}, std::move(help)};
}

Error judge_error(std::string message, std::string help) {
  return {ErrorKind::judge, std::move(message), {}, std::move(help)};
}

Error system_error(std::string what, int error_number) {
  Error error;
  error.message = std::move(what) + ": " + std::generic_category().message(error_number);
  return error;
}

}  // namespace arbiter
