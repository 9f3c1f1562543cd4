#include "serve/http_server.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <utility>

namespace arbiter::serve {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using tcp = asio::ip::tcp;
using Code = boost::system::error_code;

namespace {

constexpr std::uint32_t k_longest_head = 16 * 1024;
constexpr std::size_t k_most_buffered = 1U << 17U;
constexpr std::uint64_t k_longest_body = 1U << 20U;
constexpr std::size_t k_most_unsent = 1U << 21U;  ///< of a stream nobody reads
constexpr std::size_t k_most_streams = 32;
constexpr std::size_t k_most_connections = 4096;
constexpr std::size_t k_spare_descriptors = 128;
constexpr auto k_to_ask = std::chrono::seconds(10);
constexpr auto k_to_take = std::chrono::seconds(30);
constexpr auto k_to_leave = std::chrono::seconds(2);
constexpr auto k_pause = std::chrono::milliseconds(100);

/// As many connections as there can be descriptors for.
std::size_t most_connections() {
  constexpr rlim_t k_wanted = k_most_connections + k_spare_descriptors;
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  const rlimit more{std::min(limit.rlim_max, k_wanted), limit.rlim_max};
  if (limit.rlim_cur < more.rlim_cur && ::setrlimit(RLIMIT_NOFILE, &more) == 0) limit = more;
  return std::clamp<rlim_t>(limit.rlim_cur, 2 * k_spare_descriptors, k_wanted) -
         k_spare_descriptors;
}

Request read(const http::request<http::string_body>& message) {
  const auto field = [&message](auto name) { return std::string(message[name]); };
  return {std::string(message.method_string()),
          std::string(message.target()),
          field(http::field::host),
          field(http::field::origin),
          field("X-Arbiter"),
          field(http::field::if_none_match),
          message.body()};
}

Response bad_request(const Code& code) {
  if (code == http::error::body_limit) return Response{413, "at most 1 MiB can be sent\n"};
  if (code == http::error::header_limit) return Response{431, "the header is too long\n"};
  return Response{400, "this is no request\n"};
}

}  // namespace

// One connection: reads a request, writes the answer and, if that is a stream, what is published.
// It lives as long as something is awaited that holds it.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(HttpServer& server, tcp::socket socket)
      : server_(server), serial_(server.next_++), stream_(std::move(socket)) {
    parser_.header_limit(k_longest_head);
    parser_.body_limit(k_longest_body);
  }
  ~Connection() { server_.all_.erase(serial_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void start() {
    server_.all_.emplace(serial_, weak_from_this());
    server_.idle_.emplace(serial_, weak_from_this());
    stream_.expires_after(k_to_ask);
    http::async_read_header(stream_, buffer_, parser_,
                            [self = shared_from_this()](Code code, std::size_t) {
                              if (code) return self->fail(code);
                              self->check();
                            });
  }

  /// Adds to what a stream sends. Who does not read is left.
  void send(const std::string& event) {
    waiting_ += event;
    if (waiting_.size() > k_most_unsent) return close();
    if (sending_.empty()) send_waiting();
  }

  [[nodiscard]] const std::string& topic() const { return topic_; }

  void close() {
    server_.idle_.erase(serial_);
    server_.streams_.erase(serial_);
    stream_.close();
  }

 private:
  void check() {
    if (auto why = refused(read(parser_.get()), server_.door_)) {
      server_.idle_.erase(serial_);
      return answer(*std::move(why));
    }
    http::async_read(
        stream_, buffer_, parser_, [self = shared_from_this()](Code code, std::size_t) {
          if (code) return self->fail(code);
          self->server_.idle_.erase(self->serial_);
          self->server_.handler_(read(self->parser_.get()),
                                 [self](Response response) { self->answer(std::move(response)); });
        });
  }

  void fail(const Code& code) {
    server_.idle_.erase(serial_);
    const bool is_of_network =
        code.category() != make_error_code(http::error::bad_method).category();
    if (is_of_network || code == http::error::end_of_stream) return close();
    answer(bad_request(code));
  }

  void answer(Response response) {
    if (!response.topic.empty() && server_.streams_.size() >= k_most_streams) {
      response = Response{503, "too many pages listen\n"};
    }
    topic_ = response.topic;
    waiting_ = head_of(response) + response.body;
    if (!topic_.empty()) {
      server_.streams_.emplace(serial_, weak_from_this());
      // Nothing is expected from who listens but that it goes.
      stream_.expires_never();
      read_on();
    }
    send_waiting();
  }

  void send_waiting() {
    sending_ = std::exchange(waiting_, {});
    stream_.expires_after(k_to_take);
    asio::async_write(stream_, asio::buffer(sending_),
                      [self = shared_from_this()](Code code, std::size_t) {
                        if (code) return self->close();
                        self->sending_.clear();
                        if (!self->waiting_.empty()) return self->send_waiting();
                        if (self->topic_.empty()) self->leave();
                      });
  }

  /// To close while the client still sends would take the answer from it.
  void leave() {
    Code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(k_to_leave);
    server_.idle_.emplace(serial_, weak_from_this());
    read_on();
  }

  /// Whatever comes is of no interest.
  void read_on() {
    stream_.async_read_some(asio::buffer(scratch_),
                            [self = shared_from_this()](Code code, std::size_t) {
                              if (code) return self->close();
                              self->read_on();
                            });
  }

  HttpServer& server_;
  const std::uint64_t serial_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{k_most_buffered};
  http::request_parser<http::string_body> parser_;
  std::string topic_;
  std::string sending_;  ///< must not change while it is written
  std::string waiting_;
  std::array<char, 4096> scratch_{};
};

HttpServer::HttpServer(asio::io_context& io)
    : acceptor_(io), pause_(io), most_(most_connections()) {}

HttpServer::~HttpServer() {
  stop();
}

Result<std::unique_ptr<HttpServer>> HttpServer::listen(asio::io_context& io, std::uint16_t port) {
  auto server = std::unique_ptr<HttpServer>(new HttpServer(io));
  Code code;
  server->acceptor_.open(tcp::v4(), code);
  if (!code) server->acceptor_.set_option(tcp::acceptor::reuse_address(true), code);
  if (!code) server->acceptor_.bind({asio::ip::address_v4::loopback(), port}, code);
  if (!code) server->acceptor_.listen(tcp::acceptor::max_listen_connections, code);
  if (!code) return server;
  return usage_error(fmt::format("cannot listen on 127.0.0.1:{}: {}", port, code.message()),
                     "give another --port, or leave it out for any that is free");
}

void HttpServer::start(Door door, std::function<void(const Request&, const Reply&)> handler) {
  door_ = std::move(door);
  handler_ = std::move(handler);
  accept();
}

void HttpServer::accept() {
  acceptor_.async_accept([this](Code code, tcp::socket socket) {
    if (!acceptor_.is_open()) return;
    if (code) {
      // Such as too many open files: some will be closed.
      pause_.expires_after(k_pause);
      pause_.async_wait([this](Code stopped) {
        if (!stopped) accept();
      });
      return;
    }
    if (all_.size() >= most_ && !idle_.empty()) {
      if (const auto oldest = idle_.begin()->second.lock()) oldest->close();
    }
    if (all_.size() <= most_) std::make_shared<Connection>(*this, std::move(socket))->start();
    accept();
  });
}

void HttpServer::publish(const std::string& topic, const std::string& event) {
  // Who does not read leaves the table meanwhile.
  for (const auto& [serial, stream] : std::map(streams_)) {
    const auto alive = stream.lock();
    if (alive && alive->topic() == topic) alive->send(event);
  }
}

bool HttpServer::has_listeners(const std::string& topic) const {
  return std::ranges::any_of(streams_, [&topic](const auto& entry) {
    const auto alive = entry.second.lock();
    return alive && alive->topic() == topic;
  });
}

void HttpServer::stop() {
  Code ignored;
  acceptor_.close(ignored);
  pause_.cancel();
  for (const auto& [serial, connection] : std::map(all_)) {
    if (const auto alive = connection.lock()) alive->close();
  }
}

}  // namespace arbiter::serve
