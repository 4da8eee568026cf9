// From the choices of the export sheets to files: sizes, names, what they will weigh and take, and
// why they cannot be written. Pure functions.
#pragma once

#include "engine/export/export.h"
#include "engine/film/film.h"
#include "engine/studies/status.h"
#include "ui/state/sheets.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace redraw::ui {

inline constexpr double kSameDecibels = 0.05;  // nobody could tell
// The index of the method with the highest PSNR; of equal ones the first.
std::size_t closest(std::span<const Quality> methods);

const char* export_preset_name(int preset);  // "Original", "2×", "4×", "8×", "50", "512", "1024"
// Of a preset, for the picture at hand: times the picture's own size, or the longer side.
PixelSize export_preset_size(int preset, const Status& status);

// The picture was opened larger than it is learned: something to measure against.
bool has_larger_original(const Status& status);
// The closest interpolation where it was measured to be closer to the picture than the network is.
std::optional<Filter> better_interpolation(const Status& status);
// One of the chosen sizes is larger than what the network learned from; than the picture itself.
bool enlarges(const ExportSheet& sheet, const Status& status);
bool goes_beyond(const ExportSheet& sheet, const Status& status);
// Who draws at this size: never DrawnBy::best. An earlier moment is the network's own, at any size.
DrawnBy drawn_by(const ExportSheet& sheet, const Status& status, PixelSize size);
// By how many decibels the enlarging network came closer to the picture, from its own half, than
// Lanczos. NaN while it is not measured.
double enlarging_advantage(const Status& status);

// Every chosen size once, in rising order.
std::vector<PixelSize> chosen_sizes(const ExportSheet& sheet, const Status& status);
// "lion-1024.png"; "lion-800x600.png" where the aspect is not the picture's;
// "lion-1024-bicubic.png". A name with the format's own extension is taken as it is when there is
// one size.
std::vector<ExportSpec> plan_export(const ExportSheet& sheet, const Status& status,
                                    const std::filesystem::path& folder);
// One sentence, or empty when the plan can be written.
std::string export_problem(const ExportSheet& sheet, const std::vector<ExportSpec>& plan);

// Keeps the aspect of the picture after one side was edited.
void keep_aspect(ExportSheet& sheet, const Status& status, bool width_edited);

double estimated_bytes(const ExportSpec& spec, int channels);
// From the pace of the last drawing, or before it of training; 0 when unknown.
double seconds_to_draw(double pixels, const Status& status);
double estimated_seconds(const std::vector<ExportSpec>& plan, const Status& status);

// A film in the shape of `target`. The extension is appended to the name unless it is there; frames
// go to a folder of that name. A GIF gets 50 frames a second at most.
FilmSpec plan_film(const FilmSheet& sheet, const Image& target,
                   const std::filesystem::path& folder);

}  // namespace redraw::ui
