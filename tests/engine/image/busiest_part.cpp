#include "engine/image/resample.h"

#include <doctest/doctest.h>

using namespace redraw;

TEST_CASE("the detail is where the picture has most going on") {
    Image image = make_image(60, 40, 3, 0.3f);
    for (int y = 28; y < 36; ++y)
        for (int x = 44; x < 54; ++x) image.row(y)[x * 3 + 1] = float((x + y) % 2);
    const PixelRect found = busiest_part(image, {14, 12});
    CHECK(found.x <= 44);
    CHECK(found.x + found.width >= 54);
    CHECK(found.y <= 28);
    CHECK(found.y + found.height >= 36);
    CHECK(busiest_part(make_image(60, 40, 1, 0.5f), {10, 10}) == PixelRect{25, 15, 10, 10});
    CHECK(busiest_part(image, {100, 100}) == PixelRect{0, 0, 60, 40});
    CHECK(busiest_part(image, {0, 0}).width == 1);
}
