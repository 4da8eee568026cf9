// A network that is touched is drawn and exported so, now and at any moment; the run is not.
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "tests/support/examples.h"
#include "tests/support/threadless_session.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace redraw_test;

TEST_CASE("a muted neuron is missing from what is shown and exported, and from nothing else") {
    SessionInFolder session;
    const auto picture = session.folder / "disc.png", run = session.folder / "run.redraw";
    write_image(picture, redraw_test::disc());
    Config config = small_config({16, 16}, 120);
    session.open(picture, config, run);
    session.until([&] { return session.status->phase == Phase::finished; });
    session.rest();
    const Image learned = session.frame->surface->on_host();
    const auto state = RunFile::open(run, RunFile::Access::read_only).state()->parameters;

    const NetworkEdits edits{{{1, 3}, {1, 4}}, {{{0, 2}, 0, 4.0f}}};
    session.ask(ViewRequest{.edits = edits});
    session.rest();
    const Image touched = session.frame->surface->on_host();
    CHECK(touched != learned);
    session.ask(ViewRequest{.at_step = 30, .edits = edits});
    session.rest();
    const Image then = session.frame->surface->on_host();
    session.ask(ViewRequest{.at_step = 30});
    session.rest();
    CHECK(session.frame->surface->on_host() != then);
    session.ask(ViewRequest{.at_step = 30, .edits = edits});
    session.rest();
    CHECK(session.frame->surface->on_host() == then);

    const auto drawn_to = [&](const char* name) {
        ExportSpec spec;
        spec.path = session.folder / name;
        spec.size = {40, 30};
        return spec;
    };
    session.ask(command::ExportPictures{{drawn_to("touched.png")}, {}, edits});
    session.rest();
    session.ask(command::ExportPictures{{drawn_to("learned.png")}, {}});
    session.rest();
    CHECK(load_picture(session.folder / "touched.png").image !=
          load_picture(session.folder / "learned.png").image);
    session.ask(ViewRequest{});
    session.rest();
    CHECK(session.frame->surface->on_host() == learned);
    CHECK(RunFile::open(run, RunFile::Access::read_only).state()->parameters == state);
}
