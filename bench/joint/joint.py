"""What `spica solve --joint` proves of several components chosen together, and how long it takes.

Times are those of the solve, without reading, in seconds and in units of T: one 1000 x 1000 symmetric
eigendecomposition on one thread. T is measured in the same run, before the first instance and after every one, and the
median counts. Prints a table in Markdown, with what components one after another explain beside the total. A row is
missed where the gap, or the status, is not there in the time allowed.
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/bin/spica"
sys.path.insert(0, str(ROOT / "bench/proofs"))
from proofs import benchmark_ms  # noqa: E402


def spiked(folder, features, seed, samples=50, size=10):
    """Standard normal samples with two planted directions of so many features each."""
    path = folder / f"spiked-{features}-{seed}.csv"
    draw = random.Random(1000 * seed + features)
    with open(path, "w") as file:
        for _ in range(samples):
            first, second = draw.gauss(0, 2.0), draw.gauss(0, 1.5)
            row = [draw.gauss(0, 1) + (first if i < size else second if i < 2 * size else 0.0) for i in range(features)]
            file.write(",".join(f"{value:.6f}" for value in row) + "\n")
    return path


def instances(data, folder):
    """name, a function that gives the path, [(k, gap, or 0 for optimal, time in T)]"""
    def shared(name):
        return lambda: data / name

    if data:
        small = [(",".join([str(k)] * r), 0, 1) for r in (2, 3) for k in range(1, 7)]
        yield "pitprops", shared("pitprops.csv"), small
        yield "wine", shared("wine_corr.csv.gz"), small
        middle = [(k, 1e-4, 30) for k in ("10,10", "10,10,10", "5,5,5,5,5")]
        for name, file in (("eisen1", "eisen1.csv.gz"), ("eisen2", "eisen2.csv.gz"), ("communities", "communities_corr.csv.gz"),
                           ("samplecov146", "samplecov146.csv.gz")):
            yield name, shared(file), middle
        for name in ("colon500.csv.gz", "lymphoma500.csv.gz", "khan.samples.csv.gz", "golub.samples.csv.gz"):
            yield name.split(".")[0], shared(name), [("10,10,10", 1e-3, 30), ("10,10,10", 1e-4, 150)]
        yield "reddit2000", shared("reddit2000_v2018.csv.gz"), [("10,10,10", 2e-2, 150)]
    for seed in (1, 2, 3):
        yield f"spiked 1000, seed {seed}", lambda seed=seed: spiked(folder, 1000, seed), [("10,10", 1e-4, 10)]
    yield "spiked 100,000", lambda: spiked(folder, 100_000, 1), [("10,10", 1e-3, 30)]


def solve(path, k, gap, limit):
    command = [PROGRAM, "solve", path, "-k", k, "--joint", "--gap", gap, "--time-limit", limit, "--json", "-", "--log-level", "quiet"]
    run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if not run.stdout:
        sys.exit(f"{path}: {run.stderr}")
    return json.loads(run.stdout)


def words(k):
    sizes = k.split(",")
    return f"{len(sizes)} x {sizes[0]}"


def eigen_sec():
    """T, as the machine is now."""
    return benchmark_ms("BM_Eigen1000") / 1000


def measure(cases, only):
    """A list of (name, k, gap, time allowed in T, result), and every measurement of T."""
    units = [eigen_sec()]
    rows = []
    for name, path_of, targets in cases:
        if not name.startswith(only):
            continue
        path = path_of()
        for k, gap, allowed in targets:
            # Twice the time, and what reading may take: a miss has a figure too.
            result = solve(path, k, gap, 2 * allowed * units[0] + 30)
            rows.append((name, k, gap, allowed, result))
            print(f"{name}, {words(k)}: {result['time_sec']:.3f} s", file=sys.stderr, flush=True)
        units.append(eigen_sec())
    return rows, units


def row_of(name, k, gap, allowed, result, unit_sec):
    total = result["total"]
    took = result["time_sec"] / unit_sec
    missed = took > allowed or (total["status"] != "optimal" if gap == 0 else total["gap"] is None or total["gap"] > gap)
    in_turn = total["one_after_another"]
    gain = f"{in_turn:.9g} (+{100 * max(0.0, total['lower_bound'] / in_turn - 1):.2f} %)"
    proved = "-" if total["gap"] is None else f"{100 * total['gap']:.2g} %"
    return (f"| {name} | {words(k)} | {total['lower_bound']:.9g} | {gain} | {proved} | {total['status']} | {total['nodes']} | {result['time_sec']:.3f} | "
            f"{took:.2f}{' (missed)' if missed else ''} | {'optimal' if gap == 0 else f'{gap:g}'} in {allowed} T |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=pathlib.Path, default=os.environ.get("SPICA_DATA_DIR", ROOT / "../shared/data"), help="folder of the real matrices")
    parser.add_argument("--only", default="", help="instances whose name begins so")
    options = parser.parse_args()
    data = pathlib.Path(options.data)
    with tempfile.TemporaryDirectory() as folder:
        rows, units = measure(instances(data if data.is_dir() else None, pathlib.Path(folder)), options.only)
    unit_sec = statistics.median(units)
    print(f"T = {1000 * unit_sec:.0f} ms, between {1000 * min(units):.0f} and {1000 * max(units):.0f}\n")
    print("| instance | components | together | one after another (together is more by) | gap | status | nodes | seconds | in T | target |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for row in rows:
        print(row_of(*row, unit_sec))


if __name__ == "__main__":
    main()
