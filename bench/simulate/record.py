"""Records searches for simulate.py: solves instances of Gaussian noise on one thread and keeps the time, bound and size of every node.

Times are those of the processor, so that a busy machine does little harm; what comes before the tree is what a solve of one node takes but
for that node. Writes one compressed file an instance into the folder given, with what simulate.py reads of what `spica solve --record` writes.
"""

import argparse
import csv
import gzip
import io
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/bin/spica"
COLUMNS = ("id", "parent", "order", "start_sec", "seconds", "bound_before", "children", "child_bytes")

# features, samples, seed, k, flags
CASES = [
    (300, 300, 1, 10),
    (300, 300, 2, 10),
    (100, 50, 1, 20),
    (80, 30, 1, 30),
    (80, 40, 1, 35),
    (120, 40, 1, 40),
    (100, 60, 1, 40),
    (120, 72, 1, 45),
    (150, 90, 1, 60, "--node-limit", 2347),
]


def noise(path, features, samples, seed):
    """The same as in bench/proofs."""
    draw = random.Random(1000 * seed + features)
    path.write_text("\n".join(",".join(repr(draw.gauss(0, 1)) for _ in range(features)) for _ in range(samples)))


def solve(matrix, k, recording, *flags):
    """The nodes, and the seconds of the processor that all of it took."""
    command = [PROGRAM, "solve", matrix, "-k", k, "--as", "samples", "--no-center", "--threads", 1, "--record", recording, "--log-level", "quiet", *flags]
    spent = lambda: sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    before_sec = spent()
    run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if run.returncode not in (0, 4):
        sys.exit(run.stderr)
    with open(recording) as file:
        return list(csv.DictReader(file)), spent() - before_sec


def record(out, features, samples, seed, k, *flags):
    name = f"noise-{features}-from-{samples}-k-{k}-seed-{seed}"
    with tempfile.TemporaryDirectory() as scratch:
        matrix, recording = pathlib.Path(scratch) / "noise.csv", pathlib.Path(scratch) / "nodes.csv"
        noise(matrix, features, samples, seed)
        root, total_sec = solve(matrix, k, recording, "--node-limit", 1)
        rows, _ = solve(matrix, k, recording, *flags)
    keep(name, rows, total_sec - float(root[0]["seconds"]), out)


def keep(name, rows, before_sec, out):
    for row in rows:
        row["start_sec"] = ""
    rows[0]["start_sec"] = f"{before_sec:.4f}"
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    (out / f"{name}.csv.gz").write_bytes(gzip.compress(text.getvalue().encode(), mtime=0))
    print(f"{name}: {len(rows)} nodes, {sum(float(row['seconds']) for row in rows):.1f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent / "recorded")
    parser.add_argument("--only", default="", help="instances whose name has this in it")
    options = parser.parse_args()
    for case in CASES:
        if options.only in "noise {} from {} seed {} k {}".format(*case):
            record(options.out, *case)


if __name__ == "__main__":
    main()
