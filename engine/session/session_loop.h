// The loop of the session thread, without the thread: opens a run, does its work, publishes its
// status. Everything here belongs to the session thread (or to a test).
#pragma once

#include "engine/backend/backend.h"
#include "engine/session/command.h"
#include "engine/session/open_run.h"
#include "engine/session/status.h"
#include "engine/training/new_run.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace redraw {

class SessionLoop {
public:
    using ShowFrame = std::function<void(std::shared_ptr<const Frame>)>;
    using SendStatus = std::function<void(std::shared_ptr<const Status>)>;
    SessionLoop(BackendOptions options, ShowFrame show, SendStatus send);

    // Does one round of work: a burst of training steps (usually at most 30 ms), a part of an
    // export, a preview if one is due. Returns the seconds until more work is due: 0, the rest of a
    // pause, or kForever.
    double work();
    static constexpr double kForever = OpenRun::kForever;
    // Executes a command. If it fails, Status::error says why. A command that closes runs waits
    // until their exports are written or cancelled; a later such command replaces it.
    void handle(const Command& command);
    void perform(const Command& command);  // executes a command; throws Error
    void close();                          // saves the run and closes the compared runs

private:
    void on(const command::Open& asked);
    void on(command::OpenCopy);
    void on(const command::Restart& asked);
    void on(command::ContinueFrom asked);
    void on(const command::Race& asked);
    void on(const command::Teach& asked);
    void on(const ViewRequest& view);
    void on(command::SetThrottle asked);
    void on(command::TryAgain);
    void on(command::CancelJob) {
        if (jobs()) jobs()->cancel();
    }
    void on(command::DismissMessage) { report_.dismiss(); }

    OpenRun& run();  // returns the open run; throws Error if there is none
    JobQueue* jobs() { return run_ ? &run_->jobs() : nullptr; }

    void open_picture(const command::Open& asked);
    void open_run(const std::filesystem::path& path, bool go_on = false);
    void while_opening(const std::filesystem::path& path, const std::function<void()>& open);
    // Save and close the open run, and make the given run the open one.
    void take(std::unique_ptr<Trainer> next, OpenedPicture picture, bool running);
    void take(NewRun made, OpenedPicture picture);
    void begin_race(const RacePlan& plan);
    // Saves and closes the open run and its rivals. Returns sentences about runs that had to be
    // saved elsewhere, or empty. Throws Error.
    std::string leave();
    void follow_writer();
    void report();

    BackendOptions options_;
    ShowFrame show_;
    SendStatus send_;
    Report report_;
    std::chrono::steady_clock::time_point reported_at_{};
    command::SetThrottle throttle_{100};  // quiet mode; applies to every run
    ViewRequest view_;                    // last view request; applies to the next run too
    std::optional<Command> waiting_{};    // command that closes runs after their exports
    std::optional<Command> failed_{};     // command whose new run could not be written
    std::unique_ptr<OpenRun> run_;
};

}  // namespace redraw
