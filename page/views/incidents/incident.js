// The view of one incident: what was noticed, what people can do about it, and what was done.

import { AuditNames } from "../../activity/act-sentences.js";
import { el, icon } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { copyable } from "../../parts/copy.js";
import { dialog } from "../../parts/dialog.js";
import { accessDenied, emptyState } from "../../parts/empty-state.js";
import { field, form } from "../../parts/form.js";
import { livePart } from "../../parts/live-part.js";
import { problemNotice, problemText } from "../../parts/problem.js";
import { replaceContents } from "../../parts/replace-contents.js";
import { toast } from "../../parts/toast.js";
import { containmentCard } from "./containment.js";
import { endLockdown } from "./end-lockdown.js";
import { incidentTitle, longestTitle, stateText, timeline } from "./incident-text.js";
import { keyCard } from "./keys.js";
import { openNotice } from "./notice.js";
import { stillHolding } from "./still-holding.js";

export const styles = ["settings", "facts", "incidents", "people"];

export async function open(context, { id }) {
  const { client, store } = context;
  const title = t("settings.incidents");
  if (!store.may("manageMaintenance")) {
    return { element: accessDenied("shield", title, t("closed.byRole")), title, close: () => {} };
  }
  const element = el("article.incident");
  const path = `/incidents/${encodeURIComponent(id ?? "")}`;
  const ask = (permission, address) => (store.may(permission) ? client.request("GET", address).catch(() => null) : null);
  let part = null;
  let shown = "";

  /** Draws the incident, unless it is drawn as it is now: a person may be reading it. */
  async function show(incident) {
    const [people, clients, tokens, keys] = await Promise.all([
      ask("managePeople", "/people"), ask("managePeople", "/clients"), ask("managePeople", "/tokens"),
      (incident.isOpen || hasRotated(incident)) && ask("manageMaintenance", "/key-rotation"),
    ]);
    const now = JSON.stringify([incident, people, clients, tokens, keys, store.home?.isLockedDown]);
    if (now === shown) return;
    shown = now;
    const names = new AuditNames(store, people ?? [], clients ? [...clients, ...tokens ?? []] : []);
    replaceContents(element, ...parts({ ...context, refresh: () => part.refresh() }, incident, { names, keys }));
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
  el("a.button.quiet.incident-back", { href: address("settings", "incidents") }, icon("back"), t("settings.incidents")),
  el("h1", {}, text));

const hasRotated = ({ acts }) => acts.some(({ containment, isDone }) => containment === "rotateKeys" && isDone);

/** `keys` is the plan of a rotation; null when it is not known. */
function parts(context, incident, { names, keys }) {
  const maySeeActivity = context.store.may("viewAudit");
  return [
    heading(incidentTitle(incident, names)),
    el("p.muted", {}, stateText(incident)),
    keyCard(keys),
    // What a person can do comes before what has happened.
    incident.isOpen && containmentCard(context, incident, { names, keys }),
    el("section.card", { "aria-labelledby": "incident-timeline" },
      el("h2", { id: "incident-timeline" }, t("incident.timeline")),
      el("ol.rows", {}, timeline(incident, names, { maySeeActivity }).map(line)),
      el("div.actions", {},
        el("button.button", { type: "button", on: { click: () => addNote(context, incident) } }, t("incident.addNote")),
        !incident.rule && el("button.button", { type: "button", on: { click: () => rename(context, incident) } }, t("incident.rename")),
        incident.isOpen
          ? el("button.button", { type: "button", on: { click: () => closeIncident(context, incident, { names, keys }) } }, t("incident.close"))
          : el("button.button", { type: "button", on: { click: () => reopen(context, incident) } }, t("incident.reopen")))),
    el("section.card", { "aria-labelledby": "incident-others" },
      el("h2", { id: "incident-others" }, t("incident.others")),
      el("p.muted", {}, t("incident.exportHelp")),
      copyable(t("incident.exportCommand"), `tomte incident export ${incident.id}`),
      el("p.muted", {}, t("incident.noticeHelp")),
      el("div.actions", {},
        el("button.button", { type: "button", on: { click: () => openNotice(context, incident) } }, t("incident.notice")))),
  ].filter(Boolean);
}

const line = ({ time, text, note, href }) => el("li.row", {}, el("span.row-words", {},
  el("span.setting-name", {}, text),
  note && el("span.help.incident-note", {}, note),
  href && el("a.help", { href }, t("incident.inActivity")),
  el("time.help.numerals", { datetime: time }, moment(time))));

const textArea = () => el("textarea.input", { rows: 5, maxlength: 2000 });

/** What the end of an incident does not end. */
function holding(context, left) {
  const row = ({ text, href, verb, isLockdown }) => {
    const end = async () => { if (await endLockdown(context)) element.remove(); };
    const element = el("li.row", {}, el("span.row-words", {}, text),
      href && el("a.button", { href }, verb),
      isLockdown && context.store.may("modifySettings") && el("button.button", {
        type: "button", on: { click: end },
      }, verb));
    return element;
  };
  return el("div.incident-holds", {}, el("p", {}, t("incident.holds")), el("ul.rows", {}, left.map(row)));
}

async function addNote({ client, refresh }, { id }) {
  const incident = await dialog(t("incident.addNote"), (close) => form(
    [field({ name: "text", label: t("incident.note"), control: textArea() })], {
      verb: t("incident.addNote"), cancel: () => close(null),
      submit: async (values) => close(await client.request("POST", `/incidents/${id}/notes`, { text: values.text })),
    }));
  if (incident) await refresh();
}

async function rename({ client, refresh }, { id, title = "" }) {
  const incident = await dialog(t("incident.rename"), (close) => form(
    [field({ name: "title", label: t("incident.title"), value: title, maxlength: longestTitle, autocomplete: "off" })], {
      verb: t("incident.rename"), cancel: () => close(null),
      submit: async (values) => close(await client.request("PATCH", `/incidents/${id}`, { title: values.title })),
    }));
  if (incident) await refresh();
}

async function reopen({ client, store, refresh }, { id }) {
  try {
    await client.request("POST", `/incidents/${id}/reopening`);
    store.readHome().catch(() => {});
  } catch (error) {
    toast(problemText(error), { tone: "danger" });
  }
  await refresh();
}

async function closeIncident(context, { id, ...rest }, { names, keys }) {
  const { client, store, refresh } = context;
  const left = stillHolding(rest, { store, names, overlap: keys?.overlap });
  const incident = await dialog(t("incident.closeAsk"), (close) => form(
    [el("p", {}, t("incident.closeHelp")), left.length > 0 && holding(context, left), field({ name: "reason", label: t("incident.reason"), control: textArea() })], {
      verb: t("incident.close"), cancel: () => close(null),
      submit: async (values) => close(await client.request("POST", `/incidents/${id}/closing`,
        values.reason.trim() ? { reason: values.reason } : {})),
    }));
  if (!incident) return;
  await refresh();
  store.readHome().catch(() => {});
}
