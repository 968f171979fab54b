"""Makes a wheel that carries its libraries: python3 carry_libraries.py WHEEL FOLDER writes it into FOLDER.

Libraries that the module needs and that not every Linux has go into spica/_libs, under names of their own, so that no other
OpenBLAS or OpenSSL of the same process takes their place. What stays out is what PEP 600 counts as part of a Linux: the C and
C++ runtimes. The tag of the new wheel says how old a C library may be. Needs patchelf and binutils, and Debian's dpkg for the
licences of what is carried.
"""

import hashlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import wheel_file

SYSTEM = re.compile(r"(ld-linux.*|libc|libm|libdl|libpthread|librt|libutil|libgcc_s|libstdc\+\+)\.so(\.\d+)*$")
FOLDER = "_libs"


def output(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def needed(library):
    return [name for name in re.findall(r"^\s+NEEDED\s+(\S+)", output("objdump", "-p", library), re.MULTILINE) if not SYSTEM.match(name)]


def closure(module):
    """Name to file of every library that is loaded with the module, without the system's."""
    lines = output("ldd", module)
    missing = re.findall(r"^\s+(\S+) => not found", lines, re.MULTILINE)
    if missing:
        sys.exit(f"{module} needs {', '.join(missing)}, not found here")
    return {name: Path(path) for name, path in re.findall(r"^\s+(\S+) => (/\S+)", lines, re.MULTILINE) if not SYSTEM.match(name)}


def own_name(name, path):
    """libtbb.so.12 is libtbb-1a2b3c4d.so.12."""
    stem, rest = name.split(".so", 1)
    return f"{stem}-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}.so{rest}"


def rename_needed(file, names, search):
    for name in needed(file):
        output("patchelf", "--replace-needed", name, names[name], file)
    output("patchelf", "--set-rpath", search, file)


def oldest_system(files):
    """The tag of the oldest C library that has every symbol the files ask for, as manylinux_2_35_x86_64."""
    asked = re.findall(r"\bGLIBC_2\.(\d+)", "".join(output("objdump", "-p", file) for file in files))
    return f"manylinux_2_{max(map(int, asked))}_{platform.machine()}"


def package_of(path):
    """The Debian package that a file is of; files may be known by their path before /lib became a link to /usr/lib."""
    real = path.resolve()
    for candidate in (real, Path("/") / real.relative_to("/usr") if real.is_relative_to("/usr") else real):
        found = subprocess.run(["dpkg", "-S", candidate], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    sys.exit(f"{path} is of no Debian package, so that its licence is not known; install Debian's")


def carry(folder):
    """Puts the libraries into an unpacked wheel; returns the tag of the system that it needs."""
    (module,) = folder.glob("spica/_spica*.so")
    libraries = closure(module)
    names = {name: own_name(name, path) for name, path in libraries.items()}
    target, licences = folder / "spica" / FOLDER, wheel_file.info_folder(folder) / "licenses"
    target.mkdir()
    licences.mkdir()
    carried = []
    for name, path in sorted(libraries.items()):
        copy = target / names[name]
        shutil.copyfile(path, copy)
        output("patchelf", "--set-soname", names[name], copy)
        rename_needed(copy, names, "$ORIGIN")
        carried.append(copy)
        package = package_of(path)
        shutil.copyfile(f"/usr/share/doc/{package}/copyright", licences / package)
        print(f"  {names[name]}  of {package}")
    rename_needed(module, names, f"$ORIGIN/{FOLDER}")
    return oldest_system([module, *carried])


def main():
    wheel, target = Path(sys.argv[1]), Path(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="spica-carry-") as stage:
        folder = Path(stage)
        wheel_file.unpack(wheel, folder)
        python = "-".join(wheel.stem.split("-")[2:4])
        tag = f"{python}-{carry(folder)}"
        about = wheel_file.info_folder(folder) / "WHEEL"
        about.write_text(re.sub(r"(?m)^Tag: .*$", f"Tag: {tag}", about.read_text()))
        new = target / f"{'-'.join(wheel.stem.split('-')[:2])}-{tag}.whl"
        target.mkdir(parents=True, exist_ok=True)
        wheel_file.pack(folder, new)
    print(f"{new}: {new.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
