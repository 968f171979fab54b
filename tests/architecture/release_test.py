"""The version is in CMakeLists.txt. Where it has to stand again, for tools or readers, it is the same; the commands of the project are in
the Makefile, and the documents that list them list them all."""

import re
import unittest
from email.utils import parsedate_to_datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def text(name):
    return (ROOT / name).read_text()


VERSION = re.search(r"^project\(spica VERSION (\d+\.\d+\.\d+)", text("CMakeLists.txt"), re.MULTILINE)[1]


class Release(unittest.TestCase):
    def found(self, name, pattern):
        match = re.search(pattern, text(name), re.MULTILINE)
        self.assertIsNotNone(match, f"{name}: nothing like {pattern}")
        return match

    def test_files_of_other_tools(self):
        for name, pattern in (("r/DESCRIPTION", r"^Version: (\S+)$"), ("CITATION.cff", r"^version: (\S+)$"),
                              ("debian/changelog", r"\Aspica \((\S+)\)"), ("CHANGELOG.md", r"\A# Changelog\n\n## (\S+) ")):
            self.assertEqual(self.found(name, pattern)[1], VERSION, name)
        self.found("pyproject.toml", r'^dynamic = \["version"\]$')

    def test_dates(self):
        date = self.found("CHANGELOG.md", r"\A# Changelog\n\n## \S+ \((\d{4}-\d\d-\d\d)\)$")[1]
        self.assertEqual(self.found("CITATION.cff", r"^date-released: (\S+)$")[1], date)
        packaged = parsedate_to_datetime(self.found("debian/changelog", r"^ -- .*>  (.*)$")[1])
        self.assertEqual(packaged.date().isoformat(), date)

    def test_documents(self):
        """Outputs of the program, and what they ask find_package for. Results keep the version that they were measured with."""
        for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs/howto").glob("*.md"), ROOT / "examples/cpp/CMakeLists.txt"]:
            with self.subTest(path.name):
                for shown in re.findall(r"\b[Ss]pica[ _](\d+\.\d+\.\d+)\b", path.read_text()):
                    self.assertEqual(shown, VERSION)
                for asked in re.findall(r"find_package\(spica (\S+)", path.read_text()):
                    self.assertTrue(VERSION.startswith(asked + "."), asked)


class Targets(unittest.TestCase):
    def test_every_command_of_make_is_listed(self):
        makefile = text("Makefile")
        targets = set(re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[1].split())
        listed = set(re.findall(r"\bmake ([a-z][a-z0-9]*(?:-[a-z]+)*)", makefile.split("\nPREFIX")[0]))
        parts = {one for one in targets if one.split("-")[0] in listed}  # sanitize-memory is a part of sanitize
        self.assertEqual((targets - listed - parts, listed - targets), (set(), set()))
        contributing = set(re.findall(r"`make ([a-z][a-z0-9]*(?:-[a-z]+)*)", text("CONTRIBUTING.md")))
        self.assertEqual((listed - contributing, contributing - targets), (set(), set()))


if __name__ == "__main__":
    unittest.main()
