#include "store/hash.hpp"

#include <openssl/evp.h>

#include <array>
#include <cstdint>
#include <stdexcept>

namespace arbiter::store {
namespace {

/// Looked up once, which takes longer than hashing a line.
const EVP_MD* algorithm() {
  static EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return fetched;
}

}  // namespace

Sha256::Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
  // OpenSSL without SHA-256 is no OpenSSL: nothing sensible could go on from here.
  if (context_ == nullptr || EVP_DigestInit_ex(context_.get(), algorithm(), nullptr) != 1) {
    throw std::runtime_error("SHA-256 is not available");
  }
}

void Sha256::add(std::string_view bytes) {
  EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size());
}

void Sha256::add_field(std::string_view bytes) {
  add(std::to_string(bytes.size()));
  add(":");
  add(bytes);
}

void Sha256::add_words(const std::vector<std::string>& words) {
  add_field(std::to_string(words.size()));
  for (const std::string& word : words)
    add_field(word);
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  EVP_DigestFinal_ex(context_.get(), digest.data(), &size);
  return hex_of({reinterpret_cast<const char*>(digest.data()), size});
}

std::string hex_of(std::string_view bytes) {
  constexpr std::string_view k_digits = "0123456789abcdef";
  std::string hex;
  for (const char c : bytes) {
    const auto byte = static_cast<std::uint8_t>(c);
    hex += k_digits[byte >> 4U];
    hex += k_digits[byte & 15U];
  }
  return hex;
}

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex();
}

}  // namespace arbiter::store
