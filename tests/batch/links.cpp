// No symbolic link in a shared results folder leads a write elsewhere.
#include "engine/batch/batch_plan.h"
#include "engine/error.h"
#include "tests/support/planned_pictures.h"

#include <doctest/doctest.h>

#include <fstream>
#include <string>

using namespace redraw;
namespace fs = std::filesystem;

namespace {

struct Shared : PlannedPictures {
    fs::path precious = folder / "precious.txt", elsewhere = folder / "elsewhere";
    fs::path result = out / "00000.png", record = record_path(result);
    Shared() : PlannedPictures(1) {
        batch();
        std::ofstream(precious) << "years of work";
        fs::create_directory(elsewhere);
    }
    ~Shared() {
        std::string text;
        std::getline(std::ifstream(precious), text);
        CHECK(text == "years of work");
        CHECK(fs::is_empty(elsewhere));
    }
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;
};

}  // namespace

TEST_CASE("a record that is a link is not written, whatever it leads to") {
    for (const char* to : {"precious.txt", "elsewhere/new", "elsewhere"}) {
        const Shared shared;
        fs::create_symlink(shared.folder / to, shared.record);
        CHECK_THROWS_AS(PictureRecord::take(shared.result), Error);
        CHECK(status_of(shared.result).state == PictureState::stopped);
    }
}

TEST_CASE("a result or a record's folder that is a link is not used") {
    const Shared shared;
    fs::create_symlink(shared.precious, shared.result);
    CHECK_THROWS_AS(PictureRecord::take(shared.result), Error);
    fs::remove(shared.result);
    fs::remove_all(shared.out / kPlanFolder);
    fs::create_directory_symlink(shared.elsewhere, shared.out / kPlanFolder);
    CHECK_THROWS_AS(PictureRecord::take(shared.result), Error);
    CHECK_THROWS_AS(make_plan(shared.order()), Error);
}

TEST_CASE(
    "a folder of the results that became a link is not written to; one above them may be one") {
    const Shared shared;
    fs::create_directory_symlink(shared.elsewhere, shared.out / "below");
    CHECK_THROWS_AS(PictureRecord::take(shared.out / "below/x.png"), Error);
    fs::create_directories(shared.in / "below");
    fs::copy_file(shared.in / "00000.png", shared.in / "below/x.png");
    CHECK_THROWS_AS(make_plan(shared.order()), Error);
    fs::create_directory_symlink(shared.out, shared.folder / "by another name");
    CHECK(PictureRecord::take(shared.folder / "by another name/00000.png"));
}

TEST_CASE("a hard link to another file is not written over; a damaged record is") {
    const Shared shared;
    fs::create_hard_link(shared.precious, shared.record);
    CHECK_THROWS_AS(PictureRecord::take(shared.result), Error);
    fs::remove(shared.record);
    for (const std::string& text :
         {std::string(), std::string(4096, ' '), std::string(100, '\0'), std::string("{\"a\":1}"),
          record_text({.state = PictureState::failed})}) {
        std::ofstream(shared.record) << text;
        CHECK(PictureRecord::take(shared.result));
    }
    fs::create_hard_link(shared.record, shared.folder / "of a snapshot");
    CHECK(PictureRecord::take(shared.result));
}

TEST_CASE("a plan, its lock and the settings beside it are not written through links") {
    for (const char* name : {"plan", "lock"})
        for (const char* to : {"precious.txt", "elsewhere/new"}) {
            const Shared shared;
            fs::remove(shared.out / kPlanFolder / name);
            fs::create_symlink(shared.folder / to, shared.out / kPlanFolder / name);
            CHECK_THROWS_AS(make_plan(shared.order()), Error);
        }
    const Shared shared;
    const std::string preset = R"({"preset": "siren"})";
    const fs::path kept = kept_preset(shared.folder / "new", preset);
    fs::create_directories(kept.parent_path());
    fs::create_symlink(shared.precious, kept);
    CHECK_THROWS_AS(
        make_plan({{shared.in}, shared.folder / "new", {"fit", "--preset", kept.native()}, preset}),
        Error);
}
