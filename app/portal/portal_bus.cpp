// Calls the desktop's file dialog on the D-Bus session bus. Contains the module's entry point.
#include "app/portal/portal.h"
#include "app/portal/portal_message.h"
#include "engine/module/loaded_module.h"

#include <sys/socket.h>

#include <cstdint>
#include <limits>
#include <string_view>

namespace redraw {
namespace {

constexpr std::uint64_t kPatience = 2'000'000;  // microseconds to wait for a D-Bus reply
constexpr const char* kBus = "org.freedesktop.DBus";

// Connects to the D-Bus session bus and returns what `talk` returns; without a session bus, a
// default value.
template <class Talk>
auto on_bus(const std::stop_token& stop, Talk talk) -> decltype(talk(nullptr)) {
    sd_bus* opened = nullptr;
    if (sd_bus_open_user(&opened) < 0) return {};
    const PortalBus bus(opened);
    sd_bus_set_method_call_timeout(opened, kPatience);
    // When `stop` is requested, shuts down receiving on the socket, which ends any wait at once.
    // Sending still works, so that the dialog can be closed.
    const std::stop_callback deafen(stop, [fd = sd_bus_get_fd(opened)] { shutdown(fd, SHUT_RD); });
    return talk(opened);
}

bool has_file_chooser(sd_bus* bus) {
    std::uint32_t version = 0;
    return sd_bus_get_property_trivial(bus, kPortalName, kPortalPath, kFileChooser, "version",
                                       nullptr, 'u', &version) >= 0;
}

// Subscribes to the signals for the dialog's answer and for the end of the portal's process.
bool listen(sd_bus* bus) {
    for (const char* rule :
         {"type='signal',sender='org.freedesktop.portal.Desktop',"
          "interface='org.freedesktop.portal.Request',member='Response'",
          "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
          "arg0='org.freedesktop.portal.Desktop',arg2=''"})
        if (sd_bus_call_method(bus, kBus, "/org/freedesktop/DBus", kBus, "AddMatch", nullptr,
                               nullptr, "s", rule) < 0)
            return false;
    return true;
}

ui::FileAnswer answer_in(sd_bus_message* response) {
    constexpr std::uint32_t kChosen = 0, kCancelled = 1;
    std::uint32_t how = 2;
    if (sd_bus_message_read(response, "u", &how) < 0) return {};
    if (how == kCancelled) return {ui::FileAnswer::Outcome::cancelled, {}};
    if (how == kChosen)
        if (auto path = chosen_path(response)) return {ui::FileAnswer::Outcome::chosen, *path};
    return {};
}

// Opens the dialog and waits until the user answers, the portal's process ends, or `stop` is
// requested.
ui::FileAnswer choose(sd_bus* bus, const ui::FileQuestion& question,
                      const std::string& parent_window, const std::stop_token& stop) {
    // Subscribes before opening the dialog, because the answer may come at once.
    if (!listen(bus)) return {};
    const PortalMessage call = make_portal_call(bus, question, parent_window);
    sd_bus_message* replied = nullptr;
    if (!call || sd_bus_call(bus, call.get(), 0, nullptr, &replied) < 0) return {};
    const PortalMessage reply(replied);
    const char* dialog = nullptr;
    if (sd_bus_message_read(replied, "o", &dialog) < 0) return {};
    while (!stop.stop_requested()) {
        sd_bus_message* heard = nullptr;
        const int worked = sd_bus_process(bus, &heard);
        if (worked < 0) return {};
        if (worked == 0) sd_bus_wait(bus, std::numeric_limits<std::uint64_t>::max());
        if (!heard) continue;
        const PortalMessage signal(heard);
        if (sd_bus_message_is_signal(heard, kBus, "NameOwnerChanged") > 0) return {};
        if (sd_bus_message_is_signal(heard, kPortalRequest, "Response") > 0 &&
            std::string_view(dialog) == sd_bus_message_get_path(heard))
            return answer_in(heard);
    }
    sd_bus_call_method_async(bus, nullptr, kPortalName, dialog, kPortalRequest, "Close", nullptr,
                             nullptr, nullptr);
    return {};
}

class Module final : public PortalModule {
public:
    bool there(const std::stop_token& stop) const override {
        return on_bus(stop, has_file_chooser);
    }

    ui::FileAnswer ask(const std::stop_token& stop, const ui::FileQuestion& question,
                       const std::string& parent_window) const override {
        return on_bus(stop,
                      [&](sd_bus* bus) { return choose(bus, question, parent_window, stop); });
    }
};

}  // namespace
}  // namespace redraw

extern "C" __attribute__((visibility("default"))) const redraw::PortalModule* redraw_portal_module(
    const char* version) {
    static const redraw::Module module;
    return std::string_view(version) == redraw::module_version() ? &module : nullptr;
}
