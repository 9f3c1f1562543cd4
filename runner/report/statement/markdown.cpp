#include "report/statement/markdown.hpp"

#include <fmt/format.h>
#include <md4c.h>

#include <algorithm>
#include <array>
#include <functional>

#include "base/text.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

// A short text can ask for the same picture or the same long link again and again.
constexpr std::size_t k_largest_page = std::size_t{64} << 20;
constexpr std::size_t k_most_warnings = 50;
constexpr std::size_t k_longest_line = 400;  // of which a warning shows something
constexpr std::string_view k_next_sample = "{{nextsample}}";
constexpr std::string_view k_remaining_samples = "{{remainingsamples}}";

/// The elements of md4c's blocks and spans, in the order of its enumerations; empty: none, or one
/// that is written by hand.
constexpr std::array<std::string_view, 16> k_blocks = {
    "", "blockquote", "ul", "ol",    "li",    "",   "",   "",
    "", "p",          "",   "thead", "tbody", "tr", "th", "td"};
static_assert(k_blocks.size() == MD_BLOCK_TD + 1);
constexpr std::array<std::string_view, 10> k_spans = {"em",  "strong", "", "", "code",
                                                      "del", "",       "", "", "u"};
static_assert(k_spans.size() == MD_SPAN_U + 1);

constexpr std::array<std::string_view, 4> k_alignments = {"", " class=\"left\"",
                                                          " class=\"center\"", " class=\"right\""};

/// How headings are called in links: in small letters, with hyphens between words.
std::string slug_of(std::string_view heading) {
  std::string slug;
  for (const char c : lower_ascii(heading)) {
    const bool is_word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
                         static_cast<unsigned char>(c) >= 0x80;
    if (is_word || c == ' ') slug += c == ' ' ? '-' : c;
  }
  return slug;
}

/// A picture as a data: address, its kind told by its name.
std::string picture_data(std::string_view name, std::string_view bytes) {
  const std::string lower = lower_ascii(name);
  const std::string_view kind = lower.ends_with(".svg")   ? "svg+xml"
                                : lower.ends_with(".png") ? "png"
                                                          : "jpeg";
  return "data:image/" + std::string(kind) + ";base64," + base64(bytes);
}

/// The text with at least three hyphens wherever the rule below a table's head has some: the parser
/// asks for them, most others do not. Line numbers stay.
std::string with_long_rules(std::string_view markdown) {
  std::string all;
  bool is_code = false;
  for (std::string_view line : split_lines(markdown)) {
    const std::string_view text = trimmed(line);
    if (text.starts_with("```") || text.starts_with("~~~")) is_code = !is_code;
    const bool is_rule = !is_code && text.find('|') != std::string_view::npos &&
                         text.find_first_not_of("|-: \t") == std::string_view::npos;
    for (std::size_t i = 0; i < line.size(); ++i) {
      all += line[i];
      if (is_rule && line[i] == '-' && (i + 1 == line.size() || line[i + 1] != '-')) all += "--";
    }
    all += '\n';
  }
  return all;
}

class Renderer {
 public:
  Renderer(const model::StatementText& text, const MarkdownNeeds& needs)
      : text_(text), markdown_(with_long_rules(text.markdown)), needs_(needs) {}

  Result<RenderedMarkdown> run() {
    MD_PARSER parser{};
    parser.flags =
        (MD_DIALECT_GITHUB & ~MD_FLAG_TASKLISTS) | MD_FLAG_LATEXMATHSPANS | MD_FLAG_NOHTML;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      return of(self).enter(type, detail);
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      return of(self).leave(type, detail);
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
      return of(self).enter(type, detail);
    };
    parser.leave_span = [](MD_SPANTYPE type, void* detail, void* self) {
      return of(self).leave(type, detail);
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* bytes, MD_SIZE size, void* self) {
      return of(self).add(type, {bytes, size});
    };
    if (md_parse(markdown_.data(), static_cast<MD_SIZE>(markdown_.size()), &parser, this) != 0) {
      return package_error(fmt::format("{} becomes a page of more than 64 MiB", text_.path),
                           "show large pictures and long links fewer times");
    }
    add_samples(needs_.samples.size());
    rendered_.html = std::move(html_);
    return std::move(rendered_);
  }

 private:
  static Renderer& of(void* self) { return *static_cast<Renderer*>(self); }

  [[nodiscard]] int ask_for_end() const { return html_.size() > k_largest_page ? 1 : 0; }

  int enter(MD_BLOCKTYPE type, void* detail) {
    if (type == MD_BLOCK_P) return begin_paragraph();
    if (type == MD_BLOCK_H) {
      block_begin_ = html_.size();
      heading_.clear();
    } else if (type == MD_BLOCK_HR) {
      html_ += "<hr>\n";
    } else if (type == MD_BLOCK_CODE) {
      html_ += "<pre><code>";
    } else if (type == MD_BLOCK_TABLE) {
      html_ += "<div class=\"wide\"><table>\n";
    } else if (type == MD_BLOCK_OL) {
      html_ += fmt::format("<ol start=\"{}\">\n", static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start);
    } else if (type == MD_BLOCK_TH || type == MD_BLOCK_TD) {
      const auto align = static_cast<std::size_t>(static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align);
      html_ += fmt::format("<{}{}>", k_blocks.at(type), k_alignments.at(align));
    } else if (!k_blocks.at(type).empty()) {
      html_ += fmt::format("<{}>", k_blocks.at(type));
    }
    is_in_heading_ = type == MD_BLOCK_H;
    return ask_for_end();
  }

  int leave(MD_BLOCKTYPE type, void* detail) {
    if (type == MD_BLOCK_P) {
      end_paragraph();
    } else if (type == MD_BLOCK_H) {
      end_heading(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
    } else if (type == MD_BLOCK_CODE) {
      html_ += "</code></pre>\n";
    } else if (type == MD_BLOCK_TABLE) {
      html_ += "</table></div>\n";
    } else if (!k_blocks.at(type).empty()) {
      html_ += fmt::format("</{}>\n", k_blocks.at(type));
    }
    return ask_for_end();
  }

  int begin_paragraph() {
    is_in_paragraph_ = true;
    block_begin_ = html_.size();
    html_ += "<p>";
    return ask_for_end();
  }

  // A sample ends the paragraph that it is in; what is before or after it may be nothing.
  void end_paragraph() {
    is_in_paragraph_ = false;
    const std::string_view content = std::string_view(html_).substr(block_begin_ + 3);
    if (trimmed(content).empty()) {
      html_.resize(block_begin_);
      return;
    }
    const bool is_picture = content.starts_with("<img") && content.find('>') == content.size() - 1;
    if (is_picture) html_.replace(block_begin_, 3, "<p class=\"picture\">");
    html_ += "</p>\n";
  }

  void end_heading(unsigned level) {
    is_in_heading_ = false;
    const std::string slug = slug_of(heading_);
    const int count = slugs_[slug]++;
    // The page's title is the only heading of the first level.
    html_.insert(block_begin_,
                 fmt::format("<h{} id=\"{}{}{}\">", std::max(level, 2U), needs_.id_prefix,
                             html_text(slug), count == 0 ? "" : fmt::format("-{}", count)));
    html_ += fmt::format("</h{}>\n", std::max(level, 2U));
  }

  int enter(MD_SPANTYPE type, void* detail) {
    if (type == MD_SPAN_IMG) {
      if (pictures_++ == 0) alternative_.clear();
    } else if (type == MD_SPAN_LATEXMATH || type == MD_SPAN_LATEXMATH_DISPLAY) {
      formula_.clear();
      formula_begin_ = nullptr;
    } else if (pictures_ > 0) {
      return 0;
    } else if (type == MD_SPAN_A) {
      begin_link(*static_cast<MD_SPAN_A_DETAIL*>(detail));
    } else {
      html_ += fmt::format("<{}>", k_spans.at(type));
    }
    ++spans_;
    return ask_for_end();
  }

  int leave(MD_SPANTYPE type, void* detail) {
    if (type == MD_SPAN_IMG) {
      if (--pictures_ == 0) add_picture(*static_cast<MD_SPAN_IMG_DETAIL*>(detail));
    } else if (type == MD_SPAN_LATEXMATH || type == MD_SPAN_LATEXMATH_DISPLAY) {
      add_formula(type == MD_SPAN_LATEXMATH_DISPLAY);
    } else if (pictures_ > 0) {
      return 0;
    } else if (type == MD_SPAN_A) {
      html_ += links_.back() ? "</a>" : "";
      links_.pop_back();
    } else {
      html_ += fmt::format("</{}>", k_spans.at(type));
    }
    --spans_;
    return ask_for_end();
  }

  int add(MD_TEXTTYPE type, std::string_view bytes) {
    if (type == MD_TEXT_LATEXMATH) {
      if (formula_.empty()) formula_begin_ = bytes.data();
      formula_ += bytes;
      return 0;
    }
    std::string markup = html_text(bytes);
    if (type == MD_TEXT_ENTITY) markup = bytes;
    if (type == MD_TEXT_NULLCHAR) markup = "\uFFFD";
    if (type == MD_TEXT_BR) markup = pictures_ > 0 ? " " : "<br>\n";
    if (type == MD_TEXT_SOFTBR) markup = "\n";
    if (pictures_ > 0) {
      alternative_ += markup;
    } else if (type == MD_TEXT_NORMAL && spans_ == 0 && !is_in_heading_) {
      add_text_with_samples(bytes);
    } else {
      html_ += markup;
    }
    if (is_in_heading_) heading_ += bytes;
    return ask_for_end();
  }

  void add_text_with_samples(std::string_view bytes) {
    while (!bytes.empty()) {
      const bool is_next = bytes.starts_with(k_next_sample);
      if (!is_next && !bytes.starts_with(k_remaining_samples)) {
        const std::string_view text = bytes.substr(0, bytes.find("{{", 1));
        html_ += html_text(text);
        bytes.remove_prefix(text.size());
        continue;
      }
      const std::string_view command = bytes.substr(0, bytes.find('}') + 2);
      bytes.remove_prefix(command.size());
      if (is_next && samples_ == needs_.samples.size()) {
        warn("S004", "there is no further sample in data/sample", command,
             "'arbiter generate' writes samples that generators.yaml lists");
      }
      const bool was_in_paragraph = is_in_paragraph_;
      if (was_in_paragraph) end_paragraph();
      add_samples(is_next ? 1 : needs_.samples.size());
      if (was_in_paragraph) begin_paragraph();
    }
  }

  void add_samples(std::size_t most) {
    for (; most > 0 && samples_ < needs_.samples.size(); --most)
      html_ += needs_.samples[samples_++];
  }

  // Only what a target begins with is compared, and as it is written: the entities in the rest can
  // change nothing of its scheme.
  void begin_link(const MD_SPAN_A_DETAIL& link) {
    const std::string_view target(link.href.text, link.href.size);
    const std::string begin = lower_ascii(target.substr(0, 8));
    const bool is_outside = begin.starts_with("http://") || begin.starts_with("https://") ||
                            begin.starts_with("mailto:");
    const bool is_shown = is_outside || begin.starts_with("#");
    links_.push_back(is_shown);
    if (is_shown) {
      std::string href = attribute(link.href);
      if (!is_outside) href.insert(1, needs_.id_prefix);
      html_ += fmt::format("<a href=\"{}\"{}>", href, title(link.title));
      return;
    }
    warn("S001", fmt::format("the link to '{}' is shown as text", clip(target)), target,
         "links lead to http:, https: and mailto: addresses and to #headings");
  }

  void add_picture(const MD_SPAN_IMG_DETAIL& picture) {
    std::string_view target(picture.src.text, picture.src.size);
    const std::string_view shown = target;
    while (target.starts_with("./"))
      target.remove_prefix(2);
    const auto found = needs_.pictures.find(std::string(target));
    if (found == needs_.pictures.end()) {
      html_ += fmt::format("<em>[{}]</em>", alternative_);
      warn("S002", fmt::format("there is no picture '{}'", clip(shown)), shown,
           "pictures are .svg, .png, .jpg or .jpeg files in the statement's own folder");
      return;
    }
    html_ += fmt::format("<img src=\"{}\" alt=\"{}\"{}>", picture_data(found->first, found->second),
                         alternative_, title(picture.title));
  }

  void add_formula(bool is_display) {
    if (pictures_ > 0) {
      alternative_ += html_text(formula_);
      return;
    }
    const Formula formula = formula_of(formula_, is_display);
    html_ += formula.html;
    if (formula.fault.empty()) return;
    const std::string_view begin(formula_begin_, formula_begin_ == nullptr ? 0 : 1);
    warn("S003", fmt::format("this formula is shown as it is written: {}", clip(formula.fault)),
         begin, "see 'Statements' in packages.md for what formulas may hold");
  }

  static std::string clip(std::string_view text) {
    constexpr std::size_t k_most = 80;
    if (text.size() <= k_most) return std::string(text);
    return std::string(text.substr(0, character_start(text, k_most))) + "…";
  }

  /// A target or title; entities stay what they are.
  static std::string attribute(const MD_ATTRIBUTE& from) {
    std::string all;
    for (std::size_t i = 0; from.size > 0 && from.substr_offsets[i] < from.size; ++i) {
      const MD_OFFSET begin = from.substr_offsets[i];
      const std::string_view part(from.text + begin, from.substr_offsets[i + 1] - begin);
      all += from.substr_types[i] == MD_TEXT_ENTITY ? std::string(part) : html_text(part);
    }
    return all;
  }

  static std::string title(const MD_ATTRIBUTE& text) {
    return text.size == 0 ? "" : fmt::format(" title=\"{}\"", attribute(text));
  }

  void warn(const char* code, std::string message, std::string_view where, const char* help) {
    std::vector<Diagnostic>& all = rendered_.diagnostics;
    if (all.size() < k_most_warnings) {
      all.push_back({Severity::warning, code, std::move(message), place_of(where), {}, {help}});
    } else if (all.back().notes.empty()) {
      all.back().notes.emplace_back("further ones are not shown");
    }
  }

  /// Where in the text a part of it is. What the parser has put together is in no line.
  [[nodiscard]] Place place_of(std::string_view part) const {
    Place place;
    place.path = text_.path;
    const std::string_view all = markdown_;
    const std::less<> before;
    if (before(part.data(), all.data()) || !before(part.data(), all.data() + all.size())) {
      return place;
    }
    const auto at = static_cast<std::size_t>(part.data() - all.data());
    const std::size_t line_end = all.rfind('\n', at);
    const std::size_t begin = line_end == std::string_view::npos || at == 0 ? 0 : line_end + 1;
    place.line = 1 + static_cast<int>(std::count(all.begin(), all.begin() + at, '\n'));
    place.column = static_cast<int>(at - begin) + 1;
    place.length = static_cast<int>(part.size());
    place.source_line = all.substr(begin, std::min(all.find('\n', at) - begin, k_longest_line));
    return place;
  }

  const model::StatementText& text_;
  const std::string markdown_;  ///< as it is parsed
  const MarkdownNeeds& needs_;
  RenderedMarkdown rendered_;
  std::string html_;
  std::size_t samples_ = 0;      ///< how many are shown already
  std::size_t block_begin_ = 0;  ///< of the paragraph or heading, in html_
  bool is_in_paragraph_ = false;
  bool is_in_heading_ = false;
  std::string heading_;               ///< its text
  std::map<std::string, int> slugs_;  ///< how often they were used
  int spans_ = 0;                     ///< how many are open
  int pictures_ = 0;                  ///< likewise; what is in one describes it
  std::string alternative_;           ///< the description, as markup
  std::vector<bool> links_;           ///< the open ones: whether they are shown as links
  std::string formula_;
  const char* formula_begin_ = nullptr;
};

}  // namespace

Result<RenderedMarkdown> render_markdown(const model::StatementText& text,
                                         const MarkdownNeeds& needs) {
  return Renderer(text, needs).run();
}

}  // namespace arbiter::report
