// How this person wants to see the home: language, colours, units, time format and first day of the week. The gateway
// keeps them for each person. This browser stores a copy, so that its first view is right before the home is read.

const key = "tomte.preferences";
const automatic = { theme: "system", units: "system", timeFormat: "system" };
const fahrenheitRegions = new Set(["US", "LR", "BS", "BZ", "KY", "PW", "FM", "MH"]);
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const hourCycles = { 12: "h12", 24: "h23" };

let current = readCopy();
/** The requests that store choices of this browser, one after another. */
let storing = Promise.resolve();
let unstoredCount = 0;
let localeTag;
showTheme();

function readCopy() {
  try {
    return { ...automatic, ...JSON.parse(localStorage.getItem(key)) };
  } catch {
    return automatic;
  }
}

/** `{ theme, units, timeFormat, language, firstDayOfWeek }` as in the API; what is absent or `system` follows the
 *  browser. */
export const preferences = () => current;

/** Uses these preferences from now on. Returns whether texts that are already shown have become wrong. */
export function adoptPreferences(chosen = automatic) {
  const texts = ({ theme, ...rest }) => JSON.stringify(Object.entries(rest).sort());
  const isOutdated = texts(chosen) !== texts(current);
  current = { ...automatic, ...chosen };
  localeTag = undefined;
  localStorage.setItem(key, JSON.stringify(current));
  showTheme();
  return isOutdated;
}

/** Stores the preferences by `put`, after the choices before. Until then `isStoring` is true: what the gateway says
 *  meanwhile is older than these choices. */
export async function storePreferences(put) {
  unstoredCount += 1;
  const request = storing.then(() => put(current));
  storing = request.catch(() => {});
  try {
    return await request;
  } finally {
    unstoredCount -= 1;
  }
}

export const isStoring = () => unstoredCount > 0;

function showTheme() {
  document.documentElement.dataset.theme = current.theme === "system" ? "auto" : current.theme;
}

/** The locale of numbers and times for the page's `language`: the browser's own if it belongs to that language, with
 *  the time format and the first day of the week that this person prefers. */
export function localeOf(language) {
  if (localeTag?.language !== language) localeTag = { language, text: makeLocale(language) };
  return localeTag.text;
}

function makeLocale(language) {
  const base = navigator.languages.find((known) => known.startsWith(language)) ?? language;
  const { timeFormat, firstDayOfWeek } = current;
  const hours = hourCycles[timeFormat] && `hc-${hourCycles[timeFormat]}`;
  const first = firstDayOfWeek && `fw-${weekdays[firstDayOfWeek - 1]}`;
  const extension = [first, hours].filter(Boolean).join("-");
  return extension ? `${new Intl.Locale(base).baseName}-u-${extension}` : base;
}

/** The first day of the week: 0 is Sunday. */
export function firstWeekday(language) {
  if (current.firstDayOfWeek) return current.firstDayOfWeek - 1;
  const locale = new Intl.Locale(localeOf(language));
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
}

/** Whether temperatures are shown in °F. */
export function usesFahrenheit() {
  if (current.units !== "system") return current.units === "imperial";
  return fahrenheitRegions.has(new Intl.Locale(navigator.language).maximize().region);
}
