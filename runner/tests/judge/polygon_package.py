"""What tests of Polygon packages share: one that is small, and a stand-in for testlib."""

from workbench import SUM_C, Workbench

# Of the name and the contract of testlib's own, and nothing more.
TESTLIB = r"""
#pragma once
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
enum Result { _ok = 0, _wa = 1, _pe = 2, _fail = 3, _points = 7, _eof = 8 };
inline std::ifstream inf, ouf, ans;
inline std::ofstream tout;
inline std::string report;
inline void registerTestlibCmd(int argc, char* argv[]) {
  if (argc < 4) std::exit(_fail);
  inf.open(argv[1]), ouf.open(argv[2]), ans.open(argv[3]);
  if (argc > 4) report = argv[4];
}
inline void registerInteraction(int argc, char* argv[]) {
  if (argc < 3) std::exit(_fail);
  inf.open(argv[1]), tout.open(argv[2]);
  if (argc > 4) report = argv[4];
}
[[noreturn]] inline void quitf(Result result, const char* text) {
  if (!report.empty()) std::ofstream(report) << text;
  else std::fprintf(stderr, "%s\n", text);
  tout.close();
  std::exit(result);
}
"""
CHECK = r"""
#include "testlib.h"
int main(int argc, char* argv[]) {
  registerTestlibCmd(argc, argv);
  long a, b, expected, got;
  if (!(inf >> a >> b) || !(ans >> expected)) quitf(_fail, "the test is damaged");
  if (!(ouf >> got)) quitf(_pe, "no number");
  if (got == 999) quitf(_fail, "the checker gives up");
  if (got == 998) std::exit(5);
  if (got == 997) quitf(_eof, "too short");
  if (got == 996) std::exit(4);
  quitf(got == expected ? _ok : _wa, got == expected ? "fine" : "another sum");
}
"""
VALIDATOR = r"""
#include "testlib.h"
#include <iostream>
int main() {
  long a, b;
  if (std::cin >> a >> b && a >= 0) return _ok;
  std::cerr << "FAIL negative\n";
  return _fail;
}
"""


def printing(number):
    return f'#include <stdio.h>\nint main(void) {{ puts("{number}"); }}\n'


def problem_xml(tests=2, checker='<checker><source path="files/check.cpp" type="cpp.g++17"/></checker>',
                solutions=(("main", "a.c"),), judging="", more="", rows=None, groups=""):
    if rows is None:
        rows = '<test method="manual" sample="true"/>' + '<test method="manual"/>' * (tests - 1)
    listed = "".join(f'<solution tag="{tag}"><source path="solutions/{name}"/></solution>'
                     for tag, name in solutions)
    return f"""<?xml version="1.0" encoding="utf-8"?>
<problem short-name="sum"><names><name language="english" value="Sum"/></names>
<judging {judging}><testset name="tests"><time-limit>1000</time-limit>
<memory-limit>67108864</memory-limit><test-count>{tests}</test-count>
<input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests>{rows}</tests>
{groups}</testset></judging>
<assets>{checker}
<validators><validator><source path="files/val.cpp" type="cpp.g++17"/></validator></validators>
<solutions>{listed}</solutions>{more}</assets></problem>
"""


FILES = {
    "problem.xml": problem_xml(),
    "files/testlib.h": TESTLIB,
    "files/check.cpp": CHECK,
    "files/val.cpp": VALIDATOR,
    "tests/01": "1 2\n", "tests/01.a": "3\n",
    "tests/02": "5 -7\n", "tests/02.a": "-2\n",
    "solutions/a.c": SUM_C,
}


class PolygonBench(Workbench):
    def package(self, name="sum", **changed):
        for file, text in {**FILES, **{key: changed[key] for key in changed}}.items():
            if text is not None:
                self.write(f"{name}/{file}", text)
        return name
