#include "ui/sheets/queue_plan.h"

#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>

namespace redraw::ui {

PlanOrder order_of(const QueueSheet& sheet) {
    PlanOrder order{sheet.paths, sheet.to, {}};
    std::vector<std::string>& words = order.settings;
    switch (sheet.making) {
        case QueueMaking::enlarge:
            words = {"enlarge", "--size", fmt::format("{}x", sheet.times)};
            break;
        case QueueMaking::learn:
            words = {"fit"};
            if (sheet.seconds > 0)
                words.insert(words.end(), {"--time", number(sheet.seconds) + "s"});
            break;
        case QueueMaking::learn_alike:
            order.preset = sheet.settings;
            words = {"fit", "--preset", kept_preset(sheet.to, order.preset).native()};
            break;
        case QueueMaking::learn_by_preset:
            words = {"fit", "--preset", sheet.preset};
            break;
    }
    words.insert(words.end(), kOneThread.begin(), kOneThread.end());
    return order;
}

batch::Preview preview_of(const QueueSheet& sheet, const std::filesystem::path& otherwise) {
    QueueSheet asked = sheet;
    if (!sheet.to_chosen) asked.to.clear();
    const bool enlarges = sheet.making == QueueMaking::enlarge;
    return {order_of(asked), enlarges ? fmt::format("-{}x", sheet.times) : "-runs", otherwise};
}

double estimated_seconds(const QueueSheet& sheet, std::int64_t pictures, int at_once) {
    if (sheet.making != QueueMaking::learn || pictures <= 0) return 0;
    const std::int64_t rounds = (pictures + at_once - 1) / std::max(1, at_once);
    return double(rounds) * sheet.seconds;
}

QueueShown kind_of(PictureState state, bool being_made) {
    if (being_made || state == PictureState::running) return QueueShown::being_made;
    if (state == PictureState::done) return QueueShown::done;
    return state == PictureState::failed ? QueueShown::failed : QueueShown::waiting;
}

}  // namespace redraw::ui
