"""Tests that stopping and resuming a run, on any number of threads, gives the same network bit for bit."""
import signal

from harness import CliTest, output_of

NETWORK = ("--layers", "48,48,48")
ENDLESS = 100_000_000  # epochs; no machine finishes before it is stopped


def kept_after(step):
    """Returns the first later step that every such run keeps: at most two digits that are not zero."""
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
        """60 epochs and 40 more equal 100 planned epochs, if the cosine schedule was planned for 100."""
        self.run_redraw("fit", "picture.png", "-o", "stopped.redraw", *NETWORK, "--epochs", "60",
                        "--epoch-offset", "40")
        self.run_redraw("resume", "stopped.redraw")  # resuming a finished run is no error
        self.assertEqual(self.saved_step("stopped.redraw"), 60)
        self.run_redraw("fit", "picture.png", "-o", "whole.redraw", *NETWORK, "--epochs", "100")
        self.assertEqual(self.weights("stopped.redraw"), self.weights("whole.redraw", "--at", "60"))

    def test_random_batches_resume_too(self):
        settings = (*NETWORK, "--batch", "256")
        self.stop_after(self.start_fit("part.redraw", *settings), 1)
        self.check_resumed("part.redraw", *settings)

    def test_bf16_resumes_exactly_on_any_threads(self):
        """Tests the matrix unit's precisions, emulated."""
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
