"""An installed Spica is found and used from a clean folder. SPICA_BUILD names the build that is installed."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILD = os.environ.get("SPICA_BUILD", ROOT / "build/release")
CMAKE = os.environ.get("CMAKE", "cmake")
COMPILER = os.environ.get("CXX", "c++")
FLAGS = os.environ.get("CXXFLAGS", "").split()


def run(*command, **options):
    process = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600, **options)
    if process.returncode != 0:
        raise AssertionError(f"{command}\n{process.stdout}{process.stderr}")
    return process.stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="spica-install-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.prefix = cls.folder / "prefix"
        run(CMAKE, "--install", BUILD, "--prefix", cls.prefix)
        cls.example = cls.folder / "example"
        shutil.copytree(ROOT / "examples/cpp", cls.example)

    def pkg_config(self, *flags):
        found = next(self.prefix.glob("lib*/**/spica.pc")).parent
        return run("pkg-config", *flags, "spica", env={**os.environ, "PKG_CONFIG_PATH": str(found)}).split()

    def assert_answer(self, output):
        self.assertEqual(output.split("\n")[0], "features 0 1")
        lower, upper = map(float, re.search(r"bounds (\S+) (\S+)", output).groups())
        self.assertLessEqual(lower, upper)
        self.assertAlmostEqual(lower, 3.5, places=5)
        self.assertAlmostEqual(upper, 3.5, places=3)

    def test_find_package(self):
        build = self.example / "build"
        run(CMAKE, "-S", self.example, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run(CMAKE, "--build", build)
        self.assert_answer(run(build / "example"))

    def test_the_next_version_is_another_package(self):
        version = run(self.prefix / "bin/spica", "--version").split()[1]
        major = int(version.split(".")[0])
        wanted = f"{major + 1}.0"
        folder = self.folder / "later"
        folder.mkdir()
        text = (self.example / "CMakeLists.txt").read_text()
        (folder / "CMakeLists.txt").write_text(re.sub(r"spica [\d.]+ REQUIRED", f"spica {wanted} REQUIRED", text))
        with self.assertRaisesRegex(AssertionError, r"compatible\s+with requested"):
            run(CMAKE, "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}")

    @unittest.skipUnless(shutil.which("pkg-config"), "pkg-config is not installed")
    def test_pkg_config(self):
        program = self.folder / "by-pkg-config"
        run(COMPILER, *FLAGS, self.example / "main.cpp", "-o", program, *self.pkg_config("--cflags", "--libs"))
        self.assert_answer(run(program))
        self.assertIn(*self.pkg_config("--modversion"), run(self.prefix / "bin/spica", "--version"))

    def test_headers_need_the_standard_library_and_eigen(self):
        eigen = re.search(r"^Eigen3_DIR:PATH=(.*)$", (Path(BUILD) / "CMakeCache.txt").read_text(), re.MULTILINE)[1]
        include = next(path for up in Path(eigen).parents for path in (up / "include/eigen3", up / "eigen3") if (path / "Eigen").exists())
        headers = sorted((self.prefix / "include/spica").iterdir())
        self.assertEqual({path.name for path in headers},
                         {path.name for path in (ROOT / "include/spica").iterdir()} | {"version.hpp"})
        for header in headers:
            with self.subTest(header.name):
                for included in re.findall(r"#include (\S+)", header.read_text()):
                    self.assertRegex(included, r'^(<[a-z_]+>|<Eigen/\w+>|"spica/\w+\.hpp")$')
                run(COMPILER, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                    "-I", self.prefix / "include", "-isystem", include, "-include", f"spica/{header.name}", "-x", "c++", "/dev/null")

    def test_version_constants(self):
        text = (self.prefix / "include/spica/version.hpp").read_text()
        parts = [re.search(rf"version_{part} = (\d+);", text)[1] for part in ("major", "minor", "patch")]
        self.assertEqual(run(self.prefix / "bin/spica", "--version").split("\n")[0], f"spica {'.'.join(parts)}")

    def test_programs_pages_and_completions(self):
        for name in ("bin/spica", "bin/spica-check", "share/man/man1/spica.1", "share/man/man1/spica-check.1",
                     "share/bash-completion/completions/spica", "share/bash-completion/completions/spica-check",
                     "share/zsh/site-functions/_spica"):
            self.assertTrue((self.prefix / name).is_file(), name)
        self.assertTrue((self.prefix / "share/man/man1/spica.1").read_text().startswith(".TH SPICA 1 "))

    @unittest.skipUnless(shutil.which("man"), "man is not installed")
    def test_man_finds_the_pages(self):
        for name in ("spica", "spica-check"):
            run("man", "-M", self.prefix / "share/man", name, env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"})


if __name__ == "__main__":
    unittest.main()
