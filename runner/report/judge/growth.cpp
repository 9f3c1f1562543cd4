#include "report/judge/growth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "report/json/fields.hpp"
#include "report/text/foreign_text.hpp"
#include "report/text/text_table.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::Growth;
using model::GrowthPoint;
using model::GrowthResult;
using model::ProgramGrowth;

/// "20100": to three digits, which is more than such a figure is good for.
std::string rough(double number) {
  if (number >= 1e15) return fmt::format("{:.2g}", number);
  const double step = number < 1 ? 1 : std::pow(10, std::floor(std::log10(number)) - 2);
  return fmt::format("{:.0f}", step > 1 ? std::round(number / step) * step : number);
}

std::string duration(double seconds) {
  return seconds < 600 ? fmt::format("{:.3g} s", seconds) : rough(seconds / 60) + " min";
}

/// "time grows like n^2.0 (1.96 to 2.04), as n^2 or n^2 log n": how something grows that is known.
std::string growth_words(std::string_view what, const Growth& growth) {
  if (growth.kind == Growth::Kind::flat) return fmt::format("{}: no growth was measured", what);
  if (growth.kind == Growth::Kind::exponential) {
    return fmt::format("{0} grows like 2^(n/{1:.3g}): it doubles when n grows by {1:.3g}", what,
                       growth.doubling);
  }
  const std::string law = growth.laws.empty() ? "" : ", as " + joined(growth.laws, " or ");
  return fmt::format("{} grows like n^{:.2f} ({:.2f} to {:.2f}){}", what, growth.exponent,
                     growth.least, growth.most, law);
}

/// What follows from how the time grows.
std::string time_words(const ProgramGrowth& growth, const GrowthResult& result) {
  if (growth.time.kind == Growth::Kind::unknown)
    return "how the time grows cannot be told: " + growth.time.why;
  std::string words = growth_words("time", growth.time);
  if (growth.time.kind == Growth::Kind::flat) return words;
  const double limit = seconds(result.time_limit);
  const auto size = growth.time.reaches(limit);
  if (size) words += fmt::format("; it reaches the limit of {:g} s at n = {}", limit, rough(*size));
  if (size && *size < static_cast<double>(result.most)) {
    words += fmt::format("; at n = {} it would take {}", rough(static_cast<double>(result.most)),
                         duration(growth.time.at(static_cast<double>(result.most))));
  }
  return words;
}

std::string memory_words(const ProgramGrowth& growth, const GrowthResult& result) {
  if (growth.memory.kind == Growth::Kind::unknown) return {};
  const std::string words = growth_words("memory", growth.memory);
  const auto size = growth.memory.reaches(static_cast<double>(result.memory_limit.count));
  if (!size) return words;
  return fmt::format("{}; it reaches the limit of {} at n = {}", words, show(result.memory_limit),
                     rough(*size));
}

Json growth_fields(const Growth& growth) {
  switch (growth.kind) {
    case Growth::Kind::unknown:
      return {{"kind", "unknown"}, {"why", growth.why}};
    case Growth::Kind::flat:
      return {{"kind", "flat"}, {"constant", growth.constant}};
    case Growth::Kind::power:
      return {{"kind", "power"},
              {"constant", growth.constant},
              {"factor", growth.factor},
              {"exponent", growth.exponent},
              {"exponent_least", growth.least},
              {"exponent_most", growth.most},
              {"laws", growth.laws}};
    case Growth::Kind::exponential:
      break;
  }
  return {{"kind", "exponential"},
          {"constant", growth.constant},
          {"factor", growth.factor},
          {"doubling", growth.doubling}};
}

Json point_fields(const GrowthPoint& point) {
  return {{"n", point.size},
          {"bytes", point.bytes},
          {"cpu_s", seconds(point.time)},
          {"spread_s", seconds(point.spread)},
          {"memory_kib", kibibytes(point.memory)},
          {"runs", point.runs},
          {"verdict", model::code(point.verdict)}};
}

/// Both axes are logarithmic.
class Plot {
 public:
  explicit Plot(const GrowthResult& result) : result_(result) {
    top_ = seconds(result.time_limit);
    bottom_ = top_;
    for (const ProgramGrowth& one : result.programs) {
      for (const GrowthPoint& point : one.points)
        bottom_ = std::min(bottom_, std::max(1e-4, seconds(point.time)));
    }
  }

  [[nodiscard]] std::string svg() const {
    std::string text =
        fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"time by size\">\n",
                    k_width + 140, k_height + 50);
    text += fmt::format("<path d=\"M60 10V{0}H{1}\" class=\"axis\"/>\n", k_height, k_width);
    for (double t = std::pow(10, std::ceil(std::log10(bottom_))); t <= top_; t *= 10)
      text += label(4, y(t) + 4, fmt::format("{:g} s", t));
    for (const std::int64_t n : {result_.least, result_.most})
      text += label(x(double(n)) - 20, k_height + 20, rough(double(n)));
    text += fmt::format("<path d=\"M60 {0:.1f}H{1}\" class=\"limit\"/>\n", y(top_), k_width);
    text += label(k_width + 6, y(top_) + 4, "time limit");
    for (std::size_t i = 0; i < result_.programs.size(); ++i)
      text += line(result_.programs[i], i);
    return text + "</svg>\n";
  }

 private:
  static constexpr double k_width = 620;
  static constexpr double k_height = 340;

  [[nodiscard]] double x(double n) const {
    const double least = std::log(static_cast<double>(result_.least));
    const double most = std::log(static_cast<double>(result_.most));
    return 60 + (k_width - 60) * (std::log(n) - least) / (most - least);
  }
  [[nodiscard]] double y(double time) const {
    const double share = std::log(std::clamp(time, bottom_, top_) / bottom_) /
                         std::max(1e-9, std::log(top_ / bottom_));
    return k_height - (k_height - 10) * share;
  }

  static std::string label(double left, double base, const std::string& text) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", left, base, html_text(text));
  }

  [[nodiscard]] std::string line(const ProgramGrowth& growth, std::size_t number) const {
    std::string path;
    std::string marks;
    for (const GrowthPoint& point : growth.points) {
      const double left = x(double(point.size));
      const double base = y(seconds(point.time));
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", left, base);
      marks += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>", left, base);
    }
    if (path.empty()) return {};
    const GrowthPoint& last = growth.points.back();
    return fmt::format("<g class=\"p{}\"><path d=\"{}\"/>{}</g>\n", number % 4, path, marks) +
           label(x(double(last.size)) + 6, y(seconds(last.time)) + 4, growth.program);
  }

  const GrowthResult& result_;
  double top_ = 1;
  double bottom_ = 1;
};

constexpr std::string_view k_style =
    "svg{max-width:48rem;font:12px sans-serif}svg path{fill:none;stroke:currentColor}"
    "svg text{fill:currentColor}.limit{stroke-dasharray:6 4}"
    ".p0{color:#0067a5}.p1{color:#c2410c}.p2{color:#15803d}.p3{color:#7e22ce}"
    "circle{fill:currentColor}";

}  // namespace

std::string growth_text(const GrowthResult& result, const Style& style) {
  std::string text = paragraph(style, "1", one_line(result.problem) + ": ",
                               "inputs of " + one_line(result.command), 2);
  for (const ProgramGrowth& one : result.programs) {
    text += "\n" + paint(style, "1", one_line(one.program)) + "\n";
    TextTable table({{"n", Align::right},
                     {"time", Align::right},
                     {"spread", Align::right, Clip::never, 0, 60},
                     {"memory", Align::right, Clip::never, 0, 80},
                     {"runs", Align::right, Clip::never, 0, 50},
                     {"", Align::left}});
    for (const GrowthPoint& point : one.points) {
      const bool is_right = point.verdict == model::Verdict::ac;
      table.add({std::to_string(point.size), fmt::format("{:.4f} s", seconds(point.time)),
                 fmt::format("{:.4f} s", seconds(point.spread)), show(point.memory),
                 std::to_string(point.runs),
                 is_right ? Cell() : Cell(std::string(model::code(point.verdict)), "31")});
    }
    text += table.text(style, 2);
    text += paragraph(style, "", "  ", time_words(one, result), 4);
    const std::string memory = memory_words(one, result);
    if (!memory.empty()) text += paragraph(style, "", "  ", memory, 4);
  }
  return text;
}

std::string growth_document(const GrowthResult& result) {
  const auto program_fields = [](const ProgramGrowth& one) {
    return Json{{"program", to_utf8(one.program)},
                {"points", array_of(one.points, point_fields)},
                {"time_s", growth_fields(one.time)},
                {"memory_bytes", growth_fields(one.memory)}};
  };
  return dumped(Json{{"schema", "arbiter/grow/1"},
                     {"problem", to_utf8(result.problem)},
                     {"command", to_utf8(result.command)},
                     {"least", result.least},
                     {"most", result.most},
                     {"time_limit_s", seconds(result.time_limit)},
                     {"memory_limit_kib", kibibytes(result.memory_limit)},
                     {"programs", array_of(result.programs, program_fields)}},
                2);
}

std::string growth_page(const GrowthResult& result) {
  std::string body = fmt::format("<h1>{}</h1>\n<p>Inputs of <code>{}</code></p>\n{}",
                                 html_text(to_utf8(result.problem)),
                                 html_text(to_utf8(result.command)), Plot(result).svg());
  for (const ProgramGrowth& one : result.programs) {
    body += fmt::format("<h2>{}</h2>\n<p>{}.</p>\n<p>{}.</p>\n", html_text(to_utf8(one.program)),
                        html_text(time_words(one, result)), html_text(memory_words(one, result)));
  }
  return html_page("Growth: " + to_utf8(result.problem), k_style, body);
}

}  // namespace arbiter::report
