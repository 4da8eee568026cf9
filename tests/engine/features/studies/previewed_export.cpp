// Checks that the export sheet's preview shows exactly the pixels that the file gets: by every
// method, at several sizes and moments, in gray, colour and with transparency.
#include "engine/features/enlarge/enlarging_measure.h"
#include "engine/features/studies/export_preview.h"
#include "engine/features/studies/view_request.h"
#include "engine/image/image.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/run/keyframes.h"
#include "tests/support/dead_leaves.h"
#include "tests/support/examples.h"
#include "tests/support/threadless_session.h"

#include <algorithm>
#include <initializer_list>

using namespace redraw;
using namespace redraw_test;

namespace {

// Returns a picture of overlapping discs. With 4 channels it is transparent outside a circle with
// a soft edge.
Image leaves(int channels) {
    const Image colours = dead_leaves(48, 36, channels == 1 ? 1 : 3, 3, 4);
    if (channels != 4) return colours;
    return painted(48, 36, 4, [&](int x, int y, int c) -> double {
        if (c < 3) return colours.row(y)[3 * x + c];
        return std::clamp(17 - std::hypot(x - 24, y - 18), 0.0, 1.0);
    });
}

struct PreviewingSession : SessionInFolder {
    int files = 0;

    explicit PreviewingSession(int channels, int learned_at) {
        write_image(folder / "leaves.png", leaves(channels));
        Config config = small_config({16, 16}, 40);
        config.data.train_size.longer_side = learned_at;
        loop.perform(command::Open{folder / "leaves.png", config, folder / "run.redraw"});
        until([&] { return status->phase == Phase::finished; });
    }
    Image file(const ExportView& view, std::optional<std::int64_t> step,
               const NetworkEdits& edits) {
        const std::string name = std::to_string(++files) + ".png";
        const ExportSpec spec{
            .path = folder / name, .size = view.size, .encoding = {}, .method = view.method};
        loop.perform(command::ExportPictures{{spec}, step, edits});
        until([&] { return status->notice.saved == spec.path; });
        return load_picture(spec.path).image;
    }
    void check(const ExportView& view, std::optional<std::int64_t> step = {},
               const NetworkEdits& edits = {}) {
        CAPTURE(view.size.width);
        CAPTURE(std::string(name_of(view.method)));
        loop.perform(ViewRequest{});
        until([&] { return !status->result<ExportCrop>(); });
        loop.perform(ViewRequest{.edits = edits, .export_view = view, .export_step = step});
        until([&] {
            return status->result<ExportCrop>() && status->result<ExportCrop>()->file.image &&
                   status->result<ExportCrop>()->other.image;
        });
        const ExportCrop seen = *status->result<ExportCrop>();
        CHECK(seen.file.method == view.method);
        CHECK(seen.file.part.width == std::min(view.room.width, view.size.width));
        check(seen.file, file(view, step, edits));
        ExportView compared = view;
        compared.method = view.compared;
        check(seen.other, file(compared, {}, edits));
    }
    static void check(const ExportDetail& detail, const Image& written) {
        REQUIRE(written.width == detail.size.width);
        CHECK(detail.image->channels == written.channels);
        CHECK(to_rgba(*detail.image) == to_rgba(crop(written, detail.part)));
    }
};

}  // namespace

TEST_CASE("the preview's pixels are the file's, by every method") {
    for (const auto& way : {std::pair{1, 24}, {3, 48}, {4, 24}}) {
        const int channels = way.first, learned_at = way.second;
        INFO(channels << ' ' << learned_at);
        PreviewingSession w(channels, learned_at);
        ViewRequest view{.export_view = ExportView{.size = {192, 144},
                                                   .room = {40, 30},
                                                   .middle = Point{0, 0},
                                                   .method = Method::enlarging}};
        w.loop.perform(view);
        for (int i = 0; i < 200; ++i) w.loop.work();
        // Without a request for the enlarging network, there is no preview, rather than one of the
        // run's own drawing.
        CHECK((!w.status->result<ExportCrop>() || !w.status->result<ExportCrop>()->file.image));
        w.loop.perform(command::LearnEnlargement{});
        w.until([&] {
            return w.status->result<ExportCrop>() && w.status->result<ExportCrop>()->file.image;
        });
        CHECK(w.status->result<EnlargingMeasure>()->finished);
        CHECK(w.status->result<ExportCrop>()->file.part == PixelRect{0, 0, 40, 30});
        view.export_view->middle = Point{1, 1};
        w.loop.perform(view);
        w.until([&] {
            return w.status->result<ExportCrop>()->file.part == PixelRect{152, 114, 40, 30};
        });
        for (const PixelSize size : {PixelSize{101, 130}, {192, 144}})
            for (const auto& [method, name] : kNames<Method>)
                w.check({.size = size,
                         .room = {61, 47},
                         .middle = Point{0.7, 0.3},
                         .method = method,
                         .compared = Method::bilinear});
        // The run's own network draws at these sizes, which are no larger than the picture.
        for (const PixelSize size : {PixelSize{48, 36}, {30, 20}, {24, 18}})
            for (const Method compared : {Method::nearest, Method::lanczos})
                w.check({.size = size, .room = {61, 47}, .compared = compared});
    }
}

TEST_CASE("and of an early, a kept and an edited moment") {
    PreviewingSession w(3, 24);
    const std::vector<Keyframe>& kept = *w.status->keyframes;
    REQUIRE(kept.size() > 3);
    const std::int64_t early = kept[1].step, later = kept[kept.size() / 2].step;
    w.loop.perform(command::SetBookmark{later, ""});
    NetworkEdits muted;
    muted.muted = {{0, 2}, {1, 5}};
    for (const PixelSize size : {PixelSize{24, 18}, {201, 77}})
        for (const std::int64_t step : {std::int64_t(0), early, later})
            for (const NetworkEdits& edits : {NetworkEdits(), muted})
                w.check({.size = size, .room = {50, 40}, .compared = Method::network}, step, edits);
}

TEST_CASE("an export for the clipboard is told apart from the user's, even at the same path") {
    PreviewingSession w(1, 24);
    const ExportSpec spec{.path = w.folder / "drawing.png", .size = {480, 360}, .encoding = {}};
    command::ExportPictures asked{.specs = {spec}, .at_step = {}, .origin = Origin::clipboard};
    const auto exported = [&] {
        w.loop.handle(asked);
        w.until([&] { return w.status->job.has_value(); });
        const JobStatus job = *w.status->job;
        w.until([&] { return !w.status->job; });
        return job.id;
    };
    const JobId copied = exported();
    CHECK(w.status->copied.file == spec.path);
    CHECK(w.status->copied.job == copied);
    CHECK(w.status->notice.saved.empty());
    asked.origin = Origin::user;
    exported();
    CHECK(w.status->notice.saved == spec.path);
    CHECK(w.status->copied.job == copied);
    // Job ids are unique over all runs of a session.
    w.loop.perform(command::Restart{w.status->config});
    CHECK(w.status->copied.job == copied);
    asked.origin = Origin::clipboard;
    exported();
    CHECK(w.status->copied.job > copied);
}
