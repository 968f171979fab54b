"""Builds the compiled module by CMake; everything else is in pyproject.toml."""

import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        source = Path(__file__).resolve().parents[1]
        target = Path(self.get_ext_fullpath(extension.name)).resolve().parent
        build = Path(self.build_temp).resolve()
        configure = ["cmake", "-S", source, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DSPICA_BUILD_PYTHON=ON",
                     f"-DPython_EXECUTABLE={sys.executable}", f"-Dspica_python_dir={target.parent}"]
        subprocess.run([str(word) for word in configure], check=True)
        subprocess.run(["cmake", "--build", str(build), "--target", "spica_python"], check=True)


setup(ext_modules=[Extension("spica._spica", sources=[])], cmdclass={"build_ext": CMakeBuild})
