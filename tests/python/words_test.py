"""Messages that reach Python speak of keywords, never of the program's flags."""

import pathlib
import re
import unittest

import numpy
import spica
from spica._words import python_words
from support import COVARIANCE, noise

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLAG = re.compile(r"--[a-z]|(?<!\w)-k\b")


def literals():
    """Every text in the library's sources that speaks of a flag, adjacent pieces joined."""
    for source in sorted((ROOT / "src").rglob("*.cpp")):
        if "paper" in source.parts:  # tables of the program alone
            continue
        for joined in re.findall(r'"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*', source.read_text()):
            text = re.sub(r'"\s*"', "", joined).strip('"')
            if FLAG.search(text):
                yield source.name, text


class Words(unittest.TestCase):
    def test_the_librarys_messages(self):
        found = list(literals())
        self.assertGreater(len(found), 10)
        for file, text in found:
            with self.subTest(file=file, text=text):
                self.assertNotRegex(python_words(text), FLAG)

    def test_words(self):
        for message, words in (("--time-limit is -1; it must be at least 0", "time_limit is -1; it must be at least 0"),
                               ("use --ddof 0 or more samples", "use ddof=0 or more samples"),
                               ("must ascend, as in -k 1:20", "must ascend, as in k=range(1, 21)"),
                               ("--as samples reads it as data", "kind='samples' reads it as data"),
                               ("--method sample and --method cauchy", "method='sample' and method='cauchy'"),
                               ("there is no feature '--exclude 0'; the feature's --exclude", "there is no feature '--exclude 0'; the feature's exclude"),
                               ("--resume takes what --checkpoint wrote", "resume takes what checkpoint wrote")):
            self.assertEqual(python_words(message), words)

    def test_errors(self):
        gaps = noise(5, 3)
        gaps[1, 2] = numpy.nan
        for work in (lambda: spica.solve(COVARIANCE, []), lambda: spica.solve(COVARIANCE, 2, gap=-1), lambda: spica.solve(COVARIANCE, 2, time_limit=-1),
                     lambda: spica.path(COVARIANCE, [3, 2]), lambda: spica.solve(gaps, 2), lambda: spica.solve(noise(5, 3), 2, ddof=9),
                     lambda: spica.solve(COVARIANCE, [3, 2], disjoint=True), lambda: spica.solve(-COVARIANCE, 2), lambda: spica.generate("spiked", features=1),
                     lambda: spica.solve(COVARIANCE, 2, include=[1], smallest=True), lambda: spica.solve(COVARIANCE, 2, exclude=range(4)),
                     lambda: spica.solve(noise(4, 4), 2, kind="covariance"), lambda: spica.solve(COVARIANCE, [2, 2], smallest=True)):
            with self.assertRaises(ValueError) as raised:
                work()
            self.assertNotRegex(str(raised.exception), FLAG)
        with self.assertRaisesRegex(ValueError, "method is 'guess'; it must be one of .*pairs"):
            spica.bound(COVARIANCE, 2, method="guess")

    def test_notes(self):
        notes = spica.solve(COVARIANCE, 2, exclude=[0]).to_dict()["input"]["notes"]
        self.assertIn("1 feature was left out by exclude", notes)

    def test_errors_of_a_callback_are_left_alone(self):
        def broken(news):
            raise ValueError("--mine")

        with self.assertRaisesRegex(ValueError, "^--mine$"):
            spica.solve(noise(100, 200, 2), 10, callback=broken)


if __name__ == "__main__":
    unittest.main()
