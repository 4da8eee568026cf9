#!/usr/bin/env python3
"""Draws sample.png: the lion cub that Redraw opens on its first start.

Draws pen strokes on white paper, in a square of 1000 x 1000 units. A path is a string of points with
a smooth curve (Catmull-Rom) through them; "!" after a point makes it a corner. Shapes are painted
from the back to the front and hide those behind them. Needs only Python's standard library.

    python3 assets/draw_sample.py [SIZE [OUT.png]]
"""
import math
import pathlib
import struct
import sys
import zlib

UNITS = 1000
OVERSAMPLING = 4  # samples a pixel in each direction


def curve(path, closed):
    """Returns the path "x,y x,y! ..." as a polyline."""
    knots = []
    for word in path.split():
        point = tuple(float(v) for v in word.rstrip("!").split(","))
        knots += [point, point] if word.endswith("!") else [point]
    around = [knots[-1], *knots, *knots[:2]] if closed else [knots[0], *knots, knots[-1]]
    points = []
    for a, b, c, d in zip(around, around[1:], around[2:], around[3:]):
        steps = math.ceil(math.dist(b, c) / 4) or 1  # a corner is two equal points
        for t in (i / steps for i in range(steps)):
            points.append(tuple(
                q + 0.5 * ((r - p) + ((2 * p - 5 * q + 4 * r - s) + (3 * q - p - 3 * r + s) * t) * t) * t
                for p, q, r, s in zip(a, b, c, d)))
    return points + [points[0] if closed else knots[-1]]


def ellipse(x, y, rx, ry, tilt=0):
    """Returns an ellipse as a closed polyline; `tilt` in degrees."""
    c, s = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    ring = [(rx * math.cos(a), ry * math.sin(a)) for a in (i * math.tau / 64 for i in range(65))]
    return [(x + u * c - v * s, y + u * s + v * c) for u, v in ring]


class Paper:
    """Samples of black (1) and white (0), and the coordinate system of the next strokes (place())."""

    def __init__(self, size):
        self.size = size
        self.side = size * OVERSAMPLING
        self.rows = [bytearray(self.side) for _ in range(self.side)]
        self.place()

    def place(self, x=0, y=0, scale=1.0, degrees=0, mirrored=False):
        unit = scale * self.side / UNITS
        c, s = math.cos(math.radians(degrees)) * unit, math.sin(math.radians(degrees)) * unit
        x, y = x * self.side / UNITS, y * self.side / UNITS
        flip = -1 if mirrored else 1
        self.placed = lambda u, v: (x + u * flip * c - v * s, y + u * flip * s + v * c)
        self.unit = unit

    def _span(self, row, left, right, ink):
        first, last = max(0, math.ceil(left)), min(self.side - 1, math.floor(right))
        if 0 <= row < self.side and first <= last:
            self.rows[row][first:last + 1] = bytes([ink]) * (last - first + 1)

    def fill(self, outline, ink=1):
        """Fills a closed outline: with black for ink 1, with white for ink 0."""
        outline = curve(outline, True) if isinstance(outline, str) else outline
        crossings = {}
        points = [self.placed(*p) for p in outline]
        for (x0, y0), (x1, y1) in zip(points, points[1:]):
            (x0, y0), (x1, y1) = sorted([(x0, y0), (x1, y1)], key=lambda p: p[1])
            for row in range(math.ceil(y0), math.ceil(y1)):
                crossings.setdefault(row, []).append(x0 + (row - y0) * (x1 - x0) / (y1 - y0))
        for row, xs in crossings.items():
            xs.sort()
            for left, right in zip(xs[::2], xs[1::2]):
                self._span(row, left, right, ink)

    def _pen(self, points, width, open_ends):
        """Draws a line with a nib held at 45 degrees, so that the width depends on the direction. The
        line gets thinner towards corners and open ends."""
        at = [0.0]
        for a, b in zip(points, points[1:]):
            at.append(at[-1] + math.dist(a, b))
        lifts = [at[i] for i in range(1, len(points)) if points[i - 1] == points[i]]
        ends = [0.0, at[-1]] if open_ends else []
        for (a, b), start, stop in zip(zip(points, points[1:]), at, at[1:]):
            angle = math.atan2(b[1] - a[1], b[0] - a[0])
            nib = 0.82 + 0.36 * abs(math.sin(angle + math.pi / 4))
            for t in (i / 4 for i in range(4)):
                here = start + t * (stop - start)
                pressed = min([1.0] + [0.30 + abs(here - end) / min(80, 0.6 * at[-1]) for end in ends]
                              + [0.45 + abs(here - lift) / 40 for lift in lifts])
                self._dot(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), width * nib * pressed / 2)

    def _dot(self, x, y, radius):
        (x, y), radius = self.placed(x, y), radius * self.unit
        for row in range(math.ceil(y - radius), math.floor(y + radius) + 1):
            half = math.sqrt(max(0.0, radius * radius - (row - y) ** 2))
            self._span(row, x - half, x + half, 1)

    def stroke(self, path, width=10):
        """Draws an open line with thin ends."""
        self._pen(curve(path, False), width, open_ends=True)

    def shape(self, outline, width=10):
        """Draws a closed outline, filled with white."""
        outline = curve(outline, True) if isinstance(outline, str) else outline
        self.fill(outline, 0)
        self._pen(outline, width, open_ends=False)

    def png(self):
        """Returns a gray PNG, in which each pixel is the mean of its samples."""
        k = OVERSAMPLING
        lines = []
        for y in range(self.size):
            sums = [sum(column) for column in zip(*self.rows[y * k:y * k + k])]
            pixels = (255 - round(255 * sum(sums[x * k:x * k + k]) / (k * k)) for x in range(self.size))
            lines.append(b"\0" + bytes(pixels))
        def chunk(name, data):
            return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        header = struct.pack(">IIBBBBB", self.size, self.size, 8, 0, 0, 0, 0)
        return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
                + chunk(b"IDAT", zlib.compress(b"".join(lines), 9)) + chunk(b"IEND", b""))


def tail(pen):
    pen.shape("300,872 232,886 166,868 116,818 92,748 96,690 126,680 122,744 142,800 182,838 236,850 290,832")
    pen.shape("88,706! 58,664 52,610 74,562 104,526 118,486! 130,512 130,536! 146,518 152,496! "
              "172,536 178,590 168,646 142,690! 128,678! 116,704! 104,690!", 9)
    pen.stroke("94,664 84,626 92,586", 7)
    pen.stroke("120,656 118,610 130,572", 7)
    pen.stroke("146,640 152,612 152,586", 7)


def body(pen):
    # The far hind foot, then the trunk, which hides a part of the foot.
    pen.shape("560,880 600,866 646,868 682,886 694,908 676,930 630,936 580,932", 10)
    pen.stroke("640,884 652,904 646,930", 7)
    pen.stroke("664,884 676,900 672,922", 7)
    pen.shape("372,470 330,540 284,612 246,690 226,776 240,858 296,912 400,926 500,924 556,912 "
              "596,876 628,820 648,760 660,700 660,630 640,546 590,470", 10)
    # The near hind leg: haunch and foot.
    pen.stroke("270,712 306,676 350,668 394,690 420,736 424,790 410,840 396,862", 9)
    pen.shape("258,900 260,872 288,850 330,844 376,850 412,866 432,890 430,916 404,932 350,937 300,935 270,922", 10)
    pen.stroke("366,880 382,902 376,930", 7)
    pen.stroke("398,882 410,900 406,924", 7)
    # The front leg that the lion stands on.
    leg = ("474,640 462,700 460,764 464,820 450,862 434,888 434,914 454,931 492,937 540,937 582,931 "
           "602,914 600,888 580,858 572,820 574,770 586,716 604,680")
    pen.fill(leg, 0)
    pen.stroke(leg, 10)
    pen.stroke("482,886 494,908 488,934", 7)
    pen.stroke("534,884 546,906 540,934", 7)


def raised_arm(pen):
    arm = ("628,586 660,602 694,596 720,570 736,534 742,498 760,468 792,456 826,464 848,490 852,526 "
           "838,566 804,612 758,654 704,690 652,712 590,716")
    pen.fill(arm + " 570,660", 0)
    pen.stroke(arm, 10)
    pen.fill(ellipse(798, 554, 27, 20, -32))
    for x, y, tilt in ((758, 524, -40), (780, 500, -10), (810, 500, 15), (830, 522, 40)):
        pen.fill(ellipse(x, y, 9, 12, tilt))


def chest(pen):
    pen.stroke("462,520 472,570 492,608! 502,596 514,588! 520,622 540,654! 550,624 560,608! "
               "576,622 594,628! 602,600 604,560", 9)


def head(pen):
    pen.place(438, 342, 1.14, -7)
    # Ears.
    pen.shape(ellipse(-172, -116, 84, 88), 10)
    pen.stroke("-214,-66 -228,-96 -228,-128 -210,-158 -178,-172 -142,-164", 8)
    pen.stroke("-186,-60 -212,-84! -190,-86! -206,-116! -178,-112! -184,-138! -150,-128", 7)
    pen.shape(ellipse(160, -128, 74, 82), 10)
    pen.stroke("200,-86 212,-114 210,-146 192,-172 166,-180 138,-170", 8)
    pen.stroke("182,-74 198,-98! 176,-98! 188,-128! 164,-122! 166,-148! 136,-134", 7)
    # Face, with fur at the cheeks.
    pen.shape("-6,-170 58,-166 116,-142 162,-98 186,-40 190,6 194,26! 214,40 234,44! 214,58 196,64! "
              "206,84 220,96! 192,104 164,106! 132,138 78,164 20,174 -40,167 -98,143 -136,110! "
              "-166,118 -194,116! -180,100 -172,82! -200,82 -226,72! -204,58 -194,38! "
              "-202,-10 -190,-66 -158,-116 -112,-150 -60,-168", 10)
    # Hair.
    locks = ("-82,-158 -78,-190 -58,-216 -28,-234! -34,-218 -34,-204! -10,-234 26,-252 66,-254! "
             "50,-238 42,-220! 64,-226 92,-222! 80,-204 76,-184 78,-158")
    pen.fill(locks + " 40,-120 -40,-120", 0)
    pen.stroke(locks, 10)
    pen.stroke("-52,-134 -46,-164 -28,-188", 7)
    pen.stroke("-12,-128 -6,-164 14,-192", 7)
    pen.stroke("30,-134 30,-164 40,-184", 7)
    # Eyes and brows.
    eye(pen, -68, 0, 42, 52, -1)
    eye(pen, 106, -4, 36, 50, 1)
    pen.stroke("-124,-88 -104,-102 -80,-106 -56,-100", 9)
    pen.stroke("86,-104 108,-110 130,-106 148,-94", 9)
    # Mouth and tongue, muzzle, nose.
    pen.fill("4,112 36,106 70,110 68,134 54,150 36,154 18,150 6,134")
    pen.fill("20,142 36,132 53,142 48,147 36,149 24,147", 0)
    pen.fill("-44,80 0,76 36,70 80,76 108,80 100,104 84,120 60,124 44,118 36,108 28,118 10,126 -16,124 -36,108", 0)
    pen.stroke("36,90 36,108 28,120 8,128 -16,124 -34,110 -42,90", 9)
    pen.stroke("36,108 44,118 62,124 84,118 98,104 104,86", 9)
    pen.fill("-2,64 16,57 36,60 56,56 72,62 66,78 54,90 37,99 18,92 6,80")
    pen.fill(ellipse(22, 68, 12, 5, -6), 0)
    for x, y in ((-70, 78), (-98, 86), (-76, 102), (132, 74), (156, 80), (136, 96)):
        pen.fill(ellipse(x, y, 5, 5))


def eye(pen, x, y, rx, ry, outward):
    """Draws an eye that looks up to the right. `outward`: lashes to the left (-1) or right (1)."""
    pen.shape(ellipse(x, y, rx * 1.16, ry * 1.08), 7)
    pen.fill(ellipse(x + 4, y - 3, rx * 0.98, ry * 0.98))
    pen.fill(ellipse(x + rx * 0.36, y - ry * 0.42, rx * 0.36, ry * 0.30), 0)
    pen.fill(ellipse(x - rx * 0.28, y + ry * 0.42, rx * 0.20, ry * 0.16), 0)
    lid = [(-1.10, -0.30), (-0.92, -0.72), (-0.50, -1.04), (0, -1.15), (0.50, -1.04), (0.94, -0.74),
           (1.22, -0.46), (1.52, -0.52)]
    pen.stroke(" ".join(f"{x + outward * u * rx},{y + v * ry}" for u, v in lid), 14)


def butterfly(pen):
    pen.place(856, 262, 0.95, 16)
    pen.shape("-2,4! -26,-26 -58,-66 -90,-74 -108,-52 -98,-22 -62,-4", 8)
    pen.shape("2,4! 28,-24 60,-62 92,-68 108,-46 96,-18 62,0", 8)
    pen.shape("-2,6! -40,4 -72,22 -78,50 -56,66 -28,54", 8)
    pen.shape("2,6! 42,8 72,28 74,54 52,68 24,54", 8)
    for x, y in ((-82, -46), (84, -40)):
        pen.fill(ellipse(x, y, 9, 9))
    pen.fill(ellipse(0, 10, 8, 38))
    pen.stroke("-2,-22 -6,-54 -20,-78 -38,-84", 6)
    pen.stroke("2,-22 8,-52 22,-74 40,-78", 6)


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 474
    out = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else pathlib.Path(__file__).parent / "sample.png"
    pen = Paper(size)
    tail(pen)
    body(pen)
    raised_arm(pen)
    chest(pen)
    head(pen)
    butterfly(pen)
    out.write_bytes(pen.png())


if __name__ == "__main__":
    main()
