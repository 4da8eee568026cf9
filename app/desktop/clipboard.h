// The X server's clipboard: offers pictures and files to other programs and fetches what they
// copied. GLFW's clipboard carries text only and may wait forever. A thread with its own X
// connection talks to other programs, so no call waits for them. Owned by the app, on the UI
// thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

// Clipboard contents that another program copied.
struct Pasted {
    enum class Kind { nothing, no_answer, text, picture } kind = Kind::nothing;
    std::vector<std::byte> bytes{};  // UTF-8, or an encoded picture: PNG if its owner has one
};

class Clipboard {
public:
    // `wake` is called on the clipboard's thread when an answer is ready.
    explicit Clipboard(std::function<void()> wake);
    // Passes the offered contents to the desktop's clipboard manager, if there is one.
    ~Clipboard();
    Clipboard(const Clipboard&) = delete;
    Clipboard& operator=(const Clipboard&) = delete;

    // Offers a file until something else is copied. A picture file is offered as a picture;
    // `to_file_managers` also offers the file itself. Returns an error message, or nothing.
    std::string offer(const std::filesystem::path& file, bool to_file_managers);
    // Requests copied text, or a picture if `pictures` is set and there is no text. The answer is
    // `no_answer` if the owner does not react for two seconds. Returns false without an X server.
    bool ask(bool pictures);
    // Returns the answer to the last request, once.
    std::optional<Pasted> take_answer();

private:
    class Connection;
    Connection* connection();

    std::function<void()> wake_;
    std::unique_ptr<Connection> connection_;  // created on first use
};

}  // namespace redraw
