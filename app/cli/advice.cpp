#include "app/cli/output.h"

#include <nlohmann/json.hpp>

namespace redraw {

void FitOutput::advise(Trainer& trainer, bool now) {
    bool news = false;  // this may be the first call that notices the loss of the GPU
    trainer.on_any_device([&] { news = check_up_.update(trainer, now); });
    const auto found = check_up_.newest();
    if (!news || !found || !advised_.insert(found->sentence).second) return;
    const auto& remedy = found->remedy;
    if (talk_ != Talk::json)
        return warning(found->sentence + (remedy ? " " + remedy->label + "." : ""));
    Json line{{"event", "advice"},
              {"step", found->step},
              {"condition", name_of(found->condition)},
              {"sentence", found->sentence},
              {"remedy", nullptr}};
    if (remedy) {
        line["remedy"] = remedy->label;
        line["restarts"] = remedy->restarts;
    }
    print_json(line);
}

}  // namespace redraw
