// The pictures of a plan made by processes beside the studio: paused, gone on with, left and opened
// again; and what such a process may do to us.
#include "app/queue/queue_owner.h"
#include "engine/error.h"
#include "engine/image/image_writer.h"
#include "engine/text/shell_words.h"
#include "tests/support/eventually.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

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
    // A program of that name in the place of redraw.
    fs::path script(const std::string& text) const {
        const fs::path path = folder / "redraw";
        std::ofstream(path) << "#!/bin/sh\n" << text << "\n";
        fs::permissions(path, fs::perms::owner_all);
        return path;
    }
};

std::int64_t count(const QueueOwner& owner, PictureState state) {
    const auto status = owner.status();
    return status ? status->survey.count(state) : 0;
}

bool rests(const QueueOwner& owner) {
    const auto status = owner.status();
    return status && !status->going && status->being_made.empty();
}

template <class Condition>
void wait_until(const Condition& condition) {
    REQUIRE(eventually(condition));
}

}  // namespace

TEST_CASE("a plan is made to its end, one picture after another or several at once") {
    const Folder folder(4);
    std::ofstream(folder.in / "broken.png") << "no picture";
    QueueOwner owner(REDRAW_PROGRAM, [] {});
    owner.ask(queue::Scout{folder.order()});
    wait_until([&] { return owner.scout() && owner.scout()->pictures == 5; });
    owner.ask(queue::AtOnce{2});
    owner.ask(queue::Start{folder.order()});
    wait_until([&] { return count(owner, PictureState::done) == 4 && rests(owner); });
    const auto status = owner.status();
    CHECK(status->survey.count(PictureState::failed) == 1);
    CHECK(status->problem == "");
    CHECK(status->survey.pictures().front().outcome.reason.find("broken.png") != std::string::npos);
    CHECK(fs::exists(folder.out / "p3.png"));
    CHECK(owner.take_message() == "");
}

TEST_CASE("paused, left and opened by another, it goes on from the files") {
    const Folder folder(3, 160);
    {
        QueueOwner owner(REDRAW_PROGRAM, [] {});
        owner.ask(queue::Start{folder.order({})});
        wait_until([&] {
            const auto status = owner.status();
            return status && !status->being_made.empty() && status->being_made.front().progress > 0;
        });
        owner.ask(queue::Pause{});
        wait_until([&] { return rests(owner); });
        CHECK(count(owner, PictureState::done) == 0);
        CHECK(count(owner, PictureState::stopped) == 1);
        owner.ask(queue::GoOn{});
        wait_until([&] { return count(owner, PictureState::running) == 1; });
    }  // it ends with a picture being made
    Survey survey(read_plan(folder.out));
    CHECK(survey.count(PictureState::running) == 0);
    CHECK(survey.count(PictureState::stopped) == 1);
    QueueOwner owner(REDRAW_PROGRAM, [] {});
    owner.ask(queue::Open{folder.out});
    wait_until([&] { return owner.status() != nullptr; });
    CHECK(rests(owner));
    owner.ask(queue::Leave{});
    wait_until([&] { return owner.status() == nullptr; });
}

TEST_CASE("what has failed is tried again when that is asked for") {
    const Folder folder(1);
    const fs::path broken = folder.in / "broken.png";
    std::ofstream(broken) << "no picture";
    QueueOwner owner(REDRAW_PROGRAM, [] {});
    owner.ask(queue::Start{folder.order()});
    wait_until([&] { return count(owner, PictureState::failed) == 1 && rests(owner); });
    wait_until([&] { return count(owner, PictureState::done) == 1; });
    fs::copy_file(folder.in / "p0.png", broken, fs::copy_options::overwrite_existing);
    owner.ask(queue::GoOn{});
    wait_until([&] { return rests(owner); });
    owner.ask(queue::GoOn{.failed_too = true});
    wait_until([&] { return count(owner, PictureState::done) == 2 && rests(owner); });
}

TEST_CASE("somebody else's plan goes on once its settings were shown, and those only") {
    const Folder folder(2);
    const Plan plan = make_plan(folder.order()).plan;
    QueueOwner owner(REDRAW_PROGRAM, [] {});
    owner.ask(queue::Open{folder.out});
    wait_until([&] { return owner.status() != nullptr; });
    CHECK_FALSE(owner.status()->settings_known);
    CHECK(owner.status()->pictures_folder == fs::canonical(folder.in));
    const auto go_on = [&](bool shown) {
        const int at_once = owner.status()->at_once + 1;
        owner.ask(queue::GoOn{.settings_shown = shown});
        owner.ask(queue::AtOnce{at_once});
        wait_until([&] { return owner.status()->at_once == at_once; });
    };
    go_on(false);
    CHECK(rests(owner));
    PlanOrder other = folder.order({"--epochs", "2"});
    Plan swapped = plan;
    swapped.settings = other.settings;
    write_plan(swapped);
    go_on(true);
    CHECK(rests(owner));
    CHECK_FALSE(owner.status()->settings_known);
    CHECK(owner.status()->survey.plan().settings == other.settings);
    CHECK(count(owner, PictureState::waiting) == 2);
    go_on(true);
    wait_until([&] { return count(owner, PictureState::done) == 2 && rests(owner); });
    owner.ask(queue::Leave{});
    owner.ask(queue::Open{folder.out, shell_line(other.settings)});
    wait_until([&] { return owner.status() && owner.status()->settings_known; });
}

TEST_CASE("a queue pauses by what failed, not by how its sentence begins") {
    const Folder folder(3);
    const auto made = [&](bool cannot_write) {
        return R"(d="$(dirname "$4")/.redraw"; printf '{"state":"failed","reason":"Odd.")" +
               std::string(cannot_write ? R"(,"cannot_write":true)" : "") +
               R"(}' > "$d/$(basename "$4").json"; exit 1)";
    };
    for (const bool cannot_write : {true, false}) {
        fs::remove_all(folder.out);
        QueueOwner owner(folder.script(made(cannot_write)), [] {});
        owner.ask(queue::Start{folder.order()});
        const int failed = cannot_write ? 1 : 3;
        wait_until([&] { return rests(owner) && count(owner, PictureState::failed) == failed; });
        CHECK(owner.status()->problem == (cannot_write ? "Odd." : ""));
    }
}

TEST_CASE("what cannot be begun pauses it with a sentence, and nothing is lost") {
    const Folder folder(3);
    SUBCASE("no such program") {
        QueueOwner owner(folder.folder / "nowhere", [] {});
        owner.ask(queue::Start{folder.order()});
        wait_until([&] { return rests(owner) && !owner.status()->problem.empty(); });
        CHECK(owner.status()->problem.find("Cannot start") == 0);
        CHECK(owner.status()->problem.find("no such file") != std::string::npos);
    }
    SUBCASE("a command that can write nothing") {
        QueueOwner owner(
            folder.script("echo redraw: Cannot write a.png: no space left. >&2; exit 1"), [] {});
        owner.ask(queue::Start{folder.order()});
        wait_until([&] { return rests(owner) && !owner.status()->problem.empty(); });
        CHECK(owner.status()->problem == "Cannot write a.png: no space left.");
    }
    SUBCASE("a result that cannot be written") {
        make_plan(folder.order());
        fs::create_directory(folder.out / "p1.png");
        QueueOwner owner(REDRAW_PROGRAM, [] {});
        owner.ask(queue::Start{folder.order()});
        wait_until([&] { return rests(owner) && !owner.status()->problem.empty(); });
        CHECK(owner.status()->problem.find("Cannot write p1.png") == 0);
        CHECK(count(owner, PictureState::done) == 1);
        CHECK(count(owner, PictureState::failed) == 1);
        owner.ask(queue::GoOn{});
        wait_until([&] { return count(owner, PictureState::done) == 2 && rests(owner); });
        CHECK(owner.status()->problem == "");
        return;
    }
    SUBCASE("a folder that cannot be made") {
        std::ofstream(folder.out) << "a file";
        QueueOwner owner(REDRAW_PROGRAM, [] {});
        owner.ask(queue::Scout{folder.order()});
        owner.ask(queue::Start{folder.order()});
        std::string message;
        wait_until([&] { return !(message = owner.take_message()).empty(); });
        CHECK(message.find("Cannot make the folder") == 0);
        CHECK(owner.status() == nullptr);
    }
    SUBCASE("no plan there") {
        QueueOwner owner(REDRAW_PROGRAM, [] {});
        owner.ask(queue::Open{folder.in});
        std::string message;
        wait_until([&] { return !(message = owner.take_message()).empty(); });
        CHECK(message.find("there is none") != std::string::npos);
    }
    if (!fs::is_regular_file(folder.out))
        CHECK(Survey(make_plan(folder.order()).plan).count(PictureState::waiting) == 3);
}

TEST_CASE("a command that dies is passed by, and one that says too much is not kept") {
    const Folder folder(3);
    QueueOwner owner(folder.script("head -c 300000 /dev/zero | tr '\\0' x; echo; kill -9 $$"),
                     [] {});
    owner.ask(queue::Start{folder.order()});
    wait_until([&] { return rests(owner); });
    CHECK(owner.status()->problem == "");
    CHECK(count(owner, PictureState::waiting) == 3);
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
    CHECK(child.said() == "three\n");
    ChildProcess endless({"sh", "-c", "exec sleep 1000"});
    CHECK_FALSE(endless.ended());
    endless.terminate();
    wait_until([&] { return (status = endless.ended()).has_value(); });
    CHECK(status == 128 + SIGTERM);
}
