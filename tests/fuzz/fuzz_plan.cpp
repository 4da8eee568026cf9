// Fuzzes the plan of a batch folder and the record of one of its pictures, which somebody else may
// have written into a shared folder. Results must lie inside the folder, and a command that is
// printed for the user to run must be one line.
#include "engine/features/batch/batch_plan.h"
#include "engine/features/batch/batch_view.h"
#include "engine/system/shell_line.h"
#include "engine/text/display_name.h"
#include "tests/fuzz/target.h"

#include <cmath>

using namespace redraw;
using namespace redraw::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    attempt([&] {
        BatchPlan plan = parse_plan(text(data, size));
        plan.folder = "/out";
        for (const PlannedPicture& planned : plan.pictures) {
            promise(planned.picture.is_absolute(), "a picture is where it is from everywhere");
            const auto result = plan.result_of(planned).lexically_normal().native();
            promise(result.starts_with("/out/"), "a result lies in its folder");
            promise(!result.starts_with("/out/.redraw/"), "and not over the plan");
            promise(can_be_shown(shell_line(command_of(plan, planned, "redraw"))),
                    "one line of text");
        }
        promise(text_of(parse_plan(text_of(plan))) == text_of(plan), "read as it was written");
    });
    attempt([&] {
        const auto status = parse_record(text(data, size));
        if (!status) return;
        promise(can_be_shown(status->reason), "its reason can be shown");
        promise(status->seconds >= 0 && status->size.width >= 0, "no negative numbers");
        promise(parse_record(record_text(*status)).has_value(), "read as it was written");
    });
    return 0;
}
