// Tests batches run by child processes: paused, resumed, reopened, and with children that fail, die
// or print too much.
#include "engine/features/batch/batch_runner.h"
#include "engine/image/image_writer.h"
#include "engine/system/shell_line.h"
#include "engine/text/display_name.h"
#include "tests/support/eventually.h"
#include "tests/support/temporary_folder.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

using namespace redraw;
namespace fs = std::filesystem;

namespace {

struct Folder {
    TemporaryFolder folder;
    fs::path in = folder / "in", out = folder / "out";
    explicit Folder(int pictures, int size = 12) {
        fs::create_directory(in);
        for (int i = 0; i < pictures; ++i)
            write_image(in / ("p" + std::to_string(i) + ".png"), make_image(size, size, 1, 0.5f));
    }
    PlanOrder order(std::vector<std::string> more = {"--epochs", "1"}) const {
        std::vector<std::string> settings{"enlarge", "--size", "2x"};
        settings.insert(settings.end(), more.begin(), more.end());
        settings.insert(settings.end(), kOneThread.begin(), kOneThread.end());
        return {{in}, out, std::move(settings)};
    }
    // Writes a shell script named redraw that stands in for the program.
    fs::path script(const std::string& text) const {
        const fs::path path = folder / "redraw";
        std::ofstream(path) << "#!/bin/sh\n" << text << "\n";
        fs::permissions(path, fs::perms::owner_all);
        return path;
    }
};

std::int64_t count(const BatchRunner& runner, PictureState state) {
    const auto status = runner.view();
    return status ? status->batch.count(state) : 0;
}

bool rests(const BatchRunner& runner) {
    const auto status = runner.view();
    return status && !status->going && status->being_made.empty();
}

template <class Condition>
void wait_until(const Condition& condition) {
    REQUIRE(eventually(condition));
}

// A BatchRunner that has started a batch of all pictures of a folder.
struct Started : BatchRunner {
    Started(const Folder& folder, const fs::path& program = REDRAW_PROGRAM,
            std::vector<std::string> more = {"--epochs", "1"})
        : BatchRunner(program, {}, [] {}) {
        ask(batch::Start{folder.order(std::move(more))});
    }
    void wait_for(std::int64_t pictures, PictureState state) const {
        wait_until([&] { return count(*this, state) == pictures && rests(*this); });
    }
    std::string problem() const {
        wait_until([&] { return rests(*this) && !view()->problem.empty(); });
        return view()->problem;
    }
};

}  // namespace

TEST_CASE("a plan is made to its end, one picture after another or several at once") {
    const Folder folder(4);
    std::ofstream(folder.in / "broken.png") << "no picture";
    BatchRunner runner(REDRAW_PROGRAM, {}, [] {});
    runner.ask(batch::Preview{folder.order()});
    wait_until([&] { return runner.preview() && runner.preview()->pictures == 5; });
    runner.ask(batch::AtOnce{2});
    runner.ask(batch::Start{folder.order()});
    wait_until([&] { return count(runner, PictureState::done) == 4 && rests(runner); });
    const auto status = runner.view();
    CHECK(status->batch.count(PictureState::failed) == 1);
    CHECK(status->problem == "");
    CHECK(status->batch.pictures().front().reason.find("broken.png") != std::string::npos);
    CHECK(fs::exists(folder.out / "p3.png"));
    CHECK(runner.take_message() == "");
}

TEST_CASE("paused, left and opened by another, it goes on from the files") {
    const Folder folder(3, 160);
    KeptBatch kept;
    {
        BatchRunner runner(REDRAW_PROGRAM, {}, [] {});
        runner.ask(batch::Start{folder.order({})});
        wait_until([&] {
            const auto status = runner.view();
            return status && !status->being_made.empty() && status->being_made.front().progress > 0;
        });
        runner.ask(batch::Pause{});
        wait_until([&] { return rests(runner); });
        CHECK(count(runner, PictureState::done) == 0);
        CHECK(count(runner, PictureState::stopped) == 1);
        runner.ask(batch::GoOn{});
        wait_until([&] { return count(runner, PictureState::running) == 1; });
        kept = runner.kept();
    }  // the runner is destroyed while a child makes a picture
    BatchStatus status(read_plan(folder.out));
    CHECK(status.count(PictureState::running) == 0);
    CHECK(status.count(PictureState::stopped) == 1);
    CHECK(kept.open);
    BatchRunner runner(REDRAW_PROGRAM, kept, [] {});
    wait_until([&] { return runner.view() != nullptr; });
    CHECK(rests(runner));
    CHECK(runner.view()->settings_known);
    runner.ask(batch::Leave{});
    wait_until([&] { return runner.view() == nullptr; });
    CHECK(runner.kept().folder == fs::canonical(folder.out));
    CHECK_FALSE(runner.kept().open);
}

TEST_CASE("what has failed is tried again when that is asked for") {
    const Folder folder(1);
    const fs::path broken = folder.in / "broken.png";
    std::ofstream(broken) << "no picture";
    Started runner(folder);
    runner.wait_for(1, PictureState::failed);
    runner.wait_for(1, PictureState::done);
    fs::copy_file(folder.in / "p0.png", broken, fs::copy_options::overwrite_existing);
    runner.ask(batch::GoOn{});
    wait_until([&] { return rests(runner); });
    runner.ask(batch::GoOn{.failed_too = true});
    runner.wait_for(2, PictureState::done);
}

TEST_CASE("somebody else's plan goes on once its settings were shown, and those only") {
    const Folder folder(2);
    const BatchPlan plan = make_plan(folder.order()).plan;
    BatchRunner runner(REDRAW_PROGRAM, {}, [] {});
    runner.ask(batch::Open{folder.out});
    wait_until([&] { return runner.view() != nullptr; });
    CHECK_FALSE(runner.view()->settings_known);
    CHECK(runner.view()->pictures_folder == fs::canonical(folder.in));
    const auto go_on = [&](bool shown) {
        const int at_once = runner.view()->at_once + 1;
        runner.ask(batch::GoOn{.settings_shown = shown});
        runner.ask(batch::AtOnce{at_once});
        wait_until([&] { return runner.view()->at_once == at_once; });
    };
    go_on(false);
    CHECK(rests(runner));
    PlanOrder other = folder.order({"--epochs", "2"});
    BatchPlan swapped = plan;
    swapped.settings = other.settings;
    write_plan(swapped);
    go_on(true);
    CHECK(rests(runner));
    CHECK_FALSE(runner.view()->settings_known);
    CHECK(runner.view()->batch.plan().settings == other.settings);
    CHECK(count(runner, PictureState::waiting) == 2);
    go_on(true);
    wait_until([&] { return count(runner, PictureState::done) == 2 && rests(runner); });
    const KeptBatch kept = runner.kept();
    CHECK(kept.known_settings == shell_line(other.settings));
    CHECK_FALSE(kept.open);  // a finished batch is not reopened at the next start
    runner.ask(batch::Leave{});
    runner.ask(batch::Open{folder.out});
    wait_until([&] { return runner.view() && runner.view()->settings_known; });
}

TEST_CASE("a batch pauses by what failed, not by how its sentence begins") {
    const Folder folder(3);
    const auto made = [&](bool cannot_write) {
        return R"(d="$(dirname "$4")/.redraw"; printf '{"state":"failed","reason":"Odd.")" +
               std::string(cannot_write ? R"(,"cannot_write":true)" : "") +
               R"(}' > "$d/$(basename "$4").json"; exit 1)";
    };
    for (const bool cannot_write : {true, false}) {
        fs::remove_all(folder.out);
        const Started runner(folder, folder.script(made(cannot_write)));
        runner.wait_for(cannot_write ? 1 : 3, PictureState::failed);
        CHECK(runner.view()->problem == (cannot_write ? "Odd." : ""));
    }
}

TEST_CASE("what cannot be begun pauses it with a sentence, and nothing is lost") {
    const Folder folder(3);
    SUBCASE("no such program") {
        CHECK(Started(folder, folder.folder / "nowhere").problem().starts_with("Cannot start"));
    }
    SUBCASE("a command that can write nothing") {
        const auto script =
            folder.script("echo redraw: Cannot write a.png: no space left. >&2; exit 1");
        CHECK(Started(folder, script).problem() == "Cannot write a.png: no space left.");
    }
    SUBCASE("a result that cannot be written") {
        make_plan(folder.order());
        fs::create_directory(folder.out / "p1.png");
        Started runner(folder);
        CHECK(runner.problem().starts_with("Cannot write p1.png"));
        CHECK(count(runner, PictureState::done) == 1);
        CHECK(count(runner, PictureState::failed) == 1);
        runner.ask(batch::GoOn{});
        runner.wait_for(2, PictureState::done);
        CHECK(runner.view()->problem == "");
        return;
    }
    SUBCASE("a folder that cannot be made, and one without a plan") {
        std::ofstream(folder.out) << "a file";
        BatchRunner runner(REDRAW_PROGRAM, {}, [] {});
        std::string message;
        const auto told = [&] { return !(message = runner.take_message()).empty(); };
        runner.ask(batch::Start{folder.order()});
        wait_until(told);
        CHECK(message.starts_with("Cannot make the folder"));
        runner.ask(batch::Open{folder.in});
        wait_until(told);
        CHECK(message.find("there is none") != std::string::npos);
        CHECK(runner.view() == nullptr);
    }
    if (!fs::is_regular_file(folder.out))
        CHECK(BatchStatus(make_plan(folder.order()).plan).count(PictureState::waiting) == 3);
}

TEST_CASE("a command that dies is passed by, and one that says too much is not kept") {
    const Folder folder(3);
    const Started runner(folder,
                         folder.script("head -c 300000 /dev/zero | tr '\\0' x; echo; kill -9 $$"));
    runner.wait_for(3, PictureState::waiting);
    CHECK(runner.view()->problem == "");
}

TEST_CASE("a process ends when whoever started it does, however that ends") {
    const TemporaryFolder folder;
    const fs::path told = folder / "told";
    const std::string script =
        "trap 'echo ended >>\"$0\"; exit' TERM; echo begun >>\"$0\"; while :; do sleep 0.01; done";
    const auto text = [&] {
        std::ifstream file(told);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    const pid_t studio = fork();
    if (studio == 0) {
        const ChildProcess child({"sh", "-c", script, told.native()});
        while (true) pause();
    }
    wait_until([&] { return text().find("begun") != std::string::npos; });
    kill(studio, SIGKILL);
    waitpid(studio, nullptr, 0);
    wait_until([&] { return text() == "begun\nended\n"; });
}

TEST_CASE("what a process says, and how it ended") {
    ChildProcess child({"sh", "-c", "echo one; printf two; echo three >&2; echo; exit 7"});
    std::optional<int> status;
    std::vector<std::string> lines;
    wait_until([&] {
        child.read();
        for (std::string& line : child.take_lines()) lines.push_back(std::move(line));
        if (!status) status = child.ended();
        return status.has_value();
    });
    for (std::string& line : child.take_lines()) lines.push_back(std::move(line));
    CHECK(status == 7);
    CHECK(lines == std::vector<std::string>{"one", "two"});
    CHECK(child.errors_text() == "three\n");
    ChildProcess endless({"sh", "-c", "exec sleep 1000"});
    CHECK_FALSE(endless.ended());
    endless.terminate();
    wait_until([&] { return (status = endless.ended()).has_value(); });
    CHECK(status == 128 + SIGTERM);
}
