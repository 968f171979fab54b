"""The type stubs say what the package is: mypy's stubtest compares the two."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import spica


@unittest.skipIf(importlib.util.find_spec("mypy") is None, "mypy is not installed")
class Stubs(unittest.TestCase):
    def run_mypy(self, *arguments):
        package = pathlib.Path(spica.__file__).resolve().parents[1]
        found = f"mypy_path = {package}\n" if package.name not in ("site-packages", "dist-packages") else ""  # mypy looks there itself
        with tempfile.TemporaryDirectory() as folder:
            settings = pathlib.Path(folder) / "mypy.ini"
            settings.write_text(f"[mypy]\nignore_missing_imports = True\ncache_dir = {folder}/cache\n{found}")
            return subprocess.run([sys.executable, "-m", *(word.format(settings=settings) for word in arguments)], cwd=folder,
                                  env={**os.environ, "PYTHONPATH": str(package)}, capture_output=True, text=True)

    def test_they_agree(self):
        run = self.run_mypy("mypy.stubtest", "spica", "--ignore-missing-stub", "--mypy-config-file", "{settings}")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_a_script_is_checked(self):
        script = ("import numpy, spica\n"
                  "result = spica.solve(numpy.eye(3), 1, exclude=0, callback=lambda news: True)\n"
                  "print(result.components[0].claim, result.report('out.html'))\n"
                  "model = spica.SparsePCA(None, 'auto', method='heuristic', include=['a']).fit(numpy.eye(3))\n"
                  "print(model.loadings_, model.auto_share_, spica.ConvergenceWarning)\n")
        run = self.run_mypy("mypy", "--config-file", "{settings}", "--strict", "-c", script)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("Literal", self.run_mypy("mypy", "--config-file", "{settings}", "-c", "import spica; spica.SparsePCA(method='guess')").stdout)


if __name__ == "__main__":
    unittest.main()
