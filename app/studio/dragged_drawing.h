// The drawing dragged out of the window into another program: exported to a file of the cache as
// any export is, which may be ready only after it was let go; or a file that was exported. Owned by
// the app; UI thread only.
#pragma once

#include "app/desktop/window.h"
#include "engine/session/session.h"
#include "ui/state/requests.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace redraw {

class DraggedDrawing {
public:
    // At the picture's own size, by the network. Returns a sentence where it cannot be.
    std::string begin(Window& window, Session& session, const Status& status, const Frame* frame,
                      const ui::request::DragDrawing& asked);
    std::string begin(Window& window, const Frame* frame, const ui::request::DragFile& asked);
    // Once it is drawn, or cannot be. The same.
    std::string update(Window& window, const Status& status);

private:
    std::filesystem::path awaited_;  // empty: nothing is being drawn for it
    std::uint64_t run_ = 0;          // of Status::run_serial
    std::string error_;              // of the status, when it was asked for
    bool being_drawn_ = false;
};

}  // namespace redraw
