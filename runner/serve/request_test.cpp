#include "serve/request.hpp"

#include <gmock/gmock.h>

namespace arbiter::serve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const Door k_door{"0123456789abcdef0123456789abcdef", 8080};

Request asking(std::string method, const std::string& path) {
  Request request;
  request.method = std::move(method);
  request.target = path;
  request.host = "127.0.0.1:8080";
  return request;
}

int status_of(const Request& request) {
  const auto why = refused(request, k_door);
  return why ? why->status : 0;
}

TEST(Token, IsLongAndNeverTheSame) {
  const auto token = make_token();
  ASSERT_TRUE(token);
  EXPECT_THAT(*token, testing::MatchesRegex("[0-9a-f]{32}"));
  EXPECT_NE(*token, *make_token());
}

TEST(Refused, KnowsTheToken) {
  EXPECT_EQ(status_of(asking("GET", "/" + k_door.token)), 0);
  EXPECT_EQ(status_of(asking("GET", "/" + k_door.token + "/judge?x")), 0);
  EXPECT_EQ(status_of(asking("GET", "/" + k_door.token + "?x")), 0);
  for (const std::string& path :
       {std::string("/"), std::string(), std::string("/judge"), "/" + k_door.token.substr(1),
        "/" + k_door.token + "0", "//" + k_door.token, k_door.token,
        "/" + k_door.token + k_door.token, "/1" + k_door.token.substr(1),
        "http://127.0.0.1:8080/" + k_door.token}) {
    EXPECT_EQ(status_of(asking("GET", path)), 404) << path;
  }
}

TEST(Refused, KnowsItsOwnNamesAlone) {
  Request request = asking("GET", "/" + k_door.token + "/");
  request.host = "localhost:8080";
  EXPECT_EQ(status_of(request), 0);
  for (const char* host : {"", "evil.example:8080", "127.0.0.1", "localhost", "127.0.0.1:80",
                           "localhost:8080.evil.example", "LOCALHOST:8080"}) {
    request.host = host;
    EXPECT_EQ(status_of(request), 403) << host;
  }
}

TEST(Refused, KnowsForeignPages) {
  Request request = asking("GET", "/" + k_door.token + "/");
  for (const char* origin : {"http://127.0.0.1:8080", "http://localhost:8080"}) {
    request.origin = origin;
    EXPECT_EQ(status_of(request), 0) << origin;
  }
  for (const char* origin : {"null", "http://evil.example", "https://127.0.0.1:8080", "http://",
                             "127.0.0.1:8080", "http://127.0.0.1:80800"}) {
    request.origin = origin;
    EXPECT_EQ(status_of(request), 403) << origin;
  }
}

TEST(Refused, TakesPostsOnlyWithASign) {
  Request request = asking("POST", "/" + k_door.token + "/judge");
  EXPECT_EQ(status_of(request), 403);
  request.own_sign = "1";
  EXPECT_EQ(status_of(request), 0);
  request.origin = "http://evil.example";
  EXPECT_EQ(status_of(request), 403);
  request.own_sign.clear();
  request.origin = "http://127.0.0.1:8080";
  EXPECT_EQ(status_of(request), 0);
  EXPECT_EQ(status_of(asking("DELETE", "/" + k_door.token + "/")), 405);
}

TEST(SplitTarget, GivesWordsAndTheQuery) {
  EXPECT_THAT(split_target("/a/b/?c=/d").words, ElementsAre("a", "b", ""));
  EXPECT_EQ(split_target("/a/b/?c=/d").query, "c=/d");
  EXPECT_THAT(split_target("/").words, ElementsAre(""));
  EXPECT_THAT(split_target("/..").words, ElementsAre(".."));
  EXPECT_THAT(split_target("").words, IsEmpty());
  EXPECT_THAT(split_target("*").words, IsEmpty());
  EXPECT_THAT(split_target("?").words, IsEmpty());
}

TEST(QueryValue, IsDecoded) {
  EXPECT_EQ(query_value("a=1&name=x%20y+z%C3%A4", "name"), "x y z\u00e4");
  EXPECT_EQ(query_value("a=%&b=%4&c=%zz&d=%-1", "a"), "%");
  EXPECT_EQ(query_value("a=%&b=%4&c=%zz&d=%-1", "b"), "%4");
  EXPECT_EQ(query_value("a=%&b=%4&c=%zz&d=%-1", "c"), "%zz");
  EXPECT_EQ(query_value("a=%&b=%4&c=%zz&d=%-1", "d"), "%-1");
  EXPECT_EQ(query_value("name", "name"), "");
  EXPECT_EQ(query_value("", "name"), "");
  EXPECT_EQ(query_value("xname=1", "name"), "");
}

TEST(SafeName, IsAlwaysOneOfAPlainFile) {
  EXPECT_EQ(safe_name("a.cpp"), "a.cpp");
  EXPECT_EQ(safe_name("/etc/../a b.py"), "a_b.py");
  EXPECT_EQ(safe_name("C:\\x\\Main.java"), "Main.java");
  EXPECT_EQ(safe_name(".."), "_.");
  EXPECT_EQ(safe_name("."), "_");
  EXPECT_EQ(safe_name("--out"), "_-out");
  EXPECT_EQ(safe_name("x/"), "program");
  EXPECT_EQ(safe_name(""), "program");
  EXPECT_EQ(safe_name(std::string("a\0b\n.c", 6)), "a_b_.c");
  EXPECT_EQ(safe_name(std::string(500, 'x') + ".cpp"), std::string(96, 'x') + ".cpp");
}

TEST(HeadOf, ClosesAndForbids) {
  const std::string head = head_of(Response{404, "no\n"});
  EXPECT_TRUE(head.starts_with("HTTP/1.1 404 \r\n"));
  EXPECT_TRUE(head.ends_with("\r\n\r\n"));
  for (const char* part :
       {"Content-Length: 3\r\n", "Connection: close\r\n", "Cache-Control: no-store\r\n",
        "X-Content-Type-Options: nosniff\r\n", "Referrer-Policy: no-referrer\r\n",
        "Cross-Origin-Resource-Policy: same-origin\r\n",
        "Content-Security-Policy: default-src 'none'\r\n"}) {
    EXPECT_THAT(head, HasSubstr(part));
  }
  Response stream{200, "", "text/event-stream"};
  stream.topic = "run";
  EXPECT_THAT(head_of(stream), Not(HasSubstr("Content-Length")));
  EXPECT_THAT(head_of(Response{204, ""}), Not(HasSubstr("\nContent-Type")));
}

TEST(EventOf, KeepsLines) {
  EXPECT_EQ(event_of("text", "a\n\nb\r\n"), "event: text\ndata: a\ndata: \ndata: b\ndata: \n\n");
  EXPECT_EQ(event_of("end", ""), "event: end\ndata: \n\n");
}

TEST(ReportResponse, TakesThePolicyOfAPageAndTellsItWhereItIsServed) {
  const Response response = report_response(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'x'\">"
      "<script>a</script>",
      "/t/judge");
  EXPECT_EQ(response.body, "<meta name=\"arbiter-served\" content=\"/t/judge\"><script>a</script>");
  EXPECT_EQ(response.policy,
            "default-src 'none'; script-src 'x'; connect-src 'self'; frame-ancestors 'none'");
}

TEST(ReportResponse, SendsNoPageThatHasNoPolicy) {
  EXPECT_EQ(report_response("<p>x", "").status, 500);
  EXPECT_EQ(report_response("<meta http-equiv=\"Content-Security-Policy\" content=\"x", "").status,
            500);
}

}  // namespace
}  // namespace arbiter::serve
