"""Tests the parameters stored in a page (`redraw export RUN -o PAGE.html`), decoded without a browser."""
import base64
import json
import struct
import zlib

import harness  # noqa: F401: first, since harness extends sys.path for the next imports
from test_page import QUICK, Elements, PageTest, write_colours


def unpacked(facts, moment, data, after):
    """Returns the parameters of a moment as the page computes them. `after`: the parameters of the following moment."""
    codes, values = zlib.decompress(data, -15), []
    more = (facts["parameters"] + 1) // 2
    for count, half_powers, fresh in zip(facts["tensors"], moment["steps"], moment["fresh"]):
        for k in range(len(values), len(values) + count):
            code = codes[k // 2] >> 4 * (k % 2) & 15
            if code == 15:
                for place in range(0, 35, 7):
                    byte, more = codes[more], more + 1
                    code += (byte & 127) << place
                    if byte < 128:
                        break
            level = -(code + 1) // 2 if code & 1 else code // 2
            values.append((0.0 if fresh else after[k]) + level * 2 ** (half_powers / 2))
    assert more == len(codes)
    return values


class Numbers(PageTest):
    def elements(self, run, *arguments):
        elements = Elements(self.page(run, "page.html", *arguments))
        return json.loads(elements.texts["facts"]), base64.b64decode(elements.texts["moments"])

    def check_numbers(self, run, facts, data):
        """Checks that the packed moments are the run's networks, rounded; returns the bytes of `data` behind them."""
        after = [0.0] * facts["parameters"]
        for moment in facts["moments"]:
            after = unpacked(facts, moment, data[:moment["bytes"]], after)
            data = data[moment["bytes"]:]
            self.run_redraw("weights", run, "-o", "at.safetensors", "--at", moment["step"])
            raw = self.read("at.safetensors")
            raw = raw[8 + int.from_bytes(raw[:8], "little"):]
            wanted = struct.unpack(f"<{len(after)}f", raw)
            at = 0
            for count, half_powers in zip(facts["tensors"], moment["steps"]):
                end = at + count
                # Rounded to the nearest quantisation step, or unchanged from the next moment if within 0.55 of a step.
                self.assertLessEqual(max(abs(a - b) for a, b in zip(after[at:end], wanted[at:end])),
                                     0.56 * 2 ** (half_powers / 2))
                at = end
        return data

    def test_its_numbers_are_the_networks(self):
        write_colours(self.folder / "colours.png", 24, 20)
        for preset in ("siren", "grid"):
            with self.subTest(preset):
                run = f"{preset}.redraw"
                self.run_redraw("fit", "colours.png", "-o", run, "--preset", preset, "--layers", "16,16", *QUICK)
                (facts,), data = self.elements(run)
                self.assertEqual(self.check_numbers(run, facts, data), b"")
        runs = ("siren.redraw", "grid.redraw")
        both, data = self.elements(runs[0], "--against", runs[1])
        self.assertEqual(len(both), 2)
        for run, facts in zip(runs, both):
            (alone,), _ = self.elements(run)
            seconds = [moment.pop("seconds") for moment in facts["moments"]]
            self.assertEqual(facts, alone)  # a page of two runs has the same facts of each as its own page
            self.assertEqual(seconds, sorted(seconds, reverse=True))
            self.assertEqual(seconds[-1], 0)
            data = self.check_numbers(run, facts, data)
        self.assertEqual(data, b"")
