// Preloaded to keep every library loaded. OpenGL drivers are unloaded at exit while only their
// own variables still point to some of their memory; LeakSanitizer would report that memory as
// leaked and could not name its owner.
int dlclose(void* handle) {
    return handle == 0;
}
