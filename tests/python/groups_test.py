"""groups and at_most: limits by group in the functions and in the estimator, against every set that keeps to them."""

import itertools
import unittest

import numpy

import spica

try:
    import pandas
except ImportError:
    pandas = None

GROUPS = ["a", "a", "a", "b", "b", None, "c", "c", None]


def admitted(support, most):
    used = [GROUPS[i] for i in support]
    return all(used.count(group) <= limit for group, limit in most.items())


class Groups(unittest.TestCase):
    def setUp(self):
        self.samples = numpy.random.default_rng(4).normal(size=(30, 9)) @ numpy.diag(numpy.linspace(1.5, 1.0, 9))
        self.each = dict.fromkeys("abc", 1)

    def best(self, k, most):
        covariance = numpy.cov(self.samples.T, ddof=0)
        return max(numpy.linalg.eigvalsh(covariance[numpy.ix_(s, s)])[-1] for size in range(1, k + 1)
                   for s in itertools.combinations(range(9), size) if admitted(s, most))

    def assert_sound(self, component, most):
        truth = self.best(component.k, most)
        self.assertTrue(admitted(component.support, most))
        self.assertLessEqual(component.lower_bound, truth * (1 + 1e-12))
        self.assertGreaterEqual(component.upper_bound, truth * (1 - 1e-12))

    def test_solve(self):
        for at_most, most in ((1, self.each), (numpy.int64(2), dict.fromkeys("abc", 2)), ({"a": 1}, {"a": 1})):
            result = spica.solve(self.samples, 4, groups=GROUPS, at_most=at_most)
            component = result.components[0]
            self.assert_sound(component, most)
            for group in component.groups:
                self.assertEqual(group["features"], sum(GROUPS[i] == group["name"] for i in component.support))
                self.assertEqual(group["at_most"], most.get(group["name"]))
            self.assertIn("within the limits of their groups", component.claim)

    def test_all_ways_to_say_it(self):
        wanted = spica.solve(self.samples, 4, groups=GROUPS, at_most=1, threads=1).components[0]
        by_number = {i: group for i, group in enumerate(GROUPS) if group}
        names = [f"f{i}" for i in range(9)]
        for groups in (by_number, numpy.array(GROUPS, dtype=object), {**by_number, 5: None}):
            found = spica.solve(self.samples, 4, groups=groups, at_most=1, threads=1).components[0]
            self.assertEqual(list(found.support), list(wanted.support))
            self.assertEqual(found.upper_bound, wanted.upper_bound)
        named = spica.solve(self.samples, 4, feature_names=names, groups={names[i]: g for i, g in by_number.items()}, at_most=1, threads=1)
        self.assertEqual(named.components[0].upper_bound, wanted.upper_bound)
        numbered = [float("nan") if g is None else "abc".index(g) for g in GROUPS]
        self.assertEqual(spica.solve(self.samples, 4, groups=numbered, at_most={0: 1, 1: 1, 2: 1}, threads=1).components[0].upper_bound,
                         wanted.upper_bound)

    @unittest.skipIf(pandas is None, "pandas is not installed")
    def test_series(self):
        frame = pandas.DataFrame(self.samples, columns=[f"f{i}" for i in range(9)])
        wanted = spica.solve(frame, 4, groups=GROUPS, at_most=1, threads=1).components[0]
        for series in (pandas.Series(GROUPS), pandas.Series(GROUPS, index=frame.columns)[::-1],
                       pandas.Series(GROUPS, index=frame.columns).dropna()):
            self.assertEqual(spica.solve(frame, 4, groups=series, at_most=1, threads=1).components[0].upper_bound, wanted.upper_bound)

    def test_path_heuristic_and_prove(self):
        for component in spica.path(self.samples, range(1, 6), groups=GROUPS, at_most=1).components:
            self.assert_sound(component, self.each)
        found = spica.heuristic(self.samples, 4, groups=GROUPS, at_most=1).components[0]
        self.assertTrue(admitted(found.support, self.each))
        judged = spica.prove(self.samples, [0, 3, 5], groups=GROUPS, at_most=1).components[0]
        self.assertEqual(list(judged.support), [0, 3, 5])
        self.assertGreaterEqual(judged.upper_bound, self.best(3, self.each) * (1 - 1e-12))
        signed = spica.prove(self.samples, [0, 3, 5], nonnegative=True).components[0]
        self.assertGreaterEqual(signed.support_upper_bound, signed.lower_bound)

    def test_estimator(self):
        fit = spica.SparsePCA(n_components=2, n_nonzero=3, groups=GROUPS, at_most=1, ddof=0).fit(self.samples)
        for support in fit.support_:
            self.assertTrue(admitted(support, self.each))
        self.assertGreaterEqual(fit.upper_bound_[0], self.best(3, self.each) * (1 - 1e-12))
        self.assertEqual(fit.get_params()["at_most"], 1)
        auto = spica.SparsePCA(n_nonzero="auto", groups=GROUPS, at_most=3).fit(self.samples)
        self.assertTrue(admitted(auto.support_[0], dict.fromkeys("abc", 3)))

    def test_certificates(self):
        result = spica.solve(self.samples, 3, groups=GROUPS, at_most=1, certificate=True)
        proven = spica.check(self.samples, result.certificate, groups=GROUPS, at_most=1)[0]
        self.assertEqual([most for most, _ in proven.limits], [1] * len(proven.limits))
        self.assertAlmostEqual(proven.upper_bound, result.components[0].upper_bound, 6)
        for others in ({}, {"groups": GROUPS, "at_most": 2}):
            with self.assertRaises(spica.CertificateRejected):
                spica.check(self.samples, result.certificate, **others)

    def test_errors_in_python_s_words(self):
        for arguments, part in (({"groups": GROUPS}, "groups needs a limit; give at_most=2"),
                                ({"at_most": 1}, "at_most needs the groups"),
                                ({"groups": GROUPS[1:], "at_most": 1}, "groups has 8 entries for 9 features"),
                                ({"groups": {"x": "a"}, "at_most": 1}, "groups names 'x', which is no feature"),
                                ({"groups": {9: "a"}, "at_most": 1}, "groups names 9, which is no feature"),
                                ({"groups": "a", "at_most": 1}, "groups is the text 'a'"),
                                ({"groups": [None] * 9, "at_most": 1}, "groups gives no feature a group"),
                                ({"groups": GROUPS, "at_most": 0}, "at_most is 0; it must be a whole number from 1"),
                                ({"groups": GROUPS, "at_most": True}, "at_most is True"),
                                ({"groups": GROUPS, "at_most": {"a": 1.5}}, "at_most['a'] is 1.5"),
                                ({"groups": GROUPS, "at_most": {"d": 1}}, "there is no group 'd'"),
                                ({"groups": GROUPS, "at_most": 1, "include": [0, 1]}, "include names 2 features of group a, and at_most allows 1")):
            with self.subTest(part), self.assertRaises(ValueError) as raised:
                spica.solve(self.samples, 4, **arguments)
            self.assertIn(part, str(raised.exception))


if __name__ == "__main__":
    unittest.main()
