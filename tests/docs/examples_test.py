"""The examples run, and do what they say. Outputs shown in examples/README.md are compared by commands_test.py."""

import csv
import hashlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from commands_test import CHECKER, PACKAGE, PROGRAM, ROOT, interpreter

sys.path.insert(0, str(ROOT / "examples"))
import expression


class Example(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="spica-examples-")
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        (self.folder / "bin").mkdir()
        (self.folder / "bin/spica").symlink_to(PROGRAM)
        (self.folder / "bin/spica-check").symlink_to(CHECKER)

    def run_it(self, *arguments, **environment):
        environment = {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "PYTHONPATH": str(PACKAGE), "PYTHONDONTWRITEBYTECODE": "1", **environment}
        return subprocess.run([str(one) for one in arguments], cwd=self.folder, env=environment, capture_output=True, text=True, timeout=120)


class Expression(Example):
    def test_the_table(self):
        header, *samples = expression.rows()
        self.assertEqual((len(header), len(samples)), (301, 60))
        self.assertEqual(len(set(header)), 301)
        self.assertTrue(all(len(row) == 301 for row in samples))
        self.assertTrue(set(expression.INTERFERON + expression.CELL_CYCLE + ["HBB"]) <= set(header))
        self.assertEqual([row[0][0] for row in samples], 30 * ["C"] + 30 * ["T"])

    def test_it_is_always_the_same(self):
        run = self.run_it(sys.executable, ROOT / "examples/expression.py")
        self.assertEqual(run.returncode, 0, run.stderr)
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(expression.rows())
        self.assertEqual(run.stdout, text.getvalue())
        self.assertEqual(hashlib.sha256(run.stdout.encode()).hexdigest(), "a2254284c163c625c674bc1a3cf542c08a36d78f4566fbe7770ddba97a8fa965")
        self.assertNotEqual(list(expression.rows(seed=2)), list(expression.rows()))


class Shell(Example):
    def test_every_table(self):
        script = ROOT / "examples/shell/every_table.sh"
        (self.folder / "a.csv").write_text("a,b,c\n2,1.5,0.1\n1.5,2,0.2\n0.1,0.2,1\n")
        run = self.run_it(script, 2, "a.csv")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, r"^a\.csv: variance proven to lie in \[3\.(4999|5)")
        self.assertTrue((self.folder / "a.cert.gz").exists() and (self.folder / "a.json").exists() and (self.folder / "a.loadings.csv").exists())
        run = self.run_it(script, 2, "a.csv", "missing.csv")
        self.assertEqual(run.returncode, 1)
        self.assertIn("missing.csv: not solved (exit code 3)", run.stdout)
        self.assertEqual(self.run_it(script).returncode, 2)


@unittest.skipIf(interpreter() is None, f"no Python package in {PACKAGE}")
class Python(Example):
    def python(self, name):
        run = self.run_it(interpreter(), ROOT / "examples/python" / name)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def test_quickstart(self):
        text = self.python("quickstart.py")
        self.assertTrue(set(expression.INTERFERON) <= set(text.splitlines()[0].split()), text)

    def test_choose_k(self):
        self.assertIn("k = 7 is enough for 90 % of the largest eigenvalue; no k up to 6 is.", self.python("choose_k.py"))

    def test_check_certificate(self):
        text = self.python("check_certificate.py")
        self.assertIn("k = 10: the best variance is proven to lie in", text)
        self.assertIn("with one bit changed: the certificate is about another matrix", text)

    def test_every_script_is_tested(self):
        self.assertEqual({path.name for path in (ROOT / "examples/python").glob("*.py")}, {"quickstart.py", "choose_k.py", "check_certificate.py"})


if __name__ == "__main__":
    unittest.main()
