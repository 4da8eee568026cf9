// Training on its own thread, for the studio. Down: the verbs below, which never wait. Up: frame()
// and status(), immutable values, newest wins; no caller holds a lock while it draws.
// One owner (the app); every public function is for the UI thread.
#pragma once

#include "engine/backend/backend.h"
#include "engine/export/export.h"
#include "engine/film/film.h"
#include "engine/session/status.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace redraw {

class SessionLoop;

class Session {
public:
    // `changed` is called from the session thread after a new frame or status (the app wakes its
    // event loop with it).
    Session(BackendOptions options, std::function<void()> changed);
    ~Session();  // end()
    // Stops after the current burst and commits; status() then says whether that went well. Nothing
    // may be asked afterwards.
    void end();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // A picture starts a new run with `config` and learns at once; a run file is opened, and goes
    // on only when asked to. Told apart by content. On failure the old run stays and Status::error
    // says why. An empty run_path means a new file in the runs folder (run_folder.h).
    // A run that is open in another Redraw or read-only is viewed: Status::view_only says why. What
    // its writer commits is shown soon after; opening it again tries to get it for training.
    void open(std::filesystem::path path, Config config = {}, std::filesystem::path run_path = {});
    // The run, as it was last saved, copied into the runs folder and opened there.
    void open_copy();
    // A new run of the same picture with another configuration; the old run stays on disk.
    void restart(Config config);
    void set_running(bool running);
    void single_step();
    // Not `final`: of a drag that goes on. Newest wins, it is learned with at once, and on disk
    // with the next commit; the final one is committed and makes one event of it all.
    void set_schedule(Schedule schedule, bool final = true);
    void cool_down();
    void continue_from(std::int64_t step);  // branches into a new run file and trains there
    void look(Look look);
    // Quiet mode: trains in this part of the time, 1 to 100, and rests between two bursts so that
    // the machine stays cool. Of every run from now on; changes when steps are made, not what they
    // do.
    void set_duty(int percent);
    void export_pictures(std::vector<ExportSpec> specs, std::optional<std::int64_t> at_step);
    void export_film(FilmSpec spec);
    void export_curves(std::filesystem::path path);  // a CSV of every recorded step
    // Anneals a copy in the background, as cool_down() would the run: Status::cool_down.
    void preview_cool_down();
    void drop_cool_down();
    void measure_held_out();  // in the background: Status::held_out
    void drop_held_out();
    // Learns to enlarge the picture, in the background: Status::enlarging. Exports that are to be
    // drawn by it ask for it themselves.
    void learn_enlargement();
    void compare_with(std::filesystem::path run);  // Status::companion
    void race(Config rival);                       // on the same picture, from new weights
    void leave_companion();
    void save_copy(std::filesystem::path path);
    void cancel_job();
    void dismiss_message();  // clears Status::error and Status::notice

    std::shared_ptr<const Frame> frame() const;    // null until the first drawing
    std::shared_ptr<const Status> status() const;  // never null

private:
    using Action = std::function<void(SessionLoop&)>;
    void post(Action action);
    void run(std::stop_token stop);
    // Waits at most `idle` seconds for something to be asked.
    std::deque<Action> take_actions(std::stop_token stop, double idle);

    BackendOptions options_;
    std::function<void()> changed_;
    mutable std::mutex mutex_;  // of everything up to the thread
    std::condition_variable_any wake_;
    std::deque<Action> actions_;
    bool under_way_ = false;    // the newest of actions_ is a schedule that the next one replaces
    std::optional<Look> look_;  // newest wins: a mouse moves faster than a network draws
    std::shared_ptr<const Frame> frame_;
    std::shared_ptr<const Status> status_;
    std::jthread thread_;
};

}  // namespace redraw
