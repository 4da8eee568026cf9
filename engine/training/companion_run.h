// A second run beside the one being trained: a finished one to compare with, or a rival on the same
// picture that trains in turn, so that both have spent equally many seconds.
#pragma once

#include "engine/training/insights.h"
#include "engine/training/trainer.h"

#include <filesystem>
#include <memory>

namespace redraw {

class CompanionRun {
public:
    // To compare with: read once, never written. `beside` gives the grid it is drawn on. Throws
    // Error.
    CompanionRun(const std::filesystem::path& run, const Trainer& beside,
                 const BackendOptions& options);
    // A rival with a run file of its own, begun on the picture of `beside`. Throws Error.
    CompanionRun(const Config& rival, const std::filesystem::path& run, const Trainer& beside,
                 const BackendOptions& options);

    bool racing() const { return false; }
    // A burst while the rival has trained for fewer seconds than `seconds`; true when it did one.
    bool train_until(double seconds);
    void close();                                                        // commits
    std::shared_ptr<const Companion> newest() const { return newest_; }  // never null

private:
    std::shared_ptr<const Companion> newest_ = std::make_shared<const Companion>();
};

}  // namespace redraw
