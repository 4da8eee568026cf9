// The desktop's own file dialog: org.freedesktop.portal.FileChooser on the session bus. All talk
// with the bus is on a thread of this object's own; the window's thread only asks and takes
// answers, and neither ever waits for the other. One owner (the app).
#pragma once

#include "ui/state/requests.h"
#include "ui/state/view.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace redraw {

class Portal {
public:
    // `changed` is called from the thread when there is an answer, or the desktop was found to have
    // a dialog.
    explicit Portal(std::function<void()> changed);
    ~Portal();
    Portal(const Portal&) = delete;
    Portal& operator=(const Portal&) = delete;

    bool there() const;
    // One at a time. An answer always comes: FileAnswer::failed when the portal reports an error,
    // goes away, or does not take the request within two seconds. How long its dialog then stays
    // open is the user's affair.
    void ask(const FileQuestion& question, const std::string& parent_window);
    void leave();  // closes the dialog; no answer comes
    std::optional<FileAnswer> take_answer();

private:
    class Talk;
    std::unique_ptr<Talk> talk_;
};

}  // namespace redraw
