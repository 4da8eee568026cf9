// Fuzzes iron_learn models: an accepted model is a network that can be drawn.
#include "engine/export/iron_learn.h"
#include "engine/network/parameters.h"
#include "tests/fuzz/target.h"

#include <cmath>

using namespace redraw;
using namespace redraw::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    attempt([&] {
        const IronLearnModel model = iron_learn_from_json(text(data, size));
        promise(model.parameters.size() == parameter_count(model.config.network, 1),
                "a number for every parameter");
        for (const float parameter : model.parameters)
            promise(std::isfinite(parameter), "finite parameters");
        promise(can_be_shown(model.name), "its name can be shown");
    });
    return 0;
}
