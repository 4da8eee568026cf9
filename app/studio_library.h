// The runs of the folder with their settings and small drawings, read on a thread of its own so
// that neither the window nor training waits for it. One owner; every public function is for the
// window's thread and returns at once.
#pragma once

#include "engine/run/run_summary.h"

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace redraw {

class StudioLibrary {
public:
    struct Run {
        std::filesystem::path path;
        std::string name;  // from the file's name until it was read
        std::filesystem::file_time_type modified;
        std::shared_ptr<const RunSummary> summary;  // null until it was read, or with a problem
        std::string problem;                        // one sentence
    };
    struct Shelf {
        std::vector<Run> runs;  // newest first
        std::string message;    // what went wrong with what was asked last
    };

    // `changed` is called from the library's thread whenever there is a new shelf.
    StudioLibrary(const BackendOptions& options, std::function<void()> changed);
    ~StudioLibrary();
    StudioLibrary(const StudioLibrary&) = delete;
    StudioLibrary& operator=(const StudioLibrary&) = delete;

    // Lists the folder again and reads what is new; the newest request wins. `ours` are the files
    // this process writes: they are listed and never opened.
    void refresh(std::vector<std::filesystem::path> ours);
    // Moves a run to the trash, then refreshes; a refusal becomes the shelf's message.
    void trash(std::filesystem::path run, std::vector<std::filesystem::path> ours);

    std::shared_ptr<const Shelf> shelf() const;  // never null

private:
    struct Known {  // by path: what was read when the file had this time
        std::filesystem::file_time_type modified;
        std::shared_ptr<const RunSummary> summary;
        std::string problem;
    };
    struct Request {
        std::vector<std::filesystem::path> ours, trash;
    };

    void ask(Request request);
    void work(std::stop_token stop);
    void answer(const Request& request, std::stop_token stop);
    bool superseded(std::stop_token stop) const;
    void show(Shelf shelf);

    BackendOptions options_;
    std::function<void()> changed_;
    std::map<std::filesystem::path, Known> known_;  // of the library's thread
    mutable std::mutex mutex_;                      // of everything up to the thread
    std::condition_variable_any wake_;
    std::optional<Request> request_;
    std::shared_ptr<const Shelf> shelf_ = std::make_shared<const Shelf>();
    std::jthread thread_;
};

}  // namespace redraw
