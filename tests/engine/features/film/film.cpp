#include "engine/features/film/film.h"
#include "engine/drawing/keyframe_mix.h"
#include "engine/image/picture.h"
#include "engine/image/quality.h"
#include "tests/support/closed_form_backend.h"
#include "tests/support/film_frames.h"
#include "tests/support/picture_samples.h"

#include <fmt/format.h>
#include <gif_lib.h>

#include <numeric>

namespace fs = std::filesystem;
using namespace redraw;
using namespace redraw::test;

namespace {

// A GIF read back: each picture as a player shows it, and its delay in hundredths of a second.
struct PlayedGif {
    std::vector<Image> pictures;
    std::vector<int> delays;
    bool loops_forever = false;
    int total() const { return std::accumulate(delays.begin(), delays.end(), 0); }
};

PlayedGif play(const fs::path& path) {
    GifFileType* gif = DGifOpenFileName(path.c_str(), nullptr);
    REQUIRE(gif != nullptr);
    REQUIRE(DGifSlurp(gif) == GIF_OK);
    PlayedGif played;
    Image canvas = make_image(gif->SWidth, gif->SHeight, 3, -1.0f);
    for (int f = 0; f < gif->ImageCount; ++f) {
        const SavedImage& frame = gif->SavedImages[f];
        GraphicsControlBlock control{};
        REQUIRE(DGifSavedExtensionToGCB(gif, f, &control) == GIF_OK);
        CHECK(control.DisposalMode == DISPOSE_DO_NOT);
        for (int i = 0; i < frame.ExtensionBlockCount; ++i) {
            const ExtensionBlock& block = frame.ExtensionBlocks[i];
            if (block.Function == CONTINUE_EXT_FUNC_CODE && block.ByteCount == 3)
                played.loops_forever = block.Bytes[1] == 0 && block.Bytes[2] == 0;
        }
        const GifImageDesc& place = frame.ImageDesc;
        for (int i = 0; i < place.Height * place.Width; ++i) {
            const int index = frame.RasterBits[i];
            if (index == control.TransparentColor) continue;
            const auto& [red, green, blue] = gif->SColorMap->Colors[index];
            float* pixel =
                canvas.row(place.Top + i / place.Width) + (place.Left + i % place.Width) * 3;
            for (const GifByteType level : {red, green, blue}) *pixel++ = float(level) / 255.0f;
        }
        played.pictures.push_back(canvas);
        played.delays.push_back(control.DelayTime);
    }
    DGifCloseFile(gif, nullptr);
    return played;
}

Image as_rgb(const Image& image) {
    return redraw_test::painted(image.width, image.height, 3, [&](int x, int y, int c) {
        const float v = image.row(y)[x * image.channels + (image.channels >= 3 ? c : 0)];
        return float(quantise(v, 255)) / 255.0f;
    });
}

// Largest difference allowed between GIF and drawing; the writer skips changes up to two levels.
constexpr float kUnseen = 2.01f / 255;

const std::vector<std::int64_t> kSteps{0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144};

std::vector<Keyframe> keyframes() {
    std::vector<Keyframe> all;
    for (const std::int64_t step : kSteps) all.push_back({step, float(step)});
    return all;
}

std::vector<float> closed_form_parameters(std::int64_t step) {
    return {std::sqrt(float(step)) * 0.2f};
}

Image drawing_of(std::int64_t step, int channels, PixelSize size) {
    ClosedFormBackend backend(channels);
    const Grid grid = resized(picture_grid(20, 10), size.width, size.height);
    return backend.render(grid, whole(grid), closed_form_parameters(step))->on_host();
}

std::unique_ptr<Job> film_of(Backend& backend, int channels, const FilmSpec& spec,
                             ReadFilmed read = closed_form_parameters,
                             std::vector<Keyframe> kept = keyframes()) {
    return timelapse_film(backend, picture_grid(20, 10),
                          std::make_shared<const Image>(make_image(20, 10, channels, 0.5f)),
                          std::move(kept), {}, 1, std::move(read), spec);
}

int make_film(const FilmSpec& spec, int channels, ReadFilmed read = closed_form_parameters,
              std::vector<Keyframe> kept = keyframes()) {
    ClosedFormBackend backend(channels);
    const auto film = film_of(backend, channels, spec, std::move(read), std::move(kept));
    double before = film->progress();
    CHECK(before == 0);
    int parts = 1;
    for (; !film->advance(); ++parts)
        CHECK(film->progress() > std::exchange(before, film->progress()));
    CHECK(film->progress() == doctest::Approx(1));
    return parts;
}

PlayedGif made_gif(const FilmSpec& spec, int channels) {
    make_film(spec, channels);
    return play(spec.path);
}

}  // namespace

TEST_CASE("keyframes: first to last, never backwards, at the asked pace") {
    const auto pick_keyframes = [](std::span<const std::int64_t> steps, int frames, Pace pace,
                                   std::span<const float> changes = {}) {
        const std::vector<double> places = keyframe_places(steps, pace, changes);
        std::vector<std::size_t> picked;
        for (int frame = 0; frame < frames; ++frame)
            picked.push_back(keyframe_at(places, part_at_frame({frames, 0}, frame)));
        return picked;
    };
    const float nan = std::nanf(""), huge = std::numeric_limits<float>::infinity();
    for (const auto& changes : {std::vector<float>{0, 5, 0, 0, 1, 1, 1, 0, 0, 1, 1, 0},
                                std::vector<float>(12, nan),
                                {0, huge, -1, 2, 0, 0, 0, 1, 0, 0, 0, 0},
                                std::vector<float>(12, 0.0f)})
        for (const Pace pace : {Pace::steps, Pace::log, Pace::change}) {
            for (const int frames : {2, 3, 12, 100, 1000}) {
                const auto picked = pick_keyframes(kSteps, frames, pace, changes);
                REQUIRE(picked.size() == std::size_t(frames));
                CHECK(picked.front() == 0);
                CHECK(picked.back() == kSteps.size() - 1);
                CHECK(std::is_sorted(picked.begin(), picked.end()));
            }
            CHECK(pick_keyframes(kSteps, 1, pace, changes) == std::vector<std::size_t>{11});
        }
    using Picked = std::vector<std::size_t>;
    const std::vector<std::int64_t> even{0, 100, 200, 300, 400};
    CHECK(pick_keyframes(even, 5, Pace::steps) == Picked{0, 1, 2, 3, 4});
    CHECK(pick_keyframes(even, 3, Pace::steps) == Picked{0, 2, 4});
    const std::vector<std::int64_t> powers{0, 1, 3, 7, 15};  // evenly spaced in log(1 + step)
    CHECK(pick_keyframes(powers, 5, Pace::log) == Picked{0, 1, 2, 3, 4});
    // The drawing changes between the second and the third keyframe only.
    CHECK(pick_keyframes(even, 4, Pace::change, std::vector<float>{9, 0, 1, 0, 0}) ==
          Picked{0, 1, 2, 4});
    CHECK(pick_keyframes(even, 5, Pace::change, std::vector<float>{0, 0, nan, 0, 0}) ==
          Picked{0, 1, 2, 3, 4});
    CHECK(pick_keyframes(std::vector<std::int64_t>{7}, 3, Pace::log) == Picked{0, 0, 0});
}

TEST_CASE("a film of two keyframes moves in every frame, evenly from one to the other") {
    const ScratchFolder folder;
    FilmSpec spec{folder / "frames", {24, 12}, 20, 1, Pace::steps};
    spec.hold = 0;
    make_film(spec, 1, closed_form_parameters, {{0, 1.0f}, {1, 2.0f}});
    ClosedFormBackend backend(1);
    const Grid grid = resized(picture_grid(20, 10), 24, 12);
    for (int frame = 0; frame < 20; ++frame) {
        const float share = float(frame) / 19;
        const auto parameters = mixed(closed_form_parameters(0), closed_form_parameters(1), share);
        const Image wanted = backend.render(grid, whole(grid), parameters)->on_host();
        const auto path = spec.path / fmt::format("frame-{:04}.png", frame + 1);
        CHECK(largest_difference(as_rgb(load_picture(path).image), as_rgb(wanted)) < 1.1f / 255);
    }
}

TEST_CASE("a film shows no mix that does not lie between its keyframes") {
    // Halfway, the drawing is brighter than both keyframes.
    struct Sudden final : ClosedFormBackend {
        using ClosedFormBackend::ClosedFormBackend;
        std::shared_ptr<const Surface> render(const Grid& grid, const PixelRect& part,
                                              std::span<const float> parameters) override {
            const float p = parameters[0];
            const float value = p < 0.25f ? 0.4f : p > 0.75f ? 0.6f : 1.0f;
            return std::make_shared<HostSurface>(
                make_image(part.width, part.height, 1, grid.width > 0 ? value : 0));
        }
    };
    const ScratchFolder folder;
    Sudden backend(1);
    FilmSpec spec{folder / "frames", {24, 12}, 20, 1, Pace::steps};
    const auto film = film_of(backend, 1, spec,
                              [](std::int64_t step) { return std::vector{step > 0 ? 1.0f : 0.0f}; },
                              {{0, 1.0f}, {100, 2.0f}});
    while (!film->advance()) continue;
    for (int frame = 1; frame <= 20; ++frame) {
        const auto path = spec.path / fmt::format("frame-{:04}.png", frame);
        CHECK(load_picture(path).image.values[0] ==
              doctest::Approx(frame <= 10 ? 0.4 : 0.6).epsilon(0.01));
    }
}

TEST_CASE("a gray GIF plays the drawings, for as long as asked, forever") {
    const ScratchFolder folder;
    for (const Pace pace : {Pace::steps, Pace::log, Pace::change})
        for (const auto& [fps, seconds] : {std::pair{30, 2.0}, {7, 1.0}, {50, 0.5}, {30, 3.37}}) {
            const FilmSpec spec{folder / "a.GIF", {40, 20}, fps, seconds, pace};
            const PlayedGif film = made_gif(spec, 1);
            CHECK(film.total() == std::lround(std::lround(seconds * fps) * 100.0 / fps));
            CHECK(film.loops_forever);
            CHECK(film.pictures.size() <= std::size_t(std::lround(seconds * fps)));
            CHECK(std::ranges::min(film.delays) >= 2);
            for (const auto& [seen, step] :
                 {std::pair{&film.pictures.front(), 0}, {&film.pictures.back(), 144}})
                CHECK(largest_difference(*seen, as_rgb(drawing_of(step, 1, spec.size))) < kUnseen);
            // The last drawing stays for at least 0.25 s, longer than a frame.
            if (seconds >= 2) CHECK(film.delays.back() >= 25);
            make_film(spec, 1, closed_form_parameters, {{0, 20.0f}});  // a film of one keyframe
            CHECK(play(spec.path).pictures.size() == 1);
            CHECK(play(spec.path).total() == film.total());
        }
    CHECK(folder.file_count() == 1);
}

TEST_CASE("every frame of a GIF is what was written, however few pixels changed") {
    const ScratchFolder folder;
    const FilmSpec spec{folder / "a.gif", {31, 17}, 30, 1, Pace::steps};
    const auto writer = open_film_writer(spec, 1);
    Image frame = make_image(31, 17, 1, 1.0f);
    writer->prepare({&frame, 1});
    std::vector<Image> expected;
    std::mt19937 random(3);
    for (int i = 0; i < 40; ++i) {
        for (int changes = i % 4; changes > 0; --changes) {
            float& value = frame.values[random() % frame.values.size()];
            const int level = quantise(value, 255);
            value = float(level < 128 ? level + 3 + int(random() % 120)
                                      : level - 3 - int(random() % 120)) /
                    255.0f;
        }
        write_frame(*writer, frame, 1.0 / 30);
        if (expected.empty() || expected.back() != frame) expected.push_back(frame);
    }
    CHECK(!fs::exists(spec.path));
    writer->finish();
    const PlayedGif film = play(spec.path);
    REQUIRE(film.pictures.size() == expected.size());  // equal frames in a row become one
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CHECK(largest_difference(film.pictures[i], as_rgb(expected[i])) < kUnseen);
    }
    CHECK(film.total() == 133);
}

TEST_CASE("a slow fade does not drift from the drawing") {
    const ScratchFolder folder;
    const FilmSpec spec{folder / "a.gif", {4, 4}, 30, 1, Pace::steps};
    for (const int channels : {1, 3}) {
        const auto writer = open_film_writer(spec, channels);
        std::vector<Image> samples;
        for (int i = 0; i <= 255; i += 2)
            samples.push_back(make_image(4, 4, channels, float(i) / 255));
        writer->prepare(samples);
        for (int i = 0; i <= 255; ++i) {
            write_frame(*writer, make_image(4, 4, channels, float(i) / 255), 0.04);
        }
        writer->finish();
        const PlayedGif film = play(spec.path);
        constexpr float kCell = 10.0f / 255;  // a palette's colour cell (8 levels) and kUnseen
        CHECK(film.pictures.back().values[0] > 1 - (channels == 1 ? kUnseen : kCell));
        CHECK(film.total() == 1024);
    }
}

TEST_CASE("a colour GIF comes close with 255 colours") {
    const ScratchFolder folder;
    for (const int channels : {3, 4}) {
        const FilmSpec spec{folder / "a.gif", {60, 30}, 10, 1.5, Pace::change};
        const PlayedGif film = made_gif(spec, channels);
        CHECK(film.total() == 150);
        if (channels == 4) continue;  // alpha is laid over white in a GIF
        CHECK(psnr(film.pictures.front(), as_rgb(drawing_of(0, 3, spec.size))) > 30);
        CHECK(psnr(film.pictures.back(), as_rgb(drawing_of(144, 3, spec.size))) > 30);
    }
}

TEST_CASE("a folder of PNG frames at a constant rate") {
    const ScratchFolder folder;
    const FilmSpec spec{folder / "frames", {24, 12}, 20, 1, Pace::log};
    make_film(spec, 3);
    CHECK(folder.file_count() == 1);
    int count = 0;
    for (const auto& entry : fs::directory_iterator(spec.path)) count += entry.is_regular_file();
    CHECK(count == 20);
    CHECK(as_rgb(load_picture(spec.path / "frame-0001.png").image) ==
          as_rgb(drawing_of(0, 3, spec.size)));
    CHECK(load_picture(spec.path / "frame-0020.png").image ==
          as_rgb(drawing_of(144, 3, spec.size)));
    CHECK(read_all(spec.path / "frame-0019.png") == read_all(spec.path / "frame-0020.png"));
    CHECK(contains(error_of([&] { open_film_writer(spec, 3); }), "the folder is not empty"));

    // Names sort by their numbers, because each has as many digits as the last.
    FilmSpec long_film = spec;
    long_film.path = folder / "many";
    long_film.frames_per_second = 100;
    long_film.seconds = 100.5;
    const auto many = open_film_writer(long_film, 3);
    many->write_rows(make_image(spec.size.width, spec.size.height, 3));
    many->end_frame(0.01);
    many->finish();
    CHECK(fs::exists(long_film.path / "frame-00001.png"));
    fs::create_directory(folder / "empty");
    FilmSpec into_empty = spec;
    into_empty.path = folder / "empty/";
    make_film(into_empty, 1);
    CHECK(fs::exists(folder / "empty/frame-0020.png"));
}

TEST_CASE("large frames are drawn in parts, with the same pixels") {
    const ScratchFolder folder;
    const FilmSpec spec{folder / "frames", {600, 300}, 2, 1, Pace::log};
    CHECK(make_film(spec, 1) > 2 * 2 + 2);
    CHECK(load_picture(spec.path / "frame-0002.png").image ==
          decode_picture(encode_png(drawing_of(144, 1, spec.size), 8), "whole").image);
}

TEST_CASE("a cancelled or failed film leaves nothing") {
    const ScratchFolder folder;
    ClosedFormBackend backend(3);
    const auto lost = [](std::int64_t step) {
        if (step == 89) throw Error("the keyframe is gone");
        return closed_form_parameters(step);
    };
    for (const char* name : {"a.gif", "frames"}) {
        const FilmSpec spec{folder / name, {40, 20}, 30, 2, Pace::change};
        {
            const auto film = film_of(backend, 3, spec);
            for (int i = 0; i < 16; ++i) CHECK(!film->advance());
        }
        CHECK(folder.file_count() == 0);
        CHECK(error_of([&] { make_film(spec, 3, lost); }) == "the keyframe is gone");
        CHECK(folder.file_count() == 0);
    }
}

TEST_CASE("films that cannot be are refused, with what is possible") {
    const ScratchFolder folder;
    const auto refusal = [&](const char* name, int fps, double seconds, PixelSize size = {8, 8},
                             std::vector<Keyframe> kept = keyframes()) {
        ClosedFormBackend backend(1);
        const FilmSpec spec{folder / name, size, fps, seconds, Pace::log};
        return error_of([&] { film_of(backend, 1, spec, closed_form_parameters, kept); });
    };
    CHECK(contains(refusal("a.avi", 30, 1), "Cannot write a.avi: "));
    for (const auto& [format, name] :
         {std::pair{FilmFormat::mp4, "a.mp4"}, {FilmFormat::webm, "a.webm"}}) {
        const auto problem = film_problem(format);
        CHECK(contains(refusal(name, 30, 1), problem.value_or("")));
        CHECK(refusal(name, 30, 1).empty() == !problem);
    }
    CHECK(contains(refusal("a.gif", 0, 1), "1 to 120"));
    CHECK(contains(refusal("a.gif", 60, 1), "at most 50 frames a second"));
    for (const double seconds : {0.0, std::nan(""), 1e9})
        CHECK(contains(refusal("a.gif", 30, seconds), "seconds"));
    CHECK(contains(refusal("a.gif", 30, 1, {70000, 8}), "65,535"));
    CHECK(contains(refusal("no/a.gif", 30, 1), "no such folder"));
    CHECK(contains(refusal("no/frames", 30, 1), "no such folder"));
    CHECK(contains(refusal("a.gif", 30, 1, {8, 8}, {}), "no keyframes"));
    CHECK(folder.file_count() == 0);
}
