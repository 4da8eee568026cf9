// The pictures of a plan, made one after another by `redraw` beside the studio: the owner of those
// processes. On a thread of its own, which looks at the plan's files, begins the next picture and
// hears how far each is, so that neither the window nor training waits for a folder. One owner;
// every public function is for the window's thread and returns at once, but end().
#pragma once

#include "app/queue/child_process.h"
#include "engine/plan/queue.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace redraw {

class QueueOwner {
public:
    // `redraw`: that program. `changed` is called from the thread when there is something new.
    QueueOwner(const std::filesystem::path& redraw, std::function<void()> changed);
    ~QueueOwner();

    void ask(QueueRequest request);
    std::shared_ptr<const QueueStatus> status() const;  // null while none is open
    std::shared_ptr<const QueueScout> scout() const;    // of the newest that was asked for, or null
    std::string take_message();  // what went wrong with what was asked: a sentence, or empty
    // Stops what is being made, and waits for that: what was learned is on disk.
    void end();

private:
    using Clock = std::chrono::steady_clock;
    struct Made {
        PictureBeingMade picture;
        ChildProcess process;
        Clock::time_point begun;
        bool heard = false, ending = false;
    };

    // Of the queue's thread.
    void work(std::stop_token stop);
    void take_requests();
    void on(const queue::Scout& asked);
    void on(const queue::Start& asked);
    void on(const queue::Open& asked);
    void on(const queue::GoOn& asked);
    void on(const queue::Pause&);
    void on(const queue::AtOnce& asked);
    void on(const queue::Leave&);
    void open(Plan plan, bool settings_known);
    void begin_next();
    void listen();
    void take_end(const Made& made, int status);
    void now_shown() { news_ = true, show_at_ = {}; }
    void pause_with(const std::string& problem);
    void look();
    void stop_all();   // and waits
    int wait() const;  // milliseconds, until there may be something to do
    void sleep(int milliseconds);
    void show();

    std::string redraw_;
    std::function<void()> changed_;
    std::stop_token stop_;
    std::optional<Survey> survey_;
    bool settings_known_ = false;  // of its plan: QueueStatus has it, too
    std::filesystem::path pictures_folder_;
    QueueWalk walk_;
    std::vector<Made> made_;
    int at_once_ = 1;
    std::string problem_;
    Clock::time_point look_at_{}, show_at_{};
    bool news_ = false;

    mutable std::mutex mutex_;  // of everything up to the thread
    std::vector<QueueRequest> requests_;
    std::stop_source wanted_;  // what is being looked through is still asked for
    std::shared_ptr<const QueueStatus> status_;
    std::shared_ptr<const QueueScout> scout_;
    std::string message_;
    Descriptor wake_;
    std::jthread thread_;  // last: it ends before anything above goes
};

}  // namespace redraw
