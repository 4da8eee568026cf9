// Capture and graphs of cuda_emulation/runtime_api.h. A graph is the list of captured work.
#include "stream.h"

using namespace redraw::cuda::emulation;

namespace {

template <class Function>
cudaError_t call(Function function) {
    const std::scoped_lock lock(device().mutex);
    return result(device().lost != cudaSuccess ? device().lost : function());
}

}  // namespace

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
    return call([&] {
        if (stream == nullptr) return cudaErrorStreamCaptureUnsupported;
        if (find_stream(stream) == nullptr) return cudaErrorInvalidResourceHandle;
        if (stream->capture) return cudaErrorInvalidValue;
        stream->capture = Capture{std::this_thread::get_id(), {}, false};
        return cudaSuccess;
    });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    return call([&] {
        *graph = nullptr;
        if (stream == nullptr || find_stream(stream) == nullptr || !stream->capture)
            return cudaErrorInvalidValue;
        const Capture capture = std::move(*stream->capture);
        stream->capture.reset();
        if (capture.invalidated) return cudaErrorStreamCaptureInvalidated;
        *graph = new CUgraph_st{capture.nodes};
        device().graphs.insert(*graph);
        return cudaSuccess;
    });
}

// Returns only the number of nodes; nodes have no handles here.
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    return call([&] {
        if (!device().graphs.contains(graph) || nodes != nullptr) return cudaErrorInvalidValue;
        *count = graph->nodes.size();
        return cudaSuccess;
    });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                 unsigned long long) {
    return call([&] {
        if (!device().graphs.contains(graph)) return cudaErrorInvalidValue;
        *executable = new CUgraphExec_st{graph->nodes};
        device().executables.insert(*executable);
        return cudaSuccess;
    });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
    return call([&] {
        const cudaStream_t found = find_stream(stream);
        if (found == nullptr) return cudaErrorInvalidResourceHandle;
        if (!device().executables.contains(executable)) return cudaErrorInvalidValue;
        if (found->capture) return cudaErrorNotSupported;
        ++device().counters.graph_launches;
        return enqueue(found, [nodes = executable->nodes] {
            for (const Work& node : nodes)
                if (device().lost == cudaSuccess) node();
        });
    });
}

// Destroys the executable graph. Launched work has its own copy, as in CUDA.
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
    const std::scoped_lock lock(device().mutex);
    if (device().executables.erase(executable) == 0) return result(cudaErrorInvalidValue);
    delete executable;
    return result(device().lost);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    const std::scoped_lock lock(device().mutex);
    if (device().graphs.erase(graph) == 0) return result(cudaErrorInvalidValue);
    delete graph;
    return result(device().lost);
}
