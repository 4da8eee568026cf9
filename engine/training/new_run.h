// Makes new runs, which a Trainer then trains.
#pragma once

#include "engine/data/dataset.h"
#include "engine/run/run_file.h"
#include "engine/training/mosaic_plan.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace redraw {

// A new run of a picture at step 0: target resampled, configuration resolved, file created and
// saved. If the picture is learned as it is, `picture` shares the dataset's target.
struct NewRun {
    RunFile run;
    std::shared_ptr<Dataset> dataset;
    std::shared_ptr<const Image> picture;
};
// Makes the run file at `path` for a new run of the picture. Throws Error.
// `goal`, `whole`: what the run is to do, saved with it from the start; `whole`: the picture is
// learned at its own size once the run's own network has ended.
NewRun make_run(const std::filesystem::path& path, Image&& picture, const std::string& picture_name,
                const Config& request, RunFile::Existing existing = RunFile::Existing::refuse,
                const Goal& goal = {}, const std::optional<WholePlan>& whole = {});
NewRun make_run(const std::filesystem::path& path, std::shared_ptr<const Image> picture,
                const std::string& picture_name, const Config& request,
                RunFile::Existing existing = RunFile::Existing::refuse, const Goal& goal = {},
                const std::optional<WholePlan>& whole = {});
RunFile start_run(const std::filesystem::path& path, const Image& picture,
                  const std::string& picture_name, const Config& request);

}  // namespace redraw
