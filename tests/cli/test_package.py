"""Tests the Debian package: it contains both programs and the desktop's files, and the unpacked programs start. Skipped
if dpkg-dev or file is missing."""
import pathlib
import re
import shutil
import subprocess
import unittest

from harness import REDRAW, CliTest

BUILD = pathlib.Path(REDRAW).resolve().parents[1]
TOOLS = ("cpack", "dpkg-deb", "dpkg-shlibdeps", "file")


@unittest.skipUnless(all(map(shutil.which, TOOLS)), "needs cpack, dpkg-dev and file")
@unittest.skipIf("REDRAW_SANITIZE:STRING=\n" not in (BUILD / "CMakeCache.txt").read_text(), "a sanitized build is not packaged")
@unittest.skipUnless((BUILD / "bin" / "redraw-studio").exists(), "needs the studio")
class Package(CliTest):
    def make(self):
        told = subprocess.run(["cpack", "--config", BUILD / "CPackConfig.cmake", "-B", self.folder], cwd=self.folder,
                              capture_output=True, text=True)
        self.assertEqual(told.returncode, 0, told.stdout + told.stderr)
        packages = list(self.folder.glob("redraw_*.deb"))
        self.assertEqual(len(packages), 1, told.stdout)
        return packages[0]

    def test_package(self):
        package = self.make()
        fields = subprocess.run(["dpkg-deb", "-f", package], capture_output=True, text=True, check=True).stdout
        for line in ("Package: redraw", "Maintainer: Redraw contributors", "Section: graphics", "Priority: optional",
                     "Recommends: .*libgl1-mesa-dri.*fonts-inter", "Depends: .*libc6 .*libglfw3"):
            self.assertTrue(re.search(f"(?m)^{line}", fields), f"{line} is not in\n{fields}")

        unpacked = self.folder / "unpacked"
        subprocess.run(["dpkg-deb", "-x", package, unpacked], check=True)
        for name in ("share/applications/redraw-studio.desktop", "share/redraw/sample.png", "share/doc/redraw/copyright",
                     "share/mime/packages/redraw.xml", "share/thumbnailers/redraw.thumbnailer", "share/icons/hicolor/scalable/apps/redraw-studio.svg",
                     "share/man/man1/redraw.1", "share/bash-completion/completions/redraw",
                     "share/zsh/vendor-completions/_redraw", "share/fish/vendor_completions.d/redraw.fish"):
            self.assertTrue((unpacked / "usr" / name).stat().st_size, name)

        guide = unpacked / "usr/share/doc/redraw/guide"
        made = (BUILD / "guide" / "guide.html").exists()
        for name in ("guide.html", "images/studio.png") if made else ("guide.md",):
            self.assertTrue((guide / name).stat().st_size, f"{name} is not in the package")

        redraw, studio = (unpacked / "usr" / "bin" / name for name in ("redraw", "redraw-studio"))
        run = self.folder / "sample.redraw"
        subprocess.run([redraw, "fit", unpacked / "usr/share/redraw/sample.png", "-o", run, "--train-size", "32", "--epochs", "3",
                        "--layers", "16"], env=self.environment, capture_output=True, check=True)
        self.assertTrue(run.is_file())
        if (BUILD / "bin" / "redraw_av.so").exists():
            subprocess.run([redraw, "timelapse", run, "-o", self.folder / "film.mp4", "--seconds", "0.2"], env=self.environment,
                           capture_output=True, check=True)
        for module in (BUILD / "bin").glob("redraw_*.so"):
            if "emulated" not in module.name:
                self.assertTrue((redraw.parent / module.name).is_file(), f"{module.name} is not in the package")
        told = subprocess.run([studio], env=self.environment, capture_output=True, text=True)
        self.assertEqual(told.returncode, 3)
        self.assertRegex(told.stderr, r"^redraw-studio: The studio needs a display with OpenGL 3\.3: [^\n]*\n$")
