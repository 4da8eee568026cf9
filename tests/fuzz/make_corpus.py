"""Writes what the fuzz targets start from: small valid files of every kind, a folder for each target.

    make_corpus.py REDRAW FOLDER

Made by the program itself where it can write them; and where ../shared/data/hostile (or $REDRAW_SHARED_DATA) is there,
its bad pictures too.
"""
import json
import os
import pathlib
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import zlib

import corpus_formats as formats
import corpus_pictures as pictures
import corpus_profiles

SOURCE = pathlib.Path(__file__).resolve().parents[2]
NETWORKS = {
    "sine": ["--layers", "4,4"],
    "tanh": ["--layers", "3", "--activation", "tanh", "--optimizer", "sgd", "--batch", "rows"],
    "fourier": {"preset": "fourier", "network": {"layers": [3], "fourier": {"count": 3}}},
    "grid": {"preset": "grid", "network": {
        "layers": [3], "grid": {"levels": 2, "base": 2, "finest": 3, "features": 1, "table_bits": 4}}},
}


class Corpus:
    def __init__(self, folder):
        self.folder = folder

    def add(self, target, name, data):
        place = self.folder / target
        place.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(data.encode() if isinstance(data, str) else data)


def redraw(program, *arguments):
    subprocess.run([program, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def add_pictures(corpus, program, work, run):
    for extension in ("png", "jpg", "webp", "bmp", "tga", "csv"):
        redraw(program, "export", run, "-o", work / f"drawn.{extension}", "--size", "9", "--threads", "1")
        corpus.add("picture", f"drawn.{extension}", (work / f"drawn.{extension}").read_bytes())
    redraw(program, "timelapse", run, "-o", work / "film.gif", "--size", "8", "--seconds", "0.2", "--threads", "1")
    corpus.add("picture", "film.gif", (work / "film.gif").read_bytes())
    jpeg, webp = (work / "drawn.jpg").read_bytes(), (work / "drawn.webp").read_bytes()
    corpus.add("picture", "no-end.jpg", jpeg[:-2])
    corpus.add("picture", "film-for-an-end.jpg", jpeg[:-2] + b"\0\0\0\x18ftypmp42\xff\xc0\xff\xc4\0\3\1\xff\xd8")
    corpus.add("picture", "header.csv", '"","x","y","pixel_value"\n"1",0,0,0.5\n')
    for orientation in (3, 6):
        block = pictures.exif(orientation)
        corpus.add("picture", f"turned-{orientation}.jpg", pictures.jpeg_with_exif(jpeg, block))
        corpus.add("picture", f"turned-{orientation}.webp", pictures.webp_with_exif(webp, block))
        corpus.add("exif", f"block-{orientation}", block)
        corpus.add("exif", f"block-{orientation}-header", b"Exif\0\0" + block)
    for name, profile in corpus_profiles.profiles():
        corpus.add("colour", name, profile)
        corpus.add("picture", f"profile-{name}.jpg", pictures.jpeg_with_profile(jpeg, profile))
        for colour in (0, 2):
            packed = pictures.chunk(b"iCCP", b"name\0\0" + zlib.compress(profile))
            corpus.add("png", f"profile-{name}-{colour}.png", pictures.png(colour, 8, packed))
    for name, data in formats.tiffs(dict(corpus_profiles.profiles())["rgb-gamma"]):
        corpus.add("tiff", name, data)
    for target, suffix in (("avif", ".avif"), ("heif", ".heic"), ("jxl", ".jxl")):
        for name, data in formats.made(suffix):
            corpus.add(target, name, data)
    at = jpeg.index(b"ICC_PROFILE\0") + 14
    corpus.add("colour", "srgb", jpeg[at:at + int.from_bytes(jpeg[at:at + 4], "big")])
    for name, png in pictures.pngs():
        corpus.add("picture", name, png)
        corpus.add("png", name, png)
    for name, png in pictures.bad_pngs():
        corpus.add("picture", name, png)
        corpus.add("png", name, png)
    for name, picture in (*pictures.bmps(), *pictures.tgas(), *jpegs_of_scans(work / "drawn.png")):
        corpus.add("picture", name, picture)
    for target, files in (("pnm", pictures.pnms()), ("psd", pictures.psds(dict(corpus_profiles.profiles())["rgb-gamma"]))):
        for name, data in files:
            corpus.add(target, name, data)
            corpus.add("picture", name, data)
    corpus.add("csv", "old-mac", "0,0,1e-46\r1,0,1E-400\r")
    corpus.add("csv", "drawn", (work / "drawn.csv").read_bytes().partition(b"\n")[2])
    corpus.add("csv", "quoted", '"0","0","0.5"\n"1", "0" , 1\n')
    corpus.add("csv", "semicolons", "0;0;0,5\n1;0;1e-3\n")
    corpus.add("csv", "counted", '"1",0,0,0.5\n"2",1,0,1\n')
    corpus.add("csv", "between", "0,0,0.5\n1,0,1\r\n0,1,0\n1,1,1e-3\n")
    shared = pathlib.Path(os.environ.get("REDRAW_SHARED_DATA", SOURCE / "../shared/data")) / "hostile"
    for file in sorted(shared.glob("*")):
        if file.suffix in (".png", ".jpg", ".gif", ".ppm", ".hdr"):
            corpus.add("picture", f"hostile-{file.name}", file.read_bytes())
            if file.suffix == ".png":
                corpus.add("png", f"hostile-{file.name}", file.read_bytes())


def jpegs_of_scans(picture):
    """A progressive one, what is left of it without its later scans, and one that says it is arithmetic-coded."""
    if not shutil.which("convert"):
        return
    whole = subprocess.run(["convert", picture, "-interlace", "JPEG", "jpg:-"], capture_output=True, check=True).stdout
    yield "progressive.jpg", whole
    yield "arithmetic.jpg", whole.replace(b"\xff\xc2", b"\xff\xca", 1)
    yield from pictures.cut_behind_scans(whole)


def add_runs(corpus, program, work):
    """Runs of every kind of network, in small pages, so that most of a file's bytes mean something."""
    picture = work / "picture.png"
    picture.write_bytes(dict(pictures.pngs())["gray-8.png"])
    for name, flags in NETWORKS.items():
        run = work / f"{name}.redraw"
        if isinstance(flags, dict):  # an encoding as small as it can be
            (work / "config.json").write_text(json.dumps(flags))
            flags = ["--config", work / "config.json"]
        redraw(program, "fit", picture, "-o", run, *flags, "--train-size", "6", "--epochs", "12", "--threads", "1")
        database = sqlite3.connect(run, isolation_level=None)
        for page in (512, 8192) if name == "sine" else (512,):
            database.execute(f"PRAGMA page_size = {page}")
            database.execute("VACUUM")
            corpus.add("run_file", f"{name}-{page}", run.read_bytes())
        if name == "sine":  # with a kept moment
            checksum = zlib.crc32(struct.pack("<qq", 2, 5) + b"other" + struct.pack("<qd", 0, 0) + b"kept like this")
            database.execute("INSERT INTO event VALUES (2, 5, 'other', 0, 0.0, 'kept like this', ?)", [checksum])
            corpus.add("run_file", "kept", run.read_bytes())
        (config,) = database.execute("SELECT config FROM run").fetchone()
        for step, blob in database.execute("SELECT step, parameters FROM keyframe").fetchall() if name == "sine" else ():
            for kind in 0, 1:  # as they are, and taken for levels (fuzz_keyframe.cpp)
                corpus.add("keyframe", f"{step}-{kind}", bytes([kind]) + blob)
        database.close()
        corpus.add("config", name, config)
    add_journals(corpus)
    return work / "sine.redraw"


def add_journals(corpus):
    """Headers of rollback journals: of the right size and of others, with and without a first page."""
    for pages in 0, 1, 7, 8, 2**31 - 2:
        for page in 512, 8192:
            header = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + struct.pack(">5I", pages > 0, 0, pages, 512, page)
            first = struct.pack(">I", 1) + bytes(page) + bytes(4)
            corpus.add("journal", f"{pages}-{page}", header.ljust(512, b"\0"))
            corpus.add("journal", f"{pages}-{page}-first", header.ljust(512, b"\0") + first)


def add_texts(corpus):
    corpus.add("config", "empty", "{}")
    corpus.add("config", "preset", json.dumps({"preset": "tanh", "seed": 2**64 - 1, "data": {"batch": "random",
                                                                                         "batch_size": 64}}))

    def layer(inputs, outputs):
        return {"layer_type": "Linear", "shape": [inputs, outputs],
                "weights": [0.25 * i - 1 for i in range(inputs * outputs)]}
    layers = [layer(3, 2), {"layer_type": "Tanh"}, layer(2, 1), {"layer_type": "Sigmoid"}]
    corpus.add("iron_learn", "whole", json.dumps({"name": "lion", "epoch": 7, "saved_lr": 0.1, "layers": layers}))
    corpus.add("iron_learn", "old", json.dumps({"layers": [layer(3, 3), layers[1], layer(3, 2), *layers[1:]]}))
    joined = {"redraw-tiles": 1, "picture": "a \u00e9.png", "width": 600, "height": 500, "channels": 3, "tile": 256, "overlap": 32}
    corpus.add("tiling", "whole", json.dumps(joined))
    corpus.add("tiling", "large", json.dumps({**joined, "width": 2**20, "height": 30, "tile": 16384, "overlap": 4096}))
    corpus.add("tiling", "checksums", json.dumps({**joined, "checksums": "0123abcd" * 9}))
    corpus.add("tiling", "newer", json.dumps({**joined, "redraw-tiles": 2}))
    corpus.add("settings", "all", json.dumps({
        "theme": "light", "log_epochs": True, "smoothing": 0.5, "training_pixels": False, "timelapse_speed": 2,
        "timelapse_pace": 1, "duty_percent": 25, "text_percent": 125, "view": 2, "open_folder": "/tmp",
        "export_folder": "/tmp/\u00e9", "window": {"x": 10, "y": -1, "width": 1280, "height": 800, "maximised": True}}))
    corpus.add("settings", "keys", json.dumps({"keys": {"step": "F24", "dive": "Ctrl+Shift++", "fit": "", "undo": "Full stop"}}))
    corpus.add("settings", "wrong keys", json.dumps({"keys": {"close": "X", "step": "Esc", "redo": "Ctrl+Z", "": "F25", "copy": "Alt+\u00e9"}}))
    corpus.add("settings", "empty", "{}")
    corpus.add("settings", "deep", '{"window": ' + "[" * 40 + "]" * 40 + "}")
    plan = "redraw plan 1\nsettings enlarge --size 2x\n"
    for i, text in enumerate((plan + "unread /a/b\n/a/x.png b/x-2.png\n/%0A%FF%27.png %0A%FF%27.png\n",
                              plan + "/a ../b\n", '{"state":"done","width":128,"height":96,"seconds":1.5,"psnr":31.25}',
                              '{"state":"failed","reason":"Cannot open a.png: permission denied","psnr":"exact"}')):
        corpus.add("plan", str(i), text)
    for i, text in enumerate(("/home/a/lion.png", "file:///home/a/l%C3%A9on%20.png", "~/lion.png\n", '"/a b.png"',
                              "'file://localhost/a'", "x\n\nfile://host/a\n/b\r\n", "/a\0b")):
        corpus.add("pasted_path", str(i), text)
    for i in range(7):
        corpus.add("portal", str(i), bytes([1, 12]) + b"/tmp/a%20png" + bytes([1, 0, i, 3]) + b"/ab" + bytes([0, 5, 4]))


def main():
    program, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as work:
        corpus, work = Corpus(folder), pathlib.Path(work)
        add_pictures(corpus, program, work, add_runs(corpus, program, work))
        add_texts(corpus)
    for target in sorted(folder.iterdir()):
        print(f"{target.name}: {len(list(target.iterdir()))} files")


if __name__ == "__main__":
    main()
