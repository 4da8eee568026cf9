#include "ui/sheets/batch_plan.h"

#include "engine/text/numbers.h"
#include "engine/text/words.h"
#include "ui/kit/fields.h"

#include <fmt/format.h>

#include <algorithm>

namespace redraw::ui {

PlanOrder order_of(const BatchSheet& sheet) {
    PlanOrder order{sheet.paths, sheet.to, {}};
    std::vector<std::string>& words = order.settings;
    switch (sheet.making) {
        case BatchMaking::enlarge:
            words = {"enlarge", "--size", fmt::format("{}x", sheet.times)};
            break;
        case BatchMaking::learn:
            words = {"fit"};
            if (sheet.seconds > 0)
                words.insert(words.end(), {"--time", number(sheet.seconds) + "s"});
            else if (sheet.finish != kLikeness)
                words.insert(words.end(), {"--finish", lower(finish_text(sheet.finish))});
            break;
        case BatchMaking::learn_alike:
            order.preset = sheet.settings;
            words = {"fit", "--preset", kept_preset(sheet.to, order.preset).string()};
            break;
        case BatchMaking::learn_by_preset:
            words = {"fit", "--preset", sheet.preset};
            break;
    }
    words.insert(words.end(), kOneThread.begin(), kOneThread.end());
    return order;
}

batch::Preview preview_of(const BatchSheet& sheet, const std::filesystem::path& otherwise) {
    BatchSheet asked = sheet;
    if (!sheet.to_chosen) asked.to.clear();
    const bool enlarges = sheet.making == BatchMaking::enlarge;
    return {order_of(asked), enlarges ? fmt::format("-{}x", sheet.times) : "-runs", otherwise};
}

double estimated_seconds(const BatchSheet& sheet, std::int64_t pictures, int at_once) {
    if (sheet.making != BatchMaking::learn || pictures <= 0) return 0;
    const std::int64_t rounds = (pictures + at_once - 1) / std::max(1, at_once);
    return double(rounds) * sheet.seconds;
}

BatchShown kind_of(PictureState state, bool being_made) {
    if (being_made || state == PictureState::running) return BatchShown::being_made;
    if (state == PictureState::done) return BatchShown::done;
    return state == PictureState::failed ? BatchShown::failed : BatchShown::waiting;
}

}  // namespace redraw::ui
