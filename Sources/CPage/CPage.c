// Written by scripts/list-page.
#include "CPage.h"
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../../page/charts/bars.js"
};

static const unsigned char file_1[] = {
#embed "../../page/charts/chart-frame.js"
};

static const unsigned char file_2[] = {
#embed "../../page/charts/chart-text.js"
};

static const unsigned char file_3[] = {
#embed "../../page/charts/colour-scheme.js"
};

static const unsigned char file_4[] = {
#embed "../../page/charts/data-table.js"
};

static const unsigned char file_5[] = {
#embed "../../page/charts/device-series.js"
};

static const unsigned char file_6[] = {
#embed "../../page/charts/gestures.js"
};

static const unsigned char file_7[] = {
#embed "../../page/charts/history-chart.js"
};

static const unsigned char file_8[] = {
#embed "../../page/charts/history-table.js"
};

static const unsigned char file_9[] = {
#embed "../../page/charts/library.js"
};

static const unsigned char file_10[] = {
#embed "../../page/charts/plot.js"
};

static const unsigned char file_11[] = {
#embed "../../page/charts/series.js"
};

static const unsigned char file_12[] = {
#embed "../../page/charts/span.js"
};

static const unsigned char file_13[] = {
#embed "../../page/charts/state-intervals.js"
};

static const unsigned char file_14[] = {
#embed "../../page/charts/time-ticks.js"
};

static const unsigned char file_15[] = {
#embed "../../page/charts/timeline.js"
};

static const unsigned char file_16[] = {
#embed "../../page/charts/toolbar.js"
};

static const unsigned char file_17[] = {
#embed "../../page/core/api.js"
};

static const unsigned char file_18[] = {
#embed "../../page/core/capabilities.js"
};

static const unsigned char file_19[] = {
#embed "../../page/core/clock.js"
};

static const unsigned char file_20[] = {
#embed "../../page/core/dom.js"
};

static const unsigned char file_21[] = {
#embed "../../page/core/dpop-proof.js"
};

static const unsigned char file_22[] = {
#embed "../../page/core/format.js"
};

static const unsigned char file_23[] = {
#embed "../../page/core/keys.js"
};

static const unsigned char file_24[] = {
#embed "../../page/core/language.js"
};

static const unsigned char file_25[] = {
#embed "../../page/core/live.js"
};

static const unsigned char file_26[] = {
#embed "../../page/core/load-stylesheets.js"
};

static const unsigned char file_27[] = {
#embed "../../page/core/names.js"
};

static const unsigned char file_28[] = {
#embed "../../page/core/offline.js"
};

static const unsigned char file_29[] = {
#embed "../../page/core/router.js"
};

static const unsigned char file_30[] = {
#embed "../../page/core/scroll-place.js"
};

static const unsigned char file_31[] = {
#embed "../../page/core/session.js"
};

static const unsigned char file_32[] = {
#embed "../../page/core/store.js"
};

static const unsigned char file_33[] = {
#embed "../../page/core/text.js"
};

static const unsigned char file_34[] = {
#embed "../../page/home/audit-kinds.js"
};

static const unsigned char file_35[] = {
#embed "../../page/home/audit-pages.js"
};

static const unsigned char file_36[] = {
#embed "../../page/home/audit-sentences.js"
};

static const unsigned char file_37[] = {
#embed "../../page/home/balance.js"
};

static const unsigned char file_38[] = {
#embed "../../page/home/calendar.js"
};

static const unsigned char file_39[] = {
#embed "../../page/home/command-access.js"
};

static const unsigned char file_40[] = {
#embed "../../page/home/command-outcome.js"
};

static const unsigned char file_41[] = {
#embed "../../page/home/command-restriction.js"
};

static const unsigned char file_42[] = {
#embed "../../page/home/cover.js"
};

static const unsigned char file_43[] = {
#embed "../../page/home/days.js"
};

static const unsigned char file_44[] = {
#embed "../../page/home/device.js"
};

static const unsigned char file_45[] = {
#embed "../../page/home/found.js"
};

static const unsigned char file_46[] = {
#embed "../../page/home/lamps.js"
};

static const unsigned char file_47[] = {
#embed "../../page/home/layout.js"
};

static const unsigned char file_48[] = {
#embed "../../page/home/openings.js"
};

static const unsigned char file_49[] = {
#embed "../../page/home/outdoor.js"
};

static const unsigned char file_50[] = {
#embed "../../page/home/power.js"
};

static const unsigned char file_51[] = {
#embed "../../page/home/summary.js"
};

static const unsigned char file_52[] = {
#embed "../../page/home/survey.js"
};

static const unsigned char file_53[] = {
#embed "../../page/home/tile-models.js"
};

static const unsigned char file_54[] = {
#embed "../../page/home/weekly-windows.js"
};

static const unsigned char file_55[] = {
#embed "../../page/icon-192.png"
};

static const unsigned char file_56[] = {
#embed "../../page/icon-512.png"
};

static const unsigned char file_57[] = {
#embed "../../page/icon.svg"
};

static const unsigned char file_58[] = {
#embed "../../page/icons.svg"
};

static const unsigned char file_59[] = {
#embed "../../page/index.html"
};

static const unsigned char file_60[] = {
#embed "../../page/languages/en.js"
};

static const unsigned char file_61[] = {
#embed "../../page/languages/sv.js"
};

static const unsigned char file_62[] = {
#embed "../../page/main.js"
};

static const unsigned char file_63[] = {
#embed "../../page/manifest.webmanifest"
};

static const unsigned char file_64[] = {
#embed "../../page/parts/age.js"
};

static const unsigned char file_65[] = {
#embed "../../page/parts/back-link.js"
};

static const unsigned char file_66[] = {
#embed "../../page/parts/choices.js"
};

static const unsigned char file_67[] = {
#embed "../../page/parts/columns.js"
};

static const unsigned char file_68[] = {
#embed "../../page/parts/copy.js"
};

static const unsigned char file_69[] = {
#embed "../../page/parts/debounce.js"
};

static const unsigned char file_70[] = {
#embed "../../page/parts/dialog.js"
};

static const unsigned char file_71[] = {
#embed "../../page/parts/drag-order.js"
};

static const unsigned char file_72[] = {
#embed "../../page/parts/empty-state.js"
};

static const unsigned char file_73[] = {
#embed "../../page/parts/fact-list.js"
};

static const unsigned char file_74[] = {
#embed "../../page/parts/facts.js"
};

static const unsigned char file_75[] = {
#embed "../../page/parts/form.js"
};

static const unsigned char file_76[] = {
#embed "../../page/parts/group.js"
};

static const unsigned char file_77[] = {
#embed "../../page/parts/lamp-group.js"
};

static const unsigned char file_78[] = {
#embed "../../page/parts/pending-value.js"
};

static const unsigned char file_79[] = {
#embed "../../page/parts/pin.js"
};

static const unsigned char file_80[] = {
#embed "../../page/parts/poll.js"
};

static const unsigned char file_81[] = {
#embed "../../page/parts/privacy.js"
};

static const unsigned char file_82[] = {
#embed "../../page/parts/problem.js"
};

static const unsigned char file_83[] = {
#embed "../../page/parts/progress-ring.js"
};

static const unsigned char file_84[] = {
#embed "../../page/parts/reconcile-list.js"
};

static const unsigned char file_85[] = {
#embed "../../page/parts/room-card.js"
};

static const unsigned char file_86[] = {
#embed "../../page/parts/room-chips.js"
};

static const unsigned char file_87[] = {
#embed "../../page/parts/segments.js"
};

static const unsigned char file_88[] = {
#embed "../../page/parts/setting.js"
};

static const unsigned char file_89[] = {
#embed "../../page/parts/shell.js"
};

static const unsigned char file_90[] = {
#embed "../../page/parts/slider.js"
};

static const unsigned char file_91[] = {
#embed "../../page/parts/stepper.js"
};

static const unsigned char file_92[] = {
#embed "../../page/parts/summary-line.js"
};

static const unsigned char file_93[] = {
#embed "../../page/parts/switch.js"
};

static const unsigned char file_94[] = {
#embed "../../page/parts/tile-text.js"
};

static const unsigned char file_95[] = {
#embed "../../page/parts/tile.js"
};

static const unsigned char file_96[] = {
#embed "../../page/parts/tiles/climate.js"
};

static const unsigned char file_97[] = {
#embed "../../page/parts/tiles/cover.js"
};

static const unsigned char file_98[] = {
#embed "../../page/parts/tiles/lamp.js"
};

static const unsigned char file_99[] = {
#embed "../../page/parts/tiles/plain.js"
};

static const unsigned char file_100[] = {
#embed "../../page/parts/toast.js"
};

static const unsigned char file_101[] = {
#embed "../../page/parts/trust.js"
};

static const unsigned char file_102[] = {
#embed "../../page/parts/undo.js"
};

static const unsigned char file_103[] = {
#embed "../../page/service-worker.js"
};

static const unsigned char file_104[] = {
#embed "../../page/styles/base.css"
};

static const unsigned char file_105[] = {
#embed "../../page/styles/chart.css"
};

static const unsigned char file_106[] = {
#embed "../../page/styles/device.css"
};

static const unsigned char file_107[] = {
#embed "../../page/styles/energy.css"
};

static const unsigned char file_108[] = {
#embed "../../page/styles/facts.css"
};

static const unsigned char file_109[] = {
#embed "../../page/styles/forms.css"
};

static const unsigned char file_110[] = {
#embed "../../page/styles/found.css"
};

static const unsigned char file_111[] = {
#embed "../../page/styles/health.css"
};

static const unsigned char file_112[] = {
#embed "../../page/styles/history.css"
};

static const unsigned char file_113[] = {
#embed "../../page/styles/layout-editor.css"
};

static const unsigned char file_114[] = {
#embed "../../page/styles/people.css"
};

static const unsigned char file_115[] = {
#embed "../../page/styles/segments.css"
};

static const unsigned char file_116[] = {
#embed "../../page/styles/settings.css"
};

static const unsigned char file_117[] = {
#embed "../../page/styles/setup.css"
};

static const unsigned char file_118[] = {
#embed "../../page/styles/shell.css"
};

static const unsigned char file_119[] = {
#embed "../../page/styles/tiles.css"
};

static const unsigned char file_120[] = {
#embed "../../page/styles/tokens.css"
};

static const unsigned char file_121[] = {
#embed "../../page/views/choose-person.js"
};

static const unsigned char file_122[] = {
#embed "../../page/views/device.js"
};

static const unsigned char file_123[] = {
#embed "../../page/views/device/capability-row.js"
};

static const unsigned char file_124[] = {
#embed "../../page/views/device/commands.js"
};

static const unsigned char file_125[] = {
#embed "../../page/views/device/controls.js"
};

static const unsigned char file_126[] = {
#embed "../../page/views/device/controls/colour.js"
};

static const unsigned char file_127[] = {
#embed "../../page/views/device/controls/control.js"
};

static const unsigned char file_128[] = {
#embed "../../page/views/device/controls/entry.js"
};

static const unsigned char file_129[] = {
#embed "../../page/views/device/controls/level.js"
};

static const unsigned char file_130[] = {
#embed "../../page/views/device/controls/options.js"
};

static const unsigned char file_131[] = {
#embed "../../page/views/device/controls/toggle.js"
};

static const unsigned char file_132[] = {
#embed "../../page/views/device/details.js"
};

static const unsigned char file_133[] = {
#embed "../../page/views/energy.js"
};

static const unsigned char file_134[] = {
#embed "../../page/views/energy/energy-chart.js"
};

static const unsigned char file_135[] = {
#embed "../../page/views/energy/energy-table.js"
};

static const unsigned char file_136[] = {
#embed "../../page/views/energy/figures.js"
};

static const unsigned char file_137[] = {
#embed "../../page/views/energy/flow-layout.js"
};

static const unsigned char file_138[] = {
#embed "../../page/views/energy/flow-model.js"
};

static const unsigned char file_139[] = {
#embed "../../page/views/energy/flow.js"
};

static const unsigned char file_140[] = {
#embed "../../page/views/energy/period.js"
};

static const unsigned char file_141[] = {
#embed "../../page/views/energy/power-now.js"
};

static const unsigned char file_142[] = {
#embed "../../page/views/energy/preserve-focus.js"
};

static const unsigned char file_143[] = {
#embed "../../page/views/energy/series.js"
};

static const unsigned char file_144[] = {
#embed "../../page/views/energy/shares.js"
};

static const unsigned char file_145[] = {
#embed "../../page/views/found.js"
};

static const unsigned char file_146[] = {
#embed "../../page/views/found/adoption.js"
};

static const unsigned char file_147[] = {
#embed "../../page/views/found/card.js"
};

static const unsigned char file_148[] = {
#embed "../../page/views/found/findings.js"
};

static const unsigned char file_149[] = {
#embed "../../page/views/found/provision.js"
};

static const unsigned char file_150[] = {
#embed "../../page/views/health.js"
};

static const unsigned char file_151[] = {
#embed "../../page/views/health/health-text.js"
};

static const unsigned char file_152[] = {
#embed "../../page/views/health/severity.js"
};

static const unsigned char file_153[] = {
#embed "../../page/views/history.js"
};

static const unsigned char file_154[] = {
#embed "../../page/views/history/audit-verification.js"
};

static const unsigned char file_155[] = {
#embed "../../page/views/history/filters.js"
};

static const unsigned char file_156[] = {
#embed "../../page/views/history/row.js"
};

static const unsigned char file_157[] = {
#embed "../../page/views/home.js"
};

static const unsigned char file_158[] = {
#embed "../../page/views/home/editor-list.js"
};

static const unsigned char file_159[] = {
#embed "../../page/views/home/layout-editor.js"
};

static const unsigned char file_160[] = {
#embed "../../page/views/more.js"
};

static const unsigned char file_161[] = {
#embed "../../page/views/people.js"
};

static const unsigned char file_162[] = {
#embed "../../page/views/people/card.js"
};

static const unsigned char file_163[] = {
#embed "../../page/views/people/clients.js"
};

static const unsigned char file_164[] = {
#embed "../../page/views/people/grant-form.js"
};

static const unsigned char file_165[] = {
#embed "../../page/views/people/grant-text.js"
};

static const unsigned char file_166[] = {
#embed "../../page/views/people/grants.js"
};

static const unsigned char file_167[] = {
#embed "../../page/views/people/invitation.js"
};

static const unsigned char file_168[] = {
#embed "../../page/views/people/pairing-card.js"
};

static const unsigned char file_169[] = {
#embed "../../page/views/people/pairing-sections.js"
};

static const unsigned char file_170[] = {
#embed "../../page/views/people/people-data.js"
};

static const unsigned char file_171[] = {
#embed "../../page/views/people/person-form.js"
};

static const unsigned char file_172[] = {
#embed "../../page/views/people/person.js"
};

static const unsigned char file_173[] = {
#embed "../../page/views/people/picker.js"
};

static const unsigned char file_174[] = {
#embed "../../page/views/people/qr.js"
};

static const unsigned char file_175[] = {
#embed "../../page/views/people/run-action.js"
};

static const unsigned char file_176[] = {
#embed "../../page/views/people/tokens.js"
};

static const unsigned char file_177[] = {
#embed "../../page/views/people/week-grid.js"
};

static const unsigned char file_178[] = {
#embed "../../page/views/people/week-painting.js"
};

static const unsigned char file_179[] = {
#embed "../../page/views/people/why.js"
};

static const unsigned char file_180[] = {
#embed "../../page/views/people/window-row.js"
};

static const unsigned char file_181[] = {
#embed "../../page/views/room.js"
};

static const unsigned char file_182[] = {
#embed "../../page/views/settings.js"
};

static const unsigned char file_183[] = {
#embed "../../page/views/settings/about.js"
};

static const unsigned char file_184[] = {
#embed "../../page/views/settings/browser.js"
};

static const unsigned char file_185[] = {
#embed "../../page/views/settings/connection.js"
};

static const unsigned char file_186[] = {
#embed "../../page/views/settings/home.js"
};

static const unsigned char file_187[] = {
#embed "../../page/views/settings/lockdown.js"
};

static const unsigned char file_188[] = {
#embed "../../page/views/settings/other-identities.js"
};

static const unsigned char file_189[] = {
#embed "../../page/views/settings/retention-exceptions.js"
};

static const unsigned char file_190[] = {
#embed "../../page/views/settings/retention-run.js"
};

static const unsigned char file_191[] = {
#embed "../../page/views/settings/retention.js"
};

static const unsigned char file_192[] = {
#embed "../../page/views/settings/you.js"
};

static const unsigned char file_193[] = {
#embed "../../page/views/setup.js"
};

static const unsigned char file_194[] = {
#embed "../../page/views/welcome.js"
};

static const struct page_file files[] = {
    {"charts/bars.js", file_0, sizeof file_0},
    {"charts/chart-frame.js", file_1, sizeof file_1},
    {"charts/chart-text.js", file_2, sizeof file_2},
    {"charts/colour-scheme.js", file_3, sizeof file_3},
    {"charts/data-table.js", file_4, sizeof file_4},
    {"charts/device-series.js", file_5, sizeof file_5},
    {"charts/gestures.js", file_6, sizeof file_6},
    {"charts/history-chart.js", file_7, sizeof file_7},
    {"charts/history-table.js", file_8, sizeof file_8},
    {"charts/library.js", file_9, sizeof file_9},
    {"charts/plot.js", file_10, sizeof file_10},
    {"charts/series.js", file_11, sizeof file_11},
    {"charts/span.js", file_12, sizeof file_12},
    {"charts/state-intervals.js", file_13, sizeof file_13},
    {"charts/time-ticks.js", file_14, sizeof file_14},
    {"charts/timeline.js", file_15, sizeof file_15},
    {"charts/toolbar.js", file_16, sizeof file_16},
    {"core/api.js", file_17, sizeof file_17},
    {"core/capabilities.js", file_18, sizeof file_18},
    {"core/clock.js", file_19, sizeof file_19},
    {"core/dom.js", file_20, sizeof file_20},
    {"core/dpop-proof.js", file_21, sizeof file_21},
    {"core/format.js", file_22, sizeof file_22},
    {"core/keys.js", file_23, sizeof file_23},
    {"core/language.js", file_24, sizeof file_24},
    {"core/live.js", file_25, sizeof file_25},
    {"core/load-stylesheets.js", file_26, sizeof file_26},
    {"core/names.js", file_27, sizeof file_27},
    {"core/offline.js", file_28, sizeof file_28},
    {"core/router.js", file_29, sizeof file_29},
    {"core/scroll-place.js", file_30, sizeof file_30},
    {"core/session.js", file_31, sizeof file_31},
    {"core/store.js", file_32, sizeof file_32},
    {"core/text.js", file_33, sizeof file_33},
    {"home/audit-kinds.js", file_34, sizeof file_34},
    {"home/audit-pages.js", file_35, sizeof file_35},
    {"home/audit-sentences.js", file_36, sizeof file_36},
    {"home/balance.js", file_37, sizeof file_37},
    {"home/calendar.js", file_38, sizeof file_38},
    {"home/command-access.js", file_39, sizeof file_39},
    {"home/command-outcome.js", file_40, sizeof file_40},
    {"home/command-restriction.js", file_41, sizeof file_41},
    {"home/cover.js", file_42, sizeof file_42},
    {"home/days.js", file_43, sizeof file_43},
    {"home/device.js", file_44, sizeof file_44},
    {"home/found.js", file_45, sizeof file_45},
    {"home/lamps.js", file_46, sizeof file_46},
    {"home/layout.js", file_47, sizeof file_47},
    {"home/openings.js", file_48, sizeof file_48},
    {"home/outdoor.js", file_49, sizeof file_49},
    {"home/power.js", file_50, sizeof file_50},
    {"home/summary.js", file_51, sizeof file_51},
    {"home/survey.js", file_52, sizeof file_52},
    {"home/tile-models.js", file_53, sizeof file_53},
    {"home/weekly-windows.js", file_54, sizeof file_54},
    {"icon-192.png", file_55, sizeof file_55},
    {"icon-512.png", file_56, sizeof file_56},
    {"icon.svg", file_57, sizeof file_57},
    {"icons.svg", file_58, sizeof file_58},
    {"index.html", file_59, sizeof file_59},
    {"languages/en.js", file_60, sizeof file_60},
    {"languages/sv.js", file_61, sizeof file_61},
    {"main.js", file_62, sizeof file_62},
    {"manifest.webmanifest", file_63, sizeof file_63},
    {"parts/age.js", file_64, sizeof file_64},
    {"parts/back-link.js", file_65, sizeof file_65},
    {"parts/choices.js", file_66, sizeof file_66},
    {"parts/columns.js", file_67, sizeof file_67},
    {"parts/copy.js", file_68, sizeof file_68},
    {"parts/debounce.js", file_69, sizeof file_69},
    {"parts/dialog.js", file_70, sizeof file_70},
    {"parts/drag-order.js", file_71, sizeof file_71},
    {"parts/empty-state.js", file_72, sizeof file_72},
    {"parts/fact-list.js", file_73, sizeof file_73},
    {"parts/facts.js", file_74, sizeof file_74},
    {"parts/form.js", file_75, sizeof file_75},
    {"parts/group.js", file_76, sizeof file_76},
    {"parts/lamp-group.js", file_77, sizeof file_77},
    {"parts/pending-value.js", file_78, sizeof file_78},
    {"parts/pin.js", file_79, sizeof file_79},
    {"parts/poll.js", file_80, sizeof file_80},
    {"parts/privacy.js", file_81, sizeof file_81},
    {"parts/problem.js", file_82, sizeof file_82},
    {"parts/progress-ring.js", file_83, sizeof file_83},
    {"parts/reconcile-list.js", file_84, sizeof file_84},
    {"parts/room-card.js", file_85, sizeof file_85},
    {"parts/room-chips.js", file_86, sizeof file_86},
    {"parts/segments.js", file_87, sizeof file_87},
    {"parts/setting.js", file_88, sizeof file_88},
    {"parts/shell.js", file_89, sizeof file_89},
    {"parts/slider.js", file_90, sizeof file_90},
    {"parts/stepper.js", file_91, sizeof file_91},
    {"parts/summary-line.js", file_92, sizeof file_92},
    {"parts/switch.js", file_93, sizeof file_93},
    {"parts/tile-text.js", file_94, sizeof file_94},
    {"parts/tile.js", file_95, sizeof file_95},
    {"parts/tiles/climate.js", file_96, sizeof file_96},
    {"parts/tiles/cover.js", file_97, sizeof file_97},
    {"parts/tiles/lamp.js", file_98, sizeof file_98},
    {"parts/tiles/plain.js", file_99, sizeof file_99},
    {"parts/toast.js", file_100, sizeof file_100},
    {"parts/trust.js", file_101, sizeof file_101},
    {"parts/undo.js", file_102, sizeof file_102},
    {"service-worker.js", file_103, sizeof file_103},
    {"styles/base.css", file_104, sizeof file_104},
    {"styles/chart.css", file_105, sizeof file_105},
    {"styles/device.css", file_106, sizeof file_106},
    {"styles/energy.css", file_107, sizeof file_107},
    {"styles/facts.css", file_108, sizeof file_108},
    {"styles/forms.css", file_109, sizeof file_109},
    {"styles/found.css", file_110, sizeof file_110},
    {"styles/health.css", file_111, sizeof file_111},
    {"styles/history.css", file_112, sizeof file_112},
    {"styles/layout-editor.css", file_113, sizeof file_113},
    {"styles/people.css", file_114, sizeof file_114},
    {"styles/segments.css", file_115, sizeof file_115},
    {"styles/settings.css", file_116, sizeof file_116},
    {"styles/setup.css", file_117, sizeof file_117},
    {"styles/shell.css", file_118, sizeof file_118},
    {"styles/tiles.css", file_119, sizeof file_119},
    {"styles/tokens.css", file_120, sizeof file_120},
    {"views/choose-person.js", file_121, sizeof file_121},
    {"views/device.js", file_122, sizeof file_122},
    {"views/device/capability-row.js", file_123, sizeof file_123},
    {"views/device/commands.js", file_124, sizeof file_124},
    {"views/device/controls.js", file_125, sizeof file_125},
    {"views/device/controls/colour.js", file_126, sizeof file_126},
    {"views/device/controls/control.js", file_127, sizeof file_127},
    {"views/device/controls/entry.js", file_128, sizeof file_128},
    {"views/device/controls/level.js", file_129, sizeof file_129},
    {"views/device/controls/options.js", file_130, sizeof file_130},
    {"views/device/controls/toggle.js", file_131, sizeof file_131},
    {"views/device/details.js", file_132, sizeof file_132},
    {"views/energy.js", file_133, sizeof file_133},
    {"views/energy/energy-chart.js", file_134, sizeof file_134},
    {"views/energy/energy-table.js", file_135, sizeof file_135},
    {"views/energy/figures.js", file_136, sizeof file_136},
    {"views/energy/flow-layout.js", file_137, sizeof file_137},
    {"views/energy/flow-model.js", file_138, sizeof file_138},
    {"views/energy/flow.js", file_139, sizeof file_139},
    {"views/energy/period.js", file_140, sizeof file_140},
    {"views/energy/power-now.js", file_141, sizeof file_141},
    {"views/energy/preserve-focus.js", file_142, sizeof file_142},
    {"views/energy/series.js", file_143, sizeof file_143},
    {"views/energy/shares.js", file_144, sizeof file_144},
    {"views/found.js", file_145, sizeof file_145},
    {"views/found/adoption.js", file_146, sizeof file_146},
    {"views/found/card.js", file_147, sizeof file_147},
    {"views/found/findings.js", file_148, sizeof file_148},
    {"views/found/provision.js", file_149, sizeof file_149},
    {"views/health.js", file_150, sizeof file_150},
    {"views/health/health-text.js", file_151, sizeof file_151},
    {"views/health/severity.js", file_152, sizeof file_152},
    {"views/history.js", file_153, sizeof file_153},
    {"views/history/audit-verification.js", file_154, sizeof file_154},
    {"views/history/filters.js", file_155, sizeof file_155},
    {"views/history/row.js", file_156, sizeof file_156},
    {"views/home.js", file_157, sizeof file_157},
    {"views/home/editor-list.js", file_158, sizeof file_158},
    {"views/home/layout-editor.js", file_159, sizeof file_159},
    {"views/more.js", file_160, sizeof file_160},
    {"views/people.js", file_161, sizeof file_161},
    {"views/people/card.js", file_162, sizeof file_162},
    {"views/people/clients.js", file_163, sizeof file_163},
    {"views/people/grant-form.js", file_164, sizeof file_164},
    {"views/people/grant-text.js", file_165, sizeof file_165},
    {"views/people/grants.js", file_166, sizeof file_166},
    {"views/people/invitation.js", file_167, sizeof file_167},
    {"views/people/pairing-card.js", file_168, sizeof file_168},
    {"views/people/pairing-sections.js", file_169, sizeof file_169},
    {"views/people/people-data.js", file_170, sizeof file_170},
    {"views/people/person-form.js", file_171, sizeof file_171},
    {"views/people/person.js", file_172, sizeof file_172},
    {"views/people/picker.js", file_173, sizeof file_173},
    {"views/people/qr.js", file_174, sizeof file_174},
    {"views/people/run-action.js", file_175, sizeof file_175},
    {"views/people/tokens.js", file_176, sizeof file_176},
    {"views/people/week-grid.js", file_177, sizeof file_177},
    {"views/people/week-painting.js", file_178, sizeof file_178},
    {"views/people/why.js", file_179, sizeof file_179},
    {"views/people/window-row.js", file_180, sizeof file_180},
    {"views/room.js", file_181, sizeof file_181},
    {"views/settings.js", file_182, sizeof file_182},
    {"views/settings/about.js", file_183, sizeof file_183},
    {"views/settings/browser.js", file_184, sizeof file_184},
    {"views/settings/connection.js", file_185, sizeof file_185},
    {"views/settings/home.js", file_186, sizeof file_186},
    {"views/settings/lockdown.js", file_187, sizeof file_187},
    {"views/settings/other-identities.js", file_188, sizeof file_188},
    {"views/settings/retention-exceptions.js", file_189, sizeof file_189},
    {"views/settings/retention-run.js", file_190, sizeof file_190},
    {"views/settings/retention.js", file_191, sizeof file_191},
    {"views/settings/you.js", file_192, sizeof file_192},
    {"views/setup.js", file_193, sizeof file_193},
    {"views/welcome.js", file_194, sizeof file_194},
};

const struct page_file *page_file(size_t index) {
    return index < sizeof files / sizeof *files ? &files[index] : 0;
}
