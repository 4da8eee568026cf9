// The X server's clipboard: offers pictures and files to other programs, and fetches what they
// copied. GLFW's own clipboard carries only text and may wait forever. Here a thread with its own X
// connection talks to the other programs, so that no call waits for them. Used on the UI thread.
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
    // UTF-8 text, or an encoded picture: PNG if the other program offers it.
    std::vector<std::byte> bytes{};
};

class Clipboard {
public:
    // `wake` is called on the clipboard's thread when a requested answer is available.
    explicit Clipboard(std::function<void()> wake);
    // Hands the offered contents to the desktop's clipboard manager, if there is one, so that they
    // survive this program.
    ~Clipboard();
    Clipboard(const Clipboard&) = delete;
    Clipboard& operator=(const Clipboard&) = delete;

    // Offers a file to other programs until something else is copied. A PNG, JPEG, WebP or BMP is
    // offered as a picture. If `to_file_managers` is true, the file itself is also offered. Returns
    // an error message, or empty.
    std::string offer(const std::filesystem::path& file, bool to_file_managers);
    // Requests copied text. If there is none and `pictures` is true, requests a picture. If the
    // program that copied it does not react for two seconds, the answer is `no_answer`. Returns
    // false without an X server.
    bool ask(bool pictures);
    // Returns the answer to the last request; absent until it arrives, and after it was returned
    // once.
    std::optional<Pasted> take_answer();

private:
    class Connection;
    Connection* connection();

    std::function<void()> wake_;
    std::unique_ptr<Connection> connection_;  // created when first needed
};

}  // namespace redraw
