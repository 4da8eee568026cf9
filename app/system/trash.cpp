#include "app/system/trash.h"

#include "engine/error.h"
#include "engine/run/run_file.h"
#include "engine/system/atomic_file.h"
#include "engine/text/display_name.h"

#include <system_error>

namespace redraw {

Trashed move_run_to_trash(const std::filesystem::path& run) {
    try {
        RunFile::open(run, RunFile::Access::read_only);
    } catch (const Error&) {  // the run file is damaged, so no program is writing it
        return move_to_trash(run);
    }
    // Throws if another program is writing the run. Otherwise applies the journal that a killed
    // program left, because moving the run file would lose it.
    RunFile::open(run);
    return move_to_trash(run);
}

void restore_from_trash(const Trashed& trashed) {
    if (trashed.file.empty())
        throw Error("Redraw does not find " + display_name(trashed.was.filename()) +
                    " in the recycle bin. Put it back there yourself.");
    if (const int problem = rename_to_new(trashed.file, trashed.was))
        throw Error("Cannot put " + display_name(trashed.was.filename()) +
                    " back: " + errno_text(problem));
    // Ignored: file managers remove an info file whose trashed file is gone.
    std::error_code ignored;
    std::filesystem::remove(trashed.info, ignored);
}

}  // namespace redraw
