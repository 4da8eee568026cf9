"""Writes the corpus of the fuzz targets: small files of every kind, most of them valid, one folder
for each target.

    make_corpus.py REDRAW FOLDER

The program itself makes the files that it can write. If ../shared/data/hostile (or
$REDRAW_SHARED_DATA/hostile) exists, its bad pictures are added.
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

RGB = dict(corpus_profiles.profiles())["rgb-gamma"]
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

    def add(self, targets, name, data):
        for target in targets.split():
            place = self.folder / target
            place.mkdir(parents=True, exist_ok=True)
            (place / name).write_bytes(data.encode() if isinstance(data, str) else data)

    def add_all(self, targets, files):
        """Adds `files`, pairs of name and content, to the targets."""
        for name, data in files:
            self.add(targets, str(name), data)


def redraw(program, *arguments):
    subprocess.run([program, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def add_pictures(corpus, program, work, run):
    for name in ("drawn.png", "drawn.jpg", "drawn.webp", "drawn.bmp", "drawn.tga", "drawn.csv", "film.gif"):
        command = ("timelapse", "--seconds", "0.2", "--size", "8") if name == "film.gif" else ("export", "--size", "9")
        redraw(program, *command, run, "-o", work / name, "--threads", "1")
        corpus.add("picture", name, (work / name).read_bytes())
    jpeg, webp = (work / "drawn.jpg").read_bytes(), (work / "drawn.webp").read_bytes()
    corpus.add("picture", "no-end.jpg", jpeg[:-2])
    corpus.add("picture", "film-for-an-end.jpg", jpeg[:-2] + b"\0\0\0\x18ftypmp42\xff\xc0\xff\xc4\0\3\1\xff\xd8")
    corpus.add("picture", "header.csv", '"","x","y","pixel_value"\n"1",0,0,0.5\n')
    corpus.add("picture", "announced.csv", "sep=;\nx;y;ink\n0,0;0;0,5\n")
    corpus.add("picture", "animated.webp", pictures.animated_webp(webp))
    corpus.add("picture", "adobe-rgb.jpg", pictures.jpeg_with_exif(jpeg[:2] + jpeg[jpeg.index(b"\xff\xdb"):], pictures.adobe_rgb_exif()))
    corpus.add("exif", "adobe-rgb", pictures.adobe_rgb_exif())
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
    corpus.add_all("tiff", formats.tiffs(RGB))
    for target, suffix in (("avif", ".avif"), ("heif", ".heic"), ("jxl", ".jxl")):
        corpus.add_all(target, formats.made(suffix))
    at = jpeg.index(b"ICC_PROFILE\0") + 14
    corpus.add("colour", "srgb", jpeg[at:at + int.from_bytes(jpeg[at:at + 4], "big")])
    corpus.add_all("picture png", (*pictures.pngs(), *pictures.bad_pngs()))
    corpus.add_all("picture", (*pictures.bmps(), *pictures.tgas(), *jpegs_of_scans(work / "drawn.png")))
    corpus.add_all("picture pnm", pictures.pnms())
    corpus.add_all("picture psd", pictures.psds(RGB))
    corpus.add_all("csv", (("old-mac", "0,0,1e-46\r1,0,1E-400\r"), ("drawn", (work / "drawn.csv").read_bytes().partition(b"\n")[2]),
                           ("quoted", '"0","0","0.5"\n"1", "0" , 1\n'), ("semicolons", "0;0;0,5\n1;0;1e-3\n"),
                           ("counted", '"1",0,0,0.5\n"2",1,0,1\n'), ("between", "0,0,0.5\n1,0,1\r\n0,1,0\n1,1,1e-3\n")))
    shared = pathlib.Path(os.environ.get("REDRAW_SHARED_DATA", SOURCE / "../shared/data")) / "hostile"
    for file in sorted(shared.glob("*")):
        if file.suffix in (".png", ".jpg", ".gif", ".ppm", ".hdr"):
            corpus.add("picture png" if file.suffix == ".png" else "picture", f"hostile-{file.name}", file.read_bytes())


def jpegs_of_scans(picture):
    """Yields a progressive JPEG, copies that lack later scans, and one marked as arithmetic-coded;
    nothing without ImageMagick."""
    if not shutil.which("convert"):
        return
    whole = subprocess.run(["convert", picture, "-interlace", "JPEG", "jpg:-"], capture_output=True, check=True).stdout
    yield "progressive.jpg", whole
    yield "arithmetic.jpg", whole.replace(b"\xff\xc2", b"\xff\xca", 1)
    yield from pictures.cut_behind_scans(whole)


def add_runs(corpus, program, work):
    """Adds runs of several kinds of network, mostly with small pages, so that most bytes of a file matter."""
    picture = work / "picture.png"
    picture.write_bytes(dict(pictures.pngs())["gray-8.png"])
    for name, flags in NETWORKS.items():
        run = work / f"{name}.redraw"
        if isinstance(flags, dict):  # the smallest possible encoding
            (work / "config.json").write_text(json.dumps(flags))
            flags = ["--config", work / "config.json"]
        redraw(program, "fit", picture, "-o", run, *flags, "--train-size", "6", "--epochs", "12", "--threads", "1")
        database = sqlite3.connect(run, isolation_level=None)
        for page in (512, 8192) if name == "sine" else (512,):
            database.execute(f"PRAGMA page_size = {page}")
            database.execute("VACUUM")
            corpus.add("run_file", f"{name}-{page}", run.read_bytes())
        if name == "sine":  # adds a bookmark
            checksum = zlib.crc32(struct.pack("<qq", 2, 5) + b"other" + struct.pack("<qd", 0, 0) + b"bookmark")
            database.execute("INSERT INTO event VALUES (2, 5, 'other', 0, 0.0, 'bookmark', ?)", [checksum])
            corpus.add("run_file", "kept", run.read_bytes())
        (config,) = database.execute("SELECT config FROM run").fetchone()
        for step, blob in database.execute("SELECT step, parameters FROM keyframe").fetchall() if name == "sine" else ():
            for kind in 0, 1:  # first byte: 0 before packed bytes, 1 before levels (fuzz_keyframe.cpp)
                corpus.add("keyframe", f"{step}-{kind}", bytes([kind]) + blob)
        database.close()
        corpus.add("config", name, config)
    whole = work / "whole.redraw"
    redraw(program, "fit", picture, "-o", whole, "--layers", "4", "--train-size", "3", "--epochs", "2", "--threads", "1", "--whole")
    database = sqlite3.connect(whole, isolation_level=None)
    database.execute("PRAGMA page_size = 512")
    database.execute("VACUUM")
    corpus.add("run_file", "whole", whole.read_bytes())
    database.close()
    add_journals(corpus)
    return work / "sine.redraw"


def add_journals(corpus):
    """Adds headers of rollback journals for the right and for wrong page sizes, with and without a
    first page."""
    for pages in 0, 1, 7, 8, 2**31 - 2:
        for page in 512, 8192:
            header = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + struct.pack(">5I", pages > 0, 0, pages, 512, page)
            first = struct.pack(">I", 1) + bytes(page) + bytes(4)
            corpus.add("journal", f"{pages}-{page}", header.ljust(512, b"\0"))
            corpus.add("journal", f"{pages}-{page}-first", header.ljust(512, b"\0") + first)


def add_texts(corpus):
    def layer(inputs, outputs):
        return {"layer_type": "Linear", "shape": [inputs, outputs], "weights": [0.25 * i - 1 for i in range(inputs * outputs)]}

    layers = [layer(3, 2), {"layer_type": "Tanh"}, layer(2, 1), {"layer_type": "Sigmoid"}]
    plan = "redraw plan 1\nsettings enlarge --size 2x\n"
    for target, name, content in (
            ("config settings", "empty", {}),
            ("config", "preset", {"preset": "tanh", "seed": 2**64 - 1, "data": {"batch": "random", "batch_size": 64}}),
            ("iron_learn", "whole", {"name": "lion", "epoch": 7, "saved_lr": 0.1, "layers": layers}),
            ("iron_learn", "old", {"layers": [layer(3, 3), layers[1], layer(3, 2), *layers[1:]]}),
            ("settings", "all", {
                "theme": "light", "log_epochs": True, "smoothing": 0.5, "training_pixels": False, "timelapse_speed": 2,
                "timelapse_pace": "change", "duty_percent": 25, "text_percent": 125, "view": "drawing", "open_folder": "/tmp",
                "export_folder": "/tmp/\u00e9", "window": {"x": 10, "y": -1, "width": 1280, "height": 800, "maximised": True}})):
        corpus.add(target, name, json.dumps(content))
    corpus.add("settings", "deep", '{"window": ' + "[" * 40 + "]" * 40 + "}")
    corpus.add_all("lesson", ((file.name, file.read_bytes()) for file in sorted((SOURCE / "assets/lessons").glob("*.json"))))
    corpus.add_all("lesson", enumerate(("a - b >= 8", "20 <= a < 45", "(a.weights + 1) * 2 / b.place", "{a - b}, {b} and {1}")))
    corpus.add_all("plan", enumerate((plan + "unread /a/b\n/a/x.png b/x-2.png\n/%0A%FF%27.png %0A%FF%27.png\n", plan + "/a ../b\n",
                                      '{"state":"done","width":128,"height":96,"seconds":1.5,"psnr":31.25}',
                                      '{"state":"failed","reason":"Cannot open a.png: permission denied","psnr":"exact"}')))
    corpus.add_all("pasted_path", enumerate(("/home/a/lion.png", "file:///home/a/l%C3%A9on%20.png", "~/lion.png\n", '"/a b.png"',
                                             "'file://localhost/a'", "x\n\nfile://host/a\n/b\r\n", "/a\0b")))
    corpus.add_all("portal", ((i, bytes([1, 12]) + b"/tmp/a%20png" + bytes([1, 0, i, 3]) + b"/ab" + bytes([0, 5, 4])) for i in range(7)))


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
