#include "app/cli/program.h"

#include "app/cli/manual.h"
#include "app/cli/output.h"
#include "app/process/memory_end.h"
#include "app/system/stop_signals.h"
#include "app/system/streams.h"
#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/system/process.h"
#include "engine/text/display_name.h"

#include <cerrno>
#include <iostream>
#include <sstream>

namespace redraw {
namespace {

std::string program_name;  // begins every sentence
std::string called_as;     // first word of the command line

int refuse(const std::string& sentence, int status) {
    std::cerr << program_name << ": " << sentence << std::endl;
    return status;
}

// Reports a wrong command line and returns the exit status. If a word is unknown, names that rather
// than a missing argument.
int refuse_usage(const CLI::App& app, const CLI::ParseError& error) {
    std::string unknown = unknown_word(app);
    if (unknown.empty()) unknown = repeated_option(app);
    if (!app.get_subcommands().empty() || app.get_subcommands({}).empty())
        return refuse(unknown.empty() ? display_name(error.what()) : unknown, 2);
    refuse(unknown.empty() ? "no command was given." : unknown, 2);
    std::cerr << command_list(app);
    return 2;
}

// The exit status where the reader of standard output went away, such as `head -1`: ends without a
// word, as programs do that SIGPIPE kills.
constexpr int kReaderGone = 128 + 13;

// Returns the final exit status: 128 + n after stop signal n; 1 if the output could not be written
// (full disk); otherwise `status`.
int after_printing(int status) {
    flush_printed();
    if (stop_signal() != 0) return 128 + stop_signal();
    if (print_error() == 0) return status;
    if (print_error() == EPIPE) return kReaderGone;
    return refuse("cannot print the results: " + errno_text(print_error()) + ".", 1);
}

}  // namespace

void prepare_program(const char* name) {
    program_name = name;
    ignore_write_signals();
    reuse_large_buffers();
    keep_closed_streams_closed();
    end_with_a_sentence_without_memory(name);
}

int run_program(CLI::App& app, int argc, char** argv) {
    if (argc > 0) called_as = argv[0];
    app.set_version_flag("--version", program_name + " " REDRAW_VERSION);
    try {
        app.parse(argc, argv);
        return after_printing(0);
    } catch (const CLI::Success& success) {  // --help or --version was given, which is no error
        std::ostringstream said;
        app.exit(success, said, said);
        print_text(said.str());
        return after_printing(0);
    } catch (const CLI::ParseError& error) {
        return refuse_usage(app, error);
    } catch (const Error& error) {
        const bool stopped = error.kind() == Error::Kind::cancelled;
        if (stopped && print_error() == EPIPE) return kReaderGone;
        return refuse(error.what(), stopped ? 128 + stop_signal() : 1);
    } catch (const std::exception& error) {
        return refuse(display_name(sentence_of(error)), 1);
    }
}

std::string program() {
    return std::filesystem::path(called_as).has_parent_path()
               ? absolute_path(called_as).lexically_normal().string()
               : "redraw";
}

}  // namespace redraw
