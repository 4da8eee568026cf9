"""Tests every claim of every built-in lesson on three pictures and three seeds; exactly one guess must be right."""
import json

from harness import SOURCE, CliTest, output_of, shared_data


class Lessons(CliTest):
    def hold(self, picture):
        for seed in (1, 2, 3):
            printed, _ = output_of(self.start("lesson", "--all", picture, "--json", "--seed", seed))
            lessons = list(map(json.loads, printed.splitlines()))
            self.assertEqual(len(lessons), 10)
            for lesson in lessons:
                with self.subTest(lesson=lesson["lesson"], picture=picture, seed=seed):
                    self.assertIsNotNone(lesson["guess"])
                    for claim in lesson["claims"]:
                        self.assertTrue(claim["holds"], f"{claim['claim']}: {lesson['result']}")

    def test_on_the_sample(self):
        self.hold(SOURCE / "assets/sample.png")

    def test_on_the_camera(self):
        self.hold(shared_data("camera.png"))

    def test_on_the_astronaut(self):
        self.hold(shared_data("astronaut.png"))
