#include "engine/session/followed_writer.h"

#include "engine/seconds.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <system_error>

namespace redraw {
namespace {

constexpr double kFollowSeconds = 1;  // a writer saves every two seconds or so

}  // namespace

std::string why_view_only(const RunFile& run) {
    if (run.writable()) return "";
    return "This is a view of " + display_name(run.path().filename()) + ": " + run.why_read_only() +
           ".";
}

double FollowedWriter::seconds_until_due() const {
    return std::max(0.0, kFollowSeconds - seconds_since(looked_at_));
}

bool FollowedWriter::committed(const RunFile& run) {
    looked_at_ = Clock::now();
    std::error_code gone;
    newest_ = std::filesystem::last_write_time(run.path(), gone);  // before it is read
    return newest_ != read_;
}

}  // namespace redraw
