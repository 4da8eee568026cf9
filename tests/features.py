#!/usr/bin/env python3
"""Takes each feature out of a copy of the tree, then builds the copy and runs its quick tests.

    features.py [--check] [FEATURE...]

FEATURES lists what belongs to a feature: its files, and its rows in files of others. So one who does not want a feature deletes
what stands here. Everything else is the core, whose lines have a limit. --check takes the features out without building, and
prints the lines of the core and of each feature. Exit status 0: every tree without a feature passes."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CORE_LINES = 61_500  # of the product at most; a higher limit is a visible change
PRODUCT = ("app", "ui", "engine", "cuda", "gl", "av", "formats")
CODE = {".cpp", ".h", ".cu", ".cuh", ".js", ".css", ".comp", ".glsl", ".html"}
ROOT = pathlib.Path(__file__).resolve().parent.parent

# For each feature: "files" are patterns; "rows" are, by file, the beginnings of what is deleted there. A beginning with a
# bracket that it does not close goes to the end of that bracket and of the calls chained to it, an enumerator to its comma, any other
# to the end of the line; what a row leaves of its lines (a comma, a comment above it) goes too. "with": features that build on it and go with it.
FEATURES = {
    "microscope": {
        "files": ["engine/features/microscope/*", "ui/actions/microscope.*", "ui/centre/microscope.cpp", "tests/*/microscope.cpp"],
        "rows": {
            "engine/features/studies/results.h": ["struct Microscope,"],
            "engine/session/all_studies.h": ['#include "engine/features/microscope/microscope.h"', "MicroscopeStudy,"],
            "engine/features/studies/view_request.h": ["struct MicroscopeView {", "std::optional<MicroscopeView> microscope{};"],
            "ui/state/state.h": ["microscope }", "{redraw::ui::ViewMode::microscope,"],
            "ui/actions/shortcuts.h": ["view_microscope,"],
            "ui/actions/shortcuts.cpp": ['#include "ui/actions/microscope.h"', "{Action::view_microscope,"],
            "ui/centre/centre.h": ["void draw_microscope("],
            "ui/centre/views.cpp": ['#include "ui/actions/microscope.h"', "{ViewMode::microscope,"],
            "tests/layers.cmake": ["features/microscope/microscope"],
        },
    },
    "scan line": {
        "with": ["explanation"],
        "files": ["engine/features/scan_line/*", "ui/actions/scan_row.*", "ui/centre/scan_line.cpp",
                  "tests/*/scan_line.cpp", "tests/*/spectrum.cpp"],
        "rows": {
            "engine/features/studies/results.h": ["struct ScanLine,", "struct LearnedSpectrum,"],
            "engine/session/all_studies.h": ['#include "engine/features/scan_line/scan_line.h"', "ScanLineStudy,", "SpectrumStudy,"],
            "engine/features/studies/view_request.h": ["std::optional<double> scan_row{};"],
            "ui/state/state.h": ["scan_line,", "{redraw::ui::ViewMode::scan_line,"],
            "ui/actions/shortcuts.h": ["view_scan_line,"],
            "ui/actions/shortcuts.cpp": ["{Action::view_scan_line,"],
            "ui/centre/centre.h": ["void draw_scan_line(", "std::vector<Rect> scan_panes(", "std::optional<PaneDrag> drags_scan_row("],
            "ui/centre/views.cpp": ['#include "ui/actions/scan_row.h"', "{ViewMode::scan_line,"],
            "tests/layers.cmake": ["features/scan_line/scan_line"],
            "tests/session/keyframe_studies.cpp": ['#include "engine/features/scan_line/scan_line.h"', "ScanLineStudy,", "SpectrumStudy,"],
        },
    },
    "explanation": {
        "files": ["engine/features/explanation/*", "ui/sheets/explanation_sheet.cpp", "tests/*/explanation.cpp"],
        "rows": {
            "engine/features/studies/results.h": ["struct RunExplanation,"],
            "engine/session/all_studies.h": ['#include "engine/features/explanation/explanation.h"', "ExplanationStudy,"],
            "engine/features/studies/view_request.h": ["bool explanation = false;"],
            "ui/state/sheets.h": ["explanation,"],
            "ui/actions/shortcuts.h": ["explain,"],
            "ui/actions/shortcuts.cpp": ["{Action::explain,"],
            "ui/sheets/sheets.h": ["void draw_explanation_sheet("],
            "ui/sheets/sheets.cpp": ["{Dialog::explanation,"],
            "ui/top_bar.cpp": ["explain,"],
            "tests/layers.cmake": ["features/explanation/explanation"],
        },
    },
    "looks": {
        "files": ["engine/features/looks/*", "ui/sheets/looks_sheet.cpp", "tests/*/looks.cpp"],
        "rows": {
            "engine/features/studies/results.h": ["struct NineLooks,"],
            "engine/session/all_studies.h": ['#include "engine/features/looks/looks.h"', "LookStudy,"],
            "engine/features/studies/view_request.h": ["bool looks = false;"],
            "ui/state/sheets.h": ["looks,"],
            "ui/state/view.h": ["std::vector<Texture> looks;"],
            "ui/actions/shortcuts.h": ["looks,"],
            "ui/actions/shortcuts.cpp": ["{Action::looks,"],
            "ui/sheets/sheets.h": ["void draw_looks_sheet("],
            "ui/sheets/sheets.cpp": ["{Dialog::looks,"],
            "ui/top_bar.cpp": ["looks}"],
            "app/studio/scene_textures.h": ['#include "engine/features/looks/looks.h"', "std::array<Shown<Image>, kLookSeeds"],
            "app/studio/scene_textures.cpp": ['#include "engine/features/looks/looks.h"', "for (const auto& look : p.looks)", "for (std::size_t i = 0; i < p.looks.size(); ++i)"],
            "tests/layers.cmake": ["features/looks/looks"],
            "tests/ui/stage.cpp": ["Dialog::looks,"],
            "tests/ui/studio.cpp": ["Dialog::looks,"],
        },
    },
    "neurons": {
        "files": ["engine/features/neurons/*", "app/cli/poster.cpp", "app/studio/neuron_textures.*", "ui/actions/neurons.*",
                  "ui/centre/neuron*", "ui/centre/one_neuron.cpp", "ui/sheets/poster_file.cpp", "tests/*/neuron*.cpp",
                  "tests/gui/tour_neurons.py", "tests/gui/tour_touch.py"],
        "rows": {
            "engine/features/studies/results.h": ["struct NeuronPictures,"],
            "engine/session/all_studies.h": ['#include "engine/features/neurons/neuron_study.h"', "NeuronStudy,"],
            "engine/features/studies/view_request.h": ["struct NeuronsView {", "std::optional<NeuronsView> neurons{};"],
            "engine/export/export.h": ["bool poster = false;"],
            "engine/session/run_exports.cpp": ['#include "engine/features/neurons/neuron_film.h"', '#include "engine/features/neurons/poster.h"',
                                               "if (spec.neurons > 0)", "if (spec.poster)"],
            "ui/state/state.h": ["neurons,", "{redraw::ui::ViewMode::neurons,"],
            "ui/state/view.h": ["struct NeuronAtlases {", "NeuronAtlases neurons;"],
            "ui/state/sheets.h": ["poster_file,"],
            "ui/actions/shortcuts.h": ["export_poster,", "mute_neuron,", "view_neurons,"],
            "ui/actions/shortcuts.cpp": ['#include "ui/actions/neurons.h"', "{Action::export_poster,", "{Action::mute_neuron,", "{Action::view_neurons,"],
            "ui/centre/centre.h": ["void draw_neurons("],
            "ui/centre/views.cpp": ['#include "ui/actions/neurons.h"', "{ViewMode::neurons,"],
            "ui/sheets/sheets.h": ["extern const Purpose kPosterFile;"],
            "ui/sheets/sheets.cpp": ["{Dialog::poster_file,"],
            "ui/sheets/film_sheet.cpp": ["{FilmSubject::neurons,"],
            "ui/sheets/explanation_sheet.cpp": ["{Shown::neurons,"],
            "ui/top_bar.cpp": ["export_poster}"],
            "ui/ui.cpp": ['#include "ui/actions/neurons.h"', "follow_neurons(ui);"],
            "app/studio/scene_textures.h": ['#include "app/studio/neuron_textures.h"', "NeuronTextures neurons;"],
            "app/studio/scene_textures.cpp": ["p.neurons.put_into(view);", "due = std::max(due, scene_.neurons.update(status));"],
            "app/cli/commands.h": ["bool add_up = false;", "bool poster = false;", "const CLI::Option* poster_size", "void add_poster(", "void write_poster("],
            "app/cli/export.cpp": ["add_poster(command);", "if (poster && is_page(output.export_path))", "if (poster)"],
            "app/cli/film.cpp": ['#include "engine/features/neurons/neuron_film.h"', "constexpr double kSumSeconds", 'command\n        .add_flag("--add-up"',
                                 "if (add_up) spec.neurons", "if (add_up && film.seconds_given->empty())", "if (add_up)"],
            "tests/layers.cmake": ["features/neurons/neuron_colours", "features/neurons/neuron_sum", "features/neurons/poster", "features/neurons/neuron_study"],
            "tests/session/keyframe_studies.cpp": ['#include "engine/features/neurons/neuron_study.h"', "NeuronStudy,", "view.neurons.emplace();",
                                                   "if (i % 3) watched.view.neurons->chosen"],
            "tests/ui/explanation.cpp": ["go(View::neurons,", "CHECK(state.centre.mode == ViewMode::neurons);"],
            "tests/ui/finish.cpp": ['{"neurons",'],
            "tests/ui/reference.cpp": ["CHECK_FALSE(studio.press(Key::five)", 'TEST_CASE_FIXTURE(Studio, "over the neurons no pixel of the picture is read") {'],
            "tests/ui/stage.cpp": ['{"neurons",'],
            "tests/ui/studio.cpp": ['#include "ui/actions/neurons.h"', "if (shortcut.action == Action::mute_neuron)"],
        },
    },
    # These have files of their own, but no rows yet: other files still call them by hand.
    "film": {"files": ["engine/features/film/*", "av/*", "app/cli/film.cpp", "ui/sheets/film_sheet.cpp"]},
    "web page": {"files": ["engine/features/page/*", "engine/features/page/scripts/*", "ui/sheets/share_sheet.cpp"]},
    "enlarge": {"files": ["engine/features/enlarge/*", "engine/data/doubling.*", "engine/data/internal_examples.*",
                          "engine/backend/enlarging_backend.*", "app/cli/enlarge.cpp"]},
    "lessons": {"files": ["engine/features/lesson/*", "app/cli/lesson.cpp", "ui/actions/lesson.*", "ui/state/lesson.h", "ui/lesson_page.cpp",
                          "ui/sheets/lessons_sheet.cpp"]},
    "doctor": {"files": ["engine/features/doctor/*"]},
    "race": {"files": ["engine/features/race/*", "engine/session/compared_runs.*",
                       "ui/actions/race.*", "ui/podium.cpp", "ui/sheets/race_sheet.*", "ui/time/companions.cpp"]},
    "batch": {"files": ["engine/features/batch/*", "app/batch/*", "app/cli/batch.cpp", "ui/sheets/queue*"]},
    "tiles": {"files": ["engine/features/tiles/*", "app/cli/tiles.cpp"]},
}


def end_of_row(text, start, beginning):
    """Returns the end of the row that begins at `start`: of the bracket that `beginning` leaves open, of its statement, or itself."""
    at = start + len(beginning)
    depth = sum(beginning.count(opening) - beginning.count(closing) for opening, closing in ("()", "{}", "[]"))
    if depth <= 0 and re.search(r"[;,\"]$|^[\w/]+$|\}$", beginning):
        return at
    if depth <= 0:  # a statement
        while text[at] != ";":
            at += 1
        return at + 1
    quoted = False
    while depth > 0:
        letter = text[at]
        if letter == '"' and text[at - 1] != "\\":
            quoted = not quoted
        elif not quoted:
            depth += (letter in "({[") - (letter in ")}]")
        at += 1
    if re.match(r"\s*(->|\.|const\b)", text[at:]):  # a chain of calls, a member function
        return text.index(";", at) + 1
    while text[at] in ",;":
        at += 1
    return at


def without_row(text, beginning):
    start = text.find(beginning)
    word = re.match(r"\w", beginning)
    while start > 0 and word and (text[start - 1].isalnum() or text[start - 1] in "_:."):
        start = text.find(beginning, start + 1)
    if start < 0:
        raise SystemExit(f"there is no row {beginning!r}")
    end = end_of_row(text, start, beginning)
    if beginning.endswith("}"):  # the last of a list: the comma before it goes instead
        end -= 1
        start = text.rindex(",", 0, start)
    line_start = text.rindex("\n", 0, start) + 1
    line_end = text.index("\n", end)
    rest = re.sub(r"^\s*//.*|^\s*$", "", text[end:line_end])
    if not text[line_start:start].strip() and not rest:
        start, end = line_start, line_end + 1
        above = text[:start]
        comment = re.search(r"(?:^[ \t]*//.*\n)+\Z", above, re.M)
        closes = text[end:].lstrip(" ").startswith(("}", "\n"))
        if comment and closes:
            start = comment.start()
    return text[:start] + text[end:]


def is_there(root, name):
    return any(any(root.glob(pattern)) for pattern in FEATURES[name]["files"])


def take_out(root, name):
    feature = FEATURES[name]
    for other in feature.get("with", ()):
        if is_there(root, other):
            take_out(root, other)
    for pattern in feature["files"]:
        found = list(root.glob(pattern))
        if not found:
            raise SystemExit(f"{name}: no file is {pattern}")
        for path in found:
            path.unlink()
    for file, rows in feature["rows"].items():
        text = (root / file).read_text()
        for row in rows:
            text = without_row(text, row)
        (root / file).write_text(text)


def lines_of(paths):
    return sum(path.read_bytes().count(b"\n") for path in set(paths) if path.suffix in CODE)


def check_lines(listed):
    """Prints the lines of each feature and of the core; returns whether the core is within its limit."""
    product = [ROOT / file for file in listed if file.parts[0] in PRODUCT]
    rest = set(product)
    for name, feature in FEATURES.items():
        own = {path for pattern in feature["files"] for path in ROOT.glob(pattern)} & rest
        print(f"{lines_of(own):7,} {name}")
        rest -= own
    core = lines_of(rest)
    print(f"{core:7,} core, at most {CORE_LINES:,}\n{lines_of(product):7,} product")
    return core <= CORE_LINES


def tree():
    """Returns the files of the tree, without git: a bare machine has none."""
    return [path.relative_to(ROOT) for top in sorted(ROOT.iterdir()) if top.name not in (".git", "build", ".cache")
            for path in ([top] if top.is_file() else sorted(top.rglob("*"))) if path.is_file() and "__pycache__" not in path.parts]


def main(arguments):
    check = "--check" in arguments
    names = [name for name in arguments if name != "--check"] or [
        name for name in FEATURES if "rows" in FEATURES[name] and is_there(ROOT, name)]
    listed = tree()
    if check and not check_lines(listed):
        sys.exit("The core is too large.")
    failed = []
    for name in names:
        with tempfile.TemporaryDirectory(prefix="redraw-feature-") as folder:
            copy = pathlib.Path(folder)
            for file in listed:
                (copy / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / file, copy / file)
            take_out(copy, name)
            print(f"without {name}", flush=True)
            if not check and subprocess.run(["scripts/test", "--quick"], cwd=copy, check=False).returncode != 0:
                failed.append(name)
    if failed:
        sys.exit(f"The tree without this does not pass: {', '.join(failed)}")


if __name__ == "__main__":
    main(sys.argv[1:])
