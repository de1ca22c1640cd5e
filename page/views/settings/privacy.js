// The section about privacy: the consents of the home, and its crash reports.

import { el } from "../../core/dom.js";
import { consentCards } from "./consents.js";
import { crashReportsCard } from "./crash-reports.js";

export async function open(context) {
  const reports = context.store.may("manageMaintenance") ? await crashReportsCard(context).catch(() => null) : null;
  const consents = await consentCards(context, { onChange: () => reports?.refresh() });
  return { element: el("div.cards", {}, consents.element, reports?.element), close: () => consents.close() };
}
