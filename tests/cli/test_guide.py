"""Tests that the guide installed with the programs opens without a network: every link, anchor and picture exists.
Skipped if python3-markdown, which builds the guide, was missing."""
import html.parser
import pathlib
import unittest
import urllib.parse

from harness import REDRAW

GUIDE = pathlib.Path(REDRAW).resolve().parents[1] / "guide"
DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.names, self.links, self.sources = set(), [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        of = dict(attributes)
        self.names.add(of.get("id"))
        if tag == "a":
            self.links.append(of["href"])
        if "src" in of:
            self.sources.append(of["src"])


@unittest.skipUnless((GUIDE / "guide.html").exists(), "the guide was not made: there is no studio or no python3-markdown")
class Guide(unittest.TestCase):
    def setUp(self):
        self.pages = {path.name: Page(path) for path in GUIDE.glob("*.html")}

    def test_every_page_of_the_documentation_is_there(self):
        self.assertEqual(set(self.pages), {path.stem + ".html" for path in DOCS.glob("*.md")})

    def test_every_picture_is_there(self):
        for name, page in self.pages.items():
            for source in page.sources:
                self.assertTrue((GUIDE / urllib.parse.unquote(source)).is_file(), f"{name} shows {source}")
        self.assertGreater(len(self.pages["guide.html"].sources), 50)

    def test_every_link_leads_somewhere(self):
        for name, page in self.pages.items():
            for link in page.links:
                target = urllib.parse.urlsplit(link)
                if target.scheme:
                    self.assertEqual(target.scheme, "https", f"{name} links to {link}")
                    continue
                other = target.path or name
                self.assertIn(other, self.pages, f"{name} links to {link}")
                if target.fragment:
                    self.assertIn(urllib.parse.unquote(target.fragment), self.pages[other].names, f"{name} links to {link}")
