// How the studio's heap treats large buffers: pictures, drawings, networks.
#pragma once

namespace redraw {

// For main, before other threads: a large buffer that is freed goes back to the system at once. By
// itself glibc takes a freed one as a sign that such are wanted again, and from then on cuts all of
// up to 32 MiB out of its heaps, one a thread, where a single small block keeps up to 64 MiB of
// what was freed below it. Does nothing for other C libraries.
void give_large_buffers_back();

// What was freed in small parts, too; takes milliseconds. For when there is nothing to do.
void give_unused_memory_back();

}  // namespace redraw
