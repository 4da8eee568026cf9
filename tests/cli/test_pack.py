"""Tests `redraw pack`, which writes a run to a smaller file."""
from harness import CliTest


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
        for at in ((), ("--at", "5")):
            self.assertEqual(*(self.export(name, "a.png", "--size", "40", *at) for name in (run, "b.redraw")))
        for name in (run, "b.redraw"):
            self.run_redraw("resume", name, "--epochs", "20")
        self.assertEqual(*(self.export(name, "a.png") for name in (run, "b.redraw")))

    def test_in_its_own_place_with_fewer_moments(self):
        run = self.fit("a.redraw", "--preset", "grid", "--parameters", "30k", "--epochs", "200")
        before, bytes_before, modified = self.info("a.redraw"), run.stat().st_size, run.stat().st_mtime_ns
        drawing = self.export("a.redraw", "a.png", "--size", "60")
        (self.folder / "link.redraw").symlink_to(run)
        said = self.run_redraw("pack", "link.redraw", "--keyframes", "20")
        self.assertRegex(said, r"^link\.redraw: .+B, of .+B\n$")
        self.assertTrue((self.folder / "link.redraw").is_symlink())
        after = self.info("a.redraw")
        self.assertLess(run.stat().st_size, bytes_before / 2)
        self.assertEqual(run.stat().st_mtime_ns, modified)
        self.assertEqual(len(after["keyframes"]), 20)
        self.assertLess(set(after["keyframes"]), set(before["keyframes"]))
        self.assertEqual([after["keyframes"][i] for i in (0, -1)], [before["keyframes"][i] for i in (0, -1)])
        for ignored in ("bytes", "keyframes", "file"):
            before.pop(ignored), after.pop(ignored)
        self.assertEqual(before, after)
        self.assertEqual(self.export("a.redraw", "a.png", "--size", "60"), drawing)
        self.run_redraw("resume", "a.redraw", "--epochs", "210")
        self.run_redraw("pack", "a.redraw", "--keyframes", "1", status=1 + 1)
        self.assertEqual(self.names("*redraw*"), ["a.redraw", "link.redraw"])

    def test_a_run_in_use_stays_as_it_is(self):
        self.fit("a.redraw")
        writer = self.start("resume", "a.redraw", "--epochs", "100000000", "--json")
        self.addCleanup(writer.wait)
        self.addCleanup(writer.kill)
        writer.stdout.readline()
        self.refuse("pack", "a.redraw", naming=["a.redraw", "open in another Redraw"])

    def test_nothing_is_written_over(self):
        run = self.fit("a.redraw")
        before = run.read_bytes()
        (self.folder / "other").write_text("mine")
        for output in (run, "other", "none/b.redraw", "."):
            self.refuse("pack", run, "-o", output, naming=[])
        self.refuse("pack", "other", "-o", "c.redraw", naming=["other", "not a Redraw run"])
        self.assertEqual(run.read_bytes(), before)
        self.assertEqual((self.folder / "other").read_text(), "mine")
        self.assertEqual(self.names("*.redraw"), ["a.redraw"])
