#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <statement_parts.hpp>

#include "base/text.hpp"
#include "report/statement/markdown.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

// More than any person reads, and little for the stack.
constexpr int k_deepest = 60;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string element(std::string_view name, std::string_view content,
                    std::string_view attributes = {}) {
  return fmt::format("<{0}{1}>{2}</{0}>", name, attributes, content);
}

std::string operation(std::string_view text, std::string_view attributes = {}) {
  return element("mo", html_text(text), attributes);
}

/// A bracket beside what it encloses; none for a point.
std::string bracket(std::string_view text) {
  return text.empty() ? "" : operation(text, " stretchy=\"true\"");
}

/// What a command of TeX stands for, by the letter that symbols.txt has for it.
enum class Kind : char {
  identifier = 'i',
  upright = 'n',  ///< an identifier that is not slanted
  operation = 'o',
  delimiter = 'd',
  large = 'l',           ///< an operator with limits below and above it
  function = 'f',        ///< a name that is followed by what it is applied to
  limit_function = 'm',  ///< likewise, with what is written below it
  space = 's',           ///< the text is its width
  nothing = 'x',         ///< sizes and the like, which are left to the browser
  over = 'a',            ///< goes over what follows
  under = 'u',
  words = 't',        ///< shows a text, in the element or the style that is named
  environment = 'e',  ///< brackets and a style of columns, with blanks between
};

struct Symbol {
  Kind kind{};
  std::string_view text;
};

/// The symbol of a command, written without its backslash; null: there is none.
const Symbol* find_symbol(std::string_view command) {
  static const auto k_all = [] {
    std::map<std::string_view, Symbol> all;
    for (const std::string_view line : split_lines(k_symbols)) {
      const std::size_t name = line.find(' ');
      all[line.substr(0, name)] = {static_cast<Kind>(line.at(name + 1)), line.substr(name + 3)};
    }
    return all;
  }();
  const auto found = k_all.find(command);
  return found == k_all.end() ? nullptr : &found->second;
}

class FormulaReader {
 public:
  explicit FormulaReader(std::string_view tex) : tex_(tex) {}

  std::string read() {
    std::string all = row();
    if (at_ < tex_.size()) fail(fmt::format("{} is not expected here", std::string(next())));
    return all;
  }

  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  struct Atom {
    std::string html;
    bool has_limits = false;
  };

  // The first fault ends the reading, as everything then is at its end.
  std::string fail(std::string fault) {
    if (fault_.empty()) fault_ = std::move(fault);
    at_ = tex_.size();
    return {};
  }

  void skip_blanks() { at_ = std::min(tex_.find_first_not_of(" \t\r\n", at_), tex_.size()); }

  /// The next token: a command with its backslash, a character, or nothing at the end.
  std::string_view next() {
    skip_blanks();
    std::size_t end = std::min(at_ + 1, tex_.size());
    if (at_ < tex_.size() && tex_[at_] == '\\' && end < tex_.size()) {
      const bool is_word = is_letter(tex_[end]);
      ++end;
      while (is_word && end < tex_.size() && is_letter(tex_[end]))
        ++end;
    }
    while (is_inside_character(tex_, end))
      ++end;
    return tex_.substr(at_, end - at_);
  }

  std::string_view take() {
    const std::string_view token = next();
    at_ += token.size();
    return token;
  }

  bool take_if(std::string_view token) {
    if (next() != token) return false;
    at_ += token.size();
    return true;
  }

  /// What stands up to the end of a group, a cell or a bracket, without taking that.
  std::string row() {
    std::string all;
    for (;;) {
      const std::string_view token = next();
      if (token.empty() || token == "}" || token == "&" || token == "\\\\" || token == "\\right" ||
          token == "\\end" || (token == "]" && in_root_)) {
        return all;
      }
      all += scripted(all.empty());
    }
  }

  std::string group(std::string_view end = "}") {
    const bool was_in_root = std::exchange(in_root_, end == "]");
    const std::string inner = row();
    in_root_ = was_in_root;
    if (!take_if(end)) return fail(fmt::format("{} is missing", std::string(end)));
    return element("mrow", inner);
  }

  std::string argument() {
    if (take_if("{")) return group();
    const std::string_view token = next();
    if (token.empty() || token == "}") return fail("an argument is missing");
    if (is_digits(token)) return element("mn", take());
    return atom(true).html;
  }

  /// The text in braces as it is written.
  std::string raw_argument() {
    if (!take_if("{")) return std::string(take());
    std::size_t open = 1;
    const std::size_t begin = at_;
    for (; at_ < tex_.size(); ++at_) {
      if (tex_[at_] == '{') ++open;
      if (tex_[at_] == '}' && --open == 0) {
        return std::string(tex_.substr(begin, at_++ - begin));
      }
    }
    return fail("} is missing");
  }

  std::string scripted(bool is_first) {
    const std::string_view token = next();
    const bool is_bare = token == "^" || token == "_" || token == "'";
    const Atom base = is_bare ? Atom{"<mrow></mrow>"} : atom(is_first);
    std::optional<std::string> below;
    std::optional<std::string> above;
    bool has_power = false;
    for (;;) {
      if (take_if("\\limits") || take_if("\\nolimits")) continue;
      if (next() == "'") {
        std::string primes;
        while (take_if("'"))
          primes += "′";
        above = above.value_or("") + operation(primes);
      } else if (take_if("_")) {
        if (below) return fail("a second subscript");
        below = argument();
      } else if (take_if("^")) {
        if (std::exchange(has_power, true)) return fail("a second superscript");
        above = above ? element("mrow", *above + argument()) : argument();
      } else {
        break;
      }
    }
    if (!below && !above) return base.html;
    const std::string_view both = base.has_limits ? "munderover" : "msubsup";
    const std::string_view low = base.has_limits ? "munder" : "msub";
    const std::string_view high = base.has_limits ? "mover" : "msup";
    return element(below && above ? both
                   : below        ? low
                                  : high,
                   base.html + below.value_or("") + above.value_or(""));
  }

  Atom atom(bool is_first) {
    if (++depth_ > k_deepest) return {fail("the formula is nested too deeply")};
    Atom read = any_atom(is_first);
    --depth_;
    return read;
  }

  Atom any_atom(bool is_first) {
    const std::string_view token = take();
    if (token == "{") return {group()};
    if (token.size() > 1 && token[0] == '\\') return command(token.substr(1), is_first);
    const char c = token.empty() ? '\0' : token[0];
    if (c >= '0' && c <= '9') return {number(token)};
    if (is_letter(c)) return {element("mi", token)};
    if (c == '~') return {"<mspace width=\"0.25em\"></mspace>"};
    if (c == '-') return {operation("−")};
    if (c == '*') return {operation("∗")};
    if (token.empty() || std::string_view("\\$#%^_&}").find(c) != std::string_view::npos) {
      return {fail(token.empty() ? "something is missing at the end"
                                 : fmt::format("{} is not expected here", std::string(token)))};
    }
    if (std::string_view("()[]|/").find(c) != std::string_view::npos) {
      return {operation(token, " stretchy=\"false\"")};
    }
    const bool is_ascii = static_cast<unsigned char>(c) < 0x80;
    // Mathematical signs that are written as they are; others are letters of some language.
    const bool is_sign = token >= "←" && token <= "⯿";
    return {is_ascii || is_sign || token == "×" || token == "·" ? operation(token)
                                                                : element("mi", token)};
  }

  std::string number(std::string_view first) {
    const std::size_t begin = at_ - first.size();
    const auto is_digit_at = [&](std::size_t place) {
      return place < tex_.size() && tex_[place] >= '0' && tex_[place] <= '9';
    };
    while (is_digit_at(at_) || (at_ < tex_.size() && tex_[at_] == '.' && is_digit_at(at_ + 1)))
      ++at_;
    return element("mn", tex_.substr(begin, at_ - begin));
  }

  Atom command(std::string_view name, bool is_first) {
    if (name == "frac" || name == "dfrac" || name == "tfrac" || name == "cfrac") {
      return {element("mfrac", pair())};
    }
    if (name == "binom" || name == "dbinom" || name == "tbinom") {
      return {element(
          "mrow", bracket("(") + element("mfrac", pair(), " linethickness=\"0\"") + bracket(")"))};
    }
    if (name == "sqrt") return {root()};
    if (name == "left") return {brackets()};
    if (name == "begin") return {table()};
    if (name == "pmod") {
      return {"<mspace width=\"1em\"></mspace>" + operation("(") + operation("mod") + argument() +
              operation(")")};
    }
    if (name == "overset" || name == "stackrel" || name == "underset") {
      const std::string beside = argument();
      return {element(name == "underset" ? "munder" : "mover", argument() + beside)};
    }
    if (name == " " || name == "\n") return {"<mspace width=\"0.25em\"></mspace>"};
    const Symbol* symbol = find_symbol(name);
    if (symbol == nullptr && (name == "mathbb" || name == "mathcal")) {
      const std::string styled = fmt::format("{}{{{}}}", name, raw_argument());
      symbol = find_symbol(styled);
      if (symbol == nullptr) return {fail(fmt::format("\\{} is not known", styled))};
    }
    if (symbol == nullptr) return {fail(fmt::format("\\{} is not known", std::string(name)))};
    return shown(*symbol, is_first);
  }

  Atom shown(const Symbol& symbol, bool is_first) {
    using enum Kind;
    const std::string text = html_text(symbol.text);
    const bool is_limit = symbol.kind == limit_function;
    switch (symbol.kind) {
      case identifier:
        return {element("mi", text)};
      case upright:
        return {element("mi", text, " mathvariant=\"normal\"")};
      case operation:
        return {element("mo", text)};
      case delimiter:
        return {element("mo", text, " stretchy=\"false\"")};
      case large:
        return {element("mo", text, " movablelimits=\"true\""), true};
      case function:
      case limit_function:
        return {function_name(text, is_first, is_limit), is_limit};
      case space:
        return {fmt::format("<mspace width=\"{}\"></mspace>", text)};
      case nothing:
        return {};
      case over:
        return {element("mover", argument() + element("mo", text), " accent=\"true\"")};
      case words:
        return {text_of(symbol.text)};
      case environment:
        break;  // only begun by its name
      case under:
        return {element("munder", argument() + element("mo", text))};
    }
    return {};
  }

  // As an operator it keeps its distance from both sides also when it has scripts.
  static std::string function_name(std::string_view text, bool is_first, bool has_limits) {
    return element(
        "mo", text,
        fmt::format(" form=\"prefix\" lspace=\"{}\" rspace=\"0.167em\"{}",
                    is_first ? "0" : "0.167em", has_limits ? " movablelimits=\"true\"" : ""));
  }

  std::string pair() {
    std::string first = argument();
    return first + argument();
  }

  std::string root() {
    if (!take_if("[")) return element("msqrt", argument());
    const std::string degree = group("]");
    return element("mroot", argument() + degree);
  }

  std::string text_of(std::string_view shape) {
    std::string text = raw_argument();
    for (const char* escaped : {"_", " ", "&", "%", "#"})
      replace_all(text, std::string("\\") + escaped, escaped);
    if (text.find_first_of("\\$^{}") != std::string::npos) {
      return fail("a text with commands in it is not known");
    }
    // At the ends of an element other blanks are not shown.
    replace_all(text, " ", "\u00A0");
    const std::string safe = html_text(text);
    if (shape == "mo") return function_name(safe, true, false);
    if (shape == "mi") return element("mi", safe, " mathvariant=\"normal\"");
    return element("mtext", safe, shape == "mtext" ? "" : fmt::format(" class=\"{}\"", shape));
  }

  std::string brackets() {
    const std::string left = delimiter();
    const std::string inner = row();
    if (!take_if("\\right")) return fail("\\right is missing");
    const std::string right = delimiter();
    return element("mrow", bracket(left) + inner + bracket(right));
  }

  std::string delimiter() {
    const std::string_view token = take();
    if (token == ".") return {};
    if (token == "<") return "⟨";
    if (token == ">") return "⟩";
    if (token.size() == 1 && std::string_view("()[]|/").find(token) != std::string_view::npos) {
      return std::string(token);
    }
    const Symbol* symbol = token.size() > 1 ? find_symbol(token.substr(1)) : nullptr;
    if (symbol != nullptr && symbol->kind == Kind::delimiter) return std::string(symbol->text);
    return fail(fmt::format("'{}' is not a bracket", std::string(token)));
  }

  std::string table() {
    const std::string name = raw_argument();
    const Symbol* shape = find_symbol("begin{" + name + "}");
    if (shape == nullptr) return fail(fmt::format("\\begin{{{}}} is not known", name));
    if (name == "array") raw_argument();
    std::string rows;
    std::string cells;
    for (bool is_open = true; is_open;) {
      cells += element("mtd", row());
      if (take_if("&")) continue;
      is_open = take_if("\\\\");
      // A line end after the last row begins no other.
      if (is_open && next() == "\\end") is_open = false;
      rows += element("mtr", std::exchange(cells, {}));
    }
    if (!take_if("\\end") || raw_argument() != name) {
      return fail(fmt::format("\\end{{{}}} is missing", name));
    }
    const std::vector<std::string_view> parts = split(shape->text, ' ');
    return element("mrow", bracket(parts.at(0)) +
                               element("mtable", rows, fmt::format(" class=\"{}\"", parts.at(2))) +
                               bracket(parts.at(1)));
  }

  std::string_view tex_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool in_root_ = false;  ///< a closing bracket ends what is read
  std::string fault_;
};

}  // namespace

Formula formula_of(std::string_view tex, bool is_display) {
  FormulaReader reader(tex);
  const std::string content = reader.read();
  if (reader.fault().empty()) {
    return {element("math", element("mrow", content), is_display ? " display=\"block\"" : ""), {}};
  }
  const std::string_view dollars = is_display ? "$$" : "$";
  return {element("code", html_text(fmt::format("{0}{1}{0}", dollars, tex))), reader.fault()};
}

}  // namespace arbiter::report
