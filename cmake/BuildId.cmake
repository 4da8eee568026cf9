# Writes a C++ source with the version that a program and its modules must share: the project's version and a hash of
# the engine's sources. Run at build time: cmake -DROOT=... -DVERSION=... -DOUTPUT=... -P BuildId.cmake
file(GLOB_RECURSE sources ${ROOT}/engine/*.h ${ROOT}/engine/*.cpp)
list(SORT sources)
set(fingerprints "")
foreach(source ${sources})
  file(SHA256 ${source} fingerprint)
  string(APPEND fingerprints ${fingerprint})
endforeach()
string(SHA256 fingerprint "${fingerprints}")
string(SUBSTRING ${fingerprint} 0 16 fingerprint)
file(WRITE ${OUTPUT} "#include \"engine/module/loaded_module.h\"

const char* redraw::module_version() {
    return \"${VERSION} ${fingerprint}\";
}
")
