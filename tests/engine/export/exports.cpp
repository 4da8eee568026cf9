// Tests the exports of a run: pictures and the table of its curves.
#include "engine/device/devices.h"
#include "engine/drawing/drawing.h"
#include "engine/error.h"
#include "engine/export/curves_csv.h"
#include "engine/export/export.h"
#include "engine/image/picture.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"
#include "engine/network/parameters.h"
#include "engine/network/random.h"
#include "tests/support/closed_form_backend.h"
#include "tests/support/picture_samples.h"
#include "tests/support/temporary_folder.h"

#include <sys/resource.h>
#include <clocale>
#include <cmath>
#include <csignal>
#include <limits>
#include <memory>
#include <sstream>

using namespace redraw;
using namespace redraw::test;
namespace fs = std::filesystem;

namespace {

void finish(PictureExport& job) {
    double before = job.progress();
    CHECK(before == 0);
    while (!job.advance()) {
        CHECK(job.progress() > before);
        CHECK(job.progress() < 1);
        before = job.progress();
    }
    CHECK(job.progress() == 1);
}

PixelSize samples_of(const Backend& backend, const Grid& picture, PixelSize size) {
    return samples_per_pixel(backend, picture, resized(picture, size.width, size.height));
}

std::vector<Metric> samples() {
    return {{1, 0.1f, 10.0f / 3, 2e-4f, 0.015625},
            {2, 1e-30f, 12.345678f, 2e-3f, 0.1},
            {1240, 0, std::numeric_limits<float>::infinity(), 0, 123.456},
            {1250, std::nanf(""), -std::nanf(""), 1e-3f, 1e6}};
}

std::vector<MeasuredPsnr> drawings() {
    return {{1, 10.0f / 3, 0.015625, false},
            {700, 41.25f, 60, true},  // a step whose metric was not recorded
            {1250, std::numeric_limits<float>::infinity(), 1e6, true}};
}

std::string file_text(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("sizes: longer side, width x height, factor") {
    const PixelSize wide{200, 100}, high{30, 40};
    CHECK(parse_export_size("512", wide) == PixelSize{512, 256});
    CHECK(parse_export_size("512", high) == PixelSize{384, 512});
    CHECK(parse_export_size("1", wide) == PixelSize{1, 1});
    CHECK(parse_export_size("800x600", wide) == PixelSize{800, 600});
    for (const char* four : {"4x", "4X"})
        CHECK(parse_export_size(four, wide) == PixelSize{800, 400});
    CHECK(parse_export_size("2.5x", high) == PixelSize{75, 100});
    CHECK(parse_export_size("0.001x", high) == PixelSize{1, 1});
    CHECK(parse_export_size("65536", wide) == PixelSize{65536, 32768});
    CHECK(parse_export_size("65536x65536", wide) == PixelSize{65536, 65536});
    CHECK(with_longer_side({1000, 1}, 10) == PixelSize{10, 1});
}

TEST_CASE("sizes that are none") {
    for (const std::string text :
         {"",     "x",     "0",     "-5",      "abc",  "12a",     "1 2",
          " 5",   "0x",    "-1x",   "nanx",    "infx", "0x5",     "5x0",
          "5x-5", "5x5x5", "65537", "65537x1", "400x", "1x65537", "99999999999999",
          "1e9",  "4XX"}) {
        CAPTURE(text);
        const std::string error = error_of([&] { parse_export_size(text, {200, 100}); });
        CHECK(error.starts_with("--size " + text + ": "));
    }
    CHECK(error_of([] {
              parse_export_size("0", {200, 100});
          }) == "--size 0: a side must have at least 1 pixel");
}

TEST_CASE("a tiled export has the bits of the drawing as a whole") {
    const ScratchFolder folder;
    for (const int channels : {1, 3, 4}) {
        for (const PixelSize size : {PixelSize{1, 1}, {700, 350}, {333, 997}, {70000, 2}}) {
            if (size.width > 65536 && channels > 1) continue;
            ClosedFormBackend backend(channels);
            const Grid picture = picture_grid(20, 10);
            const ExportSpec spec{folder / "a.png", ImageFormat::png, size, {.bit_depth = 16}};
            PictureExport job(backend, picture, channels, {0.7f}, spec);
            finish(job);
            CHECK(backend.most_pixels <=
                  std::max(1 << 16, size.width * samples_of(backend, picture, size).height));
            const std::vector<float> parameters{0.7f};
            const Image drawing = draw_rows(backend, picture, size, 0, size.height, parameters);
            write_image(folder / "whole.png", drawing, spec.encoding);
            CHECK(read_all(folder / "a.png") == read_all(folder / "whole.png"));
        }
    }
}

TEST_CASE("from the learned size upwards a pixel is the network at its centre") {
    ClosedFormBackend backend(3);
    const Grid picture = picture_grid(20, 10);
    const std::vector<float> parameters{0.7f};
    for (const PixelSize size : {PixelSize{20, 10}, {21, 30}, {200, 100}}) {
        const Grid grid = resized(picture, size.width, size.height);
        CHECK(draw_rows(backend, picture, size, 0, size.height, parameters) ==
              backend.render(grid, whole(grid), parameters)->on_host());
    }
}

TEST_CASE("a smaller drawing is the mean of the samples each pixel covers") {
    ClosedFormBackend backend(1);
    CHECK(samples_of(backend, picture_grid(200, 200), {50, 50}) == PixelSize{4, 4});
    CHECK(samples_of(backend, picture_grid(200, 100), {199, 100}) == PixelSize{2, 1});
    CHECK(samples_of(backend, picture_grid(16384, 16384), {1, 1}) == PixelSize{16, 16});
    const Grid picture = picture_grid(16, 8);
    const std::vector<float> parameters{0.3f};
    const Image small =
        draw_rows(backend, picture, {4, 2}, 0, 2, parameters);  // a pixel covers 4 x 4 samples
    const Grid fine = resized(picture, 16, 8);
    const Image samples = backend.render(fine, whole(fine), parameters)->on_host();
    for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 4; ++x) {
            double sum = 0;
            for (int j = 0; j < 4; ++j)
                for (int i = 0; i < 4; ++i)
                    sum += std::clamp(samples.row(4 * y + j)[4 * x + i], 0.0f, 1.0f);
            CHECK(small.row(y)[x] == doctest::Approx(sum / 16).epsilon(1e-5));
        }
    CHECK(draw_rows(backend, picture, {4, 2}, 1, 1, parameters).values ==
          std::vector<float>(small.values.begin() + 4, small.values.end()));
}

TEST_CASE("an interpolated export has the bits of the interpolation as a whole") {
    const ScratchFolder folder;
    for (const int channels : {1, 3, 4}) {
        const auto picture = std::make_shared<const Image>(random_image(20, 10, channels, 255));
        for (const PixelSize size : {PixelSize{700, 350}, {1000, 901}, {21, 11}}) {
            const ExportSpec spec{folder / "a.png", ImageFormat::png, size, {.bit_depth = 16}};
            PictureExport job(interpolated_source(picture, size, Filter::bicubic), spec);
            finish(job);
            write_image(folder / "whole.png",
                        resample(*picture, size.width, size.height, Filter::bicubic),
                        spec.encoding);
            CHECK(read_all(folder / "a.png") == read_all(folder / "whole.png"));
        }
    }
}

TEST_CASE("a cancelled export leaves the old file and nothing else") {
    const ScratchFolder folder;
    ClosedFormBackend backend(3);
    for (const char* name : {"a.png", "a.jpg", "a.webp", "a.bmp", "a.tga", "a.csv"}) {
        const ExportSpec spec{folder / name, *image_format_of(name), {512, 512}, {}};
        {
            PictureExport job(backend, picture_grid(4, 4), 3, {1.0f}, spec);
            CHECK(!job.advance());
            CHECK(!job.advance());
        }
        CHECK(folder.file_count() == 0);
    }
    const ExportSpec spec{folder / "a.png", ImageFormat::png, {512, 512}, {}};
    PictureExport first(backend, picture_grid(4, 4), 3, {1.0f}, spec);
    finish(first);
    const Bytes bytes = read_all(spec.path);
    {
        PictureExport second(backend, picture_grid(4, 4), 3, {2.0f}, spec);
        CHECK(!second.advance());
    }
    CHECK(read_all(spec.path) == bytes);
    CHECK(folder.file_count() == 1);
}

TEST_CASE("an export that cannot be is refused before anything is drawn") {
    const ScratchFolder folder;
    ClosedFormBackend backend(1);
    const auto refusal = [&](const fs::path& path, ImageFormat format, PixelSize size) {
        return error_of([&] {
            PictureExport(backend, picture_grid(4, 4), 1, {1.0f}, {path, format, size, {}});
        });
    };
    CHECK(contains(refusal(folder / "a.webp", ImageFormat::webp, {20000, 10}), "16,383"));
    CHECK(contains(refusal(folder / "no/a.png", ImageFormat::png, {9, 9}), "no such folder"));
    CHECK(contains(refusal(folder.path(), ImageFormat::png, {9, 9}), "it is a folder"));
    CHECK(backend.renders == 0);
}

TEST_CASE("a disk that fills up on the way is an error") {
    const ScratchFolder folder;
    ClosedFormBackend backend(3);
    PictureExport job(backend, picture_grid(4, 4), 3, {1.0f},
                      {folder / "a.bmp", ImageFormat::bmp, {512, 512}, {}});
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit old_limit{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &old_limit) == 0);
    const rlimit small{300'000, old_limit.rlim_max};
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    const std::string error = error_of([&] {
        while (!job.advance()) continue;
    });
    setrlimit(RLIMIT_FSIZE, &old_limit);
    std::signal(SIGXFSZ, old_handler);
    CHECK(error == "Cannot write a.bmp: file too large");
    CHECK(!fs::exists(folder / "a.bmp"));
}

TEST_CASE("every recorded step is a line, and its numbers read back to the same bits") {
    std::istringstream lines(curves_csv(samples(), {}, 4));
    std::string line;
    std::getline(lines, line);
    CHECK(line == "step,epoch,loss,psnr,learning_rate,seconds");
    for (const Metric& metric : samples()) {
        REQUIRE(std::getline(lines, line));
        std::istringstream fields(line);
        std::string field;
        std::vector<std::string> values;
        while (std::getline(fields, field, ',')) values.push_back(field);
        REQUIRE(values.size() == 6);
        CHECK(std::stoll(values[0]) == metric.step);
        CHECK(std::strtod(values[1].c_str(), nullptr) == double(metric.step) / 4);
        const float loss = std::strtof(values[2].c_str(), nullptr);
        CHECK((loss == metric.loss || (std::isnan(loss) && std::isnan(metric.loss))));
        CHECK(values[3].empty());  // only the drawing's PSNR goes here, no batch's
        CHECK(std::strtof(values[4].c_str(), nullptr) == metric.learning_rate);
        CHECK(std::strtod(values[5].c_str(), nullptr) == metric.seconds);
    }
    CHECK_FALSE(std::getline(lines, line));
    CHECK(curves_csv(samples(), {}, 1).find("-nan") == std::string::npos);
}

TEST_CASE(
    "what was measured of the drawing stands at its step, alone where nothing else is known") {
    const std::string text = curves_csv(samples(), drawings(), 1);
    CHECK(text.find("\n1,1,0.1,3.333333") != std::string::npos);
    CHECK(text.find(",2e-04,0.015625\n") != std::string::npos);
    CHECK(text.find("\n2,2,1e-30,,0.002,0.1\n") != std::string::npos);
    CHECK(text.find("\n700,700,,41.25,,60\n") != std::string::npos);
    CHECK(text.find("\n1250,1250,nan,inf,0.001,1e+06\n") != std::string::npos);
}

TEST_CASE("a locale with decimal commas changes nothing") {
    const std::string before = curves_csv(samples(), drawings(), 3);
    if (!std::setlocale(LC_ALL, "de_DE.UTF-8")) std::setlocale(LC_ALL, "C");
    CHECK(curves_csv(samples(), drawings(), 3) == before);
    std::setlocale(LC_ALL, "C");
}

TEST_CASE("a run without a step has a head and no lines, and no steps in an epoch divide nothing") {
    CHECK(curves_csv({}, {}, 1) == "step,epoch,loss,psnr,learning_rate,seconds\n");
    CHECK(curves_csv(samples(), {}, 0) == curves_csv(samples(), {}, 1));
}

TEST_CASE("the file replaces another as a whole, or says why not") {
    const TemporaryFolder folder;
    const auto path = folder / "curves.csv";
    std::ofstream(path) << "old";
    write_curves_csv(path, samples(), drawings(), 1);
    CHECK(file_text(path) == curves_csv(samples(), drawings(), 1));
    CHECK_THROWS_AS(write_curves_csv(folder / "missing" / "curves.csv", samples(), drawings(), 1),
                    Error);
    CHECK_THROWS_AS(write_curves_csv(folder.path(), samples(), drawings(), 1), Error);
}
