"""Solves the recorded instances on real ranks of this machine, one thread each: time, efficiency T1 / (R T_R), and whether the answer is the same.

Ranks beyond the processors only show that nothing breaks. Needs `make mpi`. Prints a table in Markdown.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from record import CASES, PROGRAM, noise

ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def solve(ranks, matrix, k):
    command = ["mpirun", "--oversubscribe", "-n", ranks, PROGRAM, "solve", matrix, "-k", k, "--as", "samples", "--no-center", "--threads", 1,
               "--json", "-", "--log-level", "quiet"]
    run = subprocess.run([str(part) for part in command], capture_output=True, text=True, env=ENVIRONMENT)
    if run.returncode != 0:
        sys.exit(run.stderr)
    result = json.loads(run.stdout)
    return result["time_sec"], result["components"][0]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--repeat", type=int, default=2, help="the shortest of so many counts")
    parser.add_argument("--only", default="", help="instances whose name has this in it")
    options = parser.parse_args()
    print("| instance | " + " | ".join(f"nodes, R = {ranks} | seconds | efficiency, %" for ranks in options.ranks) + " |")
    print("|---|" + "--:|--:|--:|" * len(options.ranks))
    for features, samples, seed, k, *flags in CASES:
        name = f"noise {features} from {samples} k {k} seed {seed}"
        if flags or options.only not in name:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            matrix = pathlib.Path(scratch) / "noise.csv"
            noise(matrix, features, samples, seed)
            cells, first = [], None
            for ranks in options.ranks:
                sec, component = min((solve(ranks, matrix, k) for _ in range(options.repeat)), key=lambda found: found[0])
                first = first or (sec * ranks, component)
                if component["support"] != first[1]["support"] or component["gap"] > 1e-4:
                    sys.exit(f"{name}: another answer with {ranks} ranks")
                cells.append(f"{component['nodes']} | {sec:.2f} | {100 * first[0] / (ranks * sec):.0f}")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
