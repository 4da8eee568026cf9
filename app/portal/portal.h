// The desktop's own file dialog: org.freedesktop.portal.FileChooser on the session bus, reached by
// a loadable module. A question waits for the user's answer on its own thread and connection. The
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

// The interface of redraw_portal.so (its entry is `redraw_portal_module`), which uses libsystemd
// because a machine may lack that library. Lives as long as the process; used by the portal's
// threads.
class PortalModule {
public:
    virtual ~PortalModule() = default;
    // Returns whether the desktop has a file dialog. Waits for the bus until `stop` is requested.
    virtual bool there(const std::stop_token& stop) const = 0;
    // Asks for a file. Waits until the user answers, the portal goes away, or `stop` is requested.
    virtual ui::FileAnswer ask(const std::stop_token& stop, const ui::FileQuestion& question,
                               const std::string& parent_window) const = 0;
};

class Portal {
public:
    // Calls `changed` from a thread when an answer arrives or a desktop dialog is found.
    explicit Portal(std::function<void()> changed);

    bool there() const { return there_; }
    // Asks one question at a time. An answer always comes. The answer is FileAnswer::failed if the
    // portal reports an error, goes away, or does not accept the request within two seconds. The
    // user may take any time.
    void ask(const ui::FileQuestion& question, const std::string& parent_window);
    void leave();  // closes the dialog without an answer, as the destructor does
    std::optional<ui::FileAnswer> take_answer();

private:
    std::function<void()> changed_;
    std::atomic<bool> there_ = false;
    std::future<ui::FileAnswer> answer_;
    std::jthread thread_;  // first looks for the portal, later asks questions
};

}  // namespace redraw
