"""Reports as a reader's browser shows them. Set SPICA_SCREENSHOTS to a folder to look at them yourself."""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as Xml
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
            "joint": ["solve", "hostile.csv", "-k", "2,2", "--joint"],
            "rip": ["rip", "hostile.csv", "-k", "2"],
        }
        for name, arguments in cls.made.items():
            subprocess.run([PROGRAM, *arguments, "--report", f"{name}.html", "--json", f"{name}.json", "--log-level", "quiet"],
                           cwd=cls.folder, check=True, capture_output=True, timeout=120)
        cls.add_labels()

    @classmethod
    def add_labels(cls):
        """A result with what only some results have: labels of samples, correlations of scores."""
        result = json.loads((cls.folder / "samples.json").read_text())
        result["plane"]["labels"] = [["<b>first</b>", "second", None][i % 3] for i in range(len(result["plane"]["x"]))]
        result["input"]["labels"] = "<i>kind</i>"
        result["options"]["deflation"] = "schur"
        result["correlations"] = [[1.0, 0.83], [0.83, 1.0]]
        (cls.folder / "labels.json").write_text(json.dumps(result))
        subprocess.run([PROGRAM, "report", "labels.json"], cwd=cls.folder, check=True, capture_output=True, timeout=60)

    def open(self, name, width=1000, scheme="light", phone=False):
        self.page.size(width, 900, phone)
        self.page.media(scheme)
        self.page.open(self.folder / f"{name}.html")

    def look(self, name):
        if folder := os.environ.get("SPICA_SCREENSHOTS"):
            self.page.screenshot(Path(folder) / f"{name}.png")

    def result(self, name):
        return json.loads((self.folder / f"{name}.json").read_text())

    def unfold(self):
        self.page.value("""document.querySelectorAll('details').forEach(details => { details.open = true; });
            new Promise(done => setTimeout(done, 200))""")

    def test_every_picture_is_drawn_without_errors_or_network(self):
        several = {"loadings", "heat", "trace", "plain", "curve"}
        charts = {"demo": several, "samples": several | {"plane"}, "labels": several | {"plane"},
                  "single": {"loadings", "trace", "plain", "curve", "plane"}, "path": {"curve", "loadings", "heat"},
                  "smallest": {"loadings", "trace", "plane"}, "bound": {"loadings", "trace", "plain", "plane"},
                  "heuristic": {"loadings", "plain", "plane"}, "rip": {"loadings", "heat", "trace"},
                  "chosen": {"loadings", "trace", "plain", "curve", "plane"}, "disjoint": several | {"plane"},
                  "joint": several - {"curve"} | {"plane"}}
        for name in charts:
            with self.subTest(name):
                self.open(name)
                self.look(name)
                self.unfold()
                drawn = self.page.value("[...document.querySelectorAll('.chart')].map(c => [c.dataset.chart, c.dataset.drawn])")
                self.assertTrue(all(state == "yes" for _, state in drawn), drawn)
                self.assertEqual(charts[name], {chart for chart, _ in drawn})
                self.assertEqual(self.page.errors, [])
                self.assertEqual(len(self.page.fetched), 1, self.page.fetched)

    def test_a_joint_choice_is_proven_as_a_whole(self):
        self.open("joint")
        self.unfold()
        total = self.result("joint")["total"]
        self.assertIn("no other choice of 2 x 2 different features", self.page.value("document.querySelector('.lead').textContent"))
        self.assertIn(f"heuristics find components that explain {total['one_after_another']:.6g}", self.page.value("document.querySelector('#summary .note').textContent"))
        proofs = self.page.value("[...document.querySelectorAll('.cards .proof')].map(x => x.textContent)")
        self.assertFalse(any("proven" in words or "leave over" in words for words in proofs), proofs)
        drawn = self.page.value("[...document.querySelectorAll('[data-chart=trace] svg text')].map(x => x.textContent)")
        self.assertIn("All together", drawn)
        self.assertIn("Upper bound: no choice exceeds it", drawn)

    def test_shapes_have_places_and_text_stays_inside(self):
        for name, width in (("demo", 1000), ("labels", 1000), ("joint", 1200), ("path", 390), ("labels", 390), ("joint", 390)):
            with self.subTest((name, width)):
                self.open(name, width, phone=width < 500)
                self.unfold()
                self.assertEqual(self.page.value("""[...document.querySelectorAll('svg *')].filter(x =>
                    [...x.attributes].some(a => /NaN|undefined|Infinity/.test(a.value))).length"""), 0)
                outside = self.page.value("""[...document.querySelectorAll('svg text')].filter(x => {
                    const own = x.getBoundingClientRect(), all = x.ownerSVGElement.getBoundingClientRect();
                    return own.left < all.left - 2 || own.right > all.right + 2 || own.bottom > all.bottom + 2 || own.top < all.top - 4;
                }).map(x => x.closest('.chart').dataset.chart + ': ' + x.textContent)""")
                self.assertEqual(outside, [])

    def test_small_multiples_stand_side_by_side(self):
        places = """[...document.querySelectorAll('[data-chart=loadings] svg > g')].map(g => g.getBoundingClientRect())
            .map(box => [box.left, box.top])"""
        self.open("demo", 1200)
        wide = self.page.value(places)
        self.assertEqual(len(wide), 6)
        self.assertEqual(wide[0][1], wide[1][1])
        self.open("demo", 390, phone=True)
        narrow = self.page.value(places)
        self.assertEqual(len({left for left, _ in narrow}), 1)

    def saved(self, chart, kind):
        folder = self.folder / "saved"
        folder.mkdir(exist_ok=True)
        for file in folder.iterdir():
            file.unlink()
        self.page.call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
        self.page.value(f"""[...document.querySelectorAll('[data-chart={chart}]')][0].closest('figure')
            .querySelector('.save button[aria-label*={kind.upper()}]').click()""")
        for _ in range(600):
            # The browser makes an empty file of that name first, and writes into another.
            files = [file for file in folder.iterdir() if file.suffix == f".{kind}" and file.stat().st_size > 0]
            if files:
                return files[0]
            time.sleep(0.05)
        self.fail(f"{chart} is not saved as {kind}: {self.page.errors}")

    def test_pictures_are_saved(self):
        self.open("labels", scheme="dark")
        self.unfold()
        names = self.result("labels")["components"][0]["feature_names"]
        for chart in ("loadings", "heat", "plane", "curve", "plain", "trace"):
            with self.subTest(chart):
                file = self.saved(chart, "svg")
                self.assertTrue(file.name.startswith("hostile-"), file.name)
                source = file.read_text()
                root = Xml.fromstring(source)
                self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
                shapes = [element for element in root.iter() if element.tag.split("}")[1] not in ("svg", "g", "title")]
                self.assertGreater(len(shapes), 10)
                self.assertNotIn("var(", source)
                self.assertNotIn("class=", source)
                for element in shapes:
                    self.assertIn("fill", element.attrib)
                if chart == "loadings":
                    self.assertIn(names[0], [title.text.rsplit(":", 1)[0] for title in root.iter("{http://www.w3.org/2000/svg}title")])
        picture = self.saved("plane", "png").read_bytes()
        self.assertTrue(picture.startswith(b"\x89PNG"))
        self.assertGreater(int.from_bytes(picture[16:20], "big"), 2000)
        self.assertEqual(self.page.errors, [])

    def test_saved_pictures_are_for_paper(self):
        colours = []
        for scheme in ("light", "dark"):
            self.open("demo", scheme=scheme)
            colours.append(sorted(set(re.findall(r"rgba?\([^)]*\)", self.saved("loadings", "svg").read_text()))))
        self.assertEqual(*colours)

    def test_navigation_stays_and_leads_everywhere(self):
        for width in (390, 1000):
            self.open("demo", width, phone=width < 500)
            links = self.page.value("[...document.querySelectorAll('nav a')].map(a => a.hash)")
            self.assertEqual(links, ["#summary", "#components", "#curve", "#plain", "#proof"])
            self.assertFalse(self.page.value("document.querySelector('#proof details').open"))
            for link in links:
                place = self.page.value(f"""(async () => {{
                    document.documentElement.style.scrollBehavior = 'auto';
                    document.querySelector('nav a[href="{link}"]').click();
                    const current = () => document.querySelector('nav a[aria-current]').hash;
                    await new Promise(done => setTimeout(done, 150));
                    for (let i = 0; i < 100 && current() !== '{link}' && {str(link in ('#summary', '#components')).lower()}; ++i)
                        await new Promise(done => setTimeout(done, 50));
                    const bar = document.querySelector('nav').getBoundingClientRect();
                    return [bar.top, bar.bottom, document.querySelector('{link}').getBoundingClientRect().top, innerHeight,
                            current()];
                }})()""")
                top, bottom, target, height, current = place
                self.assertEqual(top, 0, link)
                self.assertLess(target, height / 2, link)
                self.assertGreaterEqual(target, bottom - 2 if link != "#summary" else 0, link)
                if link in ("#summary", "#components"):
                    self.assertEqual(current, link)
            self.assertTrue(self.page.value("document.querySelector('#proof details').open"))

    def test_samples_are_told_apart_by_their_labels(self):
        self.open("labels")
        kinds = self.page.value("""[...document.querySelectorAll('[data-chart=plane] .point')].map(x => x.tagName + getComputedStyle(x).fill)""")
        self.assertEqual(len(set(kinds)), 3)
        words = self.page.value("[...document.querySelectorAll('[data-chart=plane] text')].map(x => x.textContent)")
        for label in ("<b>first</b>", "second", "no label"):
            self.assertIn(label, words)
        self.assertIn("1 and 2 (0.83)", self.page.value("document.querySelector('#samples .note').textContent"))
        rows = self.page.value("[...document.querySelectorAll('#samples figure tbody tr')].map(row => row.cells[1].textContent)")
        self.assertEqual(len(rows), 24)

    def test_no_sentence_is_said_twice(self):
        for name in ("demo", "labels", "single", "path", "rip"):
            with self.subTest(name):
                self.open(name)
                words = self.page.value("[...document.querySelectorAll('h1, .lead, .note, section > p, figcaption, .words dd')].map(x => x.textContent)")
                sentences = [sentence for text in words for sentence in re.split(r"(?<=[.:]) ", text) if len(sentence) > 20]
                self.assertEqual(len(sentences), len(set(sentences)), sorted(sentences))

    def test_hostile_names_are_only_text(self):
        for name in ("samples", "path", "single", "labels"):
            self.open(name)
            self.assertIsNone(self.page.value("window.hacked === undefined ? null : window.hacked"))
            self.assertEqual(self.page.value("document.querySelectorAll('img, b, i').length"), 0)
            self.assertEqual(self.page.value("document.querySelectorAll('script').length"), 2)
        self.open("samples")
        shown = self.page.value("[...document.querySelectorAll('tbody th')].map(x => x.textContent)")
        for name in self.result("samples")["components"][0]["feature_names"]:
            self.assertIn(name, shown)
        self.assertIn("<i>s0</i>", shown)

    def test_the_words_say_what_is_proven(self):
        self.open("demo")
        first, second = (self.page.value(f"document.querySelector('#component-{i}').textContent") for i in (1, 2))
        self.assertIn("26.2 % of all variance", first)
        self.assertIn("length, topdiam, whorls, bowdist and ringbut", first)
        self.assertIn("These 5 features explain 3.40615 of a total variance of 13. It is proven that no set of 5 features explains more.", first)
        self.assertIn("With the loadings of the components before it projected out, these 2 features explain 1.88", second)
        self.open("labels")
        self.assertIn("Of what the components before it leave over, these 2", self.page.value("document.querySelector('#component-2').textContent"))
        self.open("disjoint")
        self.assertIn("that no earlier component uses", self.page.value("document.querySelector('#component-2').textContent"))
        self.open("chosen")
        lead = self.page.value("document.querySelector('.lead').textContent")
        self.assertIn("allowed features with the required ones", lead)
        self.assertIn("of the variance of the allowed features", self.page.value("document.querySelector('h1').textContent"))
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
            upper = float(words.split("explains more than ")[1].split()[0].rstrip(".:"))
            lower = float(words.split("features explain ")[1].split()[0])
            self.assertGreaterEqual(upper * (1 + 1e-12), component["upper_bound"])
            self.assertLessEqual(lower * (1 - 1e-12), component["lower_bound"])
        self.assertGreater(asserted, 0)

    def test_tables_have_the_numbers_of_the_result(self):
        self.open("demo")
        rows = self.page.value("""[...document.querySelector('#components table').tBodies[0].rows]
            .map(row => [...row.cells].map(cell => cell.textContent)).filter(row => row[1] === 'Component 1')""")
        component = self.result("demo")["components"][0]
        self.assertEqual(sorted(int(row[2]) for row in rows), component["support"])
        for row in rows:
            self.assertAlmostEqual(float(row[3]), component["loadings"][component["support"].index(int(row[2]))], places=5)

    def test_a_phone_needs_no_sideways_scrolling(self):
        for name in ("labels", "path", "demo", "rip"):
            for width in (320, 390):
                self.open(name, width, phone=True)
                self.look(f"{name}-{width}")
                self.unfold()
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

    def test_numbers_in_a_grid_can_be_read(self):
        """Against the colour that shines through on paper."""
        subprocess.run([PROGRAM, "generate", "spiked", "--features", "40", "--samples", "20", "-o", "many.csv"], cwd=self.folder, check=True,
                       capture_output=True)
        subprocess.run([PROGRAM, "solve", "many.csv", "-k", "8,8", "--deflation", "projection", "--report", "many.html", "--log-level", "quiet"],
                       cwd=self.folder, check=True, capture_output=True)
        looked_at = 0
        for scheme in ("light", "dark"):
            self.open("many", 390, scheme=scheme, phone=True)
            paper = self.page.value("getComputedStyle(document.body).backgroundColor")
            cells = self.page.value("""[...document.querySelectorAll('[data-chart=heat] .cell')].map(cell => {
                const words = cell.nextElementSibling;
                const numbered = words && /^−?\\d\\.\\d\\d$/.test(words.textContent);
                return [getComputedStyle(cell).fill, Number(cell.getAttribute('fill-opacity')), numbered ? getComputedStyle(words).fill : null];
            })""")
            for fill, opacity, ink in cells:
                if ink is None:
                    continue
                looked_at += 1
                mixed = [opacity * int(a) + (1 - opacity) * int(b) for a, b in zip(fill[4:-1].split(","), paper[4:-1].split(","))]
                self.assertGreaterEqual(contrast(f"rgb({','.join(str(round(x)) for x in mixed)})", ink), 4.5, (scheme, fill, opacity, ink))
        self.assertGreater(looked_at, 0)

    def test_pictures_follow_a_change_of_scheme(self):
        self.open("demo")
        picture = "getComputedStyle(document.querySelector('svg rect')).fill"
        light = self.page.value(picture)
        self.page.media("dark")
        self.assertNotEqual(light, self.page.value(picture))

    def test_the_keyboard_reaches_everything(self):
        self.open("demo")
        self.page.press("Tab", 9)
        self.assertEqual(self.page.value("document.activeElement.className"), "skip")
        reached = []
        for _ in range(8):
            self.page.press("Tab", 9)
            reached.append(self.page.value("document.activeElement.hash || document.activeElement.textContent"))
        self.assertEqual(reached, ["#summary", "#components", "#curve", "#plain", "#proof", "SVG", "PNG", "The same as a table"])
        self.assertFalse(self.page.value("document.activeElement.parentElement.open"))
        self.page.press("Enter", 13)
        self.assertTrue(self.page.value("document.activeElement.parentElement.open"))

    def test_screen_readers_get_words_for_pictures(self):
        self.open("samples")
        self.assertEqual(self.page.value("document.documentElement.lang"), "en")
        self.assertEqual(self.page.value("document.querySelectorAll('h1').length"), 1)
        self.assertTrue(self.page.value("""[...document.querySelectorAll('figure')].every(figure =>
            figure.querySelector('.chart').dataset.says.length > 20 && figure.querySelectorAll('button[aria-label]').length === 2 &&
            figure.querySelector('table caption') && figure.querySelector('tbody tr'))"""))
        self.assertGreaterEqual(self.page.value("document.querySelectorAll('svg[role=img][aria-label]').length"), 5)
        tree = self.page.call("Accessibility.getFullAXTree")["nodes"]
        nameless = [node for node in tree if node.get("role", {}).get("value") in ("image", "img", "region", "table", "button", "navigation")
                    and not node.get("name", {}).get("value") and not node.get("ignored")]
        self.assertEqual(nameless, [])

    def test_it_prints(self):
        self.open("samples", scheme="dark")
        self.assertTrue(self.page.pdf().startswith(b"%PDF"))
        self.assertEqual(self.page.errors, [])

    def test_without_scripts_the_tables_are_there(self):
        page = Text((self.folder / "demo.html").read_text())
        self.assertGreaterEqual(page.open_details, 6)
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
