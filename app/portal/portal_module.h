// The interface of redraw_portal.so (its entry is `redraw_portal_module`): talks to the desktop by
// libsystemd, which a machine may lack. Lives as long as the process; used by the portal's threads.
#pragma once

#include "ui/state/requests.h"
#include "ui/state/view.h"

#include <stop_token>
#include <string>

namespace redraw {

class PortalModule {
public:
    virtual ~PortalModule() = default;
    // Both wait, at most until they are asked to stop. The desktop has a dialog:
    virtual bool there(const std::stop_token& stop) const = 0;
    // Waits until the user answers or the portal goes away.
    virtual ui::FileAnswer ask(const std::stop_token& stop, const ui::FileQuestion& question,
                               const std::string& parent_window) const = 0;
};

}  // namespace redraw
