#include <zlib.h>

// `deflateInit2` is a macro, which Swift cannot call.
static inline int tomte_deflate_init_gzip(z_streamp stream) {
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}

// Raw data without a header, as ZIP archives contain it.
static inline int tomte_deflate_init_raw(z_streamp stream) {
    return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
}
