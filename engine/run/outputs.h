// Where may be written: one rule for every output of both programs. What is there is replaced
// whole, except what the same work reads, by whatever name, and a run, which nobody means to lose
// to a picture or a table of it.
#pragma once

#include <filesystem>
#include <initializer_list>

namespace redraw {

struct Input {
    std::filesystem::path path;  // empty: there is none
    const char* what;            // "the run itself"
};

// Throws Error: "Cannot write a.png: it is the picture that is learned."
void require_no_input(const std::filesystem::path& output, std::initializer_list<Input> inputs);
// The same for what is no run, and must not replace one. Throws Error: "... it is a Redraw run."
void require_output(const std::filesystem::path& output, std::initializer_list<Input> inputs);

}  // namespace redraw
