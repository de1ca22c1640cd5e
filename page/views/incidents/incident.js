// The view of one incident: what was noticed, what people can do about it, and what was done.

import { AuditNames } from "../../activity/act-sentences.js";
import { el, icon } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { dialog } from "../../parts/dialog.js";
import { accessDenied, emptyState } from "../../parts/empty-state.js";
import { field, form } from "../../parts/form.js";
import { livePart } from "../../parts/live-part.js";
import { problemNotice } from "../../parts/problem.js";
import { replaceContents } from "../../parts/replace-contents.js";
import { containmentCard } from "./containment.js";
import { incidentTitle, stateText, timeline } from "./incident-text.js";
import { openNotice } from "./notice.js";

export const styles = ["settings", "facts", "incidents"];

export async function open(context, { id }) {
  const { client, store } = context;
  const title = t("settings.incidents");
  if (!store.may("manageMaintenance")) {
    return { element: accessDenied("shield", title, t("closed.help")), title, close: () => {} };
  }
  const element = el("article.incident");
  const path = `/incidents/${encodeURIComponent(id ?? "")}`;
  const ask = (permission, address) => (store.may(permission) ? client.request("GET", address).catch(() => null) : null);
  let part = null;
  let shown = "";

  /** Draws the incident, unless it is drawn as it is now: a person may be reading it. */
  async function show(incident) {
    const [people, clients, keys] = await Promise.all(
      [ask("managePeople", "/people"), ask("managePeople", "/clients"), incident.isOpen && ask("ownHome", "/key-rotation")]);
    const now = JSON.stringify([incident, people, clients, keys]);
    if (now === shown) return;
    shown = now;
    const names = new AuditNames(store, people ?? [], clients ?? []);
    const isRotating = keys ? Boolean(keys.overlap) : null;
    replaceContents(element, ...parts({ ...context, refresh: () => part.refresh() }, incident, { names, isRotating }));
  }

  async function begin() {
    try {
      // To open it is to have seen it: the line on the home screen ends.
      part = await livePart(store, "home", {
        read: (isFirst) => client.request(...isFirst ? ["POST", `${path}/seen`] : ["GET", path]), show,
      });
      store.readHome().catch(() => {});
    } catch (error) {
      element.replaceChildren(heading(title), error.status === 404
        ? emptyState("search", t("incident.missing"), t("incident.missingHelp"))
        : problemNotice(error, begin));
    }
  }

  await begin();
  return { element, title, close: () => part?.close() };
}

const heading = (text) => el("div.incident-head", {},
  el("a.settings-back", { href: address("settings", "incidents"), "aria-label": t("incident.back") }, icon("back")),
  el("h1", {}, text));

function parts(context, incident, { names, isRotating }) {
  return [
    heading(incidentTitle(incident, names)),
    el("p.muted", {}, stateText(incident)),
    el("section.card", { "aria-labelledby": "incident-timeline" },
      el("h2", { id: "incident-timeline" }, t("incident.timeline")),
      el("ol.rows", {}, timeline(incident, names).map(line)),
      el("div.actions", {},
        el("button.button", { type: "button", on: { click: () => addNote(context, incident) } }, t("incident.addNote")),
        incident.isOpen && el("button.button", { type: "button", on: { click: () => closeIncident(context, incident) } },
          t("incident.close")))),
    incident.isOpen && containmentCard(context, incident, { names, isRotating }),
    el("section.card", { "aria-labelledby": "incident-others" },
      el("h2", { id: "incident-others" }, t("incident.others")),
      el("p.muted", {}, t("incident.exportHelp")),
      el("p", {}, el("code", {}, `tomte incident export ${incident.id}`)),
      el("p.muted", {}, t("incident.noticeHelp")),
      el("div.actions", {},
        el("button.button", { type: "button", on: { click: () => openNotice(context, incident) } }, t("incident.notice")))),
  ].filter(Boolean);
}

const line = ({ time, text, note }) => el("li.row", {}, el("span.row-words", {},
  el("span.setting-name", {}, text),
  note && el("span.help.incident-note", {}, note),
  el("time.help.numerals", { datetime: time }, moment(time))));

const textArea = () => el("textarea.input", { rows: 5, maxlength: 2000 });

async function addNote({ client, refresh }, { id }) {
  const incident = await dialog(t("incident.addNote"), (close) => form(
    [field({ name: "text", label: t("incident.note"), control: textArea() })], {
      verb: t("incident.addNote"), cancel: () => close(null),
      submit: async (values) => close(await client.request("POST", `/incidents/${id}/notes`, { text: values.text })),
    }));
  if (incident) await refresh();
}

async function closeIncident({ client, store, refresh }, { id }) {
  const incident = await dialog(t("incident.closeAsk"), (close) => form(
    [el("p", {}, t("incident.closeHelp")), field({ name: "reason", label: t("incident.reason"), control: textArea() })], {
      verb: t("incident.close"), cancel: () => close(null),
      submit: async (values) => close(await client.request("POST", `/incidents/${id}/closing`,
        values.reason.trim() ? { reason: values.reason } : {})),
    }));
  if (!incident) return;
  await refresh();
  store.readHome().catch(() => {});
}
