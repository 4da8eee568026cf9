// Inside the network: what every neuron answers over the picture.
#include "ui/widgets.h"

namespace redraw {

void draw_neurons(Ui& ui, const Rect&) {
    ui.requests.look.neurons = true;
}

}  // namespace redraw
