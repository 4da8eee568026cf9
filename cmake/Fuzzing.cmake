# The preset `fuzz`: the programs of tests/fuzz for libFuzzer, by clang.
option(REDRAW_FUZZ "Build the fuzz targets for libFuzzer (clang)" OFF)
if(REDRAW_FUZZ)  # the fuzzer sees which branches an input takes
  add_compile_options(-fsanitize=fuzzer-no-link)
  # They take minutes, and the targets draw with the plain ones.
  set_source_files_properties(
    engine/cpu/kernels_avx2.cpp engine/cpu/kernels_avx512.cpp engine/cpu/kernels_amx.cpp engine/cpu/kernels_emulated_amx.cpp
    PROPERTIES COMPILE_FLAGS -fno-sanitize=all)
endif()
