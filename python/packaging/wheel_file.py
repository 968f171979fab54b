"""Wheels as files: a folder with what is to be installed, packed with the record of its files (PEP 427)."""

import base64
import hashlib
import zipfile
from pathlib import Path

FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # of zip files; the same contents are the same wheel


def info_folder(folder):
    (found,) = Path(folder).glob("*.dist-info")
    return found


def digest(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def pack(folder, wheel):
    """Writes the wheel of all files of a folder; its RECORD is made anew."""
    folder = Path(folder)
    record = info_folder(folder) / "RECORD"
    record.unlink(missing_ok=True)
    lines = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        def add(path, data):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), FIRST_DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if ".so" in path.name else 0o100644) << 16
            archive.writestr(entry, data)

        for path in sorted(one for one in folder.rglob("*") if one.is_file()):
            data = path.read_bytes()
            lines.append(f"{path.relative_to(folder).as_posix()},{digest(data)},{len(data)}\n")
            add(path, data)
        lines.append(f"{record.relative_to(folder).as_posix()},,\n")
        add(record, "".join(lines).encode())


def unpack(wheel, folder):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
