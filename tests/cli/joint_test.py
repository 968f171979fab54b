"""Components that are chosen together: solve --joint and heuristic --joint."""

import csv
import itertools
import json
import random
import re
import signal
import struct
import subprocess
import time
import unittest
from pathlib import Path

from harness import CHECKER, PROGRAM, CliTest, Run
from sentences_test import largest_eigenvalue

ROOT = Path(__file__).resolve().parents[2]
PITPROPS = ROOT / "data/pitprops.csv"


def pitprops():
    return [[float(cell) for cell in row] for row in list(csv.reader(PITPROPS.read_text().splitlines()))[1:]]


def best_total(a, k, allowed, included=frozenset()):
    """Of two components of k of the allowed features each, by enumeration; some component has each included feature."""
    value = {s: largest_eigenvalue([[a[i][j] for j in s] for i in s]) for s in map(frozenset, itertools.combinations(allowed, k))}
    order = sorted(value, key=value.get, reverse=True)
    best = 0.0
    for first in order:
        if 2 * value[first] <= best:
            break
        best = max(best, value[first] + next((value[s] for s in order if not s & first and included <= s | first), -best))
    return best


class Joint(CliTest):
    def solve(self, path, k, *flags, code=0):
        run = Run("solve", path, "-k", k, "--joint", "--json", "-", *flags)
        self.assertEqual(run.code, code, run.stderr)
        result = run.json()
        self.assert_sound(result)
        return result

    def assert_sound(self, result):
        """What holds of every joint choice, however it ended."""
        total, components = result["total"], result["components"]
        used = [feature for one in components for feature in one["support"]]
        self.assertEqual(len(used), len(set(used)))
        self.assertTrue(all(len(one["support"]) <= one["k"] for one in components))
        self.assertEqual([one["variance"] for one in components], sorted((one["variance"] for one in components), reverse=True))
        self.assertAlmostEqual(total["lower_bound"], sum(one["variance"] for one in components), delta=1e-9 * total["lower_bound"])
        self.assertAlmostEqual(total["adjusted"], sum(one["adjusted_variance"] for one in components), delta=1e-9 * total["lower_bound"])
        self.assertEqual(total["status"], result["status"])
        if total["upper_bound"] is not None:
            self.assertGreaterEqual(total["upper_bound"], total["lower_bound"])
            self.assertAlmostEqual(total["gap"], total["upper_bound"] / total["lower_bound"] - 1, delta=1e-9)
        if len(components) > 1:
            self.assertTrue(all(one["upper_bound"] is None and one["gap"] is None for one in components))
            self.assertEqual(len(result["correlations"]), len(components))

    def noise(self, features, samples, seed=1):
        draw = random.Random(seed)
        rows = [",".join(repr(draw.gauss(0, 1)) for _ in range(features)) for _ in range(samples)]
        return self.file("noise.csv", "\n".join(rows) + "\n")

    def test_the_best_total_by_enumeration(self):
        truth = best_total(pitprops(), 3, range(13))
        result = self.solve(PITPROPS, "3,3", "--gap", 0)
        self.assertEqual(result["total"]["status"], "optimal")
        self.assertAlmostEqual(result["total"]["lower_bound"], truth, places=9)
        self.assertGreaterEqual(result["total"]["upper_bound"], truth - 1e-9)
        again = self.solve(PITPROPS, 3, "--components", 2)
        self.assertEqual([one["support"] for one in again["components"]], [one["support"] for one in result["components"]])
        self.assertAlmostEqual(Run("heuristic", PITPROPS, "-k", "3,3", "--joint", "--json", "-").json()["total"]["lower_bound"], truth, places=9)

    def test_fields(self):
        result = self.solve(PITPROPS, "4,3", "--gap", 1e-2)
        self.assertIs(result["options"]["joint"], True)
        self.assertEqual(sorted(one["k"] for one in result["components"]), [3, 4])
        total = result["total"]
        self.assertEqual(set(total), {"lower_bound", "upper_bound", "gap", "status", "prices", "one_after_another", "adjusted", "nodes", "time_sec", "trace"})
        self.assertLessEqual(total["gap"], 1e-2)
        self.assertLessEqual(total["one_after_another"], total["lower_bound"] * (1 + 1e-9))
        self.assertTrue(all(price["price"] >= 0 and 0 <= price["feature"] < 13 for price in total["prices"]))
        lower = [point["lower_bound"] for point in total["trace"]]
        upper = [point["upper_bound"] for point in total["trace"] if point["upper_bound"] is not None]
        self.assertEqual(lower, sorted(lower))
        self.assertEqual(upper, sorted(upper, reverse=True))

    def test_words(self):
        run = Run("solve", PITPROPS, "-k", "4,4", "--joint", "--explain")
        self.assertEqual(run.code, 0, run.stderr)
        self.assertIn("Together the 2 components explain 5.255", run.stdout)
        self.assertIn("one after another, by heuristics: ", run.stdout)
        for part in ("2 components together", "settled", "explain: one component after another is done"):
            self.assertIn(part, run.stderr)

    def test_one_component_is_that_of_solve(self):
        for flags in ((), ("--include", "knots"), ("--exclude", "length")):
            plain = Run("solve", PITPROPS, "-k", 4, "--json", "-", *flags).json()["components"][0]
            result = self.solve(PITPROPS, 4, *flags)
            one, total = result["components"][0], result["total"]
            self.assertEqual(one["support"], plain["support"])
            self.assertEqual((one["status"], one["upper_bound"]), (total["status"], total["upper_bound"]))
            for bounds in (one, total):
                self.assertLessEqual(bounds["lower_bound"], plain["upper_bound"])
                self.assertGreaterEqual(bounds["upper_bound"], plain["lower_bound"])
        run = Run("solve", PITPROPS, "-k", 4, "--joint")
        self.assertIn("Component 1: 4 features, proven optimal", run.stdout)
        self.assertNotIn("ogether", run.stdout)
        self.assertNotIn("1 components", run.stderr)

    def test_included_features_are_in_some_component(self):
        for included, excluded in (({11, 10, 1, 2}, {0}), ({4}, {1, 5}), ({4, 12}, set())):
            with self.subTest(included=included, excluded=excluded):
                lists = [",".join(map(str, some)) for some in (included, excluded)]
                result = self.solve(PITPROPS, "3,3", "--include", lists[0], *(("--exclude", lists[1]) if excluded else ()))
                used = {feature for one in result["components"] for feature in one["support"]}
                self.assertLessEqual(included, used)
                self.assertFalse(excluded & used)
                truth = best_total(pitprops(), 3, sorted(set(range(13)) - excluded), included)
                self.assertLessEqual(result["total"]["lower_bound"], truth + 1e-9)
                self.assertGreaterEqual(result["total"]["upper_bound"], truth - 1e-9)
                self.assertIsNone(result["total"]["one_after_another"])
        self.assert_error(Run("solve", PITPROPS, "-k", "1,1", "--joint", "--include", "knots,clear,length"), 2, "--include", "larger k")

    def test_loadings_and_scores(self):
        loadings, scores = self.folder / "loadings.csv", self.folder / "scores.csv"
        noise = self.noise(8, 30)
        result = self.solve(noise, "3,2", "--as", "samples", "--loadings", loadings, "--scores", scores)
        rows = list(csv.DictReader(loadings.read_text().splitlines()))
        for t, one in enumerate(result["components"]):
            self.assertEqual({int(row["index"]) for row in rows if row["component"] == str(t + 1)}, set(one["support"]))
        table = [[float(cell) for cell in row[-2:]] for row in list(csv.reader(scores.read_text().splitlines()))[1:]]
        for t, one in enumerate(result["components"]):
            self.assertAlmostEqual(sum(row[t] ** 2 for row in table) / 30, one["score_variance"], places=9)

    def test_every_form_of_the_data_has_one_answer(self):
        noise = self.noise(7, 20)
        rows = [[float(cell) for cell in line.split(",")] for line in noise.read_text().splitlines()]
        rounded = [[struct.unpack("f", struct.pack("f", cell))[0] for cell in row] for row in rows]
        header = "{'descr': '<f4', 'fortran_order': False, 'shape': (20, 7), }"
        header += " " * (63 - (10 + len(header)) % 64) + "\n"
        single = self.file("single.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
                           + b"".join(struct.pack("<f", cell) for row in rounded for cell in row))
        sparse = self.file("sparse.mtx", "%%MatrixMarket matrix coordinate real general\n20 7 140\n"
                           + "".join(f"{i + 1} {j + 1} {cell!r}\n" for i, row in enumerate(rounded) for j, cell in enumerate(row)))
        text = self.file("text.csv", "\n".join(",".join(map(repr, row)) for row in rounded) + "\n")
        for flags in ((), ("--standardize",), ("--no-center",), ("--ddof", 1)):
            answers = [self.solve(path, "3,2", "--as", "samples", *flags) for path in (text, single, sparse)]
            for answer in answers:
                self.assertEqual(answer["total"]["status"], "optimal")
                self.assertEqual([one["support"] for one in answer["components"]], [one["support"] for one in answers[0]["components"]])
                self.assertAlmostEqual(answer["total"]["lower_bound"], answers[0]["total"]["lower_bound"], places=9)

    def test_more_features_than_samples(self):
        """The factor form: no matrix of all features is made."""
        path = self.folder / "spiked.npy"
        Run("generate", "spiked", "--features", 3000, "--samples", 40, "--seed", 3, "-o", path)
        result = self.solve(path, "5,5", "--as", "samples", "--no-center", "--gap", 1e-2, "--time-limit", 100)
        self.assertIn(result["status"], ("gap_reached", "optimal"))

    def test_threads(self):
        one, two = (self.solve(PITPROPS, "4,4", "--threads", threads)["total"] for threads in (1, 2))
        self.assertAlmostEqual(one["lower_bound"], two["lower_bound"], places=9)

    def test_limits_leave_a_valid_total(self):
        noise = self.noise(120, 60)
        full = Run("heuristic", noise, "-k", "10,10,10", "--joint", "--json", "-").json()["total"]["lower_bound"]
        for limit in (("--node-limit", 1), ("--node-limit", 5), ("--time-limit", 0), ("--time-limit", 0.5)):
            with self.subTest(limit):
                result = self.solve(noise, "10,10,10", "--gap", 0, *limit, code=4)
                self.assertEqual(result["status"], limit[0].lstrip("-").replace("-", "_"))
                self.assertIsNotNone(result["total"]["upper_bound"])
                self.assertGreaterEqual(result["total"]["upper_bound"], full)

    def test_signals_leave_a_valid_total(self):
        noise = self.noise(120, 60)
        full = Run("heuristic", noise, "-k", "10,10,10", "--joint", "--json", "-").json()["total"]["lower_bound"]
        for sent, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(sent):
                output = self.folder / "result.json"
                process = subprocess.Popen([PROGRAM, "solve", noise, "-k", "10,10,10", "--joint", "--gap", "0", "--json", output],
                                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                for line in process.stderr:
                    if line.startswith("J"):
                        break
                time.sleep(0.5)
                process.send_signal(sent)
                process.stderr.read()
                process.stderr.close()
                self.assertEqual(process.wait(timeout=60), code)
                result = json.loads(output.read_text())
                self.assert_sound(result)
                self.assertEqual(result["status"], "interrupted")
                self.assertGreaterEqual(result["total"]["upper_bound"], full)

    def test_refusals(self):
        state = self.folder / "state"
        Run("solve", PITPROPS, "-k", "3,3", "--checkpoint", state)
        self.assert_error(self.quiet("solve", "--smallest"), 2, "--joint", "--smallest")
        self.assert_error(self.quiet("solve", "--resume", state), 3, "joint")

    def test_checkpoints(self):
        """A search that is stopped again and again comes to the same answer, with a certificate of the whole."""
        values = self.noise(60, 40)
        whole = json.loads(Run("solve", values, "-k", "5,5,4", "--joint", "--json", "-").stdout)["total"]
        state, result, certificate = self.folder / "state", self.folder / "result.json", self.folder / "proof"
        saved = ("--checkpoint", state)
        for nodes in range(1, 1000):
            run = Run("solve", values, "-k", "5,5,4", "--joint", "--node-limit", nodes, *saved, "--json", result, "--certificate", certificate)
            self.assertIn(run.code, (0, 4), run.stderr)
            total = json.loads(result.read_text())["total"]
            self.assertLessEqual(total["lower_bound"], whole["upper_bound"])
            self.assertGreaterEqual(total["upper_bound"], whole["lower_bound"])
            if run.code == 0:
                break
            saved = ("--resume", state)
        self.assertEqual(run.code, 0)
        self.assertGreater(nodes, 1, "nothing was resumed")
        self.assertLessEqual(total["gap"], 1e-4)
        check = subprocess.run([CHECKER, "--expect", "joint=1,k=5,5,4", values, certificate], capture_output=True, text=True)
        self.assertEqual(check.returncode, 0, check.stderr)
        again = Run("solve", values, "-k", "5,5,4", "--joint", "--resume", state, "--json", result, "--certificate", certificate)
        self.assertEqual(again.code, 0, again.stderr)
        self.assertEqual(json.loads(result.read_text())["total"]["upper_bound"], total["upper_bound"])

    def test_certificate(self):
        certificate = self.folder / "proof.gz"
        total = json.loads(self.quiet("solve", "--certificate", certificate, "--json", "-").stdout)["total"]
        check = subprocess.run([CHECKER, "--exact", "--expect", "joint=1,k=3,3", PITPROPS, certificate], capture_output=True, text=True)
        self.assertEqual(check.returncode, 0, check.stderr)
        lower, upper = map(float, re.search(r"proved: \[(.*), (.*)\]", check.stdout).groups())
        self.assertAlmostEqual(lower, total["lower_bound"], delta=1e-8)
        self.assertAlmostEqual(upper, total["upper_bound"], delta=1e-8)
        without = self.folder / "without"
        self.quiet("solve", "--exclude", "0,5", "--include", "12", "--certificate", without)
        for expected, code in (("joint=1,exclude=0,5,include=12", 0), ("joint=1,include=12", 5), ("joint=1,exclude=0,5", 5)):
            self.assertEqual(subprocess.run([CHECKER, "--expect", expected, PITPROPS, without], capture_output=True).returncode, code)
        for expected in ("k=3,3", "joint=1,k=3,2"):
            self.assertEqual(subprocess.run([CHECKER, "--expect", expected, PITPROPS, certificate], capture_output=True).returncode, 5)

    def quiet(self, command, *flags):
        return Run(command, PITPROPS, "-k", "3,3", "--joint", "--log-level", "quiet", *flags)


if __name__ == "__main__":
    unittest.main()
