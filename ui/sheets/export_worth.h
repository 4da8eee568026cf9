// Compares the methods of an export: every method beside the others, as far as they were measured,
// and one sentence on the one that draws the file.
#pragma once

#include "engine/image/quality.h"
#include "ui/state/context.h"

#include <span>
#include <string>
#include <vector>

namespace redraw::ui {

// Methods that were measured the same way.
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
