"""Tests `redraw lesson`: its output, its exit status, and that it leaves nothing behind."""
import json
import signal

from harness import CliTest, output_of, wait_for

MINE = {"title": "Mine", "stake": "A stake.", "question": "Which?", "why": "Because.", "result": "{a} and {b.weights}",
        "guesses": [{"text": "a", "if": "a > b"}, {"text": "b", "if": "a <= b"}],
        "base": {"network": {"layers": [8]}, "schedule": {"epochs": 5}, "data": {"train_size": {"longer_side": 16}}},
        "runs": [{"name": "a", "label": "A"}, {"name": "b", "label": "B", "config": {"network": {"layers": [4]}}}],
        "claims": ["a.weights > b.weights"], "try": {"text": "Try it."}}


class Lesson(CliTest):
    def setUp(self):
        super().setUp()
        self.keep_temporary_files("tmp")

    def tearDown(self):
        self.assertEqual(self.names("tmp/*"), [])

    def own(self, **changes):
        (self.folder / "mine.json").write_text(json.dumps({**MINE, **changes}))
        return "mine.json"

    def test_two_built_in_lessons_hold_on_the_sample(self):
        for name, right in (("2", "Barely"), ("siren-fails", "It stays blurred")):
            lesson, = self.run_json("lesson", name, "--json", "--seed", "1")
            self.assertEqual(lesson["guess"], right, lesson)
            self.assertTrue(all(claim["holds"] for claim in lesson["claims"]), lesson)

    def test_it_prints_the_runs_the_result_and_each_claim(self):
        text = self.run_redraw("lesson", self.own(), self.write("picture.png", 24, 16))
        for part in ("Mine: picture.png", "A stake.", "Which?", "Because.", " and 17", "holds          a.weights > b.weights"):
            self.assertIn(part, text)
        self.assertEqual(len([line for line in text.splitlines() if line.startswith("  * ")]), 1)

    def test_a_claim_that_does_not_hold_is_status_1(self):
        self.write("picture.png", 24, 16)
        text = self.run_redraw("lesson", self.own(claims=["a.weights = b.weights", "a > 0"]), "picture.png", status=1)
        self.assertIn("does not hold  a.weights = b.weights", text)
        self.assertIn("holds          a > 0", text)
        self.assertRegex(self.errors, r"^redraw: [^0-9]* 1\.\n$")

    def test_the_seed_is_that_of_every_run(self):
        self.write("picture.png", 24, 16)
        one, other, again = (self.run_json("lesson", self.own(), "picture.png", "--json", "--seed", seed)[0]
                             for seed in (1, 2, 1))
        prints = [[run["fingerprint"] for run in lesson["runs"]] for lesson in (one, other, again)]
        self.assertEqual(prints[0], prints[2])
        self.assertTrue(all(a != b for a, b in zip(prints[0], prints[1])), prints)

    def test_the_list(self):
        names = [line.split()[1] for line in self.run_redraw("lesson", "--list").splitlines()]
        self.assertEqual(len(names), 10)
        self.assertIn("which-wave", names)

    def test_what_is_no_lesson_is_refused(self):
        self.refuse("lesson", naming=("--list",), status=2)
        self.refuse("lesson", "which", naming=("There is no lesson which",))
        self.refuse("lesson", self.own(claims=["c > 1"]), naming=("mine.json", "claims[0]", "there is no run c"))
        self.refuse("lesson", self.own(), "missing.png", naming=("missing.png",))

    def slow(self):
        return self.own(base={**MINE["base"], "network": {"layers": [64, 64]},
                              "schedule": {"epochs": 19000}, "data": {"train_size": {"longer_side": 16}}})

    def test_a_signal_ends_it(self):
        slow = self.slow()
        self.write("picture.png", 24, 16)
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start("lesson", slow, "picture.png")
            wait_for(lambda: self.names("tmp/*/*"), process)
            _, errors = self.stop(process, number)
            process.stdout.close()
            process.stderr.close()
            self.assertIn("Stopped", errors)
            self.assertEqual(self.names("tmp/*"), [])

    def test_what_a_killed_one_left_goes_with_the_next(self):
        self.write("picture.png", 24, 16)
        process = self.start("lesson", self.slow(), "picture.png")
        wait_for(lambda: self.names("tmp/*/*.redraw"), process)
        running = self.names("tmp/*")
        self.run_redraw("lesson", self.own(), "picture.png")
        self.assertEqual(self.names("tmp/*"), running)
        process.kill()
        output_of(process)
        self.assertEqual(self.names("tmp/*"), running)
        self.run_redraw("lesson", self.own(), "picture.png")
        self.assertEqual(self.names("tmp/*"), [])
