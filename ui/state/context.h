// The context that every panel draws with: state, view and requests of this frame.
#pragma once

#include "ui/state/requests.h"
#include "ui/state/state.h"
#include "ui/state/time_axis.h"
#include "ui/state/view.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace redraw::ui {

struct Ui {
    UiState& state;
    const View& view;
    Requests& requests;
    const Status& status;
    const Palette& palette;
    bool closed = false;   // what is drawn now cannot be changed: see begin_settings()
    bool compact = false;  // the window is low: the left panel is drawn closer together
    bool half = false;     // two settings share a row now
    std::span<const Sheet> sheets = {};

    float px(float units) const { return std::floor(units * view.scale + 0.5f); }
    float hair() const { return std::max(1.0f, px(1)); }  // the thinnest line
    float side_width() const { return px(264); }          // of the left panel's contents
    float row_width() const { return half ? px(126) : side_width(); }
    bool has_run() const { return status.target != nullptr; }
    PixelSize picture_size() const {  // as it was opened; nothing without one
        const auto& picture = status.picture ? status.picture : status.target;
        return picture ? PixelSize{picture->width, picture->height} : PixelSize{};
    }
    bool running() const { return status.phase == Phase::training; }
    bool view_only() const { return !status.view_only.empty(); }
    bool can_train() const { return has_run() && !view_only(); }
    // Explains a control: what it does, and why it does not in a run that is only viewed.
    std::string help(const std::string& text) const {
        if (!view_only()) return text;
        return text.empty() ? status.view_only : text + "\n" + status.view_only;
    }
};

// Pixels of the window.
struct Rect {
    float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    ImVec2 min() const { return {x0, y0}; }
    ImVec2 max() const { return {x1, y1}; }
    float width() const { return x1 - x0; }
    float height() const { return y1 - y0; }
    ImVec2 size() const { return {width(), height()}; }
    bool contains(ImVec2 p) const { return p.x >= x0 && p.x < x1 && p.y >= y0 && p.y < y1; }
};

}  // namespace redraw::ui
