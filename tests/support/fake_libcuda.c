/* Stands in for an NVIDIA driver without a device (the default), or of an older CUDA
   (-DDRIVER=11040). gcc -shared -fPIC -o libcuda.so.1 fake_libcuda.c */
#ifndef DRIVER
#define DRIVER 99000
#endif
int cuInit(unsigned flags) {
    return flags == 0 ? 100 : 1;
}
int cuDriverGetVersion(int* version) {
    *version = DRIVER;
    return 0;
}
int cuDeviceGetCount(int* count) {
    *count = 0;
    return 100;
}
