// Fuzzes the studio's settings.json, which another program or a failing disk may have written.
#include "app/studio/preferences_file.h"
#include "tests/fuzz/target.h"

using namespace redraw;
using namespace redraw::ui;
using namespace redraw::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    attempt([&] {
        const StudioSettings settings = settings_from_json(text(data, size));
        const Preferences& p = settings.preferences;
        promise(p.smoothing >= 0 && p.smoothing <= 1, "smoothing");
        promise(p.timelapse_speed >= 0.25 && p.timelapse_speed <= 4, "speed");
        promise(p.text_percent >= 75 && p.text_percent <= 250, "text size");
        promise(p.training_percent == 25 || p.training_percent == 50 || p.training_percent == 100,
                "duty");
        promise(int(settings.mode) >= 0 && settings.mode <= kNames<ViewMode>.back().value, "view");
        promise(int(p.timelapse_pace) >= 0 && int(p.timelapse_pace) <= 2, "pace");
        promise(settings.place.width >= 0 && settings.place.width <= 16384, "window");
    });
    return 0;
}
