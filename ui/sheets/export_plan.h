// Turns the choices of the export sheets into files: sizes, methods, names, bytes and seconds, and
// why they cannot be written. Pure functions.
#pragma once

#include "engine/drawing/method.h"
#include "engine/export/export.h"
#include "engine/film/film.h"
#include "engine/image/quality.h"
#include "engine/session/status.h"
#include "ui/state/context.h"

namespace redraw::ui {

const char* export_preset_name(int preset);  // "Original", "2×", "4×", "8×", "50", "512", "1024"
// Returns the size that a preset gives the open picture: times the picture's own size, or the
// longer side.
PixelSize export_preset_size(int preset, const Status& status);

// "This drawing", "Sharpest enlargement", "Lanczos".
std::string method_name(Method method);
// The methods that can draw a file of this size. Up to the picture's own size, and of an earlier
// moment, the run's own network alone.
std::vector<Method> offered_methods(const ExportSheet& sheet, const Status& status, PixelSize size);
// THE choice: what draws the file of this size, its preview and its name.
Method method_for(const ExportSheet& sheet, const Status& status, PixelSize size);
// The methods that the preview of that size can be compared with: all that can draw it.
std::vector<Method> comparable_methods(const Status& status, PixelSize size);
Method compared_for(const ExportSheet& sheet, const Status& status, PixelSize size);
// The enlarging network draws one of the files, or is looked at: it is to be learned.
bool wants_enlarging(const ExportSheet& sheet, const Status& status);

// Every chosen size once, in rising order.
std::vector<PixelSize> chosen_sizes(const ExportSheet& sheet, const Status& status);
// The one that is looked at; absent: the whole picture, of an earlier moment, or none is chosen.
std::optional<PixelSize> previewed_size(const ExportSheet& sheet, const Status& status);
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
// Estimates by the pace of the last drawing, or before it of training; 0 when unknown.
double seconds_to_draw(double pixels, const Status& status);
double estimated_seconds(const std::vector<ExportSpec>& plan, const Status& status);

// A film in the shape of `target`. The extension is appended to the name unless it is there; frames
// go to a folder of that name. A GIF gets 50 frames a second at most.
FilmSpec plan_film(const FilmSheet& sheet, const Image& target,
                   const std::filesystem::path& folder);

// Methods of an export that were measured the same way: a row of the table that compares them.
struct MethodTest {
    const char* label;                   // of its row in the table
    const char* where;                   // "In a test on your picture"
    const char *closer, *further;        // "sharper", "less sharp"
    std::span<const Quality> methods{};  // PSNR by the names of Method; empty: not measured
    std::string help{};
};
// The rows of the table; always as many.
std::vector<MethodTest> method_tests(const Status& status);

// Says how the chosen method compares with the best of the others, in one sentence; empty where it
// was not measured.
std::string verdict_of(const MethodTest& test, Method method);
// Returns the text about the file of this size.
std::string said_of_method(const ExportSheet& sheet, const Status& status, PixelSize size);
// About how long measuring on hidden pixels takes; 0 while the pace of training is unknown.
double held_out_seconds(const Status& status);

void draw_export_worth(Ui& ui, ExportSheet& sheet);

}  // namespace redraw::ui
