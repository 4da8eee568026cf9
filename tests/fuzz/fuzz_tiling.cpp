// Fuzzes the file that joins the tiles of a large picture: an accepted one means the same after it
// is written and read again, and keeps the limits.
#include "engine/tiles/tiling.h"
#include "tests/fuzz/target.h"

using namespace redraw;
using namespace redraw::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Tiling tiling;
    if (!attempt([&] { tiling = tiling_from_json(text(data, size)); })) return 0;
    promise(tiling_from_json(to_json(tiling)) == tiling, "it reads what it writes");
    promise(tiling.count() >= 1 && tiling.count() <= kMostTiles, "the limits hold");
    promise(can_be_shown(tiling.picture), "the name can be shown");
    const TilePlace last = tiling.place(tiling.count() - 1);
    const PixelRect rect = tiling.rect(last);
    promise(rect.x >= 0 && rect.y >= 0 && rect.width > 0 && rect.height > 0, "a tile has pixels");
    promise(rect.x + rect.width == tiling.width && rect.y + rect.height == tiling.height,
            "the last tile ends where the picture does");
    return 0;
}
