"""Tests exit statuses and messages: 0 for success, 1 for a failure at run time, 2 for wrong usage."""
from harness import CliTest

COMMANDS = ("fit", "enlarge", "resume", "export", "timelapse", "compare", "info", "pack", "import", "weights", "devices",
            "lesson", "completions", "man")


class Usage(CliTest):
    def test_help_names_every_command_and_is_no_error(self):
        text = self.run_redraw("--help")
        for command in COMMANDS:
            self.assertIn(command, text)
            self.assertIn(command, self.run_redraw(command, "--help"))

    def test_version(self):
        self.assertRegex(self.run_redraw("--version"), r"\d+\.\d+\.\d+")

    def test_wrong_usage_is_status_2_and_prints_no_result(self):
        self.write("picture.png", 8, 8)
        for arguments in ((), ("frobnicate",), ("fit",), ("fit", "picture.png", "--no-such-option"),
                          ("fit", "picture.png", "--epochs", "many"), ("fit", "picture.png", "--preset", "sirene"),
                          ("fit", "picture.png", "--activation", "swish"), ("export", "run.redraw"),
                          ("info",), ("compare", "run.redraw", "--size", "8"), ("weights", "run.redraw")):
            self.assertEqual(self.run_redraw(*arguments, status=2), "")
            self.assertTrue(self.errors.strip())

    def test_epochs_out_of_range_name_the_option_and_one_limit(self):
        self.write("picture.png", 8, 8)
        for option in ("--epochs", "--warmup"):
            for value in ("nan", "inf", "-1", "4294967297", "1e12"):
                for batch in ("full", "16"):
                    self.refuse("fit", "picture.png", "-o", "a.redraw", "--batch", batch, f"{option}={value}", status=2,
                                naming=(option, value, "4294967296"))

    def test_without_a_command_it_lists_them(self):
        self.run_redraw(status=2)
        _, *lines = self.errors.splitlines()
        for command in COMMANDS:
            self.assertTrue(any(line.split()[0] == command and len(line.split()) > 2 for line in lines), command)

    def test_misspelt_words_and_what_was_meant(self):
        for word, meant in (("fti", "fit"), ("Export", "export"), ("time-lapse", "timelapse"), ("enl", "enlarge"),
                            ("--verion", "--version")):
            self.run_redraw(word, status=2)
            self.assertTrue(self.errors.splitlines()[0].endswith(f" {meant}?"), self.errors)
        for word in ("frobnicate", "\x1b[31mfit"):
            self.run_redraw(word, status=2)
            self.assertNotIn("?", self.errors.splitlines()[0])
            self.assertNotIn("\x1b", self.errors)
            self.assertIn("  fit ", self.errors)
        for arguments, naming in ((("export", "run.redraw", "-o", "a.png", "--sise", "9"), ("--sise", " --size?")),
                                  (("export", "run.redraw", "--outptu=a.png"), ("--outptu,", " --output?")),
                                  (("fit", "a.png", "-json"), (" -json,", " --json?")),
                                  (("fit", "a.png", "--no-such-thing"), ("--no-such-thing", "redraw fit --help")),
                                  (("fit", "a.png", "b.png"), ('"b.png"',))):
            self.refuse(*arguments, naming=("redraw: " + arguments[0], *naming), status=2)

    def test_an_option_given_twice_is_wrong_usage(self):
        for arguments, name in ((("fit", "a.png", "-o", "a.redraw", "--run", "b.redraw"), "fit: --run was given 2 times"),
                                (("fit", "a.png", "--seed", "1", "--seed=2", "--seed", "3"), "fit: --seed was given 3 times"),
                                (("fit", "a.png", "--export", "a.png", "--export", "b.png"), "--export"),
                                (("fit", "a.png", "--backend", "cpu", "--backend", "cpu"), "--backend"),
                                (("enlarge", "a.png", "-o", "b.png", "-o", "c.png"), "--output"),
                                (("plan", "in", "--to", "a", "--to", "b"), "--to"),
                                (("export", "a.redraw", "-o", "a.png", "--at", "1", "--at", "2"), "--at"),
                                (("timelapse", "a.redraw", "-o", "a.gif", "--against", "b", "-o", "b.gif"), "--output")):
            self.refuse(*arguments, naming=(name,), status=2)
        self.run_redraw("devices", "--json", "--json")  # a flag may be repeated

    def test_addresses(self):
        self.write("a b.png", 8, 8)
        quick = ("--layers", "4", "--epochs", "1")
        self.run_redraw("fit", (self.folder / "a b.png").as_uri(), "-o", "a.redraw", *quick)
        self.run_redraw("info", "file://localhost" + (self.folder / "a.redraw").as_uri().removeprefix("file://"))
        for address in ("https://example.org/a%20b.png", "smb://server/a.png", "file://elsewhere/a.png", "file:///a%00.png"):
            for command in (("fit", address, "-o", "b.redraw", *quick), ("enlarge", address, "-o", "b.png"),
                            ("plan", address, "--to", "out")):
                self.refuse(*command, naming=(address,))
        self.refuse("fit", "file:///nowhere/a%20b.png", "-o", "b.redraw", naming=("/nowhere/a b.png: no such file",))

    def test_a_missing_file_is_named_with_its_reason(self):
        for arguments in (("fit", "nowhere.png", "-o", "run.redraw"), ("resume", "nowhere.redraw"),
                          ("info", "nowhere.redraw"), ("export", "nowhere.redraw", "-o", "a.png", "--size", "8"),
                          ("weights", "nowhere.redraw", "-o", "a.safetensors"),
                          ("import", "nowhere.json", "-o", "run.redraw")):
            self.refuse(*arguments, naming=(arguments[1], "no such file"))

    def test_a_missing_file_is_named_with_its_folder_and_an_address_whole(self):
        for name in ("some folder/nowhere.png", "https://example.org/a%20b.png", "smb://nas/pictures/a.png", "file:///nowhere/a.png"):
            for command in (("fit", name, "-o", "run.redraw"), ("info", name)):
                self.refuse(*command, naming=(name.removeprefix("file://"),))
