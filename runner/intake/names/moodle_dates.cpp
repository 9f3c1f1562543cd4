#include "intake/names/moodle_dates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <regex>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "intake/names/month_names.hpp"
#include "intake/names/names.hpp"

namespace arbiter::intake {
namespace {

/// What stands beside hours of the first half of a day, and of the second; folded.
constexpr std::string_view k_forenoon =
    "am|a.m.|a. "
    "m.|vm.|p.d.|ص|上午|午前|오전|π.μ.|πμ|de.|f.h.|r.n.|f.m.|fm|дп|öö|pg|ق.ظ.|sa|dop.|ap.|"
    "ก่อนเที่ยง|atm|претпл.|पूर्वाह्न|ጥዋት|sf|ү.ө.|ب.ن|bn|i.b.|go.öň|to|ກ່ອນທ່ຽງ|priekšp.|priešpiet|тң|gh";
constexpr std::string_view k_afternoon =
    "pm|p.m.|p. "
    "m.|nm.|m.d.|م|下午|午後|오후|μ.μ.|μμ|du.|e.h.|i.n.|e.m.|em|пп|ös|ptg|ب.ظ.|ch|odp.|ip.|"
    "หลังเที่ยง|ptm|попл.|अपराह्न|ከሰዓት|ym|ү.х.|د.ن|pn|e.b.|go.soň|tk|ຫຼັງທ່ຽງ|pēcp.|popiet|тк|gd|pop.";

/// Days of the week in Croatian, whose October is the November of Poland and the Czech Republic.
constexpr std::string_view k_croatian_days =
    "ponedjeljak|utorak|srijeda|četvrtak|petak|subota|nedjelja";

bool is_among(std::string_view text, std::string_view words) {
  return std::ranges::count(split(words, '|'), text) > 0;
}

/// " word word ", so that a blank is where words begin and end.
std::string spaced(std::string_view text) {
  return fmt::format(" {} ", fmt::join(words_of(text), " "));
}

struct MonthName {
  std::string words;  ///< spaced()
  int month = 0;
};

std::vector<MonthName> all_month_names() {
  std::vector<MonthName> all;
  for (std::size_t month = 0; month < k_month_names.size(); ++month) {
    for (const std::string_view name : split(k_month_names[month], '|'))
      all.push_back({spaced(name), static_cast<int>(month) + 1});
  }
  std::ranges::stable_sort(all, std::greater{},
                           [](const MonthName& name) { return name.words.size(); });
  return all;
}

/// The month that is named in a date. Endings that some languages add do not count.
std::optional<int> month_in(const std::string& date) {
  static const std::vector<MonthName> k_names = all_month_names();
  const std::string text = spaced(date);
  if (text.find(" listopad") != std::string::npos) {
    const auto words = words_of(date);
    return std::ranges::any_of(
               words, [](const std::string& word) { return is_among(word, k_croatian_days); })
               ? 10
               : 11;
  }
  for (const bool is_whole : {true, false}) {
    for (const auto& [name, month] : k_names) {
      const std::size_t length = name.size() - (is_whole ? 0 : 1);
      if (text.find(std::string_view(name).substr(0, length)) != std::string::npos) return month;
    }
  }
  return std::nullopt;
}

/// What the text around a time says of the half of the day; false if it says what nobody knows.
bool apply_half(const std::string& before, const std::string& after, int& hour) {
  static const std::regex k_last_word(R"((?:^|[\s,])([^\s,\d]+)[\s,]*$)");
  std::string word(trimmed(after));
  std::smatch found;
  const bool is_plain = word.empty() || word == "uhr" || word == "h" || word.starts_with("(e)tan");
  if (is_plain) word = std::regex_search(before, found, k_last_word) ? found.str(1) : "";
  const bool is_forenoon = is_among(word, k_forenoon);
  const bool is_afternoon = is_among(word, k_afternoon);
  if (is_afternoon && hour < 12) hour += 12;
  if (is_forenoon && hour == 12) hour = 0;
  return is_plain || is_forenoon || is_afternoon;
}

/// Year, month and day of the text before the time.
bool read_day(const std::string& text, ClockTime& time) {
  static const std::regex k_number(R"(\d+)");
  std::vector<std::string> numbers;
  for (std::sregex_iterator it(text.begin(), text.end(), k_number), end; it != end; ++it)
    numbers.push_back(it->str());
  const auto year =
      std::ranges::find_if(numbers, [](const std::string& number) { return number.size() == 4; });
  if (year == numbers.end()) return false;
  const bool begins_with_year = year == numbers.begin();
  time.year = number_in<int>(*year).value_or(0);
  numbers.erase(year);
  if (numbers.empty() || numbers.size() > 2) return false;
  const auto month =
      numbers.size() == 1 ? month_in(text) : number_in<int>(numbers[begins_with_year ? 0 : 1]);
  const auto day = number_in<int>(numbers[numbers.size() == 2 && begins_with_year ? 1 : 0]);
  time.month = month.value_or(0);
  time.day = day.value_or(0);
  constexpr int k_first_year = 1990;  // other calendars count otherwise
  constexpr int k_last_year = 2200;
  return time.year >= k_first_year && time.year <= k_last_year && time.month >= 1 &&
         time.month <= 12 && time.day >= 1 && time.day <= 31;
}

}  // namespace

std::optional<ClockTime> parse_moodle_time(std::string_view said) {
  // A time stands last, but for what half of the day it is in.
  static const std::regex k_form(R"(^([\s\S]*?[^\d.:])(\d{1,2})[:.h](\d\d)(?:[:.](\d\d))?(\D*)$)");
  constexpr std::size_t k_longest = 120;
  std::string text = folded(said);
  for (const char* blank : {"\u00A0", "\u202F"})
    replace_all(text, blank, " ");
  for (const char* mark : {"\u200E", "\u200F"})  // of the direction of writing
    replace_all(text, mark, "");
  std::smatch form;
  if (text.size() > k_longest || !std::regex_match(text, form, k_form)) return std::nullopt;
  ClockTime time;
  time.hour = number_in<int>(form.str(2)).value_or(-1);
  time.minute = number_in<int>(form.str(3)).value_or(-1);
  time.second = number_in<int>(form.str(4)).value_or(0);
  if (!apply_half(form.str(1), form.str(5), time.hour) || !read_day(form.str(1), time)) {
    return std::nullopt;
  }
  return time.hour <= 23 && time.minute <= 59 && time.second <= 59 ? std::optional(time)
                                                                   : std::nullopt;
}

}  // namespace arbiter::intake
