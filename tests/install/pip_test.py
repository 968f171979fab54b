"""`pip install .` at the root of the repository, into a fresh environment. SPICA_BUILD is the build whose library is taken, so that
nothing is compiled; the repository is left as it was."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def can_install():
    return subprocess.run([sys.executable, "-c", "import pip, ensurepip, numpy"], capture_output=True).returncode == 0


def untracked():
    return subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True).stdout


@unittest.skipUnless(can_install(), "pip, venv or NumPy is not installed")
class Pip(unittest.TestCase):
    def test_install(self):
        before = untracked()
        with tempfile.TemporaryDirectory(prefix="spica-pip-") as folder:
            def run(*command, **more):
                environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
                process = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, timeout=600,
                                         env={**environment, **more})
                self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
                return process.stdout.split()

            run(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", "env")
            python = Path(folder) / "env/bin/python"
            run(python, "-m", "pip", "install", "--no-build-isolation", "--no-index", ROOT,
                SPICA_BUILD=os.environ.get("SPICA_BUILD", str(ROOT / "build/release")))
            place, version, installed, k = run(
                python, "-c", "import importlib.metadata, numpy, spica; "
                "print(spica.__file__, spica.__version__, importlib.metadata.version('spica'), spica.solve(numpy.eye(3), 2).components[0].k)")
            self.assertTrue(Path(place).is_relative_to(Path(folder).resolve()), place)
            self.assertEqual((version, k), (installed, "2"))
        self.assertEqual(untracked(), before)


if __name__ == "__main__":
    unittest.main()
