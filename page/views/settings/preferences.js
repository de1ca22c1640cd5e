// The card of how this person sees the home, on each of their phones and browsers: language, colours, units, time
// format and first day of the week.

import { Problem } from "../../core/api.js";
import { el } from "../../core/dom.js";
import { languages } from "../../core/language.js";
import { adoptPreferences, preferences, storePreferences } from "../../core/preferences.js";
import { capitalised, language, loadPreferredLanguage, t } from "../../core/text.js";
import { dayName } from "../../home/weekly-windows.js";
import { problemText } from "../../parts/problem.js";
import { segments } from "../../parts/segments.js";
import { toast } from "../../parts/toast.js";

const sunday = 1;
const monday = 2;
const saturday = 7;

export function preferencesCard(context) {
  const card = el("section.card", {}, el("h3", {}, t("settings.looks")), el("p.muted", {}, t("settings.looksHelp")));
  // The command line also accepts a region, such as en-GB.
  const chosen = { ...preferences(), language: preferences().language?.slice(0, 2) };
  const choice = (name, options, toValue = (option) => option) => segments({
    label: t(`settings.${name}`), options, value: String(chosen[name] ?? "system"), waitsForKeys: true,
    act: (option) => change(context, card, name, option, toValue),
  });
  card.append(
    choice("language", [automatic(), ...Object.entries(languages)], unlessSystem),
    choice("theme", [automatic(), ...["light", "dark"].map((name) => [name, t(`settings.theme.${name}`)])]),
    choice("units", [automatic(), ["metric", "°C"], ["imperial", "°F"]]),
    choice("timeFormat", [automatic(), ["24", t("settings.time.24")], ["12", t("settings.time.12")]]),
    choice("firstDayOfWeek", [automatic(), ...[monday, saturday, sunday].map((day) => [String(day), capitalised(dayName(day - 1))])],
      (option) => unlessSystem(option) && Number(option)));
  return card;
}

const automatic = () => ["system", t("settings.automatic")];
const unlessSystem = (option) => (option === "system" ? undefined : option);

async function change(context, card, name, option, toValue) {
  const before = preferences();
  try {
    const isOutdated = adoptPreferences({ ...before, [name]: toValue(option) });
    await loadPreferredLanguage();
    await storePreferences((chosen) => context.client.request("PUT", "/preferences", chosen));
    if (!isOutdated) return;
    await context.restart();
    document.querySelector(`.segment input[value="${option}"]:checked`)?.focus();
  } catch (error) {
    adoptPreferences(before);
    await loadPreferredLanguage();
    toast(error instanceof Problem ? problemText(error) : t("problem.noGateway"), { tone: "danger" });
    card.replaceWith(preferencesCard(context));
  }
}
