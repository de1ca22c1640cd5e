// Explains why browsers warn about this home, how to check its certificate, and how to trust it.

import { requestUnauthenticated } from "../core/api.js";
import { el, icon } from "../core/dom.js";
import { day, fingerprint } from "../core/format.js";
import { keepOffline, keepsOffline } from "../core/offline.js";
import { t } from "../core/text.js";

const rootFile = "/tomte-web-root.crt";
/** While the keys of the home are rotated. Phones install one certificate of a file, so each root has its own file. */
const nextRootFile = "/tomte-next-web-root.crt";
const fileName = (isNext) => (isNext ? nextRootFile : rootFile).slice(1);
const platforms = ["ios", "android", "mac", "windows", "linux", "firefox"];
const steps = [1, 2, 3];

/** Whether the browser surely trusts the certificate: only then does it accept the service worker. False says nothing,
 *  because it may refuse one for other reasons. */
const isTrusted = () => keepsOffline === true;

/** `level` is the element name of the headings. `recordInstalled` is called when a person says that the newest certificate is
 *  installed here; null when this browser is not asked. */
export async function trust({ level = "h2", recordInstalled = null } = {}) {
  const [endpoint] = await Promise.all([requestUnauthenticated("/door").catch(() => null), keepOffline()]);
  return el("div.trust", {},
    state(endpoint), comparison(endpoint, level), download(endpoint, level, recordInstalled), guides(endpoint, level), limits(level));
}

function state(endpoint) {
  const next = endpoint?.nextWebRoot;
  if (isTrusted() && next) {
    return el("p.notice", {}, icon("check"), el("span", {}, t("trust.isTrustedNow", { day: day(next.neededFrom) })));
  }
  if (isTrusted()) return el("p.notice", {}, icon("check"), el("span", {}, t("trust.isTrusted")));
  return el("p.muted", {}, t("trust.why"));
}

function comparison(endpoint, level) {
  if (!endpoint?.certificateFingerprint) return null;
  return el("section.card", {}, el(level, {}, t("trust.compare")), el("p.muted", {}, t("trust.compareHelp")),
    el("p.fingerprint", {}, fingerprint(endpoint.certificateFingerprint)),
    endpoint.webRoot?.neededFrom && el("p.notice", {}, icon("key"),
      el("span", {}, t("trust.changed", { day: day(endpoint.webRoot.neededFrom) }))));
}

/** Most browsers have the present certificate while the keys are rotated, so the new one comes first. */
function download(endpoint, level, recordInstalled) {
  const next = endpoint?.nextWebRoot;
  const since = next ? null : endpoint?.webRoot?.neededFrom;
  const installed = recordInstalled && el("button.button", {
    type: "button", on: { click: () => { installed.remove(); recordInstalled(); } },
  }, t("trust.isInstalled"));
  return el("section.card", {}, el(level, {}, t("trust.download")), el("p.muted", {}, t("trust.downloadHelp")),
    next && el("p.notice", {}, icon("key"), el("span", {}, t("trust.both", { day: day(next.neededFrom) }))),
    since && el("p.notice", {}, icon("key"), el("span", {}, t("trust.replaced", { day: day(since) }))),
    next ? file(nextRootFile, t("trust.downloadNext"), { root: next, beside: installed })
      : file(rootFile, t("trust.downloadVerb"), { root: endpoint?.webRoot, beside: installed }),
    next && el("p.muted", {}, t("trust.noneYet")),
    next && file(rootFile, t("trust.downloadNow"), { root: endpoint.webRoot, isPlain: true }));
}

/** The link to a certificate, without the attribute `download`, because Safari and Firefox then offer to install it. */
const file = (href, verb, { root, beside = null, isPlain = false }) => [
  el("div.trust-file", {}, el(isPlain ? "a" : "a.button.primary", { href }, !isPlain && icon("download"), verb), beside),
  root && el("details.fold", {}, el("summary", {}, t("trust.rootDetails")),
    el("p.fingerprint", {}, fingerprint(root.fingerprint)),
    el("p.help", {}, t("trust.until", { day: day(root.expiresAt) }))),
];

function guides(endpoint, level) {
  const own = platform();
  const ordered = [own, ...platforms.filter((name) => name !== own)];
  // A browser that trusts the present certificate needs only the new one; another one needs both.
  const isNext = Boolean(endpoint?.nextWebRoot);
  return el("section.card.guides", {}, el(level, {}, t("trust.guides")),
    ordered.map((name) => el("details.fold.guide", { open: name === own && !isTrusted() },
      el("summary", {}, t(`trust.${name}`)),
      el("ol.numbered", {}, steps.map((step) => el("li", {}, t(`trust.${name}.${step}`, { file: fileName(isNext) })))))),
    el("p.muted", {}, isNext && isTrusted() ? t("trust.afterTrusted")
      : [isNext && t("trust.again", { file: fileName(false) }), t("trust.after")].filter(Boolean).join(" ")));
}

function limits(level) {
  return el("section.card", {}, el(level, {}, t("trust.limits")),
    el("ul.points", {},
      el("li.point", {}, icon("check"), el("p", {}, t("trust.can"))),
      el("li.point", {}, icon("close"), el("p", {}, t("trust.cannot")))));
}

function platform() {
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad identifies itself as a Mac.
  if (/iPhone|iPad/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1)) return "ios";
  if (userAgent.includes("Android")) return "android";
  if (userAgent.includes("Firefox")) return "firefox";
  if (userAgent.includes("Macintosh")) return "mac";
  return userAgent.includes("Windows") ? "windows" : "linux";
}
