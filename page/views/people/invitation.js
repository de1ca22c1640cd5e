// Letting a phone or browser in: a code for five minutes, a look at both screens, and then it is in.

import { now } from "../../core/clock.js";
import { el, write } from "../../core/dom.js";
import { t } from "../../core/text.js";
import { copyable } from "../../parts/copy.js";
import { dialog } from "../../parts/dialog.js";
import { field, form } from "../../parts/form.js";
import { qr } from "./qr.js";
import { pairingCard } from "./waiting.js";

const pollMilliseconds = 1500;
const wallScope = ["controlDevices", "viewEnergy", "viewEnvironment"];

export async function invite(person, context, again) {
  let isOpen = true;
  const content = el("div.invitation");
  const show = (...contents) => content.replaceChildren(...contents.flat().filter(Boolean));

  await dialog(t("people.inviteFor", person), (close) => {
    const stage = { show, close, isOpen: () => isOpen, person, context, again };
    ask(stage);
    return content;
  });
  isOpen = false;
  again();
}

function ask(stage) {
  const { show, close, person, context: { client, acting } } = stage;
  const wall = field({
    name: "isWall", label: t("people.wall"), help: t("people.wallHelp"), control: el("input", { type: "checkbox" }),
  });
  show(form([el("p.muted", {}, t("people.inviteHelp")), wall], {
    verb: t("people.showCode"), cancel: () => close(),
    submit: async ({ isWall }) => {
      const known = new Set((await client.ask("GET", "/pairings")).map(({ id }) => id));
      const content = { person: person.id, scope: isWall ? wallScope : undefined };
      const payload = await acting(() => client.ask("POST", "/pairing-codes", content));
      if (payload) await wait(stage, payload, known);
    },
  }));
}

/** Until somebody shows the code, it ends, or the dialog is closed. */
async function wait(stage, payload, known) {
  const { show, close, isOpen, person, context: { client } } = stage;
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
  const found = await until(stage, () => now() > end, async () =>
    (await client.ask("GET", "/pairings")).find((pairing) => pairing.person === person.id && !known.has(pairing.id)));
  clearInterval(timer);
  if (!isOpen()) return;
  if (found) compare(stage, found);
  else {
    const anew = { type: "button", on: { click: () => ask(stage) } };
    finished(stage, t("people.codeEnded"), el("button.button.primary", anew, t("people.newCode")));
  }
}

function compare(stage, pairing) {
  const { show, person, context } = stage;
  const card = pairingCard(pairing, person.name, context, (isIn) => (isIn
    ? arrive(stage, pairing) : finished(stage, t("people.turnedAway", { client: pairing.clientName }))));
  card.tabIndex = -1;
  card.setAttribute("role", "alert");
  show(card);
  card.focus();
}

/** Approved: it still has to hear of it. */
async function arrive(stage, pairing) {
  const { show, isOpen, context: { client } } = stage;
  show(el("p", { role: "status" }, t("people.isApproved")));
  const end = now() + 60_000;
  const isIn = await until(stage, () => now() > end, async () =>
    (await client.ask("GET", "/clients")).some(({ thumbprint }) => thumbprint === pairing.thumbprint));
  if (isOpen()) finished(stage, t(isIn ? "people.isIn" : "people.notYetIn", { client: pairing.clientName }));
}

function finished({ show, close, again }, text, ...more) {
  const ok = el("button.button", { type: "button", on: { click: () => close() } }, t("people.close"));
  show(el("p.invitation-end", { role: "status" }, text), el("div.actions", {}, ok, more));
  ok.focus();
  again();
}

/** Asks until there is something; what fails is asked again. Null when it is over or the dialog is closed. */
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
