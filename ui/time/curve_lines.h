// The lines and ticks on the plot of a run: its metrics as lines, of the open run or of a compared
// one, and its events (resumed, branched, its schedule changed) as ticks; and the bar about the
// compared runs. All but the drawing are pure functions.
#pragma once

#include "engine/run/run_values.h"
#include "ui/state/context.h"

namespace redraw::ui {

enum class Curve { psnr, loss, log_loss };

struct CurvePoint {
    float x;        // pixels
    double value;   // dB, the loss, or its log10
    double smooth;  // exponential moving average without start-up bias
};

struct ValueRange {
    double low, high;
};

// Metrics hold the training loss, MeasuredPsnr the drawing's PSNR: `Record` is one of the two
// below.
double value_of(const Metric& metric, Curve curve);
double value_of(const MeasuredPsnr& measured, Curve curve);

// Reduces a line to at most one point a pixel column or two, the last of the column. Leaves out
// points that are not shown, but for one on either side, and values that are not finite.
// `smoothing` 0 to 1.
template <class Record>
std::vector<CurvePoint> curve_points(const std::vector<Record>& records, const TimeAxis& axis,
                                     Curve curve, float smoothing);

// Room for every finite value shown: of the whole run in calm steps (ten decibels, whole decades),
// zoomed in as close as round numbers allow.
template <class Record>
ValueRange value_range(const std::vector<Record>& records, const TimeAxis& axis, Curve curve);
// "30", "1e-3", "3.2e-4": a value on the curve's own axis.
std::string value_text(Curve curve, double value);

// Precondition: at least one.
template <class Record>
const Record& nearest(const std::vector<Record>& records, double step);

float y_of(const Rect& rect, const ValueRange& range, double value);

// The curve of these inside `rect`; smoothed, what was measured stays visible behind.
template <class Record>
void draw_curve(Ui& ui, const Rect& rect, const TimeAxis& axis, const std::vector<Record>& records,
                Curve curve, const ValueRange& range, ImU32 colour);

struct Marker {
    float x = 0;
    std::int64_t first_step = 0, last_step = 0;
    std::vector<std::string> texts;  // each once, in order
};

// The events shown on the axis; those less than `apart` pixels from the one before share its
// marker. That a run was started is no news.
std::vector<Marker> markers_of(const std::vector<Event>& events, const TimeAxis& axis, float apart);

// "epoch 120: schedule changed, resumed"; "epochs 120 to 124: ..." of several.
std::string text_of(const Marker& marker, double steps_per_epoch);

// Draws them at the foot of `plot`; the one under the mouse, where `hover` allows, with its text.
// True when there is one.
bool draw_markers(Ui& ui, const Rect& plot, const TimeAxis& axis, bool hover);

// Widens a range for the PSNR of the compared runs, and the finish line too.
ValueRange with_companions(const Ui& ui, const TimeAxis& axis, ValueRange psnr);
// Draws their PSNR in the plot, dashed, over the epochs of the open run, or where the open run was
// at the same second of training; and the finish line.
void draw_companion_curves(Ui& ui, const Rect& plot, const TimeAxis& axis, const ValueRange& psnr);

// The bar above the curves while other runs stand beside the open one: who races or is compared
// with, who is ahead, what differs, and the way out. Its height is in pixels; 0 while no run is
// compared.
float companion_bar_height(const Ui& ui);
void draw_companion_bar(Ui& ui, const Rect& area);

}  // namespace redraw::ui
