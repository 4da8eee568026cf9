"""Cases 92 to 103: settings and numbers. Changes in the window (101, 102) are in cases_window.py."""

import json
import math
import re
import subprocess

import pictures
from case import SMALL, Skipped, case, check


FIT = ("fit", "p.png", "-o", "never.redraw")


def wrong(t, option, *values, saying=None):
    """Checks wrong usage: one sentence that names the option, or the setting `saying`."""
    return t.refuses_values(FIT, option, values, saying=saying or option)


def trained(t, *options, picture=None, quiet=False, **more):
    """Trains; returns the last JSON line as an object, and all lines."""
    path = picture or t.picture("p.png")
    ended = t.does("fit", path, "-o", "run.redraw", "--force", "--threads", "1", "--json", *options, quiet=quiet,
                   limit=60, **more)
    lines = [json.loads(line) for line in ended.out.splitlines()]
    return lines[-1], lines


def pixels(values, side=16):
    return pictures.png(side, side, [bytes(values[(x + y) % len(values)] for x in range(side)) for y in range(side)])


@case(92, "learning rates 0, -1, 1e30, nan, inf, \"1,5\"", "wrong usage: the field and its range")
def rates(t):
    t.picture("p.png")
    wrong(t, "--lr-max", "1,5", "", "1e", "1.5x", "ten")
    t.refuses(*FIT, "--lr-max=0.1", "--lr-min=nan", saying="schedule.lr_min", status=2)
    return wrong(t, "--lr-max", "0", "-1", "1e30", "nan", "-nan", "inf", saying="schedule.lr_max")


@case(93, "no layer, width 0, width 10^6, too many parameters", "wrong usage: the range, or what it would need")
def layers(t):
    t.picture("p.png")
    wrong(t, "--layers", "", ",", "16,", ",16", "16,x", "1.5", "99999999999")
    wrong(t, "--layers", "0", "-3", "1000000", "16,0", ",".join(["1"] * 65), ",".join(["4"] * 20_000), saying="network.layers")
    return wrong(t, "--layers", ",".join(["4096"] * 6), saying=("million parameters", "GB"))


@case(94, "a cosine of period 0, lr_min above lr_max, restarts times 0", "wrong usage; a period of 0 is no restarts")
def cosine(t):
    t.picture("p.png")
    t.refuses(*FIT, "--lr-max=0.01", "--lr-min=0.02", saying=("schedule.lr_min", "lr_max (0.01)"), status=2)
    for option, value in (("restart-multiplier", "0"), ("restart-multiplier", "nan"), ("restart-epochs", "-1"),
                          ("warmup", "-1"), ("warmup", "inf"), ("epoch-offset", "-1")):
        said = wrong(t, f"--{option}", value, saying=f"--{option}" if option == "warmup" else f"schedule.{option.replace('-', '_')}")
    trained(t, *SMALL[:4], "--restart-epochs", "0")
    trained(t, *SMALL[:2], "--epochs", "0", "--epoch-offset", "0")
    return said


@case(95, "a learning rate so high that it diverges", "back to a good step, a sentence; or advice in the end; never a NaN")
def diverges(t):
    done, lines = trained(t, "--layers", "32,32", "--epochs", "300", "--lr-max", "10")
    said = [line["sentence"] if "sentence" in line else line.get("text", "") for line in lines if line["event"] not in
            ("progress", "done")]
    check(said, f"it said nothing of it: {lines[-1]}")
    check(math.isfinite(done["psnr"] or math.nan), f"psnr {done['psnr']}")
    t.intact(t.folder / "run.redraw")
    return said[0]


@case(96, "dead ReLUs, saturated sigmoids", "advice that says what is wrong")
def dead(t):
    seen = []
    for activation in ("relu", "sigmoid"):
        done, lines = trained(t, "--preset", "siren", "--layers", "32,32,32", "--epochs", "600", "--activation", activation,
                              "--hidden-gain", "100", "--lr-max", "1")
        advice = [line for line in lines if line["event"] not in ("progress", "done")]
        check(advice or done["psnr"] > 20, f"it learns nothing and says nothing: {done}")
        seen.append(str(advice[0].get("sentence", advice[0])) if advice else f"{done['psnr']:.1f} dB")
    return "; ".join(seen)


@case(97, "cross entropy with targets of exactly 0 and 1", "every loss is finite")
def cross_entropy(t):
    picture = t.file("bw.png", pixels((0, 255)))
    done, lines = trained(t, "--layers", "32,32", "--epochs", "300", "--loss", "bce", "--lr-max", "0.1", picture=picture)
    losses = [line["loss"] for line in lines if "loss" in line]
    check(losses and all(loss is not None and math.isfinite(loss) for loss in losses), f"{losses[-5:]}")
    return f"{len(losses)} losses, the last {losses[-1]:.2g}"


@case(98, "bf16 with numbers as large as they get", "it has the range of fp32: every number stays one")
def overflow(t):
    t.need_module("emulated_amx")
    environment = {"REDRAW_INSTRUCTION_SET": "emulated_amx"}
    done, lines = trained(t, "--layers", "32,32", "--epochs", "60", "--precision", "bf16", "--lr-max", "100", "--activation",
                          "relu", "--hidden-gain", "100", environment=environment)
    t.intact(t.folder / "run.redraw")
    check(done["psnr"] is not None, "psnr is no number")
    check(all(line.get("loss", 0) is not None for line in lines), "a loss is no number")
    return f"{done['precision']}, {done['psnr']:.1f} dB"


@case(99, "a batch of 0, of more pixels than there are, of 10^9", "0 and 10^9 are wrong usage; the other one works")
def batches(t):
    t.picture("p.png")
    wrong(t, "--batch", "some")
    for value in ("1", "100000", "rows"):
        done, _ = trained(t, *SMALL, "--batch", value)
        check(done["step"] > 0, f"batch {value}: {done}")
    return wrong(t, "--batch", "0", "-1", "1000000000", saying="data.batch_size")


@case(100, "0 epochs, 2^31, a half, 2^63, -1, nan", "0, 2^31 and parts work; the others are wrong usage")
def epochs(t):
    t.picture("p.png")
    check(trained(t, *SMALL[:2], "--epochs", "0")[0]["step"] == 0, "0 epochs trained")
    t.does("export", "run.redraw", "-o", "a.png")
    check(trained(t, *SMALL[:2], "--epochs", str(1 << 31), "--until-seconds", "0.1")[0]["step"] > 0, "2^31 epochs did not")
    check(0 < trained(t, *SMALL[:2], "--epochs", "0.5", "--batch", "16")[0]["epoch"] < 1, "half an epoch was not")
    t.refuses_values(("resume", "run.redraw"), "--epochs", ("-3",), saying="epochs")
    return wrong(t, "--epochs", 1 << 63, "-1", "1 e3", "nan", "inf", "", saying="epochs")


def compiled_locale(t, name):
    """Compiles a locale for the C library in a folder of the case."""
    t.need("localedef")
    language, encoding = name.split(".")
    made = subprocess.run(["localedef", "-i", language, "-f", encoding, t.folder / "locales" / name], capture_output=True)
    if not (t.folder / "locales" / name).is_dir():
        raise Skipped(f"there is no source of the locale {name}: {made.stderr.decode()[-80:]}")


@case(103, "German commas, Turkish i", "the same bytes in every file, the same JSON")
def locales(t):
    picture, kept = t.picture("p.png"), {}
    (t.folder / "locales").mkdir()
    for name in ("de_DE.UTF-8", "tr_TR.UTF-8"):
        compiled_locale(t, name)
    outputs = ("a.csv", "a.png", "a.safetensors", "a.h", "a.gif", "curves.csv")
    for name in ("C", "de_DE.UTF-8", "tr_TR.UTF-8"):
        surroundings = {"LC_ALL": name, "LANG": name, "LOCPATH": str(t.folder / "locales")}
        t.does("fit", picture, "-o", "a.redraw", "--force", *SMALL, "--lr-max", "0.0015", environment=surroundings)
        for output in outputs:
            command = {"curves.csv": ("info", "--csv"), "a.gif": ("timelapse", "--seconds", "1", "-o")}.get(
                output, ("export", "-o") if output in outputs[:2] else ("weights", "-o"))
            t.does(command[0], "a.redraw", *command[1:], output, environment=surroundings)
        kept[name] = [json.dumps(t.info("a.redraw", environment=surroundings)["config"]), *map(t.read, outputs[:-1]),
                      re.sub(rb"[0-9.e-]+\n", b"\n", t.read(outputs[-1]))]  # the last column is time
    check(kept["C"] == kept["de_DE.UTF-8"] == kept["tr_TR.UTF-8"], "files differ")
    return f"{len(outputs)} files and the settings, equal under 3 locales"
