"""Cases 78 to 91: what is in a run file, by each command that opens one. The file itself is tried by tests/run."""

import forged_runs
import pictures
from case import SMALL, case, check
from forged_runs import forge, forge_config, forge_request

COMMANDS = (("info",), ("resume",), ("export", "-o", "a.png"), ("weights", "-o", "a.safetensors"),
            ("timelapse", "-o", "a.gif", "--seconds", "1"), ("compare", "--epochs", "1"))


def refused(t, run, *saying, commands=COMMANDS):
    """By every command that opens it."""
    return t.refuses_each([(command[0], run, *command[1:]) for command in commands], saying=(run.name, *saying))


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


@case(79, "a run cut off or overwritten half-way, a page of SQLite's header that claims more than there is", "refused with a sentence")
def cut(t):
    whole = t.run_file().read_bytes()
    schema = whole.rindex(b"CREATE TABLE target") - 40  # a length of 64 bits, all ones
    for content in (whole[:1], whole[:100], whole[:len(whole) // 2], whole[:4096] + bytes(255 - b for b in whole[4096:]),
                    whole[:schema] + b"\xFF" * 9 + whole[schema + 9:]):
        refused(t, t.file("cut.redraw", content))
    return refused(t, t.file("cut.redraw", whole[:-1]), commands=COMMANDS[:1])


@case(83, "10^5 tables", "refused at once")
def depth(t):
    run = t.run_file()
    forged_runs.sql(run, "".join(f"CREATE TABLE t{i} (a);" for i in range(100_000 if t.full else 2000)))
    return refused(t, run)


def network(**changes):
    return lambda config: config["network"].update(changes)


@case(84, "sizes, layers, numbers and kinds that cannot be, each signed", "refused as damaged, or by the field's name")
def signed(t):
    def lie(forged, saying, commands=COMMANDS):
        run = t.run_file()
        forged(run)
        return refused(t, run, saying, commands=commands)

    for changes in ({"width": 1 << 31, "height": 1 << 31}, {"width": -1}, {"width": 1 << 62}, {"channels": 3}):
        lie(lambda run: forge(run, "run", **changes), "damaged" if changes != {"width": -1} else "")
    lie(lambda run: forge(run, "run", width=16384, height=16384), "", COMMANDS[:3])
    lie(lambda run: forge(run, "event", kind="no such thing"), "damaged")
    for value in (b"\0\0\xC0\x7F", b"\0\0\x80\x7F", b"\0\0\x80\xFF"):  # NaN, infinite
        for column in ("parameters", "first_moment")[:1 + (value[2] == 0xC0)]:
            lie(lambda run: forge(run, "state", **{column: lambda old: value + old[4:]}), "damaged", COMMANDS[1:4])
        lie(lambda run: forge(run, "keyframe", parameters=lambda old: old[:-4] + value), "damaged", COMMANDS[4:5])
    for layers in ([16], [16, 16, 16], [17, 16], [1]):
        lie(lambda run: forge_config(run, network(layers=layers)), "damaged", COMMANDS[1:5])
    for request, saying in ((network(layers=[16]), "damaged"), ("[" * 10000, "its configuration is wrong")):
        lie(lambda run: forge_request(run, request), saying)
    for config, saying in ((network(layers=[1 << 31]), "network.layers[0]"), (network(layers=[4096] * 64), "million parameters"),
                           (network(activation="f8"), "network.activation: it must be one of"),
                           (lambda c: c.update(preset="gaussian"), "gaussian"), ("[" * 1_000_000 + "]" * 1_000_000, ""),
                           (lambda c: c["data"]["train_size"].update(longer_side=1 << 40), "longer_side")):
        said = lie(lambda run: forge_config(run, config), saying)
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
    forge(run, "state", first_moment=b"")
    refused(t, run, "it is damaged", commands=COMMANDS[1:4])
    run = t.run_file()
    forge_config(run, lambda c: c["optimizer"].update(kind="sgd"))
    refused(t, run, "it is damaged", commands=COMMANDS[1:4])
    run = t.run_file()
    forged_runs.sql(run, "DELETE FROM state")
    said = t.refuses("export", run, "-o", "a.png", saying="holds no trained network")
    ended = t.run("resume", run)
    check(ended.status in (0, 1), f"status {ended.status}")
    return said + f"; resume: {ended.sentence or ended.out.splitlines()[-2]}"
