#include "engine/features/doctor/doctor.h"
#include "ui/state/advice.h"

namespace redraw::ui {

std::optional<Advice> doctor_advice(const Status& status) {
    const auto& found = status.result<Diagnosis>();
    if (!found) return std::nullopt;
    Advice advice{found->sentence, false, {}, std::string(name_of(found->condition))};
    if (const auto& remedy = found->remedy)
        advice.buttons = {{AdviceAct::change, remedy->label, remedy->config, remedy->restarts}};
    return advice;
}

}  // namespace redraw::ui
