"""spica report and --report, but for what a browser makes of them (tests/browser)."""

import json
import unittest

from harness import CliTest, Run


class Report(CliTest):
    def setUp(self):
        super().setUp()
        self.json = self.folder / "result.json"
        self.assertEqual(Run("solve", self.covariance(), "-k", 2, "--json", self.json).code, 0)

    def test_beside_the_result_by_default(self):
        run = Run("report", self.json)
        self.assertEqual(run.code, 0, run.stderr)
        self.assertIn("result.html", run.stdout)
        page = (self.folder / "result.html").read_text()
        self.assertIn("a and b explain 43.75 % of all variance", page)
        self.assertIn("These 2 of 4 features explain 3.5 of a total variance of 8.", page)

    def test_results_from_standard_input_need_a_name(self):
        content = self.json.read_bytes()
        self.assert_error(Run("report", "-", stdin=content), 2, "-o")
        run = Run("report", "-", "-o", "-", stdin=content)
        self.assertTrue(run.stdout.startswith("<!DOCTYPE html>"))

    def test_what_is_no_result_is_refused(self):
        for content, part in (("no json", "line 1 is not JSON; "), ('{"status":\n\n oops}', "line 3 is not JSON; "), ("[]", "not a result"), ('{"schema_version": 1}', "components"),
                              ('{"schema_version": 7}', "schema_version"),
                              ('{"schema_version": 1, "components": []}', "without components")):
            path = self.file("bad.json", content)
            self.assert_error(Run("report", path), 3, path, part)
            self.assertFalse((self.folder / "bad.html").exists())
        self.assert_error(Run("report", self.folder / "none.json"), 3, "none.json")

    def test_every_missing_field_is_an_error_and_no_crash(self):
        result = json.loads(self.json.read_text())

        def remove(path):
            copy = json.loads(self.json.read_text())
            inner = copy
            for key in path[:-1]:
                inner = inner[key]
            del inner[path[-1]]
            return copy

        optional = {("components", 0, "negligible"), ("components", 0, "down_to_rounding"), ("components", 0, "score_variance"), ("correlations",), ("options", "deflation"), ("version",), ("status",), ("read_sec",), ("peak_memory_bytes",), ("ranks",), ("plain_variances",),
                    *(("components", 0, key) for key in ("sense", "method", "time_sec", "upper_bound", "gap", "variance", "feature_names", "nodes")),
                    *(("input", key) for key in ("kind", "samples", "sha256", "shift", "missing_values", "notes", "labels", "transposed"))}
        paths = [(key,) for key in result] + [("components", 0, key) for key in result["components"][0]] + [("input", key) for key in result["input"]]
        for path in paths:
            run = Run("report", "-", "-o", "-", stdin=json.dumps(remove(path)).encode())
            self.assertEqual(run.code, 0 if path in optional else 3, path)

    def test_curves_must_fit(self):
        self.assert_error(Run("report", self.json, "--curve", self.json, "-o", self.folder / "a.html"), 3, "no result of spica path")
        other = self.folder / "other.json"
        self.assertEqual(Run("path", self.samples(), "-k", "1:3", "--json", other).code, 0)
        self.assert_error(Run("report", self.json, "--curve", other, "-o", self.folder / "a.html"), 3, other, "another input")
        same = self.folder / "same.json"
        self.assertEqual(Run("path", self.covariance(), "-k", "1:3", "--standardize", "--json", same).code, 0)
        self.assert_error(Run("report", self.json, "--curve", same, "-o", self.folder / "a.html"), 3, "another way")
        broken = self.file("broken.json", "{")
        self.assert_error(Run("report", self.json, "--curve", broken, "-o", self.folder / "a.html"), 3, broken)

    def test_absurd_numbers_are_refused(self):
        deep = 100_000 * "[" + 100_000 * "]"
        for key, value in (("k", "-3"), ("k", "2.5"), ("k", "1e300"), ("loadings", "[1]"), ("support", '["a", "b"]'), ("ties", deep)):
            component = json.loads(self.json.read_text())["components"][0]
            result = json.loads(self.json.read_text())
            component[key] = "@"
            result["components"] = [component]
            text = json.dumps(result).replace('"@"', value)
            run = Run("report", "-", "-o", "-", stdin=text.encode())
            self.assertEqual(run.code, 3, (key, value))
            self.assertEqual(run.stderr.count("\n"), 1)

    def test_what_the_sentences_say(self):
        def page(*arguments):
            path = self.folder / "a.html"
            run = Run(*arguments, "--report", path, "--json", self.folder / "a.json")
            self.assertIn(run.code, (0, 4), run.stderr)
            self.assertTrue((self.folder / "a.json").exists())
            return path.read_text()

        self.assertIn("with the required ones", page("solve", self.covariance(), "-k", 2, "--include", "c"))
        self.assertIn("of the variance of the allowed features", page("solve", self.covariance(), "-k", 2, "--exclude", "a"))
        ties = self.file("ties.csv", "1,0.5,0,0\n0.5,1,0,0\n0,0,1,0.5\n0,0,0.5,1\n")
        self.assertIn("except perhaps for 1 other that rounding cannot tell from it", page("solve", ties, "-k", 2, "--gap", 0))
        smallest = page("solve", self.covariance(), "-k", 2, "--smallest", "--gap", 0.5)
        self.assertNotIn("proven gap", smallest)
        self.assertIn("This feature explains", page("solve", self.covariance(), "-k", 1))

    def test_nothing_is_overwritten(self):
        self.assert_error(Run("report", self.json, "-o", self.json), 2, "overwritten")
        covariance = self.covariance()
        self.assert_error(Run("solve", covariance, "-k", 2, "--report", covariance), 2, "overwritten")
        self.assert_error(Run("solve", covariance, "-k", 2, "--report", "-"), 2, "file name")
        self.assert_error(Run("solve", covariance, "-k", 2, "--report", self.folder / "none" / "a.html"), 3, "no folder")

    def test_demo_names_its_report(self):
        run = Run("demo", cwd=self.folder)
        self.assertEqual(run.stdout.rstrip().split("\n")[-1], "Report: spica-demo.html, for a browser")
        self.assertTrue((self.folder / "spica-demo.html").exists())

    def test_json_on_standard_output_stays_json(self):
        run = Run("solve", self.covariance(), "-k", 2, "--json", "-", "--report", self.folder / "a.html")
        self.assertIn("a.html", run.stderr)
        self.assertEqual([point["k"] for point in run.json()["curve"]], [1, 2, 3, 4])

    def test_no_curve_after_the_time_limit(self):
        page = self.folder / "page.html"
        run = Run("solve", self.covariance(), "-k", 2, "--time-limit", 0, "--json", "-", "--report", page)
        self.assertFalse(run.json().get("curve"))
        self.assertTrue(page.exists())

    def test_the_curve_brackets_and_ends_at_the_whole(self):
        run = Run("solve", self.samples(), "-k", 1, "--json", "-", "--report", self.folder / "a.html")
        result = run.json()
        self.assertAlmostEqual(result["curve"][-1]["lower_bound"], result["plain_variances"][0], places=6)
        for before, after in zip(result["curve"], result["curve"][1:]):
            self.assertLessEqual(before["lower_bound"], after["upper_bound"])
        self.assertEqual(result["plane"]["sample_names"], ["s1", "s2", "s3", "s4", "s5"])
        x = result["plane"]["x"]
        self.assertAlmostEqual(sum(x), 0.0, places=9)
        self.assertAlmostEqual(sum(value * value for value in x) / 5, result["components"][0]["variance"], places=9)


if __name__ == "__main__":
    unittest.main()
