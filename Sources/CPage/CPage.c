// Written by scripts/list-page.
#include "CPage.h"
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../../page/activity/act-sentences.js"
};

static const unsigned char file_1[] = {
#embed "../../page/activity/activity-feed.js"
};

static const unsigned char file_2[] = {
#embed "../../page/activity/entry-sentence.js"
};

static const unsigned char file_3[] = {
#embed "../../page/activity/event-icons.js"
};

static const unsigned char file_4[] = {
#embed "../../page/activity/fold-groups.js"
};

static const unsigned char file_5[] = {
#embed "../../page/activity/live-feed.js"
};

static const unsigned char file_6[] = {
#embed "../../page/activity/tariff-sentence.js"
};

static const unsigned char file_7[] = {
#embed "../../page/charts/bars.js"
};

static const unsigned char file_8[] = {
#embed "../../page/charts/chart-frame.js"
};

static const unsigned char file_9[] = {
#embed "../../page/charts/chart-text.js"
};

static const unsigned char file_10[] = {
#embed "../../page/charts/colour-scheme.js"
};

static const unsigned char file_11[] = {
#embed "../../page/charts/data-table.js"
};

static const unsigned char file_12[] = {
#embed "../../page/charts/device-series.js"
};

static const unsigned char file_13[] = {
#embed "../../page/charts/gestures.js"
};

static const unsigned char file_14[] = {
#embed "../../page/charts/history-chart.js"
};

static const unsigned char file_15[] = {
#embed "../../page/charts/history-table.js"
};

static const unsigned char file_16[] = {
#embed "../../page/charts/library.js"
};

static const unsigned char file_17[] = {
#embed "../../page/charts/plot.js"
};

static const unsigned char file_18[] = {
#embed "../../page/charts/series.js"
};

static const unsigned char file_19[] = {
#embed "../../page/charts/span.js"
};

static const unsigned char file_20[] = {
#embed "../../page/charts/state-intervals.js"
};

static const unsigned char file_21[] = {
#embed "../../page/charts/time-ticks.js"
};

static const unsigned char file_22[] = {
#embed "../../page/charts/timeline.js"
};

static const unsigned char file_23[] = {
#embed "../../page/charts/toolbar.js"
};

static const unsigned char file_24[] = {
#embed "../../page/core/api.js"
};

static const unsigned char file_25[] = {
#embed "../../page/core/capabilities.js"
};

static const unsigned char file_26[] = {
#embed "../../page/core/clock.js"
};

static const unsigned char file_27[] = {
#embed "../../page/core/coded-sentence.js"
};

static const unsigned char file_28[] = {
#embed "../../page/core/command-tracker.js"
};

static const unsigned char file_29[] = {
#embed "../../page/core/dom.js"
};

static const unsigned char file_30[] = {
#embed "../../page/core/dpop-proof.js"
};

static const unsigned char file_31[] = {
#embed "../../page/core/format.js"
};

static const unsigned char file_32[] = {
#embed "../../page/core/keys.js"
};

static const unsigned char file_33[] = {
#embed "../../page/core/language.js"
};

static const unsigned char file_34[] = {
#embed "../../page/core/live.js"
};

static const unsigned char file_35[] = {
#embed "../../page/core/load-stylesheets.js"
};

static const unsigned char file_36[] = {
#embed "../../page/core/money.js"
};

static const unsigned char file_37[] = {
#embed "../../page/core/names.js"
};

static const unsigned char file_38[] = {
#embed "../../page/core/offline.js"
};

static const unsigned char file_39[] = {
#embed "../../page/core/pairing-digits.js"
};

static const unsigned char file_40[] = {
#embed "../../page/core/preferences.js"
};

static const unsigned char file_41[] = {
#embed "../../page/core/router.js"
};

static const unsigned char file_42[] = {
#embed "../../page/core/scroll-place.js"
};

static const unsigned char file_43[] = {
#embed "../../page/core/session.js"
};

static const unsigned char file_44[] = {
#embed "../../page/core/store.js"
};

static const unsigned char file_45[] = {
#embed "../../page/core/text.js"
};

static const unsigned char file_46[] = {
#embed "../../page/core/upload.js"
};

static const unsigned char file_47[] = {
#embed "../../page/home/air-quality.js"
};

static const unsigned char file_48[] = {
#embed "../../page/home/archive-scanner.js"
};

static const unsigned char file_49[] = {
#embed "../../page/home/balance.js"
};

static const unsigned char file_50[] = {
#embed "../../page/home/calendar.js"
};

static const unsigned char file_51[] = {
#embed "../../page/home/command-access.js"
};

static const unsigned char file_52[] = {
#embed "../../page/home/command-outcome.js"
};

static const unsigned char file_53[] = {
#embed "../../page/home/command-restriction.js"
};

static const unsigned char file_54[] = {
#embed "../../page/home/command-title.js"
};

static const unsigned char file_55[] = {
#embed "../../page/home/cover.js"
};

static const unsigned char file_56[] = {
#embed "../../page/home/days.js"
};

static const unsigned char file_57[] = {
#embed "../../page/home/device-pairing.js"
};

static const unsigned char file_58[] = {
#embed "../../page/home/device.js"
};

static const unsigned char file_59[] = {
#embed "../../page/home/distinct-names.js"
};

static const unsigned char file_60[] = {
#embed "../../page/home/due.js"
};

static const unsigned char file_61[] = {
#embed "../../page/home/found.js"
};

static const unsigned char file_62[] = {
#embed "../../page/home/home-time.js"
};

static const unsigned char file_63[] = {
#embed "../../page/home/lamps.js"
};

static const unsigned char file_64[] = {
#embed "../../page/home/layout.js"
};

static const unsigned char file_65[] = {
#embed "../../page/home/new-certificate.js"
};

static const unsigned char file_66[] = {
#embed "../../page/home/openings.js"
};

static const unsigned char file_67[] = {
#embed "../../page/home/outdoor.js"
};

static const unsigned char file_68[] = {
#embed "../../page/home/own-exports.js"
};

static const unsigned char file_69[] = {
#embed "../../page/home/own-grants.js"
};

static const unsigned char file_70[] = {
#embed "../../page/home/pages.js"
};

static const unsigned char file_71[] = {
#embed "../../page/home/panel.js"
};

static const unsigned char file_72[] = {
#embed "../../page/home/power.js"
};

static const unsigned char file_73[] = {
#embed "../../page/home/room-summary.js"
};

static const unsigned char file_74[] = {
#embed "../../page/home/search-index.js"
};

static const unsigned char file_75[] = {
#embed "../../page/home/settings-sections.js"
};

static const unsigned char file_76[] = {
#embed "../../page/home/structure.js"
};

static const unsigned char file_77[] = {
#embed "../../page/home/summary.js"
};

static const unsigned char file_78[] = {
#embed "../../page/home/survey.js"
};

static const unsigned char file_79[] = {
#embed "../../page/home/tile-models.js"
};

static const unsigned char file_80[] = {
#embed "../../page/home/upkeep.js"
};

static const unsigned char file_81[] = {
#embed "../../page/home/waiting.js"
};

static const unsigned char file_82[] = {
#embed "../../page/home/weekly-windows.js"
};

static const unsigned char file_83[] = {
#embed "../../page/icon-192.png"
};

static const unsigned char file_84[] = {
#embed "../../page/icon-512.png"
};

static const unsigned char file_85[] = {
#embed "../../page/icon.svg"
};

static const unsigned char file_86[] = {
#embed "../../page/icons.svg"
};

static const unsigned char file_87[] = {
#embed "../../page/index.html"
};

static const unsigned char file_88[] = {
#embed "../../page/languages/en.js"
};

static const unsigned char file_89[] = {
#embed "../../page/languages/first/en.js"
};

static const unsigned char file_90[] = {
#embed "../../page/languages/first/sv.js"
};

static const unsigned char file_91[] = {
#embed "../../page/languages/search/en.js"
};

static const unsigned char file_92[] = {
#embed "../../page/languages/search/sv.js"
};

static const unsigned char file_93[] = {
#embed "../../page/languages/sv.js"
};

static const unsigned char file_94[] = {
#embed "../../page/main.js"
};

static const unsigned char file_95[] = {
#embed "../../page/manifest.webmanifest"
};

static const unsigned char file_96[] = {
#embed "../../page/parts/age.js"
};

static const unsigned char file_97[] = {
#embed "../../page/parts/attachment-pictures.js"
};

static const unsigned char file_98[] = {
#embed "../../page/parts/attachment-upload.js"
};

static const unsigned char file_99[] = {
#embed "../../page/parts/attachment-viewer.js"
};

static const unsigned char file_100[] = {
#embed "../../page/parts/attachments.js"
};

static const unsigned char file_101[] = {
#embed "../../page/parts/back-link.js"
};

static const unsigned char file_102[] = {
#embed "../../page/parts/choices.js"
};

static const unsigned char file_103[] = {
#embed "../../page/parts/columns.js"
};

static const unsigned char file_104[] = {
#embed "../../page/parts/copy.js"
};

static const unsigned char file_105[] = {
#embed "../../page/parts/debounce.js"
};

static const unsigned char file_106[] = {
#embed "../../page/parts/dialog.js"
};

static const unsigned char file_107[] = {
#embed "../../page/parts/download.js"
};

static const unsigned char file_108[] = {
#embed "../../page/parts/drag-order.js"
};

static const unsigned char file_109[] = {
#embed "../../page/parts/empty-state.js"
};

static const unsigned char file_110[] = {
#embed "../../page/parts/erasure.js"
};

static const unsigned char file_111[] = {
#embed "../../page/parts/export-dialog.js"
};

static const unsigned char file_112[] = {
#embed "../../page/parts/fact-list.js"
};

static const unsigned char file_113[] = {
#embed "../../page/parts/facts.js"
};

static const unsigned char file_114[] = {
#embed "../../page/parts/form.js"
};

static const unsigned char file_115[] = {
#embed "../../page/parts/group.js"
};

static const unsigned char file_116[] = {
#embed "../../page/parts/lamp-group.js"
};

static const unsigned char file_117[] = {
#embed "../../page/parts/leave-panel.js"
};

static const unsigned char file_118[] = {
#embed "../../page/parts/live-part.js"
};

static const unsigned char file_119[] = {
#embed "../../page/parts/load-part.js"
};

static const unsigned char file_120[] = {
#embed "../../page/parts/navigation.js"
};

static const unsigned char file_121[] = {
#embed "../../page/parts/notice.js"
};

static const unsigned char file_122[] = {
#embed "../../page/parts/page-renewal.js"
};

static const unsigned char file_123[] = {
#embed "../../page/parts/panel-rest.js"
};

static const unsigned char file_124[] = {
#embed "../../page/parts/pending-value.js"
};

static const unsigned char file_125[] = {
#embed "../../page/parts/pin.js"
};

static const unsigned char file_126[] = {
#embed "../../page/parts/poll.js"
};

static const unsigned char file_127[] = {
#embed "../../page/parts/privacy.js"
};

static const unsigned char file_128[] = {
#embed "../../page/parts/problem.js"
};

static const unsigned char file_129[] = {
#embed "../../page/parts/progress-ring.js"
};

static const unsigned char file_130[] = {
#embed "../../page/parts/qr.js"
};

static const unsigned char file_131[] = {
#embed "../../page/parts/reconcile-list.js"
};

static const unsigned char file_132[] = {
#embed "../../page/parts/replace-contents.js"
};

static const unsigned char file_133[] = {
#embed "../../page/parts/room-card.js"
};

static const unsigned char file_134[] = {
#embed "../../page/parts/room-chips.js"
};

static const unsigned char file_135[] = {
#embed "../../page/parts/search-button.js"
};

static const unsigned char file_136[] = {
#embed "../../page/parts/search.js"
};

static const unsigned char file_137[] = {
#embed "../../page/parts/segments.js"
};

static const unsigned char file_138[] = {
#embed "../../page/parts/setting.js"
};

static const unsigned char file_139[] = {
#embed "../../page/parts/shell.js"
};

static const unsigned char file_140[] = {
#embed "../../page/parts/slider.js"
};

static const unsigned char file_141[] = {
#embed "../../page/parts/stepper.js"
};

static const unsigned char file_142[] = {
#embed "../../page/parts/summary-line.js"
};

static const unsigned char file_143[] = {
#embed "../../page/parts/switch.js"
};

static const unsigned char file_144[] = {
#embed "../../page/parts/tile-text.js"
};

static const unsigned char file_145[] = {
#embed "../../page/parts/tile.js"
};

static const unsigned char file_146[] = {
#embed "../../page/parts/tiles/climate.js"
};

static const unsigned char file_147[] = {
#embed "../../page/parts/tiles/cover.js"
};

static const unsigned char file_148[] = {
#embed "../../page/parts/tiles/lamp.js"
};

static const unsigned char file_149[] = {
#embed "../../page/parts/tiles/lock.js"
};

static const unsigned char file_150[] = {
#embed "../../page/parts/tiles/plain.js"
};

static const unsigned char file_151[] = {
#embed "../../page/parts/toast.js"
};

static const unsigned char file_152[] = {
#embed "../../page/parts/trust.js"
};

static const unsigned char file_153[] = {
#embed "../../page/parts/undo.js"
};

static const unsigned char file_154[] = {
#embed "../../page/service-worker.js"
};

static const unsigned char file_155[] = {
#embed "../../page/styles/activity.css"
};

static const unsigned char file_156[] = {
#embed "../../page/styles/attachments.css"
};

static const unsigned char file_157[] = {
#embed "../../page/styles/base.css"
};

static const unsigned char file_158[] = {
#embed "../../page/styles/chart.css"
};

static const unsigned char file_159[] = {
#embed "../../page/styles/consent-question.css"
};

static const unsigned char file_160[] = {
#embed "../../page/styles/device.css"
};

static const unsigned char file_161[] = {
#embed "../../page/styles/energy.css"
};

static const unsigned char file_162[] = {
#embed "../../page/styles/facts.css"
};

static const unsigned char file_163[] = {
#embed "../../page/styles/forms.css"
};

static const unsigned char file_164[] = {
#embed "../../page/styles/found.css"
};

static const unsigned char file_165[] = {
#embed "../../page/styles/health.css"
};

static const unsigned char file_166[] = {
#embed "../../page/styles/incidents.css"
};

static const unsigned char file_167[] = {
#embed "../../page/styles/layout-editor.css"
};

static const unsigned char file_168[] = {
#embed "../../page/styles/maintenance.css"
};

static const unsigned char file_169[] = {
#embed "../../page/styles/own-grants.css"
};

static const unsigned char file_170[] = {
#embed "../../page/styles/people.css"
};

static const unsigned char file_171[] = {
#embed "../../page/styles/rooms.css"
};

static const unsigned char file_172[] = {
#embed "../../page/styles/search.css"
};

static const unsigned char file_173[] = {
#embed "../../page/styles/segments.css"
};

static const unsigned char file_174[] = {
#embed "../../page/styles/settings.css"
};

static const unsigned char file_175[] = {
#embed "../../page/styles/setup.css"
};

static const unsigned char file_176[] = {
#embed "../../page/styles/shell.css"
};

static const unsigned char file_177[] = {
#embed "../../page/styles/tiles.css"
};

static const unsigned char file_178[] = {
#embed "../../page/styles/tokens.css"
};

static const unsigned char file_179[] = {
#embed "../../page/styles/wall.css"
};

static const unsigned char file_180[] = {
#embed "../../page/views/activity.js"
};

static const unsigned char file_181[] = {
#embed "../../page/views/activity/audit-verification.js"
};

static const unsigned char file_182[] = {
#embed "../../page/views/activity/filters.js"
};

static const unsigned char file_183[] = {
#embed "../../page/views/activity/row.js"
};

static const unsigned char file_184[] = {
#embed "../../page/views/choose-person.js"
};

static const unsigned char file_185[] = {
#embed "../../page/views/device.js"
};

static const unsigned char file_186[] = {
#embed "../../page/views/device/appliance-links.js"
};

static const unsigned char file_187[] = {
#embed "../../page/views/device/capability-row.js"
};

static const unsigned char file_188[] = {
#embed "../../page/views/device/controls.js"
};

static const unsigned char file_189[] = {
#embed "../../page/views/device/controls/colour.js"
};

static const unsigned char file_190[] = {
#embed "../../page/views/device/controls/control.js"
};

static const unsigned char file_191[] = {
#embed "../../page/views/device/controls/entry.js"
};

static const unsigned char file_192[] = {
#embed "../../page/views/device/controls/level.js"
};

static const unsigned char file_193[] = {
#embed "../../page/views/device/controls/options.js"
};

static const unsigned char file_194[] = {
#embed "../../page/views/device/controls/toggle.js"
};

static const unsigned char file_195[] = {
#embed "../../page/views/device/cut-off.js"
};

static const unsigned char file_196[] = {
#embed "../../page/views/device/details.js"
};

static const unsigned char file_197[] = {
#embed "../../page/views/device/maintenance-tasks.js"
};

static const unsigned char file_198[] = {
#embed "../../page/views/device/recent-activity.js"
};

static const unsigned char file_199[] = {
#embed "../../page/views/energy.js"
};

static const unsigned char file_200[] = {
#embed "../../page/views/energy/comparison.js"
};

static const unsigned char file_201[] = {
#embed "../../page/views/energy/energy-chart.js"
};

static const unsigned char file_202[] = {
#embed "../../page/views/energy/energy-table.js"
};

static const unsigned char file_203[] = {
#embed "../../page/views/energy/figures.js"
};

static const unsigned char file_204[] = {
#embed "../../page/views/energy/flow-layout.js"
};

static const unsigned char file_205[] = {
#embed "../../page/views/energy/flow-model.js"
};

static const unsigned char file_206[] = {
#embed "../../page/views/energy/flow.js"
};

static const unsigned char file_207[] = {
#embed "../../page/views/energy/hour-panel.js"
};

static const unsigned char file_208[] = {
#embed "../../page/views/energy/money.js"
};

static const unsigned char file_209[] = {
#embed "../../page/views/energy/period.js"
};

static const unsigned char file_210[] = {
#embed "../../page/views/energy/power-now.js"
};

static const unsigned char file_211[] = {
#embed "../../page/views/energy/preserve-focus.js"
};

static const unsigned char file_212[] = {
#embed "../../page/views/energy/price-dialog.js"
};

static const unsigned char file_213[] = {
#embed "../../page/views/energy/price.js"
};

static const unsigned char file_214[] = {
#embed "../../page/views/energy/reader.js"
};

static const unsigned char file_215[] = {
#embed "../../page/views/energy/series.js"
};

static const unsigned char file_216[] = {
#embed "../../page/views/energy/shares.js"
};

static const unsigned char file_217[] = {
#embed "../../page/views/found.js"
};

static const unsigned char file_218[] = {
#embed "../../page/views/found/adoption.js"
};

static const unsigned char file_219[] = {
#embed "../../page/views/found/card.js"
};

static const unsigned char file_220[] = {
#embed "../../page/views/found/controllers.js"
};

static const unsigned char file_221[] = {
#embed "../../page/views/found/findings.js"
};

static const unsigned char file_222[] = {
#embed "../../page/views/found/lock-pin.js"
};

static const unsigned char file_223[] = {
#embed "../../page/views/found/paired.js"
};

static const unsigned char file_224[] = {
#embed "../../page/views/found/pairing.js"
};

static const unsigned char file_225[] = {
#embed "../../page/views/found/provision.js"
};

static const unsigned char file_226[] = {
#embed "../../page/views/found/root.js"
};

static const unsigned char file_227[] = {
#embed "../../page/views/found/settings-text.js"
};

static const unsigned char file_228[] = {
#embed "../../page/views/found/setup.js"
};

static const unsigned char file_229[] = {
#embed "../../page/views/found/sharing.js"
};

static const unsigned char file_230[] = {
#embed "../../page/views/health.js"
};

static const unsigned char file_231[] = {
#embed "../../page/views/health/health-text.js"
};

static const unsigned char file_232[] = {
#embed "../../page/views/health/severity.js"
};

static const unsigned char file_233[] = {
#embed "../../page/views/home.js"
};

static const unsigned char file_234[] = {
#embed "../../page/views/home/consent-question.js"
};

static const unsigned char file_235[] = {
#embed "../../page/views/home/editor-list.js"
};

static const unsigned char file_236[] = {
#embed "../../page/views/home/incident-line.js"
};

static const unsigned char file_237[] = {
#embed "../../page/views/home/layout-editor.js"
};

static const unsigned char file_238[] = {
#embed "../../page/views/home/own-grants.js"
};

static const unsigned char file_239[] = {
#embed "../../page/views/incidents/containment.js"
};

static const unsigned char file_240[] = {
#embed "../../page/views/incidents/end-lockdown.js"
};

static const unsigned char file_241[] = {
#embed "../../page/views/incidents/incident-text.js"
};

static const unsigned char file_242[] = {
#embed "../../page/views/incidents/incident.js"
};

static const unsigned char file_243[] = {
#embed "../../page/views/incidents/key-plan.js"
};

static const unsigned char file_244[] = {
#embed "../../page/views/incidents/keys.js"
};

static const unsigned char file_245[] = {
#embed "../../page/views/incidents/list.js"
};

static const unsigned char file_246[] = {
#embed "../../page/views/incidents/notice.js"
};

static const unsigned char file_247[] = {
#embed "../../page/views/incidents/still-holding.js"
};

static const unsigned char file_248[] = {
#embed "../../page/views/invited.js"
};

static const unsigned char file_249[] = {
#embed "../../page/views/maintenance.js"
};

static const unsigned char file_250[] = {
#embed "../../page/views/maintenance/appliance-form.js"
};

static const unsigned char file_251[] = {
#embed "../../page/views/maintenance/appliance-text.js"
};

static const unsigned char file_252[] = {
#embed "../../page/views/maintenance/appliance.js"
};

static const unsigned char file_253[] = {
#embed "../../page/views/maintenance/batteries.js"
};

static const unsigned char file_254[] = {
#embed "../../page/views/maintenance/battery-text.js"
};

static const unsigned char file_255[] = {
#embed "../../page/views/maintenance/done-form.js"
};

static const unsigned char file_256[] = {
#embed "../../page/views/maintenance/due.js"
};

static const unsigned char file_257[] = {
#embed "../../page/views/maintenance/history.js"
};

static const unsigned char file_258[] = {
#embed "../../page/views/maintenance/list.js"
};

static const unsigned char file_259[] = {
#embed "../../page/views/maintenance/money-fields.js"
};

static const unsigned char file_260[] = {
#embed "../../page/views/maintenance/print.js"
};

static const unsigned char file_261[] = {
#embed "../../page/views/maintenance/restored-task.js"
};

static const unsigned char file_262[] = {
#embed "../../page/views/maintenance/service-form.js"
};

static const unsigned char file_263[] = {
#embed "../../page/views/maintenance/service-list.js"
};

static const unsigned char file_264[] = {
#embed "../../page/views/maintenance/subject-dialog.js"
};

static const unsigned char file_265[] = {
#embed "../../page/views/maintenance/task-card.js"
};

static const unsigned char file_266[] = {
#embed "../../page/views/maintenance/task-form.js"
};

static const unsigned char file_267[] = {
#embed "../../page/views/maintenance/task-list.js"
};

static const unsigned char file_268[] = {
#embed "../../page/views/maintenance/task-sources.js"
};

static const unsigned char file_269[] = {
#embed "../../page/views/maintenance/task-text.js"
};

static const unsigned char file_270[] = {
#embed "../../page/views/maintenance/tasks.js"
};

static const unsigned char file_271[] = {
#embed "../../page/views/people.js"
};

static const unsigned char file_272[] = {
#embed "../../page/views/people/card.js"
};

static const unsigned char file_273[] = {
#embed "../../page/views/people/clients.js"
};

static const unsigned char file_274[] = {
#embed "../../page/views/people/grant-fields.js"
};

static const unsigned char file_275[] = {
#embed "../../page/views/people/grant-form.js"
};

static const unsigned char file_276[] = {
#embed "../../page/views/people/grant-text.js"
};

static const unsigned char file_277[] = {
#embed "../../page/views/people/grants.js"
};

static const unsigned char file_278[] = {
#embed "../../page/views/people/invitation-list.js"
};

static const unsigned char file_279[] = {
#embed "../../page/views/people/invite-form.js"
};

static const unsigned char file_280[] = {
#embed "../../page/views/people/pairing-card.js"
};

static const unsigned char file_281[] = {
#embed "../../page/views/people/pairing-sections.js"
};

static const unsigned char file_282[] = {
#embed "../../page/views/people/people-data.js"
};

static const unsigned char file_283[] = {
#embed "../../page/views/people/person-form.js"
};

static const unsigned char file_284[] = {
#embed "../../page/views/people/person.js"
};

static const unsigned char file_285[] = {
#embed "../../page/views/people/picker.js"
};

static const unsigned char file_286[] = {
#embed "../../page/views/people/run-action.js"
};

static const unsigned char file_287[] = {
#embed "../../page/views/people/sent-invitation.js"
};

static const unsigned char file_288[] = {
#embed "../../page/views/people/tokens.js"
};

static const unsigned char file_289[] = {
#embed "../../page/views/people/week-grid.js"
};

static const unsigned char file_290[] = {
#embed "../../page/views/people/week-painting.js"
};

static const unsigned char file_291[] = {
#embed "../../page/views/people/why-text.js"
};

static const unsigned char file_292[] = {
#embed "../../page/views/people/why.js"
};

static const unsigned char file_293[] = {
#embed "../../page/views/people/window-row.js"
};

static const unsigned char file_294[] = {
#embed "../../page/views/room.js"
};

static const unsigned char file_295[] = {
#embed "../../page/views/rooms.js"
};

static const unsigned char file_296[] = {
#embed "../../page/views/settings.js"
};

static const unsigned char file_297[] = {
#embed "../../page/views/settings/about.js"
};

static const unsigned char file_298[] = {
#embed "../../page/views/settings/browser.js"
};

static const unsigned char file_299[] = {
#embed "../../page/views/settings/connection.js"
};

static const unsigned char file_300[] = {
#embed "../../page/views/settings/consents.js"
};

static const unsigned char file_301[] = {
#embed "../../page/views/settings/crash-reports.js"
};

static const unsigned char file_302[] = {
#embed "../../page/views/settings/home.js"
};

static const unsigned char file_303[] = {
#embed "../../page/views/settings/lockdown.js"
};

static const unsigned char file_304[] = {
#embed "../../page/views/settings/other-identities.js"
};

static const unsigned char file_305[] = {
#embed "../../page/views/settings/own-clients.js"
};

static const unsigned char file_306[] = {
#embed "../../page/views/settings/own-data.js"
};

static const unsigned char file_307[] = {
#embed "../../page/views/settings/preferences.js"
};

static const unsigned char file_308[] = {
#embed "../../page/views/settings/privacy.js"
};

static const unsigned char file_309[] = {
#embed "../../page/views/settings/retention-exceptions.js"
};

static const unsigned char file_310[] = {
#embed "../../page/views/settings/retention-run.js"
};

static const unsigned char file_311[] = {
#embed "../../page/views/settings/retention.js"
};

static const unsigned char file_312[] = {
#embed "../../page/views/settings/stored-data.js"
};

static const unsigned char file_313[] = {
#embed "../../page/views/settings/time-zone.js"
};

static const unsigned char file_314[] = {
#embed "../../page/views/settings/you.js"
};

static const unsigned char file_315[] = {
#embed "../../page/views/setup.js"
};

static const unsigned char file_316[] = {
#embed "../../page/views/wall.js"
};

static const unsigned char file_317[] = {
#embed "../../page/views/wall/opening-list.js"
};

static const unsigned char file_318[] = {
#embed "../../page/views/wall/side.js"
};

static const unsigned char file_319[] = {
#embed "../../page/views/wall/wall-tiles.js"
};

static const unsigned char file_320[] = {
#embed "../../page/views/welcome.js"
};

static const unsigned char file_321[] = {
#embed "../../page/views/welcome/browser-and-system.js"
};

static const unsigned char file_322[] = {
#embed "../../page/views/welcome/client-field.js"
};

static const struct page_file files[] = {
    {"activity/act-sentences.js", file_0, sizeof file_0},
    {"activity/activity-feed.js", file_1, sizeof file_1},
    {"activity/entry-sentence.js", file_2, sizeof file_2},
    {"activity/event-icons.js", file_3, sizeof file_3},
    {"activity/fold-groups.js", file_4, sizeof file_4},
    {"activity/live-feed.js", file_5, sizeof file_5},
    {"activity/tariff-sentence.js", file_6, sizeof file_6},
    {"charts/bars.js", file_7, sizeof file_7},
    {"charts/chart-frame.js", file_8, sizeof file_8},
    {"charts/chart-text.js", file_9, sizeof file_9},
    {"charts/colour-scheme.js", file_10, sizeof file_10},
    {"charts/data-table.js", file_11, sizeof file_11},
    {"charts/device-series.js", file_12, sizeof file_12},
    {"charts/gestures.js", file_13, sizeof file_13},
    {"charts/history-chart.js", file_14, sizeof file_14},
    {"charts/history-table.js", file_15, sizeof file_15},
    {"charts/library.js", file_16, sizeof file_16},
    {"charts/plot.js", file_17, sizeof file_17},
    {"charts/series.js", file_18, sizeof file_18},
    {"charts/span.js", file_19, sizeof file_19},
    {"charts/state-intervals.js", file_20, sizeof file_20},
    {"charts/time-ticks.js", file_21, sizeof file_21},
    {"charts/timeline.js", file_22, sizeof file_22},
    {"charts/toolbar.js", file_23, sizeof file_23},
    {"core/api.js", file_24, sizeof file_24},
    {"core/capabilities.js", file_25, sizeof file_25},
    {"core/clock.js", file_26, sizeof file_26},
    {"core/coded-sentence.js", file_27, sizeof file_27},
    {"core/command-tracker.js", file_28, sizeof file_28},
    {"core/dom.js", file_29, sizeof file_29},
    {"core/dpop-proof.js", file_30, sizeof file_30},
    {"core/format.js", file_31, sizeof file_31},
    {"core/keys.js", file_32, sizeof file_32},
    {"core/language.js", file_33, sizeof file_33},
    {"core/live.js", file_34, sizeof file_34},
    {"core/load-stylesheets.js", file_35, sizeof file_35},
    {"core/money.js", file_36, sizeof file_36},
    {"core/names.js", file_37, sizeof file_37},
    {"core/offline.js", file_38, sizeof file_38},
    {"core/pairing-digits.js", file_39, sizeof file_39},
    {"core/preferences.js", file_40, sizeof file_40},
    {"core/router.js", file_41, sizeof file_41},
    {"core/scroll-place.js", file_42, sizeof file_42},
    {"core/session.js", file_43, sizeof file_43},
    {"core/store.js", file_44, sizeof file_44},
    {"core/text.js", file_45, sizeof file_45},
    {"core/upload.js", file_46, sizeof file_46},
    {"home/air-quality.js", file_47, sizeof file_47},
    {"home/archive-scanner.js", file_48, sizeof file_48},
    {"home/balance.js", file_49, sizeof file_49},
    {"home/calendar.js", file_50, sizeof file_50},
    {"home/command-access.js", file_51, sizeof file_51},
    {"home/command-outcome.js", file_52, sizeof file_52},
    {"home/command-restriction.js", file_53, sizeof file_53},
    {"home/command-title.js", file_54, sizeof file_54},
    {"home/cover.js", file_55, sizeof file_55},
    {"home/days.js", file_56, sizeof file_56},
    {"home/device-pairing.js", file_57, sizeof file_57},
    {"home/device.js", file_58, sizeof file_58},
    {"home/distinct-names.js", file_59, sizeof file_59},
    {"home/due.js", file_60, sizeof file_60},
    {"home/found.js", file_61, sizeof file_61},
    {"home/home-time.js", file_62, sizeof file_62},
    {"home/lamps.js", file_63, sizeof file_63},
    {"home/layout.js", file_64, sizeof file_64},
    {"home/new-certificate.js", file_65, sizeof file_65},
    {"home/openings.js", file_66, sizeof file_66},
    {"home/outdoor.js", file_67, sizeof file_67},
    {"home/own-exports.js", file_68, sizeof file_68},
    {"home/own-grants.js", file_69, sizeof file_69},
    {"home/pages.js", file_70, sizeof file_70},
    {"home/panel.js", file_71, sizeof file_71},
    {"home/power.js", file_72, sizeof file_72},
    {"home/room-summary.js", file_73, sizeof file_73},
    {"home/search-index.js", file_74, sizeof file_74},
    {"home/settings-sections.js", file_75, sizeof file_75},
    {"home/structure.js", file_76, sizeof file_76},
    {"home/summary.js", file_77, sizeof file_77},
    {"home/survey.js", file_78, sizeof file_78},
    {"home/tile-models.js", file_79, sizeof file_79},
    {"home/upkeep.js", file_80, sizeof file_80},
    {"home/waiting.js", file_81, sizeof file_81},
    {"home/weekly-windows.js", file_82, sizeof file_82},
    {"icon-192.png", file_83, sizeof file_83},
    {"icon-512.png", file_84, sizeof file_84},
    {"icon.svg", file_85, sizeof file_85},
    {"icons.svg", file_86, sizeof file_86},
    {"index.html", file_87, sizeof file_87},
    {"languages/en.js", file_88, sizeof file_88},
    {"languages/first/en.js", file_89, sizeof file_89},
    {"languages/first/sv.js", file_90, sizeof file_90},
    {"languages/search/en.js", file_91, sizeof file_91},
    {"languages/search/sv.js", file_92, sizeof file_92},
    {"languages/sv.js", file_93, sizeof file_93},
    {"main.js", file_94, sizeof file_94},
    {"manifest.webmanifest", file_95, sizeof file_95},
    {"parts/age.js", file_96, sizeof file_96},
    {"parts/attachment-pictures.js", file_97, sizeof file_97},
    {"parts/attachment-upload.js", file_98, sizeof file_98},
    {"parts/attachment-viewer.js", file_99, sizeof file_99},
    {"parts/attachments.js", file_100, sizeof file_100},
    {"parts/back-link.js", file_101, sizeof file_101},
    {"parts/choices.js", file_102, sizeof file_102},
    {"parts/columns.js", file_103, sizeof file_103},
    {"parts/copy.js", file_104, sizeof file_104},
    {"parts/debounce.js", file_105, sizeof file_105},
    {"parts/dialog.js", file_106, sizeof file_106},
    {"parts/download.js", file_107, sizeof file_107},
    {"parts/drag-order.js", file_108, sizeof file_108},
    {"parts/empty-state.js", file_109, sizeof file_109},
    {"parts/erasure.js", file_110, sizeof file_110},
    {"parts/export-dialog.js", file_111, sizeof file_111},
    {"parts/fact-list.js", file_112, sizeof file_112},
    {"parts/facts.js", file_113, sizeof file_113},
    {"parts/form.js", file_114, sizeof file_114},
    {"parts/group.js", file_115, sizeof file_115},
    {"parts/lamp-group.js", file_116, sizeof file_116},
    {"parts/leave-panel.js", file_117, sizeof file_117},
    {"parts/live-part.js", file_118, sizeof file_118},
    {"parts/load-part.js", file_119, sizeof file_119},
    {"parts/navigation.js", file_120, sizeof file_120},
    {"parts/notice.js", file_121, sizeof file_121},
    {"parts/page-renewal.js", file_122, sizeof file_122},
    {"parts/panel-rest.js", file_123, sizeof file_123},
    {"parts/pending-value.js", file_124, sizeof file_124},
    {"parts/pin.js", file_125, sizeof file_125},
    {"parts/poll.js", file_126, sizeof file_126},
    {"parts/privacy.js", file_127, sizeof file_127},
    {"parts/problem.js", file_128, sizeof file_128},
    {"parts/progress-ring.js", file_129, sizeof file_129},
    {"parts/qr.js", file_130, sizeof file_130},
    {"parts/reconcile-list.js", file_131, sizeof file_131},
    {"parts/replace-contents.js", file_132, sizeof file_132},
    {"parts/room-card.js", file_133, sizeof file_133},
    {"parts/room-chips.js", file_134, sizeof file_134},
    {"parts/search-button.js", file_135, sizeof file_135},
    {"parts/search.js", file_136, sizeof file_136},
    {"parts/segments.js", file_137, sizeof file_137},
    {"parts/setting.js", file_138, sizeof file_138},
    {"parts/shell.js", file_139, sizeof file_139},
    {"parts/slider.js", file_140, sizeof file_140},
    {"parts/stepper.js", file_141, sizeof file_141},
    {"parts/summary-line.js", file_142, sizeof file_142},
    {"parts/switch.js", file_143, sizeof file_143},
    {"parts/tile-text.js", file_144, sizeof file_144},
    {"parts/tile.js", file_145, sizeof file_145},
    {"parts/tiles/climate.js", file_146, sizeof file_146},
    {"parts/tiles/cover.js", file_147, sizeof file_147},
    {"parts/tiles/lamp.js", file_148, sizeof file_148},
    {"parts/tiles/lock.js", file_149, sizeof file_149},
    {"parts/tiles/plain.js", file_150, sizeof file_150},
    {"parts/toast.js", file_151, sizeof file_151},
    {"parts/trust.js", file_152, sizeof file_152},
    {"parts/undo.js", file_153, sizeof file_153},
    {"service-worker.js", file_154, sizeof file_154},
    {"styles/activity.css", file_155, sizeof file_155},
    {"styles/attachments.css", file_156, sizeof file_156},
    {"styles/base.css", file_157, sizeof file_157},
    {"styles/chart.css", file_158, sizeof file_158},
    {"styles/consent-question.css", file_159, sizeof file_159},
    {"styles/device.css", file_160, sizeof file_160},
    {"styles/energy.css", file_161, sizeof file_161},
    {"styles/facts.css", file_162, sizeof file_162},
    {"styles/forms.css", file_163, sizeof file_163},
    {"styles/found.css", file_164, sizeof file_164},
    {"styles/health.css", file_165, sizeof file_165},
    {"styles/incidents.css", file_166, sizeof file_166},
    {"styles/layout-editor.css", file_167, sizeof file_167},
    {"styles/maintenance.css", file_168, sizeof file_168},
    {"styles/own-grants.css", file_169, sizeof file_169},
    {"styles/people.css", file_170, sizeof file_170},
    {"styles/rooms.css", file_171, sizeof file_171},
    {"styles/search.css", file_172, sizeof file_172},
    {"styles/segments.css", file_173, sizeof file_173},
    {"styles/settings.css", file_174, sizeof file_174},
    {"styles/setup.css", file_175, sizeof file_175},
    {"styles/shell.css", file_176, sizeof file_176},
    {"styles/tiles.css", file_177, sizeof file_177},
    {"styles/tokens.css", file_178, sizeof file_178},
    {"styles/wall.css", file_179, sizeof file_179},
    {"views/activity.js", file_180, sizeof file_180},
    {"views/activity/audit-verification.js", file_181, sizeof file_181},
    {"views/activity/filters.js", file_182, sizeof file_182},
    {"views/activity/row.js", file_183, sizeof file_183},
    {"views/choose-person.js", file_184, sizeof file_184},
    {"views/device.js", file_185, sizeof file_185},
    {"views/device/appliance-links.js", file_186, sizeof file_186},
    {"views/device/capability-row.js", file_187, sizeof file_187},
    {"views/device/controls.js", file_188, sizeof file_188},
    {"views/device/controls/colour.js", file_189, sizeof file_189},
    {"views/device/controls/control.js", file_190, sizeof file_190},
    {"views/device/controls/entry.js", file_191, sizeof file_191},
    {"views/device/controls/level.js", file_192, sizeof file_192},
    {"views/device/controls/options.js", file_193, sizeof file_193},
    {"views/device/controls/toggle.js", file_194, sizeof file_194},
    {"views/device/cut-off.js", file_195, sizeof file_195},
    {"views/device/details.js", file_196, sizeof file_196},
    {"views/device/maintenance-tasks.js", file_197, sizeof file_197},
    {"views/device/recent-activity.js", file_198, sizeof file_198},
    {"views/energy.js", file_199, sizeof file_199},
    {"views/energy/comparison.js", file_200, sizeof file_200},
    {"views/energy/energy-chart.js", file_201, sizeof file_201},
    {"views/energy/energy-table.js", file_202, sizeof file_202},
    {"views/energy/figures.js", file_203, sizeof file_203},
    {"views/energy/flow-layout.js", file_204, sizeof file_204},
    {"views/energy/flow-model.js", file_205, sizeof file_205},
    {"views/energy/flow.js", file_206, sizeof file_206},
    {"views/energy/hour-panel.js", file_207, sizeof file_207},
    {"views/energy/money.js", file_208, sizeof file_208},
    {"views/energy/period.js", file_209, sizeof file_209},
    {"views/energy/power-now.js", file_210, sizeof file_210},
    {"views/energy/preserve-focus.js", file_211, sizeof file_211},
    {"views/energy/price-dialog.js", file_212, sizeof file_212},
    {"views/energy/price.js", file_213, sizeof file_213},
    {"views/energy/reader.js", file_214, sizeof file_214},
    {"views/energy/series.js", file_215, sizeof file_215},
    {"views/energy/shares.js", file_216, sizeof file_216},
    {"views/found.js", file_217, sizeof file_217},
    {"views/found/adoption.js", file_218, sizeof file_218},
    {"views/found/card.js", file_219, sizeof file_219},
    {"views/found/controllers.js", file_220, sizeof file_220},
    {"views/found/findings.js", file_221, sizeof file_221},
    {"views/found/lock-pin.js", file_222, sizeof file_222},
    {"views/found/paired.js", file_223, sizeof file_223},
    {"views/found/pairing.js", file_224, sizeof file_224},
    {"views/found/provision.js", file_225, sizeof file_225},
    {"views/found/root.js", file_226, sizeof file_226},
    {"views/found/settings-text.js", file_227, sizeof file_227},
    {"views/found/setup.js", file_228, sizeof file_228},
    {"views/found/sharing.js", file_229, sizeof file_229},
    {"views/health.js", file_230, sizeof file_230},
    {"views/health/health-text.js", file_231, sizeof file_231},
    {"views/health/severity.js", file_232, sizeof file_232},
    {"views/home.js", file_233, sizeof file_233},
    {"views/home/consent-question.js", file_234, sizeof file_234},
    {"views/home/editor-list.js", file_235, sizeof file_235},
    {"views/home/incident-line.js", file_236, sizeof file_236},
    {"views/home/layout-editor.js", file_237, sizeof file_237},
    {"views/home/own-grants.js", file_238, sizeof file_238},
    {"views/incidents/containment.js", file_239, sizeof file_239},
    {"views/incidents/end-lockdown.js", file_240, sizeof file_240},
    {"views/incidents/incident-text.js", file_241, sizeof file_241},
    {"views/incidents/incident.js", file_242, sizeof file_242},
    {"views/incidents/key-plan.js", file_243, sizeof file_243},
    {"views/incidents/keys.js", file_244, sizeof file_244},
    {"views/incidents/list.js", file_245, sizeof file_245},
    {"views/incidents/notice.js", file_246, sizeof file_246},
    {"views/incidents/still-holding.js", file_247, sizeof file_247},
    {"views/invited.js", file_248, sizeof file_248},
    {"views/maintenance.js", file_249, sizeof file_249},
    {"views/maintenance/appliance-form.js", file_250, sizeof file_250},
    {"views/maintenance/appliance-text.js", file_251, sizeof file_251},
    {"views/maintenance/appliance.js", file_252, sizeof file_252},
    {"views/maintenance/batteries.js", file_253, sizeof file_253},
    {"views/maintenance/battery-text.js", file_254, sizeof file_254},
    {"views/maintenance/done-form.js", file_255, sizeof file_255},
    {"views/maintenance/due.js", file_256, sizeof file_256},
    {"views/maintenance/history.js", file_257, sizeof file_257},
    {"views/maintenance/list.js", file_258, sizeof file_258},
    {"views/maintenance/money-fields.js", file_259, sizeof file_259},
    {"views/maintenance/print.js", file_260, sizeof file_260},
    {"views/maintenance/restored-task.js", file_261, sizeof file_261},
    {"views/maintenance/service-form.js", file_262, sizeof file_262},
    {"views/maintenance/service-list.js", file_263, sizeof file_263},
    {"views/maintenance/subject-dialog.js", file_264, sizeof file_264},
    {"views/maintenance/task-card.js", file_265, sizeof file_265},
    {"views/maintenance/task-form.js", file_266, sizeof file_266},
    {"views/maintenance/task-list.js", file_267, sizeof file_267},
    {"views/maintenance/task-sources.js", file_268, sizeof file_268},
    {"views/maintenance/task-text.js", file_269, sizeof file_269},
    {"views/maintenance/tasks.js", file_270, sizeof file_270},
    {"views/people.js", file_271, sizeof file_271},
    {"views/people/card.js", file_272, sizeof file_272},
    {"views/people/clients.js", file_273, sizeof file_273},
    {"views/people/grant-fields.js", file_274, sizeof file_274},
    {"views/people/grant-form.js", file_275, sizeof file_275},
    {"views/people/grant-text.js", file_276, sizeof file_276},
    {"views/people/grants.js", file_277, sizeof file_277},
    {"views/people/invitation-list.js", file_278, sizeof file_278},
    {"views/people/invite-form.js", file_279, sizeof file_279},
    {"views/people/pairing-card.js", file_280, sizeof file_280},
    {"views/people/pairing-sections.js", file_281, sizeof file_281},
    {"views/people/people-data.js", file_282, sizeof file_282},
    {"views/people/person-form.js", file_283, sizeof file_283},
    {"views/people/person.js", file_284, sizeof file_284},
    {"views/people/picker.js", file_285, sizeof file_285},
    {"views/people/run-action.js", file_286, sizeof file_286},
    {"views/people/sent-invitation.js", file_287, sizeof file_287},
    {"views/people/tokens.js", file_288, sizeof file_288},
    {"views/people/week-grid.js", file_289, sizeof file_289},
    {"views/people/week-painting.js", file_290, sizeof file_290},
    {"views/people/why-text.js", file_291, sizeof file_291},
    {"views/people/why.js", file_292, sizeof file_292},
    {"views/people/window-row.js", file_293, sizeof file_293},
    {"views/room.js", file_294, sizeof file_294},
    {"views/rooms.js", file_295, sizeof file_295},
    {"views/settings.js", file_296, sizeof file_296},
    {"views/settings/about.js", file_297, sizeof file_297},
    {"views/settings/browser.js", file_298, sizeof file_298},
    {"views/settings/connection.js", file_299, sizeof file_299},
    {"views/settings/consents.js", file_300, sizeof file_300},
    {"views/settings/crash-reports.js", file_301, sizeof file_301},
    {"views/settings/home.js", file_302, sizeof file_302},
    {"views/settings/lockdown.js", file_303, sizeof file_303},
    {"views/settings/other-identities.js", file_304, sizeof file_304},
    {"views/settings/own-clients.js", file_305, sizeof file_305},
    {"views/settings/own-data.js", file_306, sizeof file_306},
    {"views/settings/preferences.js", file_307, sizeof file_307},
    {"views/settings/privacy.js", file_308, sizeof file_308},
    {"views/settings/retention-exceptions.js", file_309, sizeof file_309},
    {"views/settings/retention-run.js", file_310, sizeof file_310},
    {"views/settings/retention.js", file_311, sizeof file_311},
    {"views/settings/stored-data.js", file_312, sizeof file_312},
    {"views/settings/time-zone.js", file_313, sizeof file_313},
    {"views/settings/you.js", file_314, sizeof file_314},
    {"views/setup.js", file_315, sizeof file_315},
    {"views/wall.js", file_316, sizeof file_316},
    {"views/wall/opening-list.js", file_317, sizeof file_317},
    {"views/wall/side.js", file_318, sizeof file_318},
    {"views/wall/wall-tiles.js", file_319, sizeof file_319},
    {"views/welcome.js", file_320, sizeof file_320},
    {"views/welcome/browser-and-system.js", file_321, sizeof file_321},
    {"views/welcome/client-field.js", file_322, sizeof file_322},
};

const struct page_file *page_file(size_t index) {
    return index < sizeof files / sizeof *files ? &files[index] : 0;
}
