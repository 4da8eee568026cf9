// Texts of the window: help of settings with their defaults, numbers, line breaks, and missing
// glyphs.
#include "engine/data/resolve.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"
#include "tests/support/ui_harness.h"
#include "ui/kit/fields.h"
#include "ui/kit/settings_text.h"
#include "ui/kit/widgets.h"
#include "ui/theme/fonts.h"

#include <algorithm>
#include <sstream>

using namespace redraw;
using namespace redraw::ui;

namespace {

struct Default {
    Setting setting;
    void (*change)(Config&);
    const char* shown;
};
// Settings changed from their defaults, and the text by which their help shows the new value.
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
    {Setting::total_variation,
     [](Config& c) {
         c.network.pixel = PixelModel::area;
         c.optimizer.total_variation = 0.7;
     },
     "0.7"},
    {Setting::loss, [](Config& c) { c.optimizer.loss = Loss::l1; }, "L1"},
    {Setting::optimizer, [](Config& c) { c.optimizer.kind = Optimizer::sgd; }, "SGD"},
    {Setting::momentum, [](Config& c) { c.optimizer.momentum = 0.7; }, "0.7"},
    {Setting::beta1, [](Config& c) { c.optimizer.beta1 = 0.7; }, "0.7"},
    {Setting::beta2, [](Config& c) { c.optimizer.beta2 = 0.7; }, "0.7"},
    {Setting::seed, [](Config& c) { c.seed = 77; }, "77"},
    {Setting::lr_max, [](Config& c) { c.schedule.lr_max = 0.7; }, "0.7"},
    {Setting::lr_min, [](Config& c) { c.schedule.lr_max = 0.9, c.schedule.lr_min = 0.7; }, "0.7"},
    {Setting::epochs, [](Config& c) { c.schedule.epochs = 77; }, "77"},
    {Setting::warmup, [](Config& c) { c.schedule.warmup_epochs = 77; }, "77"},
};

}  // namespace

TEST_CASE("every setting explains its default, which is the value of the configuration") {
    for (int i = 0; i < int(Setting::count); ++i) {
        CAPTURE(i);
        REQUIRE(label_of(Setting(i)));
        CHECK(help_of(Setting(i), {}).find("Default") != std::string::npos);
    }
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

TEST_CASE("every setting is undone and redone") {
    for (const Default& changed : defaults) {
        CAPTURE(label_of(changed.setting));
        Studio studio;
        Settings& settings = studio.state.settings;
        const Config before = settings.edited;
        changed.change(settings.edited);
        const Config after = settings.edited;
        committed(settings);
        CHECK(settings.problem == "");
        CHECK(settings.edited == after);
        studio.press(Key::z, true);
        CHECK(settings.edited == before);
        const Requests again = studio.press(Key::z, true, true);
        CHECK(settings.edited == after);
        CHECK_FALSE(asks<command::Restart>(again));
        CHECK((asks<command::Open>(again) || asks<command::SetSchedule>(again)));
    }
}

TEST_CASE("numbers as people write and read them") {
    for (const auto& [text, value] : {std::pair{"2e-3", 2e-3},
                                      {"1,240", 1240.0},
                                      {"1,240.5", 1240.5},
                                      {"0,5", 0.5},
                                      {"0,125", 0.125},
                                      {" 12 000 ", 12000.0}})
        CHECK(parse_number(text) == value);
    for (const char* text : {"nan", "inf", "12x", ""}) CHECK_FALSE(parse_number(text));
    for (const double value : {0.0, 2e-3, 1e-4, 0.99, 60.0, 1234567.0, 1.26e-5, 0.1})
        CHECK(parse_number(number(value)) == value);
    for (const auto& [value, text] : {std::pair{2e-3, "2e-3"}, {0.99, "0.99"}, {1e6, "1000000"}})
        CHECK(number(value) == text);
}

TEST_CASE("no number of the window has sixteen digits") {
    for (const auto& [value, text] : {std::pair{10.0 / 11, "0.90909"},
                                      {1618.8123456, "1618.8"},
                                      {2e-3, "2e-3"},
                                      {1.23456789e-4, "1.2346e-4"},
                                      {1234567.0, "1234567"},
                                      {0.1, "0.1"}})
        CHECK(shown_number(value) == text);
    for (const double value : {0.0, 2e-3, 0.99, 60.0, 1234567.0, 1.26e-5, 0.25})
        CHECK(parse_number(shown_number(value)) == value);
    for (const auto& [value, text] :
         {std::pair{1618.8, "1,619"}, {99.96, "100"}, {0.5, "0.5"}, {3.9999999, "4"}})
        CHECK(epoch_number(value) == text);
}

TEST_CASE_FIXTURE(Studio, "texts are broken into lines at spaces only, and lines are full") {
    draw();
    ImFont* font = view.fonts.small;
    const std::string text = "ReLU 16.8 dB, sine 39.3 dB:\n2,241 weights are enough for this.";
    const auto first_word = [](const std::string& line) {  // with its unit
        std::size_t end = line.find(' ');
        if (end != line.npos && line.compare(end, 3, " dB") == 0) end = line.find(' ', end + 1);
        return line.substr(0, end);
    };
    for (float width = 20; width < 500; width += 3) {
        const std::string broken = broken_into_lines(font, text, width);
        std::istringstream lines(broken);
        std::string whole, before;
        for (std::string line; std::getline(lines, line); before = line) {
            CHECK((line == first_word(line) || text_size(font, line).x <= width));
            CHECK_FALSE(line.starts_with("dB"));
            if (!whole.empty() && text[whole.size()] == ' ')
                CHECK(text_size(font, before + ' ' + first_word(line)).x > width);
            whole += (whole.empty() ? "" : std::string(1, text[whole.size()])) + line;
        }
        CHECK(whole == text);
    }
}

TEST_CASE("the built-in font stands in for what it lacks") {
#if IMGUI_VERSION_NUM < 19200
    ImFontAtlas atlas;
    ImFont* font = atlas.AddFontDefault();
    atlas.Build();
    REQUIRE_FALSE(font->FindGlyphNoFallback(0x2026));
    align_digits({font, font, font, font, font, font, font, font, font, font});
    for (const ImWchar sign : {0x2026, 0x2013, 0x2212, 0x2019, 0xD7, 0xB7}) {
        CAPTURE(sign);
        CHECK(font->FindGlyphNoFallback(sign));
    }
    CHECK(font->GetCharAdvance(0x2026) > 0);
#endif
}
