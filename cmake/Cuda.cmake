# The CUDA backend, a module that both programs load at run time. Building it needs nvcc, using it needs an NVIDIA
# driver. Its kernels compile for many minutes, so by default it is built for the GPU of this machine, if there is one.
#     -DREDRAW_CUDA=ON builds it for all generations of GPUs; a missing or too old nvcc is then an error. OFF leaves it out
set(REDRAW_CUDA AUTO CACHE STRING "Build the CUDA module: AUTO (for the GPU of this machine), ON (for all) or OFF")
set_property(CACHE REDRAW_CUDA PROPERTY STRINGS AUTO ON OFF)
set(REDRAW_OLDEST_NVCC 12.0)  # the first nvcc that supports C++20
file(GLOB nvidia_gpus /proc/driver/nvidia/gpus/* /dev/nvidia[0-9]* /dev/dxg)  # the last is WSL's
if(REDRAW_CUDA STREQUAL "AUTO" AND NOT nvidia_gpus)
  set(why_no_cuda "this machine has no NVIDIA GPU (REDRAW_CUDA=ON builds it for others)")
elseif(REDRAW_CUDA)
  set(why_no_cuda "there is no nvcc of CUDA ${REDRAW_OLDEST_NVCC} or newer (see REDRAW_NVCC)")
  find_program(REDRAW_NVCC nvcc PATHS /usr/local/cuda/bin /usr/lib/cuda/bin)
endif()
if(REDRAW_NVCC AND (nvidia_gpus OR NOT REDRAW_CUDA STREQUAL "AUTO"))
  execute_process(COMMAND ${REDRAW_NVCC} --version OUTPUT_VARIABLE nvcc_version)
  string(REGEX MATCH "release ([0-9]+\\.[0-9]+)" nvcc_version "${nvcc_version}")
  set(nvcc_version "${CMAKE_MATCH_1}")
  # Chooses few architectures, of those that nvcc supports: code for 8.0 also runs on 8.6 and 8.9. Newer devices
  # translate the PTX of the last architecture.
  execute_process(COMMAND ${REDRAW_NVCC} --list-gpu-arch OUTPUT_VARIABLE known)
  set(generations "")
  foreach(generation 75 80 90 100 120)
    if(known MATCHES "compute_${generation}[^0-9]")
      list(APPEND generations ${generation}-real)
    endif()
  endforeach()
  string(REGEX REPLACE "-real$" "" generations "${generations}")
  if(REDRAW_CUDA STREQUAL "AUTO")
    set(generations native)
  endif()
  set(REDRAW_CUDA_ARCHITECTURES ${generations} CACHE STRING "Devices that the CUDA module has code for")
endif()

# The oldest of these architectures, which `redraw devices` reports.
string(REGEX MATCHALL "[0-9]+" cuda_capabilities "${REDRAW_CUDA_ARCHITECTURES}")
list(SORT cuda_capabilities COMPARE NATURAL)
list(APPEND cuda_capabilities 75)  # for lists without a number, such as "native"
list(GET cuda_capabilities 0 REDRAW_CUDA_OLDEST)

if(REDRAW_CUDA AND REDRAW_NVCC AND nvcc_version VERSION_GREATER_EQUAL REDRAW_OLDEST_NVCC)
  set(CMAKE_CUDA_COMPILER ${REDRAW_NVCC})
  set(CMAKE_CUDA_ARCHITECTURES ${REDRAW_CUDA_ARCHITECTURES})
  enable_language(CUDA)
  # CMake 3.25 does not know that nvcc supports C++20 since version 12.
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
elseif(REDRAW_CUDA STREQUAL "ON")
  message(FATAL_ERROR "REDRAW_CUDA is ON, but ${why_no_cuda}")
elseif(REDRAW_CUDA)
  message(STATUS "The CUDA module is not built: ${why_no_cuda}")
else()
  message(STATUS "The CUDA module is not built: REDRAW_CUDA is OFF")
endif()
