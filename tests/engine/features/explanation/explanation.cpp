// Tests the explanation of a run: its numbers are those of the spectrum and of trained copies, and
// it never changes the run.
#include "engine/features/explanation/explanation.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/features/scan_line/scan_line.h"
#include "engine/image/image_writer.h"
#include "engine/network/schedule.h"
#include "tests/support/threadless_session.h"
#include "tests/support/training.h"

#include <regex>
#include <thread>

using namespace redraw;
using namespace redraw_test;

namespace {

std::vector<double> numbers_in(const std::string& text) {
    static const std::regex number(R"(-?\d+(\.\d+)?(e-?\d+)?)");
    std::vector<double> found;
    for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at)
        found.push_back(std::stod(at->str()));
    return found;
}

Config tanh_config(std::int64_t steps) {
    Config config = small_config({8, 8}, steps);
    config.network.activation = Activation::tanh;
    return config;
}

struct Explained {
    TemporaryFolder folder;
    Trainer trainer;
    ExplanationStudy study{StudyTools{.options = {.kind = BackendKind::cpu, .threads = 1}}};
    ViewRequest view{.explanation = true};

    explicit Explained(const Config& config, std::int64_t steps = 60)
        : trainer(begun_run(folder / "run.redraw", disc(3, 0.2f), config, steps)) {}
    std::shared_ptr<const RunExplanation> settle() {
        for (int i = 0; i < 100'000 && study.update(trainer, view, nullptr); ++i) continue;
        REQUIRE(study.newest());
        CHECK(study.newest()->finished());
        REQUIRE(study.newest()->sentences.size() == 3);
        return study.newest();
    }
    double drawn_after(Config config, std::int64_t steps) {
        const Image target = *trainer.target();
        const auto dataset =
            std::make_shared<const Dataset>(make_dataset_of_target(target, config));
        config.schedule =
            shortened(config.schedule, double(steps) / double(dataset->steps_per_epoch()));
        StepLoop loop = new_step_loop({.kind = BackendKind::cpu, .threads = 1}, config, *dataset);
        while (loop.step < loop.total_steps(config.schedule)) loop.advance(config, 7);
        return drawn_psnr(*loop.backend, target, dataset->grid);
    }
};

LearnedSpectrum spectrum_of(std::vector<float> learned) {
    return {.step = 0,
            .finest = 32,
            .picture = {8, 4, 2, 2, 1, 1, 1, 1},
            .learned = std::move(learned)};
}

Findings findings_of(std::vector<float> losses, const Schedule& schedule) {
    Findings findings;
    findings.config.schedule = schedule;
    findings.step = std::int64_t(losses.size());
    for (std::size_t i = 0; i < losses.size(); ++i)
        findings.metrics.push_back({std::int64_t(i + 1), losses[i], 10, 0, 0});
    return findings;
}

}  // namespace

TEST_CASE("detail is learned down to the band from which less than half is") {
    // Band 4 of 8 begins at 32^(4/8) = 5.7 waves across 64 pixels: half a wave has 5.7 pixels.
    // Three quarters of the power in bands 4 to 7 is missing.
    const auto part =
        explain_detail(spectrum_of({1, 1, 0.9f, 0.6f, 0.25f, 0.25f, 0.25f, 0.25f}), {64, 48});
    CHECK(numbers_in(part) == std::vector<double>{6, 75});
    CHECK(numbers_in(explain_detail(spectrum_of(std::vector<float>(8, 1)), {64, 48})).empty());
    CHECK(numbers_in(explain_detail(spectrum_of(std::vector<float>(8, 0)), {64, 48})) ==
          std::vector<double>{100});
}

TEST_CASE("the rate and the loss are explained by their values, idle neurons by their layer") {
    std::vector<float> jumping, settled;
    for (int i = 0; i < 60; ++i) {
        jumping.push_back(i % 2 ? 0.1f : 0.125f);
        settled.push_back(0.1f);
    }
    const Schedule constant{.lr_max = 0.01, .lr_min = 0.01, .epochs = 60, .warmup_epochs = 0},
        cosine{.lr_max = 0.01, .lr_min = 0, .epochs = 60, .warmup_epochs = 0};
    const auto still = explain_learning(findings_of(jumping, constant));
    CHECK(numbers_in(still) == std::vector<double>{0.01, 25});
    const auto cooled = explain_learning(findings_of(settled, cosine));
    CHECK(numbers_in(cooled) == std::vector<double>{0});
    CHECK(cooled != still);
    Findings idle = findings_of(settled, cosine);
    idle.layers = {{.idle = 0.05}, {.idle = 0.4}};
    const auto found = explain_learning(idle);
    CHECK(numbers_in(found) == std::vector<double>{40, 2});
}

TEST_CASE("one change is tested: sines, a falling rate, more neurons, more time, or none") {
    Explained bench(tanh_config(60));
    const Image& target = *bench.trainer.target();
    Findings findings = examine(bench.trainer);
    findings.metrics.clear();  // leaves the doctor nothing to remedy
    const auto tested = [&](double psnr) {
        return change_to_test(findings, findings.config, target, psnr);
    };
    findings.config.schedule.lr_min = findings.config.schedule.lr_max;
    CHECK(tested(20)->config.network.activation == Activation::tanh);
    findings.config.schedule.lr_min = 0;
    CHECK(tested(20)->config.network.activation == Activation::sine);
    findings.config.network.activation = Activation::sine;
    findings.config.schedule.lr_min = findings.config.schedule.lr_max;
    CHECK(tested(20)->config.schedule.lr_min == 0);
    findings.config.schedule.lr_min = 0;
    findings.config.schedule.epoch_offset = 600;  // ends high on the cosine, as a look does
    const Schedule fallen = tested(20)->config.schedule;
    CHECK(learning_rate(fallen, fallen.epochs) == 0);
    findings.config.schedule.epoch_offset = 0;
    CHECK(tested(20)->config.network.layers == std::vector{16, 16});
    CHECK(tested(20)->times_steps == 1);
    CHECK(tested(NAN));
    CHECK_FALSE(tested(46));
    findings.config.network.encoding = Encoding::grid;
    CHECK(tested(20)->times_steps == 2);
    findings.config.network.encoding = Encoding::window;
    CHECK_FALSE(tested(20));
}

TEST_CASE("a change's worth is measured on copies, and the run keeps its bits") {
    Explained bench(tanh_config(60));
    const std::vector<float> before = bench.trainer.parameters();
    const auto found = bench.settle();
    CHECK(found->step == 60);
    REQUIRE(found->changed);
    CHECK(found->changed->network.activation == Activation::sine);
    const double plain = bench.drawn_after(bench.trainer.config(), 60),
                 changed = bench.drawn_after(*found->changed, 60);
    const std::vector<double> said = numbers_in(found->sentences[2]);
    REQUIRE(said.size() == 3);
    CHECK(said[0] == doctest::Approx(changed).epsilon(0.05 / changed));
    CHECK(said[1] == doctest::Approx(plain).epsilon(0.05 / plain));
    CHECK(said[2] == 60);
    CHECK(found->helps == change_helps(plain, changed));
    CHECK(bench.trainer.parameters() == before);
    CHECK(bench.trainer.step() == 60);
}

TEST_CASE("a run that ends high on its cosine is compared with one that does, too") {
    Config config = small_config({8, 8}, 60);
    config.schedule.epoch_offset = 600;
    config.schedule.warmup_epochs = 0;
    Explained bench(config);
    const auto found = bench.settle();
    REQUIRE(found->changed);
    CHECK(found->changed->schedule.epoch_offset == 0);
    const std::vector<double> said = numbers_in(found->sentences[2]);
    REQUIRE(said.size() == 4);  // the first is the rate
    CHECK(said[1] != said[2]);
}

TEST_CASE("a gain, a loss and a divergence have three sentences") {
    CHECK(explain_change("A", 20, 21, 60) != explain_change("A", 21, 20, 60));
    CHECK(numbers_in(explain_change("A", 20, NAN, 60)) == std::vector<double>{20, 60});
    CHECK(numbers_in(explain_change("A", NAN, 20, 60)) == std::vector<double>{20, 60});
    CHECK(change_helps(20, 20.3));
    CHECK_FALSE(change_helps(20, 20.2));
    CHECK_FALSE(change_helps(20, NAN));
    CHECK(change_helps(NAN, 20));
    CHECK(numbers_in(explain_change("A", 20, 25, 60, 2)) == std::vector<double>{25, 20, 120, 60});
}

TEST_CASE("while training goes on an explanation keeps to its share, and closed it keeps nothing") {
    Explained bench(tanh_config(200), 30);
    ShareOfTime used(1e-9);
    {
        const ShareOfTime::Part part(&used);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    CHECK_FALSE(bench.study.update(bench.trainer, bench.view, &used));
    CHECK_FALSE(bench.study.newest());
    bench.settle();
    // A run paused at another step is explained anew.
    advance_to(bench.trainer, 40);
    CHECK(bench.settle()->step == 40);
    bench.view.explanation = false;
    CHECK_FALSE(bench.study.update(bench.trainer, bench.view, nullptr));
    CHECK_FALSE(bench.study.newest());
}

TEST_CASE_FIXTURE(SessionInFolder, "the session explains while it is asked to, and not after") {
    const auto picture = folder / "a.png";
    write_image(picture, disc(3, 0.2f));
    open(picture, tanh_config(30));
    until([&] { return status->phase == Phase::finished; });
    ask(ViewRequest{.explanation = true});
    until([&] {
        return status->result<RunExplanation>() && status->result<RunExplanation>()->finished();
    });
    CHECK(status->result<RunExplanation>()->step == 30);
    ask(ViewRequest{});
    until([&] { return !status->result<RunExplanation>(); });
}
