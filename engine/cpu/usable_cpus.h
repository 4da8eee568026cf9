// How many threads this process may really run at once. More than that and they wait for each
// other.
#pragma once

#include <optional>
#include <string_view>

namespace redraw::cpu {

// The least of the affinity mask and the control group's quota; at least 1.
int usable_cpus();

// Of a control group's cpu.max ("200000 100000": two processors; "max 100000": no limit), rounded
// up.
std::optional<int> quota_cpus(std::string_view cpu_max);

}  // namespace redraw::cpu
