// Verdicts on OpenGL's driver and on the networks that it trained, remembered over runs in
// $XDG_CACHE_HOME/redraw/devices.json. If the file is missing or damaged, nothing is known. Any
// thread; several programs may share the file.
#pragma once

#include "engine/device/devices.h"
#include "engine/text/names.h"

#include <optional>
#include <string>

namespace redraw {

// A driver or, with `network`, a kind of network that it trains beside a CPU.
struct DeviceSubject {
    struct KindOfNetwork {
        std::string cpu;  // Backend::description()
        NetworkSpec network;
        int channels = 0, samples = 0;  // of the picture; of a step
    };
    OpenGlDriver driver;
    std::optional<KindOfNetwork> network{};
};

struct StepsPerSecond {
    double cpu = 0, gl = 0;
};

struct DeviceVerdict {
    // trying: the driver is in use and could end this process; if nobody uses it, it did.
    enum class State { trying, passed, failed };
    State state = State::passed;
    std::string fault{};    // what a failed driver did, in one clause
    StepsPerSecond pace{};  // of a kind of network that passed
};

// The verdict on one subject. While the driver could end this process the file says so.
class DeviceRecord {
public:
    explicit DeviceRecord(DeviceSubject subject) : subject_(std::move(subject)) {}
    ~DeviceRecord() { end_trying(); }
    DeviceRecord(const DeviceRecord&) = delete;
    DeviceRecord& operator=(const DeviceRecord&) = delete;

    std::optional<DeviceVerdict> verdict() const;  // as the file has it; absent: not known
    void begin_trying();  // throws Error if it cannot be written, and a crash not be remembered
    // From now on the driver cannot end this process, or is known not to. Writes the verdict of
    // passed(), or forgets the subject if there was none.
    void end_trying();
    void passed(const StepsPerSecond& pace = {});  // written once nothing is tried
    void failed(const std::string& fault);         // written at once

private:
    DeviceSubject subject_;
    std::optional<DeviceVerdict> passed_{};
    bool trying_ = false;
};

template <>
inline constexpr auto kNames<DeviceVerdict::State> =
    names_up_to<DeviceVerdict::State::failed>("trying", "passed", "failed");

}  // namespace redraw
