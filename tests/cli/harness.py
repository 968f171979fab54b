"""Runs the program as a user would. SPICA names the program under test."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.path.abspath(os.environ.get("SPICA", "build/bin/spica"))
CHECKER = os.path.abspath(os.environ.get("SPICA_CHECK", "build/bin/spica-check"))

# A covariance of four features: {a, b} correlate strongly, d stands alone. lambda^2 = 2 + 1.5 = 3.5.
COVARIANCE = "a,b,c,d\n2,1.5,0.1,0\n1.5,2,0.2,0\n0.1,0.2,1,0\n0,0,0,3\n"
SAMPLES = "id,height,width,depth\ns1,1,2.5,0\ns2,2,4.5,1\ns3,3,6.5,0\ns4,4,8.0,1\ns5,5,10.5,0\n"


def check(path, certificate):
    """The checker accepts it, or cannot read the input (MATLAB files, missing values)."""
    process = subprocess.run([CHECKER, path, certificate], capture_output=True, text=True, timeout=120)
    if process.returncode not in (0, 3):
        raise AssertionError(f"{path}: {process.stdout}{process.stderr}")


class Run:
    """The outcome of one call of the program. Every result that can have a certificate is checked on the way."""

    def __init__(self, *arguments, stdin=None, timeout=120, **options):
        arguments = [str(argument) for argument in arguments]
        with tempfile.TemporaryDirectory(prefix="spica-certificate-") as folder:
            certificate = Path(folder) / "certificate.gz"
            without = {"--certificate", "--help", "--exclude", "--residual", "--transpose", "--ignore", "--labels"}
            checked = arguments[:1] in (["solve"], ["bound"], ["rip"]) and stdin is None and not without & set(arguments)
            if checked:
                arguments += ["--certificate", str(certificate)]
            process = subprocess.run([PROGRAM, *arguments], input=stdin, capture_output=True, timeout=timeout, **options)
            if certificate.exists():
                check(arguments[1], certificate)
        self.code = process.returncode
        self.stdout = process.stdout.decode("utf-8", "replace")
        self.stderr = process.stderr.decode("utf-8", "replace")

    def json(self):
        return json.loads(self.stdout)


class CliTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="spica-cli-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def covariance(self):
        return self.file("covariance.csv", COVARIANCE)

    def samples(self):
        return self.file("samples.csv", SAMPLES)

    def assert_error(self, run, code, *parts):
        """One line on stderr that says what and where, nothing on stdout."""
        self.assertEqual(run.code, code, run.stderr)
        lines = run.stderr.strip().split("\n")
        self.assertEqual(len(lines), 1, run.stderr)
        self.assertTrue(lines[0].startswith("spica: "), lines[0])
        for part in parts:
            self.assertIn(str(part), lines[0])
        self.assertEqual(run.stdout, "")
