// A batch that memory does not hold: a new run takes a smaller one before it refuses.
#include "engine/training/trainer.h"

#include <new>
#include <string>
#include <utility>

namespace redraw {

Trainer::Trainer(RunFile run, const BackendOptions& options, std::shared_ptr<Dataset> dataset,
                 const SmallerBatch& smaller)
    : run_(std::move(run)),
      options_(options),
      dataset_(dataset),
      committed_(std::chrono::steady_clock::now()) {
    for (bool fits = false; !fits;) {
        try {
            take_backend();
            fits = true;
        } catch (const std::bad_alloc&) {
            backend_.reset();
            const std::optional<Config> next = smaller(config());
            if (!next) throw;
            run_.set_config(*next);
            dataset->batch = next->data.batch;
            dataset->batch_size = next->data.batch_size;
            batch_note_ = "There is too little memory for a larger batch: it learns " +
                          std::to_string(dataset->batch_pixels()) + " pixels a step.";
        }
    }
}

}  // namespace redraw
