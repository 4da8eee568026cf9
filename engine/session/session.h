// Training on its own thread, for the studio. Down: commands, which never wait. Up: frame()
// and status(), immutable values, newest wins; no caller holds a lock while it draws.
// One owner (the app); every public function is for the UI thread.
#pragma once

#include "engine/backend/backend.h"
#include "engine/session/command.h"
#include "engine/session/status.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace redraw {

class Session {
public:
    // `changed` is called from the session thread after a new frame or status (the app wakes its
    // event loop with it).
    Session(BackendOptions options, std::function<void()> changed);
    ~Session() { end(); }
    // Stops after the current burst and saves; status() then says whether that went well. Nothing
    // may be asked afterwards.
    void end();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // Commands are carried out in order, between two bursts. Of commands that follow the mouse only
    // the newest is kept: of view requests, which come last, and of a schedule whose handle is
    // held.
    void ask(Command command);

    // Null until the first drawing.
    std::shared_ptr<const Frame> frame() const {
        const std::lock_guard lock(mutex_);
        return frame_;
    }
    std::shared_ptr<const Status> status() const {  // never null
        const std::lock_guard lock(mutex_);
        return status_;
    }

private:
    void run(std::stop_token stop);
    // Waits at most `idle` seconds for something to be asked.
    std::vector<Command> take_commands(std::stop_token stop, double idle);

    BackendOptions options_;
    std::function<void()> changed_;
    mutable std::mutex mutex_;  // of everything up to the thread
    std::condition_variable_any wake_;
    std::vector<Command> commands_;
    std::optional<ViewRequest> view_request_;
    std::shared_ptr<const Frame> frame_;
    std::shared_ptr<const Status> status_;
    std::jthread thread_;
};

}  // namespace redraw
