// Runs the main actions of Redraw on files, with a fault at the n-th operation: for every n if
// REDRAW_EVERY_FAULT is set (scripts/nightly faults_files), else for some n. After every fault:
//   - there was no error, or one sentence;
//   - each run file that exists opens, and everything in it can be read;
//   - each output is complete, has its former content, or is absent;
//   - no other file is left;
//   - continued without faults, the run ends with the same network as an undisturbed run.
#pragma once

#include "engine/device/devices.h"
#include "engine/error.h"
#include "engine/export/export.h"
#include "engine/features/film/film.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/system/atomic_file.h"
#include "engine/training/new_run.h"
#include "engine/training/trainer.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <new>
#include <set>
#include <string>
#include <vector>

namespace fault_sweep {

using namespace redraw;
namespace fs = std::filesystem;

inline const BackendOptions kPlain{.kind = BackendKind::cpu,
                                   .precision = Precision::fp32,
                                   .instruction_set = InstructionSet::scalar,
                                   .threads = 1};
inline constexpr std::int64_t kHalf = 7;

inline Config config() {
    Config config;
    config.network.layers = {6, 5};
    config.schedule = {.epochs = 16, .warmup_epochs = 2};
    config.data.train_size.longer_side = 12;  // smaller than the picture: the run keeps both
    return config;
}

// Trains in bursts of four steps, and saves after each. All saves but the last may fail.
inline void train(Trainer& trainer, std::int64_t until) {
    while (!trainer.finished() && trainer.step() < until) {
        trainer.advance(std::min<std::int64_t>(4, until - trainer.step()));
        try {
            trainer.commit();
        } catch (const Error&) {
        }
    }
    trainer.commit();
}

inline void fit(const fs::path& folder, std::int64_t until = 16) {
    Picture picture = load_picture(folder / "picture.png");
    const int depth = picture.bit_depth;
    NewRun made = make_run(folder / "run.redraw", std::move(picture.image), picture.name, config());
    Trainer trainer(std::move(made.run), kPlain, std::move(made.dataset));
    trainer.keep_source(std::move(made.picture), depth);
    train(trainer, until);
}

inline void resume(const fs::path& folder) {
    Trainer trainer(RunFile::open(folder / "run.redraw"), kPlain);
    train(trainer, 16);
}

// A run and a backend that can draw its network.
struct Drawing {
    RunFile run;
    Grid grid;
    std::unique_ptr<Backend> backend;
    explicit Drawing(const fs::path& path) : run(RunFile::open(path, RunFile::Access::read_only)) {
        const Image target = run.target();
        grid = picture_grid(target.width, target.height);
        backend = make_backend(kPlain, run.config().network, run.config().optimizer, 1, nullptr);
    }
};

inline void export_picture(const fs::path& folder) {
    Drawing of(folder / "run.redraw");
    PictureExport job(*of.backend, of.grid, 1, of.run.state().value().parameters,
                      {.path = folder / "drawing.png", .size = {300, 300}, .encoding = {}});
    while (!job.advance()) continue;
}

inline void export_film(const fs::path& folder, const char* name) {
    Drawing of(folder / "run.redraw");
    const auto job = timelapse_film(
        *of.backend, of.grid, std::make_shared<const Image>(of.run.target()), of.run.keyframes(),
        of.run.measured(), 1, [&](std::int64_t step) { return of.run.parameters_at(step).value(); },
        {.path = folder / name, .size = {24, 24}, .frames_per_second = 5, .seconds = 2, .hold = 0});
    while (!job->advance()) continue;
}

struct Action {
    const char* name;
    const char* starts_from;  // name of a folder in Kitchen::folder
    std::function<void(const fs::path& folder)> run;
};

inline const std::vector<Action>& actions() {
    static const std::vector<Action> all{
        {"fit", "new", [](const fs::path& folder) { fit(folder); }},
        {"resume", "half", resume},
        {"export", "whole", export_picture},
        {"film", "whole", [](const fs::path& folder) { export_film(folder, "film.gif"); }},
        {"frames", "whole", [](const fs::path& folder) { export_film(folder, "frames"); }},
        {"branch", "whole",
         [](const fs::path& folder) {
             RunFile::open(folder / "run.redraw").branch(folder / "branch.redraw", kHalf);
         }},
        {"copy", "whole",
         [](const fs::path& folder) {
             RunFile::open(folder / "run.redraw", RunFile::Access::read_only)
                 .copy_to(folder / "copy.redraw");
         }},
        {"pack", "whole",
         [](const fs::path& folder) { RunFile::pack_in_place(folder / "run.redraw", 5); }},
    };
    return all;
}

inline std::string bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// The folders that actions start from, and the results without a fault. Made once.
struct Kitchen {
    TemporaryFolder folder;
    std::vector<float> weights;
    std::set<std::string> drawings, films;  // allowed file contents: old and new
    std::ptrdiff_t frames = 0;

    Kitchen() {
        Image picture = make_image(20, 20, 1);
        for (std::size_t i = 0; i < picture.values.size(); ++i)
            picture.values[i] = float(0.5 + 0.4 * std::sin(double(i) * 0.7));
        for (const char* stage : {"new", "half", "whole"}) {
            fs::create_directory(folder / stage);
            write_image(folder / stage / "picture.png", picture);
        }
        fit(folder / "half", kHalf);
        fit(folder / "whole");
        const fs::path whole = folder / "whole";
        weights = RunFile::open(whole / "run.redraw").state().value().parameters;
        export_picture(whole);
        drawings = {bytes_of(whole / "drawing.png"), "old"};
        std::ofstream(whole / "drawing.png") << "old";
        make_films(whole);
    }
    void make_films(const fs::path& whole) {
        for (const char* frames_or_film : {"frames", "film.gif"})
            export_film(whole, frames_or_film);
        films = {bytes_of(whole / "film.gif"), "old"};
        frames = std::distance(fs::directory_iterator(whole / "frames"), {});
        fs::remove_all(whole / "frames");
        std::ofstream(whole / "film.gif") << "old";
    }
};

inline const Kitchen& kitchen() {
    static const Kitchen made;
    return made;
}

inline void read_everything(const fs::path& path) {
    const RunFile run = RunFile::open(path, RunFile::Access::read_only);
    CHECK(run.target().width == 12);
    CHECK((run.state() || run.metrics().empty()));  // a new run has no state
    run.source();
    for (const Keyframe& keyframe : run.keyframes()) CHECK(run.parameters_at(keyframe.step));
}

// Checks everything listed at the top of this file but the error.
inline void verify(const fs::path& folder) {
    const std::set<std::string> known{"picture.png", "run.redraw",   "run.redraw-journal",
                                      "drawing.png", "film.gif",     "frames",
                                      "copy.redraw", "branch.redraw"};
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename();
        CAPTURE(name);
        CHECK(known.contains(name));
        if (name.ends_with(".redraw")) read_everything(entry.path());
        if (name == "drawing.png") CHECK(kitchen().drawings.contains(bytes_of(entry.path())));
        if (name == "film.gif") CHECK(kitchen().films.contains(bytes_of(entry.path())));
        if (name == "frames")
            CHECK(std::distance(fs::directory_iterator(entry.path()), {}) == kitchen().frames);
    }
    if (fs::exists(folder / "run.redraw"))
        resume(folder);
    else
        fit(folder);
    CHECK(RunFile::open(folder / "run.redraw").state().value().parameters == kitchen().weights);
}

struct Faults {
    std::function<void(int n)> arm;  // the n-th operation from now fails
    std::function<bool()> disarm;    // returns true if that operation was reached
};

struct Outcome {
    std::string error;
    bool reached = false;
    bool ended = false;  // the process ended; the next one cleans up
};
using Attempt = std::function<Outcome(const Action& action, const fs::path& folder, int n)>;

inline Outcome attempt(const Action& action, const fs::path& folder, const Faults& faults, int n) {
    faults.arm(n);
    try {
        action.run(folder);
    } catch (const Error& error) {
        const bool reached = faults.disarm();
        return {error.what(), reached};
    } catch (const std::bad_alloc&) {
        const bool reached = faults.disarm();
        return {"There is not enough memory for that.", reached};  // as both programs report it
    }
    return {"", faults.disarm()};
}

// Runs an action with faults at n = 1, 1 + stride, ...; returns how many faults it met.
inline int sweep(const Action& action, const Attempt& attempt, int stride) {
    if (std::getenv("REDRAW_EVERY_FAULT")) stride = 1;
    CAPTURE(action.name);
    const Kitchen& made = kitchen();
    int met = 0;
    for (int n = 1;; n += stride) {
        CAPTURE(n);
        const TemporaryFolder folder;
        fs::copy(made.folder / action.starts_from, folder.path(), fs::copy_options::recursive);
        const auto outcome = attempt(action, folder.path(), n);
        if (outcome.ended) remove_abandoned(folder.path());
        CAPTURE(outcome.error);
        CHECK((outcome.reached || outcome.error.empty()));
        CHECK(outcome.error.find('\n') == std::string::npos);
        CHECK(outcome.error.size() < 200);
        verify(folder.path());
        if (!outcome.reached) return met;
        ++met;
    }
}

inline void sweep_all(const Attempt& attempt, int stride) {
    int all = 0;
    std::string counts;
    for (const Action& action : actions()) {
        const int met = sweep(action, attempt, stride);
        counts += std::string(", ") + action.name + " " + std::to_string(met);
        all += met;
    }
    CHECK(all > 30);
    MESSAGE(all << " faults" << counts);
}

inline void sweep_all(const Faults& faults, int stride) {
    sweep_all([&](const Action& action, const fs::path& folder,
                  int n) { return attempt(action, folder, faults, n); },
              stride);
}

}  // namespace fault_sweep
