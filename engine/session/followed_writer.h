// Notices when another program that trains a viewed run has saved it.
#pragma once

#include "engine/run/run_file.h"

#include <chrono>
#include <filesystem>
#include <string>

namespace redraw {

// Status::view_only: why this run can only be viewed, in a sentence; empty when it can be trained.
std::string why_view_only(const RunFile& run);

class FollowedWriter {
public:
    // Made right after the run was read; later saves are not missed.
    void look_at_once() { looked_at_ = {}; }
    double seconds_until_due() const;
    // True when the file changed since has_read(). Opens nothing.
    bool committed(const RunFile& run);
    void has_read() { read_ = newest_; }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point looked_at_ = Clock::now();
    std::filesystem::file_time_type newest_{}, read_{};
};

}  // namespace redraw
