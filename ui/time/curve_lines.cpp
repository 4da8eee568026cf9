#include "ui/time/curve_lines.h"

#include "ui/kit/widgets.h"

namespace redraw::ui {
namespace {

struct Habits {
    // The value range of the axis is rounded to multiples of `calm` while the whole run is shown;
    // 0: rounded as when zoomed in.
    double calm;
    // When zoomed in, the range is rounded to multiples of `finest` or of a larger round number.
    double finest;
    ValueRange nothing;  // axis range while the curve has no data
};
// The rounding of each curve's value axis, indexed by Curve (PSNR, loss, logarithm of the loss).
constexpr Habits kHabits[] = {{10, 0.01, {0, 40}}, {0, 0, {0, 1}}, {1, 0.1, {-4, 0}}};

// Event markers, in layout units. kTall: height. kApart: least distance between two markers. The
// mouse finds a marker up to kReach beside it, and up to kFoot above the bottom of the plot.
constexpr float kTall = 9, kApart = 7, kReach = 5, kFoot = 16;

// Returns the indices [first, last) of the records in the visible part of the time axis, plus one
// record on either side.
template <class Record>
std::pair<std::size_t, std::size_t> shown(const std::vector<Record>& records,
                                          const TimeAxis& axis) {
    auto first = std::ranges::lower_bound(records, axis.first_step(), {}, &Record::step);
    auto last = std::ranges::upper_bound(first, records.end(), axis.last_step(), {}, &Record::step);
    if (first != records.begin()) --first;
    if (last != records.end()) ++last;
    return {first - records.begin(), last - records.begin()};
}

// Returns the event marker whose tick at the bottom of the plot is under the mouse; null if none.
const Marker* under_mouse(Ui& ui, const Rect& plot, const std::vector<Marker>& markers) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (mouse.y < plot.y1 - ui.px(kFoot) || mouse.y > plot.y1 + ui.px(kReach)) return nullptr;
    const auto distance = [&](const Marker& marker) { return std::abs(marker.x - mouse.x); };
    const auto nearest = std::ranges::min_element(markers, {}, distance);
    return nearest != markers.end() && distance(*nearest) <= ui.px(kReach) ? &*nearest : nullptr;
}

}  // namespace

double value_of(const Metric& metric, Curve curve) {
    if (curve == Curve::loss) return metric.loss;
    return metric.loss > 0 ? std::log10(double(metric.loss)) : -INFINITY;
}

double value_of(const MeasuredPsnr& measured, Curve) {
    return measured.psnr;
}

template <class Record>
std::vector<CurvePoint> curve_points(const std::vector<Record>& records, const TimeAxis& axis,
                                     Curve curve, float smoothing) {
    std::vector<CurvePoint> points;
    // The weight that the moving average keeps at each record. With the smoothing slider in the
    // middle, it averages about 14 records.
    const double keep = smoothing > 0 ? 1 - std::pow(0.005, double(smoothing)) : 0;
    double average = 0, weight = 0;
    const auto [first, last] = shown(records, axis);
    // Smoothing starts at the run's first record, so that zooming does not change the curve's
    // shape.
    for (std::size_t i = keep > 0 ? 0 : first; i < last; ++i) {
        const Record& record = records[i];
        const double value = value_of(record, curve);
        if (!std::isfinite(value)) continue;
        average = keep * average + (1 - keep) * value;
        weight = keep * weight + (1 - keep);
        if (i < first) continue;
        const CurvePoint point{axis.x_of(double(record.step)), value, average / weight};
        if (points.size() > 1 && std::floor(point.x) == std::floor(points.back().x))
            points.back() = point;
        else
            points.push_back(point);
    }
    return points;
}

template <class Record>
ValueRange value_range(const std::vector<Record>& records, const TimeAxis& axis, Curve curve) {
    const Habits& habits = kHabits[int(curve)];
    double low = INFINITY, high = -INFINITY;
    const auto [first, last] = shown(records, axis);
    for (std::size_t i = first; i < last; ++i) {
        const double value = value_of(records[i], curve);
        if (!std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    if (low > high) return habits.nothing;
    if (curve == Curve::loss && axis.shown.all()) low = 0;
    // Losses have no fixed scale, so the finest rounding of their axis depends on the highest loss
    // shown.
    const double finest = curve == Curve::loss ? std::max(1e-30, high / 20) : habits.finest;
    const double close = round_step(std::max(finest, (high - low) / 4));
    const double unit = axis.shown.all() && habits.calm > 0 ? habits.calm : close;
    low = std::floor(low / unit + 1e-9) * unit;
    high = std::ceil(high / unit - 1e-9) * unit;
    return {low, std::max(high, low + 2 * unit)};
}

std::string value_text(Curve curve, double value) {
    if (curve == Curve::psnr) return number(std::round(value * 1000) / 1000);
    return shown_number(two_digits(curve == Curve::loss ? value : std::pow(10, value)));
}

template <class Record>
const Record& nearest(const std::vector<Record>& records, double step) {
    const auto after = std::ranges::lower_bound(records, step, {}, &Record::step);
    if (after == records.end()) return records.back();
    if (after == records.begin()) return *after;
    const Record& before = *std::prev(after);
    return step - double(before.step) < double(after->step) - step ? before : *after;
}

float y_of(const Rect& rect, const ValueRange& range, double value) {
    const double part = (value - range.low) / std::max(1e-12, range.high - range.low);
    return rect.y1 - float(std::clamp(part, -0.05, 1.05)) * rect.height();
}

template <class Record>
void draw_curve(Ui& ui, const Rect& rect, const TimeAxis& axis, const std::vector<Record>& records,
                Curve curve, const ValueRange& range, ImU32 colour) {
    const float smoothing = ui.state.preferences.smoothing;
    std::vector<ImVec2> raw, smooth;
    for (const CurvePoint& point : curve_points(records, axis, curve, smoothing)) {
        raw.push_back({point.x, y_of(rect, range, point.value)});
        smooth.push_back({point.x, y_of(rect, range, point.smooth)});
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto count = int(raw.size());
    if (smoothing > 0) list.AddPolyline(raw.data(), count, with_alpha(colour, 0.3f), 0, ui.px(1));
    const auto& line = smoothing > 0 ? smooth : raw;
    list.AddPolyline(line.data(), count, colour, 0, ui.px(1.75f));
    // Without smoothing, a curve of at most 12 points also shows them as dots.
    if (count > 0 && count <= 12 && smoothing == 0)
        for (const ImVec2& point : line) list.AddCircleFilled(point, ui.px(2.5f), colour);
}

#define FOR_RECORDS_OF(Record)                                                                     \
    template std::vector<CurvePoint> curve_points(const std::vector<Record>&, const TimeAxis&,     \
                                                  Curve, float);                                   \
    template ValueRange value_range(const std::vector<Record>&, const TimeAxis&, Curve);           \
    template const Record& nearest(const std::vector<Record>&, double);                            \
    template void draw_curve(Ui&, const Rect&, const TimeAxis&, const std::vector<Record>&, Curve, \
                             const ValueRange&, ImU32);
FOR_RECORDS_OF(Metric)
FOR_RECORDS_OF(MeasuredPsnr)
#undef FOR_RECORDS_OF

std::vector<Marker> markers_of(const std::vector<Event>& events, const TimeAxis& axis,
                               float apart) {
    std::vector<Marker> markers;
    for (const Event& event : events) {
        // Skips the start of the run, and bookmarks, which are shown on the timelapse instead.
        if (event.kind == EventKind::started || only_marks(event.kind)) continue;
        if (!axis.shows(double(event.step))) continue;
        const float x = axis.x_of(double(event.step));
        if (markers.empty() || std::abs(x - markers.back().x) >= apart)
            markers.push_back({x, event.step, event.step, {}});
        Marker& marker = markers.back();
        marker.first_step = std::min(marker.first_step, event.step);
        marker.last_step = std::max(marker.last_step, event.step);
        const std::string text = text_of(event);
        if (std::find(marker.texts.begin(), marker.texts.end(), text) == marker.texts.end())
            marker.texts.push_back(text);
    }
    return markers;
}

std::string text_of(const Marker& marker, double steps_per_epoch) {
    const auto epoch = [&](std::int64_t step) {
        return epoch_number(double(step) / steps_per_epoch);
    };
    const std::string first = epoch(marker.first_step), last = epoch(marker.last_step);
    const std::string when = first == last ? "epoch " + first : "epochs " + first + " to " + last;
    return fmt::format("{}: {}", when, fmt::join(marker.texts, ", "));
}

bool draw_markers(Ui& ui, const Rect& plot, const TimeAxis& axis, bool hover) {
    const auto markers = markers_of(*ui.status.events, axis, ui.px(kApart));
    const Marker* hot = hover ? under_mouse(ui, plot, markers) : nullptr;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const Marker& marker : markers) {
        const float x = std::round(marker.x), width = std::max(1.0f, ui.px(1.5f));
        const ImU32 colour = &marker == hot ? ui.palette.text : ui.palette.muted;
        fill({x - width / 2, plot.y1 - ui.px(kTall), x + width / 2, plot.y1}, colour);
        list.AddCircleFilled({x, plot.y1 - ui.px(kTall)}, ui.px(2.5f), colour);
        if (&marker == hot)
            list.AddLine({x, plot.y0}, {x, plot.y1}, with_alpha(colour, 0.35f), ui.px(1));
    }
    if (!hot) return false;
    axis_label(ui, plot, hot->x, text_of(*hot, double(ui.status.steps_per_epoch)));
    return true;
}

}  // namespace redraw::ui
