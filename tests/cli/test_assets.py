"""Tests that the sample picture equals the output of its script, and that the desktop files are valid."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zlib

ASSETS = pathlib.Path(__file__).resolve().parents[2] / "assets"


def pixels(path):
    """Returns the unpacked image data of a PNG that has one data chunk."""
    data = path.read_bytes()
    start = data.index(b"IDAT") + 4
    return zlib.decompress(data[start:data.index(b"IEND", start) - 8])


class Assets(unittest.TestCase):
    def test_the_sample_is_what_its_script_draws(self):
        with tempfile.TemporaryDirectory() as folder:
            drawn = pathlib.Path(folder) / "drawn.png"
            subprocess.run([sys.executable, ASSETS / "draw_sample.py", "474", drawn], check=True)
            self.assertEqual(pixels(drawn), pixels(ASSETS / "sample.png"))

    @unittest.skipUnless(shutil.which("desktop-file-validate"), "desktop-file-utils is not there")
    def test_desktop_file(self):
        subprocess.run(["desktop-file-validate", ASSETS / "redraw-studio.desktop"], check=True)

    def test_several_files_are_opened_by_one_studio(self):
        self.assertIn("Exec=redraw-studio %F\n", (ASSETS / "redraw-studio.desktop").read_text())

    @unittest.skipUnless(shutil.which("appstreamcli"), "appstream is not there")
    def test_metainfo(self):
        metainfo = ASSETS / "io.github.redraw.Redraw.metainfo.xml"
        subprocess.run(["appstreamcli", "validate", "--no-net", metainfo], check=True)
