"""A wheel as its user has it: python3 wheel_test.py WHEEL.

It is installed into a fresh environment in a folder of its own and passes the tests of the package there, without the repository:
no variable leads to it, and every library comes with the wheel or is the system's C or C++ runtime. NumPy and what else the tests
need is the system's.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SYSTEM = re.compile(r"(linux-vdso|ld-linux|libc|libm|libdl|libpthread|librt|libgcc_s|libstdc\+\+)[.-]")


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="spica-wheel-test-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.run_here(sys.executable, "-m", "venv", "--system-site-packages", "env")
        cls.run_here("env/bin/pip", "install", "--quiet", "--no-index", "--no-deps", WHEEL)
        cls.package = next(cls.folder.glob("env/lib/python3*/site-packages/spica"))

    @classmethod
    def run_here(cls, *command):
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(cls.folder), "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.run([str(word) for word in command], cwd=cls.folder, env=environment, capture_output=True, text=True, timeout=600)
        if process.returncode != 0:
            raise AssertionError(f"{command}\n{process.stdout}{process.stderr}")
        return process.stdout + process.stderr

    def test_every_library_is_carried_or_the_systems(self):
        found = re.findall(r"^\s+(\S+)(?: => (.*?))? \(0x", self.run_here("ldd", next(self.package.glob("_spica*.so"))), re.MULTILINE)
        self.assertGreater(len(found), 5)
        carried = {name for name, path in found if path.startswith(str(self.package / "_libs"))}
        self.assertEqual([name for name, _ in found if name not in carried and not SYSTEM.match(Path(name).name)], [])
        self.assertEqual(carried, {path.name for path in (self.package / "_libs").iterdir()})
        self.assertTrue(any(name.startswith("libopenblas-") for name in carried), carried)

    def test_version_and_licences(self):
        said = self.run_here("env/bin/python", "-c", "import importlib.metadata as m, spica; print(spica.__version__, m.version('spica'), spica.__file__)")
        version, metadata, place = said.split()
        self.assertEqual(version, metadata)
        self.assertEqual(Path(place).parent.resolve(), self.package.resolve())
        licences = {path.name for path in self.package.parent.glob("spica-*.dist-info/licenses/*")}
        self.assertTrue({"libgfortran5", "libgmp10", "libssl3"} <= licences, licences)

    def test_the_tests_of_the_package(self):
        shutil.copytree(ROOT / "tests/python", self.folder / "tests")
        said = self.run_here("env/bin/python", "-m", "unittest", "discover", "-s", "tests", "-p", "*_test.py")
        self.assertRegex(said, r"Ran \d+ tests")
        print(re.search(r"Ran \d+ tests.*", said)[0], "in a fresh environment")


if __name__ == "__main__":
    WHEEL = Path(sys.argv.pop(1)).resolve()
    unittest.main()
