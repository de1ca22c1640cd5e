// The browser and the device or system on which it runs, in the words of people.

/** The names of brands in the client hints. `Chromium` is in the list of every browser that is built on it. */
const brands = [
  ["Microsoft Edge", "Edge"], ["Opera", "Opera"], ["Brave", "Brave"], ["Vivaldi", "Vivaldi"],
  ["Samsung Internet", "Samsung Internet"], ["DuckDuckGo", "DuckDuckGo"], ["Google Chrome", "Chrome"], ["Chromium", "Chromium"],
];

const platforms = { macOS: "Mac", "Chrome OS": "Chromebook", "Chromium OS": "Chromebook" };
const knownPlatforms = ["Android", "Windows", "Linux"];

/** The first pattern of a user agent that matches decides: browsers also name the browsers that they imitate. */
const browserPatterns = [
  [/\b(Edg|EdgA|EdgiOS)\//, "Edge"], [/\b(OPR|OPT|OPX)\//, "Opera"], [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"], [/\b(DuckDuckGo|Ddg)\//, "DuckDuckGo"], [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS)\//, "Chrome"], [/\bVersion\/[\d.]+ .*\bSafari\//, "Safari"],
];

const systemPatterns = [
  [/\biPhone\b/, "iPhone"], [/\biPad\b/, "iPad"], [/\bAndroid\b/, "Android"], [/\bCrOS\b/, "Chromebook"],
  [/\bMacintosh\b/, "Mac"], [/\bWindows\b/, "Windows"], [/\bLinux\b/, "Linux"],
];

const firstMatch = (patterns, text) => patterns.find(([pattern]) => pattern.test(text))?.[1];

/** Returns `{ browser, system }` from a `navigator`; each is undefined where it is not known. */
export function browserAndSystem({ userAgent = "", userAgentData, maxTouchPoints = 0 }) {
  const { brands: hints = [], platform } = userAgentData ?? {};
  const system = platforms[platform] ?? (knownPlatforms.includes(platform) ? platform : firstMatch(systemPatterns, userAgent));
  return {
    browser: brands.find(([brand]) => hints.some((hint) => hint.brand === brand))?.[1] ?? firstMatch(browserPatterns, userAgent),
    // An iPad requests the desktop pages, and says that it is a Mac; no Mac has a touch screen.
    system: system === "Mac" && maxTouchPoints > 1 ? "iPad" : system,
  };
}
