"""Names that come from files and command lines cannot pose as lines of the program's own, and are kept whole in its files."""

import csv
import re
import unittest

from harness import CliTest, Run
from help_test import commands

# A line break with a verdict behind it, an escape sequence, both kinds of other line breaks, and text turned around.
HOSTILE = "x\nAccepted: proven\r\x1b[2J\x85\u2028\u202e\u2066y"
SPELLED = r"x\nAccepted: proven\r\x1b[2J\u0085\u2028\u202e\u2066y"
UNPRINTABLE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


class HostileNames(CliTest):
    def test_names_that_look_like_options_of_the_library(self):
        path = self.file("`k`.csv", "a,b\n2,1\n1,2\n")
        run = Run("solve", path, "-k", 1, "--include", "x `k=3` y")
        self.assert_error(run, 3)
        self.assertEqual(run.stderr, f"spica: {path}: there is no feature 'x `k=3` y'; give names, or numbers from 0 to 1\n")

    def assert_harmless(self, run, *spelled):
        """Nothing that a terminal acts on, and no line that begins with what a name says."""
        text = run.stdout + run.stderr
        self.assertIsNone(UNPRINTABLE.search(text), repr(text))
        self.assertNotRegex(text, r"(?m)^\s*Accepted")
        for part in spelled:
            self.assertIn(part, text)

    def assert_refused(self, run, code, *spelled):
        self.assertEqual(run.code, code, run.stderr)
        self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
        self.assert_harmless(run, *spelled)

    def samples_with(self, features, samples, name="data.csv"):
        rows = [["", *features], *([sample, 3 * i % 7, i * i % 5, i] for i, sample in enumerate(samples))]
        text = "\n".join(",".join(quoted(cell) if isinstance(cell, str) else str(cell) for cell in row) for row in rows)
        return self.file(name, text + "\n")

    def test_names_of_files(self):
        path = self.file(HOSTILE + ".csv", "a,b,c,d\n2,1.5,0.1,0\n1.5,2,0.2,0\n0.1,0.2,1,0\n0,0,0,3\n")
        report = self.folder / (HOSTILE + ".html")
        result = self.folder / (HOSTILE + ".json")
        for run in (Run("solve", path, "-k", 2, "--json", result, "--report", report, "--explain"), Run("info", path), Run("report", result),
                    Run("path", path, "-k", "1:2"), Run("heuristic", path, "-k", 2), Run("bound", path, "-k", 2), Run("rip", path, "-k", 2)):
            self.assertEqual(run.code, 0, run.stderr)
            self.assert_harmless(run, SPELLED)
        self.assertTrue(report.exists() and result.exists())
        checkpoint = self.folder / (HOSTILE + ".checkpoint")
        self.assertEqual(Run("solve", path, "-k", 2, "--checkpoint", checkpoint).code, 0)
        resumed = Run("solve", path, "-k", 2, "--resume", checkpoint)
        self.assertEqual(resumed.code, 0, resumed.stderr)
        self.assert_harmless(resumed, f"resumed   {self.folder}/{SPELLED}")
        self.assert_refused(Run("solve", path, "-k", 1, "--resume", checkpoint), 3, SPELLED)

    def test_files_that_are_refused(self):
        nowhere = self.folder / HOSTILE
        broken = self.file(HOSTILE + ".csv", "a,b\n1,two\n")
        for arguments in (("solve", nowhere, "-k", 1), ("info", nowhere), ("report", nowhere, "-o", self.folder / "x"),
                          ("convert", nowhere, self.folder / "x.csv"), ("solve", broken, "-k", 1), ("report", broken, "-o", self.folder / "x"),
                          ("solve", self.covariance(), "-k", 9, "--json", nowhere / "x"), ("solve", self.covariance(), "-k", 2, "--checkpoint", nowhere / "x"),
                          ("reproduce", "real-10", "--data", nowhere)):
            with self.subTest(arguments=arguments):
                self.assert_refused(Run(*arguments), 3, SPELLED)
        for arguments in (("solve", broken, "-k", 1, "--json", broken), ("convert", self.covariance(), nowhere), ("convert", broken, broken)):
            with self.subTest(arguments=arguments):
                self.assert_refused(Run(*arguments), 2, SPELLED)
        self.assert_refused(Run("describe", self.file(HOSTILE, "") / "x"), 3, SPELLED)
        self.assert_refused(Run("reproduce", "pitprops", "--quick", "-o", self.folder / HOSTILE / "x"), 3, SPELLED)

    def test_bytes_that_are_no_text(self):
        path = bytes(self.folder) + b"/\xff\xfe.csv"
        with open(path, "w") as file:
            file.write("2,1\n1,2\n")
        run = Run("info", path.decode("utf-8", "surrogateescape"))
        self.assertEqual(run.code, 0, run.stderr)
        self.assertIn("/??.csv\n", run.stdout)

    def test_names_of_features_and_samples(self):
        path = self.samples_with([HOSTILE, "b", HOSTILE + "2"], [HOSTILE, *"stuvwxz"])
        for arguments in (("solve", path, "-k", 2), ("solve", path, "-k", 2, "--loadings", "-"), ("path", path, "-k", "1:3"), ("rip", path, "-k", 2),
                          ("heuristic", path, "-k", 2), ("bound", path, "-k", 2), ("info", path)):
            with self.subTest(arguments=arguments):
                run = Run(*arguments)
                self.assertEqual(run.code, 0, run.stderr)
                if "--loadings" not in arguments:
                    self.assert_harmless(run, SPELLED)
        twice = self.samples_with([HOSTILE, HOSTILE, "c"], "stuvwxz", "twice.csv")
        self.assert_refused(Run("solve", twice, "-k", 1, "--exclude", HOSTILE), 3, SPELLED)
        self.assert_refused(Run("solve", path, "-k", 1, "--exclude", HOSTILE, "--include", HOSTILE), 2, SPELLED)
        same = self.file("same.csv", f"{quoted(HOSTILE)},b,{quoted(HOSTILE)}\n1,2,1\n3,1,3\n2,7,2\n")
        self.assert_harmless(Run("info", same), f"{SPELLED} = {SPELLED}")

    def test_text_where_numbers_belong(self):
        cell = quoted("x\x1b[2J\nAccepted")
        self.assert_refused(Run("solve", self.file("cell.csv", f"a,b\n1,2\n3,{cell}\n"), "-k", 1), 3, r"x\x1b[2J")
        banner = "%%MatrixMarket matrix array \x1b[2J general\n1 1\n1\n"
        self.assert_refused(Run("info", self.file("banner.mtx", banner)), 3, r"\x1b[2j")
        missing = self.file("missing.csv", f"{quoted(HOSTILE)},b\n1,2\n,4\n")
        self.assert_refused(Run("solve", missing, "-k", 1), 3, SPELLED)

    def test_variables_of_matlab(self):
        matrix = self.folder / "a.mat"
        self.assertEqual(Run("convert", self.covariance(), matrix).code, 0)
        self.assert_refused(Run("info", matrix, "--variable", HOSTILE), 3, SPELLED)

    def test_words_of_the_command_line(self):
        path = self.covariance()
        words = {"-k": "solve", "--gap": "solve", "--as": "solve", "--memory": "solve", "--method": "bound", "--params": "bound", "--seed": "solve"}
        for flag, command in words.items():
            with self.subTest(flag=flag):
                self.assert_refused(Run(command, path, *(() if flag == "-k" else ("-k", 1)), flag, HOSTILE), 2, SPELLED)
        for arguments in ((HOSTILE,), ("generate", HOSTILE), ("reproduce", HOSTILE), ("reproduce", "pitprops", "--only", HOSTILE)):
            with self.subTest(arguments=arguments):
                self.assert_refused(Run(*arguments), 2, SPELLED)
        for command in commands():
            with self.subTest(command=command):
                self.assert_refused(Run(command, "--" + HOSTILE), 2)

    def test_ordinary_names_stay(self):
        name = "Größe 身長 ارتفاع 📏"
        path = self.samples_with([name, "b", "c"], "stuvwxz", name + ".csv")
        run = Run("solve", path, "-k", 3)
        self.assertIn(f"input     {path}:", run.stderr)
        self.assertIn(name, run.stdout)


class NamesInFiles(CliTest):
    """CSV quotes names, and who reads it back has them as they were."""

    features = ["a,b", 'say "x"', "line\nbreak", "tab\tand ; semicolon", " blank ", "#hash", "12", "it's", "back\\slash", HOSTILE]
    samples = ["s,1", 's"2"', "s\n3", "s\r\n4", " s5 ", "6", HOSTILE]

    def source(self):
        rows = [",".join(["", *map(quoted, self.features)])]
        for i, sample in enumerate(self.samples):
            rows.append(",".join([quoted(sample), *(str((i * i + 3 * j + i * j * j) % 11) for j in range(len(self.features)))]))
        return self.file("names.csv", "\n".join(rows) + "\n")

    def read(self, path):
        with open(path, newline="", encoding="utf-8") as file:
            return list(csv.reader(file))

    def test_loadings_and_scores(self):
        loadings, scores = self.folder / "loadings.csv", self.folder / "scores.csv"
        k = len(self.features)
        run = Run("heuristic", self.source(), "-k", k, "--loadings", loadings, "--scores", scores)
        self.assertEqual(run.code, 0, run.stderr)
        names = Run("heuristic", self.source(), "-k", k, "--json", "-").json()["components"][0]["feature_names"]
        self.assertEqual(sorted(row[2] for row in self.read(loadings)[1:]), sorted(names))
        self.assertEqual([name.strip() for name in names], [name.strip() for name in self.features])
        self.assertEqual([row[0].strip() for row in self.read(scores)[1:]], [sample.strip() for sample in self.samples])

    def test_conversion_there_and_back(self):
        for extension in ("csv", "tsv"):
            once, twice = self.folder / f"once.{extension}", self.folder / "twice.csv"
            self.assertEqual(Run("convert", self.source(), once).code, 0)
            self.assertEqual(Run("convert", once, twice).code, 0)
            first = self.folder / "first.csv"
            self.assertEqual(Run("convert", self.source(), first).code, 0)
            self.assertEqual(self.read(twice), self.read(first))
            self.assertEqual([name.strip() for name in self.read(twice)[0][1:]], [name.strip() for name in self.features])


if __name__ == "__main__":
    unittest.main()
