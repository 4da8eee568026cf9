// Job: long work done in small parts, so that other work can run in between: an export, a film, a
// measurement.
#pragma once

#include <string_view>

namespace redraw {

class Job {
public:
    virtual ~Job() = default;
    // Does the next part of the work; true when all is done. Throws Error.
    virtual bool advance() = 0;
    virtual double progress() const = 0;  // 0 to 1
    // Names the work that must finish before this job can begin ("Sharpening"); empty once the job
    // itself is running.
    virtual std::string_view waits_for() const { return {}; }
};

}  // namespace redraw
