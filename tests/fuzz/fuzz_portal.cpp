// Fuzzes the answers of the desktop's file dialog. The D-Bus library has checked the message's
// format, but its values may be anything. The input is read as a script that builds such a message.
#include "app/portal/portal_message.h"
#include "engine/text/display_name.h"
#include "tests/fuzz/target.h"

#include <sys/socket.h>

#include <algorithm>
#include <iterator>

using namespace redraw;
using namespace redraw::ui;
using namespace redraw::fuzz;

namespace {

// A connection with nobody at the other end, since messages need a connection.
sd_bus* bus() {
    static sd_bus* const made = [] {
        int ends[2];
        sd_bus* connection = nullptr;
        promise(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0, "a socket");
        promise(sd_bus_new(&connection) >= 0, "a bus");
        sd_bus_set_fd(connection, ends[0], ends[0]);
        sd_bus_start(connection);
        return connection;
    }();
    return made;
}

class Script {
public:
    explicit Script(std::string_view script) : left_(script) {}
    bool at_end() const { return left_.empty(); }
    unsigned number() {
        if (left_.empty()) return 0;
        const auto first = static_cast<unsigned char>(left_.front());
        left_.remove_prefix(1);
        return first;
    }
    // Makes the word valid UTF-8, which D-Bus requires.
    std::string word() {
        const std::size_t asked = number();
        const std::size_t length = std::min(asked, left_.size());
        const std::string taken(left_.substr(0, length));
        left_.remove_prefix(length);
        return display_name(taken);
    }

private:
    std::string_view left_;
};

void append_entry(sd_bus_message* m, Script& script) {
    constexpr const char* kKeys[] = {"uris", "choices", "current_filter", "writable"};
    const std::string word = script.word();
    const char* key = script.number() % 4 != 0 ? kKeys[script.number() % std::size(kKeys)]  //
                                               : word.c_str();
    sd_bus_message_open_container(m, 'e', "sv");
    sd_bus_message_append(m, "s", key);
    switch (script.number() % 6) {
        case 0:
            sd_bus_message_append(m, "v", "s", word.c_str());
            break;
        case 1:
            sd_bus_message_append(m, "v", "as", 0);
            break;
        case 2:
            sd_bus_message_append(m, "v", "u", script.number());
            break;
        case 3:
            sd_bus_message_append(m, "v", "a{sv}", 1, word.c_str(), "ay", 1, 7);
            break;
        default:
            sd_bus_message_append(m, "v", "as", 2, ("file://" + word).c_str(), word.c_str());
            break;
    }
    sd_bus_message_close_container(m);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    sd_bus_message* made = nullptr;
    promise(sd_bus_message_new_signal(bus(), &made, "/a", kPortalRequest, "Response") >= 0,
            "a message");
    const PortalMessage message(made);
    Script script(text(data, size));
    const unsigned shape = script.number() % 8;
    if (shape != 0) sd_bus_message_open_container(made, 'a', "{sv}");
    while (shape != 0 && !script.at_end()) append_entry(made, script);
    if (shape != 0) sd_bus_message_close_container(made);
    if (shape == 0) sd_bus_message_append(made, "s", script.word().c_str());
    if (sd_bus_message_seal(made, 1, 0) < 0) return 0;  // D-Bus refuses to build it
    sd_bus_message_rewind(made, 1);
    if (const auto path = chosen_path(made)) {
        promise(path->is_absolute(), "absolute");
        promise(path->native().find('\0') == std::string::npos, "no zero in it");
    }
    return 0;
}
