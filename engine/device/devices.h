// The devices of this machine, and a backend on one of them.
#pragma once

#include "engine/backend/backend.h"

#include <memory>
#include <string>
#include <vector>

namespace redraw {

// Checks these options as make_backend() would, before anything is written for a training that
// cannot begin. Throws Error.
void require_backend(const BackendOptions& options);

// `dataset` may be null: then only load, save and render work (exports of a finished run);
// `channels` gives the outputs. A network of windows draws from its dataset's target; one without
// examples is enough to draw. Throws Error when what is asked for is not there ("... needs
// AVX-512, which this processor does not have"). `why_not_cuda`: why a device that is there was
// not taken, in one sentence; stays as it is where none was asked for or there is none.
std::unique_ptr<Backend> make_backend(const BackendOptions& options, const NetworkSpec& network,
                                      const OptimizerSpec& optimizer, int channels,
                                      std::shared_ptr<const Dataset> dataset,
                                      std::string* why_not_cuda = nullptr);

// Lists the devices for `redraw devices`.
std::vector<DeviceInfo> list_devices();

}  // namespace redraw
