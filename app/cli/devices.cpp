// `redraw devices`: the devices that can compute.
#include "engine/device/devices.h"
#include "app/cli/command.h"
#include "app/cli/commands.h"

#include <nlohmann/json.hpp>

namespace redraw {
namespace {

struct DevicesCommand {
    bool json = false;
    void add_to(CLI::App& command);
    void run();
};

}  // namespace

void DevicesCommand::add_to(CLI::App& command) {
    command.add_flag("--json", json, "one JSON object a line");
}

void DevicesCommand::run() {
    Json devices = Json::array();
    for (const DeviceInfo& device : list_devices()) {
        devices.push_back(
            {{"name", device.name}, {"available", device.available}, {"detail", device.detail}});
        if (!json)
            print("{:<8} {}{}\n", device.name,
                  device.available ? "" : "not available: ", device.detail);
    }
    if (json) print_json({{"devices", devices}});
}

void add_devices(CLI::App& app) {
    add_command<DevicesCommand>(app, "devices", "List the devices that can compute");
}

}  // namespace redraw
