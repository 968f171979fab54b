"""Every pair of what a solve may be asked for: it works, with a certificate that the checker accepts, or one line says why not."""

import itertools
import random
import struct
import subprocess
import unittest

from harness import CHECKER, PROGRAM, CliTest

# What may be asked of solve. A name of several words is one choice.
ASKED = {
    "--nonnegative": ["--nonnegative"],
    "--groups": ["--groups", "GROUPS", "--at-most", "2"],
    "--alternatives": ["--alternatives", "0.05"],
    "--start": ["--start", "0,3"],
    "--prove": ["--start", "0,3", "--prove"],
    "--include": ["--include", "3"],
    "--exclude": ["--exclude", "7"],
    "--disjoint": ["--disjoint"],
    "--deflation projection": ["--deflation", "projection"],
    "--joint": ["--joint"],
    "--smallest": ["--smallest"],
    "two components": [],
    "--standardize": ["--standardize"],
    "--checkpoint": ["--checkpoint", "STATE", "--node-limit", "2"],
    "--gap 0": ["--gap", "0"],
}
COMMANDS = ("path", "heuristic", "bound")
VIEWS = ("covariance", "few samples", "many samples", "--transpose", "sparse", "mapped")

# Which pairs make no sense, by a word of the reason.
REFUSED = {
    ("--alternatives", "--prove"): "leave out one of the two",
    ("--alternatives", "--joint"): "sets of one component",
    ("--alternatives", "--smallest"): "largest eigenvalues",
    ("--include", "--disjoint"): "into every component",  # of two components
    ("--joint", "--smallest"): "largest eigenvalues",
    ("--smallest", "two components"): "one K",
}
NOT_OF = {
    "path": {"--alternatives", "--start", "--prove", "--disjoint", "--deflation projection", "--joint", "--smallest", "--checkpoint"},
    "heuristic": {"--alternatives", "--start", "--prove", "--disjoint", "--smallest", "--checkpoint"},
    "bound": {"--nonnegative", "--groups", "--alternatives", "--start", "--prove", "--include", "--disjoint", "--deflation projection", "--joint", "--smallest",
              "--checkpoint", "two components"},
}


class Combinations(CliTest):
    def setUp(self):
        super().setUp()
        draw = random.Random(3)
        self.groups = self.file("groups.csv", "".join(f"{i},{'abc'[i % 3]}\n" for i in range(8)))
        tall = [[draw.gauss(0, 1) for _ in range(8)] for _ in range(12)]
        product = [[sum(row[i] * row[j] for row in tall) for j in range(8)] for i in range(8)]
        self.inputs = {
            "covariance": (self.text("covariance.csv", product), ["--as", "covariance"]),
            "few samples": (self.text("few.csv", tall[:5]), ["--as", "samples"]),
            "many samples": (self.text("many.csv", tall), ["--as", "samples"]),
            "--transpose": (self.text("transposed.csv", list(zip(*tall))), ["--as", "samples", "--transpose"]),
            "sparse": (self.sparse(tall), ["--as", "samples"]),
            "mapped": (self.mapped(tall), ["--as", "samples"]),
        }

    def text(self, name, rows):
        return self.file(name, "".join(",".join(map(repr, row)) + "\n" for row in rows))

    def sparse(self, rows):
        entries = [f"{i + 1} {j + 1} {value!r}\n" for i, row in enumerate(rows) for j, value in enumerate(row) if abs(value) > 0.3]
        return self.file("sparse.mtx", f"%%MatrixMarket matrix coordinate real general\n{len(rows)} 8 {len(entries)}\n" + "".join(entries))

    def mapped(self, rows):
        header = str({"descr": "<f8", "fortran_order": False, "shape": (len(rows), 8)}).ljust(117).encode() + b"\n"
        return self.file("samples.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + b"".join(struct.pack("<8d", *row) for row in rows))

    def run_with(self, command, asked, view):
        """How the call ends: an empty text, or why it is refused."""
        path, flags = self.inputs[view]
        words = [PROGRAM, command, path, *flags]
        several = {"two components", "--joint"} & set(asked) or ({"--disjoint", "--deflation projection"} & set(asked) and "--smallest" not in asked and "--prove" not in asked)
        count = 1 if "--prove" in asked and "two components" not in asked and "--joint" not in asked else 2 if several else 1
        words += ["-k", "2:4" if command == "path" else ",".join(["3"] * count)]
        for name in asked:
            extra = [{"GROUPS": self.groups, "STATE": self.folder / "state"}.get(word, word) for word in ASKED[name]]
            if name == "--prove" and count == 2:
                extra[1] = self.file("start.csv", "component,index,feature,loading\n1,0,0,1\n1,3,3,1\n2,1,1,1\n2,4,4,1\n")
            if name != "--start" or "--prove" not in asked:
                words += extra
        proof = self.folder / "proof"
        proof.unlink(missing_ok=True)
        words += ["--certificate", proof] if command != "heuristic" else []
        run = subprocess.run([str(word) for word in [*words, "--log-level", "quiet"]], capture_output=True, text=True, timeout=60)
        if run.returncode in (2, 3):
            self.assertEqual(len(run.stderr.strip().split("\n")), 1, run.stderr)
            return run.stderr
        self.assertIn(run.returncode, (0, 4), f"{words}: {run.stderr}")
        if command != "heuristic":
            if view == "--transpose":
                path = self.folder / "upright.csv"
                subprocess.run([PROGRAM, "convert", self.inputs[view][0], path, "--transpose", "--as", "samples"], check=True, capture_output=True)
            check = subprocess.run([CHECKER, str(path), str(proof)], capture_output=True, text=True, timeout=60)
            self.assertEqual(check.returncode, 0, f"{words}: {check.stderr}")
        return ""

    def test_pairs_of_solve(self):
        for number, pair in enumerate(itertools.combinations(ASKED, 2)):
            why = REFUSED.get(pair, "")
            for view in ("covariance", VIEWS[1 + number % 5]):
                with self.subTest(pair=pair, view=view):
                    said = self.run_with("solve", pair, view)
                    self.assertIn(why, said)
                    self.assertEqual(bool(why), bool(said), said)

    def test_each_in_every_view(self):
        for name, view in itertools.product(ASKED, VIEWS):
            with self.subTest(name=name, view=view):
                self.assertEqual(self.run_with("solve", (name,), view), "")

    def test_other_commands(self):
        for command, name in itertools.product(COMMANDS, ASKED):
            if command == "path" and name == "two components":
                continue
            with self.subTest(command=command, name=name):
                said = self.run_with(command, (name,), "few samples")
                self.assertEqual(name in NOT_OF[command], bool(said), said)


if __name__ == "__main__":
    unittest.main()
