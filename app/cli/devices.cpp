// `redraw devices`: the devices that can compute.
#include "engine/device/devices.h"
#include "app/cli/commands.h"

#include <nlohmann/json.hpp>

namespace redraw {
namespace {

struct DevicesCommand {
    bool json = false;
    void run();
};

}  // namespace

void add_devices(CLI::App& app) {
    const auto [command, asked] =
        add_command<DevicesCommand>(app, "devices", "List the devices that can compute");
    command.add_flag("--json", asked.json, "one JSON object a line");
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

}  // namespace redraw
