// Fuzzes configurations from --config, from runs and from user presets: an accepted configuration
// means the same after it is written and read again, and a preset keeps its layers.
#include "engine/data/own_preset.h"
#include "engine/network/config_json.h"
#include "engine/network/parameters.h"
#include "tests/fuzz/target.h"

using namespace redraw;
using namespace redraw::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Config config;
    if (!attempt([&] { config = config_from_json(text(data, size)); })) return 0;
    promise(request_from_json(request_to_json({.config = config})).config == config,
            "it reads what it writes");
    promise(parameter_count(config.network, 4) <= 64'000'000, "the limits hold");
    OwnPreset preset;
    if (!attempt([&] { preset = own_preset_from_json(text(data, size)); })) return 0;
    const PixelSize picture{640, 480};
    const Config used = with_own_preset(preset.config, text(data, size), picture);
    const OwnPreset again = own_preset_from_json(preset_json(used));
    promise(again.config.network.layers == used.network.layers, "a preset keeps what it is given");
    return 0;
}
