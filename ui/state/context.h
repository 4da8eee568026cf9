// Ui, the argument of the functions that paint a part of the window: the state that the window
// keeps, the values to show in this frame, and the requests to the app. Panels rely on the headers
// included here (number formatting, fmt, and the standard headers below) and do not include them
// again.
#pragma once

#include "engine/text/numbers.h"
#include "ui/state/canvas.h"
#include "ui/state/centre_view.h"
#include "ui/state/requests.h"
#include "ui/state/state.h"
#include "ui/state/time_axis.h"
#include "ui/state/view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace redraw::ui {

struct Ui {
    UiState& state;
    const View& view;
    Requests& requests;
    const Status& status;
    const Palette& palette;
    const Fonts& fonts = view.fonts;
    bool closed = false;   // the controls painted next are disabled (see begin_settings())
    bool compact = false;  // the window is low, so the left panel uses less height
    bool half = false;     // the settings painted next are half as wide, two in a row
    std::span<const Sheet> sheets = {};
    std::span<const CentreView> views = {};

    const CentreView& centre_view() const {  // the shown view's row
        return *std::ranges::find(views, state.centre.mode, &CentreView::mode);
    }

    float px(float units) const { return std::floor(units * view.scale + 0.5f); }
    float hair() const { return std::max(1.0f, px(1)); }  // width of the thinnest line in pixels
    float side_width() const { return px(264); }  // width of the left panel's contents in pixels
    float row_width() const { return half ? px(126) : side_width(); }
    // Returns the texture of a picture, enlarged smoothly or in squares; none without a picture.
    Texture texture(const std::shared_ptr<const Image>& picture, bool squares = false) const {
        return picture && view.texture ? view.texture(picture, squares) : Texture{};
    }
    bool has_run() const { return status.target != nullptr; }
    bool has_room_for_panel() const { return view.window.x >= px(1100); }
    bool panel_open() const {  // the left panel, which shows the run's settings
        return has_run() && state.preferences.side_panel &&
               (state.panel_asked || has_room_for_panel());
    }
    // Size of the picture in pixels, as opened or as its tiles draw it; zero if none is open.
    PixelSize picture_size() const {
        if (status.whole) return status.whole->size;
        const auto& picture = status.picture ? status.picture : status.target;
        return picture ? PixelSize{picture->width, picture->height} : PixelSize{};
    }
    // Precondition of target_size(), target_grid() and placement(): a run is open.
    PixelSize target_size() const { return {status.target->width, status.target->height}; }
    Grid target_grid() const { return picture_grid(status.target->width, status.target->height); }
    Placement placement() const {  // where the picture is painted in a pane
        return place(state.centre.canvas, state.centre.pane, target_size());
    }
    double epoch_of(std::int64_t step) const {
        return double(step) / double(std::max<std::int64_t>(1, status.steps_per_epoch));
    }
    // Edits of the network that renders and exports show: muted neurons and changed weights. The
    // run itself is never changed.
    const NetworkEdits& edits() const {
        return state.centre.edits ? *state.centre.edits : state.settings.history.present().network;
    }
    bool running() const { return status.phase == Phase::training; }
    bool view_only() const { return !status.view_only.empty(); }
    bool can_train() const { return has_run() && !view_only(); }
    // Returns a control's tooltip. If the run is view-only, adds the reason why the control is
    // disabled.
    std::string help(const std::string& text) const {
        if (!view_only()) return text;
        return text.empty() ? status.view_only : text + "\n" + status.view_only;
    }
};

}  // namespace redraw::ui
