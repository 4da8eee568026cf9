// Presets of one's own: in the network panel's list, and the sheet that keeps them.
#include "tests/support/ui_harness.h"
#include "ui/kit/fields.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace redraw::ui;

namespace {

PresetEntry kept(const std::string& name, const std::string& text) {
    PresetEntry entry{"/presets/" + name, name, text, {}, {}};
    try {
        entry.preset = own_preset_from_json(text);
    } catch (const std::exception& error) {
        entry.problem = error.what();
    }
    return entry;
}

const std::vector<PresetEntry>& three() {
    static const std::vector entries{
        kept("Lions", R"({"preset": "grid", "network": {"layers": [32, 32]}})"),
        kept("Broken", R"({"preset": 1})"), kept("Night", R"({"schedule": {"seconds": 3600}})")};
    return entries;
}

}  // namespace

TEST_CASE("a preset of one's own is chosen in the list, and called by its name then") {
    Studio studio;
    studio.view.presets = three();
    CHECK(asked<presets::Refresh>(studio.click("preset")));
    const auto all = studio.click("Lions");
    const auto config = restart_of(all);
    REQUIRE(config);
    CHECK(config->preset == "grid");
    CHECK(config->network.layers == std::vector{32, 32});
    CHECK(config->data.train_size == studio.status.request.data.train_size);

    Ui ui = studio.ui();
    CHECK(preset_title(ui, *config) == "Lions");
    Config edited = *config;
    edited.network.layers = {8};
    CHECK(preset_title(ui, edited) == "Grid");

    studio.click("preset");
    CHECK_FALSE(asks<command::Restart>(studio.click("Broken")));
}

TEST_CASE("the sheet keeps what is set, renames, moves to the trash and asks where to export") {
    Studio studio;
    studio.view.presets = three();
    studio.state.settings.edited.network.layers = {7, 7};
    studio.open(Dialog::presets);
    studio.click("preset name");
    studio.type("siren");
    CHECK_FALSE(asked<presets::Save>(studio.click("Save")));  // a built-in one's name
    studio.click("preset name");
    studio.type(" mine");
    const auto saved = asked<presets::Save>(studio.click("Save"));
    REQUIRE(saved);
    CHECK(saved->name == "siren mine");
    CHECK(own_preset_from_json(saved->text).config.network.layers == std::vector{7, 7});

    studio.click("Night");
    CHECK(studio.state.sheets.presets.name == "Night");
    CHECK_FALSE(asked<presets::Rename>(studio.click("Rename")));  // it is called so
    studio.state.sheets.presets.name = "Overnight";
    const auto renamed = asked<presets::Rename>(studio.click("Rename"));
    REQUIRE(renamed);
    CHECK(renamed->path == "/presets/Night");
    CHECK(renamed->name == "Overnight");

    studio.click("Lions");
    const auto trashed = asked<presets::Trash>(studio.click("Move to trash"));
    REQUIRE(trashed);
    CHECK(trashed->path == "/presets/Lions");
    studio.click("Export…");
    CHECK(studio.state.sheets.dialog == Dialog::preset_file);
    CHECK(studio.state.sheets.browser.typed == "Lions.redraw-preset.json");
    studio.tap(Key::escape);
    CHECK(studio.state.sheets.dialog == Dialog::presets);  // back to where it was asked from

    studio.click("Broken");
    CHECK_FALSE(asks<command::Restart>(studio.click("Use")));
    studio.click("Night");
    CHECK(restart_of(studio.click("Use")).value().schedule.seconds == 3600);
    CHECK(studio.state.sheets.dialog == Dialog::none);
}

TEST_CASE("without a run there is nothing to keep or to use, and the sheet says so") {
    Studio studio;
    studio.view.presets = three();
    studio.status = {};
    studio.open(Dialog::presets);
    studio.click("preset name");
    studio.type("x");
    CHECK_FALSE(asked<presets::Save>(studio.click("Save")));
    studio.click("Lions");
    studio.click("Use");
    CHECK(studio.state.sheets.dialog == Dialog::presets);
    studio.click("Import…");
    CHECK(studio.state.sheets.dialog == Dialog::import_preset);
}
