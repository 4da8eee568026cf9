"""Tests `redraw enlarge`, which draws a picture larger in one command, and the preset of the same name."""
import math
import signal

from harness import CliTest, activity, output_of, png_header, wait_for  # first: it extends sys.path for the next import
import pictures  # noqa: I100


QUICK = ("--epochs", "3")


def rings(x, y):
    """Returns a gray value of rings, which have edges of every direction."""
    return int(255 * (0.5 + 0.45 * math.copysign(1, math.sin(math.hypot(x - 20, y - 17) / 2.3))))


def blocks(x, y):
    """Returns a gray value of squares of 4 x 4 pixels, as in enlarged pixel art."""
    return 40 + (x // 4 * 73 + y // 4 * 151 + x // 4 * (y // 4) * 29) % 180


class Enlarge(CliTest):
    def picture(self, name="picture.png", width=72, height=60):
        self.write(name, width, height, rings)
        return name

    def test_sizes_are_of_the_picture(self):
        picture = self.picture()
        for size, expected in (("2x", (144, 120)), ("2X", (144, 120)), ("1.5x", (108, 90)), ("3x", (216, 180)), ("200", (200, 167)),
                               ("100x100", (100, 100)), ("8x", (576, 480)), ("1x", (72, 60))):
            with self.subTest(size=size):
                said = self.run_json("enlarge", picture, "-o", "out.png", "--size", size, *QUICK)[-1]
                self.assertEqual((said["width"], said["height"]), expected)
                self.assertEqual(png_header(self.folder / "out.png")[:2], expected)
                self.assertIn(said["drawn_by"], said["own_half"])

    def test_it_says_what_it_is_worth_in_one_line(self):
        said = self.run_redraw("enlarge", self.picture(), "-o", "out.png")
        self.assertEqual(len(said.splitlines()), 1, said)
        for text in ("out.png: 144 x 120", "own half", "dB", "Lanczos"):
            self.assertIn(text, said)
        self.assertEqual(self.names(), ["out.png", "picture.png"])

    def test_nearest_draws_pixel_art_alone_and_repeats_its_pixels(self):
        for paint in (blocks, rings):
            with self.subTest(paint=paint.__name__):
                self.write("art.png", 96, 96, paint)
                said = self.run_json("enlarge", "art.png", "-o", "out.png", *(QUICK if paint is blocks else ()))[-1]
                *_, channels, rows = pictures.read_png(self.read("out.png"))
                pixels = [list(zip(*[iter(row)] * channels)) for row in rows]
                repeats = pixels[::2] == pixels[1::2] and all(row[::2] == row[1::2] for row in pixels)
                self.assertEqual((said["drawn_by"] == "nearest", repeats), (paint is blocks, paint is blocks))
                if paint is blocks:
                    self.assertEqual((said["exact_on_own_half"], said["own_half"]["nearest"]), (["nearest"], None))
                    self.assertNotIn("inf", self.run_redraw("enlarge", "art.png", "-o", "out.png", *QUICK))

    def test_the_same_bits_on_any_threads(self):
        picture = self.picture()
        drawings = []
        for threads in (1, 2, 3):
            self.run_redraw("enlarge", picture, "-o", f"{threads}.png", "--threads", threads, *QUICK)
            drawings.append(self.read(f"{threads}.png"))
        self.assertEqual(len(set(drawings)), 1)
        self.run_redraw("enlarge", picture, "-o", "other.png", "--seed", 2, *QUICK)
        self.assertNotEqual(self.read("other.png"), drawings[0])

    def test_depths_and_small_pictures(self):
        self.run_redraw("enlarge", self.picture(), "-o", "out.png", "--16bit", *QUICK)
        self.assertEqual(png_header(self.folder / "out.png")[2], 16)
        for width, height in ((8, 8), (9, 31), (40, 12)):
            with self.subTest(width=width):
                self.run_redraw("enlarge", self.picture("small.png", width, height), "-o", "small-out.png", *QUICK)
                self.assertEqual(png_header(self.folder / "small-out.png")[:2], (2 * width, 2 * height))

    def test_refusals(self):
        picture = self.picture()
        self.refuse("enlarge", picture, "-o", "out.png", "--size", "0.5x", naming=("--size", "smaller"), status=2)
        self.refuse("enlarge", picture, "-o", picture, naming=(picture,))
        self.refuse("enlarge", picture, "-o", "out.xyz", naming=("out.xyz",))
        self.refuse("enlarge", "nothing.png", "-o", "out.png", naming=("nothing.png",))
        self.refuse("enlarge", picture, "-o", "no folder/out.png", naming=("out.png", "no such folder"))  # before learning
        self.assertFalse((self.folder / "out.png").exists())

    def test_a_picture_too_small_to_learn_from_is_interpolated(self):
        for width, height in ((7, 20), (20, 3), (1, 1), (1, 40)):
            picture = self.picture("tiny.png", width, height)
            for once in ((), ("--once",)):
                done = self.run_json("enlarge", picture, "-o", f"{width}x{height}{len(once)}.png", "--size", "3x", *once)[-1]
                self.assertEqual((done["width"], done["height"], done["drawn_by"]), (3 * width, 3 * height, "lanczos"))
                self.assertEqual(png_header(self.folder / done["drawing"])[:2], (3 * width, 3 * height))

    def test_a_signal_stops_it_and_leaves_nothing(self):
        picture = self.picture(width=300, height=260)
        before = self.names()
        process = self.start("enlarge", picture, "-o", "out.png", "--size", "8x")
        wait_for(lambda: activity(process.pid)[0] > 0.3, process)  # processor seconds
        process.send_signal(signal.SIGINT)
        _, errors = output_of(process)
        self.assertEqual(process.returncode, 128 + signal.SIGINT, errors)
        self.assertEqual(len(errors.strip().splitlines()), 1)
        self.assertEqual(self.names(), before)

    def test_the_preset_is_a_run_like_any_other(self):
        picture = self.picture()
        self.run_redraw("fit", picture, "-o", "run.redraw", "--preset", "enlarge", "--epochs", "20")
        info = self.run_json("info", "run.redraw")[-1]
        self.assertEqual(info["preset"] if "preset" in info else "enlarge", "enlarge")
        self.run_redraw("export", "run.redraw", "-o", "a.png", "--size", "2x")
        self.assertEqual(png_header(self.folder / "a.png")[:2], (144, 120))
        self.run_redraw("export", "run.redraw", "-o", "past.png", "--size", "2x", "--at", "10")
        self.assertNotEqual(self.read("a.png"), self.read("past.png"))
        self.run_redraw("timelapse", "run.redraw", "-o", "film.gif", "--seconds", "0.5", "--size", "80")
        self.run_redraw("compare", "run.redraw", "--epochs", "5")
        self.run_redraw("weights", "run.redraw", "-o", "w.safetensors")
        self.refuse("weights", "run.redraw", "-o", "w.h", naming=("a picture",))
        self.run_redraw("resume", "run.redraw", "--epochs", "22")
        self.assertLess((self.folder / "run.redraw").stat().st_size, 6_000_000)
