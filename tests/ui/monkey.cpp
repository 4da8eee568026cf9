// Random-input ("monkey") test of the studio without a window: thousands of random clicks, drags,
// keys and session events. Requested configurations and sizes must be valid, each vertex finite.
#include "engine/error.h"
#include "engine/features/compare/compared_run.h"
#include "engine/features/doctor/doctor.h"
#include "engine/features/enlarge/enlarging_measure.h"
#include "engine/features/studies/keyframe_thumbnails.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/ui_harness.h"

#include <random>

using namespace redraw;
using namespace redraw::ui;

namespace {

constexpr Key kKeys[] = {
    Key::space, Key::zero, Key::one,   Key::two,       Key::three,  Key::four,   Key::five,
    Key::six,   Key::b,    Key::e,     Key::f,         Key::k,      Key::l,      Key::n,
    Key::o,     Key::p,    Key::q,     Key::r,         Key::s,      Key::v,      Key::y,
    Key::z,     Key::plus, Key::minus, Key::comma,     Key::period, Key::escape, Key::escape,
    Key::enter, Key::tab,  Key::tab,   Key::backspace, Key::left,   Key::right,  Key::up,
    Key::down,  Key::home, Key::end,   Key::f1,        Key::f11};
constexpr ImGuiKey kFocusKeys[] = {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow,
                                   ImGuiKey_DownArrow, ImGuiKey_Enter,      ImGuiKey_Space,
                                   ImGuiKey_Escape,    ImGuiKey_Backspace,  ImGuiKey_Delete,
                                   ImGuiKey_Home,      ImGuiKey_End};
constexpr const char* kTexts[] = {"0", "7", "64", "1e-3", "-1", "99999999999", "1e300", ".", "3x"};

class Monkey {
public:
    explicit Monkey(unsigned seed) : random_(seed) {
        std::ofstream(folder_ / "a picture.png") << "no picture";
        std::ofstream(folder_ / "a run.redraw") << "no run";
        std::filesystem::create_directory(folder_ / "more");
        studio_.view.home_folder = studio_.view.pictures_folder = folder_.path();
        studio_.state.preferences.system_dialog = false;
        for (const char* name : {"one.redraw", "two.redraw", "three.redraw"}) {
            RecentEntry entry;
            entry.path = folder_ / name;
            entry.name = name;
            runs_.push_back(entry);
        }
        studio_.view.recent = runs_;
    }

    void act() {
        switch (below(14)) {
            case 0:
            case 1:
            case 2:
            case 3:
                return see(studio_.click(x(), y()));
            case 4:
                see(studio_.click(x(), y()));
                return see(studio_.click(x_, y_));
            case 5:
                return see(studio_.drag({x(), y()}, {x(), y()}, 4));
            case 6:
                return press_other_button();
            case 7:
                studio_.move(x(), y());
                studio_.wheel(float(below(7)) - 3);
                see({studio_.draw()});
                return studio_.wheel(0);
            case 8:
            case 9:
                for (int more = below(3); more > 0; --more)  // a slow frame receives several keys
                    studio_.view.keys.push_back({pick(kKeys), below(3) == 0, below(4) == 0});
                studio_.view.keys.push_back({pick(kKeys), below(3) == 0, below(4) == 0});
                return see({studio_.draw()});
            case 10:
                return press_focus_key();
            case 11:
                studio_.type(pick(kTexts));
                return see({studio_.last});
            case 12:
                return turn_of_events();
            default:
                studio_.view.window = {640 + float(below(1300)), 480 + float(below(800))};
                return see({studio_.draw()});
        }
    }

private:
    int below(int count) { return int(random_() % unsigned(count)); }
    template <class T, std::size_t count>
    T pick(const T (&all)[count]) {
        return all[below(int(count))];
    }
    float x() { return x_ = float(below(int(studio_.view.window.x))); }
    float y() { return y_ = float(below(int(studio_.view.window.y))); }

    void press_other_button() {
        studio_.move(x(), y());
        studio_.button(true, 1);
        see({studio_.draw()});
        studio_.button(false, 1);
        see({studio_.draw()});
    }

    void press_focus_key() {
        const ImGuiKey key = pick(kFocusKeys);
        for (const bool down : {true, false}) {
            send_key(ImGui::GetIO(), key, down);
            see({studio_.draw()});
        }
    }

    // Makes a random change to the session's status, of a kind that can occur at any time.
    void turn_of_events() {
        Status& s = studio_.status;
        switch (below(12)) {
            case 0: {
                const auto serial = s.run_serial;
                s = below(4) == 0 ? Status{} : example_status();
                s.run_serial = serial + 1;
                break;
            }
            case 1:
                s.phase = pick({Phase::training, Phase::paused, Phase::finished});
                break;
            case 2:
                s.error = below(2) ? "The disk is full." : "";
                s.error_kind = pick({Error::Kind::other, Error::Kind::diverged,
                                     Error::Kind::not_saved, Error::Kind::not_opened});
                s.view_only = below(3) ? "" : "View only: a run.";
                break;
            case 3:
                give_notice(
                    s, below(2) ? Notice{"Saved lion-1024.png.", "/tmp/lion-1024.png"} : Notice{});
                break;
            case 4:
                s.job = below(2) ? std::optional(JobStatus{
                                       .what = "lion.png", .progress = 0.5, .seconds_left = 3})
                                 : std::nullopt;
                break;
            case 5:
                forget_later();
                break;
            case 6:
                studio_.state.dropped = {folder_ / "a picture.png", folder_.path()};
                break;
            case 7: {
                Diagnosis said{Condition::rate_too_high, "The rate is too high.", {}, s.step};
                if (below(2)) said.remedy = Remedy{s.config, "Lower the rate", below(2) == 0};
                s.result<Diagnosis>() = below(2) ? shared(said) : nullptr;
                break;
            }
            case 8: {
                EnlargingMeasure measure{.progress = double(below(101)) / 100};
                s.result<EnlargingMeasure>() = below(3) ? shared(measure) : nullptr;
                break;
            }
            case 9: {
                ComparedState other;
                other.path = folder_ / "two.redraw";
                other.config = s.config;
                other.racing = below(2) == 0;
                other.step = below(600);
                other.measured =
                    s.measured ? s.measured : std::make_shared<std::vector<MeasuredPsnr>>();
                other.goes_on = below(2) == 0;
                if (below(2)) s.finish_line = below(50);
                if (below(2)) s.finished_at = other.finished_at = below(90);
                s.compared_runs.assign(std::size_t(below(4)), shared(other));
                break;
            }
            case 10:
                s.target =
                    s.target
                        ? shared(make_image(1 + below(300), 1 + below(300), pick({1, 3, 4}), 0.5f))
                        : nullptr;
                ++s.run_serial;
                break;
            default:
                studio_.view.time += 0.1 * below(40);
        }
        see({studio_.draw()});
    }

    // Drops the records after a random step, as a rollback does.
    void forget_later() {
        Status& s = studio_.status;
        if (!s.metrics || s.metrics->empty()) return;
        const std::int64_t step = below(int(s.step) + 1);
        const auto before = [&](const auto& all) {
            auto kept = all;
            std::erase_if(kept, [&](const auto& record) { return record.step > step; });
            return shared(std::move(kept));
        };
        s.metrics = before(*s.metrics);
        if (s.measured) s.measured = before(*s.measured);
        s.keyframes = before(*s.keyframes);
        s.result<Thumbnails>() = before(*s.result<Thumbnails>());
        s.step = step;
        s.epoch = double(step);
    }

    void see(const std::vector<Requests>& all) {
        for (const Requests& r : all) check(r);
        const ImDrawData& drawn = *ImGui::GetDrawData();
        bool placed = true;
        for (int list = 0; list < drawn.CmdListsCount; ++list)
            for (const ImDrawVert& vertex : drawn.CmdLists[list]->VtxBuffer)
                placed &= std::isfinite(vertex.pos.x) && std::isfinite(vertex.pos.y);
        REQUIRE(placed);
    }

    void check(const Requests& r) {
        Status& s = studio_.status;
        if (restart_of(r)) {
            REQUIRE_NOTHROW(validate(*restart_of(r)));
            s.config = s.request = *restart_of(r);
            ++s.run_serial;
        }
        if (!s.view_only.empty()) REQUIRE_FALSE(asks_to_train(r));
        if (const auto rivals = newest<&command::Race::rivals>(r))
            for (const Config& rival : *rivals) REQUIRE_NOTHROW(validate(rival));
        if (schedule_of(r)) {
            Config config = s.config;
            config.schedule = *schedule_of(r);
            REQUIRE_NOTHROW(validate(config));
            s.config = s.request = config;
        }
        if (const auto* pictures = asked_for<command::ExportPictures>(r))
            for (const ExportSpec& spec : pictures->specs) {
                REQUIRE(spec.size.width > 0);
                REQUIRE(spec.size.height > 0);
            }
        if (newest<&command::ExportFilm::spec>(r)) {
            REQUIRE(newest<&command::ExportFilm::spec>(r)->size.width > 0);
            REQUIRE(newest<&command::ExportFilm::spec>(r)->seconds > 0);
        }
        if (r.view.region) {
            REQUIRE(r.view.region->width > 0);
            REQUIRE(r.view.region->height > 0);
        }
        if (running_of(r) && s.target) s.phase = *running_of(r) ? Phase::training : Phase::paused;
        REQUIRE(r.redraw_within >= 0);
    }

    TemporaryFolder folder_;
    std::vector<RecentEntry> runs_;
    Studio studio_;
    std::mt19937 random_;  // the same random sequence on every platform
    float x_ = 0, y_ = 0;
};

}  // namespace

TEST_CASE("a monkey asks for nothing that cannot be") {
    const char* more = std::getenv("REDRAW_MONKEY_SEEDS");
    const int seeds = more ? std::atoi(more) : 2;
    for (int seed = 1; seed <= seeds; ++seed) {
        CAPTURE(seed);
        Monkey monkey{unsigned(seed)};
        for (int event = 0; event < 1500; ++event) {
            CAPTURE(event);
            monkey.act();
        }
    }
}
