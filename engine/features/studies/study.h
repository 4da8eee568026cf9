// A study renders or measures one aspect of a run, mostly in small parts. A window shows its result
// beside its main view. A new study is a pair of files, a row in results.h and a row in
// all_studies.h. The session owns every study and uses it on the session thread only.
#pragma once

#include "engine/backend/backend.h"
#include "engine/features/studies/view_request.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

class Enlargement;  // engine/features/enlarge/enlargement.h
class ShareOfTime;  // engine/training/share_of_time.h
class Trainer;      // engine/training/trainer.h

class Study {
public:
    virtual ~Study() = default;
    // Does a small part of the work that `view` requests; returns true if update() should be called
    // again at once. `training`: limits the time that all studies together take while training
    // runs; null if training pauses.
    virtual bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) = 0;
};

// A study that publishes its newest result, an immutable value.
template <class Published>
class StudyOf : public Study {
public:
    using Result = Published;
    const std::shared_ptr<const Result>& newest() const { return newest_; }  // null: none yet

protected:
    std::shared_ptr<const Result> newest_;
};

// Finds the network that enlarges the picture. Returns null if none was requested or its training
// failed.
using FindEnlargement = std::function<std::shared_ptr<Enlargement>()>;

// What the constructors of some studies need.
struct StudyTools {
    std::shared_ptr<const Image>
        picture{};  // as it was opened; null: only the training target is known
    FindEnlargement find_enlargement{};
    BackendOptions options{};  // for networks that a study trains
};

// Returns the network's parameters at `step`, the present one or that of a keyframe, with the edits
// applied. Without a `step`: at the present step. Absent if no keyframe has that step.
std::optional<std::vector<float>> edited_parameters(const Trainer& trainer,
                                                    std::optional<std::int64_t> step,
                                                    const NetworkEdits& edits);

}  // namespace redraw
