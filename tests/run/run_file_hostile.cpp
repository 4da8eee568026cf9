// Damaged files are refused, or hold exactly what was written.
#include "tests/support/altered_runs.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <string>

using namespace redraw;
using namespace run_samples;
namespace fs = std::filesystem;

namespace {

// Whether everything it holds is what was written; throws Error where it says so itself.
bool holds_exactly(const fs::path& path, RunFile::Access access) {
    const RunFile run = RunFile::open(path, access);
    bool same = run.config() == small_config() && run.picture_name() == "lion.png" &&
                run.keyframe_budget() == 16'000'000 && run.target() == small_target() &&
                run.source() == small_target(3) &&
                run.events() == std::vector<Event>{{0, EventKind::started}};
    same = same && run.metrics().size() == 12 && run.keyframes().size() == 12;
    for (const Metric& metric : run.metrics()) same = same && metric == metric_of(metric.step);
    for (const Keyframe& keyframe : run.keyframes())
        same = same && keyframe.batch_psnr == metric_of(keyframe.step).batch_psnr &&
               run.parameters_at(keyframe.step) == parameters_of(keyframe.step, small_count());
    return same && run.state() == state_of(12) && run.seconds() == 1.5;
}

}  // namespace

TEST_CASE("a file cut off anywhere is refused") {
    const TemporaryFolder folder;
    whole_run(folder / "a.redraw");
    const std::string whole = contents(folder / "a.redraw");
    const fs::path cut = folder / "cut.redraw";
    std::vector<std::size_t> lengths;
    for (std::size_t length = 0; length < whole.size(); length += 1021) lengths.push_back(length);
    for (std::size_t length = 0; length < 110; length += 9) lengths.push_back(length);
    for (std::size_t page = 8192; page < whole.size(); page += 8192) {
        lengths.push_back(page);
        lengths.push_back(page - 1);
    }
    for (const std::size_t length : lengths) {
        CAPTURE(length);
        for (const auto access : {RunFile::Access::read_only, RunFile::Access::read_write}) {
            write(cut, whole.substr(0, length));
            REQUIRE_THROWS_AS(holds_exactly(cut, access), Error);
        }
    }
}

TEST_CASE("a flipped bit is refused, or was in no number of ours") {
    const TemporaryFolder folder;
    whole_run(folder / "a.redraw");
    const std::string whole = contents(folder / "a.redraw");
    const fs::path flipped = folder / "flipped.redraw";
    int refused = 0, harmless = 0;
    for (std::size_t i = 0; i < whole.size(); i += i < 200 ? 1 : 64) {
        for (const int bit : {int(i / 64) % 8, 7}) {
            INFO(i << ' ' << bit);
            std::string bytes = whole;
            bytes[i] = char(bytes[i] ^ (1 << bit));
            write(flipped, bytes);
            try {
                const bool same = holds_exactly(
                    flipped, i % 128 ? RunFile::Access::read_only : RunFile::Access::read_write);
                REQUIRE(same);
                ++harmless;
            } catch (const Error&) {
                ++refused;
            }
            fs::remove(folder / "flipped.redraw-journal");
            fs::remove(folder / "flipped.redraw-wal");
            fs::remove(folder / "flipped.redraw-shm");
        }
    }
    MESSAGE(refused << " flipped bits refused, " << harmless << " in unused space");
    CHECK(refused > 50);
}

TEST_CASE("what is not a run is told so") {
    const TemporaryFolder folder;
    write(folder / "empty", "");
    write(folder / "text", "hello");
    write(folder / "header", "SQLite format 3" + std::string(5000, '\0'));
    sql(folder / "other", "CREATE TABLE t (a); INSERT INTO t VALUES (1)");
    fs::create_directory(folder / "folder");
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    for (const char* name : {"empty", "text", "header", "other"})
        CHECK(refusal_to_open(folder / name).ends_with(": it is not a Redraw run"));
    CHECK(refusal_to_open(folder / "folder") == "Cannot open folder: it is a folder");
    CHECK(refusal_to_open(folder / "pipe") == "Cannot open pipe: it is not a regular file");
    CHECK(refusal_to_open(folder / "missing") ==
          "Cannot open " + (folder / "missing").string() + ": no such file");
    CHECK(contents(folder / "empty") == "");
}

TEST_CASE("a state without a second moment has its checksum too") {
    const TemporaryFolder folder;
    const fs::path path = folder / "sgd.redraw";
    Config config = small_config();
    config.optimizer.kind = Optimizer::sgd;
    const State state = fresh_state(parameters_of(4, small_count()), Optimizer::sgd, 4);
    {
        RunFile run = RunFile::create(path, config, small_target(), "p");
        run.set_state(state, 1);
        run.commit();
    }
    CHECK(RunFile::open(path).state() == state);
    sql(path, "UPDATE state SET step = 5");
    const RunFile run = RunFile::open(path);
    CHECK_THROWS_AS(run.state(), Error);
}
