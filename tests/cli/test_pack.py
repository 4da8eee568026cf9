"""`redraw pack`: the same run in a file of the newest format."""
from harness import CliTest, main


class Pack(CliTest):
    def info(self, run):
        info, = self.run_json("info", run)
        return {**info, "run": ""}

    def test_the_packed_run_is_the_same_run(self):
        self.fit("a.redraw", "--preset", "grid", "--epochs", "12")
        run = "a.redraw"
        said = self.run_redraw("pack", run, "-o", "b.redraw")
        self.assertRegex(said, r"^b\.redraw: .+B, of .+B\n$")
        before, after = self.info(run), self.info("b.redraw")
        self.assertEqual({**before, "bytes": 0}, {**after, "bytes": 0})
        self.assertEqual(after["bytes"], (self.folder / "b.redraw").stat().st_size)
        for name in (run, "b.redraw"):
            for at in ((), ("--at", "5")):
                self.run_redraw("export", name, "-o", f"{name}{len(at)}.png", "--size", "40", *at)
        for at in (0, 2):
            self.assertEqual((self.folder / f"{run}{at}.png").read_bytes(), (self.folder / f"b.redraw{at}.png").read_bytes())
        for name in (run, "b.redraw"):
            self.run_redraw("resume", name, "--epochs", "20")
            self.run_redraw("export", name, "-o", f"{name}.on.png")
        self.assertEqual((self.folder / f"{run}.on.png").read_bytes(), (self.folder / "b.redraw.on.png").read_bytes())

    def test_nothing_is_written_over(self):
        run = self.fit("a.redraw")
        before = run.read_bytes()
        (self.folder / "other").write_text("mine")
        for output in (run, "other", "none/b.redraw", "."):
            with self.subTest(output):
                self.refuse("pack", run, "-o", output, naming=[])
        self.refuse("pack", "other", "-o", "c.redraw", naming=["other", "not a Redraw run"])
        self.assertEqual(run.read_bytes(), before)
        self.assertEqual((self.folder / "other").read_text(), "mine")
        self.assertEqual(sorted(p.name for p in self.folder.glob("*.redraw")), ["a.redraw"])


if __name__ == "__main__":
    main()
