#include "engine/training/rescue.h"

#include "engine/run/run_folder.h"
#include "engine/text/display_name.h"

#include <exception>
#include <filesystem>

namespace redraw {

std::string commit_or_rescue(Trainer& trainer, const Image* picture) {
    try {
        trainer.commit();
        return "";
    } catch (const NotSaved& error) {
        try {
            const RunFile& run = trainer.run();
            const std::filesystem::path copy = new_run_path(run.picture_name());
            const std::string missing = run.rescue(copy, trainer.dataset().target, picture);
            return std::string(error.what()) + "; everything" +
                   (missing.empty() ? "" : " but " + missing) + " is saved in " +
                   display_name(copy) + " instead.";
        } catch (const std::exception&) {
            throw error;  // no room there either
        }
    }
}

}  // namespace redraw
