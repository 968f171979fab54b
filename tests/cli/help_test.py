"""--help fits a screen, and its examples run as they are printed."""

import os
import re
import subprocess
import unittest
from pathlib import Path

from harness import CHECKER, PROGRAM, CliTest, Run

COLUMNS = 80
LINES = 55


def commands():
    """The names in `spica --help`."""
    section = Run("--help").stdout.split("Commands:\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in section.split("\n")]


class Help(CliTest):
    def assert_fits(self, text):
        self.assertLessEqual(max(map(len, text.split("\n"))), COLUMNS)
        self.assertLessEqual(text.count("\n"), LINES)

    def test_commands_have_a_line_each(self):
        run = Run("--help")
        self.assertEqual(run.code, 0)
        self.assert_fits(run.stdout)
        section = run.stdout.split("Commands:\n")[1].split("\n\n")[0]
        for line in section.split("\n"):
            self.assertRegex(line, r"^  [a-z]+ +\S")
        self.assertIn("solve", commands())
        self.assertNotIn("describe", commands())

    def test_every_command_fits_a_screen(self):
        for command in commands():
            with self.subTest(command):
                run = Run(command, "--help")
                self.assertEqual(run.code, 0)
                self.assertEqual(run.stderr, "")
                self.assert_fits(run.stdout)
                self.assertIn(f"\nUsage: spica {command} ", run.stdout)
                self.assertEqual(run.stdout.count("\nExample: spica "), 1)

    def test_the_checker_fits_a_screen(self):
        self.assert_fits(subprocess.run([CHECKER, "--help"], capture_output=True, text=True).stdout)

    def test_flags_are_grouped(self):
        text = Run("solve", "--help").stdout
        places = [text.index(part) for part in ("\nInput:", " --as ", "\nSolving:", " --gap ", "\nOutput:", " --json ")]
        self.assertEqual(places, sorted(places))

    def test_examples_run(self):
        """Where the files that they name are there."""
        def generate(name, features, samples):
            path = self.folder / name
            self.assertEqual(Run("generate", "spiked", "--features", features, "--samples", samples, "-o", path).code, 0)

        generate("genes.csv", 30, 20)
        generate("sensing.csv", 30, 40)
        checker = subprocess.run([CHECKER, "--help"], capture_output=True, text=True).stdout
        environment = {**os.environ, "PATH": f"{Path(PROGRAM).resolve().parent}:{os.environ['PATH']}"}
        for text in [checker, Run("--help").stdout, *(Run(command, "--help").stdout for command in commands())]:
            with self.subTest(text.split("\n")[0]):
                script = text.split("\nExample: ")[1]
                script = re.sub(r"^ +", "", script, flags=re.MULTILINE)
                run = subprocess.run(["sh", "-e", "-c", script], cwd=self.folder, env=environment, capture_output=True, text=True, timeout=300)
                self.assertEqual(run.returncode, 0, script + run.stderr)


if __name__ == "__main__":
    unittest.main()
