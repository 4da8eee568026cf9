// Draws the studio without a window: ImGui with a font atlas and no renderer. Tests move the mouse,
// press keys and read the requests.
#pragma once

#include "app/library/file_lookup.h"
#include "app/library/read_fonts.h"
#include "engine/features/compare/compared_run.h"
#include "engine/features/studies/keyframe_thumbnails.h"
#include "engine/network/schedule.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/shortcuts.h"
#include "ui/kit/imgui_compat.h"
#include "ui/sheets/sheets.h"
#include "ui/ui.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace redraw::ui {

template <class T>
std::shared_ptr<const T> shared(T value) {
    return std::make_shared<const T>(std::move(value));
}

inline std::shared_ptr<const Image> gray(int width, int height, int channels = 1) {
    return shared(make_image(width, height, channels, 0.5f));
}

// The status of a run in the middle of its training: 40 x 20 pixels, 500 of 1,000 epochs done.
inline Status example_status() {
    Status s;
    s.phase = Phase::training;
    s.run_serial = 1;
    s.config.network.first_omega = 12;
    s.picture_name = "lion.png";
    s.target = gray(40, 20);
    s.picture = gray(400, 200);
    s.backend = "CPU test";
    s.step = 500;
    s.total_steps = s.config.schedule.epochs;
    s.epoch = 500;
    s.seconds = 10;
    s.steps_per_second = 50;
    s.seconds_left = 10;
    std::vector<Metric> metrics;
    std::vector<MeasuredPsnr> measured;
    std::vector<Keyframe> keyframes{{0, NAN}};
    Thumbnails thumbnails;
    for (std::int64_t step = 1; step <= 500; ++step) {
        const auto psnr = static_cast<float>(10 + 5 * std::log10(double(step)));
        measured.push_back({step, psnr, step * 0.02, step % 10 == 0});
        metrics.push_back({step, std::pow(10.0f, -psnr / 10), psnr,
                           float(learning_rate(s.config.schedule, double(step))), step * 0.02});
        if (step % 10 == 0) keyframes.push_back({step, psnr});
        if (step % 100 == 0) thumbnails.push_back({step, gray(40, 20)});
    }
    s.last = metrics.back();
    s.psnr = measured.back().psnr;
    s.measured = shared(std::move(measured));
    s.metrics = shared(std::move(metrics));
    s.keyframes = shared(std::move(keyframes));
    s.result<Thumbnails>() = shared(std::move(thumbnails));
    return s;
}

// A rival of the run of example_status() in a race: 300 steps done, in 10 s.
inline ComparedState racer(const char* path = "/b", float psnr = 20) {
    ComparedState other;
    other.path = path;
    other.name = "lion.png";
    other.config.preset = "fourier";
    other.racing = other.goes_on = true;
    other.step = 300;
    other.seconds = 10;
    other.psnr = psnr;
    std::vector<MeasuredPsnr> measured;
    for (std::int64_t step = 1; step <= 300; ++step)
        measured.push_back({step, psnr * float(step) / 300, double(step) / 30, true});
    other.measured = shared(std::move(measured));
    return other;
}

inline void put_beside(Status& status, const std::vector<ComparedState>& others) {
    status.compared_runs.clear();
    for (const ComparedState& other : others) status.compared_runs.push_back(shared(other));
}

class Studio {
public:
    UiState state;
    Status status = example_status();
    View view;
    Requests last;

    Studio() {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = view.window;
        io.DeltaTime = 1.0f / 60;
#if IMGUI_VERSION_NUM < 18700
        for (int key = 0; key < ImGuiKey_COUNT; ++key) io.KeyMap[key] = key;
#endif
        scale_text(1);
        auto frame = std::make_shared<Frame>();
        frame->surface = std::make_shared<HostSurface>(make_image(40, 20, 1, 0.25f));
        frame->grid = picture_grid(40, 20);
        frame->step = 500;
        frame->run_serial = 1;
        view.frame = frame;
        move(-10, -10);
        draw();
        draw();
    }
    ~Studio() {
        ImGui::DestroyContext();
    }
    Studio(const Studio&) = delete;

    void scale_text(float scale) {
        ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
        atlas.Clear();
        view.scale = scale;
        view.fonts = load_fonts(atlas, scale, {}, read_fonts(false));
        atlas.Build();
        align_digits(view.fonts);
        apply_theme(ThemeKind::dark, scale);
    }
    // Gives every picture a texture from now on. Its number: 1 for the picture asked for first.
    void number_textures() {
        view.texture = [ids = std::map<std::shared_ptr<const Image>, std::intptr_t>()](
                           const std::shared_ptr<const Image>& picture, bool) mutable {
            const auto id = ids.try_emplace(picture, std::intptr_t(ids.size() + 1)).first->second;
            return Texture{ImTextureID(id), picture->width, picture->height, {}};
        };
    }
    // True: draw() answers no lookup of a file. False: it answers lookups and draws again.
    bool dead_disk = false;
    Requests draw() {
        draw_once();
        for (int i = 0; i < 4 && !dead_disk && answer_lookups(); ++i) {
            Requests before = std::exchange(last, {});
            draw_once();
            last.asked.insert(last.asked.begin(), before.asked.begin(), before.asked.end());
            last.rebuild_fonts |= before.rebuild_fonts;
            last.expects_field |= before.expects_field;
        }
        return last;
    }
    bool answer_lookups() {
        bool any = false;
        for (const Request& request : last.asked)
            if (const auto* asked = std::get_if<FileLookup>(&request);
                asked && asked->serial > answered_) {
                answered_ = asked->serial;
                view.lookups[asked->question.index()] =
                    std::make_shared<const LookupAnswer>(redraw::look_up(*asked));
                any = true;
            }
        return any;
    }
    void draw_once() {
        view.status = std::make_shared<const Status>(status);
        view.time += 1.0 / 60;
        ImGui::GetIO().DisplaySize = view.window;
        ImGui::NewFrame();
        last = draw_ui(state, view);
        ImGui::Render();
        view.keys.clear();
    }
    // Draws some frames, until whatever has opened has its final place.
    Requests settle(int frames = 3) {
        for (int i = 0; i < frames; ++i) draw();
        return last;
    }
    Requests press(Key key, bool ctrl = false, bool shift = false) {
        view.keys = {{key, ctrl, shift}};
        return draw();
    }
    // Opens More in every section of the left panel, in a window where all its settings fit.
    void unfold() {
        Preferences& p = state.preferences;
        p.more_picture = p.more_network = p.more_schedule = true;
        view.window.y = 2400;
        settle();
    }
    // Opens the plot of the learning curves.
    void open_curves() {
        state.preferences.curves_open = true;
        settle();
    }
    // Presses a key that opens or closes something, and draws until it has its final place.
    void tap(Key key, bool ctrl = false, bool shift = false) {
        press(key, ctrl, shift);
        settle();
    }
    // Performs an action that has no key, by its name in the palette. Returns what was asked for.
    Requests act(Action action) {
        tap(Key::k, true);
        type(row_of(action).what);
        draw();
        Requests asked = press(Key::enter);
        if (state.sheets.dialog == Dialog::palette) press(Key::escape);  // it is not possible now
        settle();
        last.asked.insert(last.asked.begin(), asked.asked.begin(), asked.asked.end());
        return last;
    }
    void open(Dialog dialog) {
        Ui now = ui();
        now.sheets = sheet_table();
        state.sheets.dialog = Dialog::none;
        if (dialog != Dialog::none) open_dialog(now, dialog);
        settle();
    }
    Ui ui() {
        return {state, view, ignored_, status, palette_of(ThemeKind::dark)};
    }
    void move(float x, float y) {
        send_mouse(ImGui::GetIO(), {x, y});
    }
    void button(bool down, int which = 0) {
        send_button(ImGui::GetIO(), which, down);
    }
    void move_and_draw(ImVec2 to) {
        move(to.x, to.y);
        draw();
    }
    void button_and_draw(bool down, int which = 0) {
        button(down, which);
        draw();
    }
    void wheel_and_draw(float by) {
        wheel(by);
        draw();
    }
    void wheel(float by) {
        send_wheel(ImGui::GetIO(), 0, by);
    }
    // Clicks, and returns the requests of each frame drawn meanwhile, in order.
    std::vector<Requests> click(float x, float y) {
        return drag({x, y}, {x, y}, 1);
    }
    std::vector<Requests> click(ImVec2 at) {
        return click(at.x, at.y);
    }
    // Draws, then clicks the control called `name`; `which`: 0 is the first of that name, -1 the
    // last.
    std::vector<Requests> click(std::string_view name, int which = -1) {
        std::vector<Requests> all{draw()};
        for (Requests& asked : click(middle(name, which))) all.push_back(std::move(asked));
        return all;
    }
    // Finds controls by name in the last frame: how many, and the rectangle or middle of one.
    int count(std::string_view name) const {
        return int(std::ranges::count(state.controls.focus.controls, name, &Control::name));
    }
    Rect place(std::string_view name, int which = -1) const {
        if (which < 0) which += count(name);
        for (const Control& control : state.controls.focus.controls)
            if (control.name == name && which-- == 0)
                return {control.from.x, control.from.y, control.to.x, control.to.y};
        throw std::runtime_error("no control is called " + std::string(name));
    }
    ImVec2 middle(std::string_view name, int which = -1) const {
        const Rect at = place(name, which);
        return {(at.x0 + at.x1) / 2, (at.y0 + at.y1) / 2};
    }
    std::vector<Requests> drag(ImVec2 from, ImVec2 to, int steps = 8) {
        std::vector<Requests> all;
        move(from.x, from.y);
        all.push_back(draw());
        button(true);
        all.push_back(draw());
        for (int i = 1; i <= steps; ++i) {
            const float t = static_cast<float>(i) / static_cast<float>(steps);
            move(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t);
            all.push_back(draw());
        }
        button(false);
        all.push_back(draw());
        all.push_back(draw());
        return all;
    }
    void type(const std::string& text) {
        for (const char c : text) {
            ImGui::GetIO().AddInputCharacter(static_cast<unsigned char>(c));
            draw();
        }
    }

private:
    std::uint64_t answered_ = 0;  // serial number of the last lookup
    Requests ignored_;
};

// A point where nothing reacts to the mouse: in the menu bar, right of the menus.
inline const ImVec2 kNowhere{700, 20};

// Returns the newest request of type R in a frame; null: none.
template <class R>
const R* asked_for(const Requests& requests) {
    const R* newest = nullptr;
    for (const Request& request : requests.asked) {
        const R* found = nullptr;
        std::visit(
            [&]<class T>(const T& one) {
                if constexpr (std::same_as<T, R>)
                    found = &one;
                else if constexpr (requires { std::variant_size<T>::value; }) {
                    if constexpr (std::is_constructible_v<T, R>) found = std::get_if<R>(&one);
                }
            },
            request);
        if (found) newest = found;
    }
    return newest;
}

// Returns the newest request of type R in one frame, or in several; nothing: none.
template <class R>
std::optional<R> asked(const Requests& requests) {
    const R* found = asked_for<R>(requests);
    return found ? std::optional<R>(*found) : std::nullopt;
}
template <class R>
std::optional<R> asked(const std::vector<Requests>& all) {
    std::optional<R> found;
    for (const Requests& requests : all)
        if (auto newer = asked<R>(requests)) found = std::move(newer);
    return found;
}
template <class R, class Asked>
bool asks(const Asked& all) {
    return asked<R>(all).has_value();
}

// Returns a member of the newest request, as newest<&command::Restart::config>(requests).
template <auto Member, class Asked, class Value, class R>
std::optional<Value> newest(const Asked& all, Value R::*) {
    const auto found = asked<R>(all);
    return found ? std::optional<Value>(*found.*Member) : std::nullopt;
}
template <auto Member, class Asked>
auto newest(const Asked& all) {
    return newest<Member>(all, Member);
}
template <class Asked>
auto restart_of(const Asked& all) {
    return newest<&command::Restart::config>(all);
}
template <class Asked>
auto schedule_of(const Asked& all) {
    return newest<&command::SetSchedule::schedule>(all);
}
template <class Asked>
auto running_of(const Asked& all) {
    return newest<&command::SetRunning::running>(all);
}
template <class Asked>
auto opened(const Asked& all) {
    return newest<&request::Open::path>(all);
}

inline Requests committed(Settings& settings) {
    Requests asked;
    commit(settings, asked);
    return asked;
}
inline Requests undone(Settings& settings) {
    Requests asked;
    undo(settings, asked);
    return asked;
}
inline Requests redone(Settings& settings) {
    Requests asked;
    redo(settings, asked);
    return asked;
}

template <class Wanted>
bool any(const std::vector<Requests>& all, Wanted wanted) {
    for (const Requests& r : all)
        if (wanted(r)) return true;
    return false;
}

// Returns true if a request would train or change the open run, or start a run with its settings;
// a view-only run must never cause that. Opening another run may start the training of that run.
inline bool asks_to_train(const Requests& r) {
    bool trains = asks<command::Restart>(r) || asks<command::SetSchedule>(r) ||
                  (asks<command::SetRunning>(r) && !asks<request::Open>(r)) ||
                  asks<command::CoolDown>(r) || asks<command::ContinueFrom>(r) ||
                  asks<command::SetBookmark>(r) || asks<request::ReuseSettings>(r);
    trains |= asks<command::Race>(r);
    return trains;
}

}  // namespace redraw::ui
