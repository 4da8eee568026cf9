"""Cases 78 to 91: the content of run files, which are SQLite databases: headers, rows and pages."""

import json
import random

import forged_runs
import pictures
from case import SMALL, case, check
from forged_runs import forge, forge_config, forge_request

COMMANDS = (("info",), ("resume",), ("export", "-o", "a.png"), ("weights", "-o", "a.safetensors"),
            ("timelapse", "-o", "a.gif", "--seconds", "1"), ("compare", "--epochs", "1"))


def refused(t, run, *saying, commands=COMMANDS):
    """Checks that each of these commands refuses the run."""
    return t.refuses_each([(command[0], run, *command[1:]) for command in commands], saying=(run.name, *saying))


def forged(t, table, *saying, commands=COMMANDS, **changes):
    run = t.run_file()
    forge(run, table, **changes)
    return refused(t, run, *saying, commands=commands)


def configured(t, change, *saying):
    run = t.run_file()
    forge_config(run, change)
    return refused(t, run, *saying)


def same_or_refused(t, run, before):
    """Checks that a changed run is refused or draws the same picture; returns whether it was refused."""
    refused = t.says_little("export", run, "-o", "a.csv").status
    check(refused or t.read("a.csv") == before, "it draws something else")
    return refused


def drawn(t, run):
    t.does("export", run, "-o", "a.csv")
    return t.read("a.csv")


@case(78, "a file that is no run: text, a picture, another database, nothing", "refused: not a Redraw run")
def wrong_magic(t):
    other = t.folder / "other.redraw"
    forged_runs.sql(other, "CREATE TABLE notes (text); INSERT INTO notes VALUES ('years of work')")
    for content in (b"", b"x", b"SQLite format 3\0", bytes(4096), pictures.png(8, 8, pictures.waves(8, 8))):
        refused(t, t.file("a.redraw", content), "it is not a Redraw run", commands=COMMANDS[:3])
    return refused(t, other, "it is not a Redraw run")


@case(79, "a run cut off anywhere", "refused with a sentence")
def cut(t):
    whole = t.run_file().read_bytes()
    step = 1024 if t.full else 6553
    lengths = [*range(1, len(whole), step), len(whole) - 1]
    for length in lengths:
        refused(t, t.file("cut.redraw", whole[:length]), commands=COMMANDS[:1])
    also = t.unit_too("run", "a file cut off anywhere is refused")
    return f"{len(lengths)} lengths refused; {also}"


@case(80, "single bits of a run flipped", "refused, or drawn the same to the bit")
def bits(t):
    run = t.run_file()
    whole, before = run.read_bytes(), drawn(t, run)
    chance, refusals, count = random.Random(80), 0, 4000 if t.full else 60
    for _ in range(count):
        bit = chance.randrange(len(whole) * 8)
        bad = bytearray(whole)
        bad[bit // 8] ^= 1 << bit % 8
        refusals += same_or_refused(t, t.file("run.redraw", bytes(bad)), before)
    also = t.unit_too("run", "a flipped bit is refused, or was in no number of ours")
    return f"{refusals} of {count} refused, the others the same; {also}"


@case(81, "SQLite's header claims 2^31 pages, pages of 64 KiB, a huge cell", "refused; nothing of that size is allocated")
def header(t):
    for at, content in ((28, b"\x7F\xFF\xFF\xFF"), (16, b"\0\1"), (16, b"\2\0"), (20, b"\xFF"), (52, b"\xFF" * 4),
                        (56, b"\0\0\0\7"), (36, b"\x7F\xFF\xFF\xFF"), (100, b"\xFF" * 8), (105, b"\xFF\xFF")):
        run = t.run_file()
        before = drawn(t, run)
        forged_runs.header(run, at, content)
        same_or_refused(t, run, before)
    run = t.run_file()
    forged_runs.header(run, run.read_bytes().rindex(b"CREATE TABLE target") - 40, b"\xFF" * 9)  # a length of 64 bits, all ones
    return refused(t, run)


@case(82, "a configuration with a key given twice", "refused by the key's name")
def duplicate_keys(t):
    config = json.dumps(t.info(t.run_file())["config"])
    return configured(t, config[:-1] + ', "seed": 3}', "seed is given twice")


@case(83, "JSON 10^6 deep, 10^5 tables", "refused at once")
def depth(t):
    said = configured(t, "[" * 1_000_000 + "]" * 1_000_000)
    configured(t, '{"network": ' + '{"a":' * 5000 + "1" + "}" * 5001, "nested too deep")
    run = t.run_file()
    forged_runs.sql(run, "".join(f"CREATE TABLE t{i} (a);" for i in range(100_000 if t.full else 2000)))
    refused(t, run)
    return said


@case(84, "sizes whose product overflows", "refused by the field's name")
def overflow(t):
    forged(t, "run", "damaged", width=1 << 31, height=1 << 31)
    forged(t, "run", width=-1)
    forged(t, "run", "damaged", width=1 << 62)
    forged(t, "run", width=16384, height=16384, commands=COMMANDS[:3])
    configured(t, lambda c: c["network"].update(layers=[1 << 31]), "network.layers[0]")
    configured(t, lambda c: c["data"]["train_size"].update(longer_side=1 << 40), "longer_side")
    return configured(t, lambda c: c["network"].update(layers=[4096] * 64), "million parameters")


@case(85, "kinds that do not exist: activation, optimizer, preset, numbers", "refused, naming those there are")
def unknown_kinds(t):
    for group, field in (("network", "activation"), ("optimizer", "kind"), ("data", "batch")):
        said = configured(t, lambda c: c[group].update({field: "f8_e4m3"}), f"{group}.{field}: it must be one of")
    configured(t, lambda c: c.update(preset="gaussian"), "gaussian")
    t.refuses("weights", t.run_file(), "-o", "a.safetensors", "--as", "f8", status=2, saying="f32,f16,i8")
    return said


@case(86, "pages that overlap, are missing, or lie outside of the file", "refused as damaged")
def pages(t):
    for change in ("rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'metric')", "rootpage = 0",
                   "rootpage = 99999", "rootpage = 1"):
        run = t.run_file()
        forged_runs.sql(run, f"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET {change} WHERE name = 'keyframe'")
        said = refused(t, run, "it is damaged")
    return said


@case(87, "NaN and infinite parameters, signed", "refused as damaged")
def not_finite(t):
    for value in (b"\0\0\xC0\x7F", b"\0\0\x80\x7F", b"\0\0\x80\xFF"):
        forged(t, "state", "it is damaged", parameters=lambda old: value + old[4:], commands=COMMANDS[1:4])
        said = forged(t, "keyframe", "it is damaged", parameters=lambda old: old[:-4] + value, commands=COMMANDS[4:5])
    forged(t, "state", "it is damaged", first_moment=lambda old: b"\0\0\xC0\x7F" + old[4:], commands=COMMANDS[1:4])
    return said


@case(88, "layers that disagree with the parameters", "refused as damaged")
def other_layers(t):
    for layers in ([16], [16, 16, 16], [17, 16], [1]):
        run = t.run_file()
        forge_config(run, lambda c: c["network"].update(layers=layers))
        said = refused(t, run, "it is damaged", commands=COMMANDS[1:5])
    for change, saying in ((lambda c: c["network"].update(layers=[16]), "it is damaged"), ("[" * 10000, "its configuration is wrong")):
        run = t.run_file()
        forge_request(run, change)
        refused(t, run, saying)
    forged(t, "event", "it is damaged", kind="no such thing")
    forged(t, "event", "it is damaged", lr_max=1e-3)
    forged(t, "run", "it is damaged", channels=3)
    return said


@case(89, "a run of another format", "refused: it is of another format")
def newer(t):
    run = t.run_file()
    forged_runs.sql(run, "PRAGMA user_version = 5")
    said = refused(t, run, "it is a run of format 5")
    forged_runs.sql(run, "PRAGMA user_version = 3")
    refused(t, run, "it is a run of format 3")
    return said


@case(90, "the picture moved, changed or gone", "nothing asks for it: a run holds its picture")
def picture_gone(t):
    picture = t.picture("p.png")
    t.does("fit", picture, "-o", "run.redraw", *SMALL)
    before = drawn(t, t.folder / "run.redraw")
    picture.write_bytes(b"something else")
    check(drawn(t, t.folder / "run.redraw") == before, "it draws something else")
    picture.unlink()
    t.does("resume", "run.redraw", "--epochs", "4")
    t.does("compare", "run.redraw", "--epochs", "1")
    return "exported, resumed and compared without it"


@case(91, "the optimizer's state is missing, short, or of another optimizer", "without: it says so, or trains from the start; else damaged")
def no_state(t):
    run = t.run_file()
    forge(run, "state", first_moment=b"\0\0\0\0")
    refused(t, run, "it is damaged", commands=COMMANDS[1:4])
    run = t.run_file()
    with forged_runs.opened(run) as database:
        (numbers,) = database.execute("SELECT length(parameters) FROM state").fetchone()
    forge(run, "state", second_moment=bytes(numbers))
    forge_config(run, lambda c: c["optimizer"].update(kind="sgd"))
    refused(t, run, "it is damaged", commands=COMMANDS[1:4])
    run = t.run_file()
    forged_runs.sql(run, "DELETE FROM state")
    said = t.refuses("export", run, "-o", "a.png", saying="holds no trained network")
    ended = t.run("resume", run)
    check(ended.status in (0, 1), f"status {ended.status}")
    return said + f"; resume: {ended.sentence or ended.out.splitlines()[-2]}"
