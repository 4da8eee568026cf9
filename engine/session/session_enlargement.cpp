// The enlarging network: learned beside the run from the picture at its own size, and kept in
// memory. Exports larger than the picture are drawn by it.
#include "engine/data/batch_by_size.h"
#include "engine/error.h"
#include "engine/session/session_loop.h"
#include "engine/text/display_name.h"

#include <utility>

namespace redraw {
namespace {

// What is larger than the picture: by the network, or by the interpolation that came closer.
std::unique_ptr<PictureExport> enlarged_export(Enlargement& enlargement, const ExportSpec& spec) {
    const auto picture = enlargement.picture();
    if (const Quality* plain = enlargement.worth().better_than_network())
        return std::make_unique<PictureExport>(picture, enlargement.worth().filter_of(*plain),
                                               spec);
    return std::make_unique<PictureExport>(enlargement.backend(),
                                           picture_grid(picture->width, picture->height),
                                           picture->channels, std::vector<float>{}, spec);
}

}  // namespace

void SessionLoop::learn_enlargement() {
    if (enlargement_) return;
    const std::shared_ptr<const Image> picture = picture_ ? picture_ : status_.target;
    const Config config =
        with_preset(trainer().config(), "enlarge", {picture->width, picture->height});
    enlargement_ = std::make_unique<Enlargement>(Image(*picture), config, options_);
    enlargement_begun_ = Clock::now();
    status_.enlarging = std::make_shared<const EnlargingMeasure>();
}

void SessionLoop::drop_enlargement() {
    enlargement_.reset();
    status_.enlarging.reset();
}

// False when there is nothing more to do at once.
bool SessionLoop::advance_enlargement() {
    if (!enlargement_ || enlargement_->finished()) return false;
    if (running_ && Clock::now() < rest_until_) return false;  // quiet mode rests
    guarded([&] {
        try {
            enlargement_->advance();
        } catch (const DeviceFailed& failure) {  // of this network; the run will find out by itself
            drop_enlargement();
            throw Error(failure.what());
        } catch (...) {
            drop_enlargement();
            throw;
        }
        EnlargingMeasure now;
        now.progress = enlargement_->progress();
        const double spent =
            std::chrono::duration<double>(Clock::now() - enlargement_begun_).count();
        now.seconds_left = now.progress > 0 ? spent * (1 - now.progress) / now.progress : 0;
        now.finished = enlargement_->finished();
        if (now.finished) now.methods = enlargement_->worth().methods;
        status_.enlarging = std::make_shared<const EnlargingMeasure>(std::move(now));
    });
    return enlargement_ && !enlargement_->finished();
}

// Waits in line while it is learned, and is its second half.
void SessionLoop::export_enlarged(const ExportSpec& spec) {
    learn_enlargement();
    auto job = std::make_shared<std::unique_ptr<PictureExport>>();
    start_job(
        display_name(spec.path.filename()),
        [this, job, spec] {
            if (!enlargement_) throw Error("The enlarging network is gone: export once more.");
            if (!enlargement_->finished()) return false;
            if (!*job) *job = enlarged_export(*enlargement_, spec);
            return (*job)->advance();
        },
        [this, job] {
            if (*job) return 0.5 + 0.5 * (*job)->progress();
            return enlargement_ ? 0.5 * enlargement_->progress() : 0.0;
        });
}

}  // namespace redraw
