#include "engine/image/jpeg_messages.h"

#include <fmt/format.h>

// After jpeglib.h: it needs its types.
#include <jerror.h>

#include <new>

namespace redraw {

bool loses_pixels(const jpeg_decompress_struct& jpeg) {
    switch (jpeg.err->msg_code) {
        case JWRN_HIT_MARKER:
        case JWRN_HUFF_BAD_CODE:
        case JWRN_MUST_RESYNC:
            return true;
        // A scan that does not refine what is known of a coefficient: one between them is lost. But
        // not one that comes before the scan of the means (coefficient 0) does.
        case JWRN_BOGUS_PROGRESSION:
            return jpeg.err->msg_parm.i[1] >= jpeg.Ss;
        default:
            return false;
    }
}

void refuse_jpeg(const PictureSource& source, int code, int number, const char* words) {
    constexpr int kLossless = 0xC3, kJpegLs = 0xF7;
    switch (code) {
        case JERR_OUT_OF_MEMORY:
            throw std::bad_alloc();
        case JERR_UNKNOWN_MARKER:
            if (number == kJpegLs)
                source.refuse("it is a JPEG-LS picture, which Redraw does not read");
            break;
        case JERR_SOF_UNSUPPORTED:
            source.refuse(number == kLossless ? "it is a lossless JPEG, which Redraw does not read"
                                              : "it is a JPEG of a kind Redraw does not read");
        case JERR_BAD_PRECISION:
            source.refuse(
                fmt::format("it is a JPEG of {} bits, which Redraw does not read", number));
        case JERR_IMAGE_TOO_BIG:
        case JERR_WIDTH_OVERFLOW:
            source.refuse(fmt::format("it is a JPEG larger than libjpeg reads ({})", words));
        case JERR_COMPONENT_COUNT:
        case JERR_CONVERSION_NOTIMPL:
        case JERR_CCIR601_NOTIMPL:
        case JERR_FRACT_SAMPLE_NOTIMPL:
        case JERR_NOT_COMPILED:
            source.refuse("it is a JPEG of a kind Redraw does not read");
    }
    source.refuse_damaged(words);
}

}  // namespace redraw
