// Runs in the window: cards, the sheet of all runs, branches under their run, comparing, racing.
#include "tests/support/ui_harness.h"
#include "ui/actions/reference.h"
#include "ui/runs/run_card.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

using namespace redraw;
using namespace redraw::ui;

namespace {

RecentEntry entry(const std::string& path, const std::string& parent = "") {
    RecentEntry run;
    run.path = path;
    run.name = path.substr(1);
    run.psnr = "30.0 dB";
    run.detail = "epoch 3 · now";
    run.settings = "SIREN, 4 layers of 128, rate 2e-3";
    run.parent = parent;
    return run;
}

std::string order_of(const std::vector<RecentEntry>& runs) {
    std::string text;
    for (const RecentEntry& run : runs)
        text += std::string(std::size_t(run.depth), '>') + run.name + " ";
    return text;
}

Companion rival() {
    Companion other;
    other.path = "/b";
    other.name = "lion.png";
    other.racing = true;
    other.step = 300;
    other.total_steps = 1000;
    other.seconds = 10;
    other.psnr = 20;
    std::vector<MeasuredPsnr> measured;
    for (std::int64_t step = 1; step <= 300; ++step)
        measured.push_back({step, float(step) / 15, double(step) / 30, true});
    other.measured = std::make_shared<const std::vector<MeasuredPsnr>>(std::move(measured));
    return other;
}

void put(Studio& studio, const Companion& other) {
    studio.status.companions = {std::make_shared<const Companion>(other)};
}

}  // namespace

TEST_CASE("settings in a line, and what differs between two") {
    Config a;
    CHECK(settings_line(a) == "SIREN, 4 layers of 128, rate 2e-3");
    Config b = a;
    b.network.layers = {64, 32};
    b.network.activation = Activation::relu;
    b.schedule.lr_max = 0.01;
    CHECK(settings_line(b) == "SIREN, ReLU, layers 64, 32, rate 0.01");
    b.network.layers = {64};
    CHECK(layers_text(b.network.layers) == "1 layer of 64");
    b.preset = "of another program";  // an imported run
    CHECK_FALSE(settings_line(b).empty());
    CHECK(differences(a, a).empty());
    const auto found = differences(a, b);
    REQUIRE(found.size() == 4);
    CHECK(found[1].what == "Layers");
    CHECK(found[1].a == "4 layers of 128");
    CHECK(found[1].b == "1 layer of 64");
    CHECK(found[3].what == "Rate max");
}

TEST_CASE("branches stand under the run they came from, families by their newest") {
    CHECK(order_of(with_branches_under_parents(
              {entry("/new"), entry("/b", "/a"), entry("/c"), entry("/d", "/b"), entry("/a")})) ==
          "new a >b >>d c ");
    CHECK(order_of(with_branches_under_parents({entry("/orphan", "/gone")})) == "orphan ");
    // Hostile files may name each other, or themselves: each is listed once.
    const auto knot = with_branches_under_parents(
        {entry("/a", "/b"), entry("/b", "/a"), entry("/c", "/c"), entry("/d", "/a")});
    CHECK(knot.size() == 4);
    CHECK(with_branches_under_parents({}).empty());
}

TEST_CASE("the filter wants every word, in any case") {
    const RecentEntry run = entry("/Lion.png");
    CHECK(matches(run, ""));
    CHECK(matches(run, "  lion SIREN "));
    CHECK(matches(run, "30.0 db"));
    CHECK_FALSE(matches(run, "lion fourier"));
}

TEST_CASE("Ctrl+Shift+O lists all runs; keys choose, open and close") {
    Studio studio;
    std::vector<RecentEntry> runs{entry("/a"), entry("/b"), entry("/c")};
    studio.view.recent = runs;
    CHECK(asks<request::RefreshRuns>(studio.press(Key::o, true, true)));
    CHECK(studio.state.sheets.dialog == Dialog::runs);
    studio.draw();
    CHECK(studio.state.sheets.runs.choice.at == "/a");
    studio.press(Key::down);
    studio.press(Key::down);
    studio.press(Key::down);  // no further
    CHECK(studio.state.sheets.runs.choice.at == "/c");
    studio.press(Key::up);
    CHECK(opened(studio.press(Key::enter)) == "/b");
    CHECK(studio.state.sheets.dialog == Dialog::none);
    studio.tap(Key::o, true, true);
    studio.tap(Key::escape);
    CHECK(studio.state.sheets.dialog == Dialog::none);
}

TEST_CASE("of a thousand runs the drawings of those in sight are wanted, and of no other") {
    Studio studio;
    std::vector<RecentEntry> runs;
    for (int i = 0; i < 1000; ++i) runs.push_back(entry("/run " + std::to_string(i)));
    studio.view.recent = runs;
    CHECK(studio.draw().cards.empty());
    studio.tap(Key::o, true, true);
    const auto first = studio.draw().cards;
    REQUIRE(first.size() >= 5);
    CHECK(first.size() < 16);
    CHECK(first.front() == "/run 0");
    for (int i = 0; i < 40; ++i) studio.press(Key::down);
    const auto later = studio.draw().cards;
    CHECK(later.size() < 16);
    CHECK(std::find(later.begin(), later.end(), "/run 40") != later.end());
    CHECK(std::find(later.begin(), later.end(), "/run 0") == later.end());
}

TEST_CASE("the open run is not opened again, and a damaged one not at all") {
    Studio studio;
    std::vector<RecentEntry> runs{entry("/a"), entry("/b")};
    runs[0].open = true;
    runs[1].problem = "Cannot read b: it is damaged";
    studio.view.recent = runs;
    studio.tap(Key::o, true, true);
    CHECK(studio.state.sheets.runs.choice.runs.empty());
    CHECK_FALSE(opened(studio.press(Key::enter)));
    studio.press(Key::down);
    CHECK(studio.state.sheets.runs.choice.at == "/a");
    CHECK_FALSE(opened(studio.press(Key::enter)));
    studio.press(Key::down);
    CHECK_FALSE(opened(studio.press(Key::enter)));
    CHECK(studio.state.sheets.dialog == Dialog::runs);
}

TEST_CASE("the sheet's buttons ask for what they say, and only of the chosen run") {
    Studio studio;
    std::vector<RecentEntry> runs{entry("/a"), entry("/b")};
    studio.view.recent = runs;
    studio.view.window = {1280, 800};
    std::vector<std::string> asked;
    for (const char* label : {"Open", "Use its settings", "Compare", "Move to trash"}) {
        studio.tap(Key::o, true, true);
        studio.press(Key::down);
        for (const Requests& r : studio.click(label)) {
            if (opened(r) == "/b") asked.push_back("open");
            if (newest<&request::ReuseSettings::run>(r) == "/b") asked.push_back("reuse");
            if (newest<&command::CompareWith::run>(r) == "/b") asked.push_back("compare");
            if (newest<&request::TrashRuns::runs>(r) == std::vector<std::filesystem::path>{"/b"})
                asked.push_back("trash");
        }
        studio.tap(Key::escape);
    }
    asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
    CHECK(asked == std::vector<std::string>{"open", "reuse", "compare", "trash"});
}

TEST_CASE("space is freed of the runs in the list, after a question, and of none that is open") {
    Studio studio;
    std::vector<RecentEntry> runs{entry("/a"), entry("/b"), entry("/c"), entry("/d")};
    runs[0].open = true;
    runs[2].problem = "Cannot read c: it is damaged";
    for (RecentEntry& run : runs) run.bytes = 1e6;
    studio.view.recent = runs;
    const auto freed = [&](const char* label) {
        return newest<&request::FreeSpace::runs>(studio.click(label));
    };
    studio.tap(Key::o, true, true);
    CHECK_FALSE(freed("Free space…"));
    CHECK_FALSE(freed("Keep all"));
    CHECK_FALSE(freed("Free space…"));
    CHECK(freed("Free space") == std::vector<std::filesystem::path>{"/b", "/d"});
    studio.view.packing = 2;  // and not twice
    studio.draw();
    CHECK_FALSE(freed("2 left"));
    CHECK_FALSE(studio.state.sheets.runs.free_asked);
}

TEST_CASE("no runs, a thousand runs, and a filter that finds none can be drawn") {
    Studio studio;
    studio.tap(Key::o, true, true);
    std::vector<RecentEntry> many;
    for (int i = 0; i < 1000; ++i) many.push_back(entry("/" + std::to_string(i)));
    for (RecentEntry& run : many) run.depth = 40;  // of branches of branches
    studio.view.recent = many;
    studio.settle();
    for (int i = 0; i < 30; ++i) studio.tap(Key::down);
    studio.state.sheets.runs.filter = "nothing like this";
    studio.draw();
    CHECK(studio.state.sheets.runs.choice.runs.empty());
    CHECK_FALSE(opened(studio.press(Key::enter)));
}

TEST_CASE("a card of the start screen opens its run") {
    Studio studio;
    studio.status = {};
    studio.view.frame.reset();
    std::vector<RecentEntry> runs{entry("/a"), entry("/b")};
    studio.view.recent = runs;
    studio.draw();
    CHECK(opened(studio.click(runs[0].name)) == "/a");
}

TEST_CASE("a comparison shows itself when it begins and leaves when it ends") {
    Studio studio;
    studio.state.centre.mode = ViewMode::neurons;
    Companion other = rival();
    other.racing = false;
    put(studio, other);
    studio.draw();
    CHECK(studio.state.centre.reference == Reference::companion);
    CHECK(studio.state.centre.mode == ViewMode::side_by_side);
    CHECK_FALSE(studio.state.curves.companion_by_time);
    studio.state.centre.reference = Reference::picture;  // the user's choice stays
    studio.draw();
    CHECK(studio.state.centre.reference == Reference::picture);
    studio.state.centre.reference = Reference::companion;
    studio.status.companions.clear();
    studio.draw();
    CHECK(studio.state.centre.reference == Reference::picture);
    put(studio, rival());
    studio.draw();
    CHECK(studio.state.curves.companion_by_time);
}

TEST_CASE("the other run's curve is drawn whatever its metrics are") {
    Studio studio;
    for (const bool by_time : {false, true})
        for (const int kind : {0, 1, 2, 3}) {
            Companion other = rival();
            other.path = "/" + std::to_string(kind) + (by_time ? "t" : "e");
            std::vector<MeasuredPsnr> measured = *other.measured;
            if (kind == 0) measured.clear();
            if (kind == 1) measured.resize(1);
            if (kind == 2)
                for (MeasuredPsnr& drawing : measured) drawing.psnr = NAN;
            if (kind == 3)  // a million epochs in a plot of a thousand
                for (MeasuredPsnr& drawing : measured)
                    drawing.step *= 5000, drawing.seconds *= 5000;
            other.measured = std::make_shared<const std::vector<MeasuredPsnr>>(std::move(measured));
            put(studio, other);
            studio.draw();
            studio.state.curves.companion_by_time = by_time;
            studio.state.preferences.log_epochs = !by_time;
            studio.draw();
            CHECK(ImGui::GetDrawData()->TotalVtxCount < 65'000);
        }
}

TEST_CASE("a branch says from where, and opens the run it came from") {
    Studio studio;
    studio.view.window = {1280, 800};
    studio.status.events = std::make_shared<const std::vector<Event>>(
        std::vector<Event>{{0, EventKind::started}, {120, EventKind::branched, 0, 0, "a.redraw"}});
    std::vector<RecentEntry> runs{entry("/runs/a.redraw")};
    studio.view.recent = runs;
    CHECK(opened(studio.click("from epoch 120")) == "/runs/a.redraw");
    const ImVec2 there = studio.middle("from epoch 120");
    studio.view.recent = {};  // it is gone: said, not offered
    studio.draw();
    CHECK(studio.count("from epoch 120") == 0);
    CHECK_FALSE(opened(studio.click(there)).has_value());
}

TEST_CASE("Escape ends a question of the list before the list") {
    Studio studio;
    std::vector<RecentEntry> runs{entry("/a"), entry("/b")};
    studio.view.recent = runs;
    studio.tap(Key::o, true, true);
    studio.click("Free space…");
    REQUIRE(studio.state.sheets.runs.free_asked);
    studio.tap(Key::escape);
    CHECK_FALSE(studio.state.sheets.runs.free_asked);
    CHECK(studio.state.sheets.dialog == Dialog::runs);
    studio.click("Rename…");
    REQUIRE(studio.state.sheets.runs.new_name);
    studio.click(kNowhere);  // out of the field
    studio.tap(Key::escape);
    CHECK_FALSE(studio.state.sheets.runs.new_name);
    CHECK(studio.state.sheets.dialog == Dialog::runs);
    studio.tap(Key::escape);
    CHECK(studio.state.sheets.dialog == Dialog::none);
}

TEST_CASE(
    "a double click opens a run while the filter is typed in, and Ctrl+A there is the text's") {
    Studio studio;
    std::vector<RecentEntry> runs{entry("/one"), entry("/two"), entry("/three")};
    studio.view.recent = runs;
    studio.tap(Key::o, true, true);
    studio.click("filter");
    studio.type("t");
    studio.draw();
    REQUIRE(ImGui::GetIO().WantTextInput);
    studio.press(Key::a, true);
    CHECK(studio.state.sheets.runs.choice.runs.size() == 1);
    const ImVec2 at = studio.middle("three");
    studio.click(at);
    CHECK(opened(studio.click(at)) == "/three");
}
