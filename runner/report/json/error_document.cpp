#include "report/json/error_document.hpp"

#include <nlohmann/json.hpp>

namespace arbiter::report {

std::string error_document(const Error& error, int status) {
  nlohmann::ordered_json document;
  document["schema"] = "arbiter/error/1";
  document["status"] = status;
  document["message"] = error.text();
  document["help"] = error.help;
  constexpr auto k_replace = nlohmann::ordered_json::error_handler_t::replace;
  return document.dump(2, ' ', false, k_replace) + "\n";
}

}  // namespace arbiter::report
