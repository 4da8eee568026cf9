#include "engine/features/studies/export_source.h"

#include "engine/drawing/drawing.h"
#include "engine/features/enlarge/enlargement.h"
#include "engine/training/trainer.h"

#include <utility>

namespace redraw {

ExportSource network_source(Trainer& trainer, PixelSize size,
                            std::shared_ptr<const std::vector<float>> parameters) {
    return {.draw =
                [&trainer, size, parameters = std::move(parameters)](const PixelRect& part) {
                    return draw_part(trainer.backend(), trainer.dataset().grid, size, part,
                                     *parameters);
                },
            .rows_each = rows_per_part(trainer.backend(), trainer.dataset().grid, size),
            .channels = trainer.channels()};
}

ExportSource enlarging_source(std::shared_ptr<Enlargement> enlargement, PixelSize size) {
    Enlargement& made = *enlargement;
    const Grid picture = made.dataset().grid;
    return {.draw =
                [enlargement = std::move(enlargement), picture, size](const PixelRect& part) {
                    return draw_part(enlargement->backend(), picture, size, part, {});
                },
            .rows_each = rows_per_part(made.backend(), picture, size),
            .channels = made.dataset().target.channels};
}

ExportSource interpolated_source(const Trainer& trainer, std::shared_ptr<const Image> picture,
                                 PixelSize size, Filter filter) {
    if (!picture || !is_larger(size, *picture)) picture = trainer.target();
    return interpolated_source(std::move(picture), size, filter);
}

}  // namespace redraw
