// Places, the winner, and when a run came to the finish line.
#include "engine/run/run_values.h"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

using namespace redraw;

namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("places go by decibels as they are read, and who is level shares one") {
    std::vector<Racer> racers{{30}, {35.14f}, {35.11f}, {40}};
    CHECK(places_of(racers) == std::vector<int>{4, 2, 2, 1});
    racers[3].psnr = kNone;  // it has not begun
    CHECK(places_of(racers) == std::vector<int>{3, 1, 1, 0});
    racers[3].psnr = std::numeric_limits<float>::infinity();
    CHECK(places_of(racers) == std::vector<int>{4, 2, 2, 1});
    racers[0].finished = 9;  // whoever is at the finish line is ahead of all that are not
    CHECK(places_of(racers) == std::vector<int>{1, 3, 3, 2});
    racers[1].finished = 4;
    CHECK(places_of(racers) == std::vector<int>{2, 1, 4, 3});
    CHECK(places_of({}).empty());
}

TEST_CASE("the winner is known once nobody can have been sooner") {
    std::vector<Racer> racers{{30, 5}, {30, 5}, {30, 5}};
    CHECK_FALSE(winner_of(racers));
    racers[1].finished = 4.5;
    racers[2].seconds = 4;  // trained in turn: it may still be first
    CHECK_FALSE(winner_of(racers));
    racers[2].finished = 3.9;
    CHECK(winner_of(racers) == 2);
    racers[2].finished.reset();
    racers[2].seconds = 4.5;
    CHECK(winner_of(racers) == 1);
    racers[2].seconds = 1;
    racers[2].goes_on = false;  // never will
    CHECK(winner_of(racers) == 1);
    racers[0].finished = 4.5;  // at the same time: the one with the earlier letter
    CHECK(winner_of(racers) == 0);
}

TEST_CASE("a run is at the finish line with the first step that is so close") {
    const std::vector<MeasuredPsnr> measured{{2, 9, 1}, {3, 12, 2}, {4, 8, 3}, {5, 20, 4}};
    CHECK(reached_at(measured, 10) == 2.0);
    CHECK(reached_at(measured, 12) == 2.0);
    CHECK(reached_at(measured, 12.1) == 4.0);
    CHECK_FALSE(reached_at(measured, 21));
    CHECK_FALSE(reached_at({}, 1));
    CHECK(letter_of(0) + letter_of(3) == "AD");
    CHECK(place_text(2) == "2nd");
    CHECK(place_text(0).empty());
    CHECK(race_time(3.418) == "3.42 s");
    CHECK(race_time(34.18) == "34.2 s");
    CHECK(race_time(125) == "2:05");
}
