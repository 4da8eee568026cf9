// The clipboard of the X server: offers pictures and files to other programs, and fetches what they
// copied; GLFW's carries text only and waits without an end. A thread with a connection of its own
// talks to other programs, so that no call waits for them. Owned by the app, on the UI thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

// The contents of the clipboard, copied by another program.
struct Pasted {
    enum class Kind { nothing, no_answer, text, picture } kind = Kind::nothing;
    std::vector<std::byte> bytes{};  // UTF-8, or an encoded picture: PNG if its owner has one
};

class Clipboard {
public:
    // `wake` is called on the clipboard's thread once there is an answer to take.
    explicit Clipboard(std::function<void()> wake);
    // Leaves what was offered to the desktop's clipboard manager, where there is one.
    ~Clipboard();
    Clipboard(const Clipboard&) = delete;
    Clipboard& operator=(const Clipboard&) = delete;

    // Offers a file until something else is copied: as a picture if it is one, and the file itself
    // `to_file_managers`. Returns what went wrong, in a sentence, or nothing.
    std::string offer(const std::filesystem::path& file, bool to_file_managers);
    // Asks for copied text or, if `pictures`, where there is none for a picture. An owner that says
    // nothing for two seconds is `no_answer`. False when there is no X server.
    bool ask(bool pictures);
    // The answer to what was asked last, once.
    std::optional<Pasted> take_answer();

private:
    class Connection;
    Connection* connection();

    std::function<void()> wake_;
    std::unique_ptr<Connection> connection_;  // from the first use on
};

}  // namespace redraw
