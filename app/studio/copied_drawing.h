// The drawing on the clipboard: exported to a file of the cache as any export is, and from there
// offered to who pastes. And files that were exported. Owned by the app; UI thread only.
#pragma once

#include "app/desktop/clipboard_owner.h"
#include "app/studio/handed_drawing.h"
#include "engine/session/session.h"
#include "ui/state/requests.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace redraw {

class CopiedDrawing {
public:
    // At the picture's own size, by the network. Returns a sentence where it cannot be.
    std::string ask(Session& session, const Status& status,
                    const ui::request::CopyDrawing& asked) const;
    // Once it is drawn. Returns a sentence where that fails.
    std::string offer(const Status& status);
    // A file that was written: for a file manager, and a picture as one, too. The same.
    std::string offer_file(const std::filesystem::path& file);

private:
    std::string offer(const std::filesystem::path& file, HandedAs as);

    ClipboardOwner clipboard_;
    std::uint64_t offered_ = 0;  // of Status::copied
};

}  // namespace redraw
