// Training on its own thread, for the studio. Down: post(), look(), open(): never wait. Up: frame()
// and status(), immutable values, newest wins; no caller ever holds a lock while it draws. One
// owner (the app); all public functions are for the UI thread.
#pragma once

#include "engine/backend.h"
#include "engine/image/picture.h"
#include "engine/run/export.h"
#include "engine/run/film.h"
#include "engine/training/trainer.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace redraw {

// One drawing of the network, and when it was.
struct Frame {
    std::shared_ptr<const Surface> surface;
    Grid grid;                 // what was sampled
    bool full_picture = true;  // the training grid itself, not a zoomed region
    std::int64_t step = 0;
    float loss = 0, psnr = 0, learning_rate = 0;
    double seconds = 0;
    bool past = false;         // a keyframe, not now
    std::uint64_t serial = 0;  // differs from every other frame's
};

// What the centre of the window wants to see. Newest wins.
struct Look {
    std::optional<Grid> region;           // absent: the whole picture at training size
    std::optional<std::int64_t> at_step;  // a keyframe; absent: now
    bool operator==(const Look&) const = default;
};

struct Thumbnail {
    std::int64_t step = 0;
    std::shared_ptr<const Image> image;
};

enum class Phase { empty, opening, training, paused, finished };

struct JobStatus {        // an export or a film under way
    std::string what;     // "lion-1024.png"
    double progress = 0;  // 0 to 1
    double seconds_left = 0;
};

struct Status {
    Phase phase = Phase::empty;
    std::uint64_t run_serial =
        0;  // differs for every opened run: the UI resets its view when it changes
    Config config;
    std::string picture_name, picture_note;
    std::shared_ptr<const Image>
        picture;  // at its own size (capped for display), may be null when only the target is known
    PixelSize picture_size;               // its own size
    std::shared_ptr<const Image> target;  // at training size
    std::filesystem::path run_path;
    std::string backend;  // Backend::description()
    std::size_t parameter_count = 0;
    std::int64_t step = 0, total_steps = 0, steps_per_epoch = 1;
    double epoch = 0, seconds = 0, steps_per_second = 0, seconds_left = 0;
    Metric last;
    std::shared_ptr<const std::vector<Metric>> metrics;
    std::shared_ptr<const std::vector<Keyframe>> keyframes;
    std::shared_ptr<const std::vector<Thumbnail>>
        thumbnails;  // of keyframes, evenly spread over log steps
    std::optional<JobStatus> job;
    std::string error;   // one sentence; empty when resolved
    std::string notice;  // one sentence of good news ("Saved lion-1024.png")
    std::uint64_t serial = 0;
};

class Session {
public:
    // `changed` is called from the session thread after a new frame or status (the app wakes its
    // event loop with it).
    Session(BackendOptions options, std::function<void()> changed);
    ~Session();  // stops after the current burst, commits, joins

    // A picture starts a new run with `config` and learns at once; a run file is opened, paused
    // when finished. Told apart by content. On failure the old run goes on and Status::error says
    // why. Empty run_path: a new file under the data folder (run_folder.h).
    void open(std::filesystem::path path, Config config = {}, std::filesystem::path run_path = {});
    // A new run of the same picture with another configuration; the old run stays on disk.
    void restart(Config config);
    void set_running(bool running);
    void single_step();
    void set_schedule(const Schedule& schedule);
    void cool_down();
    void continue_from(std::int64_t step);  // branches into a new run file
    void look(const Look& look);
    void export_pictures(std::vector<ExportSpec> specs, std::optional<std::int64_t> at_step);
    void export_film(FilmSpec spec);
    void save_copy(std::filesystem::path path);
    void cancel_job();
    void dismiss_error();

    std::shared_ptr<const Frame> frame() const;
    std::shared_ptr<const Status> status() const;

private:
    struct Thread;  // everything the session thread owns
    void post(std::function<void(Thread&)> action);

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::function<void(Thread&)>> actions_;
    std::optional<Look> wanted_look_;
    std::shared_ptr<const Frame> frame_;
    std::shared_ptr<const Status> status_;
    std::function<void()> changed_;
    BackendOptions options_;
    std::jthread thread_;
};

}  // namespace redraw
