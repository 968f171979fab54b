"""tests/unit mirrors src/: a test of src/ROOM/SOURCE is tests/unit/ROOM/SOURCE_test.cpp, or SOURCE_TOPIC_test.cpp where there are
several."""

import pathlib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def sources(folder):
    """The names of the sources in a folder of src/, without their endings."""
    return {path.stem for path in (ROOT / "src" / folder).glob("*.?pp")}


def mirrors(test):
    """Whether a test, relative to tests/unit, is named after a source of its room."""
    words = test.name.removesuffix("_test.cpp").split("_")
    beginnings = {"_".join(words[:count]) for count in range(1, len(words) + 1)}
    return bool(beginnings & sources(test.parent))


class Mirror(unittest.TestCase):
    def test_every_unit_test_is_named_after_what_it_tests(self):
        tests = [path.relative_to(ROOT / "tests/unit") for path in (ROOT / "tests/unit").rglob("*_test.cpp")]
        self.assertTrue(tests)
        self.assertEqual([test.as_posix() for test in sorted(tests) if not mirrors(test)], [])


if __name__ == "__main__":
    unittest.main()
