// The portal's messages, apart from when they are sent.
#pragma once

#include "ui/state/requests.h"

#include <systemd/sd-bus.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace redraw {

inline constexpr const char* kPortalName = "org.freedesktop.portal.Desktop";
inline constexpr const char* kPortalPath = "/org/freedesktop/portal/desktop";
inline constexpr const char* kFileChooser = "org.freedesktop.portal.FileChooser";
inline constexpr const char* kPortalRequest = "org.freedesktop.portal.Request";

template <auto release>
struct BusRelease {
    void operator()(auto* handle) const { release(handle); }
};
using PortalBus = std::unique_ptr<sd_bus, BusRelease<sd_bus_close_unref>>;
using PortalMessage = std::unique_ptr<sd_bus_message, BusRelease<sd_bus_message_unref>>;

// Null when there is no memory for it.
PortalMessage make_portal_call(sd_bus* bus, const ui::FileQuestion& question,
                               const std::string& parent_window);
// Reads the first URI of a Response, whose number was read before, as a path of this machine.
std::optional<std::filesystem::path> chosen_path(sd_bus_message* response);

}  // namespace redraw
