#include "report/statement/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <statement_parts.hpp>

#include "base/text.hpp"
#include "base/units.hpp"
#include "report/statement/markdown.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

/// What the page itself says in a language.
struct StatementWords {
  std::string_view language;
  std::string_view name;  ///< of the language, in itself
  std::string_view time_limit;
  std::string_view memory_limit;
  std::string_view input;
  std::string_view output;
  std::string_view interaction;
  std::string_view reads;
  std::string_view writes;
};

/// A language without a line in words.txt is spoken of in English, the first one.
const std::vector<StatementWords>& all_words() {
  static const auto k_all = [] {
    std::vector<StatementWords> all;
    for (const std::string_view line : split_lines(k_page_words)) {
      const std::vector<std::string_view> w = split(line, '|');
      all.push_back(
          {w.at(0), w.at(1), w.at(2), w.at(3), w.at(4), w.at(5), w.at(6), w.at(7), w.at(8)});
    }
    return all;
  }();
  return k_all;
}

const StatementWords* find_words(std::string_view language) {
  const auto found = std::ranges::find(all_words(), language.substr(0, language.find('-')),
                                       &StatementWords::language);
  return found == all_words().end() ? nullptr : &*found;
}

const StatementWords& words_for(std::string_view language) {
  const StatementWords* words = find_words(language);
  return words == nullptr ? all_words().front() : *words;
}

std::string title_in(const model::Problem& problem, const std::string& language) {
  for (const std::string& key :
       {language, language.substr(0, language.find('-')), std::string("en")}) {
    if (const auto name = problem.name.find(key); name != problem.name.end()) return name->second;
  }
  return problem.name.empty() ? problem.id : problem.name.begin()->second;
}

std::string block(std::string_view bytes) {
  return fmt::format("<pre>{}</pre>", html_text(to_utf8(bytes)));
}

std::string figure(std::string_view caption, std::size_t number, const std::string& content) {
  return fmt::format("<figure><figcaption>{} {}</figcaption>{}</figure>", caption, number, content);
}

/// Who speaks in a line of an interaction: '<', '>', or '-' between passes.
char speaker_of(std::string_view line) {
  return line.empty() ? ' ' : line.front();
}

/// A row for what each side says before the other one speaks.
std::string dialogue(std::string_view interaction, const StatementWords& words) {
  std::string rows;
  const std::vector<std::string_view> lines = split_lines(interaction);
  for (std::size_t i = 0; i < lines.size();) {
    const char speaker = speaker_of(lines[i]);
    std::string said;
    for (; i < lines.size() && speaker_of(lines[i]) == speaker; ++i)
      said += fmt::format("{}\n", lines[i].substr(std::min<std::size_t>(1, lines[i].size())));
    if (speaker == '<') rows += fmt::format("<tr><td>{}</td><td></td></tr>\n", block(said));
    if (speaker == '>') rows += fmt::format("<tr><td></td><td>{}</td></tr>\n", block(said));
    if (speaker == '-') rows += "<tr><td colspan=\"2\"><hr></td></tr>\n";
  }
  return fmt::format(
      "<table><thead><tr><th>{}</th><th>{}</th></tr></thead>\n<tbody>\n{}</tbody></table>",
      words.reads, words.writes, rows);
}

/// Whether a line has no place in half of the page.
bool is_wide(std::string_view text) {
  constexpr std::size_t k_half = 40;
  return std::ranges::any_of(split_lines(text),
                             [](std::string_view line) { return line.size() > k_half; });
}

std::vector<std::string> shown_samples(const std::vector<model::StatementSample>& samples,
                                       const StatementWords& words) {
  std::vector<std::string> all;
  for (const model::StatementSample& sample : samples) {
    const std::size_t number = all.size() + 1;
    const std::string content =
        sample.interaction ? figure(words.interaction, number, dialogue(*sample.interaction, words))
                           : figure(words.input, number, block(sample.input)) +
                                 figure(words.output, number, block(sample.output));
    const std::string_view shape = sample.interaction ? "dialogue"
                                   : is_wide(sample.input) || is_wide(sample.output)
                                       ? "sample wide-one"
                                       : "sample";
    all.push_back(fmt::format("<div class=\"{}\">{}</div>\n", shape, content));
  }
  return all;
}

std::string limits_line(const model::PackageLimits& limits, const StatementWords& words) {
  const std::string memory =
      fmt::format("<span>{}: <b>{}</b></span>", words.memory_limit, show(limits.memory));
  if (!limits.time) return memory;
  return fmt::format("<span>{}: <b>{}</b></span> {}", words.time_limit, show(*limits.time), memory);
}

/// The buttons that choose a language, and the rules that show what they choose. No script is
/// needed, and the arrow keys move from one to the next.
std::string language_switch(const std::vector<model::StatementText>& texts) {
  std::string buttons;
  std::string rules;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string language = html_text(texts[i].language);
    buttons += fmt::format(
        "<input type=\"radio\" name=\"language\" id=\"choose{0}\"{1}>"
        "<label for=\"choose{0}\" lang=\"{2}\">{3}</label>\n",
        i, i == 0 ? " checked" : "", language, html_text(language_name(texts[i].language)));
    rules += fmt::format("{}#choose{}:checked~#text{}", i == 0 ? "" : ",", i, i);
  }
  return fmt::format("<style>{}{{display:block}}</style>\n{}", rules, buttons);
}

}  // namespace

std::string language_name(std::string_view language) {
  const StatementWords* words = find_words(language);
  if (words == nullptr) return std::string(language);
  if (words->language == language) return std::string(words->name);
  return fmt::format("{} ({})", words->name, language);
}

Result<StatementPage> statement_page(const model::Problem& problem,
                                     const model::Statement& statement, PageUse use) {
  StatementPage page;
  const std::vector<model::StatementText>& texts = statement.texts;
  std::string body;
  if (use == PageUse::screen && texts.size() > 1) body = language_switch(texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const model::StatementText& text = texts[i];
    const StatementWords& words = words_for(text.language);
    const std::vector<std::string> samples = shown_samples(statement.samples, words);
    ARBITER_TRY(rendered,
                render_markdown(text, {statement.pictures, samples, fmt::format("t{}-", i)}));
    std::ranges::move(rendered.diagnostics, std::back_inserter(page.diagnostics));
    body += fmt::format(
        "<article id=\"text{}\" lang=\"{}\">\n<h1>{}</h1>\n<p "
        "class=\"limits\">{}</p>\n{}</article>\n",
        i, html_text(text.language), html_text(title_in(problem, text.language)),
        limits_line(problem.limits, words), rendered.html);
  }
  const std::string language = texts.empty() ? "en" : texts.front().language;
  page.html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</"
      "html>\n",
      html_text(language), html_text(title_in(problem, language)), k_page_style, body);
  return page;
}

}  // namespace arbiter::report
