// The program `redraw-bench`, which is not installed: measures how fast this machine trains and
// draws.
#include "app/cli/program.h"
#include "bench/bench.h"
#ifdef REDRAW_OPENGL
#include "gl/registration.h"
#endif

int main(int argc, char** argv) {
#ifdef REDRAW_OPENGL
    redraw::gl::register_backend();
#endif
    redraw::prepare_program("redraw-bench");
    CLI::App app{"Measures how fast this machine trains and draws", "redraw-bench"};
    redraw::BenchCommand bench;
    bench.add_to(app);
    app.callback([&] { bench.run(); });
    return redraw::run_program(app, argc, argv);
}
