"""Builds ICC profiles by script, decodes pictures by Redraw, and computes how far two colours are apart (CIEDE2000)."""
import struct
import subprocess

import numpy as np

from harness import BIN  # first: harness extends sys.path for the next imports
import pictures
from icc import D50 as icc_white, icc, s15

D65, D50, DCI = (0.3127, 0.3290), (0.3457, 0.3585), (0.314, 0.351)
BT709 = ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
P3 = ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
# Colour spaces: white, primaries, gamma; None is sRGB's transfer function.
SPACES = {
    "sRGB": (D65, BT709, None),
    "Adobe RGB": (D65, ((0.64, 0.33), (0.21, 0.71), (0.15, 0.06)), 2.19921875),
    "Display P3": (D65, P3, None),
    "DCI-P3": (DCI, P3, 2.6),
    "ProPhoto RGB": (D50, ((0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001)), 1.8),
    "Rec. 2020": (D65, ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046)), 2.4),
    "Apple RGB": (D65, ((0.625, 0.340), (0.280, 0.595), (0.155, 0.070)), 1.8),
    "Linear light": (D65, BT709, 1.0),
    "Gamma 2.6": (D65, BT709, 2.6),
    "Wide gamut": (D50, ((0.7347, 0.2653), (0.1152, 0.8264), (0.1566, 0.0177)), 2.19921875),
}


def decoded(*files, how="--notes"):
    """Yields for each file the values from 0 to 1 as Redraw decodes it, and its note. Fails if a file is refused."""
    out = subprocess.run([BIN / "decoded_pictures", how, *files], capture_output=True, check=True).stdout
    for file in files:
        line, _, out = out.partition(b"\n")
        assert not line.startswith(b"!"), f"{file}: {line.decode()}"
        size, _, note = line.decode().partition(" note ")
        width, height, channels = map(int, size.split())
        count = width * height * channels * 4
        yield np.frombuffer(out[:count], "<f4").reshape(height, width, channels).astype(float), note
        out = out[count:]


def xyz(chromaticity):
    x, y = chromaticity
    return np.array([x / y, 1, (1 - x - y) / y])


PCS_WHITE = np.array(icc_white)
BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])


def adapted(white):
    """Returns the matrix that adapts XYZ from this white to D50, in Bradford's cone space."""
    gains = BRADFORD @ PCS_WHITE / (BRADFORD @ white)
    return np.linalg.inv(BRADFORD) @ np.diag(gains) @ BRADFORD


def primaries_matrix(white, primaries):
    columns = np.stack([xyz(primary) for primary in primaries], 1)
    return columns * np.linalg.solve(columns, xyz(white))


def curve(gamma):
    if gamma is not None:
        return b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256)) + bytes(2)
    steps = np.arange(1024) / 1023
    light = np.where(steps <= 0.04045, steps / 12.92, ((steps + 0.055) / 1.055) ** 2.4)
    return b"curv" + bytes(4) + struct.pack(">I", 1024) + b"".join(struct.pack(">H", round(v * 65535)) for v in light)


def description(text):
    ascii_text = text.encode() + b"\0"
    return b"desc" + bytes(4) + struct.pack(">I", len(ascii_text)) + ascii_text + bytes(4 + 4 + 2 + 1 + 67)


def rgb_profile(name, white, primaries, gamma):
    columns = adapted(xyz(white)) @ primaries_matrix(white, primaries)
    tags = [(b"desc", description(name)), (b"cprt", b"text" + bytes(4) + b"none\0"),
            (b"wtpt", b"XYZ " + bytes(4) + s15(*xyz(white)))]
    tags += [(signature, b"XYZ " + bytes(4) + s15(*columns[:, c])) for c, signature in enumerate((b"rXYZ", b"gXYZ", b"bXYZ"))]
    tags += [(signature, curve(gamma)) for signature in (b"rTRC", b"gTRC", b"bTRC")]
    return icc(b"RGB ", tags)


def gray_profile(name, gamma):
    return icc(b"GRAY", [(b"desc", description(name)), (b"cprt", b"text" + bytes(4) + b"none\0"),
                         (b"wtpt", b"XYZ " + bytes(4) + s15(*PCS_WHITE)), (b"kTRC", curve(gamma))])


def cmyk_profile(name, steps=9):
    """Returns a CMYK profile with a table to CIELAB, in which every ink absorbs a share of the light."""
    grid = np.stack(np.meshgrid(*[np.linspace(0, 1, steps)] * 4, indexing="ij"), -1).reshape(-1, 4)
    inks = np.array([[0.08, 0.5, 0.85], [0.75, 0.08, 0.35], [0.9, 0.85, 0.06], [0.09, 0.09, 0.09]])
    light = np.prod(1 - grid[:, :, None] ** 0.8 * (1 - inks[None]), axis=1)
    lab = lab_of_xyz((adapted(xyz(D65)) @ primaries_matrix(D65, BT709) @ light.T).T / PCS_WHITE)
    codes = np.clip(np.rint((lab / [100, 1, 1] * [65280, 256, 256]) + [0, 32768, 32768]), 0, 65535).astype(">u2")
    straight = struct.pack(">2H", 0, 65535)
    table = (b"mft2" + bytes(4) + bytes([4, 3, steps, 0]) + s15(1, 0, 0, 0, 1, 0, 0, 0, 1) + struct.pack(">2H", 2, 2)
             + straight * 4 + codes.tobytes() + straight * 3)
    return icc(b"CMYK", [(b"desc", description(name)), (b"cprt", b"text" + bytes(4) + b"none\0"),
                         (b"wtpt", b"XYZ " + bytes(4) + s15(*PCS_WHITE)), (b"A2B0", table)], b"prtr", b"Lab ")


def lab_of_xyz(relative):
    """Converts XYZ, relative to white, to CIELAB."""
    roots = np.where(relative > 216 / 24389, np.cbrt(relative), (24389 / 27 * relative + 16) / 116)
    x, y, z = np.moveaxis(roots, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], -1)


def lab_of_srgb(values):
    light = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return lab_of_xyz(light @ primaries_matrix(D65, BT709).T / xyz(D65))


def delta_e_2000(first, second):
    (l1, a1, b1), (l2, a2, b2) = np.moveaxis(first, -1, 0), np.moveaxis(second, -1, 0)
    mean_c7 = ((np.hypot(a1, b1) + np.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - np.sqrt(mean_c7 / (mean_c7 + 25.0**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180
    turn = np.where(c1 * c2 == 0, 0, turn)
    dl, dc, dh = l2 - l1, c2 - c1, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    l, c = (l1 + l2) / 2, (c1 + c2) / 2
    h = np.where(c1 * c2 == 0, h1 + h2, (h1 + turn / 2) % 360)
    cosine = lambda factor, offset: np.cos(np.radians(factor * h + offset))  # noqa: E731
    t = 1 - 0.17 * cosine(1, -30) + 0.24 * cosine(2, 0) + 0.32 * cosine(3, 6) - 0.20 * cosine(4, -63)
    sl = 1 + 0.015 * (l - 50) ** 2 / np.sqrt(20 + (l - 50) ** 2)
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    c7 = c**7
    rotation = -2 * np.sqrt(c7 / (c7 + 25.0**7)) * np.sin(np.radians(60 * np.exp(-(((h - 275) / 25) ** 2))))
    dl, dc, dh = dl / sl, dc / sc, dh / sh
    return np.sqrt(np.maximum(dl**2 + dc**2 + dh**2 + rotation * dc * dh, 0))


def write_png_16(path, levels):
    """Writes an RGB PNG of 16 bits, which Pillow cannot write."""
    rows = [row.astype(">u2").tobytes() for row in levels]
    path.write_bytes(pictures.png(levels.shape[1], levels.shape[0], rows, 16, 2))
