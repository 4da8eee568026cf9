"""Cases 350 to 352: untrusted lessons."""

import json
import os
import time

from case import case, check

BASE = {"network": {"layers": [8]}, "schedule": {"epochs": 5}, "data": {"train_size": {"longer_side": 16}}}
LESSON = {"title": "t", "stake": "s", "question": "q?", "why": "w", "result": "{a} {b}", "try": {"text": "x"},
          "guesses": [{"text": "a", "if": "a > b"}, {"text": "b", "if": "a <= b"}], "base": BASE,
          "runs": [{"name": "a", "label": "A"}, {"name": "b", "label": "B"}], "claims": ["a >= b"]}


def refused(t, content, *saying):
    text = content if isinstance(content, (str, bytes)) else json.dumps(content)
    return t.refuses("lesson", t.file("mine.json", text), t.picture("p.png"), saying=("mine.json", *saying))


@case(350, "a lesson that is cut, nested, of 10 MB, no JSON, with fields missing, twice and unknown", "refused; the field is named")
def damaged(t):
    whole = json.dumps(LESSON)
    for length in range(0, len(whole), 29):
        refused(t, whole[:length])
    for text in (b"\xff" + whole.encode(), whole + "x", '{"title": ' * 40 + "1" + "}" * 40, "[" * 60_000, whole.replace("{", "{\"why\": \"v\", ", 1),
                 " " * 10_000_000, "null", b"\0" * 100):
        refused(t, text)
    for key in LESSON:
        refused(t, {other: value for other, value in LESSON.items() if other != key}, f"{key}: it is missing")
        refused(t, {**LESSON, key: 7}, key)
    for control in ("network.layers.", "network.layers." + "9" * 30, "network~2"):
        refused(t, {**LESSON, "try": {"text": "x", "control": control}}, "try: control: there is no such setting")
    return refused(t, {**LESSON, "script": "rm"}, "script: there is no such field")


@case(351, "expressions of a lesson: deep, long, endless, of runs that there are not, with braces left open", "refused")
def expressions(t):
    for wrong in ("(" * 280, "a" * 280 + " > 1", "a >", "a.size > 1", "c > 1", "a > 1e999", "a b", "1", "a > \u0661", "a > 1; b", "system(1) > 1"):
        refused(t, {**LESSON, "claims": [wrong]}, "claims[0]: ")
    for wrong in ("{a", "{a}{", "{a > 1}", "{}", "{c}"):
        refused(t, {**LESSON, "result": wrong}, "result: ")
    return refused(t, {**LESSON, "claims": ["a > 1" + " + 1" * 80]}, "300 bytes")


@case(352, "lessons that would train for hours, or take all memory; names that lead elsewhere; escapes for a terminal",
      "refused, or within the limits; nothing is left behind")
def expensive(t):
    for group, change in (("schedule", {"epochs": 1e12}), ("schedule", {"seconds": 1e6}), ("network", {"layers": [4096] * 64}),
                          ("network", {"layers": [4096, 4096]}), ("data", {"train_size": {"longer_side": 16384}}),
                          ("network", {"layers": [1, 1], "parameters": 64_000_000}),
                          ("network", {"encoding": "grid", "grid": {"levels": 16, "features": 8, "finest": 16384}}),
                          ("data", {"batch": "random", "batch_size": 1, "train_size": {"longer_side": 256}})):
        refused(t, {**LESSON, "base": {**BASE, group: {**BASE.get(group, {}), **change}}})
    for name in ("../../a", "/tmp/a", "a/b", "", "a\0"):
        refused(t, {**LESSON, "runs": [{"name": name, "label": "A"}]}, "runs[0]: name: ")
    shown = t.does("lesson", t.file("mine.json", json.dumps({**LESSON, "title": "\x1b]0;x\x07", "why": "\u202e\x9b"})), t.picture("p.png"))
    check(not set("\x1b\x07\x9b\u202e") & set(shown.out), f"{shown.out!r}")
    begun = time.monotonic()
    slow = {**BASE, "network": {"layers": [16]}, "schedule": {"epochs": 19000}}
    t.does("lesson", t.file("mine.json", json.dumps({**LESSON, "base": slow})), "p.png", limit=60)
    check(not os.listdir(t.folder / "tmp"), f"{os.listdir(t.folder / 'tmp')}")
    return f"19,000 steps take {time.monotonic() - begun:.0f} s"
