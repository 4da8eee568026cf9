// The desktop's own file dialog: the interface org.freedesktop.portal.FileChooser on the D-Bus
// session bus, called by a loadable module. Each dialog is open on a thread and D-Bus connection of
// its own. The window's thread opens the dialog and later takes the answer, without waiting for the
// user. Owned by the app.
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

// The interface of the module redraw_portal.so (entry point `redraw_portal_module`). It is a module
// because it needs libsystemd, which a machine may lack. The object exists until the process ends.
// Used on Portal's threads.
class PortalModule {
public:
    virtual ~PortalModule() = default;
    // Returns true if the desktop has a file dialog. Waits for D-Bus some seconds, or until `stop`.
    virtual bool there(const std::stop_token& stop) const = 0;
    // Opens the file dialog. Waits until the user answers, the portal's process ends, or `stop` is
    // requested.
    virtual ui::FileAnswer ask(const std::stop_token& stop, const ui::FileQuestion& question,
                               const std::string& parent_window) const = 0;
};

class Portal {
public:
    // `changed` is called on another thread when an answer arrives or a file dialog is found to
    // exist.
    explicit Portal(std::function<void()> changed);

    bool there() const { return there_; }
    // Opens the file dialog for one question at a time. An answer follows, unless leave() or ask()
    // is called before. It is Outcome::failed if the portal reports an error, ends, or does not
    // accept the request within two seconds. The user may take any time.
    void ask(const ui::FileQuestion& question, const std::string& parent_window);
    void leave();  // closes the dialog without an answer; the destructor does the same
    std::optional<ui::FileAnswer> take_answer();

private:
    std::function<void()> changed_;
    std::atomic<bool> there_ = false;
    std::future<ui::FileAnswer> answer_;
    // Checks for a file dialog at first, and waits for the user's answer later.
    std::jthread thread_;
};

}  // namespace redraw
