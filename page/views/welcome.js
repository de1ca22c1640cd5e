// How someone comes in: the first owner with the claim code, everybody else with an invitation that is then approved.

import { askOpen, Client, Problem } from "../core/api.js";
import { now } from "../core/clock.js";
import { el, icon, write } from "../core/dom.js";
import { fingerprint } from "../core/format.js";
import { forget, identities, identity as kept, keep, newIdentity, thumbprint } from "../core/keys.js";
import { t } from "../core/text.js";
import { field, form, nameField } from "../parts/form.js";
import { problemNotice, problemText } from "../parts/problem.js";

const pollMilliseconds = 1500;

/** `code` is what a link brought, `waiting` an identity that is not approved yet; `enter(identity)` opens the home. */
export function open({ code, waiting, message, enter }) {
  const element = el("main.welcome");
  const show = (...contents) => element.replaceChildren(
    el("div.welcome-sign", {}, icon("tomte"), el("h1", {}, "Tomte")), ...contents.filter(Boolean));
  if (message) show(el("p.notice", { role: "status" }, message));
  if (waiting) wait(show, waiting, enter);
  else offer(show, { code, message, enter });
  return element;
}

async function offer(show, { code, message, enter }) {
  const notice = message && el("p.notice", { role: "status" }, message);
  try {
    const [door, known] = await Promise.all([askOpen("/door"), identities()]);
    const isClaim = code ? code.purpose === "claim" : !door.isClaimed;
    show(notice, stale(door, code), isClaim ? claim({ code, enter }) : pair(show, { code, enter }),
      certificate(door, code), known.some(({ pairing }) => !pairing) && back());
  } catch (error) {
    show(notice, problemNotice(error, () => offer(show, { code, message, enter })));
  }
}

/** What a link can no longer do is said before anyone tries. */
function stale(door, code) {
  const isLate = code?.until && Date.parse(code.until) < now();
  if (code?.purpose === "claim" && door.isClaimed) return el("p.notice.warn", { role: "status" }, t("claim.isClaimed"));
  return isLate && el("p.notice.warn", { role: "status" }, t("pair.isLate"));
}

/** Someone else is in already, and only wanted to add a person. */
const back = () => el("div.actions", {},
  el("button.button.quiet", { type: "button", on: { click: () => location.reload() } }, t("pair.back")));

function claim({ code, enter }) {
  return el("section.card", {}, el("h2", {}, t("claim.title")), el("p.muted", {}, t("claim.help")),
    form([
      codeField(code, "claim.codeHelp"),
      nameField({ name: "name", label: t("claim.name"), autocomplete: "given-name" }),
      clientField(),
    ], {
      verb: t("claim.verb"),
      submit: async ({ code: typed, name, clientName }) => {
        const client = await newClient();
        await client.take(await client.ask("POST", "/claim", { code: typed, name, clientName }), { setup: "privacy" });
        await keep(client.identity);
        location.hash = "#/setup";
        await enter(client.identity);
      },
    }));
}

function pair(show, { code, enter }) {
  const wall = el("input", { type: "checkbox" });
  return el("section.card", {}, el("h2", {}, t("pair.title")), el("p.muted", {}, t("pair.help")),
    form([
      codeField(code, "pair.codeHelp"), clientField(),
      field({ name: "isWall", label: t("pair.wall"), help: t("pair.wallHelp"), control: wall }),
    ], {
      verb: t("pair.verb"),
      submit: async ({ code: typed, clientName, isWall }) => {
        const client = await newClient();
        const pairing = await client.ask("POST", "/pair", { code: typed, clientName });
        const identity = { ...client.identity, pairing: pairing.id, person: pairing.person, isWall };
        await keep(identity);
        wait(show, identity, enter);
      },
    }));
}

async function newClient() { return new Client(await newIdentity()); }

function codeField(code, help) {
  return field({
    name: "code", label: t("pair.code"), help: t(help), value: code?.code ?? "", autocomplete: "one-time-code",
    autocapitalize: "characters", spellcheck: "false", maxlength: 40,
  });
}

function clientField() {
  return nameField({ name: "clientName", label: t("pair.client"), value: browserName(), help: t("pair.clientHelp") });
}

/** A first proposal that nobody has to keep. */
function browserName() {
  const devices = ["iPhone", "iPad", "Android", "Mac", "Windows", "Linux"];
  return devices.find((word) => navigator.userAgent.includes(word)) ?? t("pair.browser");
}

/** Shows the key's thumbprint until whoever invited has compared it and approved, or another link is opened here. */
async function wait(show, identity, enter) {
  const client = new Client(identity);
  const print = el("p.thumbprint", {}, short(await thumbprint(identity.jwk)));
  const note = el("p.muted", { role: "status" }, t("pair.waiting"));
  const stop = async () => { await forget(identity.id); location.reload(); };
  show(el("section.card", {}, el("h2", {}, t("pair.compare")), el("p", {}, t("pair.compareHelp")), print, note,
    el("div.actions", {}, el("button.button", { type: "button", on: { click: stop } }, t("dialog.cancel")))));
  while (note.isConnected) {
    try {
      const answer = await session(client);
      if (!note.isConnected) return;
      if (answer === "in") return enter(client.identity);
      if (answer === "away") {
        return show(
          el("p.notice", { role: "alert" }, t("pair.rejected")), el("a.button", { href: "/" }, t("pair.again")));
      }
      write(note, t("pair.waiting"));
    } catch (error) {
      write(note, problemText(error));
    }
    await new Promise((resolve) => { setTimeout(resolve, pollMilliseconds); });
  }
}

/** `in`, `away` or `waiting`. One tab at a time: a session is given once, and is good for all of them. */
function session(client) {
  const { id } = client.identity;
  return navigator.locks.request(`tomte-pairing-${id}`, async () => {
    const mine = await kept(id);
    if (!mine) return "away";
    client.identity = mine;
    if (!mine.pairing) return "in";
    try {
      const answer = await client.ask("POST", `/pairings/${mine.pairing}/session`);
      if (answer) await client.take(answer);
      return answer ? "in" : "waiting";
    } catch (error) {
      if (!(error instanceof Problem && error.status === 404)) throw error;
      await forget(id);
      return "away";
    }
  });
}

/** As the gateway writes it where it asks for approval. */
const short = (text) => text.slice(0, 16).match(/.{4}/g).join(" ");

/** What whoever opened the page can compare with what the gateway's terminal says. */
function certificate(door, code) {
  if (!door.certificateFingerprint) return null;
  const isOther = code?.key && code.key !== door.publicKeyFingerprint;
  return el("details.card", { open: isOther || null }, el("summary", {}, t("certificate.title")), el("div.form", {},
    isOther && el("p.notice.danger", { role: "alert" }, t("certificate.differs")),
    el("p.muted", {}, t("trust.why")), el("p.muted", {}, t("certificate.compare")),
    el("p.fingerprint", {}, fingerprint(door.certificateFingerprint))));
}
