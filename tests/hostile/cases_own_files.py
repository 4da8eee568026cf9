"""Cases 119 to 146: files that we thought of ourselves: odd PNG, JPEG, WebP, GIF, settings, models, runs."""

import json
import os
import struct
import zlib

import forged_runs
import pictures
from case import SMALL, case, check, table
from picture_checks import fits, learned, refusals, refused
from pictures import PNG, chunk, header, png, waves, zeros

def model(**changes):
    """An iron_learn model of 3-2-1, with parts of it changed."""
    layers = [{"layer_type": "Linear", "shape": [3, 2], "weights": [0.1] * 6}, {"layer_type": "Tanh"},
              {"layer_type": "Linear", "shape": [2, 1], "weights": [0.5, -0.5]}, {"layer_type": "Sigmoid"}]
    return {"name": "m", "epoch": 5, "saved_lr": 0.01, "layers": layers, **changes}


@case(123, "a PNG whose text unpacks to 1 GB", "ignored or refused, in under 200 MiB")
def packed_chunks(t):
    bomb = zeros(1 << 30)
    for before in (chunk(b"zTXt", b"k\0\0" + bomb), chunk(b"iTXt", b"k\0\1\0\0\0" + bomb)):
        ended = fits(t, png(24, 16, waves(24, 16), before=before), peak=200)
    return f"{ended.peak:.0f} MiB"


@case(124, "a PNG of 100,000 chunks: empty IDATs, text", "read or refused within seconds")
def many_chunks(t):
    row = zlib.compress(b"".join(b"\0" + row for row in waves(24, 16)))
    many = chunk(b"IDAT", b"") * 50_000 + b"".join(chunk(b"IDAT", row[i:i + 1]) for i in range(len(row)))
    check(learned(t, PNG + header(24, 16) + many + chunk(b"IEND", b""))[1:3] == (24, 16), "not read")
    return fits(t, png(24, 16, waves(24, 16), before=chunk(b"tEXt", b"k\0v") * 100_000)).sentence or "both read"


@case(125, "PNGs of 65535 x 1, 16384^2 at 1 bit", "refused by the limits; --any-size lifts them")
def limits(t):
    line = png(65535, 1, [bytes(65535)])
    refused(t, line, "the limit is 16384 a side; --any-size lifts it, and `redraw tiles`")
    check("65535 x 1" in t.does("fit", t.file("a.png", line), "-o", "long.redraw", *SMALL, "--any-size").out, "not read")
    return refused(t, PNG + header(16384, 16384, 1) + chunk(b"IDAT", zlib.compress(bytes(99))) + chunk(b"IEND", b""),
                   "megapixels; the limit is 128")


@case(127, "a JPEG of 10,000 progressive scans", "refused at the first that repeats another")
def scans(t):
    t.need("convert")
    data = pictures.converted("jpg", "-interlace", "JPEG", channels=1, width=64, height=64)
    first = data.index(b"\xFF\xDA")
    end = next(at for at in range(first + 2, len(data)) if data[at] == 0xFF and data[at + 1] > 0xD8 or data[at:at + 2] == b"\xFF\xC4")
    return refused(t, data[:first] + data[first:end] * 10_000 + data[end:], "it is damaged", name="a.jpg")


@case(129, "an animated WebP", "refused: an animated WebP")
def webp_animation(t):
    def riff(name, data):
        return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)

    frame = riff(b"ANMF", bytes(16) + riff(b"VP8L", b"\x2F\0\0\0\0"))
    body = riff(b"VP8X", b"\2\0\0\0" + bytes((7, 0, 0, 7, 0, 0))) + riff(b"ANIM", bytes(6)) + frame
    return refused(t, b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body, "an animated WebP", name="a.webp")


@case(131, "a GIF of a 65535^2 canvas, frames outside of it, no palette, a colour beyond it", "refused, or drawn on its canvas")
def gifs(t):
    check(learned(t, pictures.gif(8, 8, canvas=(4, 4), place=(2, 2)), name="a.gif")[1:3] == (4, 4), "another canvas")
    check(learned(t, pictures.gif(4, 4, canvas=(4, 4), place=(60000, 60000)), name="a.gif")[1:3] == (4, 4), "another canvas")
    return refusals(t, [(pictures.gif(4, 4, canvas=(65535, 65535)), "the limit is 16384"), (pictures.gif(4, 4, palette=False), "it has no palette"),
                        *(pictures.gif(20, 20)[:length] for length in (6, 13, 100, 420, 460))], "it is damaged", "a.gif")


BMP_SIZES = ((4, -(1 << 31), 24), (1 << 30, 4, 24), (-4, 4, 24), (4, 4, 65535), (4, 4, 0), (0, 4, 24))
table(refusals, (
    132, "a BMP of height -2^31, of 2^31 bits, run-length coded; a TGA of half a packet", "refused",
    [*(pictures.bmp(*size, data=bytes(64)) for size in BMP_SIZES), (pictures.bmp(4, 4, 8, 1, b"\5\5" * 32), "it has no palette"),
     (pictures.tga(100, 100, 10, 24, b"\xFF\1\2\3" * 20), "it ends too early"), (pictures.tga(100, 100, 2, 24, bytes(300)), "it ends too early"),
     (pictures.tga(8, 8, 1, 8, bytes(64 + 12), 1, 5, 4, 24), "not in its palette")]
))


@case(133, "EXIF of 65,533 bytes, XMP alone, a later second one, orientation as a long", "the first EXIF that is one, or none")
def odd_exif(t):
    t.need("convert")
    plain = pictures.converted("jpg", channels=1)
    turned = pictures.exif(6)
    xmp = b"http://ns.adobe.com/xap/1.0/\0" + b"<x:xmpmeta tiff:Orientation='6'/>"
    for blocks, size in (((turned + bytes(65533 - len(turned)),), (40, 48)), ((xmp,), (48, 40)), ((xmp, turned), (40, 48)),
                         ((pictures.exif(1), turned), (48, 40)), ((pictures.exif(6, kind=4),), (40, 48)),
                         ((pictures.exif(65535),), (48, 40)), ((pictures.exif(6, count=0),), (48, 40))):
        data = plain
        for block in reversed(blocks):
            data = pictures.with_segment(data, 0xE1, block)
        check(learned(t, data, name="a.jpg")[1:3] == size, f"{[block[:20] for block in blocks]}: not {size}")
    return "7 kinds"


@case(137, "settings of 1 GB, of a folder, of a device", "refused unread")
def config_files(t):
    large, _ = t.file("config.json"), t.picture("p.png")
    os.truncate(large, 1 << 30)
    (t.folder / "folder.json").mkdir()
    fit = ("fit", "p.png", "-o", "never.redraw", "--config")
    t.refuses_each([(*fit, path) for path in ("folder.json", "/dev/zero", "nowhere.json")])
    return t.refuses(*fit, large, saying="the limit is")


@case(140, "an iron_learn model for a picture of 1 pixel, of another size; onto a run that is there", "refused")
def model_pictures(t):
    path = t.file("m.json", json.dumps(model()))
    t.refuses_values(("import", path, "-o", "b.redraw"), "--trained-size", ("1", "0", "-5", "99999", "many"))
    t.refuses("import", path, "-o", "b.redraw", "--picture", t.picture("p.png"), saying="smaller than")
    t.does("import", path, "-o", "b.redraw", "--trained-size", "20")
    return t.refuses("import", path, "-o", "b.redraw", saying="b.redraw")


@case(144, "a run that says that it is in WAL mode", "read or refused; the file is left alone by readers")
def wal_mode(t):
    run = t.run_file()
    forged_runs.header(run, 18, b"\2\2")
    before = run.read_bytes()
    t.says_little("info", run)
    check(run.read_bytes() == before, "a reader changed it")
    return t.says_little("resume", run).sentence or "read and resumed"


@case(145, "a run of 1 TB of nothing; 200,000 metrics", "refused or read within seconds, in bounded memory")
def large_runs(t):
    run = t.run_file()
    sparse = t.file("sparse.redraw", run.read_bytes()[:4096])
    os.truncate(sparse, 1 << 40)
    said = t.refuses("info", sparse)
    with forged_runs.opened(run) as database:
        rows = ((step, 0.125, 10.0, 0.0009765625, step * 1e-4) for step in range(3, 200_003))
        database.executemany("INSERT INTO metric VALUES (?, ?, ?, ?, ?, ?)", ((*row, forged_runs.crc(row)) for row in rows))
    ended = t.does("info", run)
    return f"{said}; 200,000 metrics in {ended.peak:.0f} MiB"


@case(146, "a read-only disk; a run of mode 444", "read and exported from; writing is refused")
def read_only(t):
    run = t.run_file()
    run.chmod(0o444)
    t.does("info", run, wrap=t.as_nobody())
    said = t.refuses("resume", run, wrap=t.as_nobody(), saying="run.redraw")
    if os.geteuid() == 0:
        disk = t.read_only_disk(run)
        t.does("info", disk / "a.redraw")
        t.does("export", disk / "a.redraw", "-o", "a.png")
        said = t.refuses_each((("resume", disk / "a.redraw"), ("export", run, "-o", disk / "a.png")), saying="read-only")
    return said
