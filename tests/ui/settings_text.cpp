#include "ui/kit/fields.h"

#include "engine/data/resolve.h"
#include "engine/text/words.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace redraw::ui;

TEST_CASE("every setting explains its default, which is the value of the configuration") {
    for (int i = 0; i < int(Setting::count); ++i) {
        CAPTURE(i);
        REQUIRE(label_of(Setting(i)));
        CHECK(help_of(Setting(i), {}).find("Default") != std::string::npos);
    }
    struct Default {
        Setting setting;
        void (*change)(Config&);
        const char* shown;
    };
    const Default defaults[] = {
        {Setting::train_size, [](Config& c) { c.data.train_size.longer_side = 77; }, "77 × 77"},
        {Setting::channels, [](Config& c) { c.data.channels = ChannelMode::gray; }, "gray"},
        {Setting::layers,
         [](Config& c) {
             c.network.layers = {7, 8};
         },
         "7 8"},
        {Setting::parameters, [](Config& c) { c.network.parameters = 77; }, "77"},
        {Setting::activation, [](Config& c) { c.network.activation = Activation::gelu; }, "GELU"},
        {Setting::encoding, [](Config& c) { c.network.encoding = Encoding::grid; }, "Grid"},
        {Setting::fourier_count, [](Config& c) { c.network.fourier.count = 77; }, "77"},
        {Setting::fourier_sigma, [](Config& c) { c.network.fourier.sigma = 77; }, "77"},
        {Setting::grid_levels, [](Config& c) { c.network.grid.levels = 7; }, "7"},
        {Setting::grid_finest, [](Config& c) { c.network.grid.finest = 77; }, "77"},
        {Setting::grid_base, [](Config& c) { c.network.grid.base = 77; }, "77"},
        {Setting::grid_features, [](Config& c) { c.network.grid.features = 3; }, "3"},
        {Setting::first_omega, [](Config& c) { c.network.first_omega = 77; }, "77"},
        {Setting::hidden_omega, [](Config& c) { c.network.hidden_omega = 77; }, "77"},
        {Setting::hidden_gain, [](Config& c) { c.network.hidden_gain = 7; }, "7"},
        {Setting::output, [](Config& c) { c.network.output = OutputMap::sigmoid; }, "Sigmoid"},
        {Setting::pixel, [](Config& c) { c.network.pixel = PixelModel::area; }, "area"},
        {Setting::total_variation, [](Config& c) { c.optimizer.total_variation = 0.7; }, "0.7"},
        {Setting::loss, [](Config& c) { c.optimizer.loss = Loss::l1; }, "L1"},
        {Setting::optimizer, [](Config& c) { c.optimizer.kind = Optimizer::sgd; }, "SGD"},
        {Setting::momentum, [](Config& c) { c.optimizer.momentum = 0.7; }, "0.7"},
        {Setting::beta1, [](Config& c) { c.optimizer.beta1 = 0.7; }, "0.7"},
        {Setting::beta2, [](Config& c) { c.optimizer.beta2 = 0.7; }, "0.7"},
        {Setting::seed, [](Config& c) { c.seed = 77; }, "77"},
        {Setting::lr_max, [](Config& c) { c.schedule.lr_max = 0.7; }, "0.7"},
        {Setting::lr_min, [](Config& c) { c.schedule.lr_min = 0.7; }, "0.7"},
        {Setting::epochs, [](Config& c) { c.schedule.epochs = 77; }, "77"},
        {Setting::epoch_offset, [](Config& c) { c.schedule.epoch_offset = 77; }, "77"},
        {Setting::warmup, [](Config& c) { c.schedule.warmup_epochs = 77; }, "77"},
        {Setting::restart_epochs, [](Config& c) { c.schedule.restart_epochs = 77; }, "77"},
        {Setting::restart_multiplier, [](Config& c) { c.schedule.restart_multiplier = 7; }, "7"},
    };
    for (const Default& changed : defaults) {
        CAPTURE(label_of(changed.setting));
        Config config;
        const std::string plain = help_of(changed.setting, config);
        changed.change(config);
        CHECK(plain != help_of(changed.setting, config));
        CHECK(help_of(changed.setting, config).find(changed.shown) != std::string::npos);
    }
    CHECK(help_of(Setting::preset, {}).find(title(kChosenPreset)) != std::string::npos);
}
