// An example of Redraw's engine in another program: trains a network on a picture and renders it.
//     learn [PICTURE [DRAWING [LONGER_SIDE]]]
// Also writes the run beside the render DRAWING; `redraw` and the studio can open it.
#include "engine/drawing/drawing.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/training/new_run.h"
#include "engine/training/trainer.h"

#include <cmath>
#include <cstdio>

using namespace redraw;

int main(int count, char** words) try {
    const std::filesystem::path picture = count > 1 ? words[1] : REDRAW_SAMPLE;
    const std::filesystem::path drawing = count > 2 ? words[2] : "drawing.png";
    const double longer_side = count > 3 ? std::atof(words[3]) : 512;

    // The configuration of the run. Unset fields have good defaults (engine/network/config.h).
    Config config;
    config.network.layers = {64, 64, 64};
    config.schedule.epochs = 300;             // passes over the picture
    config.data.train_size.longer_side = 64;  // in pixels; small, to train quickly

    // Creates the run file, which holds the picture, the settings and checkpoints of the network.
    // After a stop or a crash, Trainer(RunFile::open(path), {}) continues the run.
    RunFile run = start_run(std::filesystem::path(drawing).replace_extension(".redraw"),
                            load_picture(picture).image, picture.filename().string(), config);

    // Trains on the calling thread, at most 50 steps a call, on the device that Redraw chooses. The
    // empty second argument of Trainer stands for the default backend options.
    Trainer trainer(std::move(run), {});
    while (trainer.advance(50) > 0)
        std::printf("step %3d: %.1f dB\n", int(trainer.step()), double(trainer.measure().psnr));
    trainer.commit();

    // Renders at another size: a network computes a colour from a position alone.
    const Image& learned = trainer.dataset().target;
    const double scale = longer_side / std::max(learned.width, learned.height);
    const PixelSize size{int(std::lround(learned.width * scale)),
                         int(std::lround(learned.height * scale))};
    write_image(drawing, draw_rows(trainer.backend(), trainer.dataset().grid, size, 0, size.height,
                                   trainer.parameters()));
} catch (const Error& error) {  // what() is one sentence for the user
    std::fprintf(stderr, "learn: %s\n", error.what());
    return 1;
}
