"""What spica-check takes at most: certificates and matrices of a few bytes that ask for gigabytes, or for days, end with one line."""

import gzip
import hashlib
import subprocess
import sys
import unittest

from harness import CHECKER, CliTest, Run

MEGA = 1 << 20
ITSELF = 40 * MEGA  # the program, its libraries, and what malloc cannot give back

# Runs a program and writes its peak of memory, in bytes. A process of its own: a child inherits the peak of its parent.
LAUNCHER = """
import os, sys
child = os.spawnv(os.P_NOWAIT, sys.argv[2], sys.argv[2:])
_, status, usage = os.wait4(child, 0)
open(sys.argv[1], "w").write(str(usage.ru_maxrss * 1024))
sys.exit(os.waitstatus_to_exitcode(status))
"""

PREPARATION = "center 0 standardize 0 ddof 0 exponent 0 shift 0\n"


def header(kind, rows, columns, values, components=1):
    digest = hashlib.sha256(f"spica-matrix {rows} {columns}\n".encode())
    for block in values:
        digest.update(block)
    return f"spica-certificate 1\nmatrix {kind} {rows} {columns} {digest.hexdigest()}\n{PREPARATION}components {components}\n"


ONE = bytes.fromhex("000000000000f03f")  # 1.0
COMPONENT = "component k 1 x 1 0 0x1p+0 upper 0x1p+1\n"
SPECTRAL = "close spectral\nend\n"


class Limits(CliTest):
    def check(self, matrix, certificate, *flags):
        """Exit code, lines of standard error, peak in bytes."""
        peak = self.folder / "peak"
        run = subprocess.run([sys.executable, "-c", LAUNCHER, peak, CHECKER, *flags, matrix, certificate],
                             capture_output=True, text=True, timeout=300, check=False)
        return run.returncode, run.stderr.splitlines(), int(peak.read_text())

    def one(self):
        """The 1 x 1 matrix of 1, and the beginning of certificates about it."""
        return self.file("one.csv", "1\n"), header("covariance", 1, 1, [ONE]) + COMPONENT

    def wide(self, features):
        """One sample, 1 0 0 ... 0, and the beginning of certificates about it, k = 2."""
        text = header("samples", 1, features, [ONE, bytes(8 * (features - 1))]) + COMPONENT.replace("k 1", "k 2")
        return self.file("wide.csv", ",".join(["1"] + ["0"] * (features - 1)) + "\n"), text

    def assert_refused(self, matrix, certificate, limit, *flags, reason="MB of memory"):
        code, lines, peak = self.check(matrix, certificate, *flags)
        self.assertIn(code, (3, 5), lines)
        self.assertEqual(len(lines), 1, lines)
        self.assertIn(reason, lines[0])
        self.assertLessEqual(peak, limit + ITSELF)

    def test_what_is_held_for_each_line(self):
        one, start = self.one()
        directions = "directions 1 0x1p+1 0 0 0x1p-1 side 0\n"
        wide, wide_start = self.wide(2000)
        listed = "2000 " + " ".join(map(str, range(2000)))
        for name, matrix, text in (
            ("open branches", one, start + directions + 2_000_000 * "cut 0 0\n"),
            ("box points", one, start + directions + 1_000_000 * "box 0 0 1 0\n"),
            ("dual points of nothing", one, start + 2_000_000 * "dual 0\n"),
            ("dual points of one feature", one, start + 2_000_000 * "dual 1 0\n"),
            ("sample points", wide, wide_start + 2000 * f"sample 0 {listed}{2000 * ' 0'}\n"),
            ("a factor", wide, wide_start + f"factor 2000 0x1p+1{4_000_000 * ' 0'}\n" + SPECTRAL),
            ("directions", wide, wide_start + f"directions 2000 0x1p+1 0{4_002_000 * ' 0'} side 0\n" + SPECTRAL),
            ("a matrix of low rank", wide, wide_start + f"close cauchy 2000{4_000_000 * ' 0'}\nend\n"),
            ("a dual point and its matrix", wide, wide_start + f"dual {listed}{1_999_000 * ' 0'}\nclose pairs 0\nend\n"),
            ("a certificate of blanks", one, start + 100_000_000 * " "),
        ):
            with self.subTest(name):
                certificate = self.file("hostile.cert.gz", gzip.compress(text.encode(), 1))
                self.assert_refused(matrix, certificate, 64 * MEGA, "--memory", "64M")
                self.assert_refused(matrix, certificate, 64 * MEGA, "--memory=64M", "--exact", "--work=1e15")

    def test_zeros_of_a_dual_point_are_not_held(self):
        wide, start = self.wide(600)
        point = f"dual 600 {' '.join(map(str, range(600)))}{179_700 * ' 0'}\n"
        certificate = self.file("zeros.cert.gz", gzip.compress((start + 30 * point + SPECTRAL).encode(), 1))
        code, lines, peak = self.check(wide, certificate)
        self.assertEqual(code, 0, lines)
        self.assertLess(peak, 30 * 600 * 600 * 8)

    def test_a_few_bytes_take_no_more_than_is_documented(self):
        documented = 512 * MEGA
        n = 14_000
        empty = self.file("empty.mtx", f"%%MatrixMarket matrix coordinate real general\n{n} {n} 0\n")
        certificate = self.file("empty.cert", header("covariance", n, n, (bytes(8 * n) for _ in range(n))) + COMPONENT + SPECTRAL)
        self.assert_refused(empty, certificate, documented)
        one, start = self.one()
        text = (start + "directions 1 0x1p+1 0 0 0x1p-1 side 0\n").encode() + 20_000_000 * b"cut 0 0\n"
        bomb = self.file("bomb.cert.gz", gzip.compress(text, 9))
        self.assert_refused(one, bomb, documented + 64 * bomb.stat().st_size)
        cells = self.file("cells.csv.gz", gzip.compress(300_000_000 * b"1,", 9))
        certificate = self.file("cells.cert", header("samples", 1, 300_000_000, []) + COMPONENT + SPECTRAL)
        self.assert_refused(cells, certificate, documented + 64 * cells.stat().st_size)

    def test_work(self):
        """An `out` of many features is as many factorisations, and has no more operations than anything else."""
        wide, start = self.wide(300)
        listed = " ".join(map(str, range(1, 300)))
        point = f"dual 300 0 {listed}{44_850 * ' 0'}\n"
        certificate = self.file("out.cert", start + point + f"out 299 {listed} pairs 0\n" + SPECTRAL)
        self.assert_refused(wide, certificate, 64 * MEGA, "--work", "1e8", reason="1e+08 operations")
        self.assertEqual(self.check(wide, certificate)[0], 0)
        whole = start + SPECTRAL
        again = self.file("again.cert", 1000 * whole)
        self.assert_refused(wide, again, 64 * MEGA, "--work", "1e7", reason="operations")

    def test_what_is_allowed_is_enough_where_it_is(self):
        one, start = self.one()
        certificate = self.file("fine.cert", start + SPECTRAL)
        for flags in ((), ("--memory", "1M"), ("--memory", "2000000", "--work", "1e6")):
            self.assertEqual(Run("check", one, certificate, *flags).code, 0)
        for flags in (("--memory", "none"), ("--memory", "-1"), ("--memory", ""), ("--work", "0"), ("--work", "1e3x")):
            self.assert_error(Run("check", one, certificate, *flags), 2, flags[0])


if __name__ == "__main__":
    unittest.main()
