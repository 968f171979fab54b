"""Reports as a reader's browser shows them. Set SPICA_SCREENSHOTS to a folder to look at them yourself."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from browser import CHROMIUM, Page  # noqa: E402

PROGRAM = os.path.abspath(os.environ.get("SPICA", "build/bin/spica"))
HOSTILE = ["</script><script>window.hacked = 1</script>", "<img src=x onerror='window.hacked = 2'>", "\"quoted' & <b>bold</b>",
           "שלום \u2028 line", "a" * 300, "{{name}} ${name} \\u003c"]


class Text(HTMLParser):
    """The words of a page without scripts."""

    def __init__(self, page):
        super().__init__()
        self.words, self.open_details, self.hidden = [], 0, 0
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.hidden += tag in ("script", "style")
        self.open_details += tag == "details" and "open" in dict(attributes)

    def handle_endtag(self, tag):
        self.hidden -= tag in ("script", "style")

    def handle_data(self, data):
        if not self.hidden:
            self.words.append(data)


def contrast(a, b):
    def luminance(colour):
        parts = [int(part) / 255 for part in colour[4:-1].split(",")]
        parts = [x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if CHROMIUM is None:
            raise unittest.SkipTest("chromium is not installed")
        cls.folder = tempfile.TemporaryDirectory(prefix="spica-report-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.page = Page()
        cls.addClassCleanup(cls.page.close)
        cls.folder = Path(cls.folder.name)
        rows = ["," + ",".join('"' + name.replace('"', '""') + '"' for name in HOSTILE)]
        for i in range(24):
            rows.append(f"<i>s{i}</i>," + ",".join(str(((i * 37 + j * 11) % 17) * (j + 1) + (i % 5) * 3) for j in range(len(HOSTILE))))
        (cls.folder / "hostile.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
        cls.made = {
            "demo": ["demo"],
            "samples": ["solve", "hostile.csv", "-k", "3,2"],
            "single": ["solve", "hostile.csv", "-k", "2"],
            "path": ["path", "hostile.csv", "-k", "1:6", "--select", "0.8"],
            "smallest": ["solve", "hostile.csv", "-k", "3", "--smallest"],
            "bound": ["bound", "hostile.csv", "-k", "3", "--method", "sdp"],
            "heuristic": ["heuristic", "hostile.csv", "-k", "3"],
            "chosen": ["solve", "hostile.csv", "-k", "3", "--include", "1", "--exclude", "2"],
            "disjoint": ["solve", "hostile.csv", "-k", "2,2", "--disjoint"],
            "rip": ["rip", "hostile.csv", "-k", "2"],
        }
        for name, arguments in cls.made.items():
            subprocess.run([PROGRAM, *arguments, "--report", f"{name}.html", "--json", f"{name}.json", "--log-level", "quiet"],
                           cwd=cls.folder, check=True, capture_output=True, timeout=120)

    def open(self, name, width=1000, scheme="light", phone=False):
        self.page.size(width, 900, phone)
        self.page.media(scheme)
        self.page.open(self.folder / f"{name}.html")

    def look(self, name):
        if folder := os.environ.get("SPICA_SCREENSHOTS"):
            self.page.screenshot(Path(folder) / f"{name}.png")

    def result(self, name):
        return json.loads((self.folder / f"{name}.json").read_text())

    def test_every_picture_is_drawn_without_errors_or_network(self):
        charts = {"demo": {"loadings", "trace", "plain", "curve"}, "samples": {"loadings", "trace", "plain", "curve", "plane"},
                  "single": {"loadings", "trace", "plain", "curve", "plane"}, "path": {"curve", "loadings"},
                  "smallest": {"loadings", "trace"}, "bound": {"loadings", "trace", "plain"}, "heuristic": {"loadings", "plain"},
                  "rip": {"loadings", "trace"}, "chosen": {"loadings", "trace", "plain", "plane"},
                  "disjoint": {"loadings", "trace", "plain", "curve", "plane"}}
        for name in self.made:
            with self.subTest(name):
                self.open(name)
                self.look(name)
                drawn = self.page.value("[...document.querySelectorAll('canvas')].map(c => [c.dataset.chart, c.dataset.drawn])")
                self.assertTrue(all(state == "yes" for _, state in drawn), drawn)
                self.assertLessEqual(charts[name], {chart for chart, _ in drawn})
                self.assertEqual(self.page.errors, [])
                self.assertEqual(len(self.page.fetched), 1, self.page.fetched)

    def test_pictures_are_not_blank(self):
        self.open("demo")
        colours = self.page.value("""[...document.querySelectorAll('canvas')].map(canvas => {
            const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            const seen = new Set();
            for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3] > 200) seen.add(pixels.slice(i, i + 3).join());
            return seen.size;
        })""")
        self.assertTrue(all(count >= 3 for count in colours), colours)

    def test_hostile_names_are_only_text(self):
        for name in ("samples", "path", "single"):
            self.open(name)
            self.assertIsNone(self.page.value("window.hacked === undefined ? null : window.hacked"))
            self.assertEqual(self.page.value("document.querySelectorAll('img, b, i').length"), 0)
            self.assertEqual(self.page.value("document.querySelectorAll('script').length"), 3)
        self.open("samples")
        shown = self.page.value("[...document.querySelectorAll('tbody th')].map(x => x.textContent)")
        for name in self.result("samples")["components"][0]["feature_names"]:
            self.assertIn(name, shown)
        self.assertIn("<i>s0</i>", shown)

    def test_the_words_say_what_is_proven(self):
        self.open("demo")
        lead = self.page.value("document.querySelector('.lead').textContent")
        self.assertIn("These 5 features explain 26.2 % of all variance (3.40615)", lead)
        self.assertIn("proven that no set of 5 features explains more", lead)
        second = self.page.value("document.querySelector('#component-2 .proof').textContent")
        self.assertTrue(second.startswith("With the components before it projected out, these 2 features explain 1.88"), second)
        self.assertNotIn("%", second)
        self.open("chosen")
        lead = self.page.value("document.querySelector('.lead').textContent")
        self.assertIn("among those allowed with those asked for", lead)
        self.assertIn("of the variance of the features allowed", lead)
        self.open("heuristic")
        self.assertIn("Nothing is proven", self.page.value("document.querySelector('.lead').textContent"))

    def test_bounds_in_sentences_are_rounded_outward(self):
        asserted = 0
        for seed in range(5):
            file = self.folder / f"noise{seed}.csv"
            subprocess.run([PROGRAM, "generate", "spiked", "--features", "40", "--samples", "20", "--seed", str(seed), "-o", file],
                           check=True, capture_output=True)
            run = subprocess.run([PROGRAM, "solve", file, "-k", "5", "--node-limit", "1", "--json", self.folder / "noise.json", "--report",
                                  self.folder / "noise.html", "--log-level", "quiet"], capture_output=True)
            self.assertIn(run.returncode, (0, 4))
            component = self.result("noise")["components"][0]
            if component["status"] == "optimal":
                continue
            asserted += 1
            words = " ".join(Text((self.folder / "noise.html").read_text()).words)
            upper = float(words.split("explains more than ")[1].split("(")[1].split(")")[0])
            lower = float(words.split("this one explains ")[1].split("(")[1].split(")")[0])
            self.assertGreaterEqual(upper * (1 + 1e-12), component["upper_bound"])
            self.assertLessEqual(lower * (1 - 1e-12), component["lower_bound"])
        self.assertGreater(asserted, 0)

    def test_tables_have_the_numbers_of_the_result(self):
        self.open("demo")
        rows = self.page.value("""[...document.querySelector('#component-1 table').tBodies[0].rows]
            .map(row => [...row.cells].map(cell => cell.textContent))""")
        component = self.result("demo")["components"][0]
        self.assertEqual(sorted(int(row[1]) for row in rows), component["support"])
        for row in rows:
            self.assertAlmostEqual(float(row[2]), component["loadings"][component["support"].index(int(row[1]))], places=5)

    def test_a_phone_needs_no_sideways_scrolling(self):
        for name in ("samples", "path"):
            for width in (320, 390):
                self.open(name, width, phone=True)
                self.look(f"{name}-{width}")
                self.assertLessEqual(self.page.value("document.documentElement.scrollWidth"), width)

    def test_light_and_dark_can_be_read(self):
        seen = set()
        for scheme in ("light", "dark"):
            self.open("samples", scheme=scheme)
            self.look(f"samples-{scheme}")
            paper, ink, lead, summary = self.page.value("""(() => {
                const of = (selector, key) => getComputedStyle(document.querySelector(selector))[key];
                return [of('body', 'backgroundColor'), of('body', 'color'), of('.file', 'color'), of('summary', 'color')];
            })()""")
            seen.add(paper)
            for colour in (ink, lead, summary):
                self.assertGreaterEqual(contrast(paper, colour), 4.5, (scheme, colour))
        self.assertEqual(len(seen), 2)

    def test_pictures_follow_a_change_of_scheme(self):
        self.open("demo")
        picture = "document.querySelector('canvas').toDataURL()"
        light = self.page.value(picture)
        self.page.media("dark")
        self.assertNotEqual(light, self.page.value(f"new Promise(done => setTimeout(() => done({picture}), 200))"))

    def test_the_keyboard_reaches_everything(self):
        self.open("demo")
        self.page.press("Tab", 9)
        self.assertEqual(self.page.value("document.activeElement.className"), "skip")
        self.page.press("Tab", 9)
        self.assertEqual(self.page.value("document.activeElement.tagName"), "SUMMARY")
        self.assertFalse(self.page.value("document.activeElement.parentElement.open"))
        self.page.press("Enter", 13)
        self.assertTrue(self.page.value("document.activeElement.parentElement.open"))

    def test_screen_readers_get_words_for_pictures(self):
        self.open("samples")
        self.assertEqual(self.page.value("document.documentElement.lang"), "en")
        self.assertEqual(self.page.value("document.querySelectorAll('h1').length"), 1)
        self.assertTrue(self.page.value("""[...document.querySelectorAll('figure')].every(figure =>
            figure.querySelector('canvas[role=img]').getAttribute('aria-label').length > 20 &&
            figure.querySelector('table caption') && figure.querySelector('tbody tr'))"""))
        tree = self.page.call("Accessibility.getFullAXTree")["nodes"]
        nameless = [node for node in tree if node.get("role", {}).get("value") in ("image", "img", "region", "table")
                    and not node.get("name", {}).get("value") and not node.get("ignored")]
        self.assertEqual(nameless, [])

    def test_it_prints(self):
        self.open("samples", scheme="dark")
        self.assertTrue(self.page.pdf().startswith(b"%PDF"))
        self.assertEqual(self.page.errors, [])

    def test_without_scripts_the_tables_are_there(self):
        page = Text((self.folder / "demo.html").read_text())
        self.assertGreaterEqual(page.open_details, 10)
        self.assertIn("length", page.words)

    def test_report_of_the_json_is_the_same(self):
        for name in self.made:
            subprocess.run([PROGRAM, "report", f"{name}.json", "-o", "again.html"], cwd=self.folder, check=True, capture_output=True)
            self.assertEqual((self.folder / "again.html").read_bytes(), (self.folder / f"{name}.html").read_bytes(), name)

    def test_a_curve_may_come_from_a_path(self):
        subprocess.run([PROGRAM, "solve", "hostile.csv", "-k", "2", "--json", "bare.json", "--log-level", "quiet"], cwd=self.folder, check=True,
                       capture_output=True)
        subprocess.run([PROGRAM, "report", "bare.json", "--curve", "path.json"], cwd=self.folder, check=True, capture_output=True)
        self.open("bare")
        self.assertEqual(self.page.value("document.querySelectorAll('#curve tbody tr').length"), 6)
        self.assertEqual(self.page.errors, [])


if __name__ == "__main__":
    unittest.main()
