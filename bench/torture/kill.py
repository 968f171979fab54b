#!/usr/bin/env python3
"""Kills a search again and again, with a signal that nothing can catch, and resumes it.

    bench/torture/kill.py [--kills 50] [--interval 2] [--features 120] [--samples 120] [-k 30] [--certificate]

The same search runs once to its end; then it is started with --checkpoint, killed at a random moment, resumed, killed, ... and at
last left alone. Every checkpoint found after a kill must be readable (a resume that is refused ends the test), no kill may cost more
than an interval of work and what it takes to write a checkpoint, and the bounds must be those of the run that nobody disturbed.
"""

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = os.path.abspath(os.environ.get("SPICA", "build/bin/spica"))
CHECKER = os.path.abspath(os.environ.get("SPICA_CHECK", "build/bin/spica-check"))


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--interval", type=float, default=2.0, help="seconds between checkpoints")
    parser.add_argument("--features", type=int, default=140)
    parser.add_argument("--samples", type=int, default=140)
    parser.add_argument("-k", type=int, default=30)
    parser.add_argument("--gap", default="1e-6")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--certificate", action="store_true", help="ask for certificates, and check the last one")
    return parser.parse_args()


class Search:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.input, self.checkpoint, self.proof = folder / "noise.csv", folder / "checkpoint", folder / "proof"
        draw = random.Random(options.seed)
        rows = (",".join(repr(draw.gauss(0, 1)) for _ in range(options.features)) for _ in range(options.samples))
        self.input.write_text("\n".join(rows))

    def command(self, *more):
        options = self.options
        words = [PROGRAM, "solve", self.input, "-k", options.k, "--gap", options.gap, "--threads", options.threads, "--as", "samples"]
        if options.certificate:
            words += ["--certificate", self.proof]
        return [str(word) for word in (*words, *more)]

    def finish(self, *more):
        """To the end; returns the only component and all seconds that were spent."""
        run = subprocess.run(self.command("--json", "-", "--log-level", "quiet", *more), capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"FAILED: exit code {run.returncode}: {run.stderr}")
        result = json.loads(run.stdout)
        return result["components"][0], result["time_sec"]

    def run_for(self, seconds):
        """Starts or resumes, and kills. Returns how many seconds of search the checkpoint had when it began, -1 if it did not get to
        reading it, nothing if it came to its end."""
        flag = "--resume" if self.checkpoint.exists() else "--checkpoint"
        process = subprocess.Popen(self.command(flag, self.checkpoint, "--checkpoint-interval", self.options.interval),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        log = process.communicate()[1]
        if process.returncode == 0:
            return None
        if process.returncode != -signal.SIGKILL:
            sys.exit(f"FAILED: exit code {process.returncode}: {log}")
        found = re.search(r"^  resumed   .*, after ([\d.]+) s$", log, re.MULTILINE)
        return float(found.group(1)) if found else -1.0 if flag == "--resume" else 0.0


def main():
    options = parse()
    draw = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="spica-kill-") as name:
        search = Search(options, Path(name))
        whole, whole_sec = search.finish()
        print(f"undisturbed: {whole['nodes']} nodes, {whole_sec:.1f} s, bounds [{whole['lower_bound']!r}, {whole['upper_bound']!r}]")

        kills, worst, begun, previous, sizes = 0, 0.0, 0.0, None, []
        while kills < options.kills:
            had = search.run_for(ran := draw.uniform(0.0, 2.5 * options.interval))
            if had is None:
                break
            kills += 1
            if had < 0.0:
                continue
            if had < begun:
                sys.exit(f"FAILED: the checkpoint went back from {begun} s to {had} s")
            if previous is not None:  # what the run before this one did, and what of it was there to go on from
                worst = max(worst, begun + previous - had)
            begun, previous = had, ran
            if search.checkpoint.exists():
                sizes.append(search.checkpoint.stat().st_size)
        rest, rest_sec = search.finish("--resume" if search.checkpoint.exists() else "--checkpoint", search.checkpoint)
        largest = max(sizes, default=0) / 2**20
        print(f"{kills} kills: {rest['nodes']} nodes, {rest_sec:.1f} s, bounds [{rest['lower_bound']!r}, {rest['upper_bound']!r}]")
        print(f"at most {worst:.2f} s of a run were lost at an interval of {options.interval} s; the largest checkpoint had {largest:.1f} MB")
        left = sorted(path.name for path in search.folder.iterdir())
        print("files left: " + ", ".join(left))

        gap = float(options.gap)
        if rest["status"] != whole["status"] or rest["support"] != whole["support"] or rest["gap"] > gap:
            sys.exit("FAILED: another answer")
        if abs(rest["lower_bound"] - whole["lower_bound"]) > gap * whole["lower_bound"]:
            sys.exit("FAILED: other bounds")
        if worst > options.interval + 2.0:
            sys.exit("FAILED: more than an interval was lost")
        if options.certificate:
            subprocess.run([CHECKER, search.input, search.proof], check=True)
        print("passed")


if __name__ == "__main__":
    main()
