"""How pip builds the package (PEP 517): CMake compiles the module and puts the package together, this packs it.

The build folder is build/python-VERSION-SYSTEM of the repository, and stays, so that the next time is short.
SPICA_BUILD=DIR names another one that was configured with SPICA_BUILD_PYTHON=ON for this Python already.
"""

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from pathlib import Path

import wheel_file

try:
    import tomllib
except ImportError:  # before Python 3.11
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
INSTALLED = "lib/python3/dist-packages"  # where python/CMakeLists.txt installs the package


def version():
    return re.search(r"^project\(spica VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


def tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-" + re.sub(r"[-.]", "_", sysconfig.get_platform())


def metadata():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {version()}", f"Summary: {project['description']}",
             "License: MIT", f"Requires-Python: {project['requires-python']}"]
    lines += [f"Requires-Dist: {one}" for one in project["dependencies"]]
    for extra, needed in project["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}"] + [f"Requires-Dist: {one}; extra == '{extra}'" for one in needed]
    return "\n".join([*lines, "Description-Content-Type: text/markdown", "", (ROOT / "README.md").read_text()])


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    info = Path(metadata_directory) / f"spica-{version()}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(metadata())
    (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: spica_build\nRoot-Is-Purelib: false\nTag: {tag()}\n")
    (info / "LICENSE").write_text((ROOT / "LICENSE").read_text())
    return info.name


def run(*command):
    try:
        subprocess.run([str(word) for word in command], check=True)
    except FileNotFoundError:
        sys.exit(f"spica: {command[0]} is not installed; docs/install.md says what a build needs")
    except subprocess.CalledProcessError as error:
        sys.exit(f"spica: '{' '.join(map(str, command))}' failed with exit code {error.returncode}; docs/install.md says what a build needs")


def configured():
    """The build folder, ready to compile the module for this Python."""
    if "SPICA_BUILD" in os.environ:
        return Path(os.environ["SPICA_BUILD"])
    build = ROOT / "build" / f"python-{tag()}"
    found = []
    try:
        import pybind11  # of the environment that pip made; CMake finds one of the system by itself

        found = [f"-Dpybind11_DIR={pybind11.get_cmake_dir()}"]
    except (ImportError, AttributeError):
        pass
    run("cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DSPICA_BUILD_PROGRAM=OFF",
        "-DSPICA_BUILD_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}", f"-Dspica_python_dir={build}/package", *found)
    return build


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"spica-{version()}-{tag()}.whl"
    with tempfile.TemporaryDirectory(prefix="spica-wheel-") as stage:
        build = configured()
        run("cmake", "--build", build, "--target", "spica_python")
        run("cmake", "--install", build, "--component", "python", "--prefix", stage, "--strip")
        folder = Path(stage) / INSTALLED
        prepare_metadata_for_build_wheel(folder)
        wheel_file.pack(folder, Path(wheel_directory) / name)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """The files that git knows, and a PKG-INFO."""
    top = f"spica-{version()}"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    with tempfile.TemporaryDirectory(prefix="spica-sdist-") as stage, tarfile.open(
            Path(sdist_directory) / f"{top}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name in filter(None, listed):
            archive.add(ROOT / name, f"{top}/{name}", recursive=False)
        about = Path(stage) / "PKG-INFO"
        about.write_text(metadata())
        archive.add(about, f"{top}/PKG-INFO")
    return f"{top}.tar.gz"
