"""Tests `redraw export RUN -o PAGE.html`: one self-contained file that draws in a browser what `redraw export` draws.

Tests in a browser (tests/support/browser.py) are skipped without one. By default they draw a few different networks;
REDRAW_EVERY_PAGE=1 draws all cases, larger and smaller (scripts/nightly pages)."""
import base64
import html.parser
import json
import math
import os
import pathlib
import random
import shutil
import time
import unittest

from harness import CliTest, shared_data  # first: harness extends sys.path for the next imports
import pictures  # noqa: I100
from browser import CHROMIUM, Chromium, installed  # noqa: I100

LARGEST = 2_000_000
QUICK = ("--epochs", "20", "--threads", "2")
EVERY = os.environ.get("REDRAW_EVERY_PAGE")
IN_SHORT = ("siren, alpha", "lineart", "grid, hashed", "stills", "enlarge, alpha")
SIZES = ("1x", "2x", "61x40", "0.5x") if EVERY else ("1x", "61x40")  # own size, larger, other proportions, smaller
GRID = ("--preset", "grid")


def write_colours(path, width, height, channels=3):
    """Writes rings of changing colour; with alpha, there is a hole in the middle."""
    def pixel(x, y):
        ring = 0.5 + 0.5 * math.sin(math.hypot(x - width / 2, y - height / 3) / 2.5)
        colour = (ring, x / width, (1 - ring) * y / height, 0.5 + 0.5 * math.tanh(math.hypot(x - 20, y - 20) - 9))
        return bytes(round(255 * value) for value in colour[:channels])

    rows = [b"".join(pixel(x, y) for x in range(width)) for y in range(height)]
    path.write_bytes(pictures.png(width, height, rows, 8, {3: 2, 4: 6}[channels]))


def read_png(path):
    """Returns (width, height, channels, bytes) of a PNG with 8 bits a channel."""
    width, height, depth, channels, rows = pictures.read_png(path.read_bytes())
    assert depth == 8
    return width, height, channels, bytes(value for row in rows for value in row)


def as_seen(pixels, channels):
    """Returns the pixels with each colour multiplied by its alpha, so that transparent ones compare equal."""
    if channels != 4:
        return pixels
    return [value if i % 4 == 3 else value * pixels[i | 3] / 255 for i, value in enumerate(pixels)]


class Elements(html.parser.HTMLParser):
    """Collects the elements of a page with their attributes, and the text of each kind of element."""

    def __init__(self, text):
        super().__init__()
        self.all, self.texts, self.open = [], {}, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.all.append((tag, dict(attributes)))
        self.open = dict(attributes).get("id", tag)

    def handle_endtag(self, tag):
        self.open = None

    def handle_data(self, data):
        self.texts[self.open] = self.texts.get(self.open, "") + data


class PageTest(CliTest):
    def page(self, run, name="page.html", *arguments):
        said = self.run_redraw("export", run, "-o", name, *arguments)
        self.assertIn(name, said)
        return (self.folder / name).read_text(encoding="utf-8")

    def facts(self, text):
        return json.loads(Elements(text).texts["facts"])[0]


class Page(PageTest):
    def test_it_asks_nothing_of_anybody(self):
        text = self.page(self.fit())
        elements = Elements(text)
        for tag, attributes in elements.all:
            for name in ("src", "href", "action", "data", "srcset", "poster"):
                self.assertTrue(attributes.get(name, "data:").startswith("data:"), f"{tag} {name}")
            self.assertFalse([name for name in attributes if name.startswith("on")], tag)
            self.assertNotIn(tag, ("iframe", "object", "embed", "base", "form", "link"))
        policy = next(a["content"] for _, a in elements.all if a.get("http-equiv") == "Content-Security-Policy")
        self.assertTrue(policy.startswith("default-src 'none';"))
        for word in ("http:", "https:", "connect-src", "unsafe-eval", "*", "blob:"):
            self.assertNotIn(word, policy)
        for word in ("http://", "https://", "fetch(\"", "XMLHttpRequest", "WebSocket", "sendBeacon", "import(", "url("):
            self.assertNotIn(word, text)

    def test_a_person_can_use_it(self):
        elements = Elements(self.page(self.fit()))
        tags = dict((a.get("id", tag), (tag, a)) for tag, a in elements.all)
        self.assertEqual(tags["html"][1]["lang"], "en")
        self.assertEqual(tags["moment"][1]["type"], "range")
        self.assertTrue(tags["moment"][1]["aria-label"])
        for tag, attributes in elements.all:
            if tag == "img":
                self.assertTrue(attributes["alt"])
        self.assertTrue(any(a.get("name") == "viewport" for _, a in elements.all))
        self.assertEqual(elements.texts["title"], "picture.png")

    def test_every_moment_is_in_it_and_the_last_first(self):
        run = self.fit()
        facts = self.facts(self.page(run))
        steps = [moment["step"] for moment in facts["moments"]]
        self.assertEqual(steps, sorted(steps, reverse=True))
        self.assertEqual((steps[0], steps[-1]), (40, 0))
        self.assertEqual(len(steps), 41)
        self.assertIsNone(facts["moments"][-1]["psnr"])
        packed = base64.b64decode(Elements(self.page(run)).texts["moments"])
        self.assertEqual(len(packed), sum(moment["bytes"] for moment in facts["moments"]))

    def test_title_and_text(self):
        """Titles and texts are shown as typed, whatever they contain, and create no elements."""
        run = self.fit()
        plain = len(Elements(self.page(run)).all)
        for title, text in (("Leo & I", "For Ada, from <me>"), ("", "only text"), ("only a title", ""),
                            ("</title><script>alert(1)</script>", "</script><img src=x onerror=alert(1)>"),
                            ("@MOMENTS@ @TEXT@", "\"'><svg onload=alert(1)> &lt;b&gt; <!--")):
            with self.subTest(title=title):
                elements = Elements(self.page(run, "page.html", "--title", title, "--text", text))
                self.assertEqual(len(elements.all), plain + 1 + 2 * bool(title) + 2 * bool(text))
                self.assertEqual(elements.texts["title"], title or "picture.png")
                self.assertEqual(elements.texts.get("bdi", ""), title + text + "picture.png")
        self.refuse("export", run, "-o", "picture.webp", "--title", "A title", naming=["--title", "page"], status=2)

    def test_moments_up_to_a_kept_step(self):
        run = self.fit()
        self.assertEqual(self.facts(self.page(run, "page.html", "--at", "7"))["moments"][0]["step"], 7)
        self.refuse("export", run, "-o", "page.html", "--at", "7000", naming=["7000", "was not kept"])

    def test_the_same_run_makes_the_same_page(self):
        """Includes a run whose networks do not all fit, so that early moments are stills (tests/engine/export/exports.cpp)."""
        write_colours(self.folder / "colours.png", 19, 13)
        self.run_redraw("fit", "colours.png", "-o", "large.redraw", "--preset", "siren", "--layers", "512,512,512", *QUICK)
        for run, stills in ((self.fit(), False), ("large.redraw", True)):
            one = self.page(run, "a.html", "--threads", "1")
            self.assertEqual(one, self.page(run, "b.HTM", "--threads", "2"))
            moments = self.facts(one)["moments"]
            self.assertEqual(["still" in moments[i] for i in (0, -1)], [False, stills])

    def test_at_most_a_hundred_moments_and_two_megabytes(self):
        self.write("picture.png", 200, 200, lambda x, y: 255 * (math.hypot(x - 100, y - 90) % 37 > 4))
        self.run_redraw("fit", "picture.png", "-o", "run.redraw")  # trains with default settings
        self.assertLessEqual(len(self.facts(self.page("run.redraw"))["moments"]), 100)
        size = (self.folder / "page.html").stat().st_size
        print(f"a default run of 200 x 200: {size} bytes")
        self.assertLessEqual(size, LARGEST)

    def test_twenty_moments_of_the_largest_network_of_noise(self):
        noise = random.Random(7).randbytes(512 * 480)
        self.write("noise.png", 512, 480, lambda x, y: noise[512 * y + x])
        self.run_redraw("fit", "noise.png", "-o", "run.redraw", *GRID, "--epochs", "10", "--train-size", "512")
        text = self.page("run.redraw")
        self.assertLessEqual((self.folder / "page.html").stat().st_size, LARGEST)
        moments = self.facts(text)["moments"]
        steps = [moment["step"] for moment in moments]
        self.assertGreaterEqual(len(steps), 20)
        self.assertEqual((min(steps), max(steps)), (0, steps[0]))
        self.assertEqual(["still" in moment for moment in moments[:2]], [False, True])

    def test_what_cannot_be_a_page(self):
        run = self.fit()
        self.fit("small.redraw", "--train-size", "12")
        race = ("export", run, "-o", "page.html", "--against")
        self.refuse(*race, "small.redraw", naming=["small.redraw", "run.redraw", "same picture"])
        self.refuse(*race, "gone.redraw", naming=["gone.redraw"])
        self.refuse(*race, run, "--at", "7", naming=["--against"])
        self.refuse("export", run, "-o", "picture.webp", "--against", run, naming=["--against", "page"], status=2)
        self.refuse("export", run, "-o", "page.html", "--size", "4x", naming=["--size"], status=2)
        self.refuse("export", run, "-o", "page.html", "--16bit", naming=["--16bit"], status=2)
        write_colours(self.folder / "large.png", 19, 13)
        self.run_redraw("fit", "large.png", "-o", "large.redraw", "--layers", "1700,1700,1700", "--epochs", "1")
        self.refuse("export", "large.redraw", "-o", "large.html", naming=["too many", "--parameters"])
        noise = os.urandom(1000 * 700 * 3)
        (self.folder / "noise.ppm").write_bytes(b"P6 1000 700 255\n" + noise)
        if shutil.which("convert"):
            os.system(f"convert '{self.folder}/noise.ppm' '{self.folder}/noise.png'")
            self.run_redraw("fit", "noise.png", "-o", "noise.redraw", "--preset", "enlarge", "--until-seconds", "0.1")
            self.refuse("export", "noise.redraw", "-o", "noise.html", naming=["noise.html", "picture"])
        self.assertEqual(list(self.folder.glob("*.html")), [])

    def test_hostile_names(self):
        plain = len(Elements(self.page(self.fit())).all)
        for name in (b"<img src=x onerror=alert(1)>.png", b"\"' onload=alert(1) x='.png", b"@MOMENTS@ @FACTS@.png", b"a\nb\r.png",
                     b"\xff\xfe.png", b"<!--<script>.png", b"&lt;b&gt;&amp;.png", "\u2028\u202e.png".encode(), b"]]>$&.png"):
            with self.subTest(name=name):
                picture = pathlib.Path(os.fsdecode(bytes(self.folder) + b"/" + name))
                shutil.copy(self.folder / "picture.png", picture)
                self.run_redraw("fit", picture, "-o", "run.redraw", "--force", "--layers", "8", "--epochs", "2")
                elements = Elements(self.page("run.redraw"))
                self.assertEqual(len(elements.all), plain)  # the name creates no elements
                facts = elements.texts["facts"]
                self.assertNotIn("<", facts)
                self.assertEqual(elements.texts["title"], json.loads(facts)[0]["name"])
                shown = name.decode("utf-8", "replace")
                if shown.isprintable() and "\ufffd" not in shown:
                    self.assertEqual(elements.texts["title"], shown)
                base64.b64decode(elements.texts["moments"], validate=True)


@unittest.skipUnless(installed(), "needs Chromium, or Firefox and Xvfb")
class InABrowser(PageTest):
    def drawn(self, browser, i, width, height, network=0):
        """Draws moment `i` of a network at this size in the browser. Returns RGBA, row by row."""
        drawn = base64.b64decode(browser.run(
            f"let text = ''; for (const byte of await redraw.draw({i}, {width}, {height}, {network})) text += String.fromCharCode(byte);"
            "return btoa(text)"))
        self.assertEqual(len(drawn), 4 * width * height)
        return drawn

    def check_stills(self, browser, picture):
        """Checks stills (moments stored as pictures): their PSNR is as stated; at twice the size they are smooth."""
        width, height, channels, wanted = read_png(picture)
        moments = browser.run("return redraw.moments")
        stills = [i for i, moment in enumerate(moments) if moment["still"] == [width, height] and moment["psnr"] is not None]
        self.assertGreater(len(stills), 3)
        for i in stills[::4]:
            drawn = self.drawn(browser, i, width, height)
            seen = b"".join(drawn[k:k + channels] for k in range(0, len(drawn), 4))
            error = sum((a - b) ** 2 for a, b in zip(seen, wanted)) / len(wanted)
            self.assertAlmostEqual(10 * math.log10(255 ** 2 / error), moments[i]["psnr"], delta=0.05)
            twice = self.drawn(browser, i, 2 * width, 2 * height)
            self.assertLessEqual(max(twice[::4]), max(drawn[::4]) + 1)
            self.assertLess(sum(abs(a - b) for a, b in zip(twice[4::4], twice[::4])) / len(twice),
                            sum(abs(a - b) for a, b in zip(drawn[4::4], drawn[::4])) / len(drawn))
        said = browser.run(f"await redraw.show({stills[0]}); return document.getElementById('read-out').value")
        self.assertIn(f"{width} × {height}", said)

    def differences(self, browser, run, sizes, network=0):
        """Returns mean differences of 255 to `redraw export`: two early networks at the first size, the last at all."""
        moments = browser.run(f"return redraw.{'rival' if network else 'moments'}")
        found = []
        for i, those in ((0, sizes[:1]), (len(moments) // 3, sizes[:1]), (len(moments) - 1, sizes)):
            for size in () if moments[i]["still"] else those:
                self.run_redraw("export", run, "-o", "wanted.png", "--size", size, "--at", moments[i]["step"])
                width, height, channels, wanted = read_png(self.folder / "wanted.png")
                drawn = self.drawn(browser, i, width, height, network)
                seen = b"".join(drawn[k:k + channels] for k in range(0, len(drawn), 4))
                seen, wanted = as_seen(seen, channels), as_seen(wanted, channels)
                found.append(sum(abs(a - b) for a, b in zip(seen, wanted)) / len(wanted))
        return found

    def cases(self):
        write_colours(self.folder / "colours.png", 48, 40)
        write_colours(self.folder / "holes.png", 40, 48, 4)
        self.write("ink.png", 48, 40, lambda x, y: 255 * (math.hypot(x - 20, y - 20) % 11 > 2))
        (self.folder / "hashed.json").write_text('{"network": {"grid": {"table_bits": 8, "features": 3}}}')
        (self.folder / "one.json").write_text('{"network": {"grid": {"features": 1, "levels": 5}}}')
        return {
            "siren": ("colours.png", "--preset", "siren", *QUICK),
            "siren, alpha": ("holes.png", "--preset", "siren", "--layers", "30,30", *QUICK),
            "fourier": ("colours.png", "--preset", "fourier", *QUICK),
            "lineart": ("ink.png", "--preset", "lineart", *QUICK),
            "tanh": ("ink.png", "--preset", "tanh", *QUICK),
            "gelu": ("colours.png", "--layers", "17,33", "--activation", "gelu", *QUICK),
            "sigmoid": ("colours.png", "--layers", "20", "--activation", "sigmoid", "--output", "sigmoid", *QUICK),
            "as it comes, colour": ("colours.png",),
            "as it comes, ink": ("ink.png",),
            "grid of points": ("colours.png", *GRID, "--pixel", "point", *QUICK),
            "grid, hashed": ("holes.png", *GRID, "--config", "hashed.json", *QUICK),
            "grid, one feature": ("colours.png", *GRID, "--config", "one.json", *QUICK),
            "stills": ("ink.png", "--preset", "siren", "--layers", "512,512,512", *QUICK),
            "enlarge": ("colours.png", "--preset", "enlarge", "--epochs", "2"),
            "enlarge, ink": ("ink.png", "--preset", "enlarge", "--epochs", "2"),
            "enlarge, alpha": ("holes.png", "--preset", "enlarge", "--epochs", "2"),
        }

    def test_it_draws_what_export_draws(self):
        runs = {}
        for i, (name, arguments) in enumerate(self.cases().items()):
            if not EVERY and name not in IN_SHORT:
                continue
            self.run_redraw("fit", *arguments, "-o", f"{i}.redraw")
            self.run_redraw("export", f"{i}.redraw", "-o", f"{i}.html")
            runs[name] = i
        for kind in installed():
            with kind() as browser:
                for name, i in runs.items():
                    with self.subTest(browser=kind.name, run=name):
                        browser.open(self.folder / f"{i}.html")
                        browser.run("await redraw.ready")
                        found = self.differences(browser, f"{i}.redraw", SIZES)
                        print(f"{kind.name}, {name}: {' '.join(f'{value:.2f}' for value in found)}")
                        self.assertLess(max(found), 1)
                        if name == "stills":
                            self.check_stills(browser, self.folder / "ink.png")
                        self.assertEqual(browser.problems, [])

    def test_a_race_draws_both_networks(self):
        """The page draws each network as its run does, with one slider and one wipe for both, and both curves."""
        write_colours(self.folder / "colours.png", 48, 40)
        runs = ("siren", "enlarge")
        for run, epochs in zip(runs, (20, 2)):
            self.run_redraw("fit", "colours.png", "-o", run, "--preset", run, "--epochs", epochs)
        self.run_redraw("export", runs[0], "--against", runs[1], "-o", "race.html")
        both = json.loads(Elements((self.folder / "race.html").read_text(encoding="utf-8")).texts["facts"])
        stops = len({moment["seconds"] for facts in both for moment in facts["moments"]})
        value = "const get = id => document.getElementById(id); const both = id => [get(id), get(id + '2')];"
        for kind in installed():
            with self.subTest(kind.name), kind() as browser:
                browser.open(self.folder / "race.html")
                browser.run("await redraw.ready")
                for network, run in enumerate(runs):
                    self.assertLess(max(self.differences(browser, run, SIZES, network)), 1)
                curves = browser.run(f"{value} return both('ahead').map(path => path.getAttribute('d').split(/[ML]/).length - 1)")
                self.assertEqual(curves, [sum(moment["psnr"] is not None for moment in facts["moments"]) for facts in both])
                said = browser.run(f"{value} await redraw.show({stops - 1}); return both('said').map(said => said.value)")
                for text, facts in zip(said, both):
                    self.assertIn(f"{facts['moments'][0]['psnr']:.1f} dB", text)
                wipes = f"{value} get('wipe-button').click(); return both('wipe').map(wipe => wipe.style.left)"
                self.assertEqual(browser.run(wipes), ["50%"] * 2)
                self.assertEqual(browser.problems, [])

    def test_nothing_is_loaded_and_how_long_it_takes(self):
        shutil.copy(shared_data("lion-200.png") or self.skipTest("needs the shared pictures"), self.folder / "lion.png")
        self.run_redraw("fit", "lion.png", "-o", "run.redraw")
        self.run_redraw("export", "run.redraw", "-o", "lion.html")
        for kind in installed():
            with self.subTest(kind.name), kind() as browser:
                first = []
                for _ in range(3):
                    browser.open(self.folder / "lion.html")
                    browser.run("await redraw.ready")
                    first.append(browser.run("return redraw.firstDrawing"))
                times = [browser.run(f"return await redraw.show({i})") for i in (0, 50, 99, 20, 70, 10, 90)]
                print(f"{kind.name}: first drawing {min(first):.0f} ms, a moment {sorted(times)[3]:.0f} ms, "
                      f"{max(times):.0f} ms at most")
                asked = browser.run("return performance.getEntriesByType('resource').map(entry => entry.name)")
                asked += getattr(browser, "requests", [])
                self.assertEqual([url for url in asked if not url.startswith(("file:", "data:"))], [])
                self.assertEqual(browser.problems, [])

    def test_keys_and_the_slider(self):
        self.fit("run.redraw")
        self.run_redraw("export", "run.redraw", "-o", "page.html")
        press = "const press = key => document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));"
        value = "const at = () => Number(document.getElementById('moment').value);"
        for kind in installed():
            with self.subTest(kind.name), kind() as browser:
                browser.open(self.folder / "page.html")
                browser.run("await redraw.ready")
                browser.run(f"{value} while (at() < 2) await new Promise(requestAnimationFrame)")  # the page plays by itself
                self.assertEqual(browser.run(f"{press}{value} press('End'); return at()"), 40)
                self.assertEqual(browser.run(f"{press}{value} press('ArrowLeft'); return at()"), 39)
                self.assertEqual(browser.run(f"{press}{value} press('Home'); return at()"), 0)
                self.assertEqual(browser.run(f"{press}{value} press('ArrowLeft'); return at()"), 0)
                self.assertEqual(browser.run(f"{press}{value} press('End'); return at()"), 40)
                zoomed = f"{press} press('0'); const zoom = () => parseFloat(document.getElementById('zoom').value" \
                         ".replace(',', '')); const before = zoom(); press('+'); return zoom() / before"
                self.assertAlmostEqual(browser.run(zoomed), 2, delta=0.02)
                self.assertFalse(browser.run(f"{press} press('w'); return document.getElementById('wipe').hidden"))
                self.assertIn("epoch 40", browser.run("return document.getElementById('read-out').value"))
                browser.run(f"{press}{value} press('Home'); press(' '); while (at() < 3) await new Promise(requestAnimationFrame)")

    @unittest.skipUnless(CHROMIUM, "needs Chromium")
    def test_a_lost_graphics_card_is_said_and_once_it_is_back_it_draws_again(self):
        self.write("ink.png", 48, 40, lambda x, y: 255 * (math.hypot(x - 20, y - 20) % 11 > 2))
        self.run_redraw("fit", "ink.png", "-o", "run.redraw", *QUICK)
        self.run_redraw("export", "run.redraw", "-o", "page.html")
        for kind in installed():
            with self.subTest(kind.name), kind() as browser:
                browser.open(self.folder / "page.html")
                browser.run("await redraw.ready")
                self.assertEqual(browser.run(
                    "window.before = 1;"
                    "window.graphics = document.getElementById('drawing').getContext('webgl2').getExtension('WEBGL_lose_context');"
                    "const lost = new Promise(done => document.getElementById('drawing').addEventListener('webglcontextlost', done));"
                    "window.graphics.loseContext(); await lost; return document.body.className"), "still")
                self.assertIn("lost", browser.run("return document.getElementById('trouble').textContent"))
                browser.run("setTimeout(() => window.graphics.restoreContext(), 50); return 0")
                self.assertEqual(self.moments_of_the_next_page(browser), 21)

    def moments_of_the_next_page(self, browser):
        for _ in range(300):
            try:
                if moments := browser.run("if (window.before) return 0; await redraw.ready; return redraw.moments.length"):
                    return moments
            except (OSError, RuntimeError):  # the page is being reloaded
                pass
            time.sleep(0.1)
        return 0

    def test_without_webgl_it_shows_the_drawing_and_says_so(self):
        self.fit("run.redraw")
        self.run_redraw("export", "run.redraw", "-o", "page.html")
        with Chromium(webgl=False) as browser:
            browser.open(self.folder / "page.html")
            said = browser.run("await redraw.ready.catch(() => {}); return document.getElementById('trouble').innerText")
            self.assertEqual(said, "This browser has no WebGL 2: this is the finished drawing as a picture.")
            self.assertGreater(browser.run("const still = document.getElementById('still'); await still.decode();"
                                           "return still.naturalWidth * still.clientWidth"), 0)
