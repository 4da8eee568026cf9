// Runs a batch of pictures from the studio, by starting the command-line program `redraw` for each
// picture.
#pragma once

#include "engine/features/batch/batch_view.h"
#include "engine/features/batch/child_process.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace redraw {

// Runs a batch on a thread of its own, so that neither the window nor training waits for a slow
// folder. The thread makes and reads plans, starts processes and reads their progress. The state of
// the pictures is on disk: another studio or a terminal may work on the same plan at the same time.
// Public functions are for the window's thread and return at once, except end() and the destructor.
class BatchRunner {
public:
    // `redraw`: path of the command-line program. `kept`: the batch saved in the preferences. If
    // that batch was open, opens it again, paused. `changed` is called on the runner's thread after
    // every change that the window must show.
    BatchRunner(const std::filesystem::path& redraw, KeptBatch kept, std::function<void()> changed);
    ~BatchRunner() { end(); }

    void ask(BatchRequest request);
    // The open batch as the window shows it; null while none is open.
    std::shared_ptr<const BatchView> view() const { return locked(view_); }
    // The result of the last requested preview of a batch; null before the first.
    std::shared_ptr<const PlanPreview> preview() const { return locked(preview_); }
    KeptBatch kept() const { return locked(kept_); }
    BatchInWindow in_window() const { return {view(), preview(), kept(), usable_cpus_}; }
    // True if something changed since the last take_message().
    bool has_news() const { return locked(news_); }
    std::string take_message();  // a sentence saying why a request failed; or empty
    // Stops the processes and waits until they have ended. They save their progress, unless that
    // takes longer than some seconds.
    void end();

private:
    using Clock = std::chrono::steady_clock;
    struct Made {
        Made(std::size_t index, const std::vector<std::string>& command)
            : picture{.index = index}, process(command) {}
        PictureBeingMade picture;
        ChildProcess process;
        Clock::time_point begun = Clock::now();
        bool heard = false, ending = false;
    };

    template <class Value>
    Value locked(const Value& value) const {
        const std::lock_guard lock(mutex_);
        return value;
    }
    // The functions below run on the runner's thread.
    void work(std::stop_token stop);
    void attempt(const std::function<void()>& act);
    void take_requests();
    void on(const batch::Preview& asked);
    void on(const batch::Start& asked);
    void on(const batch::Open& asked);
    void on(const batch::GoOn& asked);
    void on(const batch::Pause&);
    void on(const batch::AtOnce&) {}  // ask() stored the number of processes
    void on(const batch::Leave&);
    void open(BatchPlan plan, bool settings_known);
    void go_on(bool failed_too);
    void begin_next();
    void begin(std::size_t index);
    void listen();
    void take_end(const Made& made, int status);
    void pause_with(const std::string& problem);
    void look();
    void stop_all();   // stops all processes and waits until they have ended
    int wait() const;  // milliseconds until the thread must act; -1: no limit
    void sleep(int milliseconds);
    void show_now();
    void show();

    std::string redraw_;
    std::function<void()> changed_;
    int usable_cpus_ = 1;
    std::stop_token stop_;
    std::optional<BatchStatus> batch_;
    bool settings_known_ = false;
    bool going_ = false, failed_too_ = false;
    // Index of the next picture to start; each is started at most once until go_on().
    std::size_t next_ = 0;
    std::filesystem::path pictures_folder_;
    std::list<Made> made_;
    std::string problem_;
    Clock::time_point look_at_{}, show_at_{};
    bool changed_since_show_ = false;

    mutable std::mutex mutex_;  // guards the members from here to news_
    std::vector<BatchRequest> requests_;
    std::stop_source previewing_;  // cancels the running preview when another one is requested
    std::shared_ptr<const BatchView> view_;
    std::shared_ptr<const PlanPreview> preview_;
    KeptBatch kept_;
    std::string message_;
    bool news_ = false;
    ChildWaiter waiter_;
    std::jthread thread_;  // last member, so that its thread ends before the others are destroyed
};

}  // namespace redraw
