// Copies the drawing, and files that were exported, onto the clipboard. The drawing is exported to
// a file of the cache first, as any export is. Owned by the app; UI thread only.
#pragma once

#include "app/desktop/clipboard.h"
#include "engine/session/session.h"
#include "ui/state/requests.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace redraw {

class CopiedDrawing {
public:
    explicit CopiedDrawing(Clipboard& clipboard) : clipboard_(clipboard) {}

    // Exports the drawing at the picture's own size, or at 4,096 pixels of the longer side if the
    // picture is larger. Returns what went wrong, in a sentence, or nothing.
    std::string ask(Session& session, const Status& status,
                    const ui::request::CopyDrawing& asked) const;
    // Offers the drawing once it is written. Returns the same.
    std::string offer(const Status& status);
    // Offers a file that was written to file managers, and as a picture if it is one. The same.
    std::string offer_file(const std::filesystem::path& file);

private:
    std::string offer(const std::filesystem::path& file, bool to_file_managers);

    Clipboard& clipboard_;
    JobId offered_ = 0;  // of Status::copied
};

}  // namespace redraw
