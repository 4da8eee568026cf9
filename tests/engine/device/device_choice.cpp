// Tests the choice between the CPU and OpenGL with a stand-in for a GPU: whatever the GPU does, the
// run ends like a run that never tried it.
#include "engine/device/device_choice.h"
#include "tests/support/doctor_runs.h"
#include "tests/support/fake_gpu.h"
#include "tests/support/mosaics.h"
#include "tests/support/picture_samples.h"
#include "tests/support/reading.h"
#include "tests/support/training.h"

#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <thread>

using namespace redraw_test;

namespace {

constexpr DeviceTrial kAtOnce{0, 0, fake_clock};

Config config() {
    return small_config({12, 12}, 40);
}

struct Runs {
    TemporaryFolder folder;
    int count = 0;
    std::optional<State> untried;  // end of a run that never tried the GPU
    Runs() {
        setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
        setenv("REDRAW_COMMIT_SECONDS", "1e6", 1);  // on a busy machine, too, only commit() saves
        Trainer trainer(start_run(folder / "untried.redraw", ring(), "ring", config()), kFp32);
        train_and_commit(trainer);
        untried = trainer.run().state();
    }
    ~Runs() { unsetenv("XDG_CACHE_HOME"); }
    std::filesystem::path memory() const { return folder / "redraw" / "devices.json"; }

    std::string remembered() const {
        std::string text;
        std::getline(std::ifstream(memory()), text, '\0');
        return text;
    }

    Trainer begun(const BackendOptions& options = kOpen) {
        NewRun made =
            make_run(folder / (std::to_string(++count) + ".redraw"), ring(), "ring", config());
        const Config chosen = made.run.config();
        auto cpu =
            std::make_unique<PacedBackend>(chosen.network, chosen.optimizer, 1, made.dataset);
        Trainer trainer(std::move(made.run), options, made.dataset, std::move(cpu));
        advance_to(trainer, 7, 3);
        return trainer;
    }
    static void choose(Trainer& trainer) {
        while (trainer.device_choice().empty()) {
            trainer.consider_devices(kAtOnce);
            std::this_thread::yield();
        }
    }
    // Returns where a run that tries the GPU ends: "cpu" or "gl".
    std::string end_of_run() {
        Trainer trainer = begun();
        choose(trainer);
        train_and_commit(trainer, trainer.total_steps(), 3);
        train_and_commit(trainer);  // a GPU failure at a save goes back some steps
        CHECK(trainer.run().state() == untried);
        return std::string(name_of(trainer.backend().kind()));
    }
};

std::size_t renderer_events(const Trainer& trainer) {
    return std::size_t(std::ranges::count_if(trainer.run().events(), [](const Event& event) {
        return event.name.find(fake_gpu.driver.renderer) != std::string::npos &&
               event.name.find(fake_gpu.driver.version) != std::string::npos;
    }));
}

}  // namespace

TEST_CASE_FIXTURE(Runs, "a GPU that is 1.6 times as fast takes the state over") {
    const FakeGpuInUse gpu;
    Trainer trainer = begun();
    choose(trainer);
    CHECK(trainer.backend().kind() == BackendKind::gl);
    CHECK(trainer.step() == 7);
    CHECK(trainer.device_choice().find("160") != std::string::npos);
    CHECK(trainer.device_choice().find("100") != std::string::npos);
    CHECK(renderer_events(trainer) == 1);
    train_and_commit(trainer);
    CHECK(trainer.run().state() == untried);
    CHECK(reading(trainer.run().path()).events() == trainer.run().events());
}

TEST_CASE_FIXTURE(Runs, "a GPU that is 1.4 times as fast is not chosen") {
    const FakeGpuInUse gpu({.step_seconds = 1.0 / 140});
    Trainer trainer = begun();
    choose(trainer);
    CHECK(trainer.backend().kind() == BackendKind::cpu);
    CHECK(trainer.device_choice().find("1.4") != std::string::npos);
    CHECK(renderer_events(trainer) == 0);
    train_and_commit(trainer);
    CHECK(trainer.run().state() == untried);
}

TEST_CASE_FIXTURE(Runs, "a GPU that computes wrongly is not chosen, and not tried again") {
    for (const GpuFault fault :
         {GpuFault::gradient, GpuFault::infinite_gradient, GpuFault::sum, GpuFault::step,
          GpuFault::pixel, GpuFault::not_a_pixel, GpuFault::sine, GpuFault::loss_of_run}) {
        CAPTURE(int(fault));
        std::filesystem::remove(memory());
        const FakeGpuInUse gpu({.fault = fault});
        CHECK(end_of_run() == "cpu");
        if (fault == GpuFault::loss_of_run) continue;  // the self-test passes: driver not barred
        fake_gpu.fault = GpuFault::none;
        const int made = fake_gpu.made;
        CHECK(end_of_run() == "cpu");
        CHECK(fake_gpu.made == made);
        fake_gpu.driver.version = "4.6 Fake 1.1";  // a new driver is tried again
        CHECK(end_of_run() == "gl");
    }
}

TEST_CASE_FIXTURE(Runs, "whichever call fails, in the self-test, the trial or training") {
    int works_for = 1;
    for (;; ++works_for) {
        CAPTURE(works_for);
        std::filesystem::remove(memory());
        const FakeGpuInUse gpu({.works_for = works_for});
        if (end_of_run() == "gl") break;
    }
    CHECK(works_for > 60);
}

TEST_CASE_FIXTURE(Runs, "a driver that ends the process is not tried again") {
    for (int works_for = 1;; works_for += 7) {
        CAPTURE(works_for);
        std::filesystem::remove(memory());
        const FakeGpuInUse gpu({.works_for = works_for, .ends_process = true});
        const pid_t child = fork();
        if (child == 0) {
            Trainer trainer = begun();
            choose(trainer);
            const bool by_gpu = trainer.backend().kind() == BackendKind::gl;
            advance_to(trainer, 12, 1);
            trainer.commit();  // from now on the driver counts as one that works
            fake_gpu.works_for = std::numeric_limits<int>::max();
            std::_Exit(by_gpu ? 0 : 1);
        }
        int status = 0;
        REQUIRE(waitpid(child, &status, 0) == child);
        ++count;  // skips the name of the child's run
        fake_gpu.works_for = std::numeric_limits<int>::max();
        if (status == 0) {
            CHECK(works_for > 30);
            CHECK(end_of_run() == "gl");
            break;
        }
        REQUIRE(WEXITSTATUS(status) == 3);
        CHECK(end_of_run() == "cpu");
        CHECK(fake_gpu.made == 0);
    }
}

TEST_CASE_FIXTURE(Runs, "tiles move to the GPU after the first, and back when it fails") {
    const auto picture = std::make_shared<const Image>(redraw::test::smooth_image(90, 70, 1));
    const auto begun_mosaic = [&](const BackendOptions& options) {
        Trainer trainer(
            start_run(folder / (std::to_string(++count) + ".redraw"), *picture, "ring", config()),
            options);
        trainer.learn_whole(picture, small_mosaic());
        return trainer;
    };
    Trainer never = begun_mosaic(kFp32);
    advance_to(never);
    const auto expected = tiles_of(never.run());
    enum class Fails { not_at_all, in_a_tile, between_tiles };
    for (const Fails fails : {Fails::not_at_all, Fails::in_a_tile, Fails::between_tiles}) {
        CAPTURE(int(fails));
        // Skipping steps at rate 0 makes the fake GPU fast by the true clock.
        const FakeGpuInUse gpu({.skips_still_steps = true});
        Trainer trainer = begun_mosaic(kOpen);
        int by_gpu = 0;  // bursts trained by the GPU
        while (!trainer.finished()) {
            trainer.advance(3);
            const std::size_t learned = trainer.run().mosaic_tiles().size();
            if (learned == 0) CHECK(fake_gpu.opened == 0);
            trainer.consider_devices({0, 0, steady_seconds});
            by_gpu += trainer.backend().kind() == BackendKind::gl;
            if (learned == 3 && trainer.whole() && fails != Fails::not_at_all &&
                (fails == Fails::between_tiles) == (trainer.whole()->in_progress() == nullptr))
                fake_gpu.works_for = 1;
        }
        CHECK(by_gpu > 10);
        CHECK(renderer_events(trainer) == 1);
        CHECK(trainer.device_choice().empty() == (fails != Fails::not_at_all));
        CHECK(tiles_of(trainer.run()) == expected);
    }
}

TEST_CASE_FIXTURE(Runs, "the choice is remembered for driver and kind of network") {
    const FakeGpuInUse gpu;
    CHECK(end_of_run() == "gl");
    const double now = fake_gpu.now;
    const int made = fake_gpu.made;
    fake_gpu.step_seconds = 1;  // the GPU would lose another trial
    CHECK(end_of_run() == "gl");
    CHECK(fake_gpu.made == made + 1);
    CHECK(fake_gpu.now > now);
    fake_gpu.driver.renderer = "Another Renderer";
    CHECK(end_of_run() == "cpu");
    fake_gpu.step_seconds = 1.0 / 160;
    const int made_again = fake_gpu.made;
    CHECK(end_of_run() == "cpu");
    CHECK(fake_gpu.made == made_again);  // no new trial: known to be slow
}

TEST_CASE_FIXTURE(Runs, "a damaged memory is no memory") {
    const FakeGpuInUse gpu;
    CHECK(end_of_run() == "gl");
    const std::string whole = remembered();
    std::string of_strings = whole, of_signs = whole;
    std::ranges::replace(of_strings, '[', '{');
    std::ranges::replace(of_signs, ',', ' ');
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = whole;
        REQUIRE(text.find(from) != text.npos);
        for (std::size_t at; (at = text.find(from)) != text.npos;)
            text.replace(at, from.size(), to);
        return text;
    };
    for (const std::string& text :
         {std::string(), std::string("[]"), std::string("\0\xff", 2), whole.substr(0, 40),
          of_strings, of_signs, std::string(100'000, '['), with("\"passed\"", "1e999"),
          with("\"passed\"", "\"perhaps\""), with("\"gl\"", "\"lg\""),
          with("\"subject\"", "\"object\""), std::string("[1, {}, {\"subject\": 1}]"),
          std::string(1 << 20, ' ') + whole}) {
        CAPTURE(text.substr(0, 60));
        std::ofstream(memory(), std::ios::binary) << text;
        CHECK(end_of_run() == "gl");
    }
    std::filesystem::remove(memory());
    fake_gpu.made = 0;
    std::filesystem::create_directory(memory());  // can be neither read nor written
    CHECK(end_of_run() == "cpu");                 // a crash could not be remembered
    CHECK(fake_gpu.made == 0);
}

TEST_CASE_FIXTURE(Runs, "a driver that ends the process while a remembered choice trains") {
    const FakeGpuInUse gpu;
    CHECK(end_of_run() == "gl");
    const int child = fork();
    if (child == 0) {
        Trainer trainer = begun();
        choose(trainer);
        fake_gpu.works_for = 2;
        fake_gpu.ends_process = true;
        advance_to(trainer);
        std::_Exit(0);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    REQUIRE(WEXITSTATUS(status) == 3);
    ++count;  // skips the name of the child's run
    const int made = fake_gpu.made;
    CHECK(end_of_run() == "cpu");
    CHECK(fake_gpu.made == made);
}

TEST_CASE_FIXTURE(Runs, "whenever the GPU computes nothing any more, the run ends on the CPU") {
    int idle_from = 1, noticed = 0;
    for (;; idle_from += 2) {
        CAPTURE(idle_from);
        std::filesystem::remove(memory());
        const FakeGpuInUse gpu({.idle_from = idle_from});
        if (end_of_run() == "gl") break;
        if (remembered().find("it computed nothing") == std::string::npos) continue;
        ++noticed;  // in training, not in the self-test or the trial
        const int made = fake_gpu.made;
        fake_gpu.idle_from = std::numeric_limits<int>::max();
        CHECK(end_of_run() == "cpu");
        CHECK(fake_gpu.made == made);
    }
    CHECK(idle_from > 20);
    CHECK(noticed > 3);
}

TEST_CASE_FIXTURE(Runs, "results that repeat because nothing changes are no failure") {
    const FakeGpuInUse gpu;
    Config still = config();
    still.schedule.lr_max = still.schedule.lr_min = 1e-30;
    still.schedule.epochs = 4000;
    NewRun made = make_run(folder / "still.redraw", ring(), "ring", still);
    const Config chosen = made.run.config();
    Trainer trainer(
        std::move(made.run), kOpen, made.dataset,
        std::make_unique<PacedBackend>(chosen.network, chosen.optimizer, 1, made.dataset));
    advance_to(trainer, 7, 3);
    choose(trainer);
    train_and_commit(trainer);
    CHECK(trainer.backend().kind() == BackendKind::gl);
    CHECK(trainer.device_note() == "");
}

TEST_CASE_FIXTURE(Runs, "a renderer's name that is not UTF-8 is found again") {
    const FakeGpuInUse gpu({.driver = {"Fake \xff\xfe\n Renderer", "4.6 Fake \x80"}});
    CHECK(end_of_run() == "gl");
    const int made = fake_gpu.made;
    CHECK(end_of_run() == "gl");
    CHECK(fake_gpu.made == made + 1);
    CHECK(remembered().find("trying") == std::string::npos);
}

TEST_CASE_FIXTURE(Runs, "nothing is opened for short runs and devices asked for") {
    const FakeGpuInUse gpu;
    Trainer short_run = begun();
    for (int i = 0; i < 5; ++i) short_run.consider_devices();
    BackendOptions scalar = kOpen, bf16 = kOpen;
    scalar.instruction_set = InstructionSet::scalar;
    bf16.precision = Precision::bf16;
    for (const BackendOptions& asked : {kFp32, scalar, bf16}) {
        Trainer trainer = begun(asked);
        for (int i = 0; i < 5; ++i) trainer.consider_devices(kAtOnce);
        CHECK(trainer.device_choice() == "");
    }
    CHECK(fake_gpu.opened == 0);
}

TEST_CASE_FIXTURE(Runs, "a software renderer is never tried") {
    const FakeGpuInUse gpu({.software = true});
    Trainer trainer = begun();
    DeviceChoice choice;
    while (!choice.settled())
        CHECK_FALSE(choice.consider(
            {trainer.config(), trainer.shared_dataset(), trainer.backend(), 9, 9}, kOpen, kAtOnce));
    CHECK(choice.note() == "");
    CHECK(fake_gpu.made == 0);
}
