"""Messages that reach Python speak of keywords: no flags, no backticks."""

import re
import unittest

import numpy
import spica
from spica._words import python_words
from support import COVARIANCE, noise

NO_KEYWORD = re.compile(r"--[a-z]|(?<!\w)-k\b|`")


class Words(unittest.TestCase):
    def test_words(self):
        for message, words in (("`time-limit` is -1; it must be at least 0", "time_limit is -1; it must be at least 0"),
                               ("use `ddof=0` or more samples", "use ddof=0 or more samples"),
                               ("must ascend, as in `k=1:20`", "must ascend, as in k=range(1, 21)"),
                               ("`as=samples` reads it as data", "kind='samples' reads it as data"),
                               ("`method=sample` and `method=cauchy`", "method='sample' and method='cauchy'"),
                               ("there is no feature '`exclude` 0'; the feature's `exclude`", "there is no feature '`exclude` 0'; the feature's exclude"),
                               ("`resume` takes what `checkpoint` wrote", "resume takes what checkpoint wrote")):
            self.assertEqual(python_words(message), words)

    def test_errors(self):
        gaps = noise(5, 3)
        gaps[1, 2] = numpy.nan
        for work in (lambda: spica.solve(COVARIANCE, []), lambda: spica.solve(COVARIANCE, 2, gap=-1), lambda: spica.solve(COVARIANCE, 2, time_limit=-1),
                     lambda: spica.path(COVARIANCE, [3, 2]), lambda: spica.solve(gaps, 2), lambda: spica.solve(noise(5, 3), 2, ddof=9),
                     lambda: spica.solve(COVARIANCE, [3, 2], disjoint=True), lambda: spica.solve(-COVARIANCE, 2), lambda: spica.generate("spiked", features=1),
                     lambda: spica.solve(COVARIANCE, 2, exclude=range(4)),
                     lambda: spica.solve(noise(4, 4), 2, kind="covariance"), lambda: spica.solve(COVARIANCE, [2, 2], smallest=True)):
            with self.assertRaises(ValueError) as raised:
                work()
            self.assertNotRegex(str(raised.exception), NO_KEYWORD)
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
