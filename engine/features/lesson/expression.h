// The result, the conditions and the claims of a lesson contain expressions about its finished
// runs:
//   sine - tanh >= 8      20 <= net < 40      wide.between / deep.between > 1
// Expressions have numbers, names, + - * / ( ) and comparisons (>= <= > < =), which may be chained.
// NAME is the PSNR of the run NAME; other measures (RunMeasures) are written NAME.MEASURE.
// NAME.place is 1 + the number of runs with a higher PSNR, all rounded to 0.1 dB. An exact drawing
// has a PSNR of +infinity; the difference of two such values is 0.
#pragma once

#include "engine/run/history.h"

#include <functional>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace redraw {

// The measures of one run that expressions can name. NaN: unknown; comparisons with NaN are false.
struct RunMeasures {
    static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    double psnr = kUnknown;      // dB, whole drawing against learned picture, in 8-bit values
    double between = kUnknown;   // dB, at up to twice the learned size; NaN: no larger picture
    double rises = kUnknown;     // share_of_rises()
    double halvings = kUnknown;  // number of divergences after which the rate was halved
    double weights = kUnknown;   // number of parameters
    double pixels = kUnknown;    // number of pixels of the learned picture
    double steps = kUnknown;
    double seconds = kUnknown;      // training time
    double fingerprint = kUnknown;  // 32-bit FNV-1a hash of the parameters' bytes
};
// The measures of all runs of a lesson, by the runs' names.
using LessonResult = std::map<std::string, RunMeasures, std::less<>>;

// The names of the values of RunMeasures in expressions, and how they are written.
enum class Unit { plain, decibels, share, count, times, seconds };
struct MeasureName {
    std::string_view name;
    double RunMeasures::*value;
    Unit unit;
};
inline constexpr MeasureName kMeasures[] = {
    {"psnr", &RunMeasures::psnr, Unit::decibels},
    {"between", &RunMeasures::between, Unit::decibels},
    {"rises", &RunMeasures::rises, Unit::share},
    {"halvings", &RunMeasures::halvings, Unit::times},
    {"weights", &RunMeasures::weights, Unit::count},
    {"pixels", &RunMeasures::pixels, Unit::count},
    {"steps", &RunMeasures::steps, Unit::count},
    {"seconds", &RunMeasures::seconds, Unit::seconds},
    {"fingerprint", &RunMeasures::fingerprint, Unit::count}};

// Returns the share of steps whose loss is above that of the step before, among the second half of
// the recorded steps. NaN if fewer than four steps are recorded.
double share_of_rises(std::span<const Metric> metrics);

// Evaluates a condition. Throws Error if the text is no condition, or names an unknown run or
// measure.
bool holds(std::string_view condition, const LessonResult& result);

// Replaces each {expression} by its value, formatted by its unit: "17.5 dB", "exact", "2,241",
// "48 %", "twice". Throws Error for an invalid expression.
std::string fill(std::string_view text, const LessonResult& result);

}  // namespace redraw
