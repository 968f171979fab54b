"""The Python package's functions: data in, results out, interruption."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy
import pandas
import scipy.sparse
import spica
from spica import _functions
from support import COVARIANCE, noise

class Functions(unittest.TestCase):
    def test_solve(self):
        result = spica.solve(COVARIANCE, 2)
        one = result.components[0]
        self.assertEqual(result.status, "optimal")
        self.assertEqual(list(one.support), [0, 1])
        self.assertAlmostEqual(one.upper_bound, 3.5)
        self.assertLessEqual(one.lower_bound, one.upper_bound)
        self.assertAlmostEqual(float(one.vector(4) @ COVARIANCE @ one.vector(4)), one.variance)
        self.assertIn("optimal", repr(result))
        self.assertIn("<svg", result._repr_html_())

    def test_layouts_and_types_of_arrays(self):
        samples = noise(20, 6)
        expected = spica.solve(samples, 3).components[0].lower_bound
        for other in (numpy.asfortranarray(samples), noise(20, 12)[:, ::2] * 0 + samples, samples[::-1], samples.tolist(),
                      pandas.DataFrame(samples)):
            self.assertAlmostEqual(spica.solve(other, 3).components[0].lower_bound, expected, places=12)
        wide = numpy.zeros((40, 12))
        wide[::2, ::2] = samples
        self.assertAlmostEqual(spica.solve(wide[::2, ::2], 3).components[0].lower_bound, expected, places=12)
        single = spica.solve(samples.astype(numpy.float32), 3).components[0].lower_bound
        self.assertAlmostEqual(single, expected, places=5)
        self.assertGreater(spica.solve((10 * samples).astype(int), 3).components[0].lower_bound, 0)

    def test_data_frames_whose_rows_are_called_like_their_columns(self):
        names = ["a", "b", "c", "d"]
        frame = pandas.DataFrame(COVARIANCE, index=names, columns=names)
        expected = spica.solve(frame, 2, certificate=True)
        self.assertEqual(expected.to_dict()["input"]["kind"], "covariance")
        shuffled = frame.loc[["c", "a", "d", "b"]]
        result = spica.solve(shuffled, 2)
        self.assertEqual(result.components[0].feature_names, expected.components[0].feature_names)
        self.assertEqual(result.components[0].variance, expected.components[0].variance)
        self.assertIn("rows were put in the order of the columns, by their names", result.to_dict()["input"]["notes"])
        self.assertEqual(len(spica.check(shuffled, expected.certificate)), 1)
        half = pandas.DataFrame(numpy.tril(COVARIANCE), index=names, columns=names)
        self.assertEqual(spica.solve(half, 2).components[0].variance, expected.components[0].variance)
        crooked = frame.copy()
        crooked.loc["a", "b"] = 7
        with self.assertRaisesRegex(ValueError, "not symmetric.*kind='samples'"):
            spica.solve(crooked, 2)
        self.assertEqual(spica.solve(crooked, 2, kind="samples").to_dict()["input"]["kind"], "samples")
        twice = pandas.DataFrame(COVARIANCE, index=["c", "a", "a", "b"], columns=["a", "a", "b", "c"])
        with self.assertRaisesRegex(ValueError, "more than once"):
            spica.solve(twice, 2)
        misspelt = shuffled.rename(index={"d": "D"})
        with self.assertRaisesRegex(ValueError, "but 'D' is a row only.*kind='samples'"):
            spica.solve(misspelt, 2)
        self.assertEqual(spica.solve(misspelt, 2, kind="samples").to_dict()["input"]["kind"], "samples")
        self.assertEqual(spica.solve(frame.rename(index={"d": "D"}), 2).to_dict()["input"]["kind"], "covariance")
        numbered = pandas.DataFrame(noise(4, 4))
        self.assertEqual(spica.solve(numbered, 2).to_dict()["input"]["kind"], "samples")

    def test_arrays_that_stay_where_they_are(self):
        samples = noise(30, 40).astype(numpy.float32)
        expected = spica.solve(samples, 4, certificate=True)
        before = _functions._STAYS_FROM
        self.addCleanup(setattr, _functions, "_STAYS_FROM", before)
        _functions._STAYS_FROM = 0
        for other in (samples, numpy.asfortranarray(samples), samples.astype(float), numpy.asfortranarray(samples.astype(float)),
                      numpy.repeat(samples, 2, axis=1)[:, ::2]):
            self.assertTrue(_functions._prepared(other, None)[1])
            result = spica.solve(other, 4, certificate=True)
            self.assertEqual(list(result.components[0].support), list(expected.components[0].support))
            self.assertAlmostEqual(result.components[0].lower_bound, expected.components[0].lower_bound, places=12)
            self.assertEqual(len(spica.check(samples, result.certificate)), 1)
        self.assertGreater(result.to_dict()["peak_memory_bytes"], 0)
        spoilt = samples.copy()
        spoilt[3, 2] = numpy.nan
        self.assertFalse(_functions._prepared(spoilt, None)[1])
        with self.assertRaisesRegex(ValueError, "row 4, column 3"):
            spica.solve(spoilt, 2)
        self.assertEqual(spica.solve(COVARIANCE, 2).status, "optimal", "a covariance is one whatever its size")

    def test_sparse_matrices(self):
        dense = numpy.where(noise(40, 30, 1) > 0.8, noise(40, 30, 2), 0.0)
        expected = spica.solve(dense, 3, certificate=True)
        for kind in (scipy.sparse.csc_matrix, scipy.sparse.csr_matrix, scipy.sparse.coo_matrix, scipy.sparse.csr_array):
            given = kind(dense)
            result = spica.solve(given, 3, certificate=True)
            self.assertEqual(list(result.components[0].support), list(expected.components[0].support))
            self.assertAlmostEqual(result.components[0].lower_bound, expected.components[0].lower_bound, places=12)
            self.assertEqual(len(spica.check(given, result.certificate)), 1)
            self.assertEqual(len(spica.check(dense, result.certificate)), 1)
        twice = scipy.sparse.coo_matrix(([1.0, 2.0, 5.0], ([0, 0, 1], [1, 1, 0])), shape=(4, 3))
        self.assertAlmostEqual(spica.solve(twice, 1).components[0].lower_bound, spica.solve(twice.toarray(), 1).components[0].lower_bound)
        self.assertEqual(spica.solve(scipy.sparse.csr_matrix(COVARIANCE), 2).to_dict()["input"]["kind"], "covariance")
        with self.assertRaisesRegex(ValueError, "missing or infinite"):
            spica.solve(scipy.sparse.csc_matrix([[numpy.nan, 1.0, 0.0]]), 1)

    def test_names(self):
        frame = pandas.DataFrame(noise(20, 3), columns=["<b>", "height", "width"])
        result = spica.solve(frame, 3)
        self.assertEqual(sorted(result.components[0].feature_names), ["<b>", "height", "width"])
        self.assertNotIn("<b>", result._repr_html_())
        self.assertIn("width", spica.solve(frame, 2, include=["width"]).components[0].feature_names)
        self.assertIn("width", spica.solve(frame, 1, include="width").components[0].feature_names)
        for k in ("12", 2.5, [1.5]):
            with self.assertRaisesRegex(ValueError, "whole number"):
                spica.solve(frame, k)
        self.assertNotIn("width", spica.solve(frame, 1, smallest=True, exclude="width").components[0].feature_names)
        self.assertIn("width", spica.solve(frame, 2, smallest=True, include="width").components[0].feature_names)
        self.assertGreaterEqual(min(spica.heuristic(frame, 2, nonnegative=True).components[0].loadings), 0)
        self.assertNotIn("height", spica.solve(frame, 2, exclude=["height"]).components[0].feature_names)

    def test_several_components_and_the_other_commands(self):
        self.assertEqual([c.k for c in spica.solve(COVARIANCE, [2, 1]).components], [2, 1])
        self.assertTrue(all(1 in c.support for c in spica.path(COVARIANCE, range(1, 5), include=1).components))
        curve = spica.path(COVARIANCE, range(1, 5), select=0.9)
        self.assertEqual([c.k for c in curve.components], [1, 2, 3, 4])
        self.assertEqual(curve.path["selection"]["share"], 0.9)
        self.assertIsNone(spica.heuristic(COVARIANCE, 2).components[0].upper_bound)
        for method in ("pairs", "spectral", "sample", "convex-ip"):
            self.assertGreaterEqual(spica.bound(COVARIANCE, 2, method=method).components[0].upper_bound, 3.5)
        samples, truth = spica.generate("spiked", features=30, samples=10, seed=3)
        self.assertEqual((samples.shape, truth.shape), ((10, 30), (30, 2)))

    def test_certificates(self):
        result = spica.solve(COVARIANCE, 2, certificate=True)
        for exact in (False, True):
            (proven,) = spica.check(COVARIANCE, result.certificate, k=2, exact=exact)
            self.assertEqual((proven.k, proven.exact), (2, exact))
            self.assertLessEqual(proven.lower_bound, 3.5)
            self.assertGreaterEqual(proven.upper_bound, 3.5)
            self.assertEqual((proven.kind, proven.rows, proven.features, proven.shift, proven.sense), ("covariance", 4, 4, 0.0, "largest"))
            self.assertEqual(list(proven.support), [0, 1])
            self.assertAlmostEqual(float(proven.loadings @ proven.loadings), 1.0)
        with self.assertRaisesRegex(ValueError, "another matrix"):
            spica.check(COVARIANCE + numpy.eye(4), result.certificate)
        with self.assertRaisesRegex(spica.CertificateRejected, "line "):
            spica.check(COVARIANCE, result.certificate.replace("upper 0x1", "upper 0x0"))

    def test_a_certificate_is_about_what_was_solved(self):
        """What solve() was told, check() is told too; anything else is another statement, and refused."""
        samples = noise(20, 6)
        indefinite = COVARIANCE - 2.5 * numpy.eye(4)
        cases = [(samples, 3, {}), (samples, [3, 2], {}), (samples, 3, {"center": False}), (samples, 3, {"standardize": True}),
                 (samples, 3, {"ddof": 1}), (samples, 3, {"smallest": True}), (COVARIANCE, 2, {}), (COVARIANCE, 2, {"standardize": True}),
                 (COVARIANCE, 2, {"kind": "samples"}), (COVARIANCE, 2, {"smallest": True}), (indefinite, 2, {"shift": True})]
        for data, k, how in cases:
            with self.subTest(k=k, **how):
                result = spica.solve(data, k, certificate=True, **how)
                proven = spica.check(data, result.certificate, k=k, **how)
                self.assertEqual([one.component for one in proven], list(range(1, len(result.components) + 1)))
                self.assertEqual([one.deflations for one in proven], list(range(len(result.components))))
                for one, component in zip(proven, result.components):
                    self.assertAlmostEqual(one.lower_bound, component.lower_bound, places=8)
                    self.assertAlmostEqual(one.upper_bound, component.upper_bound, places=8)
                    self.assertEqual(one.sense, "smallest" if how.get("smallest") else "largest")
                    self.assertIn(one.kind, str(one))
                for other, other_k, other_how in cases:
                    if other is data and (other_k, other_how) != (k, how):
                        with self.assertRaisesRegex(spica.CertificateRejected, "something else than expected"):
                            spica.check(data, result.certificate, k=other_k, **other_how)

    def test_a_forged_header_proves_nothing_about_the_data(self):
        text = spica.solve(COVARIANCE, 2, certificate=True).certificate
        (plain,) = spica.check(COVARIANCE, text)
        head = re.sub(r"exponent \S+\nshift 0\n", "exponent 0\nshift -0x1p+1\n", text[:text.index("component\n")])
        forged = head + "component k 2 x 2 0 1 0x1p+0 0x1p+0 upper 0x1p+1 close spectral end"
        with self.assertRaisesRegex(spica.CertificateRejected, "shift=-2 and not 0"):
            spica.check(COVARIANCE, forged)
        (other,) = spica.check(COVARIANCE, forged, shift=-2)
        self.assertEqual(other.shift, -2.0)
        self.assertLess(other.upper_bound, plain.lower_bound)
        self.assertIn("shifted by -2.0 times the identity", str(other))
        self.assertEqual(spica.check(COVARIANCE, forged, shift=True)[0].shift, -2.0)

    def test_limits_of_a_check(self):
        samples = noise(20, 60)
        text = spica.solve(samples, 3, certificate=True).certificate
        for limit, reason in (({"memory": 1000}, "memory"), ({"work": 1000}, "operations")):
            with self.assertRaisesRegex(ValueError, reason):
                spica.check(samples, text, **limit)
        self.assertEqual(len(spica.check(samples, text, memory=1e8, work=1e9)), 1)

    def test_errors_say_what_and_where(self):
        gap = noise(5, 3)
        gap[1, 2] = numpy.nan
        with self.assertRaisesRegex(ValueError, "row 2, column 3"):
            spica.solve(gap, 2)
        with self.assertRaisesRegex(ValueError, "k = 9 is more than the 4 features"):
            spica.solve(COVARIANCE, 9)
        with self.assertRaisesRegex(ValueError, "at least 1"):
            spica.solve(COVARIANCE, 0)
        with self.assertRaisesRegex(TypeError, "no option 'speed'"):
            spica.solve(COVARIANCE, 2, speed=3)
        with self.assertRaisesRegex(TypeError, "no option 'standardise'; did you mean 'standardize'"):
            spica.solve(COVARIANCE, 2, standardise=True)
        with self.assertRaisesRegex(TypeError, "no option 'timelimit'; did you mean 'time_limit'"):
            spica.solve(COVARIANCE, 2, timelimit=3)
        with self.assertRaisesRegex(ValueError, "name of a file"):
            spica.solve("data.csv", 2)
        self.assertEqual(spica.solve(COVARIANCE, 2, exclude=None, include=None).status, "optimal")
        with self.assertRaisesRegex(TypeError, "gap"):
            spica.solve(COVARIANCE, 2, gap="small")
        with self.assertRaisesRegex(ValueError, "two-dimensional"):
            spica.solve(COVARIANCE[0], 2)
        with self.assertRaisesRegex(ValueError, "not numbers"):
            spica.solve([["a", "b"], ["c", "d"]], 1)
        with self.assertRaisesRegex(ValueError, "column 'kind' is not numbers; leave such columns out, as with X.select_dtypes"):
            spica.solve(pandas.DataFrame({"a": [1.0, 2.0], "kind": ["x", "y"], "b": [2.0, 1.0]}), 1)

    def test_a_callback_hears_and_stops(self):
        heard = []
        result = spica.solve(noise(300, 400, 2), 10, callback=lambda news: heard.append(news) or len(heard) < 3)
        self.assertGreaterEqual(len(heard), 3)
        self.assertEqual(result.status, "interrupted")
        self.assertGreater(result.components[0].lower_bound, 0)

        def broken(news):
            raise KeyError("mine")

        with self.assertRaisesRegex(KeyError, "mine"):
            spica.solve(noise(100, 200, 2), 10, callback=broken)

    def test_checkpoints(self):
        samples = noise(60, 60, 4)
        whole = spica.solve(samples, 20, gap=1e-6, threads=1)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "state")
            stopped = spica.solve(samples, 20, gap=1e-6, threads=1, node_limit=3, checkpoint=file)
            self.assertEqual(stopped.status, "node_limit")
            with self.assertRaisesRegex(ValueError, "gap was '1e-06', and is '0.0001' now"):
                spica.solve(samples, 20, resume=file)
            with self.assertRaisesRegex(ValueError, "the input's SHA-256"):
                spica.solve(samples[::-1], 20, gap=1e-6, resume=file)
            rest = spica.solve(samples, 20, gap=1e-6, threads=1, resume=pathlib.Path(file), memory=1000)
        self.assertEqual(rest.components[0].upper_bound, whole.components[0].upper_bound)
        self.assertEqual(rest.components[0].nodes, whole.components[0].nodes)
        self.assertGreater(rest.to_dict()["time_before_sec"], 0)
        with self.assertRaisesRegex(ValueError, "cannot be written"):
            spica.solve(samples, 20, checkpoint="/no/such/folder/state")

    def test_ctrl_c(self):
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        start = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            spica.solve(noise(300, 300, 2), 10, gap=0)
        self.assertLess(time.monotonic() - start, 30)

    def test_other_threads_run_meanwhile(self):
        ticks = []
        done = threading.Event()

        def tick():
            while not done.is_set():
                ticks.append(1)
                time.sleep(0.01)

        ticker = threading.Thread(target=tick)
        ticker.start()
        spica.solve(noise(100, 200, 2), 10, time_limit=0.5)
        done.set()
        ticker.join()
        self.assertGreater(len(ticks), 10)


class WithoutScikitLearn(unittest.TestCase):
    def test_what_to_install(self):
        code = ("import sys; sys.modules['sklearn'] = None\nimport spica\n"
                "try: spica.SparsePCA\nexcept ImportError as error: print(error)")
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertIn("pip install scikit-learn", run.stdout, run.stderr)


if __name__ == "__main__":
    unittest.main()
