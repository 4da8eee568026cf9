// Tests a batch of pictures: previews, the order of starts, the summary of the results folder, and
// links that lead out of the folder.
#include "engine/features/batch/batch_plan.h"
#include "engine/error.h"
#include "engine/system/shell_line.h"
#include "engine/text/display_name.h"
#include "tests/support/error_kind.h"
#include "tests/support/planned_pictures.h"

#include <cmath>
#include <utility>
#include <vector>

using namespace redraw;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;
using enum PictureState;

std::vector<std::size_t> begun(const BatchStatus& batch, bool failed_too) {
    std::vector<std::size_t> all;
    for (auto at = batch.next(0, failed_too); at; at = batch.next(*at + 1, failed_too))
        all.push_back(*at);
    return all;
}

std::stop_token stopped_already() {
    std::stop_source nobody;
    nobody.request_stop();
    return nobody.get_token();
}

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

TEST_CASE("what waits and what was stopped is begun in the plan's order") {
    const PlannedPictures many(6);
    many.batch();
    many.ends(0, {.state = done});
    many.ends(1, {.state = failed, .reason = "It is damaged."});
    many.ends(2, {.state = stopped});
    many.ends(3, {.state = done});
    fs::remove(many.out / "00003.png");  // removes a finished result
    auto somebody = PictureRecord::take(many.out / "00004.png");
    const BatchStatus batch = many.batch();
    CHECK(begun(batch, false) == std::vector<std::size_t>{2, 3, 5});
    CHECK(begun(batch, true) == std::vector<std::size_t>{1, 2, 3, 5});
    CHECK(batch.count(running) == 1);
    CHECK_FALSE(batch.ended());
}

TEST_CASE("a status knows whether anything has changed, and its copies stay as they are") {
    const PlannedPictures many(2);
    BatchStatus batch = many.batch();
    const BatchStatus before = batch;
    CHECK_FALSE(batch.look());
    many.ends(1, {.state = failed, .reason = "It is damaged."});
    CHECK_FALSE(batch.look_at(0));
    CHECK(batch.look_at(1));
    CHECK(batch.count(failed) == 1);
    CHECK(batch.count(waiting) == 1);
    CHECK(before.count(waiting) == 2);
    CHECK(batch.tally() == "0 of 2 pictures are done, 1 failed, 1 waiting");
}

TEST_CASE("a record comes back as it was written, and nothing else is one") {
    const PictureStatus written[] = {
        {.state = done, .size = {8, 6}, .seconds = 2.5, .psnr = 31.5},
        {.state = done, .size = {1, 1}, .psnr = std::numeric_limits<double>::infinity()},
        {.state = failed, .reason = "No room.", .cannot_write = true},
        {.state = stopped, .reason = "It was stopped."}};
    for (const PictureStatus& status : written) {
        const auto read = parse_record(record_text(status));
        REQUIRE(read);
        CHECK(read->state == status.state);
        CHECK(read->reason == status.reason);
        CHECK(read->cannot_write == status.cannot_write);
        CHECK(read->size.width == status.size.width);
        CHECK(read->seconds == status.seconds);
        CHECK((read->psnr == status.psnr || std::isnan(status.psnr)));
    }
    for (const char* text : {"", "{", "[]", R"({"state":"running"})", R"({"state":"waiting"})",
                             R"({"state":1})", R"({"reason":"None."})"})
        CHECK_FALSE(parse_record(text));
}

TEST_CASE("the time that is left comes of what is done, else of how far the first are") {
    const PlannedPictures many(5);
    BatchStatus batch = many.batch();
    using Making = std::vector<PictureBeingMade>;
    CHECK(std::isnan(batch.seconds_left()));
    CHECK(std::isnan(batch.seconds_left(Making{{.index = 0, .progress = 0.01, .seconds = 1}})));
    Making making{{.index = 0, .progress = 0.5, .seconds = 2}};
    CHECK(batch.seconds_left(making) == doctest::Approx(18));  // 4.5 pictures of 4 s each
    CHECK(batch.progress(making) == doctest::Approx(0.1));
    many.ends(0, {.state = done, .seconds = 6});
    batch.look();
    making = {{.index = 1, .progress = 0.5}, {.index = 2, .progress = 0.5}};
    CHECK(batch.seconds_left(making) == doctest::Approx(9));  // 3 pictures of 6 s, two at a time
    CHECK(batch.progress(making) == doctest::Approx(0.4));
    for (int i = 1; i < 5; ++i) many.ends(i, {.state = failed});
    batch.look();
    CHECK(batch.progress() == 1);
    CHECK(batch.seconds_left() == 0);
    CHECK(batch.ended());
    CHECK_FALSE(batch.complete());
}

TEST_CASE("a preview of a plan writes nothing") {
    const PlannedPictures many(3);
    std::ofstream(many.in / "notes.txt") << "no picture";
    const MadePlan preview = preview_plan(many.order());
    CHECK(preview.plan.pictures.size() == 3);
    CHECK(preview.found.others == 1);
    CHECK_FALSE(fs::exists(many.out));
    CHECK(make_plan(many.order()).plan.pictures == preview.plan.pictures);
    CHECK(has_plan(many.out));
    PlanOrder other = many.order();
    other.settings[2] = "4x";
    CHECK(kind_of([&] { preview_plan(other); }) == Error::Kind::other);
    CHECK(kind_of([&] { preview_plan(many.order(), stopped_already()); }) ==
          Error::Kind::cancelled);
}

TEST_CASE("the command that makes the same plan") {
    const std::pair<Words, const char*> all[] = {
        {{"enlarge", "--size", "2x", "--threads", "1"}, "--enlarge 2x"},
        {{"enlarge", "--size", "2x", "--epochs", "1", "--threads", "2"},
         "--enlarge 2x --epochs 1 --threads 2"},
        {{"fit", "--time", "10s", "--threads", "1"}, "--time 10s"}};
    for (const auto& [settings, end] : all)
        CHECK(shell_line(plan_command({{"/a/two words", "/b.png"}, "/out", settings}, "redraw")) ==
              std::string("redraw plan '/a/two words' /b.png --to /out ") + end);
}

TEST_CASE("results lie beside the folder of the first picture, or elsewhere where that is closed") {
    const PlannedPictures many(1);
    CHECK(results_folder(many.in, "-2x", "/") == many.folder / "in-2x");
    CHECK(results_folder(many.in / "", "-2x", "/") == many.folder / "in-2x");
    CHECK(results_folder(many.in / "00000.png", "-runs", "/") == many.folder / "in-runs");
    CHECK(results_folder("/", "-runs", "/tmp").filename() == "pictures-runs");
    CHECK(results_folder("/nowhere/below/x.png", "-2x", many.out) == many.out / "below-2x");
}

TEST_CASE("a folder that is taken gets a number, unless it has the same plan") {
    const PlannedPictures many(1);
    PlanOrder order = many.order();
    CHECK(with_free_folder(order) == order);
    make_plan(order);
    CHECK(with_free_folder(order) == order);  // the same order extends its plan
    order.settings[2] = "4x";
    CHECK(with_free_folder(order).to == many.folder / "out-2");
    fs::create_directory(many.folder / "out-2");
    CHECK(with_free_folder(order).to == many.folder / "out-3");
    std::ofstream(plan_file(many.out), std::ios::app) << "damaged";
    CHECK(with_free_folder(many.order()) == many.order());
    order.preset = R"({"preset": "siren"})";
    order.settings = {"fit", "--preset", kept_preset(many.out, order.preset).native()};
    const PlanOrder other = with_free_folder(order);
    CHECK(other.settings[2] == kept_preset(many.folder / "out-3", order.preset).native());
    CHECK(kind_of([&] { with_free_folder(order, stopped_already()); }) == Error::Kind::cancelled);
}

TEST_CASE("a preset lies beside the results, another preset in another file") {
    const PlannedPictures many(1);
    PlanOrder order{{many.in}, many.out, {}, R"({"preset": "siren"})"};
    const fs::path kept = kept_preset(many.out, order.preset);
    order.settings = {"fit", "--preset", kept.native()};
    make_plan(order);
    CHECK(fs::file_size(kept) == order.preset.size());
    CHECK(kept != kept_preset(many.out, R"({"preset": "grid"})"));
}

TEST_CASE("what a command prints may be anything") {
    CHECK(progress_in(R"({"event":"progress","progress":0.25,"seconds":1})") == 0.25);
    CHECK(progress_in(R"({"progress":7})") == 1);
    CHECK(progress_in(R"({"progress":-1e300})") == 0);
    for (const char* line : {"", "{", "[]", "3", R"({"progress":"0.5"})", R"({"progress":null})",
                             R"({"event":"done"})", "\xff\xfe", R"({"progress":[[[[[[[1]]]]]]]})"})
        CHECK_FALSE(progress_in(line));
    CHECK_FALSE(progress_in(std::string(100'000, '[')));
    for (const auto& [errors, line] : std::vector<std::pair<std::string, std::string>>{
             {"redraw: first\nredraw: second\n\n", "second"}, {"", ""}, {"\n\n", ""}})
        CHECK(last_line(errors) == line);
    CHECK(last_line("a\x1b[31mb").find('\x1b') == std::string::npos);
    CHECK(last_line(std::string(5000, 'x')).size() < 400);
}

TEST_CASE("settings that redraw plan never writes are no plan's") {
    const auto accepted = [](const Words& settings) {
        return !kind_of([&] { parse_plan(text_of({"/out", settings, {}, {}})); });
    };
    for (const Words& settings :
         std::vector<Words>{{"fit"},
                            {"fit", "--until-psnr", "-5", "--config", "/a b", "--output", "linear"},
                            {"enlarge", "--size", "2x", "--16bit", "--keep-metadata", "--epochs",
                             "3", "--threads", "1"}})
        CHECK(accepted(settings));
    for (const Words& settings : std::vector<Words>{
             {"export"},
             {"fit", "-o", "/a.redraw"},
             {"fit", "--run", "/a.redraw"},
             {"fit", "--export", "/a.png"},
             {"fit", "--size", "2x"},
             {"fit", "--force"},
             {"fit", "--json"},
             {"fit", "--once"},
             {"fit", "--seed=1"},
             {"fit", "--seed"},
             {"fit", "--seed", "--export", "a"},
             {"fit", "--seed", "1", "--seed", "2"},
             {"fit", "a.png"},
             {"enlarge", "--output", "/a.png"},
             {"enlarge", "--16bit", "--16bit"},
             {"enlarge", "--config", "/a"},
             {"enlarge", "--size", "2x", "--", "a"},
         }) {
        CAPTURE(shell_line(settings));
        CHECK_FALSE(accepted(settings));
    }
}

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
