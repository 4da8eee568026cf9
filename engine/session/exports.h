// The jobs that draw a run's pictures and films, and the line they wait in.
#pragma once

#include "engine/export/export.h"
#include "engine/film/film.h"
#include "engine/job.h"
#include "engine/network/edits.h"
#include "engine/studies/companions.h"
#include "engine/studies/export_source.h"
#include "engine/studies/status.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

// Writes one picture of what the source draws. Throws Error.
std::unique_ptr<Job> picture_export(const ExportSource& source, const ExportSpec& spec);

// The same by the enlarging network, which it waits for: that is its first half. Throws Error where
// learning failed; it never draws by another method. `find`: null when the network is gone.
std::unique_ptr<Job> enlarged_export(FindEnlargement find, const ExportSpec& spec);

// Throws Error. `picture` as it was opened; null when only the target is known.
std::unique_ptr<Job> film_export(Trainer& trainer, const std::shared_ptr<const Image>& picture,
                                 const FilmSpec& spec, const NetworkEdits& edits);

// The run and those beside it, which outlive the film. Throws Error.
std::unique_ptr<Job> race_export(Trainer& trainer, const Companions& companions,
                                 std::optional<double> finish_line, const FilmSpec& spec);

// Its parts are moments: of a photograph's network each takes about as long as some drawings of it.
// Throws Error.
std::unique_ptr<Job> page_export(Trainer& trainer, const std::filesystem::path& path);

// "Saved lion-1024.png.", but for what could not be.
Notice saved_notice(const std::filesystem::path& file, const std::string& missing = "");

// One at a time, a part of it at a time. Owned by the session, on its thread.
class JobQueue {
public:
    // Made when its turn comes: the file beside the target should not wait in line.
    using Make = std::function<std::unique_ptr<Job>()>;
    // `of_companions`: it draws with the runs beside this one.
    void add(std::filesystem::path target, Make make, bool of_companions = false) {
        jobs_.push_back({std::move(target), std::move(make), of_companions});
    }
    bool empty() const { return jobs_.empty(); }
    void clear() { jobs_.clear(); }
    // Those that draw with the companions, which go away; true when there was one.
    bool clear_of_companions() {
        return std::erase_if(jobs_, [](const Entry& entry) { return entry.of_companions; }) > 0;
    }
    // A part of the first; when that is done its target, and the next one is the first. Throws
    // Error, and it is gone.
    std::optional<std::filesystem::path> advance();
    std::optional<JobStatus> status() const;  // of the first

private:
    struct Entry {
        std::filesystem::path target;
        Make make;
        bool of_companions = false;
        std::unique_ptr<Job> job{};
        std::chrono::steady_clock::time_point begun{};
    };
    std::deque<Entry> jobs_;
};

}  // namespace redraw
