"""Tests the parameters stored in a page (`redraw export RUN -o PAGE.html`), decoded without a browser."""
import base64
import json
import struct

import harness  # noqa: F401: first, since harness extends sys.path for the next imports
from test_page import QUICK, Elements, PageTest, write_colours

MOST_CONTEXT = 14


class RangeDecoder:
    """Decodes what the range coder of engine/export/page_moment.cpp wrote."""

    def __init__(self, data):
        self.data, self.at, self.range, self.code = data, 5, 0xFFFFFFFF, int.from_bytes(data[:5], "big") & 0xFFFFFFFF

    def taken(self, one, code, left):
        self.code, self.range = code, left
        while self.range < 1 << 24:
            byte = self.data[self.at] if self.at < len(self.data) else 0
            self.code, self.range, self.at = (self.code << 8 | byte) & 0xFFFFFFFF, self.range << 8, self.at + 1
        return one

    def bit(self, model, key):
        zero = model.setdefault(key, 1024)
        bound = (self.range >> 11) * zero
        one = self.code >= bound
        self.taken(one, self.code - bound * one, self.range - bound if one else bound)
        model[key] = zero - (zero >> 5) if one else zero + (2048 - zero >> 5)
        return one

    def plain(self):
        half = self.range >> 1
        one = self.code >= half
        return self.taken(one, self.code - half * one, half)

    def number(self, model, context):
        if not self.bit(model, context):
            return 0
        negative, size = self.plain(), 1
        while size <= 14 and self.bit(model, (context, size)):
            size += 1
        if size > 14:
            places, rest = 0, 1
            while self.plain():
                places += 1
            for _ in range(places):
                rest = rest * 2 + self.plain()
            size = 14 + rest
        return -size if negative else size


def unpacked(facts, moment, data, after):
    """Returns the parameters of a moment as the page computes them. `after`: the parameters of the following moment."""
    decoder, shared, values = RangeDecoder(data), {}, []
    for (rows, columns, features), half_powers, fresh in zip(facts["tensors"], moment["steps"], moment["fresh"]):
        width, first, levels = columns * features, len(values), []
        model = {} if rows * width >= 2048 else shared
        for k in range(rows * width):
            y, x = divmod(k, width)
            near = [features] * (x >= features) + [width] * (y > 0) + [width + features] * (y > 0 and x >= features)
            near += [1, 1] * (x % features > 0)
            levels.append(decoder.number(model, min(MOST_CONTEXT, sum(min(2, abs(levels[k - back])) for back in near))))
        base = [0.0] * len(levels) if fresh else after[first:first + len(levels)]
        values += [value + level * 2 ** (half_powers / 2) for value, level in zip(base, levels)]
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
            for (rows, columns, features), half_powers in zip(facts["tensors"], moment["steps"]):
                end = at + rows * columns * features
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
