// Says in words and draws as a table how close each method of enlarging was measured to come.
#pragma once

#include "engine/drawing/method.h"
#include "engine/image/quality.h"
#include "ui/state/context.h"

#include <string>
#include <vector>

namespace redraw::ui {

// Export methods that were measured by the same test: one row of the comparison table.
struct MethodTest {
    const char* label;               // label of the table row
    const char* where;               // names the test in a sentence: "In a test on your picture"
    std::vector<Quality> methods{};  // PSNR of each method, by its name; empty: not measured
    std::string help{};
};
// Returns the rows of the comparison table: one or two.
std::vector<MethodTest> method_tests(const Status& status);

// Describes in one sentence how the chosen method compares with the best of the others; empty if
// the method was not measured.
std::string verdict_of(const MethodTest& test, Method method);
// Returns the text about the method that renders the file of this size: availability, progress,
// quality.
std::string said_of_method(const ExportSheet& sheet, const Status& status, PixelSize size);
void draw_export_worth(Ui& ui, ExportSheet& sheet);

}  // namespace redraw::ui
