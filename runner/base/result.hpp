#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace arbiter {

/// Who is at fault for an error; decides the exit status of the program (see `exit_status`).
enum class ErrorKind {
  usage,            ///< the command line is wrong
  invalid_package,  ///< a problem folder or a file in it is wrong
  judge,            ///< the judge failed: no sandbox, full disk, missing toolchain
  nothing_matched,  ///< a filter left nothing to do
  interrupted,      ///< the user stopped the program
  not_executable,   ///< the judge failed: a program that a box was asked to run cannot be started
};

/// The exit status of `arbiter` for an error: 2, 3, 5, 4, 130 or 5 in the order of ErrorKind.
int exit_status(ErrorKind kind);

/// Why something that was expected to fail at times failed. Never says that a submission is bad:
/// that is data (model::Verdict).
struct Error {
  ErrorKind kind = ErrorKind::judge;
  std::string message;               ///< one sentence without a final full stop
  std::vector<std::string> context;  ///< what was being done, innermost first
  std::string help;                  ///< the remedy; may be empty

  /// "context2: context1: message".
  [[nodiscard]] std::string text() const;
  /// The same error, with what was being done around it.
  [[nodiscard]] Error within(std::string what) &&;
};

/// Errors of the kinds that most are of, with the remedy if there is one.
Error usage_error(std::string message, std::string help = {});
Error package_error(std::string message, std::string help = {});
Error judge_error(std::string message, std::string help = {});

/// An Error{judge} that ends in the text of `error_number` (errno).
Error system_error(std::string what, int error_number);

/// A value, or why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): `return value;` is the point of the type.
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  // NOLINTNEXTLINE(google-explicit-constructor): so is `return Error{…};`.
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  Error& error() & { return std::get<1>(state_); }
  const Error& error() const& { return std::get<1>(state_); }
  Error&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or why it failed.
template <>
class [[nodiscard]] Result<void> : public Result<std::monostate> {
 public:
  using Result<std::monostate>::Result;
  Result() : Result<std::monostate>(std::monostate{}) {}
};

}  // namespace arbiter

#define ARBITER_CONCAT_INNER(a, b) a##b
#define ARBITER_CONCAT(a, b) ARBITER_CONCAT_INNER(a, b)

/// `ARBITER_TRY(name, expression)`: declares `name` from the value of a Result, or returns its
/// error from the enclosing function.
// NOLINTBEGIN(bugprone-macro-parentheses): a name that is declared takes none
#define ARBITER_TRY(name, expression)                         \
  auto ARBITER_CONCAT(try_, __LINE__) = (expression);         \
  if (!ARBITER_CONCAT(try_, __LINE__)) {                      \
    return std::move(ARBITER_CONCAT(try_, __LINE__)).error(); \
  }                                                           \
  auto name = std::move(ARBITER_CONCAT(try_, __LINE__)).value()
// NOLINTEND(bugprone-macro-parentheses)

/// The same for a variable or member that is there already: `ARBITER_SET(target, expression)`.
// NOLINTBEGIN(bugprone-macro-parentheses): a target may be several words
#define ARBITER_SET(target, expression)               \
  if (auto arbiter_set = (expression); arbiter_set) { \
    target = std::move(arbiter_set).value();          \
  } else {                                            \
    return std::move(arbiter_set).error();            \
  }                                                   \
  static_assert(true, "")
// NOLINTEND(bugprone-macro-parentheses)

/// The same for a Result<void>.
#define ARBITER_CHECK(expression)                              \
  if (auto arbiter_checked = (expression); !arbiter_checked) { \
    return std::move(arbiter_checked).error();                 \
  }                                                            \
  static_assert(true, "")
