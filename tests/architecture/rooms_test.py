"""Every #include between the rooms of src/ is one that the list in docs/architecture.md declares, and the list has no cycles: a
room uses only rooms before it in the list. The document has a paragraph on every room, and
the functions that it names on its walk through the code are where it says."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs/architecture.md").read_text()
LIST = re.compile(r"^```text\n(base:.*?)^```$", re.MULTILINE | re.DOTALL)
ROOM = re.compile(r"^([\w/]+):(.*(?:\n +.*)*)", re.MULTILINE)
DOOR = re.compile(r"^ +\d+  ([\w:]+) +([\w/]+\.cpp) ", re.MULTILINE)
INCLUDE = re.compile(r'^#include "([^"]+)/[^"/]+"', re.MULTILINE)


def declared():
    """room -> the rooms that it may use, in the order of the list."""
    return {room: uses.split() for room, uses in ROOM.findall(LIST.search(DOCUMENT).group(1))}


def room_of(folder, rooms):
    """The innermost room that a folder of src/ is in."""
    while folder and folder not in rooms:
        folder = folder.rpartition("/")[0]
    return folder


def edges(rooms):
    """(room, room it includes, the file that does)"""
    for path in sorted((ROOT / "src").rglob("*.[chi]*")):
        file = path.relative_to(ROOT / "src")
        room = room_of(file.parent.as_posix(), rooms)
        for folder in INCLUDE.findall(path.read_text()):
            if folder.startswith("spica"):
                continue
            yield room, room_of(folder, rooms), file.as_posix()


class Rooms(unittest.TestCase):
    def test_every_folder_of_src_is_a_room(self):
        rooms = declared()
        folders = {path.parent.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*.?pp")}
        self.assertEqual([folder for folder in sorted(folders) if not room_of(folder, rooms)], [])

    def test_every_room_is_described(self):
        rooms = {room.partition("/")[0] for room in declared()}
        self.assertEqual({room for room in rooms if f"**`{room}`**" not in DOCUMENT}, set())

    def test_every_door_of_the_walk_is_where_the_document_says(self):
        doors = DOOR.findall(DOCUMENT)
        self.assertTrue(doors)
        for function, file in doors:
            path = next((path for path in (ROOT / file, ROOT / "src" / file) if path.exists()), None)
            self.assertIsNotNone(path, file)
            self.assertRegex(path.read_text(), rf"\b{function.rpartition('::')[2]}\(", file)

    def test_a_room_uses_only_rooms_before_it(self):
        seen = set()
        for room, uses in declared().items():
            self.assertEqual([used for used in uses if used not in seen], [], f"of {room}")
            seen.add(room)

    def test_every_include_is_declared(self):
        rooms = declared()
        wrong = [f"{file} includes {used}" for room, used, file in edges(rooms) if used != room and used not in rooms[room]]
        self.assertEqual(wrong, [])

    def test_every_declaration_is_used(self):
        rooms = declared()
        used = {(room, other) for room, other, _ in edges(rooms)}
        idle = [f"{room} uses {other}" for room, others in rooms.items() for other in others if (room, other) not in used]
        self.assertEqual(idle, [])


if __name__ == "__main__":
    unittest.main()
