"""A network as a C header: compiled with nothing else, it draws what Redraw exports."""
import shutil
import subprocess
import unittest

from harness import CliTest, main

MAIN = """
#include <stdio.h>
#include "drawing.h"
int main(void) {
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 24; ++x) {
            float values[redraw_channels];
            redraw_draw((2 * x + 1 - 24) / 24.f, (2 * y + 1 - 16) / 24.f, values);
            for (int c = 0; c < redraw_channels; ++c) printf("%.6f\\n", values[c]);
        }
    return 0;
}
"""
COMPILER = shutil.which("cc") or shutil.which("gcc")
HASHED = '{"network": {"grid": {"table_bits": 8, "features": 3}}}'


@unittest.skipUnless(COMPILER and shutil.which("convert"), "needs a C compiler and ImageMagick's convert")
class Code(CliTest):
    def exported(self, run, channels):
        self.run_redraw("export", run, "-o", "drawn.png", "--size", "24", "--16bit")
        kind = "gray" if channels == 1 else "rgb"
        raw = subprocess.run(["convert", self.folder / "drawn.png", "-depth", "16", "-endian", "MSB", f"{kind}:-"],
                             check=True, capture_output=True).stdout
        return [int.from_bytes(raw[i:i + 2], "big") / 65535 for i in range(0, len(raw), 2)]

    def drawn(self, run):
        self.run_redraw("weights", run, "-o", "drawing.h")
        (self.folder / "main.c").write_text(MAIN)
        subprocess.run([COMPILER, "-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "main.c", "-o", "draw", "-lm"],
                       cwd=self.folder, check=True)
        told = subprocess.run([self.folder / "draw"], check=True, capture_output=True, text=True).stdout
        return [min(1.0, max(0.0, float(line))) for line in told.split()]

    def test_a_c_header_draws_the_picture(self):
        (self.folder / "hashed.json").write_text(HASHED)
        for i, flags in enumerate((["--activation", "sine"], ["--activation", "gelu", "--output", "sigmoid"],
                                   ["--activation", "tanh", "--channels", "color"], ["--activation", "sigmoid"],
                                   ["--preset", "fourier"], ["--preset", "grid", "--config", "hashed.json"])):
            with self.subTest(" ".join(flags)):
                run = self.fit(f"{i}.redraw", "--channels", "gray", "--pixel", "point", *flags)
                channels = 3 if "color" in flags else 1
                wanted, seen = self.exported(run, channels), self.drawn(run)
                self.assertEqual(len(wanted), len(seen))
                self.assertLess(max(abs(a - b) for a, b in zip(wanted, seen)), 1e-4)
                self.assertGreater(max(wanted) - min(wanted), 0.02)

    def test_other_kinds_are_refused(self):
        self.fit("run.redraw")
        for name in ("x.txt", "x.frag"):
            self.refuse("weights", "run.redraw", "-o", name, naming=[name, ".safetensors or .h"])
        self.assertFalse(list(self.folder.glob("x.*")))


if __name__ == "__main__":
    main()
