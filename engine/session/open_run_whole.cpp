// Learns the picture at its own size in the open run (Trainer::learn_whole()).
#include "engine/error.h"
#include "engine/session/open_run.h"

namespace redraw {

void OpenRun::on(const command::LearnWhole& asked) {
    Trainer& run = trained();
    if (!compared_.empty())
        throw Error("A race cannot learn the whole picture. Leave the race first.");
    const auto picture = known_picture();
    run.learn_whole(
        picture, mosaic_for({picture->width, picture->height}, run.channels(), {asked.epochs, 0}));
    running_ = true;
    show_whole();
}

// Shows a mosaic that has just begun, whose tiles replace the drawing of the run's own network.
void OpenRun::show_whole() {
    look_at_view();
    draw_anew();
}

// Lets the mosaic continue with the tiles in view.
void OpenRun::look_at_view() {
    const Grid& picture = trainer_->dataset().grid;
    if (MosaicLearning* whole = trainer_->whole())
        whole->set_focus(trainer_->run(), picture, view_request_.region.value_or(picture));
}

void OpenRun::fill_whole() {
    Status& status = report_.status;
    status.whole.reset();
    const auto& mosaic = trainer_->run().mosaic();
    if (!mosaic) return;
    const auto& tiles = trainer_->run().mosaic_tiles();
    status.whole = {trainer_->run().picture_size(), mosaic->tiles.count(), std::ssize(tiles),
                    trainer_->own_step(), float(psnr_of(*mosaic, tiles))};
    status.seconds_left = trainer_->whole() ? trainer_->whole()->seconds_left(trainer_->run()) : 0;
}

}  // namespace redraw
