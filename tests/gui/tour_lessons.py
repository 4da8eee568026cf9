"""All lessons by keyboard: the list, a guess, the race, the result, the setting to try, and the next lesson. Then a teacher's
own lesson, dropped on the window."""

import json

from desktop import HERE
from studio_test import check

LESSONS = [json.loads(file.read_text()) for file in sorted((HERE.parents[1] / "assets" / "lessons").glob("*.json"))]


def answer(studio, desktop, lesson, name):
    """Guesses the last answer and waits for the result."""
    studio.place(lesson["guesses"][-1]["text"])
    studio.shot(f"{name}-question")
    desktop.key(str(len(lesson["guesses"])))
    studio.place("why")
    studio.settled(name)
    check(all(studio.has(run["label"]) for run in lesson["runs"]), f"{lesson['title']}: every run has its decibels")
    if studio.has("Next"):  # the last lesson's button says how many guesses were right
        check(studio.place("to try")[3] <= studio.place("Next")[1], "and all of the page is seen")


def tour(studio, desktop, picture):
    studio.focus()
    desktop.key("F6")
    for lesson in LESSONS:
        studio.place(lesson["title"])
    studio.shot("lessons")
    desktop.key("Return")
    for number, lesson in enumerate(LESSONS, 1):
        answer(studio, desktop, lesson, f"lesson-{number}")
        if lesson["try"].get("control") == "network.activation":
            studio.click("Try it yourself")
            studio.place("Activation")
            studio.settled("lesson-try")
            studio.click("Back to the lesson")
            studio.place("why")
        if number < len(LESSONS):
            desktop.key("Return")
    desktop.key("Escape")
    studio.place("Export at any size…")
    check(len(studio.run_files()) == 1 + sum(len(lesson["runs"]) for lesson in LESSONS), "every run is kept, and the one from before")

    own = studio.home / "mine.json"
    mine = {**LESSONS[3], "title": "A lesson of my own"}
    own.write_text(json.dumps(mine))
    desktop.drop([own], (900, 300))
    studio.focus()
    answer(studio, desktop, mine, "lesson-own")
    desktop.drop([own], (900, 300))  # once more, on a stage
    studio.focus()
    studio.place(mine["guesses"][0]["text"])
    desktop.key("F5")
    studio.place("question")
    studio.settled("lesson-stage-question")
    check(not studio.has("left pane"), "until the guess the picture stands alone")
    desktop.key("1")
    studio.place("verdict")
    studio.place("why")
    studio.settled("lesson-stage")
    desktop.key("F5")
    studio.place("Next")
    studio.end()
    check(len(studio.settings()["lessons_done"]) == len(LESSONS), "what was answered is remembered")
    studio.start()
    studio.place("Why does it learn? Ten one-minute lessons")
    studio.settled("lessons-start")
