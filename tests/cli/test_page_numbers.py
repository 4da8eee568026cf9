"""The numbers in a page (`redraw export RUN -o PAGE.html`), read without a browser: networks, and moments as what differs from
one network's drawing."""
import base64
import json
import math
import struct
import unittest

from harness import main  # first: it knows where the next one is
from test_page import QUICK, Elements, PageTest, read_png, write_colours

MOST_CONTEXT = 14
WAVELET_LEVELS, LIFTED, SCALE = 5, (-1.586134342, -0.05298011854, 0.8829110762, 0.4435068522), 1.149604398
NEARER = 0.04


class RangeDecoder:
    """What engine/export/range_encoder.h wrote, read without a browser."""

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
    """The numbers of a moment as the page has them."""
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


def bands():
    """Level, left, top and how far apart the numbers of each band of wavelets are."""
    found = [(WAVELET_LEVELS, 0, 0, 1 << WAVELET_LEVELS)]
    for level in reversed(range(WAVELET_LEVELS)):
        half = 1 << level
        found += [(level, left, top, 2 * half) for left, top in ((half, 0), (0, half), (half, half))]
    return found


def rest_of(facts, moment, data, told):
    """The wavelets that are added to the network's drawing."""
    width, height, channels = facts["width"], facts["height"], facts["channels"]
    count, size = width * height, moment["size"] / 2 ** 14
    rest, levels, decoder, models = [0.0] * (count * channels), [0] * (count * channels), RangeDecoder(data), {}
    for level, left, top, apart in bands():
        for plane in range(channels):
            kind = plane * (WAVELET_LEVELS + 1) + level
            model, row, near = models.setdefault(kind, {}), apart * width, len(moment["from"])
            shares = [moment["shares"][kind * near + f] / 32 for f in range(near)]
            for y in range(top, height, apart):
                for x in range(left, width, apart):
                    i = plane * count + y * width + x
                    beside = [count] * (plane > 0) + [apart] * 2 * (x >= apart) + [row] * 2 * (y >= apart)
                    beside += [row + apart] * (x >= apart and y >= apart) + [row - apart] * (y >= apart and x + apart < width)
                    context = min(MOST_CONTEXT, sum(min(3, abs(levels[i - back])) for back in beside))
                    levels[i] = decoder.number(model, context)
                    if levels[i]:
                        rest[i] = math.copysign((abs(levels[i]) - NEARER) * size, levels[i])
                    rest[i] += sum(share * told[place][i] for share, place in zip(shares, moment["from"]))
    return rest


def line_from_wavelets(line):
    """Lifted back, in place; its even numbers are the coarser ones."""
    for i in reversed(range(len(LIFTED))):
        for k in range(0 if i % 2 else 1, len(line), 2):
            before, after = line[k - 1 if k > 0 else k + 1], line[k + 1 if k + 1 < len(line) else k - 1]
            line[k] -= LIFTED[i] * (before + after)


def plane_from_wavelets(plane, width, height):
    for level in reversed(range(WAVELET_LEVELS)):
        apart = 1 << level
        for y in range(0, height, apart):
            for x in range(0, width, apart):
                odd = (x // apart % 2, y // apart % 2)
                plane[y * width + x] *= {(0, 0): SCALE ** -2, (1, 1): SCALE ** 2}.get(odd, 1)
        lines = [range(x, width * height, apart * width) for x in range(0, width, apart)]
        lines += [range(y * width, (y + 1) * width, apart) for y in range(0, height, apart)]
        for line in lines:
            if len(line) > 1:
                values = [plane[i] for i in line]
                line_from_wavelets(values)
                for i, value in zip(line, values):
                    plane[i] = value


def pixels_of(facts, rest):
    """Of wavelets of lightness and two of colour, pixel by pixel."""
    width, height, channels = facts["width"], facts["height"], facts["channels"]
    planes = [rest[plane * width * height:(plane + 1) * width * height] for plane in range(channels)]
    for plane in planes:
        plane_from_wavelets(plane, width, height)
    if channels < 3:
        return [value for pixel in zip(*planes) for value in pixel]
    pixels = []
    for light, warm, green, *alpha in zip(*planes):
        a, b, c = light / math.sqrt(3), warm / math.sqrt(2), green / math.sqrt(6)
        pixels += [a + b + c, a - 2 * c, a - b + c, *alpha]
    return pixels


class Numbers(PageTest):
    def elements(self, run):
        elements = Elements(self.page(run))
        return json.loads(elements.texts["facts"]), base64.b64decode(elements.texts["moments"])

    def test_its_numbers_are_the_networks(self):
        write_colours(self.folder / "colours.png", 24, 20)
        for preset in ("siren", "grid"):
            with self.subTest(preset):
                run = f"{preset}.redraw"
                self.run_redraw("fit", "colours.png", "-o", run, "--preset", preset, "--layers", "16,16", *QUICK)
                facts, data = self.elements(run)
                after = [0.0] * facts["parameters"]
                for moment in facts["moments"]:
                    after = unpacked(facts, moment, data[:moment["bytes"]], after)
                    data = data[moment["bytes"]:]
                    self.run_redraw("weights", run, "-o", "at.safetensors", "--at", moment["step"])
                    raw = (self.folder / "at.safetensors").read_bytes()
                    raw = raw[8 + int.from_bytes(raw[:8], "little"):]
                    wanted = struct.unpack(f"<{len(after)}f", raw)
                    at = 0
                    for (rows, columns, features), half_powers in zip(facts["tensors"], moment["steps"]):
                        end = at + rows * columns * features
                        # Rounded to the nearest step, or but a little further where it stays.
                        self.assertLessEqual(max(abs(a - b) for a, b in zip(after[at:end], wanted[at:end])),
                                             0.56 * 2 ** (half_powers / 2))
                        at = end
                self.assertEqual(data, b"")

    def test_what_differs_makes_every_moment(self):
        for channels in (1, 4):
            with self.subTest(channels):
                run = self.large_network(channels)
                facts, data = self.elements(run)
                data = data[facts["shared"]["bytes"]:]
                drawing = self.drawing(run, facts["moments"][0]["step"])  # as the network has it, but for its rounding
                told = [None]
                for moment in facts["moments"]:
                    told.append(rest_of(facts, moment, data[:moment["bytes"]], told))
                    data = data[moment["bytes"]:]
                    added = pixels_of(facts, told[-1])
                    seen = [min(max(moment["gain"] / 64 * drawn + 255 * more, 0), 255) for drawn, more in zip(drawing, added)]
                    wanted = self.drawing(run, moment["step"])
                    error = sum(abs(a - b) for a, b in zip(seen, wanted)) / len(wanted)
                    self.assertLess(error, 1 + 1.3 * moment["gain"] / 64, f"step {moment['step']}")
                self.assertEqual(data, b"")

    def drawing(self, run, step):
        self.run_redraw("export", run, "-o", "at.png", "--at", step)
        return read_png(self.folder / "at.png")[3]


if __name__ == "__main__":
    main()
