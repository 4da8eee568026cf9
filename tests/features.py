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

CORE_LINES = 63_616  # of the product at most; a higher limit is a visible change
PRODUCT = ("app", "ui", "engine", "cuda", "gl", "av", "formats")
CODE = {".cpp", ".h", ".cu", ".cuh", ".js", ".css", ".comp", ".glsl", ".html"}
ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / "build" / "without"

# For each feature: "files" are patterns; "rows" are, by file, the beginnings of what is deleted there. A beginning with a
# bracket that it does not close goes to the end of that bracket and of the calls chained to it, an enumerator to its comma, any other
# to the end of the line; what a row leaves of its lines (a comma, a comment above it) goes too. A row that needs two features stands in both and goes with
# the first. "with": features that build on it and go with it.
FEATURES = {
    "why": {
        "with": ["explanation"],
        "files": ["engine/features/microscope/*", "engine/features/scan_line/*", "ui/actions/why.*", "ui/centre/why*",
                  "tests/engine/features/microscope/*", "tests/engine/features/scan_line/*", "tests/ui/centre/why*.cpp"],
        "rows": {
            "engine/features/studies/results.h": ["struct Microscope,", "struct ScanLine,", "struct PlaceDetail,"],
            "engine/session/all_studies.h": ['#include "engine/features/microscope/microscope.h"', '#include "engine/features/scan_line/place_detail.h"',
                                             '#include "engine/features/scan_line/scan_line.h"', "MicroscopeStudy,", "ScanLineStudy,", "PlaceStudy,"],
            "engine/features/studies/view_request.h": ["struct MicroscopeView {", "std::optional<MicroscopeView> microscope{};", "std::optional<Point> place{};"],
            "ui/state/state.h": ["why }", "{redraw::ui::ViewMode::why,"],
            "ui/actions/shortcuts.h": ["view_why,"],
            "ui/actions/shortcuts.cpp": ['#include "ui/actions/why.h"', "{Action::view_why,"],
            "ui/centre/centre.h": ["void draw_why("],
            "ui/centre/views.cpp": ['#include "ui/actions/why.h"', "{ViewMode::why,"],
            "tests/layers.cmake": ["features/microscope/microscope", "features/scan_line/place_detail"],
            "tests/engine/features/studies/keyframe_studies.cpp": ['#include "engine/features/scan_line/place_detail.h"', "ScanLineStudy,", "PlaceStudy,", "view.place = Point{0.5, 0.5};"],
            "tests/ui/centre/finish.cpp": ['{"why",'],
        },
    },
    "explanation": {
        "files": ["engine/features/explanation/*", "ui/centre/why_mend.cpp",
                  "tests/engine/features/explanation/*", "tests/ui/centre/why_mend.cpp"],
        "rows": {
            "engine/features/studies/results.h": ["struct RunExplanation,"],
            "engine/session/all_studies.h": ['#include "engine/features/explanation/explanation.h"', "ExplanationStudy,"],
            "engine/features/studies/view_request.h": ["bool explanation = false;"],
            "ui/centre/why.h": ["void draw_mend("],
            "ui/centre/why.cpp": ["draw_mend(ui);"],
            "tests/layers.cmake": ["features/explanation/explanation"],
        },
    },
    "looks": {
        "files": ["engine/features/looks/*", "ui/sheets/looks_sheet.cpp", "tests/engine/features/looks/*", "tests/ui/sheets/looks.cpp"],
        "rows": {
            "engine/features/studies/results.h": ["struct NineLooks,"],
            "engine/session/all_studies.h": ['#include "engine/features/looks/looks.h"', "LookStudy,"],
            "engine/features/studies/view_request.h": ["std::optional<std::uint64_t> looks{};"],
            "ui/state/sheets.h": ["looks,"],
            "ui/actions/shortcuts.h": ["looks,"],
            "ui/actions/shortcuts.cpp": ["{Action::looks,"],
            "ui/sheets/sheets.h": ["void draw_looks_sheet("],
            "ui/sheets/sheets.cpp": ["{Dialog::looks,"],
            "ui/top_bar.cpp": ["looks}"],
            "tests/layers.cmake": ["features/looks/looks"],
            "tests/ui/centre/stage.cpp": ["Dialog::looks,"],
            "tests/ui/studio.cpp": ["Dialog::looks,"],
        },
    },
    "neurons": {
        "files": ["engine/features/neurons/*", "app/studio/neuron_textures.*", "ui/actions/neurons.*",
                  "ui/centre/neuron*", "ui/centre/one_neuron.cpp", "tests/engine/features/neurons/*", "tests/ui/centre/neuron*.cpp",
                  "tests/gui/tour_neurons.py", "tests/gui/tour_touch.py"],
        "rows": {
            "engine/features/studies/results.h": ["struct NeuronPictures,"],
            "engine/session/all_studies.h": ['#include "engine/features/neurons/neuron_study.h"', "NeuronStudy,"],
            "engine/features/studies/view_request.h": ["struct NeuronsView {", "std::optional<NeuronsView> neurons{};"],
            "engine/export/export.h": ["bool poster = false;"],
            "engine/session/run_exports.cpp": ['#include "engine/features/neurons/poster.h"', "if (spec.poster)"],
            "engine/session/film_job.cpp": ['#include "engine/features/neurons/neuron_film.h"', "if (spec.neurons > 0)"],
            "ui/state/state.h": ["neurons,", "{redraw::ui::ViewMode::neurons,"],
            "ui/state/view.h": ["struct NeuronAtlases {", "NeuronAtlases neurons;"],
            "ui/state/sheets.h": ["export_poster,"],
            "ui/actions/shortcuts.h": ["view_neurons,"],
            "ui/actions/shortcuts.cpp": ['#include "ui/actions/neurons.h"', "{Action::view_neurons,"],
            "ui/centre/centre.h": ["void draw_neurons("],
            "ui/centre/views.cpp": ['#include "ui/actions/neurons.h"', "{ViewMode::neurons,"],
            "ui/sheets/sheets.cpp": ["{Dialog::export_poster,"],
            "ui/sheets/share_sheet.cpp": ['#include "engine/features/neurons/poster.h"', "bool has_poster(const Ui& ui) {", "void draw_poster_page(Ui& ui) {"],
            "ui/sheets/share_sheet.h": ["void draw_poster_page(", "bool has_poster("],
            "ui/sheets/film_sheet.cpp": ["{FilmSubject::neurons,"],
            "ui/ui.cpp": ['#include "ui/actions/neurons.h"', "follow_neurons(ui);"],
            "app/studio/scene_textures.h": ['#include "app/studio/neuron_textures.h"', "NeuronTextures neurons;"],
            "app/studio/scene_textures.cpp": ["p.neurons.put_into(view);", "due = std::max(due, scene_.neurons.update(status));"],
            "app/cli/export.h": ["bool poster = false;", "const CLI::Option* size = nullptr;"],
            "app/cli/export.cpp": ['#include "engine/features/neurons/poster.h"', "asked.size = command.get_option(", 'command\n        .add_flag("--poster"',
                                   "if (poster && size->empty())", "if (poster) parameters.resize", "if (poster)"],
            "app/cli/page.cpp": ["if (asked.poster) throw"],
            "app/cli/timelapse.cpp": ["bool add_up = false;", '#include "engine/features/neurons/neuron_film.h"', "constexpr double kSumSeconds",
                                      "std::vector<float> network_of(const RunFile& run, std::optional<std::int64_t> at_step) {", 'command\n        .add_flag("--add-up"',
                                 "if (add_up) spec.neurons", "if (add_up && film.seconds_given->empty())", "if (add_up)", "others |= add_up;"],
            "tests/layers.cmake": ["features/neurons/neuron_colours", "features/neurons/neuron_sum", "features/neurons/poster", "features/neurons/neuron_study"],
            "tests/engine/features/studies/keyframe_studies.cpp": ['#include "engine/features/neurons/neuron_study.h"', "NeuronStudy,", "view.neurons.emplace();",
                                                   "if (i % 3) watched.view.neurons->chosen"],
            "tests/ui/centre/finish.cpp": ['{"neurons",'],
            "tests/ui/actions/reference.cpp": ["CHECK_FALSE(studio.press(Key::five)", 'TEST_CASE_FIXTURE(Studio, "over the neurons no pixel of the picture is read") {'],
            "tests/ui/centre/stage.cpp": ['{"neurons",'],
            "tests/ui/studio.cpp": ['#include "ui/actions/neurons.h"'],
        },
    },
    "race": {
        "with": ["lessons"],
        "files": ["engine/features/race/*", "engine/session/race.*", "ui/actions/race.*", "ui/podium.cpp", "ui/sheets/race_sheet.*",
                  "tests/engine/features/race/*", "tests/ui/actions/race.cpp", "tests/gui/tour_race.py"],
        "rows": {
            "engine/session/command.h": ["struct Race {", "command::Race,"],
            "engine/session/session_loop.h": ["void on(const command::Race& asked);", "void begin_race("],
            "engine/session/session_loop.cpp": ["command::Race,", "command::Race,"],
            "engine/session/open_run.h": ["struct RacePlan;", "void race("],
            "engine/session/open_run.cpp": ["compared_.report_winner(now.measured());"],
            "engine/session/compared_runs.h": ["void report_winner("],
            "engine/session/status.h": ["std::vector<Racer> racers_of("],
            "engine/session/status.cpp": ["std::vector<Racer> racers_of(const Status& status) {"],
            "ui/state/sheets.h": ["race,"],
            "ui/actions/shortcuts.h": ["race,", "race_page,"],
            "ui/actions/shortcuts.cpp": ['#include "ui/actions/race.h"', "{Action::race,", "{Action::race_page,"],
            "ui/actions/comparison.cpp": ['#include "ui/actions/race.h"', "if (other.racing) return racer_label(status, at + 1)", "if (is_race(status))"],
            "ui/centre/centre.cpp": ['#include "ui/actions/race.h"', "if (!past && is_race(ui.status))"],
            "ui/centre/why_plots.cpp": ['#include "ui/actions/race.h"', "if (is_race(ui.status)) own ="],
            "ui/time/compared_curves.cpp": ['#include "ui/actions/race.h"', "if (racing) main ="],
            "ui/sheets/sheets.h": ["void draw_race_sheet(", "void prepare_race_sheet("],
            "ui/sheets/sheets.cpp": ["{Dialog::race,"],
            "ui/panels.h": ["Rect draw_podium("],
            "ui/top_bar.cpp": ["race,", '#include "ui/actions/race.h"', "if (is_race(status))"],
            "ui/ui.cpp": ["if (ui.state.presentation && is_race(ui.status))"],
            "tests/engine/features/compare/compared_run.cpp": ["CHECK_THROWS_AS(loop.perform(command::Race{{rival}}), Error);",
                                               "CHECK_THROWS_AS(loop.perform(command::Race{{hostile}}), Error);"],
            "tests/engine/session/view.cpp": ["command::Race{{config}},"],
            "tests/engine/features/page/exported_page.cpp": ['TEST_CASE_FIXTURE(RunWithPage, "the page of a race of two holds both by their names") {'],
            "tests/ui/sheets/page.cpp": ['TEST_CASE_FIXTURE(Studio, "a race of two networks is saved as a page, at its end") {'],
            "tests/support/session_with_rival.h": ["void race() {"],
            "tests/support/ui_harness.h": ["trains |= asks<command::Race>(r);"],
            "tests/ui/monkey.cpp": ["if (const auto rivals = newest<&command::Race::rivals>(r))"],
            "tests/ui/centre/stage.cpp": ["Dialog::race,"],
            "tests/ui/studio.cpp": ["Dialog::race,",
                                    "[](Studio& s) {\n             s.state.presentation = true;\n             put_beside(s.status, {racer()});\n         },"],
        },
    },
    "lessons": {
        "files": ["engine/features/lesson/*", "engine/session/teach.cpp", "app/cli/lesson.cpp", "ui/actions/lesson.*", "ui/lesson_page.cpp",
                  "ui/sheets/lessons_sheet.cpp", "assets/lessons/*", "docs/lessons.md", "tests/engine/features/lesson/*",
                  "tests/ui/lessons.cpp", "tests/fuzz/fuzz_lesson.cpp", "tests/cli/test_lesson*.py", "tests/hostile/cases_lessons.py",
                  "tests/gui/tour_lessons.py"],
        "rows": {
            "CMakeLists.txt": ["redraw_embed(redraw_engine engine/features/lesson/lesson_files.h"],
            "engine/session/command.h": ['#include "engine/features/lesson/lesson.h"', "command::Teach,"],
            "engine/session/status.h": ['#include "engine/features/lesson/lesson.h"', "TaughtRace taught;"],
            "engine/session/status.cpp": ["for (std::size_t i = 0; i < std::min(racers.size(), status.taught.runs.size()); ++i) {"],
            "engine/session/session_loop.h": ["void on(const command::Teach& asked);"],
            "engine/session/session_loop.cpp": ["command::Teach,", "command::Teach,"],
            "engine/session/open_run.h": ["void measure_taught();"],
            "engine/session/open_run.cpp": ["measure_taught();"],
            "engine/session/compared_runs.cpp": ["report_.status.taught = {};"],
            "app/main_cli.cpp": ["add_lesson,"],
            "app/cli/commands.h": ["void add_lesson("],
            "app/library/file_lookup.cpp": ['#include "engine/features/lesson/lesson.h"',
                                            "void look_for_lesson(ui::DropListing& listing, const fs::path& path) {",
                                            "if (listing.one_file) look_for_lesson("],
            "app/studio/preferences_file.cpp": ['visit("lessons_done"'],
            "ui/state/preferences.h": ["std::set<std::string> lessons_done;"],
            "ui/state/lookup.h": ["struct Lesson;", "std::shared_ptr<const Lesson> lesson{};"],
            "ui/state/sheets.h": ["lessons,"],
            "ui/state/advice.cpp": ["alone &= status.taught.runs.empty();"],
            "ui/actions/shortcuts.h": ["lessons,"],
            "ui/actions/shortcuts.cpp": ['#include "ui/actions/lesson.h"', "else\n        go_back_in_lesson(ui);", "{Action::lessons,"],
            "ui/actions/differences.cpp": ["if (racer < status.taught.runs.size())"],
            "ui/actions/race.cpp": ["if (status.taught.decided_between(racer))"],
            "ui/actions/comparison.cpp": ["if (!ui.status.taught.runs.empty())"],
            "ui/centre/centre.cpp": ['#include "ui/actions/lesson.h"', "constexpr float kLessons", "if (shows_learned_pixels(ui))",
                                     "if (!opening) offers +=", "if (!opening)\n        action_button_at(ui, Action::lessons,"],
            "ui/time/compared_curves.cpp": ['#include "ui/actions/lesson.h"', "if (ui.state.of<LessonState>().lesson)"],
            "ui/sheets/sheets.h": ["struct LessonsSheet {", "void draw_lessons_sheet(", "void prepare_lessons_sheet("],
            "ui/sheets/sheets.cpp": ['hints += " In a lesson', "{Dialog::lessons,"],
            "ui/sheets/drop_sheet.cpp": ['#include "ui/actions/lesson.h"', "if (found.lesson)"],
            "ui/top_bar.cpp": ["lessons,"],
            "ui/ui.cpp": ['#include "ui/actions/lesson.h"', "side.y0 += draw_lesson_strip(ui, side);", "follow_lesson(ui);"],
            "tests/app/studio/preferences_file.cpp": ["settings.preferences.lessons_done =", 'CHECK(settings_from_json(R"({"lessons_done": [1, "a"]})").preferences.lessons_done ==',
                                    "settings.preferences.lessons_done ="],
            "tests/fuzz/CMakeLists.txt": ["redraw_fuzz(lesson"],
            "tests/layers.cmake": ["features/lesson/lesson"],
            "tests/cli/test_usage.py": ['"lesson",'],
            "tests/cli/test_signals.py": ['("lesson",'],
        },
    },
    "film": {
        "files": ["engine/features/film/*", "engine/features/neurons/neuron_film.*", "engine/session/film_job.cpp", "av/*", "app/cli/film_flags.*",
                  "app/cli/timelapse.cpp", "app/cli/dive.cpp", "ui/actions/sharing.*", "ui/sheets/film_sheet.cpp",
                  "tests/av/*", "tests/engine/features/film/*", "tests/ui/sheets/films.cpp", "tests/support/film_frames.h", "tests/cli/test_film.py"],
        "rows": {
            "CMakeLists.txt": ["add_subdirectory(av"],
            "engine/session/command.h": ['#include "engine/features/film/film.h"', "struct ExportFilm {", "command::ExportFilm,"],
            "engine/session/session_loop.cpp": ["command::ExportFilm,"],
            "engine/session/run_exports.h": ["void on(const command::ExportFilm&"],
            "app/process/needed_memory.h": ['#include "engine/features/film/film.h"', "double film_bytes("],
            "app/process/needed_memory.cpp": ["double film_bytes(const RunFile& run, const FilmSpec& film) {"],
            "app/cli/commands.h": ["void add_timelapse(", "void add_dive("],
            "app/main_cli.cpp": ["add_timelapse,", "add_dive,"],
            "app/studio/preferences_file.cpp": ['visit("clip_shape",'],
            "ui/state/preferences.h": ['#include "engine/features/film/film.h"', "FilmShape clip_shape"],
            "ui/state/sheets.h": ["export_film,", "share_clip,"],
            "ui/actions/shortcuts.h": ["race_film,"],
            "ui/actions/shortcuts.cpp": ['#include "ui/actions/sharing.h"', "{Action::race_film,"],
            "ui/sheets/sheets.h": ["void draw_film_sheet(", "void prepare_film_sheet(", "void draw_clip_sheet(", "void prepare_clip_sheet("],
            "ui/sheets/sheets.cpp": ["{Dialog::export_film,", "{Dialog::share_clip,"],
            "ui/podium.cpp": ["action_button_at(ui, Action::race_film,"],
            "ui/lesson_page.cpp": ["also(Action::race_film,"],
            "tests/layers.cmake": ["features/film/film", "features/film/film_layout", "features/film/race_film"],
            "tests/support/fault_sweep.h": ['#include "engine/features/film/film.h"', "inline void export_film(const fs::path& folder, const char* name) {",
                                            '{"film", "whole",', '{"frames", "whole",', "make_films(whole);", "void make_films(const fs::path& whole) {"],
            "tests/engine/features/neurons/neuron_exports.cpp": ['#include "engine/features/neurons/neuron_film.h"',
                                             'TEST_CASE("the film of the sum begins with none and ends with all, each number once") {'],
            "tests/engine/session/trouble.cpp": ["command::ExportFilm{{"],
            "tests/ui/actions/race.cpp": ['#include "ui/actions/sharing.h"', 'TEST_CASE_FIXTURE(Studio, "the film sheet offers the race while there is one") {',
                                  'CHECK(place("dismiss").y0 >', 'CHECK(place("dismiss").x1 <', 'const auto asked = click("Save race film")', "CHECK(newest<&command::ExportFilm::race>(",
                                  "CHECK(newest<&command::ExportFilm::unused_name>(", "CHECK(newest<&command::ExportFilm::names>("],
            "tests/ui/lessons.cpp": ["CHECK(asks<command::ExportFilm>("],
            "tests/ui/centre/neurons.cpp": ["void check_film_of_sum(Studio& studio) {", "void check_edited_film(Studio& studio, const NetworkEdits& edits) {",
                                     "check_film_of_sum(studio);", "check_edited_film(studio, edits);"],
            "tests/ui/time/timelapse.cpp": ['TEST_CASE_FIXTURE(Studio, "the film sheet asks for a dive, to where one dived last") {'],
            "tests/ui/centre/finish.cpp": ["{Dialog::export_film,"],
            "tests/ui/monkey.cpp": ["if (newest<&command::ExportFilm::spec>(r)) {"],
            "tests/ui/centre/stage.cpp": ["Dialog::export_film,"],
            "tests/ui/studio.cpp": ['#include "ui/actions/sharing.h"', "void open_film(Studio& studio) {", "open_film}", "Dialog::export_film,"],
            "tests/engine/features/lesson/taught_lesson.cpp": ['TEST_CASE_FIXTURE(Taught, "a race is filmed once no run of it will be opened again") {'],
            "tests/engine/features/race/race.cpp": ["redraw::FilmSpec film_spec(const char* name) const {", "void film(const char* name) {",
                                       'TEST_CASE_FIXTURE(RaceOfFour, "the film of a race is made beside it") {',
                                       'TEST_CASE_FIXTURE(RaceOfFour, "a film of two runs that are compared, of one size") {'],
        },
    },
    "web page": {
        "files": ["engine/features/page/*.*", "engine/features/page/scripts/*", "engine/session/page_job.cpp", "app/cli/page.*",
                  "ui/sheets/page_sheet.cpp", "tests/engine/features/page/*", "tests/ui/sheets/page.cpp", "tests/cli/test_page*.py"],
        "rows": {
            "CMakeLists.txt": ["redraw_embed(redraw_engine engine/features/page"],
            "engine/session/command.h": ["struct ExportPage {", "command::ExportPage,"],
            "engine/session/session_loop.cpp": ["command::ExportPage,"],
            "engine/session/run_exports.h": ["void on(const command::ExportPage&"],
            "app/process/needed_memory.h": ["double page_bytes("],
            "app/process/needed_memory.cpp": ["double page_bytes(const RunFile& run) {"],
            "app/cli/export.h": ['#include "app/cli/page.h"', "PageFlags page;"],
            "app/cli/export.cpp": ["asked.page.add_to(command, asked.output);", "if (page.write(*this, view, chosen)) return;"],
            "ui/state/sheets.h": ["export_page,"],
            "ui/actions/race.h": ["void save_race_page("],
            "ui/actions/race.cpp": ["void save_race_page(Ui& ui) {"],
            "ui/actions/shortcuts.h": ["race_page,"],
            "ui/actions/shortcuts.cpp": ["{Action::race_page,"],
            "ui/sheets/sheets.h": ["void draw_page_sheet(", "void prepare_page_sheet("],
            "ui/sheets/sheets.cpp": ["{Dialog::export_page,"],
            "ui/podium.cpp": ["if (can_perform(ui, Action::race_page))"],
            "ui/lesson_page.cpp": ["also(Action::race_page,"],
            "scripts/nightly": ["nightly_pages() {", "pages"],
            "tests/ui/lessons.cpp": ['CHECK(count("Page") == 0)', "if (lessons()[i].runs.size() != 2) continue;",
                                     "CHECK(place(\"Page\").x1 <=", "CHECK(newest<&command::ExportPage::race>("],
        },
    },
    "batch": {
        "files": ["engine/features/batch/*.*", "engine/features/batch/posix/*", "engine/features/batch/windows/*", "app/cli/plan.*", "app/cli/gather.cpp", "app/cli/once.*", "ui/sheets/batch*",
                  "tests/engine/features/batch/*", "tests/ui/sheets/batch.cpp", "tests/fuzz/fuzz_plan.cpp",
                  "tests/support/planned_pictures.h", "tests/cli/test_many*.py", "tests/cli/many*.py", "tests/gui/tour_batch.py"],
        "rows": {
            "app/cli/commands.h": ["void add_plan(", "void add_gather("],
            "app/cli/fit.h": ['#include "app/cli/once.h"', "OnceFlag once;", "Outcome begin_or_go_on();"],
            "app/main_cli.cpp": ["add_plan,", "add_gather,"],
            "app/cli/fit.cpp": ["asked.once.add_to(command)", "if (once.given) return once.run(", "Outcome FitCommand::begin_or_go_on() {"],
            "app/cli/enlarge.cpp": ['#include "app/cli/once.h"', "OnceFlag once;", "asked.once.add_to(command)", "if (once.given) return once.run("],
            "app/library/file_lookup.cpp": ['#include "engine/features/batch/batch_plan.h"', "if (has_plan(asked.paths.front())) return"],
            "app/studio/app.h": ['#include "engine/features/batch/batch_runner.h"', "BatchRunner batch_{"],
            "app/studio/app.cpp": ['#include "ui/sheets/batch_row.h"', "kept_.batch = ", ", ui::batch_title(", "news |= batch_.", "busy |= is_at_work(",
                                   "say_in_window(batch_.", "view.batch = "],
            "app/studio/app_requests.cpp": ["[&](const BatchRequest& asked) {"],
            "app/studio/preferences_file.h": ['#include "engine/features/batch/batch_view.h"', "KeptBatch batch{};"],
            "app/studio/preferences_file.cpp": ["void visit_fields(GroupOf<KeptBatch> auto& batch, auto&& visit) {", 'visit("batch", settings.batch);'],
            "app/studio/app_recovery.cpp": ["now.batch = ", "soon &= batch_."],
            "ui/state/requests.h": ['#include "engine/features/batch/batch_view.h"', "BatchRequest,"],
            "ui/state/view.h": ['#include "engine/features/batch/batch_view.h"', "BatchInWindow batch;"],
            "ui/state/lookup.h": ["bool plan = false;"],
            "ui/state/sheets.h": ["batch_order,", "batch_folder,", "batch,"],
            "ui/actions/dialogs.cpp": ["busy |= is_at_work("],
            "ui/sheets/sheets.h": ["void draw_batch_order_sheet(", "void draw_batch_sheet(", "kBatchFolder,", "void offer_batch("],
            "ui/sheets/sheets.cpp": ["busy |= is_at_work(", "if (is_at_work(ui.view.batch.open))", "{Dialog::batch_folder,", "{Dialog::batch_order,", "{Dialog::batch,"],
            "ui/sheets/drop_sheet.cpp": ['#include "ui/sheets/batch_row.h"', "if (found.plan) return", "offer_batch("],
            "ui/top_bar.cpp": ['#include "ui/sheets/batch_row.h"', "any |= ", "draw_recent_batch("],
            "ui/ui.cpp": ['#include "ui/sheets/batch_row.h"', "panels.y1 -= batch_band_height(", "if (!on_stage(ui)) draw_batch_band("],
            "tests/layers.cmake": ["features/batch/batch_view"],
            "tests/fuzz/CMakeLists.txt": ["redraw_fuzz(plan"],
            "tests/ui/sheets/drops.cpp": ["REQUIRE(state.sheets.dialog == Dialog::batch_order)", 'click("Open one of them…")'],
            "tests/ui/centre/stage.cpp": ['#include "tests/support/planned_pictures.h"', '{"many pictures",'],
            "tests/app/studio/preferences_file.cpp": ["settings.batch = ", "settings.batch = "],
        },
    },
    "comparison": {
        "with": ["race", "lessons"],
        "files": ["engine/features/compare/*", "engine/session/compared_runs.*", "ui/actions/comparison.*", "ui/actions/differences.*",
                  "ui/centre/compared_panes.*", "ui/time/compared_curves.*", "tests/engine/features/compare/*", "tests/ui/actions/comparison.cpp"],
        "rows": {
            "ui/top_bar.cpp": ['#include "ui/actions/comparison.h"'],
            "engine/session/command.h": ["struct CompareWith {", "struct LeaveComparison {", "command::CompareWith,", "command::LeaveComparison,"],
            "engine/session/status.h": ['#include "engine/features/compare/compared_state.h"', "std::vector<std::shared_ptr<const ComparedState>> compared_runs;",
                                        "std::optional<double> finish_line{};", "std::optional<double> finished_at{};"],
            "engine/session/session_loop.cpp": ["command::CompareWith,", "command::LeaveComparison,", "command::CompareWith,", "command::LeaveComparison,",
                                                "report_.guarded([&] { run_->on(command::LeaveComparison{}); })", "run_->leave_compared(", "if (run_ && run_->compared().has(path))",
                                                "const std::filesystem::path compared = ", "if (!compared.empty())",
                                                "const std::filesystem::path compared = ", "if (!compared.empty())"],
            "engine/session/open_run.h": ['#include "engine/session/compared_runs.h"', "void on(const command::CompareWith&", "void on(command::LeaveComparison)",
                                          "void leave_compared(", "const ComparedRuns& compared() const {", "ComparedRuns compared_;"],
            "engine/session/open_run.cpp": ["compared_(report),", "compared_,", "count += compared_.", "compared_.save();", "waits |= compared_.", "if (!compared_.empty()) guarded(",
                                            "if (error.empty()) error = compared_.", "compared_.save();"],
            "engine/session/open_run_devices.cpp": ["if (!compared_.empty())"],
            "engine/session/open_run_whole.cpp": ["if (!compared_.empty())"],
            "engine/session/run_exports.h": ['#include "engine/session/compared_runs.h"', "const ComparedRuns& compared,", "compared_(compared),",
                                             "const ComparedRuns& compared_;"],
            "engine/session/film_job.cpp": ["std::unique_ptr<Job> race_export(Trainer& trainer, const ComparedRuns& compared_runs,\n"
                                            "                                 std::optional<double> finish_line, const FilmSpec& spec,\n"
                                            "                                 const std::vector<std::string>& names) {", "if (asked.race)"],
            "engine/session/page_job.cpp": ["void add_compared(std::vector<PageSource>& sources, const Trainer& trainer,\n"
                                            "                  const ComparedRuns& compared, const std::vector<std::string>& names) {",
                                            "if (asked.race && compared_.runs().size() != 1)", "if (asked.race)"],
            "app/studio/lists.h": ["std::vector<std::filesystem::path> compared_runs_;"],
            "app/studio/lists.cpp": ["std::vector<fs::path> compared_runs_of(const Status& status) {", "files = compared_runs_of(",
                                     "void put_compared(ui::RecentEntry& entry, const Status& status, const RunSummary* read) {",
                                     "if (const auto compared_runs = compared_runs_of(status); compared_runs != compared_runs_) {", "put_compared("],
            "app/studio/scene_textures.h": ["struct ComparedTextures {", "std::array<ComparedTextures, kMostRivals>", "void update_compared("],
            "app/studio/scene_textures.cpp": ['#include "ui/actions/comparison.h"', "for (std::size_t i = 0; i < p.compared_runs.size(); ++i) {",
                                              "    update_compared(status);", "void SceneTextures::update_compared(const Status& status) {",
                                              "else if (const auto compared_run = ui::compared_run_of(view.to)) {"],
            "ui/runs/run_card.cpp": ["for (std::size_t i = 0; i < ui.status.compared_runs.size(); ++i)"],
            "ui/state/state.h": ["compared_run,", "second,", "third }"],
            "ui/state/view.h": ["bool compared = false;", "std::array<Texture, kMostRivals> compared_runs"],
            "ui/state/advice.cpp": ["alone &= status.compared_runs."],
            "ui/actions/reference.cpp": ['#include "ui/actions/comparison.h"', "for (std::size_t i = 0; i < ui.status.compared_runs.size(); ++i)",
                                         "if (const auto at = compared_run_of(reference))"],
            "ui/actions/replay.cpp": ["if (!ui.status.compared_runs.empty())"],
            "ui/actions/sharing.h": ["void save_race_film("],
            "ui/actions/sharing.cpp": ['#include "ui/actions/differences.h"', "void save_race_film(Ui& ui) {"],
            "ui/actions/shortcuts.h": ["race_film,"],
            "ui/actions/shortcuts.cpp": ["{Action::race_film,"],
            "ui/centre/centre.cpp": ['#include "ui/actions/comparison.h"', '#include "ui/centre/compared_panes.h"', "labelled |= is_race(", "of = compared_run_under_mouse("],
            "ui/centre/centre_bars.cpp": ["alone &= ui.status.compared_runs."],
            "ui/centre/readout.cpp": ['#include "ui/centre/compared_panes.h"', "if (read.of) return drawn_by_compared(", "name = drawn_name("],
            "ui/centre/why_plots.cpp": ['#include "ui/actions/comparison.h"', "std::size_t shown_rivals(const Ui& ui) {", "void draw_rival_rows(Ui& ui, const RowPlot& plot) {",
                                        "draw_rival_rows(", "for (std::size_t i = 0; i < shown_rivals(ui); ++i)"],
            "ui/centre/views.cpp": ['#include "ui/actions/comparison.h"', '#include "ui/centre/compared_panes.h"', "if (compared_run_of(shown_reference(ui)))",
                                    "if (compared_run_of(area.reference))", ".drawing_left = bool("],
            "ui/time/curves.cpp": ['#include "ui/time/compared_curves.h"', "psnr = with_compared(", "draw_compared_curves(", "psnr = with_compared(", "draw_compared_curves("],
            "ui/sheets/runs_sheet.cpp": ["if (run->compared)", 'if (next_button(ui, "compare",', "ask(command::CompareWith{run->path});"],
            "ui/sheets/film_sheet.cpp": ['#include "ui/actions/comparison.h"', '#include "ui/actions/differences.h"', "Chip<FilmSubject> chip_of_race(const Ui& ui) {",
                                         "if (ui.status.compared_runs.empty() && sheet.race())", "chip_of_race(ui)}", "if (race) racing =", "if (race) asked.names ="],
            "ui/ui.cpp": ['#include "ui/time/compared_curves.h"', '#include "ui/actions/comparison.h"', "bar -= comparison_bar_height", "draw_comparison_bar(", "follow_compared("],
            "tests/layers.cmake": ["features/compare/compared_state"],
            "tests/support/ui_harness.h": ['#include "engine/features/compare/compared_run.h"', 'inline ComparedState racer(const char* path = "/b", float psnr = 20) {',
                                           "inline void put_beside(Status& status, const std::vector<ComparedState>& others) {"],
            "tests/engine/session/view.cpp": ["view.ask(command::CompareWith{", "CHECK(view.status->compared_runs."],
            "tests/engine/session/beside_run.cpp": ["command::CompareWith{other},", "command::LeaveComparison{},"],
            "tests/engine/session/trouble.cpp": ["command::LeaveComparison{},"],
            "tests/engine/features/page/exported_page.cpp": ['TEST_CASE_FIXTURE(RunWithPage, "a page shows two runs that are compared, of one size") {'],
            "tests/ui/runs/runs.cpp": ["CHECK(newest<&command::CompareWith::run>("],
            "tests/ui/centre/finish.cpp": ['{"a race",'],
            "tests/ui/centre/why.cpp": ['#include "engine/features/compare/compared_state.h"', "for (const bool race :", "if (race) {", "const int now = drawn();", "if (race) CHECK("],
            "tests/ui/centre/stage.cpp": ['"Compare",'],
            "tests/ui/studio.cpp": ["put_beside(status, {racer()});", "CHECK_FALSE(is_drawn(likeness(33.3)));", "put_beside(status, {});"],
            "tests/ui/monkey.cpp": ['#include "engine/features/compare/compared_run.h"', "case 9: {"],
        },
    },
    "doctor": {
        "with": ["explanation"],
        "files": ["engine/features/doctor/*", "app/cli/advice.cpp", "ui/state/doctor_advice.*",
                  "tests/engine/features/doctor/*", "tests/ui/state/doctor_advice.cpp"],
        "rows": {
            "engine/features/studies/results.h": ["struct Diagnosis,"],
            "engine/session/open_run.h": ['#include "engine/features/doctor/findings.h"', "CheckUp check_up_;"],
            "engine/session/open_run.cpp": ["check_up_.update(*trainer_);", "status.result<Diagnosis>() ="],
            "app/cli/output.h": ['#include "engine/features/doctor/findings.h"', "void advise(", "CheckUp check_up_;", "std::set<std::string> advised_;"],
            "app/cli/training.cpp": ["output.advise(", "output.advise("],
            "ui/state/advice.h": ["std::optional<Advice> doctor_advice("],
            "ui/state/advice.cpp": ["if (const auto found = doctor_advice(status); found && !memory.refused.contains(found->problem))"],
            "tests/layers.cmake": ["features/doctor/doctor"],
            "tests/support/doctor_runs.h": ['#include "engine/features/doctor/doctor.h"', '#include "engine/features/doctor/findings.h"',
                                            "std::optional<Diagnosis> diagnosis() {"],
            "tests/engine/training/rollback.cpp": ["const auto found = patient.diagnosis();", "REQUIRE(found);", "CHECK(found->condition", "CHECK(found->sentence",
                                       'TEST_CASE("the session says it and goes on") {'],
            "tests/ui/monkey.cpp": ['#include "engine/features/doctor/doctor.h"', "case 7: {"],
        },
    },
    "compare": {  # the command that measures a run beside interpolation, and the test on pixels that a copy does not learn
        "files": ["app/cli/compare.cpp", "engine/features/studies/held_out.*", "tests/engine/features/studies/held_out.cpp",
                  "tests/cli/test_compare.py"],
        "rows": {
            "app/cli/commands.h": ["void add_compare("],
            "app/main_cli.cpp": ["add_compare,"],
            "app/process/needed_memory.h": ["double comparing_bytes("],
            "app/process/needed_memory.cpp": ["double comparing_bytes(const RunFile& run, const Image& reference) {"],
            "tests/engine/drawing/drawn_pixels.cpp": ['#include "engine/features/studies/held_out.h"',
                                                      'TEST_CASE("held out, the copy learns the picture\'s own half as if it were the picture") {'],
            "tests/cli/test_signals.py": ['("compare",'],
        },
    },
    # These have files of their own, but no rows yet: other files still call them by hand.
    "enlarge": {"files": ["engine/features/enlarge/*", "engine/data/doubling.*", "engine/data/internal_examples.*",
                          "engine/backend/enlarging_backend.*", "app/cli/enlarge.cpp"]},
    "tiles": {
        "files": ["engine/features/tiles/*", "app/cli/tiles.cpp", "tests/engine/features/tiles/*", "tests/cli/*_tiles.py"],
        "rows": {
            "app/cli/commands.h": ["void add_tiles("],
            "app/main_cli.cpp": ["add_tiles,"],
            "app/cli/fit.cpp": ['", and `redraw tiles` learns the picture in tiles"'],
            "engine/training/trainer.cpp": ['", or join tiles learned elsewhere with `redraw tiles --join`"'],
            "engine/session/session_loop.cpp": ['.way_out = "in a terminal `redraw tiles` makes a run of it, which the studio opens"'],
            "scripts/nightly": ["nightly_tiles() {", "tiles"],
            "tests/cli/test_faults.py": ['("tiles",'],
            "tests/cli/test_signals.py": ['("tiles",', '"tiles": "cut"'],
        },
    },
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
    if re.match(r"\s*(->|\.)| const\b", text[at:]):  # a chain of calls, a member function
        return text.index(";", at) + 1
    while text[at] in ",;":
        at += 1
    return at


def without_row(text, beginning):
    start = text.find(beginning)
    word = re.match(r"\w", beginning)
    while start > 0 and word and (text[start - 1].isalnum() or text[start - 1] in "_:."):
        start = text.find(beginning, start + 1)
    if start < 0 and beginning.endswith(","):  # it may have become the last of its list
        last = re.search(rf"(?<![\w.:]){re.escape(beginning[:-1])}\s*\}}", text)
        if last:
            return without_row(text, last.group())
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
        comment = re.search(r"(?:^[ \t]*(?://|# ).*\n)+\Z", above, re.M)
        closes = text[end:].lstrip(" ").startswith(("}", "\n", "//", "# "))
        if comment and closes:
            start = comment.start()
    if text[:start].endswith("\n\n") and text[end:].startswith("\n"):
        end += 1  # one empty line is enough
    return text[:start] + text[end:]


def is_there(root, name):
    return any(any(root.glob(pattern)) for pattern in FEATURES[name]["files"])


def of_gone_feature(root, file):
    """Returns whether the file belongs to a feature that was taken out before."""
    return any(pathlib.PurePath(file).match(pattern) and not is_there(root, name)
               for name, feature in FEATURES.items() for pattern in feature["files"])


def rows_of_gone_features(root, file, name):
    """Returns the rows of the file that went with features taken out before."""
    return {row for other, feature in FEATURES.items() if other != name and not is_there(root, other)
            for row in feature.get("rows", {}).get(file, ())}


def take_out(root, name):
    feature = FEATURES[name]
    for other in feature.get("with", ()):
        if is_there(root, other):
            take_out(root, other)
    for pattern in feature["files"]:
        found = list(root.glob(pattern))
        if not found and of_gone_feature(root, pattern):
            continue
        if not found:
            raise SystemExit(f"{name}: no file is {pattern}")
        for path in found:
            path.unlink()
    for file, rows in feature["rows"].items():
        if not (root / file).exists() and of_gone_feature(root, file):
            continue
        text = (root / file).read_text()
        gone = rows_of_gone_features(root, file, name)
        for row in rows:
            if row not in gone:
                text = without_row(text, row)
        (root / file).write_text(text)


ENUMS = {"ui/actions/shortcuts.h": "Action", "ui/state/sheets.h": "Dialog", "ui/state/state.h": "ViewMode"}


def check_names(root, listed, name):
    """Finds at once what would otherwise break the build: a file that includes one that went, or names an enumerator that went."""
    gone = [f"{ENUMS[file]}::{row.strip(', }')}" for file, rows in FEATURES[name]["rows"].items() if file in ENUMS
            for row in rows if re.fullmatch(r"\w+(,| })", row)]
    for file in listed:
        if file.suffix not in CODE or not (root / file).is_file():
            continue
        text = (root / file).read_text()
        for included in re.findall(r'^#include "(.+)"', text, re.M):
            if (ROOT / included).is_file() and not (root / included).is_file():
                raise SystemExit(f"{name}: {file} includes {included}")
        for word in gone:
            if re.search(rf"\b{word}\b", text):
                raise SystemExit(f"{name}: {file} names {word}")


def make_tree(folder, listed, name):
    """Makes `folder` the tree without the feature. A file that changes gets a new time, by which it is compiled again."""
    with tempfile.TemporaryDirectory(prefix="redraw-feature-") as new:
        new = pathlib.Path(new)
        for file in listed:
            (new / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, new / file)
        take_out(new, name)
        check_names(new, listed, name)
        wanted = set(tree(new))
        for file in set(tree(folder)) - wanted:
            (folder / file).unlink()
        for file in wanted:
            if not (folder / file).is_file() or (folder / file).read_bytes() != (new / file).read_bytes():
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(new / file, folder / file)
    print(f"without {name}", flush=True)


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


def tree(root):
    """Returns the files of a tree, without git: a bare machine has none."""
    return [path.relative_to(root) for top in sorted(root.iterdir() if root.is_dir() else ()) if top.name not in (".git", "build", ".cache")
            for path in ([top] if top.is_file() else sorted(top.rglob("*"))) if path.is_file() and "__pycache__" not in path.parts]


def main(arguments):
    check = "--check" in arguments
    names = [name for name in arguments if name != "--check"] or [
        name for name in FEATURES if "rows" in FEATURES[name] and is_there(ROOT, name)]
    listed = tree(ROOT)
    if check and not check_lines(listed):
        sys.exit("The core is too large.")
    failed = []
    for name in names:
        if check:
            with tempfile.TemporaryDirectory(prefix="redraw-feature-") as folder:
                make_tree(pathlib.Path(folder), listed, name)
            continue
        make_tree(COPY, listed, name)  # in the same folder, so that what does not change is not compiled again
        if subprocess.run(["scripts/test", "--quick"], cwd=COPY, check=False).returncode != 0:
            failed.append(name)
    if failed:
        sys.exit(f"The tree without this does not pass: {', '.join(failed)}")


if __name__ == "__main__":
    main(sys.argv[1:])
