"""The smallest pictures of the formats that modules read: TIFFs, written by script, and AVIF, HEIC and
JPEG XL from made_pictures.zip, for machines without their encoders. avifenc 0.11, heif-enc 1.15 and
cjxl 0.7 (libjxl's encoder for CMYK) made those from a gradient of 12 x 8 pixels."""
import pathlib
import sys
import zipfile
import zlib

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from tiff_file import tiff_file  # noqa: E402


def made(suffix):
    """Returns (name, bytes) of the stored pictures with this suffix."""
    with zipfile.ZipFile(pathlib.Path(__file__).with_name("made_pictures.zip")) as pictures:
        return [(name, pictures.read(name)) for name in pictures.namelist() if name.endswith(suffix)]


def tiff(samples, bits, width=9, height=7, *, photometric=None, packing=1, order="<", tile=None, more=(), data=None):
    """Returns a TIFF. `more`: (tag, kind, values) added to or replacing the usual entries. `data`:
    pixels instead of a pattern."""
    if photometric is None:
        photometric = 2 if samples >= 3 else 1
    rows, columns = (tile, tile) if tile else (height, width)
    if data is None:
        data = bytes(i * 37 % 256 for i in range((columns * samples * bits + 7) // 8 * rows))
    parts = [zlib.compress(data) if packing == 8 else data] * (4 if tile else 1)
    entries = {256: ("I", [width]), 257: ("I", [height]), 258: ("H", [bits] * samples), 259: ("H", [packing]),
               262: ("H", [photometric]), 277: ("H", [samples])}
    return tiff_file(parts, entries, order, tile, height, more)


def tiffs(profile):
    """Yields (name, bytes) of TIFFs of many kinds; `profile` is an RGB profile."""
    for bits in (1, 4, 8, 12, 16, 32):
        yield f"gray-{bits}.tif", tiff(1, bits)
    for order in "<>":
        yield f"rgb-16{ord(order)}.tif", tiff(3, 16, order=order)
    yield "real.tif", tiff(3, 32, more=[(339, "H", [3] * 3)])
    for bits in (8, 12, 16, 32):
        yield f"signed-{bits}.tif", tiff(1, bits, more=[(339, "H", [2])])
    for bits in (16, 32, 64):
        yield f"real-{bits}.tif", tiff(1, bits, more=[(339, "H", [3]), (42113, "c", [b"-", b"9", b"\0"])])
    yield "alpha-behind.tif", tiff(5, 8, more=[(338, "H", [0, 2])])
    yield "palette-alpha.tif", tiff(2, 8, photometric=3, more=[(320, "H", [i * 80 for i in range(768)]), (338, "H", [2])])
    yield "no-palette.tif", tiff(1, 8, photometric=3)
    for photometric, bits in ((8, 16), (9, 8), (9, 16)):
        yield f"lab-{photometric}-{bits}.tif", tiff(3, bits, photometric=photometric)
    yield "thumbnail.tif", tiff(1, 8, more=[(254, "I", [1]), (330, "I", [8])])  # has an invalid second directory
    yield "alpha.tif", tiff(4, 8, more=[(338, "H", [2])])
    yield "premultiplied.tif", tiff(4, 8, more=[(338, "H", [1]), (274, "H", [6])])
    yield "planes.tif", tiff(1, 8, tile=None, more=[(284, "H", [2])])
    yield "palette.tif", tiff(1, 4, photometric=3, more=[(320, "H", [i * 1000 for i in range(48)])])
    yield "white-is-0.tif", tiff(1, 8, photometric=0)
    yield "inks.tif", tiff(4, 8, photometric=5)
    yield "lab.tif", tiff(3, 8, photometric=8)
    yield "ycbcr.tif", tiff(3, 8, photometric=6, more=[(530, "H", [1, 1])])
    yield "deflate.tif", tiff(3, 8, packing=8)
    yield "packbits.tif", tiff(1, 8, packing=32773, data=b"\x81\5" * 3)
    yield "lzw.tif", tiff(1, 8, packing=5, data=b"\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01" * 3)
    yield "tiles.tif", tiff(3, 8, 20, 20, tile=16)
    yield "profile.tif", tiff(3, 8, more=[(34675, "B", list(profile))])
