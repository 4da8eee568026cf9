// Tests the studio's list of runs, which a thread of its own reads, and the trash.
#include "app/library/library.h"
#include "app/library/file_drawings.h"
#include "app/system/trash.h"

#include "engine/error.h"
#include "engine/file/user_folders.h"
#include "engine/image/image_writer.h"
#include "engine/run/history.h"
#include "engine/run/keyframes.h"
#include "engine/run/run_list.h"
#include "tests/support/eventually.h"
#include "tests/support/training.h"

#include <sstream>

using namespace redraw;
using namespace redraw_test;
using namespace redraw::ui::request;
namespace fs = std::filesystem;

namespace {

struct OwnRuns {
    TemporaryFolder folder;
    fs::path runs, trash = folder / "Trash";

    OwnRuns() {
        setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
        runs = runs_folder();
    }
    fs::path make(const std::string& name) {
        start_run(runs / name, make_image(8, 8, 1, 0.5f), "a picture.png", small_config({6}, 1000));
        return runs / name;
    }
    fs::path make_torn(const std::string& name) {
        const fs::path run = make(name);
        fs::resize_file(run, fs::file_size(run) / 2);
        return run;
    }
};

struct Library : OwnRuns {
    StudioLibrary library{{}, [] {}};

    std::shared_ptr<const StudioLibrary::Snapshot> now() { return library.snapshot(); }
    // Returns the listed run at `path`, or an empty Run if the list does not have it.
    StudioLibrary::Run known(const fs::path& path) {
        const auto snapshot = now();  // the next one may replace it meanwhile
        for (const StudioLibrary::Run& run : snapshot->runs)
            if (run.path == path) return run;
        return {};
    }
    std::shared_ptr<const Image> drawing(const fs::path& path) {
        const auto drawings = library.drawings();
        const auto found = drawings->find(path);
        return found == drawings->end() ? nullptr : found->second;
    }
    void draw(const std::vector<fs::path>& files, int side) {
        std::vector<ui::FileInSight> in_sight;
        for (const fs::path& file : files) in_sight.push_back({file, side});
        library.draw(in_sight);
    }
    std::string name_of(const fs::path& path) {
        const auto run = known(path);
        return run.summary ? run.summary->picture_name : "";
    }
    bool says_something() {
        return eventually([&] { return !now()->message.empty(); });
    }
};

// Sets the modification time 5 s ahead, so that the file counts as changed.
void touch(const fs::path& path) {
    fs::last_write_time(path, fs::file_time_type::clock::now() + std::chrono::seconds(5));
}

}  // namespace

TEST_CASE_FIXTURE(Library, "runs are read one by one; ours are never opened") {
    const auto good = make("good.redraw"), ours = make("ours.redraw"),
               torn = make_torn("torn.redraw");
    CHECK(now()->runs.empty());
    library.ask(RefreshRuns{}, {ours});
    REQUIRE(eventually([&] { return known(good).summary && !known(torn).problem.empty(); }));
    CHECK(now()->runs.size() == 3);
    CHECK(name_of(good) == "a picture.png");
    CHECK_FALSE(drawing(good));  // no drawing without a call of draw()
    CHECK_FALSE(known(torn).summary);
    CHECK_FALSE(known(ours).summary);
    CHECK(known(ours).problem.empty());
    // An unchanged run is not read again, and a deleted one is no longer listed.
    const auto before = known(good).summary;
    fs::remove(torn);
    library.ask(RefreshRuns{}, {});
    REQUIRE(eventually([&] { return now()->runs.size() == 2 && known(ours).summary; }));
    CHECK(known(good).summary == before);
}

TEST_CASE_FIXTURE(Library, "what is in sight is drawn, and few drawings are kept") {
    constexpr std::size_t kRuns = 2 * FileDrawings::kMost + 5, kRows = 8;
    for (std::size_t i = 0; i < kRuns; ++i) make(std::to_string(i) + ".redraw");
    const auto torn = make_torn("torn.redraw"), ours = make("ours.redraw");
    library.ask(RefreshRuns{}, {ours});
    for (std::size_t first = 0; first + kRows < kRuns; first += kRows / 2) {
        std::vector<fs::path> rows{torn, ours, runs / "gone.redraw"};
        for (std::size_t i = first; i < first + kRows; ++i)
            rows.push_back(runs / (std::to_string(i) + ".redraw"));
        draw(rows, 160);
        REQUIRE(eventually([&] {
            return std::all_of(rows.begin() + 3, rows.end(),
                               [&](const auto& row) { return drawing(row) != nullptr; });
        }));
    }
    CHECK(library.drawings()->size() <= FileDrawings::kMost);
    CHECK_FALSE(drawing(torn));
    CHECK_FALSE(drawing(ours));
}

TEST_CASE_FIXTURE(Library, "a run that went on is drawn anew; until then the older drawing stays") {
    const auto run = make("run.redraw");
    library.ask(RefreshRuns{}, {});
    draw({run}, 160);
    REQUIRE(eventually([&] { return drawing(run) != nullptr; }));
    const auto before = drawing(run);
    {
        Trainer trainer(RunFile::open(run), {});
        trainer.advance(5);
        trainer.commit();
    }
    touch(run);
    library.ask(RefreshRuns{}, {});
    REQUIRE(eventually([&] {
        REQUIRE(drawing(run));
        return drawing(run) != before;
    }));
    CHECK(*drawing(run) != *before);
}

TEST_CASE_FIXTURE(Library, "any files in sight are drawn") {
    const auto run = folder / "a run by another name.png", ours = make("ours.redraw");
    fs::rename(make("run.redraw"), run);
    const auto picture = folder / "picture.png", torn = folder / "torn.png";
    write_image(picture, make_image(300, 20, 3, 0.25f));
    std::ofstream(torn) << "no picture";
    library.ask(RefreshRuns{}, {ours});
    const std::vector<fs::path> all{run, ours, torn, picture, folder / "gone"};
    draw(all, 36);
    REQUIRE(eventually([&] { return drawing(run) && drawing(picture); }));
    CHECK(drawing(run)->width == 8);
    CHECK(drawing(picture)->width == 160);
    for (const fs::path& none : {ours, torn, folder / "gone"}) CHECK_FALSE(drawing(none));
    const auto before = drawing(picture);  // the thumbnail of the old content
    write_image(picture, make_image(20, 300, 3, 0.25f));
    touch(picture);
    draw({picture}, 36);
    REQUIRE(eventually([&] { return drawing(picture) != before; }));
    CHECK(drawing(picture)->height == 160);
}

TEST_CASE_FIXTURE(Library, "requests pile up and it ends in the middle of one") {
    for (int i = 0; i < 12; ++i) make(std::to_string(i) + ".redraw");
    for (int i = 0; i < 20; ++i) {
        StudioLibrary ended({}, [] {});
        for (int n = 0; n < i; ++n) ended.ask(RefreshRuns{}, {});
    }
    for (int n = 0; n < 50; ++n) library.ask(RefreshRuns{}, {});
    CHECK(eventually([&] {
        return now()->runs.size() == 12 && std::ranges::all_of(now()->runs, [](const auto& run) {
                   return run.summary != nullptr;
               });
    }));
}

TEST_CASE_FIXTURE(Library, "a run goes to the trash with a note that says where it was") {
    const auto run = make("a run, 50 %.redraw");
    library.ask(TrashRuns{{run}}, {});
    REQUIRE(eventually([&] { return !fs::exists(run); }));
    CHECK(reading(trash / "files" / run.filename()).picture_name() == "a picture.png");
    std::ifstream note(trash / "info" / "a run, 50 %.redraw.trashinfo");
    std::stringstream text;
    text << note.rdbuf();
    CHECK(text.str().starts_with("[Trash Info]\nPath=/"));
    CHECK(text.str().find("a%20run%2C%2050%20%25.redraw\nDeletionDate=20") != std::string::npos);
    // A second run of the same name gets a numbered name in the trash.
    make("a run, 50 %.redraw");
    move_run_to_trash(run);
    CHECK(fs::exists(trash / "files" / run.filename()));
    CHECK(fs::exists(trash / "files" / "a run, 50 % 2.redraw"));
    CHECK(fs::exists(trash / "info" / "a run, 50 % 2.redraw.trashinfo"));
}

TEST_CASE_FIXTURE(Library, "what went to the trash comes back, and takes no name") {
    const auto a = make("a.redraw"), b = make("b.redraw"), c = make("c.redraw");
    library.ask(TrashRuns{{c}}, {});
    library.ask(TrashRuns{{a, b}}, {});
    REQUIRE(eventually([&] { return now()->trashed == 2; }));
    CHECK_FALSE(fs::exists(a));
    make("b.redraw");
    fs::resize_file(b, 10);
    library.ask(RestoreRuns{}, {});
    REQUIRE(eventually([&] { return now()->trashed == 0; }));
    CHECK(reading(a).picture_name() == "a picture.png");
    CHECK(fs::file_size(b) == 10);
    CHECK(now()->message.find("b.redraw") != std::string::npos);
    const auto note = trash / "info" / "a.redraw.trashinfo";
    CHECK_FALSE(fs::exists(note));
    CHECK(fs::exists(trash / "files" / "b.redraw"));
    CHECK(fs::exists(trash / "files" / "c.redraw"));  // trashed by an earlier request, so it stays
    // A restore requested right after trashing works too: requests are carried out in order.
    library.ask(TrashRuns{{a}}, {});
    library.ask(RestoreRuns{}, {});
    CHECK(eventually([&] { return now()->trashed == 0 && fs::exists(a) && !fs::exists(note); }));
}

TEST_CASE_FIXTURE(Library, "a run gets another name and keeps everything else") {
    const auto run = make("run.redraw"), ours = make("ours.redraw");
    fs::last_write_time(run, fs::file_time_type::clock::now() - std::chrono::hours(48));
    const auto before = fs::last_write_time(run);
    library.ask(RefreshRuns{}, {});
    REQUIRE(eventually([&] { return name_of(run) == "a picture.png"; }));
    library.ask(RenameRun{run, "Löwe, breit / 2\n"}, {});
    REQUIRE(eventually([&] { return name_of(run) == "Löwe, breit / 2\\x0A"; }));
    CHECK(fs::last_write_time(run) == before);
    CHECK(new_run_path(name_of(run)).parent_path() == runs);
    for (const std::string& name : {std::string("  "), std::string(500, 'a')}) {
        library.ask(RenameRun{run, name}, {});
        REQUIRE(says_something());
        library.ask(RefreshRuns{}, {});
        REQUIRE(eventually([&] { return now()->message.empty(); }));
    }
    library.ask(RenameRun{ours, "x"}, {ours});
    CHECK(says_something());
    CHECK(RunFile::open(ours).picture_name() == "a picture.png");
}

TEST_CASE_FIXTURE(Library,
                  "a damaged run can go to the trash; one that is ours or written cannot") {
    const auto busy = make("busy.redraw"), ours = make("ours.redraw");
    move_run_to_trash(make_torn("torn.redraw"));
    CHECK(fs::exists(trash / "files" / "torn.redraw"));
    RunFile writer = RunFile::open(busy);
    CHECK_THROWS_AS(move_run_to_trash(busy), Error);
    writer.add_event({0, EventKind::resumed});
    writer.commit();
    CHECK(fs::exists(busy));
    for (const fs::path& run : {ours, runs / "gone.redraw"}) library.ask(TrashRuns{{run}}, {ours});
    CHECK(says_something());
    CHECK(fs::exists(ours));
    CHECK(std::distance(fs::directory_iterator(trash / "info"), {}) == 1);
}

TEST_CASE_FIXTURE(Library, "space is freed of runs that nobody uses; 60 moments stay") {
    const auto learned = [&](const char* name) {
        const Image picture = make_image(8, 8, 1, 0.5f);
        begun_run(runs / name, picture, small_config({24, 24}, 300), 300).commit();
        return runs / name;
    };
    const auto a = learned("a.redraw"), b = learned("b.redraw"), ours = learned("ours.redraw"),
               busy = learned("busy.redraw"), small = make("small.redraw");
    const auto size = [](const auto& path) { return fs::file_size(path); };
    const auto state = [](const auto& path) { return reading(path).state()->parameters; };
    const std::uintmax_t before = size(a), of_ours = size(ours), of_small = size(small);
    const auto date = fs::last_write_time(a);
    const auto parameters = state(a);
    const RunFile writer = RunFile::open(busy);
    library.ask(FreeSpace{{a, b, runs / "gone.redraw", busy, ours, small}}, {ours});
    REQUIRE(
        eventually([&] { return now()->packing == 0 && now()->message.starts_with("Freed "); }));
    for (const auto& path : {a, b}) {
        CHECK(size(path) < before);
        CHECK(known(path).bytes == size(path));
        CHECK(reading(path).keyframes().size() == kKeyframesWithoutSpace);
        CHECK(state(path) == parameters);
    }
    CHECK(fs::last_write_time(a) == date);
    CHECK(size(ours) == of_ours);
    CHECK(size(busy) == of_ours);
    CHECK(size(small) == of_small);
}
