#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "serve/request.hpp"

namespace arbiter::serve {

class Connection;

/// Speaks HTTP/1.1 on loopback, in the thread that runs `io`. A connection costs no thread, so slow
/// clients hold up nobody; each has a time to send its request in and a time to take its answer in,
/// and when there are too many, the oldest that nobody waits for makes room.
class HttpServer {
 public:
  /// Port 0 is any that is free. Error{usage}: the port is taken or not allowed.
  static Result<std::unique_ptr<HttpServer>> listen(boost::asio::io_context& io,
                                                    std::uint16_t port);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  [[nodiscard]] std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  /// From now on requests are answered: `handler` sees those that come through the door, and only
  /// of those a body is read.
  void start(Door door, std::function<void(const Request& request, const Reply& reply)> handler);
  /// Sends an event to all streams of a topic.
  void publish(const std::string& topic, const std::string& event);
  [[nodiscard]] bool has_listeners(const std::string& topic) const;
  /// Closes everything.
  void stop();

 private:
  friend class Connection;
  explicit HttpServer(boost::asio::io_context& io);
  void accept();

  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer pause_;  ///< after an accept that failed
  Door door_;
  std::function<void(const Request&, const Reply&)> handler_;
  std::size_t most_;  ///< connections
  std::uint64_t next_ = 0;
  /// By age; so are those of them that nobody waits for (the request is not complete, or answered),
  /// and the streams.
  std::map<std::uint64_t, std::weak_ptr<Connection>> all_;
  std::map<std::uint64_t, std::weak_ptr<Connection>> idle_;
  std::map<std::uint64_t, std::weak_ptr<Connection>> streams_;
};

}  // namespace arbiter::serve
