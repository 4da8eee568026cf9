// Prints what a Vulkan driver's compiler makes of the OpenGL backend's kernels: registers, spills,
// shared memory. registers.py runs it with RADV's null device, which compiles for AMD without a
// GPU.
//     registers sources FOLDER              writes each kernel as FOLDER/N.comp
//     registers compile BINDING FILE...     compiles SPIR-V; BINDING is that of the uniform block
// A compiled file gives one line: "FILE NAME=VALUE;NAME=VALUE;...".
#include "gl/program.h"

#include <vulkan/vulkan.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

namespace {

using namespace redraw::gl;

void check(VkResult result, const char* doing) {
    if (result == VK_SUCCESS) return;
    std::fprintf(stderr, "%s: Vulkan error %d\n", doing, int(result));
    std::exit(1);
}

int write_sources(const std::string& folder) {
    for (std::size_t i = 0; i < kKernelCount; ++i) {
        std::ofstream file(folder + "/" + std::to_string(i) + ".comp");
        file << source_of(Kernel(i));
        if (!file.flush()) return 1;
    }
    return 0;
}

VkDevice open_device() {
    VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.apiVersion = VK_API_VERSION_1_2;
    VkInstanceCreateInfo of_instance{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    of_instance.pApplicationInfo = &application;
    VkInstance instance;
    check(vkCreateInstance(&of_instance, nullptr, &instance), "opening Vulkan");
    std::uint32_t count = 1;
    VkPhysicalDevice gpu = VK_NULL_HANDLE;
    vkEnumeratePhysicalDevices(instance, &count, &gpu);
    if (count == 0) check(VK_ERROR_INITIALIZATION_FAILED, "looking for a device");
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(gpu, &properties);
    std::printf("device %s\n", properties.deviceName);

    const float priority = 1;
    VkDeviceQueueCreateInfo queue{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR statistics{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR};
    statistics.pipelineExecutableInfo = VK_TRUE;
    const char* extension = VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME;
    VkDeviceCreateInfo of_device{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    of_device.pNext = &statistics;
    of_device.queueCreateInfoCount = 1;
    of_device.pQueueCreateInfos = &queue;
    of_device.enabledExtensionCount = 1;
    of_device.ppEnabledExtensionNames = &extension;
    VkDevice device;
    check(vkCreateDevice(gpu, &of_device, nullptr, &device), "opening the device");
    return device;
}

VkPipelineLayout make_layout(VkDevice device, std::uint32_t uniforms) {
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (std::uint32_t i = 0; i <= uniforms; ++i)
        bindings.push_back(
            {i,
             i == uniforms ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
             1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
    VkDescriptorSetLayoutCreateInfo of_set{.sType =
                                               VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    of_set.bindingCount = std::uint32_t(bindings.size());
    of_set.pBindings = bindings.data();
    VkDescriptorSetLayout set;
    check(vkCreateDescriptorSetLayout(device, &of_set, nullptr, &set), "making a layout");
    VkPipelineLayoutCreateInfo of_layout{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    of_layout.setLayoutCount = 1;
    of_layout.pSetLayouts = &set;
    VkPipelineLayout layout;
    check(vkCreatePipelineLayout(device, &of_layout, nullptr, &layout), "making a layout");
    return layout;
}

VkPipeline compile(VkDevice device, VkPipelineLayout layout, const char* path) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> code((std::istreambuf_iterator<char>(file)), {});
    VkShaderModuleCreateInfo of_module{.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    of_module.codeSize = code.size();
    of_module.pCode = reinterpret_cast<const std::uint32_t*>(code.data());
    VkShaderModule shader;
    check(vkCreateShaderModule(device, &of_module, nullptr, &shader), path);
    VkComputePipelineCreateInfo of_pipeline{.sType =
                                                VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    of_pipeline.flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
    of_pipeline.stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                         .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                         .module = shader,
                         .pName = "main"};
    of_pipeline.layout = layout;
    VkPipeline pipeline;
    check(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &of_pipeline, nullptr, &pipeline),
          path);
    return pipeline;
}

void print_statistics(VkDevice device, VkPipeline pipeline, const char* path) {
    const auto statistics_of = reinterpret_cast<PFN_vkGetPipelineExecutableStatisticsKHR>(
        vkGetDeviceProcAddr(device, "vkGetPipelineExecutableStatisticsKHR"));
    VkPipelineExecutableInfoKHR executable{.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR};
    executable.pipeline = pipeline;
    std::uint32_t count = 0;
    check(statistics_of(device, &executable, &count, nullptr), path);
    std::vector<VkPipelineExecutableStatisticKHR> statistics(
        count, {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR});
    check(statistics_of(device, &executable, &count, statistics.data()), path);
    std::printf("%s ", path);
    for (const auto& one : statistics)
        std::printf("%s=%llu;", one.name, static_cast<unsigned long long>(one.value.u64));
    std::printf("\n");
}

}  // namespace

int main(int count, char** arguments) {
    if (count == 3 && std::string_view(arguments[1]) == "sources")
        return write_sources(arguments[2]);
    if (count < 4 || std::string_view(arguments[1]) != "compile") return 2;
    const VkDevice device = open_device();
    const VkPipelineLayout layout = make_layout(device, std::uint32_t(std::atoi(arguments[2])));
    for (int i = 3; i < count; ++i)
        print_statistics(device, compile(device, layout, arguments[i]), arguments[i]);
}
