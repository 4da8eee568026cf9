// Tests viewing a run that another program trains, or that cannot be written: all is shown, nothing
// is trained, and no byte of the file or its folder changes.
#include "engine/image/image_writer.h"
#include "engine/session/session.h"
#include "tests/support/eventually.h"
#include "tests/support/examples.h"
#include "tests/support/threadless_session.h"

#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <iterator>
#include <map>
#include <optional>

using namespace redraw;
using namespace redraw_test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kElsewhere = "View only: disc.redraw: it is open in another Redraw.";

// Has the run in the folder `theirs`, and its picture and all that the tests make in `ours`.
struct Place {
    TemporaryFolder theirs, ours;
    fs::path picture = ours / "disc.png", run = theirs / "disc.redraw";
    Config config;

    Place() {
        setenv("XDG_DATA_HOME", ours.path().c_str(), 1);
        write_image(picture, make_image(20, 15, 1, 0.3f));
        config = small_config({8, 8}, 1'000'000);
    }
};

// Works until the view, which checks the file at intervals, has noticed what was saved.
template <class Condition>
bool follows(ThreadlessSession& view, const Condition& condition) {
    return eventually([&] {
        view.loop.work();
        return condition();
    });
}

// The session that trains the run: it pauses, and locks the file.
struct Owner : ThreadlessSession {
    explicit Owner(const Place& place) {
        open(place.picture, place.config, place.run);
        ask(command::SetRunning{false});
    }
    void train() {
        ask(command::SetRunning{true});
        ask(command::SetRunning{false});
    }
};

struct Seen {
    std::string bytes;
    fs::file_time_type modified;
    bool operator==(const Seen&) const = default;
};

// Returns names, bytes and times of a folder's files. Closing a file drops this process's lock on
// it, but both sessions are in this process, where SQLite still knows of the lock.
std::map<std::string, Seen> seen(const fs::path& folder) {
    std::map<std::string, Seen> all;
    for (const auto& entry : fs::directory_iterator(folder)) {
        std::ifstream file(entry.path(), std::ios::binary);
        all[entry.path().filename().string()] = {{std::istreambuf_iterator<char>(file), {}},
                                                 entry.last_write_time()};
    }
    return all;
}

ExportSpec drawn_to(const fs::path& path) {
    return {.path = path, .size = {40, 30}, .encoding = {}};
}

std::int64_t step_on_disk(const fs::path& run) {
    return reading(run).state()->step;
}

// A run that is trained elsewhere, and a view of it.
struct Viewed {
    Place place;
    Owner owner{place};
    std::map<std::string, Seen> before = seen(place.theirs.path());
    ThreadlessSession view;

    Viewed() { view.open(place.run); }
};

}  // namespace

TEST_CASE_FIXTURE(Viewed, "what is trained elsewhere is seen, drawn and exported, not written") {
    REQUIRE(view.status->view_only == kElsewhere);
    CHECK(view.status->error.empty());
    CHECK(view.status->phase == Phase::paused);
    CHECK(view.status->step == step_on_disk(place.run));
    CHECK(view.status->step == owner.status->step);
    CHECK(view.status->metrics->size() == owner.status->metrics->size());
    REQUIRE(view.frame);
    CHECK(view.frame->step == view.status->step);
    CHECK(view.frame->surface->on_host() == owner.frame->surface->on_host());
    ThreadlessSession other;  // opens the run to continue it, which it cannot
    other.ask(command::Open{.path = place.run, .go_on = true});
    CHECK(other.status->view_only == kElsewhere);
    CHECK(other.status->phase == Phase::paused);

    view.ask(ViewRequest{.at_step = 10});
    CHECK(view.frame->past);
    CHECK(view.frame->step == 10);
    const fs::path png = place.ours / "view.png", copy = place.ours / "copy.redraw";
    view.ask(command::ExportPictures{{drawn_to(png)}, 10});
    view.ask(command::ExportCurves{place.ours / "view.csv"});
    view.ask(command::SaveCopy{copy});
    view.ask(command::CompareWith{copy});
    CHECK(view.status->error.empty());
    CHECK(view.status->compared_runs.size() == 1);
    CHECK(fs::exists(png));
    CHECK(fs::exists(place.ours / "view.csv"));
    CHECK(step_on_disk(copy) == view.status->step);
    view.loop.close();
    CHECK(seen(place.theirs.path()) == before);
}

TEST_CASE_FIXTURE(Viewed, "what would train a view is refused with the one sentence") {
    const Config config = view.status->config;
    Schedule schedule = config.schedule;
    schedule.lr_max /= 2;
    const Command verbs[] = {
        command::SetRunning{true}, command::SetSchedule{schedule}, command::CoolDown{},
        command::ContinueFrom{10}, command::Restart{config},       command::Race{{config}},
    };
    const std::int64_t step = view.status->step;
    for (const Command& verb : verbs) {
        view.ask(command::DismissMessage{});
        REQUIRE(view.status->error.empty());
        view.ask(verb);
        CHECK(view.status->error == kElsewhere);
        CHECK(view.status->phase == Phase::paused);
        CHECK(view.status->step == step);
        CHECK(view.status->config == config);
    }
    CHECK(seen(place.theirs.path()) == before);
    CHECK_FALSE(fs::exists(place.ours / "redraw"));  // no command has begun another run
}

TEST_CASE_FIXTURE(Viewed, "a view follows what is committed, and a new name") {
    const auto serial = view.status->run_serial;
    const auto first = view.status->step;
    view.ask(command::Rename{"not mine"});
    CHECK_FALSE(view.status->error.empty());
    owner.ask(command::Rename{""});
    CHECK_FALSE(owner.status->error.empty());
    owner.ask(command::Rename{"Round and wide"});
    CHECK(owner.status->picture_name == "Round and wide");
    owner.train();
    REQUIRE(owner.status->step > first);
    CHECK(follows(view, [&] { return view.status->step == owner.status->step; }));
    CHECK(follows(view, [&] { return view.frame->step == owner.status->step; }));
    CHECK(follows(view, [&] { return view.status->picture_name == "Round and wide"; }));
    CHECK(view.status->metrics->size() == owner.status->metrics->size());
    CHECK(view.status->run_serial == serial);  // not a new run: the window keeps its zoom
    CHECK(view.frame->surface->on_host() == owner.frame->surface->on_host());
}

TEST_CASE("a view of a run that went back shows what is learned from there") {
    const Place place;
    { Owner owner(place); }
    RunFile writer = RunFile::open(place.run);
    ThreadlessSession view;
    view.open(place.run);
    REQUIRE(view.status->view_only == kElsewhere);
    view.ask(ViewRequest{.at_step = 10});
    const Image before = view.frame->surface->on_host();
    std::vector<float> other = *writer.parameters_at(10);
    for (float& value : other) value *= -0.5f;
    writer.set_state(fresh_state(other, Optimizer::adam, 5), 0.1);
    writer.add_event({5, EventKind::rolled_back, 12, 1e-3});
    writer.add_keyframe({10, 12}, other);
    writer.set_state(fresh_state(other, Optimizer::adam, 10), 0.2);
    writer.commit();
    CHECK(follows(view, [&] { return view.status->step == 10; }));
    CHECK(follows(view, [&] { return view.frame->surface->on_host() != before; }));
    CHECK(view.status->error.empty());
}

TEST_CASE("asked again, a view becomes a run once nobody else has it") {
    const Place place;
    ThreadlessSession view;
    {
        Owner owner(place);
        view.open(place.run);
        const auto serial = view.status->run_serial;
        view.open(place.run);
        CHECK(view.status->run_serial == serial);
        CHECK(view.status->notice.text == "Still view only: it is open in another Redraw.");
        REQUIRE(view.status->view_only == kElsewhere);
    }
    CHECK(follows(view, [&] {
        return view.status->view_only == "View only: disc.redraw: it was open in another Redraw.";
    }));
    const auto notice = view.status->notice.id;
    view.open(place.run);
    CHECK(view.status->view_only.empty());
    CHECK(view.status->notice.text.empty());
    CHECK(view.status->notice.id == notice);  // so that the next notice has another id
    const auto step = view.status->step;
    view.ask(command::SetRunning{true});
    view.ask(command::SetRunning{false});
    CHECK(view.status->step > step);
    CHECK(step_on_disk(place.run) == view.status->step);
}

TEST_CASE("a writer that is missed once is between two saves, and one missed twice has left") {
    const Place place;
    { Owner owner(place); }
    std::optional<RunFile> writer(RunFile::open(place.run));
    ThreadlessSession view;
    view.open(place.run);
    const std::string elsewhere = view.status->view_only;
    REQUIRE(elsewhere == kElsewhere);
    for (int instant = 0; instant < 2; ++instant) {
        view.open(place.run, {}, {}, 0);  // the next work() is the first look at the file
        writer.reset();
        view.until([&] { return view.loop.work() > 0; });
        CHECK(view.status->view_only == elsewhere);
        writer.emplace(RunFile::open(place.run));
    }
    writer.reset();
    CHECK(follows(view, [&] { return view.status->view_only != elsewhere; }));
    writer.emplace(RunFile::open(place.run));
    CHECK(follows(view, [&] { return view.status->view_only == elsewhere; }));
}

TEST_CASE_FIXTURE(Viewed, "a copy of a view is a run of one's own") {
    view.ask(command::OpenCopy{});
    CHECK(view.status->error.empty());
    CHECK(view.status->view_only.empty());
    CHECK(view.status->picture_name == "disc.png");
    CHECK(view.status->run_path != place.run);
    CHECK(view.status->step == owner.status->step);
    view.ask(command::SetRunning{true});
    CHECK(follows(view, [&] { return view.status->step > owner.status->step; }));
    CHECK(seen(place.theirs.path()) == before);
}

TEST_CASE("another run in the place of the one that is viewed is opened instead") {
    const Place place;
    ThreadlessSession view;
    {
        Owner owner(place);
        view.open(place.run);
    }
    const auto serial = view.status->run_serial;
    Config other = place.config;
    other.network.layers = {12};
    const RunFile writer = RunFile::create(place.run, other, make_image(9, 9, 1, 0.5f),
                                           "square.png", RunFile::Existing::replace);
    CHECK(follows(view, [&] { return view.status->run_serial != serial; }));
    CHECK(view.status->picture_name == "square.png");
    CHECK(view.status->view_only == kElsewhere);
    CHECK(view.status->step == 0);  // an untrained run is drawn with its initial parameters
    CHECK(follows(view, [&] { return view.frame->run_serial != serial; }));
    fs::remove(place.run);  // the view keeps the last state of a deleted run
    view.ask(command::DismissMessage{});
    CHECK(view.status->error.empty());
    view.open(place.run);
    CHECK(view.status->error_kind == Error::Kind::not_opened);
    CHECK(view.status->picture_name == "square.png");
}

TEST_CASE("a file or folder that cannot be written is viewed, and says which") {
    const Place place;
    { Owner owner(place); }
    fs::permissions(place.theirs.path(), fs::perms(0755));
    fs::permissions(place.ours.path(), fs::perms(0777));
    // Root may write anywhere, so the view runs as the user nobody. Without root only the file can
    // be made read-only: the owner could still write in the folder.
    const auto seen_as_nobody = [&](const std::string& sentence) {
        const auto before = seen(place.theirs.path());
        const pid_t child = fork();
        if (child == 0) {
            if (getuid() == 0 && setuid(65534) != 0) _exit(2);
            ThreadlessSession view;
            view.open(place.run);
            if (view.status->view_only != sentence) _exit(3);
            view.ask(command::SetRunning{true});
            if (view.status->error != sentence) _exit(4);
            view.ask(command::OpenCopy{});
            view.ask(command::SetRunning{true});
            _exit(view.status->view_only.empty() && view.status->error.empty() ? 0 : 5);
        }
        int status = 0;
        waitpid(child, &status, 0);
        CHECK(seen(place.theirs.path()) == before);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    };
    fs::permissions(place.run, fs::perms(0444));
    CHECK(seen_as_nobody("View only: disc.redraw: it is read-only.") == 0);
    fs::permissions(place.run, fs::perms(0666));
    if (getuid() == 0)
        CHECK(seen_as_nobody("View only: disc.redraw: its folder is read-only.") == 0);
    else
        MESSAGE("not root: a folder of somebody else's could not be made");
}

TEST_CASE("two sessions on threads of their own: one trains, the other watches") {
    const Place place;
    setenv("REDRAW_COMMIT_SECONDS", "0.2", 1);
    Session owner({}, [] {}), view({}, [] {});
    owner.ask(command::Open{place.picture, place.config, place.run});
    REQUIRE(eventually([&] { return owner.status()->step > 0; }));
    view.ask(command::Open{place.run});
    REQUIRE(eventually([&] { return !view.status()->view_only.empty(); }));
    const auto first = view.status()->step;
    CHECK(eventually([&] { return view.status()->step > first; }));
    view.ask(command::SetRunning{true});
    CHECK(eventually([&] { return !view.status()->error.empty(); }));
    CHECK(view.status()->error == kElsewhere);
    view.ask(command::ExportPictures{{drawn_to(place.ours / "view.png")}, std::nullopt});
    CHECK(eventually([&] { return view.status()->notice.text == "Saved view.png."; }));
    owner.end();
    CHECK(owner.status()->error.empty());
    view.ask(command::Open{place.run});
    CHECK(eventually([&] { return view.status()->view_only.empty(); }));
    CHECK(view.status()->step == owner.status()->step);
}
