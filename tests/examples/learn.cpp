// Tests the engine's example program: its drawing shows the picture and has the requested size.
#include "engine/data/dataset.h"
#include "engine/image/picture.h"
#include "engine/image/quality.h"
#include "engine/run/run_file.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <cstdlib>

using namespace redraw;

namespace {

bool learns(const std::filesystem::path& drawing, const std::string& more = "") {
    const std::string quoted = "'" + drawing.string() + "'";
    return std::system((REDRAW_EXAMPLE_LEARN " '" REDRAW_SOURCE_DIR "/assets/sample.png' " +
                        quoted + more + " >'" + drawing.string() + ".txt'")
                           .c_str()) == 0;
}

}  // namespace

TEST_CASE("the example learns the sample to 40 dB, and draws it as large as it is asked to") {
    const TemporaryFolder folder;
    REQUIRE(learns(folder / "same.png", " 64"));
    const RunFile run = RunFile::open(folder / "same.redraw", RunFile::Access::read_only);
    CHECK(psnr(load_picture(folder / "same.png").image, run.target()) > 40);
    CHECK_FALSE(learns(folder / "same.png", " 2>/dev/null"));  // refused, since same.redraw exists

    REQUIRE(learns(folder / "large.png"));
    const Image large = load_picture(folder / "large.png").image;
    CHECK(std::max(large.width, large.height) == 512);
    CHECK(large.width * run.target().height == large.height * run.target().width);
}
