// Turns the choices of the export sheets into a list of files: sizes, methods, names, estimated
// bytes and seconds. Reports why a list cannot be written. Pure functions.
#pragma once

#include "engine/drawing/method.h"
#include "engine/export/export.h"
#include "engine/image/quality.h"
#include "engine/session/status.h"
#include "ui/state/context.h"

namespace redraw::ui {

const char* export_preset_name(int preset);  // "Original", "2×", "4×", "8×", "512", "1024", "50"
// Returns the export size of a preset for the open picture: a multiple of the picture's size, or a
// fixed longer side.
PixelSize export_preset_size(int preset, const Status& status);

// Returns a method's name: "This drawing", "Sharpest enlargement", "Lanczos".
std::string method_name(Method method);
// Returns the methods that can render a file of this size. Sizes up to the picture's own, and
// exports of an earlier checkpoint, offer only the run's own network.
std::vector<Method> offered_methods(const ExportSheet& sheet, const Status& status, PixelSize size);
// Returns the method that renders the file of this size. The preview and the file name use the same
// method.
Method method_for(const ExportSheet& sheet, const Status& status, PixelSize size);
// Returns the methods that the preview of this size can be compared with: all that can render this
// size.
std::vector<Method> comparable_methods(const Status& status, PixelSize size);
Method compared_for(const ExportSheet& sheet, const Status& status, PixelSize size);
// Returns true if the enlarging network must be trained: for a file that it renders or may render
// best, or for the comparison in the preview.
bool wants_enlarging(const ExportSheet& sheet, const Status& status);

// Returns the chosen sizes without duplicates, in rising order.
std::vector<PixelSize> chosen_sizes(const ExportSheet& sheet, const Status& status);
// Returns the size shown in the preview. Absent if no size is chosen, if a chosen size cannot be
// rendered, or if the preview shows the whole picture at an earlier checkpoint.
std::optional<PixelSize> previewed_size(const ExportSheet& sheet, const Status& status);
// Returns true if the file of this size can have the metadata of the picture's file. The network's
// own drawings have none.
bool can_keep_metadata(const ExportSheet& sheet, const Status& status, PixelSize size);
// Returns one file for each chosen size. Names look like "lion-1024.png", "lion-2x.png" (twice the
// picture), "lion-800x600.png" (another aspect ratio), "lion-1024-bicubic.png" or, for an earlier
// checkpoint, "lion-epoch-12-1024.png". A typed name with the format's extension stays unchanged if
// there is only one size.
std::vector<ExportSpec> plan_export(const ExportSheet& sheet, const Status& status,
                                    const std::filesystem::path& folder);
// Returns the part of a file name that names a checkpoint: "epoch-12", "tile-5" or the bookmark's
// name. If several keyframes would have that name, the step follows: "epoch-12-step-361".
std::string moment_file_name(const Status& status, std::int64_t step);
// Returns one sentence that says why the plan cannot be written; empty if it can.
std::string export_problem(const ExportSheet& sheet, const std::vector<ExportSpec>& plan);

// After the user edited the width or the height of the custom size, adjusts the other one to the
// picture's aspect ratio, if the sheet keeps the aspect ratio.
void keep_aspect(ExportSheet& sheet, const Status& status, bool width_edited);

double estimated_bytes(const ExportSpec& spec, int channels);
// Estimates the rendering time from the speed of the last rendering, or of training if nothing was
// rendered yet. Returns 0 if unknown.
double seconds_to_draw(double pixels, const Status& status);
double estimated_seconds(const std::vector<ExportSpec>& plan, const Status& status);

}  // namespace redraw::ui
