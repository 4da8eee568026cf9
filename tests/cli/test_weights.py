"""Tests `redraw weights`: a network as .safetensors, rounded or not, and as a C header that draws by itself."""
import json
import re
import shutil
import struct
import unittest

from harness import COMPILER, CliTest

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
HASHED = '{"network": {"grid": {"table_bits": 8, "features": 3}}}'


def header_of(data):
    length, = struct.unpack("<Q", data[:8])
    return length, json.loads(data[8:8 + length])


class Weights(CliTest):
    @unittest.skipUnless(COMPILER and shutil.which("convert"), "needs a C compiler and ImageMagick's convert")
    def test_a_c_header_draws_the_picture(self):
        (self.folder / "hashed.json").write_text(HASHED)
        (self.folder / "main.c").write_text(MAIN)
        for i, flags in enumerate((["--activation", "sine"], ["--activation", "gelu", "--output", "sigmoid"],
                                   ["--activation", "tanh", "--channels", "color"], ["--activation", "sigmoid"],
                                   ["--preset", "fourier"], ["--preset", "grid", "--config", "hashed.json"])):
            with self.subTest(" ".join(flags)):
                run = self.fit(f"{i}.redraw", "--channels", "gray", "--pixel", "point", *flags)
                self.export(run, "drawn.png", "--size", "24", "--16bit")
                kind = "rgb" if "color" in flags else "gray"
                raw = self.call("convert", "drawn.png", "-depth", "16", "-endian", "MSB", f"{kind}:-", text=False).stdout
                wanted = [value / 65535 for value, in struct.iter_unpack(">H", raw)]
                self.run_redraw("weights", run, "-o", "drawing.h")
                self.call(COMPILER, "-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "main.c", "-o", "draw", "-lm")
                seen = [min(1.0, max(0.0, float(line))) for line in self.call("./draw").stdout.split()]
                self.assertEqual(len(wanted), len(seen))
                self.assertLess(max(abs(a - b) for a, b in zip(wanted, seen)), 1e-4)
                self.assertGreater(max(wanted) - min(wanted), 0.02)

    def test_a_safetensors_file(self):
        data = self.weights(self.fit())
        length, header = header_of(data)
        header.pop("__metadata__")
        self.assertEqual({name: tensor["shape"] for name, tensor in header.items()},
                         {"layers.0.weight": [16, 2], "layers.0.bias": [16], "layers.1.weight": [16, 16],
                          "layers.1.bias": [16], "layers.2.weight": [1, 16], "layers.2.bias": [1]})
        self.assertEqual(len(data), 8 + length + 4 * (32 + 16 + 256 + 16 + 16 + 1))

    def test_rounded_numbers_say_what_the_drawing_keeps(self):
        run = self.fit("run.redraw", "--epochs", "400", "--layers", "32,32")  # learned so well that rounding costs
        plain = self.weights(run)
        self.assertEqual(self.weights(run, "--as", "f32"), plain)
        sizes, kept = [len(plain)], {}
        for numbers in ("f16", "i8"):
            text = self.run_redraw("weights", run, "-o", "rounded.safetensors", "--as", numbers)
            kept[numbers], whole = map(float, re.search(r"([\d.]+) dB.*?([\d.]+) dB", text).groups())
            data = self.read("rounded.safetensors")
            sizes.append(len(data))
            self.assertIn(f"{len(data)} bytes", text)
            _, header = header_of(data)
            tensor = header["layers.1.weight"]
            self.assertEqual((tensor["dtype"], tensor["shape"]), (numbers.upper(), [32, 32]))
            self.assertEqual("layers.1.weight.scale" in header, numbers == "i8")
        self.assertAlmostEqual(whole, self.run_json("info", run)[0]["file"]["psnr"], delta=0.02)
        self.assertLess(kept["f16"], whole)
        self.assertLess(kept["i8"], kept["f16"])
        self.assertEqual(sizes, sorted(set(sizes), reverse=True))

    def test_info_sets_the_weights_beside_pictures_of_the_same_psnr(self):
        run = self.fit("run.redraw", "--epochs", "200")
        info, = self.run_json("info", run)
        file = info["file"]
        self.assertEqual(file["weights_bytes"], 4 * info["parameters"])
        self.assertAlmostEqual(file["bits_per_pixel"], 8 * file["weights_bytes"] / (24 * 16))
        self.assertAlmostEqual(file["psnr"], self.run_json("compare", run, "picture.png")[0]["psnr"], delta=0.02)
        self.assertGreater(file["png"]["bytes"], 67)
        for lossy in (file["jpeg"], file["webp"]):
            self.assertGreaterEqual(lossy["psnr"], file["psnr"])
            self.assertIn(lossy["quality"], range(1, 101))
        text = self.run_redraw("info", run)
        for word in ("weights", "PNG", "JPEG", "WebP"):
            self.assertIn(word, text)
        info, = self.run_json("info", self.fit("alpha.redraw", "--channels", "alpha"))
        self.assertIsNone(info["file"]["jpeg"])
