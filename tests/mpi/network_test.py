"""Ranks on two hosts with a slow wire between them that loses packets: the same answer, and a death is noticed all the same."""

import json
import os
import random
import signal
import subprocess
import time
import unittest

import network
import ranks
from ranks import PROGRAM, CliTest


@unittest.skipUnless(network.possible(), "needs root, network namespaces and /dev/net/tun")
class Network(CliTest):
    def setUp(self):
        super().setUp()
        self.arguments = self.search(80, 70, 25, "1e-3", 7)

    def search(self, features, samples, k, gap, seed):
        draw = random.Random(seed)
        path = self.file(f"noise{features}.csv", "\n".join(",".join("%.3f" % draw.gauss(0, 1) for _ in range(features)) for _ in range(samples)))
        return ["solve", path, "-k", k, "--gap", gap, "--threads", 1]

    def test_the_same_answer(self):
        process = subprocess.run([str(word) for word in (PROGRAM, *self.arguments, "--json", "-")], capture_output=True, text=True, timeout=400)
        one = json.loads(process.stdout)["components"][0]
        for delay_sec, loss in ((0.002, 0.0), (0.01, 0.01)):
            with network.SlowNetwork(delay_sec, loss) as wire:
                for count in (2, 3, 4):
                    with self.subTest(ranks=count, delay=delay_sec, loss=loss):
                        run = ranks.run(count, *self.arguments, "--json", "-", launcher=wire.launcher)
                        self.assertEqual(run.code, 0, run.all_stderr)
                        many = json.loads(run.stdout)["components"][0]
                        self.assertEqual((many["status"], many["support"]), (one["status"], one["support"]))
                        self.assertAlmostEqual(many["lower_bound"], one["lower_bound"], delta=1e-9 * one["lower_bound"])
                        self.assertLessEqual(many["gap"], 1e-3)
                self.assertGreater(wire.carried, 100)
                self.assertEqual(wire.lost > 0, loss > 0)

    def test_another_file_of_the_same_name_is_noticed(self):
        for name, seed in (("wide.npy", "5"), ("other.npy", "6")):
            subprocess.run([PROGRAM, "generate", "spiked", "--features", "30000", "--samples", "20", "--seed", seed, "-o", self.folder / name], check=True)
        arguments = ["solve", self.folder / "wide.npy", "-k", 5, "--no-center", "--threads", 1]
        with network.SlowNetwork(0.0, 0.0, there=f"mount --bind {self.folder}/other.npy {self.folder}/wide.npy") as wire:
            self.assert_error(ranks.run(2, *arguments, launcher=wire.launcher), 3, "wide.npy", "rank 1 of 2 reads another file")
        with network.SlowNetwork(0.0, 0.0) as wire:
            run = ranks.run(2, *arguments, launcher=wire.launcher)
            self.assertEqual(run.code, 0, run.all_stderr)

    def test_a_rank_on_the_other_host_dies(self):
        checkpoint = self.folder / "checkpoint"
        arguments = self.search(120, 120, 30, "8e-3", 2)  # ten seconds on two cores
        with network.SlowNetwork(0.005, 0.01) as wire:
            process = ranks.start(2, *arguments, "--checkpoint", checkpoint, "--checkpoint-interval", 0.2, launcher=wire.launcher)
            for _ in range(400):
                time.sleep(0.05)
                if checkpoint.exists() or process.poll() is not None:
                    break
            there = subprocess.run(["ip", "netns", "pids", network.HOSTS[1]], capture_output=True, text=True).stdout.split()
            programs = [pid for pid in there if os.path.realpath(f"/proc/{pid}/exe") == os.path.realpath(PROGRAM)]
            self.assertEqual(len(programs), 1)
            os.kill(int(programs[0]), signal.SIGKILL)
            run = ranks.Run(process)
            self.assertNotEqual(run.code, 0)
            self.assertIn("signal 9", run.all_stderr)
        process = subprocess.run([str(word) for word in (PROGRAM, *arguments, "--resume", checkpoint, "--log-level", "quiet")], capture_output=True, text=True, timeout=400)
        self.assertEqual(process.returncode, 0, process.stderr)


if __name__ == "__main__":
    unittest.main()
