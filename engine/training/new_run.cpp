#include "engine/training/new_run.h"

#include "engine/data/resolve.h"
#include "engine/training/step_loop.h"

#include <utility>

namespace redraw {
namespace {

NewRun make_run_of_target(const std::filesystem::path& path, Image target,
                          const std::string& picture_name, const Config& request,
                          RunFile::Existing existing, const Goal& goal,
                          const std::optional<WholePlan>& whole, PixelSize picture) {
    const Config config = resolve(request, target);
    std::optional<Mosaic> mosaic;
    if (whole)
        mosaic = mosaic_for(whole->picture.width > 0 ? whole->picture : picture, target.channels,
                            *whole);
    const auto dataset =
        std::make_shared<Dataset>(make_dataset_of_target(std::move(target), config));
    RunFile::Start start{untrained(config, dataset->target), EventKind::started, request.network,
                         goal, mosaic};
    return {
        RunFile::create(path, config, dataset->target, picture_name, existing, std::move(start)),
        dataset, std::shared_ptr<const Image>(dataset, &dataset->target)};
}

}  // namespace

NewRun make_run(const std::filesystem::path& path, Image&& picture, const std::string& picture_name,
                const Config& request, RunFile::Existing existing, const Goal& goal,
                const std::optional<WholePlan>& whole) {
    validate(request);
    const PixelSize size{picture.width, picture.height};
    if (learns_as_it_is(picture, request))
        return make_run_of_target(path, std::move(picture), picture_name, request, existing, goal,
                                  whole, size);
    return make_run(path, std::make_shared<const Image>(std::move(picture)), picture_name, request,
                    existing, goal, whole);
}

NewRun make_run(const std::filesystem::path& path, std::shared_ptr<const Image> picture,
                const std::string& picture_name, const Config& request, RunFile::Existing existing,
                const Goal& goal, const std::optional<WholePlan>& whole) {
    validate(request);
    const bool as_it_is = learns_as_it_is(*picture, request);
    NewRun made =
        make_run_of_target(path, as_it_is ? *picture : make_target(*picture, request), picture_name,
                           request, existing, goal, whole, {picture->width, picture->height});
    if (!as_it_is) made.picture = std::move(picture);
    return made;
}

RunFile start_run(const std::filesystem::path& path, const Image& picture,
                  const std::string& picture_name, const Config& request) {
    return make_run(path, Image(picture), picture_name, request).run;
}

}  // namespace redraw
