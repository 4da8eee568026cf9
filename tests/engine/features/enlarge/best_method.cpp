#include "engine/features/enlarge/enlarging_measure.h"
#include "engine/session/status.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace redraw;

namespace {

// Status of a run that learns a gray picture of this size without reducing it.
Status picture_of(int width, int height) {
    Status status;
    status.config.network.pixel = PixelModel::area;
    status.target = status.picture = std::make_shared<const Image>(make_image(width, height, 1));
    return status;
}

void measure(Status& status, double enlarging, double nearest, double lanczos,
             std::optional<Filter> interpolation = {}) {
    status.result<EnlargingMeasure>() = std::make_shared<const EnlargingMeasure>(EnlargingMeasure{
        .progress = 1,
        .finished = true,
        .methods = {{"enlarging", enlarging}, {"nearest", nearest}, {"lanczos", lanczos}},
        .interpolation = interpolation});
}

}  // namespace

TEST_CASE("the enlarging network is promised until it is measured, then whatever is best") {
    Status status = picture_of(400, 200);
    CHECK(best_enlargement(status) == Method::enlarging);
    status.result<EnlargingMeasure>() =
        std::make_shared<const EnlargingMeasure>(EnlargingMeasure{.progress = 0.5});
    CHECK(best_enlargement(status) == Method::enlarging);
    measure(status, 31, 20, 30);
    CHECK(best_enlargement(status) == Method::enlarging);
    measure(status, 31, INFINITY, 30, Filter::nearest);
    CHECK(best_enlargement(status) == Method::nearest);
    measure(status, NAN, NAN, NAN);  // a picture too plain to score any method
    CHECK(best_enlargement(status) == Method::enlarging);
}

TEST_CASE("a drawing that is no likeness is enlarged by its own network") {
    Status status = picture_of(400, 200);
    for (const float psnr : {8.0f, 22.0f, 34.9f}) {
        status.psnr = psnr;
        CHECK(best_enlargement(status) == Method::network);
        measure(status, 31, 20, 30);  // learned because it was asked for
        CHECK(best_enlargement(status) == Method::network);
        status.result<EnlargingMeasure>() = nullptr;
    }
    status.psnr = 35;
    CHECK(best_enlargement(status) == Method::enlarging);
}

TEST_CASE("where nothing can or should be learned unasked it is what is at hand") {
    // The picture is too small to train the enlarging network on it.
    CHECK(best_enlargement(picture_of(20, 7)) == Method::network);
    Status large = picture_of(4000, 3000);
    CHECK(best_enlargement(large) == Method::lanczos);
    measure(large, 31, 20, 30);
    CHECK(best_enlargement(large) == Method::enlarging);
    Status of_windows = picture_of(400, 200);
    of_windows.config.network.encoding = Encoding::window;
    CHECK(best_enlargement(of_windows) == Method::network);
}

TEST_CASE("the closest is the one of the highest PSNR, and never one that was not measured") {
    const auto at = [](std::vector<Quality> methods) {
        const std::string name = closest(methods).method;
        return name;
    };
    CHECK(at({{"a", 30}, {"b", 31}, {"c", 31}}) == "b");
    CHECK(at({{"a", NAN}, {"b", 20}, {"c", NAN}}) == "b");
    CHECK(at({{"a", 30}, {"b", INFINITY}, {"c", 31}}) == "b");
    CHECK(at({{"a", NAN}, {"b", NAN}}) == "a");
}
