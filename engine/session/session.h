// Trains runs on a thread of its own, for the studio. ask() queues a command and never waits.
// frame() and status() return the newest state as immutable objects, so that the caller holds no
// lock while it paints. One owner (the app); every public function is for the UI thread.
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
    // `changed` is called on the session thread after a new frame or status. The app wakes its
    // event loop with it.
    Session(BackendOptions options, std::function<void()> changed);
    ~Session() { end(); }
    // Stops after the current round of work and saves; status() then reports the outcome. ask()
    // must not be called afterwards.
    void end();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // Queues a command. Commands run in order, between two bursts, unless they wait for exports
    // (SessionLoop::handle()). Commands that follow the mouse keep only the newest: view requests
    // (executed last), and successive schedule changes during a drag.
    void ask(Command command);

    // The newest frame; null until the first render.
    std::shared_ptr<const Frame> frame() const {
        const std::lock_guard lock(mutex_);
        return frame_;
    }
    std::shared_ptr<const Status> status() const {  // the newest status; never null
        const std::lock_guard lock(mutex_);
        return status_;
    }

private:
    void run(std::stop_token stop);
    // Waits up to `idle` seconds for commands and takes them.
    std::vector<Command> take_commands(const std::stop_token& stop, double idle);

    BackendOptions options_;
    std::function<void()> changed_;
    mutable std::mutex mutex_;  // guards the members from wake_ to status_
    std::condition_variable wake_;
    std::vector<Command> commands_;
    std::optional<ViewRequest> view_request_;
    std::shared_ptr<const Frame> frame_;
    std::shared_ptr<const Status> status_;
    std::jthread thread_;
};

}  // namespace redraw
