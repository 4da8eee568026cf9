"""Small ICC profiles: of RGB and gray with curves, of RGB and CMYK with tables, versions 2 and 4."""
import pathlib
import struct
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from icc import D50, icc, s15  # noqa: E402


def curve(*values):
    return b"curv" + bytes(4) + struct.pack(f">I{len(values)}H", len(values), *values) + bytes(len(values) % 2 * 2)


def parametric(kind, *values):
    return b"para" + bytes(4) + struct.pack(">HH", kind, 0) + s15(*values)


def text(words):
    return b"desc" + bytes(4) + struct.pack(">I", len(words) + 1) + words + b"\0" + bytes(78)


def xyz(*values):
    return b"XYZ " + bytes(4) + s15(*values)


def tables(inputs, outputs, points=2, wide=True):
    """Returns a colour table tag, `mft2` if `wide` (16 bits), otherwise `mft1` (8 bits)."""
    count = points**inputs * outputs
    head = (b"mft2" if wide else b"mft1") + bytes(4) + bytes([inputs, outputs, points, 0]) + s15(1, 0, 0, 0, 1, 0, 0, 0, 1)
    if wide:
        return (head + struct.pack(">2H", 2, 2) + struct.pack(">2H", 0, 65535) * inputs
                + struct.pack(f">{count}H", *(i * 977 % 65536 for i in range(count))) + struct.pack(">2H", 0, 65535) * outputs)
    return head + bytes(range(256)) * inputs + bytes(i * 37 % 256 for i in range(count)) + bytes(range(256)) * outputs


def new_tables():
    """Returns a colour table tag of type `mAB `: three channels to three, with every stage."""
    curves = parametric(0, 1.0) * 3
    matrix = s15(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)
    grid = bytes([2, 2, 2]) + bytes(13) + bytes([1, 0, 0, 0]) + bytes(i * 29 % 256 for i in range(24))
    b, m = 32, 32 + len(curves)
    middle = m + len(matrix)
    c = middle + len(curves)
    a = c + len(grid)
    return (b"mAB " + bytes(4) + bytes([3, 3, 0, 0]) + struct.pack(">5I", b, m, middle, c, a)
            + curves + matrix + curves + grid + curves)


def profiles():
    """Yields (name, bytes) of all profiles."""
    common = [(b"desc", text(b"a space")), (b"wtpt", xyz(*D50))]
    primaries = [(b"rXYZ", xyz(0.61, 0.31, 0.02)), (b"gXYZ", xyz(0.2, 0.63, 0.06)), (b"bXYZ", xyz(0.15, 0.06, 0.74))]
    for name, shape in (("gamma", curve(461)), ("line", curve()), ("table", curve(0, 9000, 65535)),
                        ("para", parametric(3, 2.4, 0.95, 0.05, 0.08, 0.04))):
        curves = [(signature, shape) for signature in (b"rTRC", b"gTRC", b"bTRC")]
        yield f"rgb-{name}", icc(b"RGB ", common + primaries + curves, version=0x04300000 if name == "para" else 0x02100000)
        yield f"gray-{name}", icc(b"GRAY", [*common, (b"kTRC", shape)])
    for wide in (False, True):
        yield f"cmyk-{8 + 8 * wide}", icc(b"CMYK", [*common, (b"A2B0", tables(4, 3, wide=wide))], b"prtr", b"Lab ")
        yield f"rgb-tables-{8 + 8 * wide}", icc(b"RGB ", [*common, (b"A2B0", tables(3, 3, wide=wide))], b"scnr", b"Lab ")
    yield "rgb-new-tables", icc(b"RGB ", [*common, (b"A2B0", new_tables())], b"scnr", b"XYZ ", 0x04200000)
