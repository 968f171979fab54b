"""What the Debian packages hold: python3 deb_test.py FOLDER, the folder with spica_*.deb and python3-spica_*.deb. They are unpacked, not
installed, and run from there."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VERSION = re.search(r"^project\(spica VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, **options).stdout


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="spica-deb-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.files = {name: next(DEBS.glob(f"{name}_{VERSION}_*.deb")) for name in ("spica", "python3-spica")}
        for name, file in cls.files.items():
            run("dpkg-deb", "-x", file, cls.folder / name)

    def field(self, package, name):
        return run("dpkg-deb", "-f", self.files[package], name).strip()

    def test_only_what_runs_is_required(self):
        for package in self.files:
            self.assertNotIn("-dev", self.field(package, "Depends"), package)
        self.assertIn("libopenblas0", self.field("spica", "Depends"))
        self.assertRegex(self.field("spica", "Depends"), r"\blibmatio\d+\b")  # loaded for the first MATLAB file
        self.assertIn("python3-numpy", self.field("python3-spica", "Depends"))
        self.assertNotIn("matio", self.field("python3-spica", "Depends"))

    def test_recommended_is_what_linking_the_library_takes(self):
        config = (self.folder / "spica/usr/lib/cmake/spica/spica-config.cmake").read_text()
        packages = {"Eigen3": "libeigen3-dev", "TBB": "libtbb-dev", "fmt": "libfmt-dev", "ZLIB": "zlib1g-dev", "OpenSSL": "libssl-dev",
                    "SpicaLapack": "liblapacke-dev"}
        needed = {packages[name] for name in re.findall(r"find_dependency\((\w+)", config)} | {"libopenblas-dev"}
        self.assertEqual(set(self.field("spica", "Recommends").split(", ")), needed)

    def test_files_of_the_program(self):
        for name in ("bin/spica", "bin/spica-check", "share/man/man1/spica.1.gz", "share/man/man1/spica-check.1.gz", "lib/libspica.a",
                     "share/bash-completion/completions/spica", "share/zsh/vendor-completions/_spica", "include/spica/solve.hpp",
                     "lib/cmake/spica/spica-config.cmake", "share/doc/spica/copyright"):
            self.assertTrue((self.folder / "spica/usr" / name).is_file(), name)
        found = list((self.folder / "spica/usr/lib").glob("*/pkgconfig/spica.pc"))  # one of each architecture
        self.assertEqual(len(found), 1)
        prefix = re.search(r"^prefix=[$]{pcfiledir}/(.*)$", found[0].read_text(), re.MULTILINE)[1]
        self.assertEqual((found[0].parent / prefix).resolve(), (self.folder / "spica/usr").resolve())
        program = self.folder / "spica/usr/bin/spica"
        self.assertEqual(run(program, "--version").split("\n")[0], f"spica {VERSION}")
        self.assertIn("MPI       no", run(program, "--version"))
        self.assertIn("proven optimal", run(program, "solve", ROOT / "data/pitprops.csv", "-k", "5"))

    def test_the_module(self):
        place = self.folder / "python3-spica/usr/lib/python3/dist-packages"
        said = run("/usr/bin/python3", "-c", "import importlib.metadata as m, spica; print(spica.__version__, m.version('spica'), spica.__file__)",
                   env={"PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"})
        self.assertEqual(said.split(), [VERSION, VERSION, str(place / "spica/__init__.py")])
        self.assertEqual({path.name for path in (ROOT / "python/spica").iterdir() if path.suffix in (".py", ".pyi", ".typed")},
                         {path.name for path in (place / "spica").iterdir() if path.suffix in (".py", ".pyi", ".typed")})


if __name__ == "__main__":
    DEBS = Path(sys.argv.pop(1)).resolve()
    unittest.main()
