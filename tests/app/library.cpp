// The list of runs as the studio reads it, on its own thread, and the trash.
#include "app/library/library.h"

#include "engine/error.h"
#include "engine/image/image_writer.h"
#include "engine/run/folders.h"
#include "engine/run/run_values.h"
#include "engine/training/trainer.h"
#include "tests/support/eventually.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace redraw;

namespace {

struct Bench {
    TemporaryFolder folder;
    std::filesystem::path runs;

    Bench() {
        setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
        runs = runs_folder();
    }
    std::filesystem::path make(const std::string& name) {
        Config config;
        config.network.layers = {6};
        start_run(runs / name, make_image(8, 8, 1, 0.5f), "a picture.png", config);
        return runs / name;
    }
};

const StudioLibrary::Run* find(const StudioLibrary::Snapshot& snapshot,
                               const std::filesystem::path& path) {
    for (const StudioLibrary::Run& run : snapshot.runs)
        if (run.path == path) return &run;
    return nullptr;
}

}  // namespace

TEST_CASE("runs are read one after the other; damaged ones say so; ours are never opened") {
    Bench bench;
    const auto good = bench.make("good.redraw"), ours = bench.make("ours.redraw");
    const auto torn = bench.make("torn.redraw");
    std::filesystem::resize_file(torn, std::filesystem::file_size(torn) / 2);
    StudioLibrary library({}, [] {});
    CHECK(library.snapshot()->runs.empty());
    library.refresh({ours});
    REQUIRE(eventually([&] {
        const auto snapshot = library.snapshot();
        const auto *a = find(*snapshot, good), *b = find(*snapshot, torn);
        return a && b && a->summary && !b->problem.empty();
    }));
    const auto snapshot = library.snapshot();
    CHECK(snapshot->runs.size() == 3);
    CHECK(find(*snapshot, good)->summary->picture_name == "a picture.png");
    CHECK_FALSE(find(*snapshot, good)->drawing);  // nobody looks at it
    CHECK_FALSE(find(*snapshot, torn)->summary);
    CHECK_FALSE(find(*snapshot, ours)->summary);
    CHECK(find(*snapshot, ours)->problem.empty());

    // What was read is not read again, and what vanished is no longer listed.
    const auto before = find(*snapshot, good)->summary;
    std::filesystem::remove(torn);
    library.refresh({});
    REQUIRE(eventually([&] {
        const auto now = library.snapshot();
        const auto* a = find(*now, ours);
        return now->runs.size() == 2 && a && a->summary;
    }));
    CHECK(find(*library.snapshot(), good)->summary == before);
}

TEST_CASE("what is in sight is drawn, and however long one scrolls, few drawings are kept") {
    Bench bench;
    constexpr std::size_t kRuns = 2 * FileDrawings::kMost + 5, kRows = 8;
    for (std::size_t i = 0; i < kRuns; ++i) bench.make(std::to_string(i) + ".redraw");
    const auto torn = bench.make("torn.redraw"), ours = bench.make("ours.redraw");
    std::filesystem::resize_file(torn, std::filesystem::file_size(torn) / 2);
    StudioLibrary library({}, [] {});
    library.refresh({ours});
    for (std::size_t first = 0; first + kRows < kRuns; first += kRows / 2) {
        std::vector<std::filesystem::path> rows{torn, ours, bench.runs / "gone.redraw"};
        for (std::size_t i = first; i < first + kRows; ++i)
            rows.push_back(bench.runs / (std::to_string(i) + ".redraw"));
        library.draw(rows, 160);
        REQUIRE(eventually([&] {
            const auto snapshot = library.snapshot();
            return std::all_of(rows.begin() + 3, rows.end(), [&](const auto& row) {
                const auto* run = find(*snapshot, row);
                return run && run->drawing;
            });
        }));
    }
    const auto snapshot = library.snapshot();
    CHECK(std::count_if(snapshot->runs.begin(), snapshot->runs.end(), [](const auto& run) {
              return run.drawing != nullptr;
          }) <= std::ptrdiff_t(FileDrawings::kMost));
    CHECK_FALSE(find(*snapshot, torn)->drawing);
    CHECK_FALSE(find(*snapshot, ours)->drawing);
}

TEST_CASE("a run that went on is drawn anew; until then the older drawing stays") {
    Bench bench;
    const auto run = bench.make("run.redraw");
    StudioLibrary library({}, [] {});
    library.refresh({});
    library.draw({run}, 160);
    const auto drawing = [&]() -> std::shared_ptr<const Image> {
        const auto snapshot = library.snapshot();
        const auto* found = find(*snapshot, run);
        return found ? found->drawing : nullptr;
    };
    REQUIRE(eventually([&] { return drawing() != nullptr; }));
    const auto before = drawing();
    {
        Trainer trainer(RunFile::open(run), {});
        trainer.advance(5);
        trainer.commit();
    }
    std::filesystem::last_write_time(
        run, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
    library.refresh({});
    REQUIRE(eventually([&] {
        const auto now = drawing();
        REQUIRE(now);
        return now != before;
    }));
    CHECK(*drawing() != *before);
}

TEST_CASE("any files in sight are drawn, runs as runs, and those out of sight are let go of") {
    Bench bench;
    const auto run = bench.folder / "a run by another name.png", ours = bench.make("ours.redraw");
    std::filesystem::rename(bench.make("run.redraw"), run);
    const auto picture = bench.folder / "picture.png", torn = bench.folder / "torn.png";
    write_image(picture, make_image(300, 20, 3, 0.25f));
    std::ofstream(torn) << "no picture";
    StudioLibrary library({}, [] {});
    library.refresh({ours});
    const std::vector<std::filesystem::path> all{run, ours, torn, picture, bench.folder / "gone"};
    library.draw_files(all, 36);
    const auto drawing = [&](std::size_t at) -> std::shared_ptr<const Image> {
        const auto files = library.files();
        return files->size() == all.size() ? (*files)[at].drawing : nullptr;
    };
    REQUIRE(eventually([&] { return drawing(0) && drawing(3); }));
    CHECK(drawing(0)->width == 8);
    CHECK(drawing(3)->width == 160);
    for (const std::size_t none : {1, 2, 4}) CHECK_FALSE(drawing(none));

    const auto before = drawing(3);  // another picture of the same name
    write_image(picture, make_image(20, 300, 3, 0.25f));
    std::filesystem::last_write_time(
        picture, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
    library.draw_files({picture}, 36);
    REQUIRE(eventually([&] {
        const auto files = library.files();
        return files->size() == 1 && files->front().drawing != before;
    }));
    CHECK(library.files()->front().drawing->height == 160);
    library.draw_files({}, 36);
    CHECK(eventually([&] { return library.files()->empty(); }));
}

TEST_CASE("requests pile up and it ends in the middle of one") {
    Bench bench;
    for (int i = 0; i < 12; ++i) bench.make(std::to_string(i) + ".redraw");
    for (int i = 0; i < 20; ++i) {
        StudioLibrary library({}, [] {});
        for (int n = 0; n < i; ++n) library.refresh({});
    }
    StudioLibrary library({}, [] {});
    for (int n = 0; n < 50; ++n) library.refresh({});
    CHECK(eventually([&] {
        const auto snapshot = library.snapshot();
        return snapshot->runs.size() == 12 &&
               std::all_of(snapshot->runs.begin(), snapshot->runs.end(),
                           [](const auto& run) { return run.summary != nullptr; });
    }));
}

TEST_CASE("a run goes to the trash with a note that says where it was") {
    Bench bench;
    const auto run = bench.make("a run, 50 %.redraw");
    StudioLibrary library({}, [] {});
    library.trash({run}, {});
    REQUIRE(eventually([&] { return !std::filesystem::exists(run); }));
    const auto trash = bench.folder / "Trash";
    CHECK(RunFile::open(trash / "files" / run.filename(), RunFile::Access::read_only)
              .picture_name() == "a picture.png");
    std::ifstream note(trash / "info" / "a run, 50 %.redraw.trashinfo");
    std::stringstream text;
    text << note.rdbuf();
    CHECK(text.str().starts_with("[Trash Info]\nPath=/"));
    CHECK(text.str().find("a%20run%2C%2050%20%25.redraw\nDeletionDate=20") != std::string::npos);

    // Another one of the same name does not take its place.
    bench.make("a run, 50 %.redraw");
    move_run_to_trash(run);
    CHECK(std::filesystem::exists(trash / "files" / run.filename()));
    CHECK(std::filesystem::exists(trash / "files" / "a run, 50 % 2.redraw"));
    CHECK(std::filesystem::exists(trash / "info" / "a run, 50 % 2.redraw.trashinfo"));
}

TEST_CASE("what went to the trash together comes back, and takes no name that is taken") {
    Bench bench;
    const auto a = bench.make("a.redraw"), b = bench.make("b.redraw"), c = bench.make("c.redraw");
    StudioLibrary library({}, [] {});
    library.trash({c}, {});
    library.trash({a, b}, {});
    REQUIRE(eventually([&] { return library.snapshot()->trashed == 2; }));
    CHECK_FALSE(std::filesystem::exists(a));
    bench.make("b.redraw");
    std::filesystem::resize_file(b, 10);
    library.restore({});
    REQUIRE(eventually([&] { return library.snapshot()->trashed == 0; }));
    CHECK(RunFile::open(a, RunFile::Access::read_only).picture_name() == "a picture.png");
    CHECK(std::filesystem::file_size(b) == 10);
    CHECK(library.snapshot()->message.find("b.redraw") != std::string::npos);
    const auto trash = bench.folder / "Trash";
    CHECK_FALSE(std::filesystem::exists(trash / "info" / "a.redraw.trashinfo"));
    CHECK(std::filesystem::exists(trash / "files" / "b.redraw"));
    CHECK(std::filesystem::exists(trash / "files" / "c.redraw"));  // of before that
    // At once, too: what was asked for is done in order.
    library.trash({a}, {});
    library.restore({});
    CHECK(eventually([&] {
        return library.snapshot()->trashed == 0 && std::filesystem::exists(a) &&
               !std::filesystem::exists(trash / "info" / "a.redraw.trashinfo");
    }));
}

TEST_CASE("a run gets another name and keeps its file, its date and everything else") {
    Bench bench;
    const auto run = bench.make("run.redraw"), ours = bench.make("ours.redraw");
    const auto date = std::filesystem::file_time_type::clock::now() - std::chrono::hours(48);
    std::filesystem::last_write_time(run, date);
    const auto before = std::filesystem::last_write_time(run);
    StudioLibrary library({}, [] {});
    library.refresh({});
    const auto name_of_run = [&]() -> std::string {
        const auto snapshot = library.snapshot();
        const auto* found = find(*snapshot, run);
        return found && found->summary ? found->summary->picture_name : "";
    };
    REQUIRE(eventually([&] { return name_of_run() == "a picture.png"; }));
    library.rename(run, "Löwe, breit / 2\n", {});
    REQUIRE(eventually([&] { return name_of_run() == "Löwe, breit / 2\\x0A"; }));
    CHECK(std::filesystem::last_write_time(run) == before);
    CHECK(new_run_path(name_of_run()).parent_path() == bench.runs);
    for (const std::string& name : {std::string("  "), std::string(500, 'a')}) {
        library.rename(run, name, {});
        REQUIRE(eventually([&] { return !library.snapshot()->message.empty(); }));
        library.refresh({});
        REQUIRE(eventually([&] { return library.snapshot()->message.empty(); }));
    }
    library.rename(ours, "x", {ours});
    CHECK(eventually([&] { return !library.snapshot()->message.empty(); }));
    CHECK(RunFile::open(ours).picture_name() == "a picture.png");
}

TEST_CASE("a damaged run can go to the trash, one that is being written cannot") {
    Bench bench;
    const auto torn = bench.make("torn.redraw"), busy = bench.make("busy.redraw");
    std::filesystem::resize_file(torn, std::filesystem::file_size(torn) / 2);
    move_run_to_trash(torn);
    CHECK(std::filesystem::exists(bench.folder / "Trash" / "files" / "torn.redraw"));
    RunFile writer = RunFile::open(busy);
    CHECK_THROWS_AS(move_run_to_trash(busy), Error);
    writer.add_event({0, EventKind::resumed});
    writer.commit();
    CHECK(std::filesystem::exists(busy));
}

TEST_CASE("a run that is ours or gone is not moved, and the rest is told why") {
    Bench bench;
    const auto ours = bench.make("ours.redraw");
    StudioLibrary library({}, [] {});
    library.trash({ours}, {ours});
    library.trash({bench.runs / "gone.redraw"}, {ours});
    CHECK(eventually([&] { return !library.snapshot()->message.empty(); }));
    CHECK(std::filesystem::exists(ours));
    std::filesystem::create_directories(bench.folder / "Trash");
    CHECK(std::filesystem::is_empty(bench.folder / "Trash" / "info"));
}

TEST_CASE(
    "space is freed of runs that nobody uses: 60 moments stay, the drawing and the date too") {
    Bench bench;
    const auto learned = [&](const std::string& name) {
        Config config;
        config.network.layers = {24, 24};
        config.schedule.epochs = 300;
        const auto path = bench.runs / name;
        Trainer trainer(start_run(path, make_image(8, 8, 1, 0.5f), "a picture.png", config), {});
        while (!trainer.finished()) trainer.advance(100);
        trainer.commit();
        return path;
    };
    const auto a = learned("a.redraw"), b = learned("b.redraw"), ours = learned("ours.redraw"),
               busy = learned("busy.redraw");
    const auto small = bench.make("small.redraw");
    const auto size = [](const auto& path) { return std::filesystem::file_size(path); };
    const auto state = [](const auto& path) {
        return RunFile::open(path, RunFile::Access::read_only).state()->parameters;
    };
    const std::uintmax_t before = size(a), of_ours = size(ours), of_small = size(small);
    const auto date = std::filesystem::last_write_time(a);
    const auto parameters = state(a);
    const RunFile writer = RunFile::open(busy);

    StudioLibrary library({}, [] {});
    library.free_space({a, b, bench.runs / "gone.redraw", busy, ours, small}, {ours});
    REQUIRE(eventually([&] {
        const auto now = library.snapshot();
        return now->packing == 0 && now->message.starts_with("Freed ");
    }));
    for (const auto& path : {a, b}) {
        CHECK(size(path) < before);
        CHECK(find(*library.snapshot(), path)->bytes == size(path));
        CHECK(RunFile::open(path, RunFile::Access::read_only).keyframes().size() ==
              kKeyframesWithoutSpace);
        CHECK(state(path) == parameters);
    }
    CHECK(std::filesystem::last_write_time(a) == date);
    CHECK(size(ours) == of_ours);
    CHECK(size(busy) == of_ours);
    CHECK(size(small) == of_small);
}
