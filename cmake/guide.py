"""Converts the pages of docs/ to HTML and copies docs/images: guide.py DOCS INTO. Links between pages lead to the HTML.
Links to other files of the repository become plain text."""

import pathlib
import re
import shutil
import sys

import markdown

STYLE = """
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; font: 1rem/1.55 Inter, system-ui, sans-serif }
img { max-width: 100%; height: auto; border-radius: .4rem }
table { border-collapse: collapse; width: 100% } td, th { padding: .4rem .6rem; text-align: left; vertical-align: top }
tr + tr td { border-top: 1px solid #8884 } pre, code { font-family: ui-monospace, monospace; font-size: .9em }
pre { overflow-x: auto; padding: .8rem; border: 1px solid #8884; border-radius: .4rem }
a { color: #b36b00 } nav { font-size: .9rem; margin-bottom: 1rem }
"""


def slug(text, _separator):
    """Returns the anchor that GitHub gives a heading, because links use those."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def page(source, pages):
    text = source.read_text(encoding="utf-8")
    title = re.search(r"^# (.+)$", text, re.M).group(1)
    text = re.sub(r" ?\[[^\]]*\]\(images/2x/[^)]*\)", "", text)  # drops links to larger pictures
    text = re.sub(r"(?m)^((?!- | ).+)\n(?=- )", r"\1\n\n", text)  # Markdown needs an empty line before a list
    body = markdown.markdown(text, extensions=["tables", "fenced_code", "toc"],
                             extension_configs={"toc": {"slugify": slug}})

    def link(match):
        target, anchor = match.group(1), match.group(2) or ""
        if target in pages:
            return f'<a href="{target[:-3]}.html{anchor}">{match.group(3)}</a>'
        return match.group(3) if not re.match(r"[a-z]+://", target) and target else match.group(0)
    body = re.sub(r'<a href="([^"#]*)(#[^"]*)?">(.*?)</a>', link, body)
    body = re.sub(r"<table>\s*<thead>\s*<tr>\s*(<th>\s*</th>\s*)+</tr>\s*</thead>", "<table>", body)  # drops empty heads
    others = " · ".join(f'<a href="{name[:-3]}.html">{name[:-3].replace("-", " ")}</a>' for name in pages)
    return ('<!doctype html>\n<html lang="en-GB"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{title} – Redraw</title><style>{STYLE}</style></head>\n<body><nav>{others}</nav>\n{body}\n</body></html>\n")


def main(docs, into):
    pages = sorted((path.name for path in docs.glob("*.md")), key=lambda name: (name != "guide.md", name))
    into.mkdir(parents=True, exist_ok=True)
    for name in pages:
        (into / f"{name[:-3]}.html").write_text(page(docs / name, pages), encoding="utf-8")
    (into / "images").mkdir(exist_ok=True)
    for picture in (docs / "images").iterdir():
        if picture.is_file():
            shutil.copyfile(picture, into / "images" / picture.name)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
