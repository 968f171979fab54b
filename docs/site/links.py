"""Every link of the finished site leads somewhere inside of it, what its styles load too, and nothing is loaded from a network:
python3 links.py SITE"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loaded = set(), [], []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors.update(given[name] for name in ("id", "name") if given.get(name))
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif tag in ("img", "script", "iframe", "source") and given.get("src"):
            self.loaded.append(given["src"])
        elif tag == "link" and given.get("href") and given.get("rel") != "canonical":
            self.loaded.append(given["href"])


def styles(site):
    """The styles, and what each loads."""
    for path in site.rglob("*.css"):
        for link in re.findall(r"""url\(\s*["']?([^"')]+)""", path.read_text()):
            if not link.startswith(("data:", "#")):
                yield path, link


def main():
    site = Path(sys.argv[1]).resolve()
    pages = {path: Page(path) for path in site.rglob("*.html")}
    wrong, count = [], 0
    for path, page in pages.items():
        name = path.relative_to(site)
        for link in page.loaded + page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.loaded and parts.scheme != "data":
                    wrong.append(f"{name}: loads {link} from a network")
                continue
            count += 1
            target = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
            if target.suffix == ".js" and target.exists() and target.read_text().startswith("import "):
                wrong.append(f"{name}: {link} imports other scripts, which needs a network")
            if not target.exists():
                wrong.append(f"{name}: there is no {link}")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                wrong.append(f"{name}: {link} has no such place")
    for path, link in styles(site):
        count += 1
        parts = urlsplit(link)
        if parts.scheme or parts.netloc or not (path.parent / unquote(parts.path)).exists() or parts.path.startswith("/"):
            wrong.append(f"{path.relative_to(site)}: there is no {link}")
    print("\n".join(sorted(set(wrong))) or f"{count} links on {len(pages)} pages lead somewhere.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
