// A session without its thread: it works when a test tells it to.
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

    // As the session's thread does it, which says what it cannot do instead of ending; then it
    // works so many times.
    void ask(const redraw::Command& command, int work = 40) {
        loop.handle(command);
        for (int i = 0; i < work; ++i) loop.work();
    }
    void open(const std::filesystem::path& path, const redraw::Config& config = {},
              const std::filesystem::path& run = {}, int work = 40) {
        ask(redraw::command::Open{path, config, run}, work);
    }
    // Works until it holds; false: it never did. What one waits for may be told now and then only.
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

// A folder of its own, there before the session and gone after it; what is learned without a name
// comes to lie in it, too.
struct SessionInFolder : private OwnFolder, ThreadlessSession {
    using OwnFolder::folder;
};

}  // namespace redraw_test
