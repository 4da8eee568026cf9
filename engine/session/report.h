// The status under construction. Owned by SessionLoop; what is open writes into it. Session thread.
#pragma once

#include "engine/session/status.h"

#include <functional>
#include <string>

namespace redraw {

struct Report {
    Status status;
    bool due = false;          // something in `status` is new
    bool at_once = false;      // and is sent with the next round of work
    bool save_failed = false;  // `status` said so, and no later save went through
    JobId last_job = 0;        // ids differ over the whole session

    void fail(const std::string& error, ErrorKind kind);
    void dismiss();  // clears the error and the notice
    // An Error of `action` becomes Status::error.
    void guarded(const std::function<void()>& action);
};

}  // namespace redraw
