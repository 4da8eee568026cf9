"""Tests the compiler's and linker's hardening of the built programs (cmake/Hardening.cmake)."""
import platform
import re
import shutil
import subprocess
import unittest

from harness import BIN

PROGRAMS = [BIN / name for name in ("redraw", "redraw-studio") if (BIN / name).exists()]
MODULES = [module for module in sorted(BIN.glob("redraw_*.so")) if "emulated" not in module.name]
CACHE = (BIN.parent / "CMakeCache.txt").read_text()
BRANCH_TARGET = b"\xf3\x0f\x1e\xfa"  # endbr64, the only valid target of indirect jumps


def readelf(file, *options):
    return subprocess.run(["readelf", "--wide", *options, file], capture_output=True, text=True, check=True).stdout


@unittest.skipUnless(shutil.which("readelf"), "binutils are not there")
@unittest.skipIf("REDRAW_SANITIZE:STRING=\n" not in CACHE, "a sanitized build has other guards")
class Hardening(unittest.TestCase):
    def test_programs_load_anywhere(self):
        for file in PROGRAMS:
            self.assertRegex(readelf(file, "--file-header"), r"Type:\s+DYN \(Position-Independent Executable")
            self.assertRegex(readelf(file, "--dynamic"), r"\(FLAGS_1\).*\bPIE\b")

    def test_the_linker_s_tables_are_read_only(self):
        for file in PROGRAMS + MODULES:
            self.assertIn("GNU_RELRO", readelf(file, "--segments"), file)
            self.assertRegex(readelf(file, "--dynamic"), r"\(FLAGS\).*\bBIND_NOW\b|\(FLAGS_1\).*\bNOW\b")

    def test_nothing_is_both_written_and_executed(self):
        for file in PROGRAMS + MODULES:
            segments = re.findall(r"^  (LOAD|GNU_STACK)(?: +0x[0-9a-f]+){5} (.{3})", readelf(file, "--segments"), re.M)
            self.assertIn(("GNU_STACK", "RW "), segments)
            self.assertGreater(len(segments), 2)
            for kind, flags in segments:
                self.assertFalse("W" in flags and "E" in flags, f"{kind} {flags}")
            self.assertNotIn("TEXTREL", readelf(file, "--dynamic"))

    def test_stacks_are_guarded(self):
        for file in PROGRAMS + MODULES:
            self.assertIn("__stack_chk_fail", readelf(file, "--dyn-syms"), file)

    @unittest.skipIf("CMAKE_BUILD_TYPE:STRING=Debug\n" in CACHE, "the C library's checks need an optimised build")
    def test_copies_are_checked(self):
        for file in PROGRAMS:
            checked = set(re.findall(r"UND (__\w+_chk)\b", readelf(file, "--dyn-syms")))
            self.assertGreaterEqual(len(checked), 3, file)

    @unittest.skipUnless(platform.machine() == "x86_64", "another processor's instruction")
    def test_indirect_jumps_land_where_they_may(self):
        for file in PROGRAMS + MODULES:
            self.assertGreater(file.read_bytes().count(BRANCH_TARGET), 20, file)
