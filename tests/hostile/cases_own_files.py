"""Cases 119 to 146, added by this project: CSV, odd PNG, JPEG, WebP and GIF, settings, models and runs."""

import json
import os
import sqlite3
import struct
import zlib

import forged_runs
import pictures
from case import SMALL, case, check, table
from picture_checks import fits, learned, refusals, refused
from pictures import PNG, chunk, header, png, waves, zeros

CSV = "x,y,pixel_value\n"


def configurations(t, *texts):
    """Checks that each (text, expected message) is refused as settings."""
    for text, saying in texts:
        said = t.refuses("fit", t.picture("p.png"), "-o", "never.redraw", "--config", t.file("config.json", text), saying=("config.json", saying))
    return said


def model(**changes):
    """Returns an iron_learn model with layers 3-2-1, with these changes."""
    layers = [{"layer_type": "Linear", "shape": [3, 2], "weights": [0.1] * 6}, {"layer_type": "Tanh"},
              {"layer_type": "Linear", "shape": [2, 1], "weights": [0.5, -0.5]}, {"layer_type": "Sigmoid"}]
    return {"name": "m", "epoch": 5, "saved_lr": 0.01, "layers": layers, **changes}


def with_layer(at, **changes):
    whole = model()
    whole["layers"][at].update(changes)
    return whole


def models(t, *contents):
    """Checks that each (content, expected message) is refused as an iron_learn model."""
    for content, saying in contents:
        path = t.file("m.json", content if isinstance(content, (str, bytes)) else json.dumps(content))
        said = t.refuses("import", path, "-o", t.folder / "never.redraw", saying=("m.json", saying))
    return said


table(refusals, (
    119, "a CSV with a pixel missing, one twice, none at all", "refused with what is wrong",
    [(CSV + "0,0,1\n1,0,0\n0,1,1\n", "3 pixels, but its largest x and y make 2 × 2"),
     (CSV + "0,0,1\n1,0,0\n0,0,1\n1,1,1\n", "the pixel 0,0 twice"), (CSV, "without pixels")]
), (
    120, "a CSV with coordinates of 2^31, 10^30, -1", "refused; nothing of that size is allocated",
    [*((CSV + line, "the limit is 16,384 a side") for line in ("2147483647,0,1", "0,16384.0,1", "0,4294967296,1", "0,1e15,1")),
     *(CSV + line + "\n" for line in ("99999999999999999999999999999,0,1", "-1,0,1", "0,1e16,1", "0.5,0,1"))],
    "line 2: "
), (
    121, "a CSV with nan, inf, 2, -0.1, hex, words", "refused with the number of the line",
    [CSV + f"0,0,1\n1,0,{value}\n" for value in ("nan", "inf", "2", "-0.1", "0x1", "black", "", "1;", "1,1", "1e999")], "line 3"
))


@case(122, "a CSV with a byte order mark, CRLF, no last line end, NULs, one line of 10 MB", "the first three are read")
def csv_lines(t):
    for content in (b"\xEF\xBB\xBF" + CSV.encode() + b"0,0,1", CSV.replace("\n", "\r\n").encode() + b"0,0,1\r\n\r\n",
                    b"X,Y,PIXEL_VALUE\n0,0,0.25"):
        check(learned(t, content)[1:3] == (1, 1), f"{content!r}")
    refused(t, CSV.encode() + b"0,0,\0")
    return refused(t, CSV + "0,0," + "1" * 10_000_000, "line 2")


@case(123, "a PNG whose profile, text or EXIF unpacks to 1 GB", "ignored or refused, in under 200 MiB")
def packed_chunks(t):
    bomb = zeros(1 << 30)
    for before in (chunk(b"iCCP", b"p\0\0" + bomb), chunk(b"zTXt", b"k\0\0" + bomb), chunk(b"iTXt", b"k\0\1\0\0\0" + bomb)):
        ended = fits(t, png(24, 16, waves(24, 16), before=before), peak=200)
    return f"{ended.peak:.0f} MiB"


@case(124, "a PNG of 100,000 chunks: empty IDATs, text", "read or refused within seconds")
def many_chunks(t):
    row = zlib.compress(b"".join(b"\0" + row for row in waves(24, 16)))
    many = chunk(b"IDAT", b"") * 50_000 + b"".join(chunk(b"IDAT", row[i:i + 1]) for i in range(len(row)))
    check(learned(t, PNG + header(24, 16) + many + chunk(b"IEND", b""))[1:3] == (24, 16), "not read")
    return fits(t, png(24, 16, waves(24, 16), before=chunk(b"tEXt", b"k\0v") * 100_000)).sentence or "both read"


@case(125, "PNGs of 65535 x 1, 16385 x 1, 16384^2 at 1 bit", "refused by the limits; --any-size lifts them")
def limits(t):
    line = png(65535, 1, [bytes(65535)])
    refused(t, line, "the limit is 16,384 a side; --any-size lifts it")
    refused(t, png(16385, 1, [bytes(16385)]), "the limit is 16,384 a side")
    check("65535 x 1" in t.does("fit", t.file("a.png", line), "-o", "long.redraw", *SMALL, "--any-size").out, "not read")
    return refused(t, PNG + header(16384, 16384, 1) + chunk(b"IDAT", zlib.compress(bytes(99))) + chunk(b"IEND", b""),
                   "megapixels; the limit is 128")


@case(126, "a PNG without its palette, with a colour beyond it, with two", "refused, or drawn; never a wild read")
def palettes(t):
    rows = [bytes(range(16))] * 16
    refused(t, png(16, 16, rows, 8, 3), "it is damaged")
    small = chunk(b"PLTE", bytes(6))
    for before in (small, small * 2, chunk(b"PLTE", bytes(7)), chunk(b"tRNS", bytes(16)) + small, small + chunk(b"tRNS", bytes(300))):
        ended = fits(t, png(16, 16, rows, 8, 3, before))
    return ended.sentence or "drawn"


@case(127, "a JPEG of 10,000 progressive scans", "refused at the first that repeats another")
def scans(t):
    t.need("convert")
    data = pictures.converted("jpg", "-interlace", "JPEG", channels=1, width=64, height=64)
    first = data.index(b"\xFF\xDA")
    end = next(at for at in range(first + 2, len(data)) if data[at] == 0xFF and data[at + 1] > 0xD8 or data[at:at + 2] == b"\xFF\xC4")
    return refused(t, data[:first] + data[first:end] * 10_000 + data[end:], "it is damaged", name="a.jpg")


@case(128, "a JPEG of 12 bits, of 0 rows, of 2 and of 9 components", "refused as damaged, or as of 12 bits")
def jpeg_headers(t):
    t.need("convert")
    good = pictures.converted("jpg")
    at = next(at for marker, at, _ in pictures.segments(good) if marker == 0xC0)
    for place, value in ((at + 2, b"\x0C"), (at + 3, b"\0\0"), (at + 5, b"\0\0"), (at + 7, b"\2"), (at + 7, b"\x09"),
                         (at + 9, b"\xFF"), (at, b"\0\x02")):
        said = refused(t, good[:place] + value + good[place + len(value):],
                       "12 bits" if value == b"\x0C" else "it is damaged", name="a.jpg")
    return said


@case(129, "animated WebPs: whole, cut, with a lying frame, on a canvas above the limits", "the first frame; refused as damaged or by the limits")
def webp_animation(t):
    def riff(name, data, length=None):
        return name + struct.pack("<I", len(data) if length is None else length) + data + b"\0" * (len(data) % 2)

    def triple(*numbers):
        return b"".join(struct.pack("<I", number)[:3] for number in numbers)

    t.does("export", t.run_file(), "-o", "still.webp", "--size", "8x8")
    still = (t.folder / "still.webp").read_bytes()
    at = still.index(b"VP8L")
    still = still[at:at + 8 + struct.unpack("<I", still[at + 4:at + 8])[0]]

    def animated(canvas=(8, 8), place=(0, 0), size=(8, 8), data=still, length=None):
        frame = riff(b"ANMF", triple(*place, size[0] - 1, size[1] - 1, 100) + b"\0" + data, length)
        body = b"WEBP" + riff(b"VP8X", b"\2\0\0\0" + triple(canvas[0] - 1, canvas[1] - 1)) + riff(b"ANIM", bytes(6)) + frame * 2
        return riff(b"RIFF", body)

    whole = animated()
    check("only the first frame" in learned(t, whole, name="a.webp")[0], "without a note")
    check(learned(t, animated((20, 18), (2, 3)), name="a.webp")[1:3] == (20, 18), "not on its canvas")
    for length in range(30, len(whole) // 2, 1 if t.full else 16):
        refused(t, whole[:length], "damaged", name="a.webp")
    for bad in (animated(place=(1, 0)), animated((2, 2)), animated(size=(8, 9)), animated(data=b""), animated(data=still[:20]), animated(length=1 << 31),
                animated(length=15), animated(data=riff(b"VP8L", b"\x2F\0\0\0\0")), animated(place=(0xFFFFFF, 0xFFFFFF)), animated(data=whole)):
        refused(t, bad, "damaged", name="a.webp")
    for at in range(12, len(whole) // 2, 1 if t.full else 5):
        fits(t, whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1:], name="a.webp")
    return refused(t, animated((20_000, 8)), "the limit is 16,384", name="a.webp")


@case(130, "a WebP cut off, with lying lengths, with bits flipped", "refused as damaged, or the same size")
def webp_damage(t):
    t.does("export", t.run_file(), "-o", "good.webp")
    good = (t.folder / "good.webp").read_bytes()
    for at in range(20, len(good), max(1, len(good) // 20)):
        fits(t, good[:at] + bytes([good[at] ^ 0x41]) + good[at + 1:], "a.webp")
    return refusals(t, [good[:30], good[:len(good) // 2], good[:16] + b"\xFF" * 4 + good[20:], good[:21] + b"\xFF" * 4 + good[25:]], name="a.webp")


@case(131, "a GIF of a 65535^2 canvas, frames outside of it, no palette, a colour beyond it", "refused, or drawn on its canvas")
def gifs(t):
    check(learned(t, pictures.gif(8, 8, canvas=(4, 4), place=(2, 2)), name="a.gif")[1:3] == (10, 10), "not enlarged by its frame")
    check(learned(t, pictures.gif(4, 4, canvas=(4, 4), place=(60000, 60000)), name="a.gif")[1:3] == (4, 4), "another canvas")
    return refusals(t, [(pictures.gif(4, 4, canvas=(65535, 65535)), "the limit is 16,384"), (pictures.gif(4, 4, palette=False), "it has no palette"),
                        *(pictures.gif(20, 20)[:length] for length in (6, 13, 100, 420, 460))], "it is damaged", "a.gif")


BMP_SIZES = ((4, -(1 << 31), 24), (1 << 30, 4, 24), (-4, 4, 24), (4, 4, 65535), (4, 4, 0), (0, 4, 24))
table(refusals, (
    132, "a BMP of height -2^31, of 2^31 bits, without a palette; a TGA of half a packet", "refused",
    [*(pictures.bmp(*size, data=bytes(64)) for size in BMP_SIZES), (pictures.bmp(4, 4, 8, data=b"\5\5" * 32), "it has no palette"),
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


table(configurations, (
    134, "settings with a key nobody knows, one given twice", "refused by the key",
    ('{"network": {"layerz": [16]}}', "network.layerz: there is no such setting"),
    ('{"\\u0000\\u001b[31m": 1}', "\\x00\\x1B[31m: there is no such setting"), ('{"seed": 1, "seed": 2}', "seed is given twice")
), (
    135, "settings that are no object, not JSON, not UTF-8, empty", "refused", *((text, "object") for text in ("[]", "null", "1", '"sgd"')),
    *((text, "") for text in ("", "{", '{"seed": 1,}', "{'seed': 1}", '{"seed": 1} {}', "\0", b"\xFF\xFE{\0}\0", '{"seed": 0x1}',
                              b'{"preset": "\xff\xfe"}', "{" * 300, "[" * 500_000))
), (
    136, "settings of the wrong type: texts, 1e400, 1.5 layers, null", "refused by the field",
    ('{"seed": "1"}', "seed"), ('{"seed": -1}', "seed"), ('{"seed": 1e400}', ""), ('{"network": []}', "network"),
    ('{"network": {"layers": [1.5]}}', "network.layers[0]"), ('{"network": {"layers": 16}}', "network.layers"),
    ('{"schedule": {"lr_max": null}}', "schedule.lr_max"), ('{"schedule": {"epochs": 1e18}}', "schedule.epochs"),
    ('{"network": {"layers": [99999999999999999999]}}', "network.layers[0]"), ('{"preset": 7}', "preset"),
    ('{"preset": "mona lisa"}', "mona lisa"), ('{"schedule": {"lr_max": "NaN"}}', "schedule.lr_max")
))


@case(137, "settings of 1 GB, of a folder, of a device", "refused unread")
def config_files(t):
    large, _ = t.file("config.json"), t.picture("p.png")
    os.truncate(large, 1 << 30)
    (t.folder / "folder.json").mkdir()
    fit = ("fit", "p.png", "-o", "never.redraw", "--config")
    t.refuses_each([(*fit, path) for path in ("folder.json", "/dev/zero", "nowhere.json")])
    return t.refuses(*fit, large, saying="the limit is")


table(models, (
    138, "an iron_learn model with other shapes than weights", "refused by the layer",
    (with_layer(0, weights=[0.1] * 5), "layers[0].weights does not hold the 6"),
    *((with_layer(0, shape=shape), "layers[0].shape") for shape in ([3, 2, 1], [-3, 2], [3, 1 << 40], "3x2")),
    (with_layer(2, shape=[1, 2]), "layers[2]"), (with_layer(2, shape=[2, 2], weights=[0] * 4), "one output"),
    (with_layer(0, weights=0.5), "layers[0].weights"), (with_layer(1, layer_type="ReLU"), "layers[1] is not")
), (
    139, "an iron_learn model with NaN, 1e999, texts for numbers; no layers; 10^6 deep", "refused by what is wrong",
    (with_layer(0, weights=[float("nan")] * 6), "it is not JSON"), (json.dumps(model()).replace("-0.5", "1e999"), ""),
    (with_layer(0, weights=["0.1"] * 6), "not a usable number"),
    *((whole, "") for whole in ({}, [], {"layers": []}, {"layers": {}}, model(layers=[1, 2, 3, 4]), model(epoch=-1), model(epoch="5"), model(saved_lr=[]))),
    ('{"layers": ' + "[" * 1_000_000 + "]" * 1_000_000 + "}", "nested too deep"), (b"\x80\2}q\0.", "it is not JSON")
))


@case(140, "an iron_learn model for a picture of 1 pixel, of another size; onto a run that is there", "refused")
def model_pictures(t):
    path = t.file("m.json", json.dumps(model()))
    t.refuses_values(("import", path, "-o", "b.redraw"), "--trained-size", ("1", "0", "-5", "99999", "many"))
    t.refuses("import", path, "-o", "b.redraw", "--picture", t.picture("p.png"), saying="smaller than")
    t.does("import", path, "-o", "b.redraw", "--trained-size", "20")
    return t.refuses("import", path, "-o", "b.redraw", saying="b.redraw")


@case(141, "a run with a view, a trigger, an index, a virtual table", "refused by its name")
def planted(t):
    for statement, name in (("CREATE VIEW v AS SELECT * FROM run", "v"), ("CREATE INDEX i ON metric (loss)", "i"),
                            ("CREATE TRIGGER g AFTER INSERT ON metric BEGIN DELETE FROM state; END", "g"),
                            ("CREATE VIRTUAL TABLE f USING fts5(a)", "f"), ("CREATE TABLE \"a\x1b[31m\" (b)", "a\\x1B[31m")):
        run = t.run_file()
        try:
            forged_runs.sql(run, statement)
        except sqlite3.OperationalError:
            continue  # this SQLite has no such virtual table
        said = t.refuses("info", run, saying=f'it holds "{name}')
        t.refuses("resume", run)
    return said


@case(142, "a run whose table has another column, a generated one, a default that calls", "refused")
def other_columns(t):
    for change in ("replace(sql, 'loss REAL', 'loss REAL DEFAULT (random())')", "replace(sql, 'psnr REAL', 'psnr TEXT')",
                   "sql || ' '", "replace(sql, 'STRICT', '')"):
        run = t.run_file()
        forged_runs.sql(run, f"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = {change} WHERE name = 'metric'")
        said = t.refuses("info", run, saying="run.redraw")
    return said


@case(143, "a journal of rubbish, of another run, a -wal beside a run", "refused, or opened as it was committed")
def journals(t):
    for ending, content in (("-journal", b"rubbish" * 999), ("-journal", b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\xFF" * 600),
                            ("-journal", b""), ("-wal", b"\x37\x7f\x06\x82" + bytes(5000)), ("-shm", bytes(32768))):
        run = t.run_file()
        beside = t.file("run.redraw" + ending, content)
        t.says_little("info", run)
        beside.unlink(missing_ok=True)
        t.intact(t.run_file())
    (t.folder / "gone.redraw-journal").write_bytes(b"rubbish")
    return t.refuses("fit", t.picture("p.png"), "-o", "gone.redraw", *SMALL, saying="gone.redraw-journal")


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
