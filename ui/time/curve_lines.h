// The curves of a run (PSNR, loss) and the event markers on their plot, such as "resumed" or
// "schedule changed". Only the functions named draw_... paint or change anything.
#pragma once

#include "engine/run/history.h"
#include "ui/state/context.h"

namespace redraw::ui {

enum class Curve { psnr, loss, log_loss };

struct CurvePoint {
    float x;        // horizontal position in pixels
    double value;   // value of the curve: dB, the loss, or log10 of the loss
    double smooth;  // `value` smoothed by an exponential moving average, bias-corrected
};

struct ValueRange {
    double low, high;
};

// Returns a record's value on a curve: the training loss of a Metric, or the PSNR of a
// MeasuredPsnr. `Record` below is one of these two types.
double value_of(const Metric& metric, Curve curve);
double value_of(const MeasuredPsnr& measured, Curve curve);

// Reduces a curve to about one point a pixel column, the column's last. Drops non-finite values and
// points outside the time axis, except one point on either side. `smoothing` is 0 to 1.
template <class Record>
std::vector<CurvePoint> curve_points(const std::vector<Record>& records, const TimeAxis& axis,
                                     Curve curve, float smoothing);

// Returns a value range that holds every finite value shown. For the whole run, the range is
// rounded to coarse steps (10 dB, whole decades), so that it rarely changes; a linear loss begins
// at 0. When zoomed in, the range is as tight as round numbers allow.
template <class Record>
ValueRange value_range(const std::vector<Record>& records, const TimeAxis& axis, Curve curve);
// Formats a value for the curve's own axis: "30", "1e-3", "3.2e-4".
std::string value_text(Curve curve, double value);

// Returns the record whose step is nearest to `step`. Precondition: `records` is not empty.
template <class Record>
const Record& nearest(const std::vector<Record>& records, double step);

float y_of(const Rect& rect, const ValueRange& range, double value);

// Draws the records as a curve inside `rect`. If smoothed, also draws the raw values faintly.
template <class Record>
void draw_curve(Ui& ui, const Rect& rect, const TimeAxis& axis, const std::vector<Record>& records,
                Curve curve, const ValueRange& range, ImU32 colour);

struct Marker {
    float x = 0;
    std::int64_t first_step = 0, last_step = 0;
    std::vector<std::string> texts;  // descriptions of the events, in order, without duplicates
};

// Returns markers for the events in the visible part of the time axis. An event less than `apart`
// pixels from the marker before it joins that marker. The start of a run and bookmarks get no
// marker.
std::vector<Marker> markers_of(const std::vector<Event>& events, const TimeAxis& axis, float apart);

// Returns a marker's text: "epoch 120: schedule changed, resumed", or "epochs 120 to 124: ..." for
// events at several epochs.
std::string text_of(const Marker& marker, double steps_per_epoch);

// Draws the event markers at the bottom of `plot`. If `hover`, also draws the text of the marker
// under the mouse. Returns true if a marker is under the mouse.
bool draw_markers(Ui& ui, const Rect& plot, const TimeAxis& axis, bool hover);

}  // namespace redraw::ui
