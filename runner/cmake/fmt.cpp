// The one place that compiles fmt's own sources. Debian ships only a shared library of them, which
// the static arbiter-box cannot link, and to compile them in every file (FMT_HEADER_ONLY) took more
// than half of the build. What fmt's headers declare `extern template` is instantiated here.

#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

template dragonbox::decimal_fp<float> dragonbox::to_decimal(float) noexcept;
template dragonbox::decimal_fp<double> dragonbox::to_decimal(double) noexcept;

// Only declared in fmt's headers; its times need it.
template locale_ref::locale_ref(const std::locale&);
template std::locale locale_ref::get<std::locale>() const;

template thousands_sep_result<char> thousands_sep_impl(locale_ref);
template thousands_sep_result<wchar_t> thousands_sep_impl(locale_ref);
template char decimal_point_impl(locale_ref);
template wchar_t decimal_point_impl(locale_ref);

}  // namespace detail
FMT_END_NAMESPACE
