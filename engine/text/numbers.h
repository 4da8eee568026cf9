// Formats numbers for people, equally in the window, on the terminal and in films. Pure
// functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace redraw {

std::string thousands(std::int64_t value);                        // with commas: "1,240"
std::string dimensions(std::int64_t width, std::int64_t height);  // "6,000 × 4,000"
// Counts things, with an s unless there is one: "1 picture", "1,240 pictures".
std::string counted(std::int64_t count, std::string_view what);
std::string number(double value);  // shortest exact form: "0.99", "2e-3", "60"
// Rounds a number to five digits, except whole numbers: "0.90909", "1234567", "2e-3".
std::string shown_number(double value);
std::string short_number(double value);  // four digits, two between 0 and 0.01: "30", "5e-4"
// Writes `digits` significant digits or more, with a true minus sign: "0.0312", "−12.3", "2.10e-5".
std::string formula_number(double value, int digits = 3);
std::string rate(double learning_rate);     // three digits: "1.26e-3", "0"
std::string per_second(double value);       // a speed: "310", "0.42"
std::string epoch_number(double epoch);     // "1,240"; tenths below 100: "12.5"; below 1: "0.012"
std::string epoch_name(double epoch);       // "epoch 1,240"
std::string bytes(double count);            // a size in bytes: "196 KB", "1.2 MB"
std::string decibels(double psnr);          // "41.8 dB", "exact", "no dB yet"
std::string precise_decibels(double psnr);  // "41.83 dB", "exact"
inline constexpr float kLikenessDecibels = 35;  // PSNR from which a drawing is like its picture
// Describes in a few words how close a drawing with this PSNR looks: "like a good JPEG"; "" if NaN.
// The limits are those usual for compressed photographs.
std::string likeness(double psnr);
std::string duration(double seconds);  // "0:06", "1:02:03" (rounded up), "3 days"; "–" if unknown
std::string time_span(double seconds);  // "10 s", "1.5 h", "1 min 50 s"
// Formats an estimate, rounded up to whole seconds or minutes: "1 s", "38 s", "2 min".
std::string about_time(double seconds);
std::string whole_duration(double seconds);  // rounded: "0:07", "12:34", "52:04:05"

}  // namespace redraw
