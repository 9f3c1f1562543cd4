#include "serve/serve.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <csignal>
#include <exception>
#include <utility>

#include "base/text.hpp"
#include "report/json/fields.hpp"
#include "report/page/page.hpp"
#include "report/text/foreign_text.hpp"
#include "serve/http_server.hpp"
#include "serve/jobs.hpp"
#include "serve/request.hpp"
#include "store/journal.hpp"

namespace arbiter::serve {
namespace {

constexpr const char* k_main = "run";  ///< the topic of the shown run and of all uploads
constexpr std::size_t k_most_in_the_making = 32;
constexpr auto k_step = std::chrono::milliseconds(200);
constexpr auto k_rest = std::chrono::seconds(1);

/// Says what there is instead of a page, and asks again until there is one.
Response waiting_page(std::string_view why) {
  Response response{200, "", "text/html; charset=utf-8"};
  response.policy =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action "
      "'none'; frame-ancestors 'none'";
  response.body = fmt::format(
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" "
      "content=\"2\"><meta name=\"viewport\" content=\"width=device-width\"><link rel=\"icon\" "
      "href=\"data:,\"><style>:root{{color-scheme:light dark}}body{{font:14px/1.5 system-ui,"
      "sans-serif;margin:24px;white-space:pre-line}}</style><title>Arbiter</title>"
      "<p>{}<p>This page reloads by itself.\n",
      report::html_text(to_utf8(why)));
  return response;
}

std::string topic_of(const Job& job) {
  return fmt::format("{}/{}", job.is_game() ? "play" : k_main, job.id);
}

/// Tells one state of a run that is being written from the next; empty: there is no run.
std::string tag_of(const std::filesystem::path& run) {
  std::string tag;
  for (const char* name : {store::k_journal_name, "gradebook.json", store::k_book_so_far}) {
    struct stat facts {};
    if (run.empty() || ::stat((run / name).c_str(), &facts) != 0) continue;
    tag += fmt::format("{:x}-{:x}-{:x}.{:x}", facts.st_ino, facts.st_size, facts.st_mtim.tv_sec,
                       facts.st_mtim.tv_nsec);
  }
  return tag;
}

/// What the element of a page holds that has its data.
std::string data_of(const std::string& page) {
  constexpr std::string_view k_data = " id=\"data\">";
  const std::size_t at = page.find(k_data);
  if (at == std::string::npos) return {};
  return page.substr(at + k_data.size(), page.find("</", at) - at - k_data.size());
}

Response stream_of(const std::string& topic, std::string beginning) {
  Response response{200, std::move(beginning), "text/event-stream"};
  response.topic = topic;
  return response;
}

report::Json fields_of(const Job& job) {
  const bool is_over = job.state == Job::State::ended;
  return {{"id", job.id},
          {"problem", to_utf8(job.problem->id)},
          {"name", job.name},
          {"state", job.state == Job::State::waiting ? "waiting"
                    : !is_over                       ? "running"
                    : job.verdict.empty()            ? "failed"
                                                     : "judged"},
          {"verdict", job.verdict}};
}

Jobs::Events events_of(HttpServer& server, const Service& service) {
  Jobs::Events events;
  events.on_text = [&server](const Job& job, std::string_view text) {
    if (job.is_game()) server.publish(topic_of(job), event_of("text", to_utf8(text)));
  };
  events.on_state = [&server](const Job& job) {
    if (job.is_game()) return server.publish(topic_of(job), event_of("end", ""));
    server.publish(k_main, event_of("upload", report::dumped(fields_of(job), -1)));
    server.publish(topic_of(job), event_of("run", tag_of(job.run())));
  };
  events.is_watched = [&server](const Job& job) { return server.has_listeners(topic_of(job)); };
  events.verdict = service.verdict;
  return events;
}

/// All that is below the token. A word of a request is looked up in tables; none becomes part of a
/// path. Pages are made in a thread of their own.
class Site {
 public:
  /// All but `uploads` must outlive it.
  Site(boost::asio::io_context& io, HttpServer& server, const Service& service, std::string token,
       TempDir uploads)
      : io_(io),
        server_(server),
        service_(service),
        token_(std::move(token)),
        jobs_(io, std::move(uploads), events_of(server, service)),
        step_(io) {
    look_at_runs();
  }

  /// The request has been checked.
  void answer(const Request& request, const Reply& reply) {
    Target target = split_target(request.target);
    target.words.erase(target.words.begin());
    if (request.method == "POST") return reply(post(request, target));
    get(request, target.words, reply);
  }

  /// Ends what it started.
  void stop() {
    step_.cancel();
    jobs_.stop();
    maker_.stop();
    maker_.join();
  }

 private:
  using Words = std::vector<std::string>;

  void get(const Request& request, const Words& words, const Reply& reply) {
    if (words.empty()) return reply(at(303, ""));
    const std::string& what = words.front();
    const int id = words.size() < 2 ? 0 : number_in<int>(words[1]).value_or(0);
    Job* const job = jobs_.find(id);
    if (job != nullptr && what == (job->is_game() ? "play" : "runs")) {
      if (job->is_game() && words.size() <= 3) {
        return reply(get_of_game(*job, words.size() == 2 ? "" : words[2]));
      }
      const bool has_failed = job->state == Job::State::ended && job->verdict.empty();
      if (words.size() == 3 && words[2].empty() && has_failed) {
        return reply({200, printable(job->text)});
      }
      if (words.size() == 3) {
        return get_of_run(job->run(), request, words[2], topic_of(*job), reply);
      }
    }
    if (words.size() != 1) return reply({404, "not found\n"});
    if (what == "judge") return reply(own_page());
    if (what == "state") return reply({200, state(), "application/json"});
    const bool leads_on = what.empty() && !service_.problems.empty() && tag_of(run()).empty();
    if (leads_on) return reply(at(303, "judge"));
    get_of_run(run(), request, what, k_main, reply);
  }

  void get_of_run(const std::filesystem::path& run, const Request& request, const std::string& what,
                  const std::string& topic, const Reply& reply) {
    const std::string tag = tag_of(run);
    // Who was away learns what is there now.
    if (what == "events") return reply(stream_of(topic, event_of("run", tag)));
    const bool is_page = what.empty();
    if (!is_page && what != "data") return reply({404, "not found\n"});
    if (tag.empty())
      return reply(is_page ? waiting_page("There is no run yet.") : Response{404, "no run yet\n"});
    if (request.known_tag == '"' + tag + '"') return reply({304, ""});
    if (in_the_making_ >= k_most_in_the_making) return reply({503, "too many pages are made\n"});
    ++in_the_making_;
    boost::asio::post(maker_, [this, run, tag, is_page, reply] {
      // Several pages that show a run hear of a change at the same time.
      if (std::exchange(made_tag_, tag) != tag) made_ = service_.page(run);
      if (!made_) made_tag_.clear();
      Response response = !made_ && is_page ? waiting_page(made_.error().text())
                          : !made_          ? Response{500, made_.error().text() + "\n"}
                          : is_page         ? report_response(*made_, judge_place())
                                            : Response{200, data_of(*made_)};
      // If the run has grown meanwhile, the page hears so and asks again.
      response.tag = tag;
      boost::asio::post(io_, [this, response = std::move(response), reply] {
        --in_the_making_;
        reply(response);
      });
    });
  }

  /// Where programs are judged and games played. The scripts find out from the address what it
  /// shows.
  Response own_page() const {
    return report_response(report::page_file("Arbiter", "<p>This page needs scripts.",
                                             report::page_fields("serve", "teacher", "Arbiter")),
                           judge_place());
  }

  /// Empty: there is nothing to judge.
  std::string judge_place() const {
    return service_.problems.empty() ? "" : fmt::format("/{}/judge", token_);
  }

  /// The page, or its stream.
  Response get_of_game(Job& game, const std::string& what) {
    game.last_seen = std::chrono::steady_clock::now();
    const bool has_ended = game.state == Job::State::ended;
    if (what.empty()) return own_page();
    if (what != "events") return {404, "not found\n"};
    return stream_of(topic_of(game),
                     event_of("all", to_utf8(game.text)) + (has_ended ? event_of("end", "") : ""));
  }

  Response post(const Request& request, const Target& target) {
    const Words& words = target.words;
    if (words.size() == 3 && words[0] == "play") return post_in_game(words, request.body);
    const bool is_game = words == Words{"play"};
    if (!is_game && words != Words{"judge"}) return {404, "not found\n"};
    const auto problem = std::ranges::find(service_.problems, query_value(target.query, "problem"),
                                           &ServedProblem::id);
    if (problem == service_.problems.end()) return {404, "no such problem\n"};
    if (is_game && !problem->is_game) return {409, "this problem is not a game\n"};
    if (!is_game && request.body.empty()) return {400, "the program is empty\n"};
    const std::string name = safe_name(query_value(target.query, "name"));
    const auto id = is_game ? jobs_.play(*problem) : jobs_.judge(*problem, name, request.body);
    if (id) return at(201, is_game ? fmt::format("play/{}", *id) : fmt::format("runs/{}/", *id));
    return {id.error().kind == ErrorKind::usage ? 503 : 500, id.error().text() + "\n"};
  }

  Response post_in_game(const Words& words, const std::string& line) {
    Job* const game = jobs_.find(number_in<int>(words[1]).value_or(0));
    if (game == nullptr || !game->is_game()) return {404, "not found\n"};
    if (words[2] == "line" && jobs_.type(*game, line)) return {204, ""};
    if (words[2] != "quit") return {409, "the game takes no line now\n"};
    // The game ends as it does when a terminal is closed, and is saved.
    if (game->child) game->child->close_input();
    return {204, ""};
  }

  Response at(int status, const std::string& place) const {
    Response response{status, ""};
    response.location = fmt::format("/{}/{}", token_, place);
    response.body = response.location + "\n";
    return response;
  }

  std::string state() const {
    report::Json state;
    state["problems"] = report::array_of(service_.problems, [](const ServedProblem& one) {
      return report::Json{
          {"id", to_utf8(one.id)}, {"title", to_utf8(one.title)}, {"is_game", one.is_game}};
    });
    state["uploads"] = report::Json::array();
    for (const auto& [id, job] : jobs_.all()) {
      if (!job.is_game()) state["uploads"].push_back(fields_of(job));
    }
    state["has_run"] = !tag_of(run()).empty();
    return report::dumped(state, -1);
  }

  std::filesystem::path run() const { return service_.run().value_or(std::filesystem::path()); }

  void look_at_runs() {
    step_.expires_after(k_step);
    step_.async_wait([this](boost::system::error_code stopped) {
      if (stopped) return;
      look_at_runs();
      // To make pages all the time would take a core from the judge.
      const auto now = std::chrono::steady_clock::now();
      if (now - told_ < k_rest) return;
      const auto look = [&](const std::string& topic, const std::filesystem::path& run,
                            std::string& seen) {
        const std::string tag = tag_of(run);
        if (std::exchange(seen, tag) == tag) return;
        server_.publish(topic, event_of("run", tag));
        told_ = now;
      };
      if (server_.has_listeners(k_main)) look(k_main, run(), shown_);
      for (const auto& [id, job] : jobs_.all()) {
        const bool is_judged = !job.is_game() && job.state == Job::State::running;
        if (is_judged) look(topic_of(job), job.run(), judged_);
      }
    });
  }

  boost::asio::io_context& io_;
  HttpServer& server_;
  const Service& service_;
  std::string token_;
  Jobs jobs_;
  boost::asio::steady_timer step_;
  std::string shown_;   ///< the tag of the run that is shown, as pages know it
  std::string judged_;  ///< likewise of the upload that is being judged
  std::chrono::steady_clock::time_point told_;  ///< when pages were last told of a change
  std::size_t in_the_making_ = 0;
  /// The last page that was made; only the maker's thread touches it.
  Result<std::string> made_ = std::string();
  std::string made_tag_;
  boost::asio::thread_pool maker_{1};
};

/// Until nothing more is awaited. A request that is too much for the memory ends alone.
void run_all(boost::asio::io_context& io) {
  while (true) {
    try {
      io.run();
      return;
    } catch (const std::exception&) {
      continue;
    }
  }
}

}  // namespace

Result<void> serve(const Service& service) {
  ARBITER_TRY(token, make_token());
  ARBITER_TRY(uploads, TempDir::make("arbiter-serve"));
  // What was sent to clients and children that have gone is lost, nothing more.
  std::signal(SIGPIPE, SIG_IGN);
  boost::asio::io_context io(1);
  ARBITER_TRY(server, HttpServer::listen(io, service.port));
  const Door door{token, server->port()};
  Site site(io, *server, service, token, std::move(uploads));
  boost::asio::signal_set signals(io, SIGINT, SIGTERM, SIGHUP);
  signals.async_wait([&](boost::system::error_code, int) {
    server->stop();
    site.stop();
  });
  server->start(
      door, [&site](const Request& request, const Reply& reply) { site.answer(request, reply); });
  service.on_ready(fmt::format("http://127.0.0.1:{}/{}/", door.port, door.token));
  run_all(io);
  // Pages that were being made then have nobody to go to.
  io.restart();
  run_all(io);
  return {};
}

}  // namespace arbiter::serve
