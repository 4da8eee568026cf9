// Tests calls to a driver in a process of its own, over a socket whose other end is a thread here:
// results have the same bits, exceptions pass through, and a driver that ends, hangs or answers
// wrongly is a failed driver. tests/cli/test_gpu_driver.py tests real processes.
#include "engine/device/driver_process.h"
#include "engine/device/driver_server.h"
#include "engine/device/message.h"
#include "engine/network/random.h"
#include "engine/system/helper_process.h"
#include "tests/support/fake_gpu.h"

#include <doctest/doctest.h>

#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <thread>

using namespace redraw_test;

namespace {

constexpr BackendOptions kApart{.kind = BackendKind::gl, .apart = true};

// Connects OpenGL's functions to `other_end`, which gets the other socket on a thread of its own.
class Connected {
public:
    explicit Connected(std::function<void(int socket)> other_end) {
        setenv("REDRAW_DRIVER_SECONDS", "3", 1);
        keep_driver_apart();
        int sockets[2];
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
        connect_driver(sockets[0]);
        thread_ = std::thread(std::move(other_end), sockets[1]);
    }
    ~Connected() {
        end_driver_process();
        thread_.join();
    }
    Connected(const Connected&) = delete;
    Connected& operator=(const Connected&) = delete;

private:
    std::thread thread_;
};

std::function<void(int)> answers() {
    return [opengl = opengl_backend()](int socket) { answer_driver_calls(socket, opengl); };
}

std::shared_ptr<const Dataset> picture() {
    auto dataset = std::make_shared<Dataset>();
    dataset->target = make_image(19, 13, 3);
    dataset->grid = picture_grid(19, 13);
    dataset->batch = BatchMode::random;
    dataset->batch_size = 100;
    dataset->seed = 7;
    for (std::size_t i = 0; i < dataset->target.values.size(); ++i)
        dataset->target.values[i] = random_unit(1, 0, i);
    return dataset;
}

NetworkSpec network() {
    NetworkSpec network;
    network.layers = {9, 7};
    network.first_omega = 20;
    network.encoding = Encoding::grid;
    network.grid = {.levels = 2, .features = 3, .base = 3, .finest = 9, .width = 19, .height = 13};
    return network;
}

std::unique_ptr<Backend> made(const BackendOptions& options = kApart) {
    return make_backend(options, network(), {.beta2 = 0.9}, 3, picture());
}

State begin() {
    return fresh_state(initial_parameters(network(), 3, 1), Optimizer::adam, 5);
}

struct Done {
    State state;
    std::vector<StepResult> results;
    Image drawn, drawn_before;
    bool operator==(const Done&) const = default;
};

Done work(Backend& backend) {
    const std::vector<float> rates{0.01f, 0.02f, 0};
    Done done{.state = {}, .results = std::vector<StepResult>(3), .drawn = {}, .drawn_before = {}};
    backend.load(begin());
    backend.train(rates, done.results);
    done.state = backend.save();
    const Grid grid = picture_grid(31, 20);
    done.drawn = backend.render(grid, {3, 2, 20, 11}, {})->on_host();
    done.drawn_before = backend.render(grid, whole(grid), begin().parameters)->on_host();
    return done;
}

template <class Work>
bool driver_fails(Work&& work) {
    try {
        work();
    } catch (const DeviceFailed& failure) {
        return !failure.fault().empty();
    }
    return false;
}

}  // namespace

TEST_CASE("a device in another process gives the same bits") {
    const FakeGpuInUse gpu;
    const Done here = work(*made({BackendKind::gl}));
    CHECK(here.drawn.width == 20);
    const Connected connected(answers());
    CHECK_FALSE(driver_is_here(kApart));
    const auto first = made(), second = made();
    CHECK(work(*first) == here);
    CHECK(work(*second) == here);
    CHECK(work(*first) == here);
    CHECK(first->kind() == BackendKind::gl);
    CHECK(first->description() == "OpenGL Fake Renderer");
    CHECK(first->last_forward() == nullptr);
    CHECK(list_devices().back().detail == "Fake Renderer");
}

TEST_CASE("a failed device and another error pass through, and no failed driver") {
    const FakeGpuInUse gpu;
    const Connected connected(answers());
    const auto backend = made();
    work(*backend);
    fake_gpu.works_for = 1;
    try {
        backend->save();
        FAIL("it must throw");
    } catch (const DeviceFailed& failure) {
        CHECK(failure.fault().empty());
        CHECK(std::string(failure.what()) == "The GPU was lost: by a test.");
    }
    CHECK_THROWS_AS(made(), DeviceFailed);
    CHECK_THROWS_AS(made({BackendKind::gl}), Error);
    fake_gpu.works_for = 1000;
    CHECK(work(*made()) == work(*backend));
}

TEST_CASE("a driver that ends is a failed driver, at whichever call") {
    for (int calls = 0; calls < 6; ++calls) {
        CAPTURE(calls);
        const FakeGpuInUse gpu;
        const Connected connected([&, opengl = opengl_backend()](int socket) {
            // Passes this many calls on and ends within the next one.
            int inner[2];
            REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, inner) == 0);
            std::thread server([&] { answer_driver_calls(inner[1], opengl); });
            {
                Channel outside(socket), inside(inner[0]);
                const Channel::Waits wait = [] { return true; };
                Message message;
                for (int i = 0; i < calls && outside.receive(message.received(), wait); ++i)
                    if (!inside.send(message.bytes(), wait) ||
                        !inside.receive(message.received(), wait) ||
                        !outside.send(message.bytes(), wait))
                        break;
                outside.receive(message.received(), wait);
            }
            server.join();
        });
        CHECK(driver_fails([&] { work(*made()); }));
    }
}

TEST_CASE("a driver that does not answer is a failed driver") {
    const FakeGpuInUse gpu;
    const Connected connected([](int socket) {
        Channel channel(socket);
        Message message;
        while (channel.receive(message.received(), [] { return true; })) {
        }
    });
    CHECK(driver_fails([&] { made(); }));
}

TEST_CASE("wrong answers are a failed driver") {
    for (int size = 0; size < 40; ++size) {
        CAPTURE(size);
        const FakeGpuInUse gpu;
        const Connected connected([&](int socket) {
            Channel channel(socket);
            const Channel::Waits wait = [] { return true; };
            for (Message message; channel.receive(message.received(), wait);) {
                Message answer;
                answer.put(std::uint8_t(0));
                for (int i = 0; i < size; ++i)
                    answer.put(std::uint8_t(random_unit(2, size, std::uint64_t(i)) * 9));
                if (!channel.send(answer.bytes(), wait)) return;
            }
        });
        CHECK(driver_fails([&] { made(); }));
        CHECK_NOTHROW(list_devices());
    }
}

TEST_CASE("while there is no driver process, a call in progress ends and others are refused") {
    const FakeGpuInUse gpu;
    const Connected connected([](int socket) {
        Channel channel(socket);
        Message message;
        while (channel.receive(message.received(), [] { return true; })) {
        }
    });
    std::string said;
    bool driver_failed = false;
    std::thread caller([&] {
        try {
            opengl_backend().make_apart(network(), {}, 3, picture());
        } catch (const DeviceFailed& failure) {
            said = failure.what();
            driver_failed = !failure.fault().empty();
        }
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // likely within the call
    {
        const NoDriverProcess none;
        caller.join();
        CHECK_THROWS_AS(opengl_backend().make_apart(network(), {}, 3, picture()), DeviceFailed);
    }
    CHECK_FALSE(said.empty());
    CHECK_FALSE(driver_failed);
}
