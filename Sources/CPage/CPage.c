// Written by scripts/list-page.
#include "CPage.h"
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../../page/core/api.js"
};

static const unsigned char file_1[] = {
#embed "../../page/core/device.js"
};

static const unsigned char file_2[] = {
#embed "../../page/core/dom.js"
};

static const unsigned char file_3[] = {
#embed "../../page/core/format.js"
};

static const unsigned char file_4[] = {
#embed "../../page/core/keys.js"
};

static const unsigned char file_5[] = {
#embed "../../page/core/live.js"
};

static const unsigned char file_6[] = {
#embed "../../page/core/messages.js"
};

static const unsigned char file_7[] = {
#embed "../../page/core/names.js"
};

static const unsigned char file_8[] = {
#embed "../../page/core/power.js"
};

static const unsigned char file_9[] = {
#embed "../../page/core/proof.js"
};

static const unsigned char file_10[] = {
#embed "../../page/core/router.js"
};

static const unsigned char file_11[] = {
#embed "../../page/core/session.js"
};

static const unsigned char file_12[] = {
#embed "../../page/core/store.js"
};

static const unsigned char file_13[] = {
#embed "../../page/core/style.js"
};

static const unsigned char file_14[] = {
#embed "../../page/core/summary.js"
};

static const unsigned char file_15[] = {
#embed "../../page/core/text.js"
};

static const unsigned char file_16[] = {
#embed "../../page/icon-192.png"
};

static const unsigned char file_17[] = {
#embed "../../page/icon-512.png"
};

static const unsigned char file_18[] = {
#embed "../../page/icon.svg"
};

static const unsigned char file_19[] = {
#embed "../../page/icons.svg"
};

static const unsigned char file_20[] = {
#embed "../../page/index.html"
};

static const unsigned char file_21[] = {
#embed "../../page/main.js"
};

static const unsigned char file_22[] = {
#embed "../../page/manifest.webmanifest"
};

static const unsigned char file_23[] = {
#embed "../../page/parts/chart-library.js"
};

static const unsigned char file_24[] = {
#embed "../../page/parts/dialog.js"
};

static const unsigned char file_25[] = {
#embed "../../page/parts/empty.js"
};

static const unsigned char file_26[] = {
#embed "../../page/parts/form.js"
};

static const unsigned char file_27[] = {
#embed "../../page/parts/pin.js"
};

static const unsigned char file_28[] = {
#embed "../../page/parts/problem.js"
};

static const unsigned char file_29[] = {
#embed "../../page/parts/ring.js"
};

static const unsigned char file_30[] = {
#embed "../../page/parts/shell.js"
};

static const unsigned char file_31[] = {
#embed "../../page/parts/slider.js"
};

static const unsigned char file_32[] = {
#embed "../../page/parts/tile.js"
};

static const unsigned char file_33[] = {
#embed "../../page/parts/toast.js"
};

static const unsigned char file_34[] = {
#embed "../../page/service-worker.js"
};

static const unsigned char file_35[] = {
#embed "../../page/styles/base.css"
};

static const unsigned char file_36[] = {
#embed "../../page/styles/forms.css"
};

static const unsigned char file_37[] = {
#embed "../../page/styles/shell.css"
};

static const unsigned char file_38[] = {
#embed "../../page/styles/tiles.css"
};

static const unsigned char file_39[] = {
#embed "../../page/styles/tokens.css"
};

static const unsigned char file_40[] = {
#embed "../../page/views/home.js"
};

static const unsigned char file_41[] = {
#embed "../../page/views/more.js"
};

static const unsigned char file_42[] = {
#embed "../../page/views/welcome.js"
};

static const struct page_file files[] = {
    {"core/api.js", file_0, sizeof file_0},
    {"core/device.js", file_1, sizeof file_1},
    {"core/dom.js", file_2, sizeof file_2},
    {"core/format.js", file_3, sizeof file_3},
    {"core/keys.js", file_4, sizeof file_4},
    {"core/live.js", file_5, sizeof file_5},
    {"core/messages.js", file_6, sizeof file_6},
    {"core/names.js", file_7, sizeof file_7},
    {"core/power.js", file_8, sizeof file_8},
    {"core/proof.js", file_9, sizeof file_9},
    {"core/router.js", file_10, sizeof file_10},
    {"core/session.js", file_11, sizeof file_11},
    {"core/store.js", file_12, sizeof file_12},
    {"core/style.js", file_13, sizeof file_13},
    {"core/summary.js", file_14, sizeof file_14},
    {"core/text.js", file_15, sizeof file_15},
    {"icon-192.png", file_16, sizeof file_16},
    {"icon-512.png", file_17, sizeof file_17},
    {"icon.svg", file_18, sizeof file_18},
    {"icons.svg", file_19, sizeof file_19},
    {"index.html", file_20, sizeof file_20},
    {"main.js", file_21, sizeof file_21},
    {"manifest.webmanifest", file_22, sizeof file_22},
    {"parts/chart-library.js", file_23, sizeof file_23},
    {"parts/dialog.js", file_24, sizeof file_24},
    {"parts/empty.js", file_25, sizeof file_25},
    {"parts/form.js", file_26, sizeof file_26},
    {"parts/pin.js", file_27, sizeof file_27},
    {"parts/problem.js", file_28, sizeof file_28},
    {"parts/ring.js", file_29, sizeof file_29},
    {"parts/shell.js", file_30, sizeof file_30},
    {"parts/slider.js", file_31, sizeof file_31},
    {"parts/tile.js", file_32, sizeof file_32},
    {"parts/toast.js", file_33, sizeof file_33},
    {"service-worker.js", file_34, sizeof file_34},
    {"styles/base.css", file_35, sizeof file_35},
    {"styles/forms.css", file_36, sizeof file_36},
    {"styles/shell.css", file_37, sizeof file_37},
    {"styles/tiles.css", file_38, sizeof file_38},
    {"styles/tokens.css", file_39, sizeof file_39},
    {"views/home.js", file_40, sizeof file_40},
    {"views/more.js", file_41, sizeof file_41},
    {"views/welcome.js", file_42, sizeof file_42},
};

const struct page_file *page_file(size_t index) {
    return index < sizeof files / sizeof *files ? &files[index] : 0;
}
