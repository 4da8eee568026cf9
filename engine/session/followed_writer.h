// The program that trains a run which is only viewed here: when there is something new to be read.
#pragma once

#include "engine/run/run_file.h"

#include <chrono>
#include <filesystem>
#include <string>

namespace redraw {

// Status::view_only of this run: why it is, in a sentence; empty when it can be trained.
std::string why_view_only(const RunFile& run);

class FollowedWriter {
public:
    // What is committed after the run was read is not missed.
    void look_at_once() { looked_at_ = {}; }
    double seconds_until_due() const;
    // True when there has been a commit since the last look that was read. Nothing is opened for
    // it.
    bool committed(const RunFile& run);
    void has_read() { read_ = newest_; }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point looked_at_ = Clock::now();
    std::filesystem::file_time_type newest_{}, read_{};
};

}  // namespace redraw
