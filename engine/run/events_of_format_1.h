// Run files of format 1 say what happened in the words of `text_of()`, and nothing else. They stay
// what they are: this is the only place that reads those words, and new events of such a run are
// written in them.
#pragma once

#include "engine/run/event.h"

namespace redraw {

// What says the text exactly: `text_of(event_of_format_1(step, text)) == text`, whatever it is.
Event event_of_format_1(std::int64_t step, const std::string& text);

}  // namespace redraw
