// Tests a device that fails: unsaved steps are lost, and training continues on the CPU with a note.
#include "engine/device/cuda_module.h"
#include "engine/device/devices.h"
#include "engine/image/image_writer.h"
#include "engine/session/session_loop.h"
#include "engine/training/new_run.h"
#include "tests/support/doctor_runs.h"
#include "tests/support/reading.h"

using namespace redraw;
using redraw_test::reading;
using redraw_test::RunInFolder;
using namespace doctor_runs;

namespace {

// Stands in for a device: computes on the CPU until the `works_for`-th call, which fails.
class FailingDevice final : public Backend {
public:
    FailingDevice(std::unique_ptr<Backend> inner, int works_for)
        : inner_(std::move(inner)), left_(works_for) {}

    void load(const State& state) override { on_device()->load(state); }
    State save() const override { return on_device()->save(); }
    void train(std::span<const float> rates, std::span<StepResult> results) override {
        if (left_ == 1) inner_->train(rates, results);  // the device fails after its work is done
        on_device()->train(rates, results);
    }
    std::shared_ptr<const Surface> last_forward() const override { return nullptr; }
    std::shared_ptr<const Surface> render(const Grid& grid, const PixelRect& part,
                                          std::span<const float> parameters) override {
        return on_device()->render(grid, part, parameters);
    }
    std::string description() const override { return "a failing device"; }
    BackendKind kind() const override { return BackendKind::automatic; }
    std::string_view precision_name() const override { return "fp32"; }

private:
    Backend* on_device() const {
        if (left_ <= 1) throw DeviceFailed("The GPU was lost while training: by a test.");
        --left_;
        return inner_.get();
    }
    std::unique_ptr<Backend> inner_;
    mutable int left_;
};

Config twelve_and_twelve() {
    Config config;
    config.network.layers = {12, 12};
    config.schedule.epochs = 24;
    return config;
}

struct OnDevice {
    NewRun made;
    Config chosen;
    Trainer trainer;
    OnDevice(const std::filesystem::path& path, int works_for)
        : made(make_run(path, ring(), "ring", twelve_and_twelve())),
          chosen(made.run.config()),
          trainer(std::move(made.run), kPlain, made.dataset,
                  std::make_unique<FailingDevice>(
                      make_backend(kPlain, chosen.network, chosen.optimizer, 1, made.dataset),
                      works_for)) {}
};

bool has_event(const RunFile& run, const char* text) {
    for (const Event& event : run.events())
        if (text_of(event).find(text) != std::string::npos) return true;
    return false;
}

bool emulated() {
    if (std::getenv("REDRAW_CUDA_MODULE") && why_no_cuda().empty()) return true;
    MESSAGE("skipped: there is no emulated CUDA module");
    return false;
}

}  // namespace

TEST_CASE_FIXTURE(RunInFolder, "lost in mid-run, it goes on from the last saved state") {
    // The device loads the state, trains, is read for keyframes, and draws after steps 1, 2 and 5
    // to measure. So its 20th call, which fails, comes after the sixth step.
    OnDevice on(folder / "run.redraw", 20);
    Trainer& trainer = on.trainer;
    while (trainer.step() < 6) trainer.advance(1);
    trainer.commit();
    const State saved = trainer.run().state().value();
    REQUIRE(saved.step == 6);
    while (trainer.device_note().empty()) trainer.advance(1);
    CHECK(trainer.step() == 6);
    CHECK(trainer.backend().kind() == BackendKind::cpu);
    CHECK(trainer.backend().save() == saved);
    CHECK(trainer.last().step == 6);
    CHECK(trainer.metrics().back().step <= 6);
    CHECK(trainer.keyframes().back().step <= 6);
    CHECK(trainer.device_note() ==
          "The GPU was lost while training: by a test. Training continues on the CPU from step 6.");
    CHECK(has_event(trainer.run(), "the GPU failed after step"));
    CHECK(has_event(trainer.run(), trainer.backend().description().c_str()));
}

TEST_CASE("whichever call fails, the run ends as one without a device") {
    const TemporaryFolder folder;
    Trainer whole(start_run(folder / "whole.redraw", ring(), "ring", twelve_and_twelve()), kPlain);
    while (!whole.finished()) whole.advance(100);
    whole.commit();
    int works_for = 2;
    for (;; ++works_for) {
        CAPTURE(works_for);
        const auto path = folder / (std::to_string(works_for) + ".redraw");
        OnDevice on(path, works_for);
        for (int i = 1; !on.trainer.finished(); ++i) {
            on.trainer.advance(1 + i % 3);
            if (i % 4 == 0) on.trainer.commit();
        }
        on.trainer.commit();
        while (!on.trainer.finished()) on.trainer.advance(100);  // commit() may have lost steps
        on.trainer.commit();
        CHECK(reading(path).state() == whole.backend().save());
        if (on.trainer.device_note().empty()) break;
        CHECK(has_event(on.trainer.run(), "the GPU failed"));
    }
    CHECK(works_for > 30);
    MESSAGE((works_for - 2) << " calls failed in turn");
}

// The two tests below share one emulated device, set up by the environment (tests/CMakeLists.txt):
// its third allocation finds no memory, and its 60th kernel loses the device.
TEST_CASE_FIXTURE(RunInFolder, "without memory on the device the CPU takes the network") {
    if (!emulated()) return;
    Trainer trainer(start_run(folder / "run.redraw", ring(), "ring", twelve_and_twelve()),
                    {.threads = 1});
    CHECK(trainer.backend().kind() == BackendKind::cpu);
    CHECK(trainer.step() == 0);
    CHECK(trainer.device_note().starts_with("The GPU ran out of memory while "));
    CHECK(trainer.device_note().ends_with(" Training continues on the CPU."));
    CHECK(trainer.advance(1) == 1);
}

TEST_CASE_FIXTURE(RunInFolder, "the window is told, and the session trains on") {
    if (!emulated()) return;
    setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
    write_image(folder / "ring.png", ring());
    std::shared_ptr<const Status> status;
    SessionLoop loop(
        {.threads = 1}, [](auto) {}, [&](auto told) { status = told; });
    loop.handle(command::Open{folder / "ring.png", twelve_and_twelve(), folder / "run.redraw"});
    REQUIRE(status);
    CHECK(status->backend.find("CPU") == std::string::npos);
    loop.handle(command::ExportPictures{
        {{.path = folder / "drawing.png", .size = {4000, 3000}, .encoding = {}}}, {}});
    for (int i = 0; i < 100'000 && loop.work() != SessionLoop::kForever; ++i) {
    }
    loop.close();
    CHECK(status->error.starts_with("The GPU was lost while "));
    CHECK(status->error.find(" Training continues on the CPU from step ") != std::string::npos);
    CHECK(status->phase == Phase::finished);
    CHECK(status->backend.starts_with("CPU"));
    CHECK(status->step == 24);
    CHECK_FALSE(status->job);  // the export was dropped with the device
    CHECK_FALSE(std::filesystem::exists(folder / "drawing.png"));
    CHECK(has_event(reading(folder / "run.redraw"), "the GPU failed"));
}
