// Tests the list of runs: their folder and file names, and the summary that is read from each.
#include "engine/run/run_list.h"
#include "engine/drawing/run_summary.h"
#include "engine/error.h"
#include "engine/file/user_folders.h"
#include "engine/network/presets.h"
#include "tests/support/reading.h"
#include "tests/support/training.h"

#include <algorithm>
#include <chrono>
#include <vector>

using namespace redraw;
using namespace redraw_test;
namespace fs = std::filesystem;

namespace {

// Sets or unsets an environment variable; the destructor restores it.
class Variable {
public:
    Variable(const char* name, const char* value) : name_(name) {
        if (const char* old = std::getenv(name)) old_ = old, was_set_ = true;
        value ? setenv(name, value, 1) : unsetenv(name);
    }
    ~Variable() { was_set_ ? setenv(name_, old_.c_str(), 1) : unsetenv(name_); }

private:
    const char* name_;
    std::string old_;
    bool was_set_ = false;
};

void touch(const fs::path& path) {
    std::ofstream(path) << "x";
}

Image stripes(int width, int height, int channels) {
    return painted(width, height, channels,
                   [](int x, int y, int c) { return float((x / 4 + y / 4 * c) % 2); });
}

// Makes a run of 30 steps, trains it to `stop`, commits it and calls `then`.
void striped_run(const std::filesystem::path& path, const Image& image, std::int64_t stop,
                 const auto& then) {
    Trainer trainer(start_run(path, image, "stripes.png", small_config({8, 8}, 30)), {});
    advance_to(trainer, stop);
    trainer.commit();
    then(trainer);
}

BackendOptions one_thread() {
    return {.kind = BackendKind::cpu, .threads = 1};
}

}  // namespace

TEST_CASE_FIXTURE(RunInFolder, "runs and settings live where XDG says") {
    const Variable home("HOME", (folder / "home").c_str());
    {
        const Variable data("XDG_DATA_HOME", (folder / "data").c_str());
        const Variable config("XDG_CONFIG_HOME", (folder / "config").c_str());
        CHECK(runs_folder() == folder / "data" / "redraw" / "runs");
        CHECK(fs::is_directory(folder / "data/redraw/runs"));
        CHECK(config_folder() == folder / "config" / "redraw");
        CHECK(fs::is_directory(folder / "config/redraw"));
    }
    for (const char* ignored : {"", "relative/path"}) {
        const Variable data("XDG_DATA_HOME", ignored);
        const Variable config("XDG_CONFIG_HOME", ignored);
        CHECK(runs_folder() == folder / "home/.local/share/redraw/runs");
        CHECK(config_folder() == folder / "home/.config/redraw");
    }
}

TEST_CASE_FIXTURE(RunInFolder, "no home, or one that cannot be used, is a sentence") {
    const Variable data("XDG_DATA_HOME", nullptr);
    {
        const Variable home("HOME", nullptr);
        CHECK_THROWS_WITH_AS(runs_folder(), doctest::Contains("HOME or XDG_DATA_HOME"), Error);
        CHECK(recent_runs().empty());
    }
    touch(folder / "file");
    const Variable home("HOME", (folder / "file").c_str());
    CHECK_THROWS_AS(runs_folder(), Error);
    CHECK(recent_runs().empty());
}

TEST_CASE("a new run gets a name that nothing has, by its picture and the time") {
    const TemporaryFolder folder;
    for (int i = 0; i < 4; ++i) {
        const fs::path path = new_run_path("lion-200.png", folder.path());
        CHECK(path.parent_path() == folder.path());
        CHECK(path.filename().string().starts_with("lion-200 20"));
        CHECK(path.extension() == ".redraw");
        CHECK_FALSE(fs::exists(path));
        touch(path);
    }
    CHECK(recent_runs(folder.path()).size() == 4);
    for (const RecentRun& run : recent_runs(folder.path())) CHECK(run.picture_name == "lion-200");
    // Names that only resemble those of Redraw's new runs stay whole.
    for (const char* name : {"a (2)", "b 2026-11-21", " 2026-11-21 14-03-22", "c 2026-11-21 14:03"})
        touch(folder / (std::string(name) + ".redraw"));
    std::vector<std::string> names;
    for (const RecentRun& run : recent_runs(folder.path()))
        if (run.picture_name != "lion-200") names.push_back(run.picture_name);
    std::sort(names.begin(), names.end());
    CHECK(names == std::vector<std::string>{" 2026-11-21 14-03-22", "a (2)", "b 2026-11-21",
                                            "c 2026-11-21 14:03"});
}

TEST_CASE_FIXTURE(RunInFolder, "any picture name makes a file name that can be written") {
    std::string accents, mixed = "a";
    for (int i = 0; i < 300; ++i) accents += "é", mixed += "漢";
    for (const std::string& name :
         {std::string(), std::string("."), std::string(".."), std::string("../../etc/passwd"),
          std::string("a/b\\c:d*e?f\"g<h>i|j.png"), std::string(".hidden.png"),
          std::string("new\nline.png"), std::string("\xff\xfe.png"), accents, mixed,
          std::string(4000, 'x'), std::string("  spaces  .png"), std::string(".png")}) {
        const fs::path made = new_run_path(name, folder.path());
        CAPTURE(made);
        CHECK(made.parent_path() == folder.path());
        CHECK(made.filename().string().size() <= 160);
        CHECK(made.filename().string()[0] != '.');
        touch(made);
        CHECK(fs::exists(made));
    }
    // Long names are cut between characters: half of one would be shown as an escape (\x).
    for (const RecentRun& run : recent_runs(folder.path()))
        CHECK(run.picture_name.find("\\x") == std::string::npos);
}

TEST_CASE("recent runs are the newest first, and only runs") {
    const TemporaryFolder folder;
    const auto now = fs::file_time_type::clock::now();
    for (int i = 0; i < 5; ++i) {
        const fs::path path = folder / (std::string("p") + char('0' + i) + ".redraw");
        touch(path);
        fs::last_write_time(path, now - std::chrono::hours((i * 2) % 5));
    }
    touch(folder / "p.redraw-journal");
    touch(folder / ".redraw-1-1.part");
    fs::create_directory(folder / "folder.redraw");
    fs::create_symlink(folder / "nothing", folder / "dangling.redraw");
    const auto runs = recent_runs(folder.path());
    REQUIRE(runs.size() == 5);
    for (std::size_t i = 1; i < runs.size(); ++i) CHECK(runs[i - 1].modified > runs[i].modified);
    CHECK(runs[0].picture_name == "p0");
    CHECK(recent_runs(folder / "missing").empty());
}

TEST_CASE_FIXTURE(RunInFolder, "a summary says what the run says, and draws what the run draws") {
    float psnr = 0;
    Image drawing;
    striped_run(path, stripes(48, 32, 3), 30, [&](Trainer& trainer) {
        psnr = trainer.measure().psnr;
        trainer.save_measured();
        const Grid grid = trainer.dataset().grid;
        drawing = trainer.backend().render(grid, whole(grid))->on_host();
    });
    const RunSummary summary = read_run_summary(path);
    CHECK(summary.picture_name == "stripes.png");
    CHECK(summary.config.network.layers == std::vector<int>{8, 8});
    CHECK(summary.step == 30);
    CHECK(summary.total_steps == 30);
    CHECK(summary.request == small_config({8, 8}, 30));  // the request leaves first omega open
    CHECK(summary.config.network.first_omega == 30);
    CHECK(summary.steps_per_epoch == 1);
    CHECK(summary.psnr == psnr);
    CHECK(summary.size == PixelSize{48, 32});
    CHECK(summary.channels == 3);
    CHECK(summary.seconds > 0);
    CHECK_FALSE(summary.branch);
    const auto drawn = draw_run(path, 48, one_thread());
    REQUIRE(drawn);
    CHECK(*drawn == drawing);
    const auto smaller = draw_run(path, 24, one_thread());
    CHECK(smaller->width == 24);
    CHECK(smaller->height == 16);
}

TEST_CASE_FIXTURE(RunInFolder, "what a file does not say of its drawing is measured") {
    float psnr = 0;  // measured after the last commit
    striped_run(path, stripes(48, 32, 3), 17,
                [&](Trainer& trainer) { psnr = trainer.measure().psnr; });
    CHECK(std::isnan(read_run_summary(path).psnr));
    CHECK(measured_psnr(path, one_thread()) == psnr);
}

TEST_CASE_FIXTURE(RunInFolder, "an untrained run has no PSNR and is still listed") {
    start_run(path, stripes(16, 16, 1), "new.png", small_config({8, 8}, 30));
    const RunSummary summary = read_run_summary(path);
    CHECK(summary.step == 0);
    CHECK(std::isnan(summary.psnr));
    CHECK(draw_run(path, 32, one_thread()));
}

TEST_CASE_FIXTURE(RunInFolder, "a summary makes nothing of the picture to count its steps") {
    Config config = small_config({8, 8}, 30);
    config.network = preset_config("enlarge").network;
    config.network.window.tones = Tones::relative;
    config.data.batch = BatchMode::random;
    config.data.batch_size = 16;
    RunFile::create(path, config, stripes(4, 4, 1), "tiny.png");  // too small to hold an example
    CHECK(read_run_summary(path).steps_per_epoch == 1);
}

TEST_CASE_FIXTURE(RunInFolder, "a keyframe of millions of numbers is not unpacked for a look") {
    Config config = small_config({2100, 2100}, 30);
    config.network.first_omega = 30;
    RunFile run = RunFile::create(path, config, stripes(4, 4, 1), "a.png");
    const std::vector<float> zeros(parameter_count(config.network, 1), 0.0f);
    run.add_keyframe({0, 0}, zeros);
    run.commit();
    CHECK_FALSE(draw_run(path, 32, one_thread()));
}

TEST_CASE_FIXTURE(RunInFolder, "a grid is drawn at the size asked, a large network smaller") {
    const auto drawn = [&](const char* name, const Config& config) {
        start_run(folder / name, stripes(320, 160, 1), "s.png", config);
        const auto drawing = draw_run(folder / name, 160, one_thread());
        return drawing ? PixelSize{drawing->width, drawing->height} : PixelSize{};
    };
    Config grid = small_config({8}, 1);
    grid.network.encoding = Encoding::grid;
    grid.network.grid.finest = 2048;  // each pixel reads few of millions of parameters
    grid.network.grid.base = 16;
    CHECK(drawn("grid.redraw", grid) == PixelSize{160, 80});
    CHECK(drawn("large.redraw", small_config({1600, 1600}, 1)) == PixelSize{80, 40});
}

TEST_CASE_FIXTURE(RunInFolder, "a branch names the run it came from, not the run that came from") {
    const auto first = folder / "first.redraw", second = folder / "second.redraw",
               third = folder / "third.redraw";
    striped_run(first, stripes(16, 16, 1), 30,
                [&](Trainer& trainer) { trainer.run().branch(second, 20); });
    reading(second).branch(third, 10);
    CHECK(read_run_summary(second).branch == Branch{"first.redraw", 20});
    const RunSummary summary = read_run_summary(third);
    CHECK(summary.branch == Branch{"second.redraw", 10});
    CHECK(summary.step == 10);
    const Event events[] = {{0, EventKind::started}, {3, EventKind::schedule_changed}};
    CHECK_FALSE(branch_of(events));
}

TEST_CASE_FIXTURE(RunInFolder, "what a picture's size chose is chosen again for another picture") {
    Config asked = small_config({8, 8}, 30);
    asked.data.train_size = {.longer_side = 0, .width = 40, .height = 30};
    asked.schedule.start_epoch = 12;
    const auto again = [&](const char* name) {
        start_run(folder / name, stripes(48, 36, 1), "s.png", asked);
        return for_another_picture(read_run_summary(folder / name).request);
    };
    const Config reused = again("open.redraw");
    CHECK(reused.network.first_omega == 0);
    CHECK(reused.data.train_size == TrainSize{.longer_side = 40});
    CHECK(reused.schedule.start_epoch == 0);
    asked.network.first_omega = 30;  // a value set by the user, though equal to the automatic one
    CHECK(again("meant.redraw").network.first_omega == 30);
}
