"""Results as pictures, pages and sentences."""

import itertools
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import numpy
import pandas
import spica
from support import COVARIANCE, noise

try:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
except ImportError:
    matplotlib = None


class Sentences(unittest.TestCase):
    def test_of_the_first_component(self):
        one = spica.solve(COVARIANCE, 2).components[0]
        self.assertRegex(one.claim, r"^2 features that explain at least 3\.(5|499999); no 2 features explain more than 3\.50000[01]$")
        self.assertIn("not known", spica.heuristic(COVARIANCE, 2).components[0].claim)
        self.assertRegex(spica.solve(COVARIANCE, 1, exclude=[3]).components[0].claim, "no 1 feature of those not left out explains more than 2$")
        self.assertIn("explain less than", spica.solve(COVARIANCE, 2, smallest=True).components[0].claim)

    def test_of_a_later_component(self):
        """Its bounds say nothing about the data as given, where the features of the first explain more."""
        samples = noise(60, 30)
        result = spica.solve(samples, [8, 8])
        first, second = result.components
        self.assertLess(second.upper_bound, first.lower_bound)
        self.assertRegex(second.claim, "explain at least .* of what earlier components leave over; no 8 features explain more than .* of it$")
        projected = spica.solve(samples, [8, 8], deflation="projection").components[1]
        self.assertRegex(projected.claim, "of the data with earlier loadings projected out; no 8 features")
        self.assertIn("earlier", second._repr_html_())
        self.assertNotIn("earlier", first.claim)
        self.assertNotIn("earlier", spica.path(samples, [3, 4]).components[1].claim, "the components of a path stand alone")
        apart = spica.solve(samples, [8, 8], disjoint=True).components[1]
        self.assertRegex(apart.claim, "leave over; no 8 features that earlier components do not use explain more than .* of it$")
        apart = spica.solve(samples, [8, 8], disjoint=True, deflation="projection").components[1]
        self.assertRegex(apart.claim, "no 8 features that earlier components do not use explain more than [0-9.]*$")

    def test_claims_against_all_supports(self):
        """What is said of each component is true of the matrix that the sentence names."""
        for seed in range(12):
            left = numpy.cov(noise(9, 5, seed), rowvar=False)
            deflation = ["schur", "projection"][seed % 2]
            for index, one in enumerate(spica.solve(left, [2, 3, 1], deflation=deflation, gap=[0, 0.1][seed % 3 == 0]).components):
                best = max(numpy.linalg.eigvalsh(left[numpy.ix_(s, s)])[-1] for s in itertools.combinations(range(5), one.k))
                found = re.match(r"(\d) features? that explains? at least (\S+?)( of .*)?; no (\d) features? explains? more than (\S+)( of it)?$", one.claim)
                self.assertTrue(found, one.claim)
                self.assertEqual(int(found[4]), one.k)
                self.assertLessEqual(float(found[2]), best * (1 + 1e-12), one.claim)
                self.assertGreaterEqual(float(found[5]), best * (1 - 1e-12), one.claim)
                matter = {"schur": " of what earlier components leave over", "projection": " of the data with earlier loadings projected out"}
                self.assertEqual((found[3], found[6]), (matter[deflation], " of it") if index > 0 else (None, None))
                x = one.vector(5)
                w = left @ x
                if deflation == "schur":
                    left = left - numpy.outer(w, w) / (x @ w)
                else:
                    off = numpy.eye(5) - numpy.outer(x, x)
                    left = off @ left @ off

    def test_bounds_are_rounded_outwards(self):
        for seed in range(5):
            one = spica.solve(noise(20, 6, seed), 3).components[0]
            numbers = [float(word.strip(";")) for word in one.claim.split() if "." in word]
            self.assertLessEqual(numbers[0], one.lower_bound)
            self.assertGreaterEqual(numbers[1], one.upper_bound)


class Report(unittest.TestCase):
    def test_a_page(self):
        frame = pandas.DataFrame(noise(30, 6), columns=list("abcde") + ["<b>"])
        with tempfile.TemporaryDirectory() as folder:
            for result in (spica.solve(frame, [3, 2]), spica.path(frame, range(1, 7)), spica.solve(COVARIANCE, 2)):
                file = result.report(pathlib.Path(folder) / "out.html")
                page = file.read_text(encoding="utf-8")
                self.assertTrue(page.startswith("<!DOCTYPE html>"))
                self.assertIn(f'"status":"{result.status}"', page)
            with self.assertRaises(OSError):
                result.report(pathlib.Path(folder) / "no/such/folder.html")
            with self.assertRaisesRegex(ValueError, "ends in .html"):
                result.report(pathlib.Path(folder) / "page.png")


@unittest.skipIf(matplotlib is None, "Matplotlib is not installed")
class Plots(unittest.TestCase):
    def tearDown(self):
        pyplot.close("all")

    def test_loadings(self):
        frame = pandas.DataFrame(noise(30, 6), columns=list("abcdef"))
        result = spica.solve(frame, [3, 2])
        ax = result.plot_loadings()
        used = {name for one in result.components for name in one.feature_names}
        self.assertEqual({label.get_text() for label in ax.get_yticklabels()}, used)
        self.assertEqual(len(ax.patches), 5)
        widths = sorted(abs(bar.get_width()) for bar in ax.patches)
        numpy.testing.assert_allclose(widths, sorted(abs(numpy.concatenate([one.loadings for one in result.components]))))
        own = pyplot.subplots()[1]
        self.assertIs(result.plot_loadings(components=1, ax=own), own)
        self.assertEqual(len(own.patches), 2)

    def test_path(self):
        curve = spica.path(COVARIANCE, range(1, 5), select=0.9)
        ax = curve.plot_path()
        numpy.testing.assert_allclose(ax.lines[0].get_ydata(), [one.lower_bound for one in curve.components])
        with self.assertRaisesRegex(ValueError, "spica.path"):
            spica.solve(COVARIANCE, 2).plot_path()

    def test_biplot(self):
        samples = noise(30, 6)
        for standardize in (False, True):
            result = spica.solve(samples, [3, 2], standardize=standardize)
            points = result.plot_biplot(samples).collections[0].get_offsets()
            first = result.components[0]
            self.assertAlmostEqual(points[:, 0].var(), first.score_variance)
        kinds = ["a", "b", "a"] * 10
        ax = result.plot_biplot(samples, labels=kinds)
        self.assertEqual([len(group.get_offsets()) for group in ax.collections], [20, 10])
        self.assertEqual([text.get_text() for text in ax.get_legend().get_texts()], ["a", "b"])
        with self.assertRaisesRegex(ValueError, "29 entries for 30 samples"):
            result.plot_biplot(samples, labels=kinds[:29])
        with self.assertRaisesRegex(ValueError, "6 features"):
            result.plot_biplot(samples[:, :4])
        with self.assertRaisesRegex(ValueError, "two components"):
            spica.solve(samples, 3).plot_biplot(samples)


class WithoutMatplotlib(unittest.TestCase):
    def test_what_to_install(self):
        code = ("import sys; sys.modules['matplotlib'] = None\nimport numpy, spica\n"
                "try: spica.solve(numpy.eye(3), 1).plot_loadings()\nexcept ImportError as error: print(error)")
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertIn("pip install matplotlib", run.stdout, run.stderr)


if __name__ == "__main__":
    unittest.main()
