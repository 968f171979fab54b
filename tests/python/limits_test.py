"""Limits, callbacks and interruption of a fit; the promise of n_nonzero="auto"."""

import os
import signal
import threading
import time
import unittest
import warnings

import numpy
import spica
from spica import _auto
from support import noise

SOON = 5  # seconds: far less than what is interrupted would take, far more than a busy machine adds


def hard():
    """Data whose proof takes minutes."""
    return noise(300, 300, 2)


class Limits(unittest.TestCase):
    def test_a_limit_is_said(self):
        for parameters, words in (({"time_limit": 0.2}, "time limit of 0.2 s"), ({"node_limit": 1}, "node limit of 1 ")):
            with self.assertWarnsRegex(spica.ConvergenceWarning, words) as caught:
                model = spica.SparsePCA(n_nonzero=10, gap=0, **parameters).fit(hard())
            self.assertEqual(caught.filename, __file__, "the warning points to the caller of fit")
            self.assertIn(model.status_, ("time_limit", "node_limit"))
            self.assertGreater(model.gap_[0], 0)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            spica.SparsePCA(n_nonzero=2).fit(noise(20, 5))

    def test_a_limit_is_for_all_of_a_fit(self):
        for parameters in ({"n_components": 3}, {"n_components": None}, {"n_nonzero": "auto"}, {"method": "heuristic", "n_components": None}):
            start = time.monotonic()
            with self.subTest(parameters), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                model = spica.SparsePCA(**{"n_nonzero": 10, **parameters}, gap=0, time_limit=1).fit(hard())
            self.assertLess(time.monotonic() - start, SOON)
            self.assertGreater(model.lower_bound_[0], 0)

    def test_functions_count_the_time_of_reading(self):
        result = spica.solve(noise(50, 40), 3, time_limit=100)
        self.assertGreater(result.to_dict()["read_sec"], 0)
        self.assertEqual(result.to_dict()["options"]["time-limit"], 100)

    def test_a_covariance_that_was_not_checked_in_time_has_no_result(self):
        wide = noise(50, 4000)
        try:
            result = spica.solve(wide.T @ wide, 3, kind="covariance", time_limit=0)
            self.assertEqual(result.status, "time_limit")  # on a machine that is fast enough
        except TimeoutError as error:
            self.assertIn("there is no result", str(error))


class Interruption(unittest.TestCase):
    def test_a_callback_ends_a_fit(self):
        for parameters in ({"n_components": 3}, {"n_components": None}, {"n_nonzero": "auto", "n_components": 2}):
            heard = []
            start = time.monotonic()
            model = spica.SparsePCA(**{"n_nonzero": 10, **parameters}, gap=0, callback=lambda news: heard.append(news) or len(heard) < 3)
            with self.subTest(parameters), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of what "auto" could not keep
                self.assertEqual(model.fit(hard()).status_, "interrupted")
                self.assertLess(time.monotonic() - start, SOON)
                self.assertEqual(len(heard), 3, "who has said stop is not asked again")

    def test_a_callback_is_asked_all_the_time(self):
        moments = []
        spica.solve(hard(), 10, gap=0, callback=lambda news: moments.append(time.monotonic()) or moments[-1] - moments[0] < 2)
        self.assertLess(max(numpy.diff(moments)), 1.5)

    def test_a_slow_callback_does_not_delay_the_end(self):
        start = time.monotonic()
        result = spica.solve(hard(), 10, gap=0, time_limit=1, callback=lambda news: time.sleep(0.3))
        self.assertLess(time.monotonic() - start, SOON)
        self.assertEqual(result.status, "time_limit")

    def test_ctrl_c(self):
        for parameters in ({}, {"n_nonzero": "auto"}):
            signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
            threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
            start = time.monotonic()
            with self.subTest(parameters), self.assertRaises(KeyboardInterrupt):
                spica.SparsePCA(**{"n_nonzero": 10, **parameters}, gap=0).fit(hard())
            self.assertLess(time.monotonic() - start, SOON)


class Automatic(unittest.TestCase):
    def test_fewest(self):
        for answer in range(1, 30):
            tried = []
            k, settled = _auto.fewest(lambda k: tried.append(k) or k, answer, 1, 29, lambda: False)
            self.assertEqual((k, settled), (answer, True))
            self.assertLess(len(tried), 12)
        self.assertEqual(_auto.fewest(lambda k: k, 99, 1, 29, lambda: False), (29, False))
        self.assertEqual(_auto.fewest(lambda k: k, 1, 4, 29, lambda: False), (4, True))
        self.assertEqual(_auto.fewest(lambda k: k, 20, 1, 29, lambda: True), (1, False))
        tried = []
        k, settled = _auto.fewest(lambda k: tried.append(k) or k, 20, 1, 100, lambda: len(tried) > 6)
        self.assertFalse(settled)
        self.assertGreaterEqual(k, 20)

    def test_number_of_features(self):
        samples = numpy.hstack([noise(60, 1) + 0.01 * noise(60, 4, 2), 0.1 * noise(60, 6, 3)])
        for method in ("exact", "heuristic"):
            model = spica.SparsePCA(n_nonzero="auto", method=method).fit(samples)
            self.assertEqual(len(model.support_[0]), 4)
            self.assertGreaterEqual(model.auto_share_, 0.9)
        curve = spica.path(samples, range(1, 11), select=0.9)
        self.assertEqual(curve.path["selection"]["k"], 4)
        self.assertEqual(spica.SparsePCA(n_nonzero="auto").fit(numpy.ones((5, 3))).n_nonzero_, [1])

    def test_the_promise_is_kept_on_data_without_structure(self):
        samples = noise(40, 200)
        model = spica.SparsePCA(n_nonzero="auto", method="heuristic").fit(samples)
        largest = numpy.linalg.norm(samples - samples.mean(axis=0), 2) ** 2 / 39
        self.assertGreater(model.n_nonzero_[0], 50)
        self.assertGreaterEqual(model.explained_variance_[0], 0.9 * largest)

    def test_a_promise_that_is_not_kept_is_said(self):
        with self.assertWarnsRegex(spica.ConvergenceWarning, "promises 90 % of the largest eigenvalue, and .* features are proven to explain"):
            model = spica.SparsePCA(n_nonzero="auto", time_limit=0).fit(noise(40, 400))
        self.assertLess(model.auto_share_, 0.9)


if __name__ == "__main__":
    unittest.main()
