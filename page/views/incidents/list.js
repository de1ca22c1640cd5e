// The section of the settings with the incidents: those that are open, and then the earlier ones.

import { AuditNames } from "../../activity/act-sentences.js";
import { el, icon } from "../../core/dom.js";
import { address, go } from "../../core/router.js";
import { tOrNull, t } from "../../core/text.js";
import { age } from "../../parts/age.js";
import { dialog } from "../../parts/dialog.js";
import { emptyState } from "../../parts/empty-state.js";
import { choice, field, form } from "../../parts/form.js";
import { poll } from "../../parts/poll.js";
import { problemNotice } from "../../parts/problem.js";
import { replaceContents } from "../../parts/replace-contents.js";
import { incidentTitle, longestTitle, stateText } from "./incident-text.js";
import { keyCard } from "./keys.js";

const everyMilliseconds = 30_000;

/** What an incident that a person opens can be about; "" is something else. */
const kinds = ["", "lostPhone", "unwantedPerson", "strangeDevice", "copiedKey"];

/** The category that the words of a title suggest; "" for none. Each group of words must occur, such as "phone" and "lost". */
function suggestedKind(title) {
  const words = title.toLowerCase();
  return kinds.find((name) => tOrNull(`incident.kindWords.${name}`)?.split("&")
    .every((group) => group.split("|").some((word) => words.includes(word)))) ?? "";
}

export async function open(context) {
  const { client, store } = context;
  const list = el("div.incident-list");
  const keys = el("div", { hidden: true });
  const names = new AuditNames(store, []);
  const show = ([incidents, plan]) => {
    replaceContents(list, incidents.length
      ? el("ul.rows", {}, incidents.map((incident) => row(incident, names)))
      : emptyState("check", t("incident.none"), t("incident.noneHelp")));
    const card = keyCard(plan);
    keys.hidden = !card;
    replaceContents(keys, ...[card].filter(Boolean));
  };
  const read = () => Promise.all(
    [client.request("GET", "/incidents"), client.request("GET", "/key-rotation").catch(() => null)]);
  show(await read());
  const fail = (error) => list.replaceChildren(problemNotice(error, () => poller.refresh()));
  const poller = poll(read, { show, fail, milliseconds: everyMilliseconds });
  const stop = store.on("home", poller.refresh);
  const openButton = el("button.button", { type: "button", on: { click: () => openByHand(context) } }, t("incident.open"));
  return {
    element: el("div.cards", {}, keys,
      el("section.card", {}, el("p.muted", {}, t("incident.help")), list, el("div.actions", {}, openButton))),
    close: () => { stop(); poller.close(); },
  };
}

function row(incident, names) {
  const isNew = incident.isOpen && !incident.isSeen;
  return el("li", {}, el("a.row", { href: address("incident", incident.id) },
    el("span.row-words", {},
      el("span.setting-name", {}, incidentTitle(incident, names)),
      el("span.help", {}, isNew ? `${t("incident.new")} · ` : "", stateText(incident), " · ",
        age(incident.changedAt, "incident.changed"))), icon("forward")));
}

/** Asks for a title and a note, and opens the incident. */
async function openByHand({ client, store }) {
  const opened = await dialog(t("incident.open"), (close) => {
    const title = field({
      name: "title", label: t("incident.title"), help: t("incident.titleHelp"), maxlength: longestTitle, autocomplete: "off",
    });
    const note = field({
      name: "note", label: t("incident.note"), control: el("textarea.input", { rows: 4, maxlength: 2000 }),
    });
    const kind = choice({
      name: "kind", label: t("incident.kind"), help: t("incident.kindHelp"), value: "",
      options: kinds.map((name) => [name, t(`incident.kind.${name || "other"}`)]),
    });
    // A suggestion, until the person chooses.
    let isChosen = false;
    kind.input.addEventListener("change", () => { isChosen = true; });
    title.input.addEventListener("input", () => { if (!isChosen) kind.input.value = suggestedKind(title.input.value); });
    return form([title, kind, note], {
      verb: t("incident.openVerb"), cancel: () => close(null),
      submit: async (values) => close(await client.request("POST", "/incidents", {
        title: values.title, ...(values.kind && { kind: values.kind }), ...(values.note.trim() && { note: values.note }),
      })),
    });
  });
  if (!opened) return;
  store.readHome().catch(() => {});
  go("incident", opened.id);
}
