"""Tests docs/privacy.md: nothing is sent over a network, and files to be shared contain nothing about the user."""
import os
import re
import shutil
import sqlite3
import subprocess
import unittest

from harness import BIN, REDRAW, SMALL, CliTest, blobs, write_png
import pictures  # noqa: I100

PROGRAMS = [BIN / name for name in ("redraw", "redraw-studio") if (BIN / name).exists()]
NETWORK_LIBRARY = re.compile(r"lib(curl|ssl|gnutls|nss3|nghttp|soup|ssh|srt|rist|zmq|rabbitmq|resolv|krb5|ldap|cares|websockets)")
# Not socketpair, send and recv: two connected sockets join the program with its driver process (engine/system/helper_process.h).
NETWORK_CALLS = {"socket", "connect", "bind", "listen", "accept", "sendto", "sendmsg", "recvfrom", "recvmsg", "getaddrinfo",
                 "gethostbyname", "res_query"}
# The second line of a call that strace interrupted repeats no arguments; the first one is judged.
PAIR = re.compile(r"socketpair\(AF_UNIX|(sendto|recvfrom|shutdown)\(\d+|<\.\.\. (sendto|recvfrom|shutdown) resumed>")
FILMS = ("film.gif", "frames") + (("film.mp4", "film.webm") if os.environ.get("REDRAW_FILMS") else ())
FILM = ("--size", "128", "--seconds", "0.5", "--fps", "10", "--threads", "1")


class Network(CliTest):
    def test_no_program_loads_a_network_client(self):
        for program in PROGRAMS:
            with self.subTest(program=program.name):
                told = subprocess.run([program], env={**self.environment, "LD_TRACE_LOADED_OBJECTS": "1"},
                                      capture_output=True, text=True, check=True).stdout
                self.assertIn("libsqlite3", told)
                self.assertEqual([line for line in told.splitlines() if NETWORK_LIBRARY.search(line)], [])

    @unittest.skipUnless(shutil.which("readelf"), "binutils are not there")
    def test_no_program_asks_for_a_network_call(self):
        # Skips the CUDA module: NVIDIA's runtime in it has network calls to share devices between processes.
        modules = [module for module in sorted(BIN.glob("redraw_*.so")) if "cuda" not in module.name and "emulated" not in module.name]
        for program in PROGRAMS + modules:
            with self.subTest(program=program.name):
                told = subprocess.run(["readelf", "--wide", "--dyn-syms", program], capture_output=True, text=True, check=True)
                imported = set(re.findall(r" UND (\w+)", told.stdout))
                self.assertIn("memcpy", imported)
                self.assertEqual({name for name in imported & NETWORK_CALLS}
                                 | {name for name in imported if name.startswith("avformat_network")}, set())

    @unittest.skipUnless(shutil.which("strace"), "strace is not there")
    def test_no_socket_is_opened(self):
        """No socket of any kind is opened while learning, drawing and filming, although libav contains network code."""
        self.write("picture.png", 24, 16)
        self.environment["MESA_SHADER_CACHE_DISABLE"] = "true"  # Mesa asks nscd for the user's folder, by a local socket
        calls = [("fit", "picture.png", "-o", "run.redraw", *SMALL), ("export", "run.redraw", "-o", "a.png", "--size", "64"),
                 ("info", "run.redraw"), ("devices",), *(("timelapse", "run.redraw", "-o", film, *FILM) for film in FILMS)]
        for arguments in calls:
            with self.subTest(command=arguments):
                log = self.folder / "calls"
                self.traced("-o", log, "-e", "trace=%network", "-e", "signal=none", REDRAW, *arguments)
                self.assertEqual([line for line in log.read_text().splitlines() if not PAIR.search(line)], [])


class Secrets(CliTest):
    """The picture's folder has a telling name, and the picture names its author. No written file may contain either."""
    FOLDER, AUTHOR = "Heloise private papers", "Abelard of Le Pallet"

    def setUp(self):
        super().setUp()
        self.home = self.folder / self.FOLDER
        self.home.mkdir()
        self.environment["HOME"] = str(self.home)
        picture = self.home / "picture.png"
        write_png(picture, 24, 16, blobs)
        data = picture.read_bytes()
        note = pictures.chunk(b"tEXt", b"Author\0" + self.AUTHOR.encode())
        picture.write_bytes(data[:33] + note + data[33:])  # inserts the note after the PNG header
        self.run_redraw("fit", picture, "-o", self.home / "run.redraw", *SMALL, "--train-size", "16")
        self.run_redraw("resume", self.home / "run.redraw", "--epochs", "60")

    def assert_tells_nothing(self, path):
        data = path.read_bytes()
        for secret in (self.FOLDER, self.AUTHOR, str(self.folder)):
            for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
                self.assertNotIn(secret.encode(encoding), data, f"{path.name} tells {secret!r}")

    def test_a_run_knows_its_picture_by_name_only(self):
        run = self.home / "run.redraw"
        self.assert_tells_nothing(run)
        database = sqlite3.connect(f"file:{run}?mode=ro", uri=True)
        self.addCleanup(database.close)
        self.assertEqual(database.execute("SELECT picture_name FROM run").fetchone(), ("picture.png",))
        pictures = database.execute("SELECT png FROM target UNION ALL SELECT png FROM source").fetchall()
        self.assertEqual(len(pictures), 2, "the picture as it was opened is larger, and kept beside what is learned")
        for (png,) in pictures:
            self.assertNotRegex(png, rb"tEXt|zTXt|iTXt|eXIf|tIME")

    def test_what_is_exported_tells_nothing(self):
        run, out = self.home / "run.redraw", self.home / "out"
        out.mkdir()
        for name in ("a.png", "a.jpg", "a.webp", "a.bmp", "a.tga", "a.csv"):
            self.run_redraw("export", run, "-o", out / name, "--size", "32")
        for name in ("a.safetensors", "a.h"):
            self.run_redraw("weights", run, "-o", out / name)
        for name in FILMS:
            self.run_redraw("timelapse", run, "-o", out / name, *FILM, "--caption")
        self.run_redraw("info", run, "--csv", out / "curves.csv")
        written = [path for path in out.rglob("*") if path.is_file()]
        self.assertGreaterEqual(len(written), 14)
        for path in written:
            with self.subTest(file=path.name):
                self.assert_tells_nothing(path)
