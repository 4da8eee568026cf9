// Files to drop: two pictures, not in the order of their names, and a text named like a picture.
#pragma once

#include "engine/image/image_writer.h"
#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <fstream>

namespace redraw {

struct DroppedFiles {
    TemporaryFolder folder;
    std::filesystem::path first = folder / "b.png", second = folder / "a.bmp",
                          text = folder / "note.png";
    DroppedFiles() {
        write_image(first, make_image(4, 3, 1, 0.5f));
        write_image(second, make_image(4, 3, 3, 0.5f));
        std::ofstream(text) << "a sentence about lions";
    }
};

}  // namespace redraw
