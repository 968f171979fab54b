"""How much memory data takes: samples stay as the file holds them, and text never stands in memory as a whole."""

import gzip
import json
import random
import struct
import subprocess
import unittest

from harness import PROGRAM, CHECKER, CliTest

ROWS = 50


def peak(*arguments):
    """What the program says that it used at most, with its whole result."""
    process = subprocess.run([PROGRAM, *map(str, arguments), "--json", "-"], capture_output=True, timeout=300, check=False)
    if process.returncode != 0:
        raise AssertionError(process.stderr.decode())
    result = json.loads(process.stdout)
    return result["peak_memory_bytes"], result


def noise(cells, width, seed=1):
    """Numbers from 1 to 2 of 4 or 8 bytes, all bits of their mantissas at random."""
    mantissa, one = (b"\xff\xff\x7f\x00", b"\x00\x00\x80\x3f") if width == 4 else (b"\xff" * 6 + b"\x0f\x00", b"\x00" * 6 + b"\xf0\x3f")
    bits = int.from_bytes(random.Random(seed).randbytes(cells * width), "little")
    return bytearray((bits & int.from_bytes(mantissa * cells, "little") | int.from_bytes(one * cells, "little")).to_bytes(cells * width, "little"))


def npy(width, fortran, columns):
    """ROWS samples; the first ten features go together and vary most."""
    data = noise(ROWS * columns, width)
    draw = random.Random(2)
    for i in range(ROWS):
        level = draw.gauss(0, 3)
        for j in range(10):
            at = j * ROWS + i if fortran else i * columns + j
            struct.pack_into("<f" if width == 4 else "<d", data, at * width, level + draw.gauss(0, 0.1))
    header = f"{{'descr': '<f{width}', 'fortran_order': {fortran}, 'shape': ({ROWS}, {columns}), }}"
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


@unittest.skipIf(not hasattr(random.Random, "randbytes"), "needs Python 3.9")
class Memory(CliTest):
    def own(self, width):
        """What the program takes by itself, which differs between machines: its peak on a file of 20 features."""
        return peak("solve", self.file("small.npy", npy(width, False, 20)), "-k", 10)[0]

    def test_numpy_files_take_less_than_twice_their_size(self):
        for width in (4, 8):
            own = self.own(width)
            self.assertLess(own, 60_000_000, "the program without data")
            for fortran in (False, True):
                with self.subTest(width=width, fortran=fortran):
                    size = 64_000_000
                    path = self.file("big.npy", npy(width, fortran, size // (ROWS * width)))
                    used, result = peak("solve", path, "-k", 10)
                    self.assertEqual(result["components"][0]["support"], list(range(10)))
                    self.assertLessEqual(used - own, 2 * size)
                    self.assertGreater(used, size, "the file itself is in memory")

    def sparse(self, rows, columns, each, seed=3):
        """Every feature has values in `each` samples; the first ten in the same ones."""
        draw = random.Random(seed)
        levels = [draw.gauss(0, 5) for _ in range(rows)]
        lines = ["%%MatrixMarket matrix coordinate real general", f"{rows} {columns} {columns * each}"]
        for j in range(columns):
            step = rows // each
            shift = draw.randrange(step)
            for e in range(each):
                i = e * step + (0 if j < 10 else shift)
                value = levels[i] + draw.random() if j < 10 else draw.random()
                lines.append(f"{i + 1} {j + 1} {value:.6f}")
        return ("\n".join(lines) + "\n").encode()

    def test_sparse_samples_take_less_than_three_times_their_values(self):
        rows, columns, each = 500, 200_000, 10
        text = self.sparse(rows, columns, each)
        allowed = 3 * 12 * columns * each + 25_000_000  # what the program takes by itself
        for name, content in (("big.mtx", text), ("big.mtx.gz", gzip.compress(text, 1))):
            used, result = peak("solve", self.file(name, content), "-k", 10)
            self.assertEqual(result["components"][0]["support"], list(range(10)))
            self.assertLessEqual(used, allowed, name)

    def test_a_few_values_of_many_samples_never_become_a_matrix(self):
        rows, columns, each = 4000, 40_000, 5
        used, result = peak("solve", self.file("words.mtx", self.sparse(rows, columns, each)), "-k", 10)
        self.assertEqual(result["components"][0]["support"], list(range(10)))
        the_program = 30_000_000  # and where the heuristics look to; a matrix of the samples alone would have 128 MB, one of 2,500 features 80 MB
        self.assertLessEqual(used, 3 * 12 * columns * each + the_program)

    def test_gzipped_text_takes_less_than_the_text(self):
        rows, columns = 400, 12_000
        draw = random.Random(4)
        numbers = [f"{draw.gauss(0, 1):.12f}" for _ in range(20_011)]
        lines = (",".join(numbers[(i * 977 + j * 7) % len(numbers)] for j in range(columns)) for i in range(rows))
        text = "\n".join(lines).encode()
        doubles = 8 * rows * columns
        used, _ = peak("info", self.file("big.csv.gz", gzip.compress(text, 1)))
        self.assertLessEqual(used, 2 * doubles + 40_000_000)
        self.assertGreater(len(text) + 2 * doubles, used, "the text was in memory")

    def test_certificates_of_all_of_these_are_accepted(self):
        for name, content in (("a.npy", npy(4, False, 400)), ("b.npy", npy(4, True, 400)), ("c.npy", npy(8, False, 400)),
                              ("d.npy", npy(8, True, 400)), ("e.mtx", self.sparse(30, 200, 6)),
                              ("f.mtx.gz", gzip.compress(self.sparse(30, 200, 6)))):
            for flags in ((), ("--standardize",), ("--no-center", "--ddof", "1")):
                with self.subTest(name=name, flags=flags):
                    self.assert_certified(self.file(name, content), "10,3", *flags)
        with self.subTest("mapped"):
            for width in (4, 8):
                self.assert_certified(self.file("mapped.npy", npy(width, True, 18_000_000 // (ROWS * width))), "10")

    def assert_certified(self, path, k, *flags):
        certificate = self.folder / "proof.cert"
        solve = subprocess.run([PROGRAM, "solve", path, "-k", k, "--certificate", certificate, *flags],
                               capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(solve.returncode, 0, solve.stderr)
        for checker in ([CHECKER], [PROGRAM, "check"]):
            check = subprocess.run([*checker, path, certificate], capture_output=True, text=True, timeout=300, check=False)
            self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
            self.assertEqual(check.stdout.count("proved:"), k.count(",") + 1)


class ChangedFile(CliTest):
    @unittest.skipIf(not hasattr(random.Random, "randbytes"), "needs Python 3.9")
    def test_a_file_that_is_shortened_in_use_is_named(self):
        path = self.file("big.npy", bytes(npy(8, True, 200_000)))
        process = subprocess.Popen([PROGRAM, "solve", path, "-k", "40", "--gap", "0", "--time-limit", "60", "--threads", "1"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        with process:
            first = process.stderr.readline()  # the header: reading is over
            with open(path, "r+b") as file:
                file.truncate(4096)
            rest = process.stderr.read()
        self.assertTrue(first.startswith("spica "), first)
        self.assertEqual(process.returncode, 3, rest)
        last = rest.strip().split("\n")[-1]
        self.assertIn(f"spica: {path}: the file was changed while it was in use", last)


if __name__ == "__main__":
    unittest.main()
