"""--groups and --at-most: solve, path and heuristic against every set that keeps to the limits, in every output."""

import html
import itertools
import json
import random
import re
import unittest
from pathlib import Path

from harness import CliTest, Run
from sentences_test import deflated, largest_eigenvalue

PITPROPS = Path(__file__).resolve().parents[2] / "data/pitprops.csv"
NAMES = PITPROPS.read_text().split("\n", 1)[0].split(",")
GROUPS = {"topdiam": "size", "length": "size", "testsg": "wood", "ovensg": "wood", "ringtop": "ring", "ringbut": "ring",
          "bowmax": "bow", "bowdist": "bow"}


def pitprops():
    return [[float(cell) for cell in row.split(",")] for row in PITPROPS.read_text().split()[1:]]


def admitted(support, at_most):
    used = [GROUPS.get(NAMES[i]) for i in support]
    return all(used.count(group) <= most for group, most in at_most.items())


def best(a, k, at_most, sign=1, without=()):
    """The largest eigenvalue over the sets that keep to the limits, or minus the smallest."""
    free = [i for i in range(len(a)) if i not in without]
    return max(largest_eigenvalue([[sign * a[i][j] for j in s] for i in s])
               for size in range(1, k + 1) for s in itertools.combinations(free, size) if admitted(s, at_most))


class Groups(CliTest):
    def setUp(self):
        super().setUp()
        self.groups = self.file("groups.csv", "feature,group\n" + "".join(f"{f},{g}\n" for f, g in GROUPS.items()))
        self.each = dict.fromkeys(GROUPS.values(), 1)

    def solve(self, command, *flags, at_most="1", code=0):
        run = Run(command, PITPROPS, "--groups", self.groups, "--at-most", at_most, "--json", "-", *flags)
        self.assertEqual(run.code, code, run.stderr)
        return run.json()

    def assert_sound(self, component, truth, at_most):
        self.assertTrue(admitted(component["support"], at_most), component["support"])
        self.assertLessEqual(component["lower_bound"], truth + 1e-9)
        self.assertGreaterEqual(component["upper_bound"], truth - 1e-9)
        counts = {}
        for i in component["support"]:
            if NAMES[i] in GROUPS:
                counts[GROUPS[NAMES[i]]] = counts.get(GROUPS[NAMES[i]], 0) + 1
        self.assertEqual({g["name"]: g["features"] for g in component["groups"]}, counts)

    def test_limits_of_every_and_of_some_groups(self):
        a = pitprops()
        for at_most, limits in (("1", self.each), ("2", dict.fromkeys(self.each, 2)), ("size=1,bow=1", {"size": 1, "bow": 1})):
            result = self.solve("solve", "-k", 5, at_most=at_most)
            self.assert_sound(result["components"][0], best(a, 5, limits), limits)
            listed = {g["name"]: g["at_most"] for g in result["options"]["groups"]}
            self.assertEqual(listed, {group: limits.get(group) for group in self.each})

    def test_a_curve(self):
        a = pitprops()
        result = self.solve("path", "-k", "1:6", "--select", 0.5)
        for component in result["components"]:
            self.assert_sound(component, best(a, component["k"], self.each), self.each)

    def test_components_in_turn(self):
        for how, more in (("schur", ()), ("projection", ()), ("schur", ("--disjoint",))):
            left, used = pitprops(), set()
            for component in self.solve("solve", "-k", "4,3,3", "--deflation", how, *more)["components"]:
                self.assert_sound(component, best(left, component["k"], self.each, without=used if more else ()), self.each)
                used |= set(component["support"])
                left = deflated(left, component, how)

    def test_the_smallest_eigenvalue(self):
        component = self.solve("solve", "-k", 4, "--smallest")["components"][0]
        self.assert_sound(component, -best(pitprops(), 4, self.each, sign=-1), self.each)

    def test_a_start_and_its_proof(self):
        truth = best(pitprops(), 3, self.each)
        for flags in ((), ("--nonnegative",)):
            component = self.solve("solve", "--start", "topdiam,testsg,ringbut", "--prove", *flags)["components"][0]
            self.assertEqual(component["support"], [0, 3, 6])
            self.assertTrue(admitted(component["better"]["support"], self.each))
            if not flags:
                self.assert_sound(component, truth, self.each)
            self.assertEqual("support_upper_bound" in component, bool(flags))
        run = Run("solve", PITPROPS, "--groups", self.groups, "--at-most", 1, "--start", "topdiam,length,moist", "-k", 3)
        self.assert_error(run, 2, "--start names 2 features of group size", "--at-most allows 1")

    def test_heuristics_keep_to_the_limits(self):
        truth = best(pitprops(), 5, self.each)
        for method in ("best", "alternating", "greedy", "swap"):
            component = self.solve("heuristic", "-k", 5, "--method", method)["components"][0]
            self.assertTrue(admitted(component["support"], self.each))
            self.assertLessEqual(component["lower_bound"], truth + 1e-9)

    def test_checkpoints(self):
        saved = self.folder / "search.checkpoint"
        draw = random.Random(5)
        data = self.file("noise.csv", "\n".join(",".join(repr(draw.gauss(0, 1)) for _ in range(60)) for _ in range(55)))
        groups = self.file("numbered.csv", "".join(f"{i},g{i // 4}\n" for i in range(60)))
        common = ("solve", data, "-k", 20, "--gap", 1e-6, "--groups", groups, "--threads", 1, "--json", "-")
        whole = Run(*common, "--at-most", 2).json()["components"][0]
        stopped = Run(*common, "--at-most", 2, "--node-limit", 2, "--checkpoint", saved)
        self.assertEqual(stopped.code, 4, stopped.stderr)
        resumed = Run(*common, "--at-most", 2, "--resume", saved).json()["components"][0]
        self.assertEqual(resumed["support"], whole["support"])
        self.assertEqual(resumed["status"], whole["status"])
        self.assertLessEqual(resumed["gap"], 1e-6)
        self.assertTrue(all(g["features"] <= 2 for g in resumed["groups"]))
        Run(*common, "--at-most", 2, "--node-limit", 2, "--checkpoint", saved)
        self.assert_error(Run(*common, "--at-most", 1, "--resume", saved), 3, "the checkpoint is of another solve", "--groups")

    def test_the_table_says_which_limits_bind(self):
        run = Run("solve", PITPROPS, "-k", 4, "--groups", self.groups, "--at-most", "size=1,ring=2")
        self.assertIn("groups: size 1 of at most 1, ring 1 of at most 2", run.stdout)
        self.assertIn("bounds are about such sets", run.stdout)
        self.assertNotIn("groups", Run("solve", PITPROPS, "-k", 4).stdout)

    def page(self, *arguments):
        report = self.folder / "page.html"
        run = Run(*arguments, "--groups", self.groups, "--at-most", 1, "--report", report, "--log-level", "quiet")
        self.assertEqual(run.code, 0, run.stderr)
        text = report.read_text().split('<script type="application/json"')[0]
        return html.unescape(re.sub(r"<[^>]+>", " ", text))

    def test_no_sentence_of_the_report_forgets_the_limits(self):
        for arguments in (("solve", PITPROPS, "-k", 5), ("solve", PITPROPS, "-k", "4,3"), ("path", PITPROPS, "-k", "1:5", "--select", 0.6),
                          ("solve", PITPROPS, "-k", "4,3", "--joint"), ("solve", PITPROPS, "-k", 4, "--alternatives", 0.02),
                          ("solve", PITPROPS, "-k", 4, "--alternatives", 0.3, "--most", 3),
                          ("solve", PITPROPS, "-k", 4, "--smallest"), ("solve", PITPROPS, "--start", "topdiam,testsg,ringbut", "--prove", "--nonnegative")):
            text = self.page(*arguments)
            sentences = re.findall(r"[^.;]*\b(?:no|other) (?:single |set of|choice |[\dx+ ]* different )[^.;]*", text)
            self.assertTrue(sentences or "path" in arguments or "--smallest" in arguments, arguments)
            for sentence in sentences:
                self.assertIn("within the limits of their groups", sentence, arguments)
            self.assertIn("at their limit" if "4,3" not in arguments else "Groups and their limits", text)
            self.assertIn("size: at most 1 of 2", text)

    def test_a_curve_of_other_limits_is_no_curve_of_the_result(self):
        one, curve = self.folder / "one.json", self.folder / "curve.json"
        Run("solve", PITPROPS, "-k", 4, "--json", one)
        Run("path", PITPROPS, "-k", "1:5", "--groups", self.groups, "--at-most", 1, "--json", curve)
        self.assertIn("groups", json.loads(curve.read_text())["options"])
        run = Run("report", one, "--curve", curve, "-o", self.folder / "page.html")
        self.assert_error(run, 3, "read in another way")

    def test_what_is_refused(self):
        self.assert_error(Run("path", PITPROPS, "-k", "1:3", "--groups", self.groups), 2, "--groups needs a limit")
        self.assert_error(Run("path", PITPROPS, "-k", "1:3", "--at-most", 2), 2, "--at-most needs the groups")
        self.assert_error(Run("solve", PITPROPS, "-k", 3, "--groups", self.groups, "--at-most", "banks=1"), 2, "no group 'banks'", "it has 'size', 'wood'")
        self.assert_error(Run("solve", PITPROPS, "-k", 3, "--groups", self.groups, "--at-most", "woods=1"), 2, "did you mean 'wood'?")

    def test_what_a_file_of_groups_may_look_like(self):
        def solve(content):
            return Run("solve", PITPROPS, "-k", 3, "--groups", self.file("g.csv", content), "--at-most", 1, "--json", "-")
        for content in ("length,a\ntopdiam,a\n", "feature;group;;\nlength;a;;\ntopdiam;a;;\n", '"length","a"\r\n"topdiam"\t"a"\r\n'):
            counts = solve(content).json()["components"][0]["groups"]
            self.assertLessEqual(sum(group["features"] for group in counts), 1)
        self.assertIn("note      11 of 13 features have no group, and no limit", solve("length,a\ntopdiam,a\n").stderr)
        names = solve('length,"a, ""b"""\ntopdiam,"a, ""b"""\n').json()["components"][0]["groups"]
        self.assertIn([group["name"] for group in names], ([], ['a, "b"']))
        for content in ("length,a,1\n", "feature,group,weight\nlength,a,1\n", "length,a, b\n"):
            self.assert_error(solve(content), 3, "row 1 has more than a feature and a group", "quotes")
        self.assert_error(solve("length\n"), 3, "row 1 has no feature and group")


if __name__ == "__main__":
    unittest.main()
