// Numbers as people read them. Pure functions.
#pragma once

#include <cstdarg>
#include <cstdint>
#include <string>

namespace redraw {

std::string print(const char* format, ...) __attribute__((format(printf, 1, 2)));

std::string thousands(std::int64_t value);  // "1,240"
std::string duration(double seconds);       // "0:06", "1:02:03", "3 days"
std::string bytes(double count);            // "196 KB", "1.2 MB"
std::string rate(double learning_rate);     // "1.26e-3", "0"
std::string decibels(double psnr);          // "41.8 dB", "∞ dB", "no dB yet"
std::string per_second(double value);       // "310", "0.42"
std::string number(double value);           // shortest that reads back: "0.99", "2e-3", "60"

}  // namespace redraw
