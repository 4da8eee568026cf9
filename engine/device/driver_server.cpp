#include "engine/device/driver_server.h"

#include "engine/device/driver_calls.h"
#include "engine/module/loaded_module.h"
#include "engine/system/helper_process.h"

#include <cstdlib>
#include <map>
#include <new>
#include <string_view>
#include <utility>

namespace redraw {
namespace {

class Server {
public:
    explicit Server(const OpenGlBackend& driver) : opengl_(driver) {}

    Message answer(Message& request) {
        Message answer;
        const auto failed = [&](DriverAnswer how, const char* sentence) {
            answer = {};
            answer.put(how, std::string_view(sentence));
        };
        try {
            answer.put(DriverAnswer::done);
            for (const std::uint32_t unused : request.take<std::vector<std::uint32_t>>())
                backends_.erase(unused);
            perform(request, answer);
        } catch (const DeviceFailed& error) {
            failed(DriverAnswer::device_failed, error.what());
        } catch (const std::bad_alloc&) {
            failed(DriverAnswer::no_memory, "");
        } catch (const std::exception& error) {
            failed(DriverAnswer::error, error.what());
        }
        return answer;
    }

private:
    void perform(Message& request, Message& answer) {
        const auto call = request.take<DriverCall>();
        const auto which = request.take<std::uint32_t>();
        if (call == DriverCall::device) {
            const DeviceInfo device = opengl_.device();
            answer.put(device.detail, device.available);
        } else if (call == DriverCall::gpu) {
            const auto gpu = opengl_.gpu();
            const OpenGlDriver driver = gpu.value_or(OpenGlDriver{});
            answer.put(gpu.has_value(), driver.renderer, driver.version);
        } else if (call == DriverCall::make) {
            const auto network = request.take<NetworkSpec>();
            const auto optimizer = request.take<OptimizerSpec>();
            const int channels = request.take<int>();
            std::shared_ptr<const Dataset> dataset;
            if (request.take<bool>())
                dataset = std::make_shared<const Dataset>(request.take<Dataset>());
            auto made = opengl_.make(network, optimizer, channels, std::move(dataset));
            answer.put(made->description(), made->samples_across(), !opengl_.gpu());
            backends_[which] = std::move(made);
        } else {
            const auto found = backends_.find(which);
            if (found == backends_.end()) throw Error("The driver process has no such network.");
            perform(call, *found->second, request, answer);
        }
    }

    static void perform(DriverCall call, Backend& backend, Message& request, Message& answer) {
        if (call == DriverCall::load) {
            backend.load(request.take<State>());
        } else if (call == DriverCall::save) {
            answer.put(backend.save());
        } else if (call == DriverCall::train) {
            const auto rates = request.take<std::vector<float>>();
            std::vector<StepResult> results(rates.size());
            backend.train(rates, results);
            answer.put(results);
        } else if (call == DriverCall::forward) {
            const auto drawn = backend.last_forward();
            answer.put(drawn ? &drawn->on_host() : nullptr);
        } else if (call == DriverCall::render) {
            const auto grid = request.take<Grid>();
            const auto part = request.take<PixelRect>();
            const auto parameters = request.take<std::vector<float>>();
            answer.put(backend.render(grid, part, parameters)->on_host());
        } else {
            throw Error("The driver process does not know this call.");
        }
    }

    OpenGlBackend opengl_;
    std::map<std::uint32_t, std::unique_ptr<Backend>> backends_;
};

constexpr std::string_view kArgument = "--driver-process";

}  // namespace

void answer_driver_calls(int socket, const OpenGlBackend& driver) {
    Server server(driver);
    Channel channel(socket);
    const Channel::Waits for_ever = [] { return true; };
    for (Message request; channel.receive(request.received(), for_ever);)
        if (!channel.send(server.answer(request).bytes(), for_ever)) return;
}

// Ends without destructors, because the driver's could hang or crash.
void serve_driver(int argc, char** argv) {
    if (argc != 3 || argv[1] != kArgument) return;
    const int socket = std::string_view(argv[2]) == module_version() ? become_helper() : -1;
    if (socket < 0) std::_Exit(2);
    answer_driver_calls(socket, opengl_backend());
    std::_Exit(0);
}

}  // namespace redraw
