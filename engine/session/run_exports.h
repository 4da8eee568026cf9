// Exports of the open run: pictures, films, pages, curves and copies. Session thread.
#pragma once

#include "engine/session/command.h"
#include "engine/session/compared_runs.h"
#include "engine/session/job_queue.h"
#include "engine/session/run_copies.h"
#include "engine/session/status.h"
#include "engine/training/trainer.h"

#include <filesystem>
#include <memory>
#include <utility>

namespace redraw {

// Exports of the open run: pictures, films and pages as jobs; curves and copies at once.
class RunExports {
public:
    // `picture`: the picture as opened; null if only the training target is known. All arguments
    // outlive this object.
    RunExports(Trainer& trainer, std::shared_ptr<const Image> picture, RunCopies& copies,
               const ComparedRuns& compared, Report& report)
        : trainer_(trainer),
          picture_(std::move(picture)),
          copies_(copies),
          compared_(compared),
          report_(report),
          jobs_(report) {}

    // All on() functions throw Error.
    void on(const command::ExportPictures& asked);
    void on(const command::ExportFilm& asked);
    void on(const command::ExportPage& asked);
    void on(const command::ExportCurves& asked);
    void on(const command::SaveCopy& asked);
    JobQueue& jobs() { return jobs_; }

private:
    void begin(const std::filesystem::path& output);

    Trainer& trainer_;
    std::shared_ptr<const Image> picture_;
    RunCopies& copies_;
    const ComparedRuns& compared_;
    Report& report_;
    JobQueue jobs_;
};

}  // namespace redraw
