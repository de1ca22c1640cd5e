// The dialog that invites a client: shows a code that is valid for five minutes, then compares thumbprints and
// approves.

import { now } from "../../core/clock.js";
import { el, write } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { copyable } from "../../parts/copy.js";
import { dialog } from "../../parts/dialog.js";
import { field, form } from "../../parts/form.js";
import { qr } from "./qr.js";
import { pairingCard } from "./pairing-card.js";

const pollMilliseconds = 1500;
const wallScope = ["controlDevices", "viewEnergy", "viewEnvironment"];

export async function invite(person, context, refresh) {
  let isOpen = true;
  const content = el("div.invitation");
  const show = (...contents) => content.replaceChildren(...contents.flat().filter(Boolean));

  await dialog(t("people.inviteFor", person), (close) => {
    const flow = { show, close, isOpen: () => isOpen, person, context, refresh };
    ask(flow);
    return content;
  });
  isOpen = false;
  refresh();
}

function ask(flow) {
  const { show, close, person, context: { client, withStepUp } } = flow;
  const wall = field({
    name: "isWall", label: t("people.wall"), help: t("people.wallHelp"), control: el("input", { type: "checkbox" }),
  });
  show(form([el("p.muted", {}, t("people.inviteHelp")), wall], {
    verb: t("people.showCode"), cancel: () => close(),
    submit: async ({ isWall }) => {
      const known = new Set((await client.request("GET", "/pairings")).map(({ id }) => id));
      const content = { person: person.id, scope: isWall ? wallScope : undefined };
      const payload = await withStepUp(() => client.request("POST", "/pairing-codes", content));
      if (payload) await wait(flow, payload, known);
    },
  }));
}

/** Shows the code until a client uses it, it expires, or the dialog is closed. */
async function wait(flow, payload, known) {
  const { show, close, isOpen, person, context: { client } } = flow;
  const left = el("p.invitation-left.numerals", { role: "timer" });
  const note = el("p.muted", { role: "status" }, t("people.waitingForCode"));
  const end = Date.parse(payload.expiresAt);
  show(qr(payload.qr, t("people.qr")),
    el("p.invitation-code", {}, payload.code), left, el("p.muted", {}, t("people.codeHelp")),
    copyable(t("people.link"), payload.link), note,
    el("div.actions", {}, el("button.button", { type: "button", on: { click: () => close() } }, t("people.close"))));
  const tick = () => write(left, t("people.left", { time: minutes(Math.max(end - now(), 0)) }));
  const timer = setInterval(tick, 1000);
  tick();
  const found = await until(flow, () => now() > end, async () =>
    (await client.request("GET", "/pairings"))
      .find((pairing) => pairing.person === person.id && !known.has(pairing.id)));
  clearInterval(timer);
  if (!isOpen()) return;
  if (found) compare(flow, found);
  else {
    const attributes = { type: "button", on: { click: () => ask(flow) } };
    finished(flow, t("people.codeEnded"), el("button.button.primary", attributes, t("people.newCode")));
  }
}

function compare(flow, pairing) {
  const { show, person, context } = flow;
  const card = pairingCard(pairing, person.name, context, (isIn) => (isIn
    ? arrive(flow, pairing) : finished(flow, t("people.turnedAway", { client: pairing.clientName }))));
  card.tabIndex = -1;
  card.setAttribute("role", "alert");
  show(card);
  card.focus();
}

/** Waits until the approved client has received its session, at most a minute. */
async function arrive(flow, pairing) {
  const { show, isOpen, context: { client } } = flow;
  show(el("p", { role: "status" }, t("people.isApproved")));
  const end = now() + 60_000;
  const isIn = await until(flow, () => now() > end, async () =>
    (await client.request("GET", "/clients")).some(({ thumbprint }) => thumbprint === pairing.thumbprint));
  if (isOpen()) finished(flow, t(isIn ? "people.isIn" : "people.notYetIn", { client: pairing.clientName }));
}

function finished({ show, close, refresh }, text, ...more) {
  const ok = el("button.button", { type: "button", on: { click: () => close() } }, t("people.close"));
  show(el("p.invitation-end", { role: "status" }, text), el("div.actions", {}, ok, more));
  ok.focus();
  refresh();
}

/** Calls `read` until it returns something; a failed read is repeated. Null when `isOver()` or the dialog is closed. */
async function until({ isOpen }, isOver, read) {
  while (isOpen() && !isOver()) {
    const found = await read().catch(() => null);
    if (found) return found;
    await new Promise((resolve) => { setTimeout(resolve, pollMilliseconds); });
  }
  return null;
}

const minutes = (milliseconds) => {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};
