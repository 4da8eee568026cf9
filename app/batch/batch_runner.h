// Makes the pictures of a plan by `redraw` processes beside the studio.
#pragma once

#include "engine/batch/batch_view.h"
#include "engine/file/read_file.h"

#include <sys/types.h>

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

// A program that this one runs beside itself, and its output. It never outlives this program: the
// kernel sends it SIGTERM when the thread that started it ends, also by a kill. One owner, one
// thread.
class ChildProcess {
public:
    // `words`: the program, found in the path if it has no slash, and its arguments. It runs at a
    // lower priority. Throws Error.
    explicit ChildProcess(const std::vector<std::string>& words);
    ~ChildProcess();  // kills it, if it still runs
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    // Its pipes, for poll(); -1 once it has closed them.
    int output() const { return output_.get(); }
    int errors() const { return errors_.get(); }
    void read();  // what is in the pipes; does not wait
    // Whole lines of its output.
    std::vector<std::string> take_lines() { return std::exchange(lines_, {}); }
    const std::string& errors_text() const { return errors_text_; }  // the end of it
    // The exit status, or 128 plus the signal, as in a shell. Empty while it runs.
    std::optional<int> ended();
    void terminate();  // by SIGTERM

private:
    Descriptor output_, errors_;
    pid_t process_ = -1;  // -1: it was waited for
    std::string line_, errors_text_;
    std::vector<std::string> lines_;
};

// Its thread reads the plan's files, starts the next process and reads the progress of each, so
// that neither the window nor training waits for a folder. It keeps no state of its own: another
// studio or a terminal may work at the same plan. Every public function is for the window's thread
// and returns at once, but end().
class BatchRunner {
public:
    // `redraw`: that program. `kept`: of the last session; an open batch is opened again, paused.
    // Calls `changed` on its thread when there is news.
    BatchRunner(const std::filesystem::path& redraw, KeptBatch kept, std::function<void()> changed);
    ~BatchRunner() { end(); }

    void ask(BatchRequest request);
    // Null while no batch is open.
    std::shared_ptr<const BatchView> view() const { return locked(view_); }
    // The newest that was asked for, or null.
    std::shared_ptr<const PlanPreview> preview() const { return locked(preview_); }
    KeptBatch kept() const { return locked(kept_); }
    bool has_news() const { return locked(news_); }  // since take_message()
    std::string take_message();                      // why a request failed: a sentence, or empty
    int usable_cpus() const { return usable_cpus_; }
    // Stops the processes and waits for them: what was learned is on disk.
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
    // These run on its thread.
    void work(std::stop_token stop);
    void attempt(const std::function<void()>& act);
    void take_requests();
    void on(const batch::Preview& asked);
    void on(const batch::Start& asked);
    void on(const batch::Open& asked);
    void on(const batch::GoOn& asked);
    void on(const batch::Pause&);
    void on(const batch::AtOnce&) {}  // ask() has kept it
    void on(const batch::Leave&);
    void open(BatchPlan plan, bool settings_known);
    void go_on(bool failed_too);
    void begin_next();
    void begin(std::size_t index);
    void listen();
    void take_end(const Made& made, int status);
    void pause_with(const std::string& problem);
    void look();
    void stop_all();   // and waits
    int wait() const;  // milliseconds, until there may be something to do
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
    std::size_t next_ = 0;  // from here on; each picture is begun at most once until go_on()
    std::filesystem::path pictures_folder_;
    std::list<Made> made_;
    std::string problem_;
    Clock::time_point look_at_{}, show_at_{};
    bool changed_since_show_ = false;

    mutable std::mutex mutex_;  // of everything up to the thread
    std::vector<BatchRequest> requests_;
    std::stop_source previewing_;  // stopped when nobody waits for the preview any more
    std::shared_ptr<const BatchView> view_;
    std::shared_ptr<const PlanPreview> preview_;
    KeptBatch kept_;
    std::string message_;
    bool news_ = false;
    Descriptor wake_;
    std::jthread thread_;  // last: it ends before anything above goes
};

}  // namespace redraw
