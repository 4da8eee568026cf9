// Builds and reads the D-Bus messages of the desktop's file dialog. portal_bus.cpp sends them.
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

// Builds the message that opens the file dialog. Returns null if that fails.
PortalMessage make_portal_call(sd_bus* bus, const ui::FileQuestion& question,
                               const std::string& parent_window);
// Returns the first URI of a Response signal as a local path; absent if it has none. Precondition:
// the response code, which comes first in the message, has been read.
std::optional<std::filesystem::path> chosen_path(sd_bus_message* response);

}  // namespace redraw
