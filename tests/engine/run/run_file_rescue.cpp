// A run whose file cannot be written is saved elsewhere and goes on to the same bits.
#include "engine/error.h"
#include "tests/support/error_kind.h"
#include "tests/support/fault_sweep.h"
#include "tests/support/faulty_disk.h"
#include "tests/support/reading.h"

#include <memory>

using namespace redraw;
using redraw_test::reading;
namespace fs = std::filesystem;

namespace {

using fault_sweep::kPlain;

// Runs a command in another process: closing the file in this one would lose the run's lock.
void shell(const std::string& command) {
    REQUIRE(std::system(command.c_str()) == 0);
}

struct Bench {
    TemporaryFolder folder;
    fs::path run = folder / "live.redraw", runs = folder / "redraw/runs";
    std::vector<float> undisturbed;
    std::unique_ptr<Trainer> trainer;

    // Makes a run with ten steps saved and four more in memory only.
    Bench() {
        faulty_disk::install();
        setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
        Trainer other = fitted(folder / "other.redraw");
        other.advance(10);
        while (!other.finished()) other.advance(4);
        other.commit();
        undisturbed = other.parameters();
        trainer = std::make_unique<Trainer>(fitted(run));
        advance_to(10);
        trainer->commit();
        advance_to(14);
    }
    ~Bench() { faulty_disk::unreadable.clear(); }

    static Trainer fitted(const fs::path& path) {
        Image picture = make_image(20, 20, 1);
        for (std::size_t i = 0; i < picture.values.size(); ++i)
            picture.values[i] = float(0.5 + 0.4 * std::sin(double(i) * 0.7));
        NewRun made = make_run(path, std::move(picture), "disc.png", fault_sweep::config());
        Trainer trainer(std::move(made.run), kPlain, std::move(made.dataset));
        trainer.keep_source(std::move(made.picture), 8);
        return trainer;
    }
    void advance_to(std::int64_t step) {
        while (trainer->step() < step) trainer->advance(step - trainer->step());
    }
    fs::path rescued() const {
        REQUIRE(std::distance(fs::directory_iterator(runs), {}) == 1);
        return fs::directory_iterator(runs)->path();
    }
    // Checks that the one run in the folder of runs is whole, and ends like an undisturbed run.
    void check_rescued(std::size_t keyframes, bool source) {
        fault_sweep::read_everything(rescued());
        RunFile copy = RunFile::open(rescued());
        CHECK(copy.state()->step == 14);
        CHECK(copy.metrics().size() == 14);
        CHECK(copy.keyframes().size() == keyframes);
        CHECK(copy.source().has_value() == source);
        CHECK(copy.target() == trainer->dataset().target);
        Trainer again(std::move(copy), kPlain);
        while (!again.finished()) again.advance(4);
        again.commit();
        CHECK(again.parameters() == undisturbed);
    }
};

void rescue(Bench& bench, const std::string& reason, const std::string& everything) {
    const std::string said = bench.trainer->save_or_rescue();
    CHECK(said.find(reason) != std::string::npos);
    CHECK(said.find(everything) != std::string::npos);
    CHECK(said.find(bench.rescued().string()) != std::string::npos);
}

}  // namespace

TEST_CASE_FIXTURE(Bench, "where the disk is gone a run is made of what is known") {
    faulty_disk::unreadable = run;
    rescue(*this, "read live.redraw: input/output error", "11 moments");
    check_rescued(4, false);
    // The run's own file stays whole: it can be read once the disk works again.
    CHECK_THROWS_WITH_AS(reading(run), "Cannot read live.redraw: input/output error", Error);
    faulty_disk::unreadable.clear();
    trainer.reset();
    fault_sweep::read_everything(run);
}

TEST_CASE_FIXTURE(Bench, "where the disk only takes nothing, nothing is missing") {
    faulty_disk::failure = SQLITE_FULL;
    faulty_disk::countdown = 1;
    rescue(*this, "The disk is full: “live” could not be saved", "everything");
    check_rescued(15, true);
}

TEST_CASE_FIXTURE(Bench, "a folder where the journal has to be") {
    fs::create_directory(folder / "live.redraw-journal");
    const std::string said = trainer->save_or_rescue();
    CHECK(said.starts_with("Cannot open live.redraw: live.redraw-journal beside it is a folder; "));
    check_rescued(4, false);
    CHECK(kind_of([&] { trainer->commit(); }) == Error::Kind::not_saved);
    fs::remove(folder / "live.redraw-journal");
    trainer->commit();  // nothing blocks the journal now
    trainer.reset();
    CHECK(RunFile::open(run).state()->step == 14);
}

TEST_CASE("a run that another program writes over while it trains") {
    for (const std::string& command : {
             std::string(": > \"$L\""),
             std::string("truncate -s $(($(stat -c %s \"$L\") / 2)) \"$L\""),
             std::string("cp \"$O\" \"$L\""),
             std::string("head -c 20000 \"$O\" > \"$L\""),
             std::string("{ cat \"$O\" \"$O\" \"$O\"; } > \"$L\""),
             // Overwrites the run in place, so that it keeps its size and is never empty.
             std::string("head -c \"$(stat -c %s \"$L\")\" \"$O\" | dd of=\"$L\" conv=notrunc 2> "
                         "/dev/null"),
         }) {
        CAPTURE(command);
        Bench bench;
        setenv("L", bench.run.c_str(), 1);
        setenv("O", (bench.folder / "other.redraw").c_str(), 1);
        shell(command);
        rescue(bench, "write live.redraw: another program ", "11 moments");
        bench.check_rescued(4, false);
        CHECK(kind_of([&] { bench.trainer->commit(); }) ==
              Error::Kind::not_saved);  // later saves fail as well
    }
}

TEST_CASE("a run that another program empties at any moment of its commit") {
    int at = 0;
    std::string said;
    do {  // until it is emptied after the last look at the file, or not at all
        ++at;
        CAPTURE(at);
        Bench bench;
        setenv("L", bench.run.c_str(), 1);
        faulty_disk::instead = [] { shell(": > \"$L\""); };
        faulty_disk::all_calls = true;
        faulty_disk::countdown = at;
        said = bench.trainer->save_or_rescue();
        faulty_disk::countdown = 0;
        faulty_disk::all_calls = false;
        faulty_disk::instead = {};
        if (!said.empty()) bench.check_rescued(4, false);
    } while (!said.empty());
    CHECK(at > 20);
}

TEST_CASE_FIXTURE(Bench, "the copy of another moment is not taken for the run") {
    setenv("L", run.c_str(), 1);
    shell("cp \"$L\" \"$L.old\"");
    trainer->commit();
    advance_to(15);
    shell("cp \"$L.old\" \"$L\"");
    CHECK(kind_of([&] { trainer->commit(); }) == Error::Kind::not_saved);
}

TEST_CASE_FIXTURE(Bench, "who reads, copies, touches or renames a run does not disturb it") {
    setenv("L", run.c_str(), 1);
    for (const char* command :
         {"cp \"$L\" \"$L.copy\"", "cat \"$L\" > /dev/null", "touch \"$L\"",
          "touch -d '2001-01-01' \"$L\"", "chmod 640 \"$L\"",
          "ln \"$L\" \"$L.link\"; rm \"$L.link\"", "mv \"$L\" \"$L.away\"; mv \"$L.away\" \"$L\"",
          "cp \"$L\" \"$L.copy\"; cp \"$L.copy\" \"$L\""}) {
        CAPTURE(command);
        shell(command);
        trainer->commit();
        CHECK(trainer->save_error().empty());
        if (!trainer->finished()) trainer->advance(1);
    }
    trainer.reset();
    fault_sweep::read_everything(run);
}
