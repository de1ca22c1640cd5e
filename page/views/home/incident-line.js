// The line of the home view about an incident that the person has not seen: what the incident is, and the way to it.

import { AuditNames } from "../../activity/act-sentences.js";
import { set, write } from "../../core/dom.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { incidentTitle } from "../incidents/incident-text.js";

/** Writes the incident into `words`, and its address into `link`, if it is the only one. */
export async function nameIncident({ client, store }, words, link) {
  const unseen = (await client.request("GET", "/incidents")).filter(({ isOpen, isSeen }) => isOpen && !isSeen);
  if (unseen.length !== 1) return;
  const [incident] = unseen;
  write(words, t("home.incident", { title: incidentTitle(incident, new AuditNames(store, [])) }));
  set(link, { href: address("incident", incident.id) });
}
