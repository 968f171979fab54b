"""The program of 64-bit ARM, run by qemu, beside that of this machine: python3 tests/aarch64/compare.py ROOT

Statuses and supports must be the same. The bounds of both are true of the same matrix, so that no lower bound of one exceeds an upper
bound of the other; their last bits may differ, since BLAS differs. Certificates that one program writes are checked by the checker of
the other. What is verified has no fused operations (docs/portability.md).
"""

import json
import re
import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
BUILD = "build/aarch64/release"
HERE = {"spica": ["build/bin/spica"], "check": ["build/bin/spica-check"]}
CASES = {
    "pitprops": ["solve", "data/pitprops.csv", "-k", "5,2,2"],
    "pitprops-exact": ["solve", "data/pitprops.csv", "-k", "4", "--gap", "0"],
    "pitprops-joint": ["solve", "data/pitprops.csv", "-k", "3,3", "--joint"],
    "pitprops-nonnegative": ["solve", "data/pitprops.csv", "-k", "5", "--nonnegative"],
    "pitprops-smallest": ["solve", "data/pitprops.csv", "-k", "3", "--smallest"],
    "pitprops-alternatives": ["solve", "data/pitprops.csv", "-k", "4", "--alternatives", "0.02"],
    "samples": ["solve", "build/aarch64/compare/samples.csv", "-k", "6,6"],
    "samples-standardised": ["solve", "build/aarch64/compare/samples.csv", "-k", "5", "--standardize"],
    "sdp": ["bound", "data/pitprops.csv", "-k", "5", "--method", "sdp"],
    "sample-bound": ["bound", "build/aarch64/compare/samples.csv", "-k", "5", "--method", "sample"],
}
FUSED = re.compile(r"\s(?:fn?m(?:add|sub)|fml[as])\s")


def run(command, allowed=(0,)):
    ran = subprocess.run(command, cwd=TREE, capture_output=True, text=True)
    if ran.returncode not in allowed:
        raise SystemExit(f"{' '.join(command)}: exit code {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def fused(there, objects):
    """Objects that have fused operations, with their number."""
    counts = {one: len(FUSED.findall(run([*there, "aarch64-linux-gnu-objdump", "-d", one]))) for one in objects}
    return {one: count for one, count in counts.items() if count}


def compare(name, here, there):
    for ours, theirs in zip(here["components"], there["components"], strict=True):
        for field in ("status", "support", "k"):
            if ours[field] != theirs[field]:
                return f"{name}: {field} is {ours[field]} here and {theirs[field]} there"
        for one, other in ((ours, theirs), (theirs, ours)):
            if None not in (one["lower_bound"], other["upper_bound"]) and one["lower_bound"] > other["upper_bound"]:
                return f"{name}: a lower bound of {one['lower_bound']!r} exceeds an upper bound of {other['upper_bound']!r}"
    return None


def main():
    there = ["scripts/aarch64", sys.argv[1]]
    emulated = {"spica": [*there, "qemu-aarch64-static", f"{BUILD}/apps/spica/spica"], "check": [*there, "qemu-aarch64-static", f"{BUILD}/checker/spica-check"]}
    folder = TREE / "build/aarch64/compare"
    folder.mkdir(parents=True, exist_ok=True)
    place = "build/aarch64/compare"
    run([*HERE["spica"], "generate", "spiked", "--features", "60", "--samples", "40", "--seed", "3", "-o", f"{place}/samples.csv"])
    wrong, same = [], 0
    for name, case in CASES.items():
        results = {}
        for machine, programs in (("here", HERE), ("there", emulated)):
            files = [f"{place}/{name}-{machine}.{kind}" for kind in ("json", "cert")]
            run([*programs["spica"], *case, "--threads", "1", "--log-level", "quiet", "--json", files[0], "--certificate", files[1]])
            results[machine] = json.loads((TREE / files[0]).read_text())
        wrong += filter(None, [compare(name, results["here"], results["there"])])
        bounds = [[one[field] for field in ("lower_bound", "upper_bound")] for machine in results.values() for one in machine["components"]]
        same += bounds[:len(bounds) // 2] == bounds[len(bounds) // 2:]
        run([*HERE["check"], case[1], f"{place}/{name}-there.cert"])
        run([*emulated["check"], case[1], f"{place}/{name}-here.cert"])
        print(f"{name}: {results['there']['status']}, bounds {bounds[len(bounds) // 2]}; certificates change machines", flush=True)
    objects = [str(one.relative_to(TREE)) for one in (TREE / BUILD).rglob("*.o") if re.search(r"verify|numerics|checker/CMakeFiles", str(one))]
    wrong += [f"{count} fused operations in {one}" for one, count in fused(there, objects).items()]
    print("\n".join(wrong) or f"{len(CASES)} cases agree, {same} of them in every bit of the bounds; no fused operations in {len(objects)} objects.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
