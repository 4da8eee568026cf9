"""Tests that stopping and resuming a run, on any number of threads, gives the same network bit for bit."""
import shutil
import signal

from harness import CliTest, blobs, output_of, png_header, write_png

NETWORK = ("--layers", "48,48,48")
ENDLESS = 100_000_000  # epochs; no machine finishes before it is stopped
WHOLE_SIDES = (1700, 900)  # pixels; a picture of two tiles
WHOLE_FIT = ("fit", "picture.png", "--whole", "--train-size", "100", "--epochs", "1", "--threads", "2")


def kept_after(step):
    """Returns the first step after this one that every run keeps: a number of at most two significant digits."""
    unit = 10 ** max(0, len(str(step + 1)) - 2)
    return -(-(step + 1) // unit) * unit


class Resume(CliTest):
    PICTURE = (48, 40)

    def start_fit(self, name, *settings, threads=1):
        return self.start("fit", "picture.png", "-o", name, *(settings or NETWORK), "--epochs", ENDLESS,
                          "--threads", threads, "--json")

    def start_resume(self, name, *settings, threads=1):
        return self.start("resume", name, "--threads", threads, "--json", *settings)

    def stop_after(self, process, step):
        """Stops the process by a signal once it has learned that step."""
        self.wait_until(process, lambda event: event["step"] >= step)
        self.stop(process)

    def check_resumed(self, name, *settings, threads=2):
        """Resumes a stopped run, and compares it with a run that was never stopped."""
        step = kept_after(self.saved_step(name))
        self.stop_after(self.start_resume(name, threads=threads), step)
        self.stop_after(self.start_fit("whole.redraw", *settings), step)
        self.assertEqual(self.weights(name, "--at", step), self.weights("whole.redraw", "--at", step))
        (self.folder / "whole.redraw").unlink()

    def test_killed_early_and_late_and_resumed_on_other_threads(self):
        self.environment["REDRAW_COMMIT_SECONDS"] = "1e9"
        process = self.start_fit("stopped.redraw", threads=2)
        self.wait_until(process, lambda event: event["step"] > 0)
        process.kill()
        process.communicate()
        self.assertEqual(self.saved_step("stopped.redraw"), 0, "it was killed before it committed anything")
        self.environment["REDRAW_COMMIT_SECONDS"] = "0.01"
        resumed = self.start_resume("stopped.redraw", threads=3)
        self.wait_until(resumed, lambda _event: self.saved_step("stopped.redraw") > 0)
        resumed.kill()
        resumed.communicate()
        self.check_resumed("stopped.redraw", threads=1)

    def test_threads_do_not_matter(self):
        whole = []
        for threads in (1, 2, 3):
            self.run_redraw("fit", "picture.png", "-o", f"{threads}.redraw", *NETWORK, "--epochs", "150", "--threads", threads)
            whole.append(self.weights(f"{threads}.redraw"))
        self.assertEqual(whole, whole[:1] * 3)

    def test_signals_save_everything(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.start_fit("stopped.redraw", *NETWORK, "--force")
            event = self.wait_until(process, lambda event: event["step"] > 0)
            done, errors = self.stop(process, number)
            self.assertEqual((done["event"], done["step"], errors), ("done", self.saved_step("stopped.redraw"), ""), "it lost steps")
            self.assertGreaterEqual(done["step"], event["step"])
            self.check_resumed("stopped.redraw")

    def test_more_epochs_than_planned(self):
        """60 epochs with an epoch offset of 40 equal the first 60 of 100: both plan the cosine schedule for 100."""
        self.run_redraw("fit", "picture.png", "-o", "stopped.redraw", *NETWORK, "--epochs", "60",
                        "--epoch-offset", "40")
        self.run_redraw("resume", "stopped.redraw")  # resuming a finished run is no error
        self.assertEqual(self.saved_step("stopped.redraw"), 60)
        self.run_redraw("fit", "picture.png", "-o", "whole.redraw", *NETWORK, "--epochs", "100")
        self.assertEqual(self.weights("stopped.redraw"), self.weights("whole.redraw", "--at", "60"))

    def test_a_goal_in_dB_is_kept(self):
        """Killed on the way and resumed without options, a run ends at the step at which it would have ended."""
        fit = ("fit", "picture.png", "--layers", "96,96,96", "--epochs", "1500", "--until-psnr", "46", "--json")
        self.run_redraw(*fit, "-o", "whole.redraw")
        end = self.saved_step("whole.redraw")
        self.environment["REDRAW_COMMIT_SECONDS"] = "0"
        for share in (0.3,):
            process = self.start(*fit, "-o", "part.redraw", "--force")
            self.wait_until(process, lambda event: event["saved_step"] >= share * end)
            process.kill()
            process.communicate()
            self.run_redraw("resume", "part.redraw")
            self.assertEqual(self.saved_step("part.redraw"), end)
            self.assertEqual(self.weights("part.redraw"), self.weights("whole.redraw"))
        self.run_redraw("resume", "part.redraw")
        self.assertGreater(self.saved_step("part.redraw"), end, "who continues a run that has reached its goal wants more")

    def test_the_size_of_its_drawing_is_kept(self):
        process = self.start("fit", "picture.png", "-o", "run.redraw", *NETWORK, "--epochs", ENDLESS, "--export", "a.png",
                             "--size", "3x", "--json")
        self.wait_until(process, lambda event: event["step"] > 0)
        self.stop(process)
        self.run_redraw("resume", "run.redraw", "--until-seconds", "0", "--export", "b.png")
        self.assertEqual(png_header(self.folder / "b.png")[:2], (144, 120))

    def test_random_batches_resume_too(self):
        settings = (*NETWORK, "--batch", "256")
        self.stop_after(self.start_fit("part.redraw", *settings), 1)
        self.check_resumed("part.redraw", *settings)

    def test_bf16_resumes_exactly_on_any_threads(self):
        """Tests the precisions of the AMX matrix unit, emulated."""
        self.environment["REDRAW_INSTRUCTION_SET"] = "emulated_amx"
        self.check_bf16_resumes()

    def test_this_processors_own_bf16_resumes_exactly(self):
        process = self.start("fit", self.write("dot.png", 2, 2), "-o", "dot.redraw", "--epochs", "1", "--precision", "bf16")
        if "which this processor does not have" in output_of(process)[1]:
            self.skipTest("this processor has neither AMX nor AVX-512-BF16")
        self.check_bf16_resumes()

    def check_bf16_resumes(self):
        for precision in ("bf16x3", "bf16"):
            chosen = ("--layers", "33,48", "--precision", precision)
            self.stop_after(self.start_fit("part.redraw", *chosen, "--force"), 1)
            self.check_resumed("part.redraw", *chosen)  # continues with its own settings
            done = self.run_json("fit", "picture.png", "-o", f"{precision}.redraw", *chosen, "--epochs", "60")[-1]
            self.assertEqual(done["precision"], precision)
        self.assertNotEqual(self.weights("bf16.redraw"), self.weights("bf16x3.redraw"))


def photograph(x, y):
    return (blobs(x % 150, y % 140) // 2 + (60 if (x // 17 + y // 11) % 2 else 0) + (x * 37 + y * 61) % 23) % 256


class Whole(CliTest):
    """Tests --whole, which learns the picture at its own size in tiles: the PSNR is that of the exported drawing,
    training continues after a kill, and exports and films draw the tiles."""

    def setUp(self):
        super().setUp()
        write_png(self.folder / "picture.png", *WHOLE_SIDES, photograph)

    def whole(self, run):
        return self.run_json("info", run)[0].get("whole")

    def test_its_number_is_the_drawings(self):
        events = self.run_json(*WHOLE_FIT, "-o", "run.redraw")
        done, whole = events[-1], self.whole("run.redraw")
        self.assertTrue(done["finished"])
        self.assertEqual((whole["width"], whole["height"], whole["tiles"], whole["learned"]), (*WHOLE_SIDES, 2, 2))
        self.assertTrue(any(event["event"] == "whole" for event in events))
        self.run_redraw("export", "run.redraw", "-o", "drawing.png")
        self.run_redraw("export", "run.redraw", "-o", "own.png", "--at", self.saved_step("run.redraw"))
        if shutil.which("compare"):  # ImageMagick's compare, which ends with 1 if the pictures differ
            def measured(drawing):
                return float(self.call("compare", "-metric", "PSNR", drawing, "picture.png", "null:", status=1).stderr.split()[0])
            self.assertAlmostEqual(done["psnr"], measured("drawing.png"), delta=0.1)
            self.assertGreater(done["psnr"], measured("own.png") + 1)
        self.assertAlmostEqual(done["psnr"], whole["psnr"], delta=0.5)

    def test_killed_in_a_tile_it_goes_on_to_the_same_tiles(self):
        self.run_redraw(*WHOLE_FIT, "-o", "whole.redraw")
        process = self.start(*WHOLE_FIT, "-o", "killed.redraw", "--json")
        self.wait_until(process, lambda event: event["event"] == "whole" and event["learned"] == 1)
        process.kill()
        process.communicate()
        self.assertLess(self.whole("killed.redraw")["learned"], 2)
        self.run_redraw("resume", "killed.redraw", "--threads", "1")
        for run in ("whole", "killed"):
            self.run_redraw("export", f"{run}.redraw", "-o", f"{run}.png", "--size", "400")
        self.assertEqual(self.read("whole.png"), self.read("killed.png"))

    def killed(self, process, happened):
        """Kills the process at the first event for which `happened` is true."""
        self.wait_until(process, happened)
        process.kill()
        process.communicate()

    def drawing_of(self, run):
        return self.export(run, "drawing.png", "--size", "400")

    def test_what_it_is_to_do_stands_in_the_run_from_its_first_save(self):
        """Stopped while the run's own network learns, the run goes on to the same tiles, however it is continued."""
        self.run_redraw(*WHOLE_FIT, "-o", "whole.redraw")
        expected, whole = self.drawing_of("whole.redraw"), self.whole("whole.redraw")
        early = lambda event: event["event"] == "progress"
        self.environment["REDRAW_COMMIT_SECONDS"] = "0"
        ways = {"resume": lambda run: ("resume", run), "once": lambda run: (*WHOLE_FIT, "-o", run, "--once")}
        for way, command in ways.items():
            for kills in (1, 3):
                run = f"{way}-{kills}.redraw"
                fit = (*WHOLE_FIT, "-o", run, *(["--once"] if way == "once" else []))
                self.killed(self.start(*fit, "--json"), early)
                for _ in range(kills - 1):
                    process = self.start(*command(run), "--json")
                    process.stdout.readline()
                    process.kill()
                    process.communicate()
                self.run_redraw(*command(run), "--threads", "1")
                self.assertEqual(self.whole(run), whole)
                self.assertEqual(self.drawing_of(run), expected)

    def test_stopped_before_the_first_tile_it_is_not_finished(self):
        process = self.start(*WHOLE_FIT, "-o", "run.redraw", "--epochs", "400", "--json")
        self.wait_until(process, lambda event: event["event"] == "progress")
        self.stop(process)
        info = self.run_json("info", "run.redraw")[0]
        self.assertIsNone(info.get("whole"))
        self.assertFalse(info["finished"])
        self.assertTrue(info["request"]["goal"]["whole"])

    def test_a_run_that_is_there_learns_it_later_and_a_film_shows_it(self):
        self.run_redraw("fit", "picture.png", "-o", "run.redraw", "--train-size", "100", "--epochs", "1")
        self.assertIsNone(self.whole("run.redraw"))
        done = self.run_json("resume", "run.redraw", "--whole", "--time", "3s")[-1]
        self.assertTrue(done["finished"])
        self.run_redraw("timelapse", "run.redraw", "-o", "film.gif", "--size", "120", "--seconds", "1")
        self.run_redraw("pack", "run.redraw", "-o", "packed.redraw")
        self.assertEqual(self.whole("packed.redraw"), self.whole("run.redraw"))
