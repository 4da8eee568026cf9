// A configuration, from --config or from a run: what is accepted means the same when it is written
// and read again.
#include "engine/network/config_json.h"
#include "engine/network/parameters.h"
#include "tests/fuzz/target.h"

using namespace redraw;
using namespace redraw::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Config config;
    if (!attempt([&] { config = config_from_json(text(data, size)); })) return 0;
    promise(config_from_json(to_json(config)) == config, "it reads what it writes");
    promise(parameter_count(config.network, 4) <= 64'000'000, "the limits hold");
    return 0;
}
