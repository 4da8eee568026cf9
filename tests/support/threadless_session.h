// A session without a thread of its own: it works only when a test calls it.
#pragma once

#include "engine/session/session_loop.h"
#include "tests/support/reading.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>

namespace redraw_test {

struct OwnFolder {
    TemporaryFolder folder;
    OwnFolder() { setenv("XDG_DATA_HOME", folder.path().c_str(), 1); }
};

struct ThreadlessSession {
    std::shared_ptr<const redraw::Status> status = std::make_shared<const redraw::Status>();
    std::shared_ptr<const redraw::Frame> frame;
    redraw::SessionLoop loop{
        {}, [this](auto shown) { frame = shown; }, [this](auto told) { status = told; }};

    // Handles a command as the session's thread does, which reports errors instead of throwing
    // them; then works `work` times.
    void ask(const redraw::Command& command, int work = 40) {
        loop.handle(command);
        for (int i = 0; i < work; ++i) loop.work();
    }
    void open(const std::filesystem::path& path, const redraw::Config& config = {},
              const std::filesystem::path& run = {}, int work = 40) {
        ask(redraw::command::Open{path, config, run}, work);
    }
    // Works until the condition holds; returns false if it does not within a million rounds. The
    // status is reported at intervals.
    template <class Condition>
    bool work_until(const Condition& condition) {
        for (int i = 0; i < 1'000'000; ++i) {
            if (condition()) return true;
            loop.work();
        }
        return false;
    }
    template <class Condition>
    void until(const Condition& condition) {
        REQUIRE(work_until(condition));
    }
    // Works until nothing is left to do.
    void rest() {
        REQUIRE(work_until([&] { return loop.work() == redraw::SessionLoop::kForever; }));
    }
};

// A session and a temporary folder that outlives it; runs without a path of their own are saved in
// that folder, too.
struct SessionInFolder : private OwnFolder, ThreadlessSession {
    using OwnFolder::folder;
};

}  // namespace redraw_test
