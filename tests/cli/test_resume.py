"""However a run is stopped and resumed, and on however many threads: the same network, bit for bit."""
import json
import signal
from harness import CliTest, blobs, main, output_of, write_png

NETWORK = ("--layers", "48,48,48")


class Resume(CliTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "picture.png", 48, 40, blobs)

    def epochs_for(self, seconds):
        """So many epochs keep this machine busy for about so long."""
        done = self.run_json("fit", "picture.png", "-o", "speed.redraw", *NETWORK, "--epochs", "200",
                             "--threads", "1")[-1]
        return max(400, int(seconds * done["steps_per_second"]))

    def start_fit(self, epochs, name="stopped.redraw", threads=1):
        return self.start("fit", "picture.png", "-o", name, *NETWORK, "--epochs", epochs,
                          "--threads", threads, "--json")

    def wait_until(self, process, seconds):
        """Reads progress until the run has trained for so long; its last event."""
        for line in process.stdout:
            event = json.loads(line)
            self.assertEqual(event["event"], "progress", "it finished before it could be stopped")
            if event["seconds"] >= seconds:
                return event
        self.fail(f"it ended early: {process.stderr.read()}")

    def whole(self, epochs, threads=1):
        self.run_redraw("fit", "picture.png", "-o", f"whole-{threads}.redraw", *NETWORK, "--epochs", epochs,
                        "--threads", threads)
        return self.weights(f"whole-{threads}.redraw")

    def test_killed_early_and_late_and_resumed_on_other_threads(self):
        epochs = self.epochs_for(7.0)  # half as fast while it was measured, it still lasts
        process = self.start_fit(epochs, threads=2)
        self.wait_until(process, 0.2)  # most likely before the first commit of a state
        process.kill()
        process.communicate()
        resumed = self.start("resume", "stopped.redraw", "--json", "--threads", "3")
        self.wait_until(resumed, 2.6)  # after one
        resumed.kill()
        resumed.communicate()
        info = self.run_json("info", "stopped.redraw")[0]
        self.assertGreater(info["step"], 0, "nothing had been committed after 2.6 seconds")
        self.assertLess(info["step"], epochs)
        done = self.run_json("resume", "stopped.redraw", "--threads", "1")[-1]
        self.assertEqual(done["step"], epochs)
        self.assertEqual(self.weights("stopped.redraw"), self.whole(epochs))

    def test_threads_do_not_matter(self):
        one, two, three = (self.whole(150, threads) for threads in (1, 2, 3))
        self.assertEqual(one, two)
        self.assertEqual(one, three)

    def stop_politely(self, number):
        epochs = self.epochs_for(3.0)
        process = self.start_fit(epochs)
        event = self.wait_until(process, 0.4)
        process.send_signal(number)
        out, errors = self.rest_of(process)
        self.assertEqual(process.returncode, 128 + number, errors)
        done = json.loads(out.splitlines()[-1])
        self.assertEqual(done["event"], "done")
        info = self.run_json("info", "stopped.redraw")[0]
        self.assertEqual(info["step"], done["step"], "it lost steps")
        self.assertGreaterEqual(info["step"], event["step"])
        self.assertLess(info["step"], epochs)
        self.run_redraw("resume", "stopped.redraw")
        self.assertEqual(self.weights("stopped.redraw"), self.whole(epochs))

    def test_ctrl_c_saves_everything(self):
        self.stop_politely(signal.SIGINT)

    def test_sigterm_saves_everything(self):
        self.stop_politely(signal.SIGTERM)

    def test_more_epochs_than_planned(self):
        """60 epochs, then 40 more: as if 100 had been planned, when the cosine was meant for 100."""
        self.run_redraw("fit", "picture.png", "-o", "stopped.redraw", *NETWORK, "--epochs", "60",
                        "--epoch-offset", "40")
        self.run_redraw("resume", "stopped.redraw")  # nothing left to do is no error
        self.assertEqual(self.run_json("info", "stopped.redraw")[0]["step"], 60)
        self.run_redraw("fit", "picture.png", "-o", "whole.redraw", *NETWORK, "--epochs", "100")
        self.run_redraw("weights", "whole.redraw", "--at", "60", "-o", "at.safetensors")
        self.assertEqual(self.weights("stopped.redraw"), (self.folder / "at.safetensors").read_bytes())

    def test_random_batches_resume_too(self):
        settings = (*NETWORK, "--epochs", "20", "--batch", "256", "--threads", "1")
        self.run_redraw("fit", "picture.png", "-o", "whole.redraw", *settings)
        self.run_redraw("fit", "picture.png", "-o", "part.redraw", *settings, "--until-seconds", "0.0001")
        self.assertLess(self.run_json("info", "part.redraw")[0]["step"], 160)
        self.run_redraw("resume", "part.redraw", "--threads", "2")
        self.assertEqual(self.weights("part.redraw"), self.weights("whole.redraw"))

    def test_bf16_resumes_exactly_on_any_threads(self):
        """In the matrix unit's precisions, emulated."""
        self.environment["REDRAW_INSTRUCTION_SET"] = "emulated_amx"
        self.check_bf16_resumes()

    def test_this_processors_own_bf16_resumes_exactly(self):
        write_png(self.folder / "dot.png", 2, 2, blobs)
        process = self.start("fit", "dot.png", "-o", "dot.redraw", "--epochs", "1", "--precision", "bf16")
        if "which this processor does not have" in output_of(process)[1]:
            self.skipTest("this processor has neither AMX nor AVX-512-BF16")
        self.check_bf16_resumes()

    def check_bf16_resumes(self):
        settings = ("--layers", "33,48", "--epochs", "60")
        for precision in ("bf16x3", "bf16"):
            chosen = (*settings, "--precision", precision)
            whole, part = f"whole-{precision}.redraw", f"part-{precision}.redraw"
            done = self.run_json("fit", "picture.png", "-o", whole, *chosen, "--threads", "1")[-1]
            self.assertEqual(done["precision"], precision)
            self.run_redraw("fit", "picture.png", "-o", part, *chosen, "--until-seconds", "0.01")
            self.assertLess(self.run_json("info", part)[0]["step"], 60)
            self.run_redraw("resume", part, "--threads", "2", "--precision", precision)
            self.assertEqual(self.weights(part), self.weights(whole))
        self.assertNotEqual(self.weights("whole-bf16.redraw"), self.weights("whole-bf16x3.redraw"))


if __name__ == "__main__":
    main()
