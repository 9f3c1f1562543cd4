"""`arbiter serve`: its pages, who may ask for them, programs and games in the browser, and bad clients."""

import base64
import gzip
import http.client
import json
import random
import re
import resource
import signal
import socket
import urllib.parse

from workbench import (LOOP_C, PATIENCE, SOURCE, SUM_C, WRONG_C, Workbench, command_line, descendants,
                       problem_yaml, wait_for)

NIM = SOURCE / "runner/tests/packages/nim"
SIGN = {"X-Arbiter": "1"}
MANY = 1000


class Site:
    """A server that runs, as a browser sees it."""

    def __init__(self, process):
        self.process = process
        self.address = process.stdout.readline().decode().strip()
        self.port = urllib.parse.urlsplit(self.address).port
        self.home = urllib.parse.urlsplit(self.address).path

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE)

    def ask(self, method, path, body=None, headers=()):
        """Status, headers, body; the path is below the token unless it begins with a slash."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        target = path if path.startswith("/") else self.home + path
        connection.request(method, target, body, dict(headers))
        answer = connection.getresponse()
        text = answer.read().decode(errors="replace")
        connection.close()
        return answer.status, answer.headers, text

    def get(self, path="", **headers):
        return self.ask("GET", path, headers=headers)

    def post(self, path, body=b"", headers=SIGN):
        return self.ask("POST", path, body, headers)

    def raw(self, sent):
        """All that comes back for these bytes."""
        with self.connect() as client:
            try:
                client.sendall(sent)
                client.shutdown(socket.SHUT_WR)
                return b"".join(iter(lambda: client.recv(65536), b""))
            except ConnectionError:
                return b""

    def data(self, path="data"):
        """What a page shows of a run, as text."""
        return gzip.decompress(base64.b64decode(self.get(path)[2])).decode()

    def state(self):
        return json.loads(self.get("state")[2])


class Events:
    """A stream of server-sent events."""

    def __init__(self, site, path):
        self.connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
        self.connection.request("GET", site.home + path)
        self.answer = self.connection.getresponse()
        self.status = self.answer.status

    def next(self):
        """Name and text; none at the end."""
        name, lines = None, []
        for line in iter(self.answer.readline, b""):
            line = line.decode().rstrip("\n")
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                lines.append(line[6:])
            elif not line and name:
                return name, "\n".join(lines)
        return None

    def until(self, holds):
        """The first for which that is so."""
        while (event := self.next()) is not None:
            if holds(*event):
                return event
        raise AssertionError("the stream has ended")

    def close(self):
        self.answer.close()
        self.connection.close()


class Serve(Workbench):
    def serve(self, *words, **how):
        site = Site(self.started("serve", *words, **how))
        self.addCleanup(self.end, site)
        self.assertRegex(site.address, r"^http://127\.0\.0\.1:\d+/[0-9a-f]{32}/$")
        return site

    def end(self, site, sent=signal.SIGTERM):
        """Gives what it had to say."""
        process = site.process
        process.send_signal(sent)
        self.assertEqual(process.wait(PATIENCE), 0)
        process.stdout.close()
        said = b"" if process.stderr.closed else process.stderr.read()
        process.stderr.close()
        return said.decode()

    def listen(self, site, path="events"):
        events = Events(site, path)
        self.addCleanup(events.close)
        return events

    def judged(self, site, body, name, problem="sum"):
        """The place of the page of a program that was judged, and what the list says of it."""
        listening = self.listen(site)
        status, headers, _ = site.post(f"judge?problem={problem}&name={urllib.parse.quote(name)}", body)
        self.assertEqual(status, 201)
        place = headers["Location"]
        self.assertRegex(place, rf"^{site.home}runs/\d+/$")
        number = int(place.split("/")[-2])
        _, data = listening.until(
            lambda kind, text: kind == "upload" and json.loads(text)["id"] == number
            and json.loads(text)["state"] in ("judged", "failed"))
        return place, json.loads(data)


class Pages(Serve):
    def test_shows_the_last_run_and_where_problems_are(self):
        package = self.problem()
        self.judge(package, "w.c", status=1)
        site = self.serve("--problems", package)
        status, headers, page = site.get()
        self.assertEqual(status, 200)
        self.assertIn(f'<meta name="arbiter-served" content="{site.home}judge">', page)
        self.assertNotIn("http-equiv", page)
        self.assertIn("script-src 'sha256-", headers["Content-Security-Policy"])
        self.assertIn('"WA"', site.data())
        for part in ("default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'"):
            self.assertIn(part, site.get("judge")[1]["Content-Security-Policy"])
            self.assertIn(part, headers["Content-Security-Policy"])
        for name, value in (("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
                            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin")):
            self.assertEqual(headers[name], value)
        status, headers, _ = site.get("data")
        self.assertEqual(status, 200)
        self.assertEqual(site.get("data", **{"If-None-Match": headers["ETag"]})[0], 304)
        status, _, page = site.get("judge")
        self.assertEqual(status, 200)
        packed = re.search('id="data">([^<]*)<', page)[1]
        self.assertEqual(json.loads(gzip.decompress(base64.b64decode(packed)))["kind"], "serve")
        self.assertEqual([one["id"] for one in site.state()["problems"]], ["sum"])
        self.assertEqual(site.get(site.home[:-1])[1]["Location"], site.home)
        self.end(site, signal.SIGINT)

    def test_without_a_run_there_is_the_drop_zone_or_a_page_that_waits(self):
        site = self.serve(self.problem())
        status, headers, _ = site.get()
        self.assertEqual((status, headers["Location"]), (303, site.home + "judge"))
        self.end(site)
        site = self.serve()
        self.assertIn("There is no run yet", site.get()[2])
        self.assertEqual(site.get("data")[0], 404)

    def test_a_class_that_is_not_finished_has_a_page_that_waits(self):
        self.write("in/7/sum.c", SUM_C)
        self.arbiter("grade", "in", "--problems", self.problem(), "--out", "out", status=0)
        book = self.folder / "out/gradebook.json"
        book.rename(self.folder / "kept")
        site = self.serve("out")
        self.assertIn("The page of a class is made when a program is judged.", site.get()[2])
        self.assertEqual(site.get("data")[0], 500)
        (self.folder / "kept").rename(book)
        self.assertIn("arbiter-served", site.get()[2])
        self.assertIn('"students"', site.data())

    def test_a_class_grows_while_it_is_graded(self):
        package = self.problem(yaml=problem_yaml("time_limit: 600, memory: 64, output: 1"))
        self.write("in/7/sum.c", SUM_C)
        self.write("in/8/sum.c", LOOP_C)
        words = ("grade", "in", "--problems", package, "--out", "out", "--jobs", "2")
        grading = self.started(*words)
        so_far = self.folder / "out/gradebook.so-far.json"
        wait_for(so_far, so_far.exists)
        site = self.serve("out")
        events = self.listen(site)
        _, before = events.next()
        self.assertIn("so far 1 of 2 programs are judged", site.data())
        self.assertNotIn('"JE"', site.data())
        grading.send_signal(signal.SIGINT)
        grading.communicate(timeout=PATIENCE)
        self.assertEqual(grading.returncode, 130)
        self.write("in/8/sum.c", WRONG_C)
        self.arbiter(*words, status=0)
        self.assertFalse(so_far.exists())
        events.until(lambda kind, tag: kind == "run" and tag != before)
        self.assertIn('"WA"', site.data())
        self.assertNotIn("so far", site.data())

    def test_folders_of_problems_and_runs(self):
        self.problem("all/one")
        self.problem("all/two")
        self.write("all/bad/problem.yaml", "limits: 3\n")
        self.judge("all/one", "a.c", "--out", "run", status=0)
        site = self.serve("run", "--problems", "all")
        self.assertEqual([one["id"] for one in site.state()["problems"]], ["one", "two"])
        self.assertIn("AC", site.get()[2])
        self.assertIn("bad is left out", self.end(site))

    def test_wrong_usage(self):
        _, _, err = self.arbiter("serve", "nothing_of_that_name", status=2)
        self.assertIn("'nothing_of_that_name' is neither a run nor a problem", err)
        self.write("empty/file", "")
        self.assertIn("there is no valid problem in empty", self.arbiter("serve", "--problems", "empty", status=2)[2])
        site = self.serve()
        _, _, err = self.arbiter("serve", "--port", str(site.port), status=2)
        self.assertIn(f"cannot listen on 127.0.0.1:{site.port}: Address already in use", err)
        self.assertIn("--port", err)
        self.assertIn("must be a number from 1 to 65535", self.arbiter("serve", "--port", "70000", status=2)[2])

    def test_a_run_that_is_written_is_told_of_as_it_grows(self):
        self.judge(self.problem(), "a.c", "w.c", "--out", "done", status=1)
        whole = (self.folder / "done/journal.jsonl").read_bytes()
        first, rest = whole.split(b"\n", 1)
        growing = self.write("growing/journal.jsonl", first + b"\n")
        site = self.serve("growing")
        events = self.listen(site)
        kind, before = events.next()
        self.assertEqual(kind, "run")
        self.assertNotIn('"WA"', site.data())
        with open(growing, "ab") as journal:
            journal.write(rest)
        _, after = events.until(lambda kind, tag: kind == "run" and tag != before)
        self.assertEqual(site.get("data")[1]["ETag"], f'"{after}"')
        self.assertIn('"WA"', site.data())

    def test_the_last_run_is_the_last_at_any_moment(self):
        package = self.problem()
        self.judge(package, "a.c", status=0)
        site = self.serve()
        events = self.listen(site)
        _, before = events.next()
        self.judge(package, "w.c", status=1)
        events.until(lambda kind, tag: kind == "run" and tag != before)
        self.assertIn("w.c", site.data())


class Doors(Serve):
    def setUp(self):
        super().setUp()
        self.site = self.serve(self.problem())

    def test_nothing_is_there_without_the_token(self):
        token = self.site.home[1:-1]
        changed = ("0" if token[0] != "0" else "1") + token[1:]
        paths = ("/", "/favicon.ico", "/judge", f"/{changed}/judge", f"/{token[:-1]}/judge",
                 f"/{token}0/judge", f"/{token.upper()}x/judge", "//", f"//{token}/judge", f"/x/../{token}/judge",
                 f"/%2e/{token}/judge", "*")
        for path in paths:
            with self.subTest(path):
                answer = self.site.raw(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.site.port}\r\n\r\n".encode())
                self.assertTrue(answer.startswith(b"HTTP/1.1 404 "), answer)
                self.assertTrue(answer.endswith(b"\r\n\r\nnot found\n"), answer)

    def test_no_path_leads_outside(self):
        self.judged(self.site, SUM_C.encode(), "a.c")
        home = self.site.home
        self.assertEqual(self.site.get(home + "runs/1/")[0], 200)
        for path in ("../../etc/passwd", "../../../../../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd",
                     "runs/../../etc/passwd", "runs/1/../../../etc/passwd", "runs/1/a.c", "runs/1/.run/journal.jsonl",
                     "runs/%31/", "runs/1", "runs/01x/", "runs/-1/", "runs/99999999999999999999/", "runs//",
                     "runs/1/data/..", "play/1", "play/1/events", "data/", "judge/..", "..", ".", "runs/1/%00",
                     "state/x", "\\..\\..\\etc\\passwd"):
            with self.subTest(path):
                request = f"GET {home}{path} HTTP/1.1\r\nHost: localhost:{self.site.port}\r\n\r\n"
                answer = self.site.raw(request.encode())
                self.assertTrue(answer.startswith(b"HTTP/1.1 404 "), answer)

    def test_only_under_its_own_name_and_for_its_own_pages(self):
        port = self.site.port
        for host in (f"127.0.0.1:{port}", f"localhost:{port}"):
            self.assertEqual(self.site.get("judge", Host=host)[0], 200)
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port}.evil.example",
                     f"127.0.0.1:{port + 1}", ""):
            self.assertEqual(self.site.get("judge", Host=host)[0], 403, host)
        own = f"http://127.0.0.1:{port}"
        for origin in ("http://evil.example", "null", f"https://127.0.0.1:{port}", own + "0", own + ".evil.example"):
            self.assertEqual(self.site.get("judge", Origin=origin)[0], 403, origin)
            status, _, _ = self.site.post("judge?problem=sum&name=a.c", b"x", {**SIGN, "Origin": origin})
            self.assertEqual(status, 403, origin)
        self.assertEqual(self.site.post("judge?problem=sum&name=a.c", b"x", {})[0], 403)
        self.assertEqual(self.site.post("judge?problem=no&name=a.c", b"x", {"Origin": own})[0], 404)
        self.assertEqual(self.site.post("judge?problem=no&name=a.c", b"x")[0], 404)
        for method in ("PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "PATCH"):
            self.assertEqual(self.site.ask(method, "judge", headers=SIGN)[0], 405, method)
        self.assertEqual(self.site.state()["uploads"], [])

    def test_what_is_too_large_or_no_request_is_refused(self):
        large = b"x" * (1024 * 1024 + 1)
        self.assertEqual(self.site.post("judge?problem=sum&name=a.c", large)[0], 413)
        self.assertEqual(self.site.post("judge?problem=sum&name=a.c")[0], 400)
        host = f"Host: 127.0.0.1:{self.site.port}\r\n"
        head = f"POST {self.site.home}judge?problem=sum&name=a.c HTTP/1.1\r\n{host}X-Arbiter: 1\r\n"
        refused = {
            "a long header": f"GET / HTTP/1.1\r\n{host}X: {'y' * 100000}\r\n\r\n",
            "many headers": f"GET / HTTP/1.1\r\n{host}" + "X: y\r\n" * 100000 + "\r\n",
            "a long target": f"GET /{'x' * 100000} HTTP/1.1\r\n{host}\r\n",
            "a length of its own": head + "Content-Length: 99999999999999999999\r\n\r\nx",
            "less than nothing": head + "Content-Length: -1\r\n\r\nx",
            "two lengths": head + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxy",
            "a bad chunk": head + "Transfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n0\r\n\r\n",
            "a huge chunk": head + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx\r\n0\r\n\r\n",
            "a cut body": head + "Content-Length: 100\r\n\r\nx",
            "no version": "GET /\r\n\r\n",
            "another protocol": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "a broken line": "GET / HTTP/1.1\nHost: x\n\n",
            "nothing": "\r\n\r\n\r\n",
            "TLS": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        }
        for name, sent in refused.items():
            with self.subTest(name):
                answer = self.site.raw(sent.encode("latin-1"))
                self.assertRegex(answer, rb"^(HTTP/1.1 4\d\d |$)")
        dice = random.Random(4)
        for _ in range(200):
            self.site.raw(dice.randbytes(dice.randrange(1, 3000)))
            self.site.raw(b"GET " + dice.randbytes(dice.randrange(1, 100)) + b" HTTP/1.1\r\n\r\n")
        self.assertEqual(self.site.get("judge")[0], 200)
        self.assertEqual(self.site.state()["uploads"], [])

    def test_chunks_are_a_body_as_well(self):
        body = SUM_C.encode()
        sent = (f"POST {self.site.home}judge?problem=sum&name=a.c HTTP/1.1\r\nHost: localhost:{self.site.port}\r\n"
                "X-Arbiter: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
                f"{len(body):x}\r\n").encode() + body + b"\r\n0\r\n\r\n"
        self.assertTrue(self.site.raw(sent).startswith(b"HTTP/1.1 201 "))


class Crowds(Serve):
    @classmethod
    def setUpClass(cls):
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        if hard < 3 * MANY:
            cls.skipTest(cls, "too few files may be open here")
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))

    def crowd(self, site, count, sent):
        clients = []
        self.addCleanup(lambda: [client.close() for client in clients])
        for _ in range(count):
            clients.append(site.connect())
            clients[-1].sendall(sent)
        return clients

    def test_slow_clients_hold_up_nobody(self):
        site = self.serve(self.problem())
        self.crowd(site, MANY // 2, b"GET /x HTTP/1.1\r\nHost: ")
        self.crowd(site, MANY // 2, f"POST {site.home}judge HTTP/1.1\r\nContent-Length: 9\r\n\r\n1".encode())
        self.assertEqual(site.get("judge")[0], 200)
        _, upload = self.judged(site, SUM_C.encode(), "a.c")
        self.assertEqual(upload["verdict"], "AC")

    def test_the_slowest_make_room(self):
        few = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (300, 300))
        site = self.serve(self.problem(), preexec_fn=few)
        slow = self.crowd(site, MANY // 2, b"GET /x HTTP/1.1\r\nHost: ")
        self.assertEqual(site.get("judge")[0], 200)
        self.assertEqual(slow[0].recv(1), b"")  # the first had to go

    def test_a_client_that_sends_no_more_is_left(self):
        site = self.serve()
        with site.connect() as client:
            client.sendall(b"GET / HTTP/1.1\r\n")
            self.assertEqual(client.recv(1), b"")

    def test_many_at_once(self):
        site = self.serve(self.problem())
        request = f"GET {site.home}state HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n\r\n".encode()
        for client in self.crowd(site, MANY, request):
            self.assertTrue(client.recv(65536).startswith(b"HTTP/1.1 200 "))

    def test_streams_are_bounded(self):
        site = self.serve(self.problem())
        streams = [Events(site, "events") for _ in range(40)]
        statuses = [stream.status for stream in streams]
        self.assertEqual(statuses, [200] * 32 + [503] * 8)
        for stream in streams:
            stream.close()
        wait_for("room for a new stream", lambda: self.opens(site))

    @staticmethod
    def opens(site):
        stream = Events(site, "events")
        stream.close()
        return stream.status == 200


class Programs(Serve):
    def test_programs_are_judged(self):
        site = self.serve(self.problem())
        place, upload = self.judged(site, SUM_C.encode(), "a.c")
        self.assertEqual((upload["verdict"], upload["name"]), ("AC", "a.c"))
        self.assertIn("AC", site.get(place)[2])
        self.assertIn('"AC"', site.data(place + "data"))
        self.assertEqual(self.listen(site, place.removeprefix(site.home) + "events").next()[0], "run")
        place, upload = self.judged(site, WRONG_C.encode(), "w.c")
        self.assertEqual(upload["verdict"], "WA")
        self.assertIn("WA", site.get(place)[2])
        self.assertEqual([one["verdict"] for one in site.state()["uploads"]], ["AC", "WA"])

    def test_names_become_safe(self):
        site = self.serve(self.problem())
        for name, safe in (("../../etc/a.c", "a.c"), ("C:\\x\\a.c", "a.c"), (".a.c", "_a.c"), ("-a.c", "_a.c"),
                           ("a b\n;$(x)ä.c", "a_b____x___.c")):
            with self.subTest(name):
                place, upload = self.judged(site, SUM_C.encode(), name)
                self.assertEqual((upload["name"], upload["verdict"]), (safe, "AC"), site.get(place)[2])
        self.end(site)
        self.assertEqual(list(self.tmp.iterdir()), [])

    def test_what_cannot_be_judged_says_why(self):
        site = self.serve(self.problem())
        place, upload = self.judged(site, b"?", "a.unknown")
        self.assertEqual(upload["state"], "failed")
        self.assertIn("a.unknown", site.get(place)[2])
        place, upload = self.judged(site, b"int main(", "a.c")
        self.assertEqual(upload["verdict"], "CE")

    def test_the_queue_is_bounded(self):
        site = self.serve(self.problem())
        answers = [site.post("judge?problem=sum&name=l.c", LOOP_C.encode())[0] for _ in range(20)]
        self.assertEqual(answers[:17], [201] * 17)  # one is judged
        self.assertIn(503, answers[17:])
        self.assertEqual(site.get("judge")[0], 200)

    def test_nothing_is_left_when_it_ends(self):
        package = self.problem(yaml="problem_format_version: 2025-09\nname: Sum\n"
                                    "uuid: 9a3f5c1e-8e0a-4a93-b8a4-2f1c7b6d5e0a\nlimits: {time_limit: 100}\n")
        site = self.serve(package, "--problems", NIM)
        self.assertEqual(site.post("judge?problem=sum&name=l.c", LOOP_C.encode())[0], 201)
        self.assertEqual(site.post("play?problem=nim")[0], 201)
        pid = site.process.pid
        wait_for("programs run", lambda: len(descendants(pid)) >= 6)
        below = descendants(pid)
        self.end(site)
        wait_for("all have ended", lambda: not any(command_line(one) for one in below))
        self.assertEqual(list(self.tmp.iterdir()), [])


class Games(Serve):
    def game(self, site):
        status, headers, _ = site.post("play?problem=nim")
        self.assertEqual(status, 201)
        place = headers["Location"].removeprefix(site.home)
        return place, self.listen(site, place + "/events")

    def read(self, events, text, so_far=""):
        """All that comes until it holds that text."""
        while text not in so_far:
            kind, more = events.next()
            self.assertIn(kind, ("all", "text"))
            so_far += more
        return so_far

    def test_a_game_is_played_to_its_end(self):
        site = self.serve(NIM)
        self.assertTrue(site.state()["problems"][0]["is_game"])
        place, events = self.game(site)
        self.assertEqual(site.get(place)[0], 200)
        self.read(events, "your move (or help): ")
        for move in ("2", "3"):
            self.assertEqual(site.post(place + "/line", move.encode())[0], 204)
            text = self.read(events, "you win" if move == "3" else "your move (or help): ")
        self.assertIn("you win: took the last one", text)
        events.until(lambda kind, _: kind == "end")
        self.assertEqual(site.post(place + "/line", b"1")[0], 409)
        late = self.listen(site, place + "/events")
        self.assertIn("you win", late.next()[1])
        self.assertEqual(late.next()[0], "end")

    def test_a_game_can_be_left_and_is_saved(self):
        site = self.serve(NIM)
        place, events = self.game(site)
        self.read(events, "your move")
        self.assertEqual(site.post(place + "/quit")[0], 204)
        self.read(events, "saved: ")
        events.until(lambda kind, _: kind == "end")

    def test_a_game_that_nobody_looks_at_ends(self):
        site = self.serve(NIM)
        place, events = self.game(site)
        self.read(events, "your move")
        events.close()
        wait_for("the game ends", lambda: not descendants(site.process.pid))
        self.assertEqual(site.post(place + "/line", b"1")[0], 409)

    def test_games_are_bounded_and_only_games_are_played(self):
        site = self.serve(NIM, "--problems", self.problem())
        self.assertEqual(site.post("play?problem=sum")[0], 409)
        self.assertEqual(site.post("play?problem=no")[0], 404)
        statuses = [site.post("play?problem=nim")[0] for _ in range(9)]
        self.assertEqual(statuses, [201] * 8 + [503])
        self.assertEqual(site.post("play/1/line", b"x" * 10000)[0], 409)
        self.assertEqual(site.post("play/1/nothing")[0], 409)
        self.assertEqual(site.post("play/99/line", b"1")[0], 404)
