#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct evp_md_ctx_st;  // of OpenSSL

namespace arbiter::store {

/// A SHA-256 in the making. Keys of caches are made of content that submissions choose, so the
/// hash has to be a cryptographic one.
class Sha256 {
 public:
  Sha256();

  /// Adds bytes as they are.
  void add(std::string_view bytes);
  /// Adds a field with its length before it, so that no two lists of fields look the same.
  void add_field(std::string_view bytes);
  /// Adds how many there are, and each as a field.
  void add_words(const std::vector<std::string>& words);
  /// 64 lower-case hex digits; nothing may be added afterwards.
  std::string hex();

 private:
  std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> context_;
};

/// Two lower-case hex digits for each byte.
std::string hex_of(std::string_view bytes);

/// The SHA-256 of `bytes` in hex, as sha256sum prints it.
std::string sha256(std::string_view bytes);

}  // namespace arbiter::store
