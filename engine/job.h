// Work in small parts, between which others have their turn: an export, a film, a measurement.
#pragma once

#include <string_view>

namespace redraw {

class Job {
public:
    virtual ~Job() = default;
    // The next part; true when all is done. Throws Error.
    virtual bool advance() = 0;
    virtual double progress() const = 0;  // 0 to 1
    // What has to be done before it can begin ("Sharpening"); empty while it does its own work.
    virtual std::string_view waits_for() const { return {}; }
};

}  // namespace redraw
