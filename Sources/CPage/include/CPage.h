#include <stddef.h>

/// A file of the folder `page`, as it was when the program was built.
struct page_file {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/// Returns the file at `index`; null when `index` is past the last one.
const struct page_file *page_file(size_t index);
