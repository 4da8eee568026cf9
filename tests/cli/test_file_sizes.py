"""What a network takes as a file: `redraw info`, and weights with rounded numbers."""
import json
import re
import struct

from harness import CliTest, main


class FileSizes(CliTest):
    def test_info_sets_the_weights_beside_pictures_of_the_same_psnr(self):
        run = self.fit("run.redraw", "--epochs", "200")
        info, = self.run_json("info", run)
        file = info["file"]
        self.assertEqual(file["weights_bytes"], 4 * info["parameters"])
        self.assertAlmostEqual(file["bits_per_pixel"], 8 * file["weights_bytes"] / (24 * 16))
        comparison, = self.run_json("compare", run, "picture.png")
        self.assertAlmostEqual(file["psnr"], comparison["psnr"], delta=0.02)
        self.assertGreater(file["png"]["bytes"], 67)
        for lossy in (file["jpeg"], file["webp"]):
            self.assertGreaterEqual(lossy["psnr"], file["psnr"])
            self.assertIn(lossy["quality"], range(1, 101))
        text = self.run_redraw("info", run)
        for word in ("weights", "PNG", "JPEG", "WebP", "bits a pixel"):
            self.assertIn(word, text)

    def test_transparency_is_no_jpeg(self):
        info, = self.run_json("info", self.fit("run.redraw", "--channels", "alpha"))
        self.assertIsNone(info["file"]["jpeg"])
        self.assertIn("no transparency", self.run_redraw("info", "run.redraw"))

    def test_rounded_numbers_say_what_the_drawing_keeps(self):
        run = self.fit("run.redraw", "--epochs", "60", "--layers", "32,32")
        plain = self.weights(run)
        sizes = {"f32": len(plain)}
        self.assertEqual(self.weights(run, "--as", "f32"), plain)
        kept = {}
        for numbers in ("f16", "i8"):
            text = self.run_redraw("weights", run, "-o", "rounded.safetensors", "--as", numbers)
            kept[numbers], whole = map(float, re.search(r"keeps ([\d.]+) dB of ([\d.]+) dB", text).groups())
            data = (self.folder / "rounded.safetensors").read_bytes()
            sizes[numbers] = len(data)
            self.assertIn(f"{len(data)} bytes", text)
            header = json.loads(data[8:8 + struct.unpack("<Q", data[:8])[0]])
            self.assertEqual(header["layers.1.weight"]["dtype"], numbers.upper())
            self.assertEqual(header["layers.1.weight"]["shape"], [32, 32])
            self.assertEqual("layers.1.weight.scale" in header, numbers == "i8")
        info, = self.run_json("info", run)
        self.assertAlmostEqual(whole, info["file"]["psnr"], delta=0.02)
        self.assertLess(abs(whole - kept["f16"]), 1)
        self.assertLess(kept["i8"], whole)
        self.assertLess(sizes["f16"], sizes["f32"])
        self.assertLess(sizes["i8"], sizes["f16"])

    def test_rounded_numbers_are_for_safetensors(self):
        self.fit()
        self.refuse("weights", "run.redraw", "-o", "x.h", "--as", "i8", naming=("x.h", "i8", ".safetensors"))
        self.assertEqual(self.run_redraw("weights", "run.redraw", "-o", "x.safetensors", "--as", "i4", status=2), "")
        self.assertFalse(list(self.folder.glob("x.*")))


if __name__ == "__main__":
    main()
