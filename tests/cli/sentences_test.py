"""What the program prints of components, read as a person would and checked by enumeration of all supports."""

import itertools
import json
import math
import random
import re
import unittest

from harness import CliTest, Run


def largest_eigenvalue(a):
    """Of a small symmetric matrix, by Jacobi's rotations."""
    a = [row[:] for row in a]
    n = len(a)
    for _ in range(60):
        p, q = max(itertools.combinations(range(n), 2), key=lambda ij: abs(a[ij[0]][ij[1]]), default=(0, 0))
        if p == q or abs(a[p][q]) < 1e-15:
            break
        angle = 0.5 * math.atan2(2 * a[p][q], a[q][q] - a[p][p])
        c, s = math.cos(angle), math.sin(angle)
        for i in range(n):
            a[i][p], a[i][q] = c * a[i][p] - s * a[i][q], s * a[i][p] + c * a[i][q]
        for i in range(n):
            a[p][i], a[q][i] = c * a[p][i] - s * a[q][i], s * a[p][i] + c * a[q][i]
    return max(a[i][i] for i in range(n))


def best(a, k, allowed, included=()):
    supports = (s for s in itertools.combinations(allowed, min(k, len(allowed))) if set(included) <= set(s))
    return max(largest_eigenvalue([[a[i][j] for j in s] for i in s]) for s in supports)


def best_together(a, k, allowed):
    """The best total of disjoint supports of at most k[0], k[1], ... features."""
    if not k or not allowed:
        return 0.0
    totals = [best_together(a, k[1:], allowed)]  # one component less, where features are short
    for size in range(1, min(k[0], len(allowed)) + 1):
        for s in itertools.combinations(allowed, size):
            rest = [i for i in allowed if i not in s]
            totals.append(largest_eigenvalue([[a[i][j] for j in s] for i in s]) + best_together(a, k[1:], rest))
    return max(totals)


def deflated(a, component, how):
    n = len(a)
    x = [0.0] * n
    for i, value in zip(component["support"], component["loadings"]):
        x[i] = value
    w = [sum(a[i][j] * x[j] for j in range(n)) for i in range(n)]
    v = sum(x[i] * w[i] for i in range(n))
    if how == "schur":
        return [[a[i][j] - w[i] * w[j] / v for j in range(n)] for i in range(n)]
    return [[a[i][j] - x[i] * w[j] - w[i] * x[j] + v * x[i] * x[j] for j in range(n)] for i in range(n)]


class Sentences(CliTest):
    def random_covariance(self, n):
        y = [[random.randint(-4, 4) for _ in range(n)] for _ in range(n + 2)]
        return [[float(sum(r[i] * r[j] for r in y)) for j in range(n)] for i in range(n)]

    def check_block(self, block, truth, total, later, context):
        """One component as it is printed, against the best of what its bounds are about."""
        first = block.split("\n", 1)[0]
        lower, upper = (float(v) for v in re.search(r"bounds \[(\S+), (\S+)\]", block).groups())
        variance, share = re.search(r"variance (\S+), (\S+) % of the total", block).groups()
        close = 1e-7 * total
        self.assertLessEqual(lower - close, truth, context)
        self.assertGreaterEqual(upper + close, truth, context)
        self.assertTrue(lower - close <= float(variance) <= upper + close, context)
        self.assertAlmostEqual(float(share) / 100, float(variance) / total, delta=1e-3, msg=context)
        if "nothing is left to explain" in first:
            self.assertLess(truth, 1e-9 * total, context)
        elif "no other choice" in first:
            self.assertIn("of what is left" if later else "explains more", first, context)
            self.assertAlmostEqual(float(variance), truth, delta=close, msg=context)
        elif "proven within" in first:
            self.assertEqual("for what is left" in first, later, context)
            gap = float(re.search(r"within (\S+) %", first).group(1)) / 100
            self.assertLessEqual(truth, lower * (1 + gap) + close, context)
        else:
            self.assertIn("tied with", first, context)
            self.assertAlmostEqual(float(variance), truth, delta=close, msg=context)

    def check_overview(self, text, components, total, context):
        cumulative = 0.0
        for component, row in zip(components, re.findall(r"^ +\d+ +\d+ +\S+ +(\S+) +(\S+) +(\S+) %", text, re.M)):
            cumulative += component["adjusted_variance"]
            self.assertAlmostEqual(float(row[1]), cumulative, delta=1e-4 * total, msg=context)
            self.assertAlmostEqual(float(row[2]) / 100, cumulative / total, delta=1e-3, msg=context)
        worst = re.findall(r"(\d+) and (\d+) \((-?\d\.\d\d)\)", text)
        self.assertEqual(bool(worst), "are correlated" in text, context)

    def check_sentence(self, sentence, truth, total, beginning, context):
        """What the report says of one component, with numbers of six digits that are rounded outwards."""
        context = f"{sentence}\n{context}"
        close = 1e-9 * total
        if sentence.startswith("Nothing is left"):
            self.assertLess(truth, 1e-9 * total, context)
            return
        self.assertTrue(sentence.lower().startswith(beginning), context)
        explained = float(re.search(r"explains? (\d\S*?)(?: of a total|\. )", sentence).group(1))
        self.assertLessEqual(explained, truth + close, context)
        claim = re.search(r"It is proven that no .*? explains more(?: of that| of the rest)?(?: than (\S+?)(?=[:.] |[:.]$))?", sentence)
        self.assertTrue(claim, context)
        if claim.group(1):
            self.assertGreaterEqual(float(claim.group(1)), truth - close, context)
        else:
            self.assertAlmostEqual(explained, truth, delta=1e-5 * truth + close, msg=context)
        better = re.search(r"better by (\S+) % at most", sentence)
        if better:
            self.assertLessEqual(truth, explained * (1 + float(better.group(1)) / 100) * (1 + 1e-5) + close, context)

    def test_every_sentence_of_several_components(self):
        random.seed(11)
        for trial in range(40):
            n = random.randint(3, 6)
            a = self.random_covariance(n)
            path = self.file("a.csv", "\n".join(",".join(repr(v) for v in row) for row in a) + "\n")
            how = random.choice(["schur", "projection"])
            k = [random.randint(1, n) for _ in range(random.randint(1, 3))]
            flags = ["--deflation", how]
            allowed = list(range(n))
            if random.random() < 0.3:
                flags += ["--exclude", "0"]
                allowed = allowed[1:]
                k = [min(one, n - 1) for one in k[:n - 1]]
            included = [n - 1] if random.random() < 0.3 else []
            if included:
                flags += ["--include", n - 1]
            json_file = self.folder / "r.json"
            page = self.folder / "page.html"
            flags += ["--gap", random.choice(["0", "0.0001", "0.1"])]
            run = Run("solve", path, "--as", "covariance", "-k", ",".join(map(str, k)), "--log-level", "quiet",
                      "--json", json_file, "--report", page, *flags)
            context = f"{trial}: {flags} {k}\n{run.stdout}{run.stderr}"
            self.assertEqual(run.code, 0, context)
            self.assertEqual("Sets have the features to include, and bounds are about such sets." in run.stdout, bool(included))
            components = json.loads(json_file.read_text())["components"]
            blocks = re.findall(r"^Component \d+: .*?nodes?, .*?$", run.stdout, re.M | re.S)
            self.assertEqual(len(blocks), len(k), context)
            total = sum(a[i][i] for i in allowed)
            left = a
            kind = "proof" if len(k) > 1 else "lead"
            sentences = re.findall(rf'<p class="{kind}">(.*?)</p>', page.read_text())
            self.assertEqual(len(sentences), len(k), context)
            later = {"schur": "of what the components before it leave over, th",
                     "projection": "with the loadings of the components before it projected out, th"}[how]
            for t, (block, component) in enumerate(zip(blocks, components)):
                truth = best(left, k[t], allowed, included)
                self.check_block(block, truth, total, t > 0, context)
                self.check_sentence(sentences[t], truth, total, later if t > 0 else "th", context)
                if component["negligible"]:
                    break
                left = deflated(left, component, how)
            if len(k) > 1:
                self.check_overview(run.stdout, components, total, context)

    def check_total(self, text, truth, total, context):
        """The block about components that were chosen together, against the best total."""
        lower, upper = (float(v) for v in re.search(r"Together.*?bounds \[(\S+), (\S+)\]", text, re.S).groups())
        explained, verdict = re.search(r"Together the \d components explain (\S+): (.*)", text).groups()
        close = 1e-7 * total
        self.assertLessEqual(lower - close, truth, context)
        self.assertGreaterEqual(upper + close, truth, context)
        self.assertAlmostEqual(float(explained), lower, delta=close, msg=context)
        if "no other choice" in verdict:
            self.assertAlmostEqual(float(explained), truth, delta=close, msg=context)
        else:
            gap = float(re.search(r"within (\S+) %", verdict).group(1)) / 100
            self.assertLessEqual(truth, lower * (1 + gap) + close, context)
        found = re.search(r"one after another, by heuristics: (\S+); together is (.*) more", text)
        if found:
            self.assertLessEqual(float(found.group(1)), truth + close, context)
            if found.group(2) == "no":
                self.assertLessEqual(float(explained), float(found.group(1)) + close, context)

    def check_page(self, page, truth, total, context):
        """The first screen of the report, with numbers of six digits that are rounded outwards."""
        lead = re.search(r'<p class="lead">(.*?)</p>', page).group(1)
        explained = float(re.search(r"the components explain (\S+) of a total", lead).group(1))
        close = 1e-9 * total
        self.assertLessEqual(explained, truth + close, context + lead)
        self.assertIn("no other choice of ", lead, context)
        bound = re.search(r"explains more than (\S+?)[:.] ", lead)
        if bound:
            self.assertGreaterEqual(float(bound.group(1)), truth - close, context + lead)
        else:
            self.assertAlmostEqual(explained, truth, delta=1e-5 * truth, msg=context + lead)
        cards = re.findall(r'<p class="proof">(.*?)</p>', page)
        self.assertFalse(any("proven" in card for card in cards), cards)

    def test_every_sentence_of_components_chosen_together(self):
        random.seed(12)
        for trial in range(25):
            n = random.randint(4, 6)
            a = self.random_covariance(n)
            path = self.file("a.csv", "\n".join(",".join(repr(v) for v in row) for row in a) + "\n")
            k = [random.randint(1, 3) for _ in range(random.randint(2, 3))]
            allowed = list(range(n))
            flags = []
            if random.random() < 0.3:
                flags, allowed = ["--exclude", "0"], allowed[1:]
            k = [min(one, len(allowed)) for one in k]
            flags += ["--gap", random.choice(["0", "0.001", "0.2"])]
            page = self.folder / "page.html"
            run = Run("solve", path, "--as", "covariance", "-k", ",".join(map(str, k)), "--joint", "--log-level", "quiet", "--report", page, *flags)
            context = f"{trial}: {flags} {k}\n{run.stdout}{run.stderr}"
            self.assertEqual(run.code, 0, context)
            truth = best_together(a, k, allowed)
            total = sum(a[i][i] for i in allowed)
            self.check_total(run.stdout, truth, total, context)
            self.check_page(page.read_text(), truth, total, context)


if __name__ == "__main__":
    unittest.main()
