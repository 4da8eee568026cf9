// Where tiles lie, what the file that joins them says, and how a picture is cut.
#include "engine/tiles/tiling.h"
#include "engine/batch/batch_status.h"
#include "engine/batch/picture_record.h"
#include "engine/image/image_writer.h"
#include "engine/image/resample.h"
#include "tests/support/tiled_runs.h"

using namespace redraw;
using redraw::test::contains;
using redraw::test::error_of;
using redraw::test::random_image;
using redraw_test::TiledRuns;

namespace {

void cut(PictureCut& job) {
    while (!job.advance()) continue;
}

}  // namespace

TEST_CASE("tiles cover an axis, equally long, and fade into each other") {
    for (const int length : {1, 15, 64, 65, 97, 100, 1000, 32768}) {
        for (const auto& [longest, overlap] : {std::pair{64, 16}, {64, 1}, {2048, 64}, {16, 4}}) {
            const TileAxis axis{length, longest, overlap};
            INFO(length << ' ' << longest);
            REQUIRE(axis.begin(0) == 0);
            REQUIRE(axis.end(axis.count() - 1) == length);
            int least = length, most = 0;
            for (int tile = 0; tile < axis.count(); ++tile) {
                const int size = axis.end(tile) - axis.begin(tile);
                least = std::min(least, size);
                most = std::max(most, size);
                if (tile > 0) CHECK(axis.end(tile - 1) - axis.begin(tile) == overlap);
                if (tile > 1) CHECK(axis.end(tile - 2) <= axis.begin(tile));
            }
            CHECK(most <= longest);
            CHECK(most - least <= 1);
            for (double at = -3; at < length + 3; at += std::max(0.37, length / 777.0)) {
                double sum = 0;
                for (int tile = 0; tile < axis.count(); ++tile) {
                    const double weight = axis.weight(tile, at);
                    sum += weight;
                    CHECK(weight >= 0);
                    // Outside of a tile nothing of it is seen.
                    if (at > 0 && at < length && (at < axis.begin(tile) || at > axis.end(tile)))
                        CHECK(weight == 0);
                }
                CHECK(sum == doctest::Approx(1).epsilon(1e-12));
            }
        }
    }
}

TEST_CASE("the joining file says what was said, and refuses what is none") {
    const Tiling tiling{
        .picture = "a \"b\".png", .width = 600, .height = 500, .tile = 256, .overlap = 32};
    CHECK(tiling_from_json(to_json(tiling)) == tiling);
    const auto refused = [](const std::string& text) {
        return error_of([&] { tiling_from_json(text); });
    };
    const std::string good =
        R"({"redraw-tiles":1,"width":9,"height":8,"channels":3,"tile":16,"overlap":4})";
    CHECK(refused(good).empty());
    const auto with = [&](const std::string& old, const std::string& now) {
        std::string text = good;
        return text.replace(text.find(old), old.size(), now);
    };
    for (const std::string& text :
         {std::string(), std::string("[]"), good.substr(0, 40), std::string(60000, '[')})
        CHECK(refused(text) == "it is damaged");
    Tiling summed = tiling;
    summed.checksums.assign(std::size_t(summed.count()), 0xfedcba98);
    CHECK(tiling_from_json(to_json(summed)) == summed);
    const std::string sums = good.substr(0, good.size() - 1) + ",\"checksums\":";
    for (const char* wrong : {"\"\"", "\"0123456\"", "\"0123456g\"", "\"-1234567\"",
                              "\"0123456701234567\"", "1", "[]", "null"})
        CHECK(contains(refused(sums + wrong + "}"), "checksums"));
    CHECK(refused(sums + R"("01234567"})").empty());
    CHECK(contains(refused(with("tiles\":1", "tiles\":2")), "newer"));
    CHECK(refused(with("\"width\":9,", "")) == "it does not say its width");
    for (const char* wrong : {"0", "-3", "1e3", "\"9\"", "null", "1048577", "99999999999999999999"})
        CHECK(contains(refused(with(":9", std::string(":") + wrong)), "between 1 and 1048576"));
    CHECK(contains(refused(with(":3", ":5")), "channels"));
    CHECK(contains(refused(with("\"overlap\":4", "\"overlap\":5")), "overlap of 5"));
    CHECK(contains(refused(with("\"width\":9,\"height\":8", "\"width\":9999,\"height\":9999")),
                   "65536"));

    const TemporaryFolder folder;
    std::ofstream(folder / "a.redraw-tiles") << "{\"redraw-tiles\":1, nothing";
    CHECK(is_tiling_file(folder / "a.redraw-tiles"));
    CHECK(error_of([&] { read_tiling(folder / "a.redraw-tiles"); }) ==
          "Cannot open a.redraw-tiles: it is damaged");
    std::ofstream(folder / "b.redraw-tiles") << std::string(1'100'000, ' ');
    CHECK_FALSE(is_tiling_file(folder / "b.redraw-tiles"));
    CHECK(contains(error_of([&] { read_tiling(folder / "b.redraw-tiles"); }), "the limit is"));
    CHECK_FALSE(is_tiling_file(folder / "none"));
    CHECK_FALSE(is_tiling_file(folder.path()));
}

TEST_CASE("a tile is that part of the picture, bit for bit, and the joining file comes last") {
    for (const int channels : {1, 3, 4}) {
        for (const int depth : {8, 16}) {
            const TemporaryFolder folder;
            const Image picture = random_image(150, 70, channels, (1 << depth) - 1);
            write_image(folder / "p.png", picture, {.bit_depth = depth});
            PictureCut job({folder / "p.png", folder / "out", 64, 16});
            cut(job);
            const Tiling& tiling = job.tiling();
            CHECK(read_tiling(folder / "out" / "p.redraw-tiles") == tiling);
            REQUIRE(tiling.count() == 6);
            for (int i = 0; i < 6; ++i) {
                const TilePlace place = tiling.place(i);
                const Picture tile =
                    load_picture(folder / "out" / "tiles" / (tile_name(place) + ".png"));
                CHECK(tile.image == crop(picture, tiling.rect(place)));
                CHECK(tile.bit_depth == depth);
            }
        }
    }
}

TEST_CASE("cut again, runs of tiles that show the same stay, and all else of the former cut goes") {
    const TiledRuns runs;  // 2 x 2
    const std::filesystem::path& folder = runs.folder.path();
    const auto exists = [&](TilePlace place) {
        return std::filesystem::exists(tile_run(runs.join, place));
    };
    for (int i = 0; i < 4; ++i)
        PictureRecord::take(tile_run(runs.join, runs.tiling.place(i)))
            ->end({.state = PictureState::done});
    CHECK(contains(error_of([&] {
                       PictureCut({folder / "p.png", folder, 56, 12});
                   }),
                   "exists already"));
    Image changed = load_picture(folder / "p.png").image;
    changed.row(69)[0] = 1 - changed.row(69)[0];  // of the tile below at the left
    write_image(folder / "p.png", changed);
    {
        PictureCut stopped({folder / "p.png", folder, 56, 12, true});
        CHECK_FALSE(stopped.advance());
    }
    CHECK(read_tiling(runs.join) == runs.tiling);
    CHECK(exists({1, 0}));
    PictureCut again({folder / "p.png", folder, 56, 12, true});
    cut(again);
    CHECK(read_tiling(runs.join) == again.tiling());
    CHECK(exists({0, 0}));
    CHECK(exists({0, 1}));
    CHECK(exists({1, 1}));
    CHECK_FALSE(exists({1, 0}));
    CHECK(status_of(tile_run(runs.join, {0, 0})).state == PictureState::done);
    CHECK_FALSE(std::filesystem::exists(record_path(tile_run(runs.join, {1, 0}))));
    PictureCut larger({folder / "p.png", folder, 128, 12, true});
    cut(larger);
    CHECK(larger.tiling().count() == 1);
    for (int i = 0; i < 4; ++i) CHECK_FALSE(exists(runs.tiling.place(i)));
    const std::filesystem::directory_iterator tiles(folder / kTilesFolder);
    CHECK(std::distance(begin(tiles), end(tiles)) == 1);
}

TEST_CASE("a folder has the tiles of one picture, and one cut or plan at a time") {
    const TemporaryFolder folder;
    write_image(folder / "p.png", random_image(100, 100, 3, 255));
    write_image(folder / "q.png", random_image(100, 100, 3, 255));
    const auto refused = [&](const char* picture, bool replace) {
        return error_of([&] { PictureCut({folder / picture, folder / "out", 64, 16, replace}); });
    };
    {
        PictureCut first({folder / "p.png", folder / "out", 64, 16});
        CHECK(contains(refused("q.png", true), "Another Redraw cuts or plans"));
        cut(first);
    }
    const auto before = load_picture(folder / "out/tiles/tile-0000-0000.png").image;
    CHECK(contains(refused("q.png", false), "holds the tiles of another picture, p"));
    CHECK(contains(refused("q.png", true), "holds the tiles of another picture, p"));
    CHECK(load_picture(folder / "out/tiles/tile-0000-0000.png").image == before);
    const auto learning = PictureRecord::take(folder / "out/tile-0000-0000.redraw");
    std::ofstream(folder / "out/tile-0000-0000.redraw") << "being learned";
    CHECK(contains(refused("p.png", true), "another Redraw is learning it"));
}

TEST_CASE("a cut that is stopped leaves no joining file, a picture that is damaged neither") {
    const TemporaryFolder folder;
    write_image(folder / "p.png", random_image(2000, 1000, 3, 255));
    {
        PictureCut job({folder / "p.png", folder / "out", 256, 16});
        CHECK_FALSE(job.advance());
        CHECK(job.progress() > 0);
    }
    CHECK_FALSE(std::filesystem::exists(folder / "out" / "p.redraw-tiles"));
    std::filesystem::resize_file(folder / "p.png", 3'000'000);
    CHECK(contains(error_of([&] {
                       PictureCut({folder / "p.png", folder / "out", 256, 16});
                   }),
                   "it ends too early"));
    write_image(folder / "p.png", random_image(100, 100, 3, 255));
    CHECK(error_of([&] {
              PictureCut({folder / "p.png", folder / "out", 256, 65});
          }) ==
          "Cannot cut p.png: an overlap of 65 pixels is more than a quarter of a tile of 256");
    std::ofstream(folder / "file") << "x";
    CHECK(contains(error_of([&] {
                       PictureCut({folder / "p.png", folder / "file", 64, 16});
                   }),
                   "Cannot make the folder"));
}
