// The desktop's own file dialog: org.freedesktop.portal.FileChooser on the session bus, to which a
// module talks. A question waits for the user's answer on a thread and a connection of its own; the
// window's thread asks and takes the answer, and never waits. One owner (the app).
#pragma once

#include "ui/state/requests.h"
#include "ui/state/view.h"

#include <atomic>
#include <functional>
#include <future>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace redraw {

// The interface of redraw_portal.so (its entry is `redraw_portal_module`): talks to the desktop by
// libsystemd, which a machine may lack. Lives as long as the process; used by the portal's threads.
class PortalModule {
public:
    virtual ~PortalModule() = default;
    // Both wait, at most until they are asked to stop. The desktop has a dialog:
    virtual bool there(const std::stop_token& stop) const = 0;
    // Waits until the user answers or the portal goes away.
    virtual ui::FileAnswer ask(const std::stop_token& stop, const ui::FileQuestion& question,
                               const std::string& parent_window) const = 0;
};

class Portal {
public:
    // Calls `changed` from a thread at an answer, or when the desktop was found to have a dialog.
    explicit Portal(std::function<void()> changed);

    bool there() const { return there_; }
    // One at a time. An answer always comes: FileAnswer::failed when the portal reports an error,
    // goes away, or does not take the request within two seconds; then the user has all the time.
    void ask(const ui::FileQuestion& question, const std::string& parent_window);
    void leave();  // closes the dialog, as does the end of this object; no answer comes
    std::optional<ui::FileAnswer> take_answer();

private:
    std::function<void()> changed_;
    std::atomic<bool> there_ = false;
    std::future<ui::FileAnswer> answer_;
    std::jthread thread_;  // first looks for the portal, then has a question
};

}  // namespace redraw
