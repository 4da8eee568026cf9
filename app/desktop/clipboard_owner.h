// A picture or a file on the clipboard, for other programs to paste. GLFW's carries text only, so
// this owns the CLIPBOARD selection on a connection of its own, whose thread answers whoever
// pastes. Owned by the app; called on the UI thread.
#pragma once

#include "app/desktop/selection.h"

#include <memory>
#include <vector>

namespace redraw {

class ClipboardOwner {
public:
    ClipboardOwner();
    // Leaves it to the desktop's clipboard manager, where there is one.
    ~ClipboardOwner();
    ClipboardOwner(const ClipboardOwner&) = delete;
    ClipboardOwner& operator=(const ClipboardOwner&) = delete;

    // From now on, until something else is copied. False when there is no X server to tell.
    bool offer(std::vector<OfferedForm> forms);

private:
    class Connection;
    std::unique_ptr<Connection> connection_;  // from the first offer on
};

}  // namespace redraw
