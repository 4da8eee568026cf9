// Redraw's engine in a program of one's own: it learns a picture and draws it again, at any size.
//     learn [PICTURE [DRAWING [LONGER_SIDE]]]
// Beside the drawing lies the run it learned, which `redraw` and the studio can open.
#include "engine/drawing/drawing.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/training/trainer.h"

#include <cmath>
#include <cstdio>

using namespace redraw;

int main(int count, char** words) try {
    const std::filesystem::path picture = count > 1 ? words[1] : REDRAW_SAMPLE;
    const std::filesystem::path drawing = count > 2 ? words[2] : "drawing.png";
    const double longer_side = count > 3 ? std::atof(words[3]) : 512;

    // What is to be learned, and how. Whatever is not said has a good value (network/config.h).
    Config config;
    config.network.layers = {64, 64, 64};
    config.schedule.epochs = 300;             // the whole picture is seen so often
    config.data.train_size.longer_side = 64;  // of a copy that is quickly learned

    // A run is one file with all of it: picture, settings, the network at many steps. Stopped,
    // even killed, it goes on from there: Trainer(RunFile::open(path), {}).
    RunFile run = start_run(std::filesystem::path(drawing).replace_extension(".redraw"),
                            load_picture(picture).image, picture.filename().string(), config);

    // A trainer works on the thread that calls it, a few steps at a time, on the fastest device
    // there is.
    Trainer trainer(std::move(run), {});
    while (trainer.advance(50) > 0)
        std::printf("step %3d: %.1f dB\n", int(trainer.step()), double(trainer.measure().psnr));
    trainer.commit();

    // The network is a function of the place alone, so that it draws at any size.
    const Image& learned = trainer.dataset().target;
    const double scale = longer_side / std::max(learned.width, learned.height);
    const PixelSize size{int(std::lround(learned.width * scale)),
                         int(std::lround(learned.height * scale))};
    write_image(drawing, draw_rows(trainer.backend(), trainer.dataset().grid, size, 0, size.height,
                                   trainer.parameters()));
} catch (const Error& error) {  // one sentence for the user
    std::fprintf(stderr, "learn: %s\n", error.what());
    return 1;
}
