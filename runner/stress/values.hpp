#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "model/stress.hpp"

namespace arbiter::stress {

/// Adds what stands between the blanks of an input: whole numbers as such, else characters.
void add_values(std::string_view input, model::InputValues& values);

/// What `accepts` takes in `input` in place of what is in `values`: letters that are not among
/// them, each in place of another one, and smaller and larger numbers in place of the least and the
/// most; the numbers are only set where there are such. Error: that of `accepts`.
Result<model::InputValues> values_beyond(
    std::string_view input, const model::InputValues& values,
    const std::function<Result<bool>(const std::string&)>& accepts);

}  // namespace arbiter::stress
