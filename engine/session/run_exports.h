// Exports of the open run: pictures, films, pages, curves and copies; and the network that learns
// to enlarge the exported pictures. Session thread.
#pragma once

#include "engine/features/enlarge/enlargement.h"
#include "engine/session/command.h"
#include "engine/session/compared_runs.h"
#include "engine/session/job_queue.h"
#include "engine/session/status.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <utility>

namespace redraw {

// Exports of the open run: pictures, films and pages as jobs; curves and copies at once. Also
// trains the network that enlarges the picture, beside the run. Without a time limit, it changes no
// bit of the run's results.
class RunExports {
public:
    // `picture`: the picture as opened; null if only the training target is known. All arguments
    // outlive this object.
    RunExports(Trainer& trainer, std::shared_ptr<const Image> picture,
               const BackendOptions& options, const ComparedRuns& compared, Report& report)
        : trainer_(trainer),
          picture_(std::move(picture)),
          options_(options),
          compared_(compared),
          report_(report),
          jobs_(report) {}

    // All on() functions throw Error.
    void on(const command::ExportPictures& asked);
    void on(const command::ExportFilm& asked);
    void on(const command::ExportPage& asked);
    void on(const command::ExportCurves& asked);
    void on(const command::SaveCopy& asked);
    void on(command::LearnEnlargement);
    // Does a part of the work of the network that enlarges; returns true if more can be done at
    // once.
    bool learn_enlarging();
    // The network that enlarges the picture; null: not requested, or training failed.
    const std::shared_ptr<Enlargement>& enlargement() const { return enlargement_; }
    JobQueue& jobs() { return jobs_; }

private:
    void begin(const std::filesystem::path& output);

    Trainer& trainer_;
    std::shared_ptr<const Image> picture_;
    BackendOptions options_;
    const ComparedRuns& compared_;
    Report& report_;
    JobQueue jobs_;
    // Kept after its training, because it renders enlargements.
    std::shared_ptr<Enlargement> enlargement_;
    std::chrono::steady_clock::time_point enlarging_begun_{};
};

}  // namespace redraw
