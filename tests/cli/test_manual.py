"""Tests the outputs made from the help's table: every option is described in the manual page and completed by bash, zsh
and fish. Skipped for a shell or manual reader that is not installed."""
import re
import subprocess

from harness import CliTest

OPTION = re.compile(r"^  (-[\w-]+(?:, *-[\w-]+)*)", re.MULTILINE)  # an option's line in the help
COMMAND = re.compile(r"^  (\w+)  +\w", re.MULTILINE)


class Manual(CliTest):
    def setUp(self):
        super().setUp()
        self.help = {name: self.run_redraw(name, "--help")
                     for name in COMMAND.findall(re.split("(?i)subcommands:", self.run_redraw("--help"))[1])}
        self.assertIn("fit", self.help)

    def options(self, command):
        """Returns every name of every option of the command."""
        return [name.strip() for names in OPTION.findall(self.help[command]) for name in names.split(",")]

    def made(self, name, *arguments):
        path = self.folder / name
        path.write_text(self.run_redraw(*arguments))
        return path

    def check(self, *command):
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_every_option_is_described(self):
        for command in self.help:
            entries = self.run_redraw("man", command).split("\n.TP\n")[1:]
            self.assertEqual(sum(len(re.findall(r"\\fB", entry.split("\n")[0])) for entry in entries if entry.startswith("\\fB\\-")),
                             len(self.options(command)), command)
            for entry in entries:
                name, description, *_ = entry.split("\n")
                self.assertGreater(len(description), 4, f"{command}: {name} is not described")

    def test_the_usage_names_the_program_and_not_its_path(self):
        self.assertIn("\nUsage: redraw [OPTIONS] SUBCOMMAND\n", self.run_redraw("--help"))
        for command in self.help:
            self.assertIn(f"\nUsage: redraw {command} [OPTIONS]", self.run_redraw(command, "--help"))

    # Tests of the manual page.

    def test_the_manual_page_has_every_command_and_option(self):
        whole = self.run_redraw("man").replace("\\-", "-")
        for command in self.help:
            part = whole.split(f".SS \\fBredraw {command}\\fR")[1].split("\n.S")[0]
            page = self.run_redraw("man", command).replace("\\-", "-")
            self.assertIn(f"redraw-{command} - ", page)
            for name in self.options(command):
                for text in (part, page):
                    self.assertIn(f"\\fB{name}\\fR", text, command)
        self.assertIn("One of auto, siren, grid", whole)
        self.run_redraw("man", "women", status=2)

    def pages(self):
        return [self.made("redraw.1", "man"), *(self.made(f"redraw-{name}.1", "man", name) for name in self.help)]

    def test_groff_has_nothing_against_it(self):
        self.needs("groff")
        for page in self.pages():
            done = subprocess.run(["groff", "-man", "-ww", "-Tascii", page], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), page)
            self.assertIn("-h, --help", re.sub("\x1b\\[\\d*m|.\x08", "", done.stdout))

    def test_mandoc_has_nothing_against_it(self):
        self.needs("mandoc")
        for page in self.pages():
            done = subprocess.run(["mandoc", "-Tlint", "-Wwarning", page], capture_output=True, text=True)
            said = [line for line in done.stdout.splitlines() if "missing date" not in line]  # the pages have no date
            self.assertEqual(said, [])

    # Tests of the shell completions.

    def test_every_shell_knows_every_command_and_option(self):
        for shell in ("bash", "zsh", "fish"):
            script = self.run_redraw("completions", shell)
            for command in self.help:
                self.assertRegex(script, rf"\b{command}\b")
                for name in self.options(command):
                    word = {"fish": f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"}.get(shell, name)
                    self.assertRegex(script, rf"{re.escape(word)}\b", f"{shell}: {command}")
        self.run_redraw("completions", "tcsh", status=2)

    def test_bash_completes(self):
        self.needs("bash")
        script = self.made("redraw.bash", "completions", "bash")
        self.check("bash", "-n", script)
        (self.folder / "my picture.png").touch()

        def offered(*words):
            told = subprocess.run(
                ["bash", "--norc", "-c", 'source "$1" && complete -p redraw >/dev/null && shift && COMP_WORDS=(redraw "$@") '
                 'COMP_CWORD=$# && _redraw && ((${#COMPREPLY[@]} == 0)) || printf "%s\\n" "${COMPREPLY[@]}"', "bash", script, *words],
                capture_output=True, text=True, cwd=self.folder)
            self.assertEqual((told.returncode, told.stderr), (0, ""))
            return told.stdout.split()

        self.assertEqual(offered(""), list(self.help))
        self.assertEqual(offered("e"), ["enlarge", "export"])
        self.assertEqual(offered("--v"), ["--version"])
        self.assertEqual(offered("fit", "--pre"), ["--preset", "--precision"])
        for command in self.help:
            self.assertEqual(offered(command, "--"), [name for name in self.options(command) if name.startswith("--")])
        for words in (("--preset", "si"), ("--preset", "=", "si"), ("x.png", "--json", "--preset", "si")):
            self.assertEqual(offered("fit", *words), ["siren"])
        self.assertEqual(offered("fit", "--loss", ""), ["mse", "l1", "bce"])
        self.assertEqual(offered("fit", "--loss", "="), ["mse", "l1", "bce"])
        self.assertEqual(offered("completions", ""), ["bash", "zsh", "fish"])
        self.assertIn("enlarge", offered("man", "en"))
        for words in (("fit", "my"), ("fit", "--layers", ""), ("fit", "-o", ""), ("nothing", "x")):
            self.assertEqual(offered(*words), [])  # bash itself completes files

    def test_zsh_reads_it(self):
        self.needs("zsh")
        self.check("zsh", "-f", "-n", self.made("_redraw", "completions", "zsh"))

    def test_fish_completes(self):
        self.needs("fish")
        script = self.made("redraw.fish", "completions", "fish")
        self.check("fish", "-N", "--no-execute", script)

        def offered(line):
            told = subprocess.run(["fish", "-N", "-c", 'source $argv[1]; complete -C $argv[2]', script, line],
                                  capture_output=True, text=True, env=self.environment, cwd=self.folder)
            self.assertEqual((told.returncode, told.stderr), (0, ""))
            return [line.split("\t")[0] for line in told.stdout.splitlines()]

        self.assertEqual(offered("redraw e"), ["enlarge", "export"])
        self.assertEqual(offered("redraw fit --pre"), ["--precision", "--preset"])
        self.assertEqual(offered("redraw fit --preset si"), ["siren"])
        self.assertEqual(offered("redraw completions "), ["bash", "fish", "zsh"])
