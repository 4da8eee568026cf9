// Tests MP4 and WebM films: reads them with libav's demuxers and decoders and BT.709's formulas.
#include "engine/features/film/film.h"
#include "av/handles.h"
#include "engine/image/quality.h"
#include "tests/support/closed_form_backend.h"
#include "tests/support/film_frames.h"
#include "tests/support/picture_samples.h"

extern "C" {
#include <libavutil/cpu.h>
}

#include <sys/resource.h>
#include <algorithm>
#include <cmath>
#include <csignal>

namespace fs = std::filesystem;
using namespace redraw;
using namespace redraw::test;

namespace {

constexpr const char* kFilmNames[] = {"a.mp4", "b.WebM"};

struct PlayedFilm {
    std::vector<Image> pictures;  // frames, RGB
    std::vector<double> times;    // of the frames, in seconds
    double duration = 0;          // in seconds, as the file's header states
    AVRational rate{};
    AVCodecID codec = AV_CODEC_ID_NONE;
};

struct CloseInput {
    void operator()(AVFormatContext* input) const { avformat_close_input(&input); }
};

// Interpolates a chroma plane bilinearly at (x, y), in chroma samples; repeats samples at the
// edges.
float interpolated(const AVFrame& frame, int plane, float x, float y) {
    const int width = frame.width / 2, height = frame.height / 2;
    const int left = int(std::floor(x)), top = int(std::floor(y));
    float sum = 0;
    for (const int dx : {0, 1}) {
        for (const int dy : {0, 1}) {
            const float weight =
                (1 - std::abs(x - float(left + dx))) * (1 - std::abs(y - float(top + dy)));
            const int column = std::clamp(left + dx, 0, width - 1);
            const int row = std::clamp(top + dy, 0, height - 1);
            sum += weight * float(frame.data[plane][row * frame.linesize[plane] + column]);
        }
    }
    return sum;
}

// Converts from ITU-R BT.709 with limited range: Y' is 16 to 235, chroma 16 to 240 around 128. A
// chroma sample lies on every second column, between two rows.
Image as_rgb(const AVFrame& frame) {
    Image rgb = make_image(frame.width, frame.height, 3);
    for (int y = 0; y < frame.height; ++y) {
        for (int x = 0; x < frame.width; ++x) {
            const float cx = float(x) / 2, cy = (float(y) - 0.5f) / 2;
            const float luma = float(frame.data[0][y * frame.linesize[0] + x] - 16) / 219;
            const float blue = (interpolated(frame, 1, cx, cy) - 128) / 224;
            const float red = (interpolated(frame, 2, cx, cy) - 128) / 224;
            float* pixel = rgb.row(y) + x * 3;
            pixel[0] = luma + 1.5748f * red;
            pixel[1] = luma - 0.1873f * blue - 0.4681f * red;
            pixel[2] = luma + 1.8556f * blue;
        }
    }
    return rgb;
}

void receive(AVCodecContext* decoder, AVRational time_base, PlayedFilm& played) {
    const av::Frame frame(av_frame_alloc());
    while (avcodec_receive_frame(decoder, frame.get()) == 0) {
        CHECK(frame->format == AV_PIX_FMT_YUV420P);
        CHECK(frame->color_range == AVCOL_RANGE_MPEG);
        CHECK(frame->colorspace == AVCOL_SPC_BT709);
        played.pictures.push_back(as_rgb(*frame));
        played.times.push_back(double(frame->best_effort_timestamp) * av_q2d(time_base));
    }
}

PlayedFilm play(const fs::path& path) {
    AVFormatContext* opened = nullptr;
    REQUIRE(avformat_open_input(&opened, path.c_str(), nullptr, nullptr) == 0);
    const std::unique_ptr<AVFormatContext, CloseInput> input(opened);
    REQUIRE(avformat_find_stream_info(opened, nullptr) >= 0);
    REQUIRE(opened->nb_streams == 1);
    CHECK(av_dict_get(opened->metadata, "creation_time", nullptr, 0) == nullptr);
    const AVStream& stream = *opened->streams[0];
    PlayedFilm played;
    played.duration = double(opened->duration) / AV_TIME_BASE;
    played.rate = stream.avg_frame_rate;
    played.codec = stream.codecpar->codec_id;

    const av::Encoder decoder(avcodec_alloc_context3(avcodec_find_decoder(played.codec)));
    REQUIRE(avcodec_parameters_to_context(decoder.get(), stream.codecpar) >= 0);
    REQUIRE(avcodec_open2(decoder.get(), nullptr, nullptr) == 0);
    const av::Packet packet(av_packet_alloc());
    while (av_read_frame(opened, packet.get()) == 0) {
        REQUIRE(avcodec_send_packet(decoder.get(), packet.get()) == 0);
        receive(decoder.get(), stream.time_base, played);
        av_packet_unref(packet.get());
    }
    REQUIRE(avcodec_send_packet(decoder.get(), nullptr) == 0);
    receive(decoder.get(), stream.time_base, played);
    return played;
}

// Returns a drawing as a player shows it: alpha blended over white, sides padded to even lengths.
Image as_shown(const Image& drawing) {
    Image rgb =
        make_image(drawing.width + drawing.width % 2, drawing.height + drawing.height % 2, 3);
    const bool alpha = drawing.channels % 2 == 0;
    const int colours = drawing.channels - (alpha ? 1 : 0);
    for (int y = 0; y < rgb.height; ++y) {
        for (int x = 0; x < rgb.width; ++x) {
            const float* from = drawing.row(std::min(y, drawing.height - 1)) +
                                std::min(x, drawing.width - 1) * drawing.channels;
            const float cover = alpha ? std::clamp(from[colours], 0.0f, 1.0f) : 1;
            for (int c = 0; c < 3; ++c) {
                const float colour = std::clamp(from[colours == 3 ? c : 0], 0.0f, 1.0f);
                rgb.row(y)[x * 3 + c] = 1 - cover + cover * colour;
            }
        }
    }
    return rgb;
}

const std::vector<std::int64_t> kSteps{0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144};

std::vector<float> parameters_of(std::int64_t step) {
    return {std::sqrt(float(step)) * 0.2f};
}

Image drawing_of(std::int64_t step, int channels, PixelSize size) {
    ClosedFormBackend backend(channels);
    const Grid grid = resized(picture_grid(20, 10), size.width, size.height);
    return backend.render(grid, whole(grid), parameters_of(step))->on_host();
}

std::vector<Keyframe> keyframes() {
    std::vector<Keyframe> all;
    for (const std::int64_t step : kSteps) all.push_back({step, float(step)});
    return all;
}

void make_film(const FilmSpec& spec, int channels) {
    ClosedFormBackend backend(channels);
    const auto film =
        timelapse_film(backend, picture_grid(20, 10),
                       std::make_shared<const Image>(make_image(20, 10, channels, 0.5f)),
                       keyframes(), {}, 1, parameters_of, spec);
    while (!film->advance()) {
    }
}

}  // namespace

TEST_CASE("a video plays the drawings, each where it belongs, at the asked rate and size") {
    const ScratchFolder folder;
    for (const char* name : kFilmNames) {
        for (const auto& [fps, seconds] : {std::pair{30, 2.0}, {7, 1.0}, {60, 0.5}, {25, 3.37}}) {
            const FilmSpec spec{folder / name, {40, 20}, fps, seconds, Pace::log};
            CHECK(film_size(spec) == spec.size);
            make_film(spec, 3);
            const PlayedFilm film = play(spec.path);
            const auto frames = std::size_t(std::lround(seconds * fps));
            CHECK(film.codec == (name == kFilmNames[0] ? AV_CODEC_ID_H264 : AV_CODEC_ID_VP9));
            CHECK(av_cmp_q(film.rate, {fps, 1}) == 0);
            CHECK(film.duration == doctest::Approx(double(frames) / fps).epsilon(0.005));
            REQUIRE(film.pictures.size() == frames);
            for (std::size_t k = 0; k < frames; ++k) {
                // WebM timestamps are whole ms
                CHECK(std::abs(film.times[k] - double(k) / fps) < 0.00101);
            }
            // The last drawing is held for a second, at most a quarter of the film, as in a GIF.
            const std::size_t hold_last = std::min<std::size_t>(std::size_t(fps), frames / 4);
            for (std::size_t k = 0; k <= hold_last; ++k) {
                CHECK(psnr(film.pictures[frames - 1 - k], as_shown(drawing_of(144, 3, spec.size))) >
                      30);
            }
            CHECK(psnr(film.pictures[0], as_shown(drawing_of(0, 3, spec.size))) > 30);
        }
    }
    CHECK(folder.file_count() == 2);
}

TEST_CASE("every frame of a video is what was written: any channels, any size") {
    const ScratchFolder folder;
    for (const char* name : kFilmNames) {
        for (const int channels : {1, 2, 3, 4}) {
            for (const PixelSize size : {PixelSize{64, 48}, {37, 21}, {1, 1}, {2, 35}, {301, 7}}) {
                const FilmSpec spec{folder / name, size, 10, 1, Pace::steps};
                const auto writer = open_film_writer(spec, channels);
                for (const std::int64_t step : kSteps) {
                    write_frame(*writer, drawing_of(step, channels, size), 0.1);
                }
                CHECK(folder.file_count() == 0);
                writer->finish();
                const PlayedFilm film = play(spec.path);
                REQUIRE(film.pictures.size() == kSteps.size());
                for (std::size_t k = 0; k < kSteps.size(); ++k) {
                    CAPTURE(name);
                    CAPTURE(channels);
                    CAPTURE(size.width);
                    REQUIRE(film.pictures[k].width == film_size(spec).width);
                    REQUIRE(film.pictures[k].height == film_size(spec).height);
                    // Two columns of different colours share one chroma sample.
                    if (size.width == 2 && channels >= 3) continue;
                    CHECK(psnr(film.pictures[k], as_shown(drawing_of(kSteps[k], channels, size))) >
                          30);
                }
                fs::remove(spec.path);
            }
        }
    }
}

TEST_CASE("colours keep their levels: limited range and BT.709, to the letter") {
    const ScratchFolder folder;
    const std::vector<std::vector<float>> colours{{0, 0, 0},         {1, 1, 1}, {0.5f, 0.5f, 0.5f},
                                                  {1, 0, 0},         {0, 1, 0}, {0, 0, 1},
                                                  {0.9f, 0.5f, 0.1f}};
    for (const char* name : kFilmNames) {
        const FilmSpec spec{folder / name, {32, 32}, 2, 1, Pace::steps};
        const auto writer = open_film_writer(spec, 3);
        for (const auto& colour : colours) {
            Image flat = make_image(32, 32, 3);
            for (std::size_t i = 0; i < flat.values.size(); ++i) flat.values[i] = colour[i % 3];
            write_frame(*writer, flat, 0.5);
        }
        writer->finish();
        const PlayedFilm film = play(spec.path);
        REQUIRE(film.pictures.size() == colours.size());
        for (std::size_t k = 0; k < colours.size(); ++k) {
            for (std::size_t c = 0; c < 3; ++c) {
                CAPTURE(name);
                CAPTURE(k);
                CHECK(std::abs(film.pictures[k].values[c] - colours[k][c]) < 4.0f / 255);
            }
        }
    }
}

TEST_CASE("the same film is the same file, bit for bit, and an MP4 starts with its contents") {
    const ScratchFolder folder;
    for (const char* name : kFilmNames) {
        const FilmSpec spec{folder / name, {600, 301}, 12, 1, Pace::change};
        make_film(spec, 3);
        const Bytes first = read_all(spec.path);
        make_film(spec, 3);
        CHECK(read_all(spec.path) == first);
        av_force_cpu_flags(0);  // makes libav's scaler work without SIMD
        make_film(spec, 3);
        av_force_cpu_flags(-1);
        CHECK(read_all(spec.path) == first);
        if (name != kFilmNames[0]) continue;
        const std::string text(reinterpret_cast<const char*>(first.data()), first.size());
        CHECK(text.find("moov") < text.find("mdat"));
        CHECK(text.find("moov") < 64);
    }
}

TEST_CASE("a cancelled video leaves nothing, and what was there stays") {
    const ScratchFolder folder;
    for (const char* name : kFilmNames) {
        const FilmSpec spec{folder / name, {40, 20}, 30, 2, Pace::change};
        for (const int parts : {0, 5, 20}) {
            ClosedFormBackend backend(3);
            const auto film =
                timelapse_film(backend, picture_grid(20, 10),
                               std::make_shared<const Image>(make_image(20, 10, 3, 0.5f)),
                               keyframes(), {}, 1, parameters_of, spec);
            for (int i = 0; i < parts; ++i) CHECK(!film->advance());
        }
        CHECK(folder.file_count() == 0);
    }
}

// A limit on file sizes stands for a full disk: write() fails in the middle in the same way.
TEST_CASE("a full disk is one sentence and leaves nothing") {
    const ScratchFolder folder;
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit old_limit{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &old_limit) == 0);
    for (const char* name : kFilmNames) {
        for (const rlim_t limit : {0, 10, 4096, 100'000}) {
            std::mt19937 random(7);
            const rlimit small{limit, old_limit.rlim_max};
            REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
            const std::string error = error_of([&] {
                const auto writer =
                    open_film_writer({folder / name, {160, 120}, 10, 1, Pace::steps}, 3);
                for (int i = 0; i < 10; ++i)
                    write_frame(*writer, random_image(160, 120, 3, 255, unsigned(random())), 0.1);
                writer->finish();
            });
            setrlimit(RLIMIT_FSIZE, &old_limit);
            CHECK(error == std::string("Cannot write ") + name + ": file too large");
            CHECK(folder.file_count() == 0);
        }
    }
    std::signal(SIGXFSZ, old_handler);
}

TEST_CASE("a disk that fills while an MP4 moves its contents to the front") {
    const ScratchFolder folder;
    const FilmSpec spec{folder / "a.mp4", {160, 120}, 10, 1, Pace::steps};
    const auto write = [&] {
        std::mt19937 random(7);
        const auto writer = open_film_writer(spec, 3);
        for (int i = 0; i < 10; ++i)
            write_frame(*writer, random_image(160, 120, 3, 255, unsigned(random())), 0.1);
        writer->finish();
    };
    write();
    const Bytes whole_film = read_all(spec.path);
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit old_limit{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &old_limit) == 0);
    const rlimit small{whole_film.size() - 1, old_limit.rlim_max};
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    const std::string error = error_of(write);
    setrlimit(RLIMIT_FSIZE, &old_limit);
    std::signal(SIGXFSZ, old_handler);
    CHECK(error == "Cannot write a.mp4: file too large");
    CHECK(read_all(spec.path) == whole_film);
    CHECK(folder.file_count() == 1);
}

TEST_CASE("videos that cannot be are refused") {
    const ScratchFolder folder;
    const auto refusal = [&](const fs::path& path, PixelSize size) {
        return error_of([&] { open_film_writer({path, size, 30, 1, Pace::log}, 1); });
    };
    for (const char* name : kFilmNames) {
        CHECK(contains(refusal(folder / name, {16385, 8}), "at most 16,384 pixels a side"));
        CHECK(contains(refusal(folder / "no" / name, {8, 8}), "no such folder"));
        fs::create_directory(folder / name);
        CHECK(contains(refusal(folder / name, {8, 8}), "it is a folder"));
    }
}
