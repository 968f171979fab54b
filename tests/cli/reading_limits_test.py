"""A limit or a signal that comes before the input was read ends the command without a result."""

import os
import signal
import subprocess
import unittest

from harness import COVARIANCE, PROGRAM, CliTest, Run


class ReadingLimits(CliTest):
    def start(self, *arguments):
        """The program at the end of a pipe that has half a matrix in it, and nothing more to come."""
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.stdin.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        process.stdin.write(COVARIANCE[:-10].encode())
        process.stdin.flush()
        return process

    def assert_no_result(self, process, code, words):
        output, errors = process.stdout.read(), process.stderr.read().decode()
        self.assertEqual(process.wait(timeout=60), code, errors)
        self.assertEqual(output, b"")
        self.assertEqual(errors.count("\n"), 1, errors)
        self.assertTrue(errors.startswith("spica: -: "), errors)
        self.assertIn(words, errors)
        self.assertIn("there is no result", errors)

    def test_time_limit(self):
        for command in ("solve", "path", "heuristic", "bound", "rip"):
            with self.subTest(command):
                result = self.folder / f"{command}.json"
                process = self.start(command, "-", "-k", 1, "--time-limit", 0.1, "--json", result)
                self.assert_no_result(process, 4, "the time limit of 0.1 s was over")
                self.assertFalse(result.exists())

    def test_signals(self):
        for arguments in (("solve", "-", "-k", 1), ("info", "-"), ("convert", "-", self.folder / "out.csv")):
            for sent, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
                with self.subTest(command=arguments[0], signal=sent):
                    process = self.start(*arguments)
                    while self.handles(process, sent) is False:
                        pass
                    process.send_signal(sent)
                    self.assert_no_result(process, code, "interrupted")
        self.assertFalse((self.folder / "out.csv").exists())

    @staticmethod
    def handles(process, sent):
        """Whether the program has begun to catch the signal: a bit of the mask that the system keeps."""
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            caught = next(line.split()[1] for line in status if line.startswith("SigCgt"))
        return bool(int(caught, 16) >> (sent - 1) & 1)

    def test_a_pipe_without_a_writer(self):
        fifo = self.folder / "fifo"
        os.mkfifo(fifo)
        self.assert_error(Run("solve", fifo, "-k", 1, "--time-limit", 0.1), 4, fifo, "there is no result")

    def test_a_small_file_has_an_answer_however_short_the_limit_is(self):
        run = Run("solve", self.covariance(), "-k", 2, "--time-limit", 0, "--json", "-")
        self.assertIn(run.code, (0, 4), run.stderr)
        component = run.json()["components"][0]
        self.assertLessEqual(component["lower_bound"], 3.5)
        self.assertGreaterEqual(component["upper_bound"], 3.5)


if __name__ == "__main__":
    unittest.main()
