// The view for a browser without a session: the first owner signs in with the claim code, everyone else with an
// invitation that is then approved.

import { requestUnauthenticated, Client, Problem } from "../core/api.js";
import { now } from "../core/clock.js";
import { el, icon, write } from "../core/dom.js";
import { fingerprint } from "../core/format.js";
import { deleteIdentity, identities, newIdentity, saveIdentity, storedIdentity, thumbprint } from "../core/keys.js";
import { t } from "../core/text.js";
import { field, form, nameField } from "../parts/form.js";
import { noticeOfForm, noticeVersion } from "../parts/notice.js";
import { problemNotice, problemText } from "../parts/problem.js";
import { clientField } from "./welcome/client-field.js";

const pollMilliseconds = 1500;

/** `code` is the code of a link, `waiting` an identity that is not approved yet; `enter(identity)` opens the home. */
export function open({ code, waiting, message, enter }) {
  const element = el("main.welcome");
  const show = (...contents) => element.replaceChildren(
    el("div.welcome-sign", {}, icon("tomte"), el("h1", {}, "Tomte")), ...contents.filter(Boolean));
  if (message) show(el("p.notice", { role: "status" }, message));
  if (waiting) waitForApproval(show, waiting, enter);
  else showForm(show, { code, message, enter });
  return element;
}

async function showForm(show, { code, message, enter }) {
  const notice = message && el("p.notice", { role: "status" }, message);
  try {
    const [endpoint, known] = await Promise.all([requestUnauthenticated("/door"), identities()]);
    const isClaim = code ? code.purpose === "claim" : !endpoint.isClaimed;
    show(notice, linkNotice(endpoint, code), isClaim ? claim({ code, enter }) : pair(show, { code, enter }),
      certificate(endpoint, code), known.some(({ pairing }) => !pairing) && back());
  } catch (error) {
    show(notice, problemNotice(error, () => showForm(show, { code, message, enter })));
  }
}

/** A notice that the link is out of date, or that the home is claimed already; else false. */
function linkNotice(endpoint, code) {
  const isLate = code?.until && Date.parse(code.until) < now();
  const notice = (key) => el("p.notice.warn", { role: "status" }, t(key));
  if (code?.purpose === "claim" && endpoint.isClaimed) return notice("claim.isClaimed");
  return isLate && notice("pair.isLate");
}

/** A button back to the home, for a browser in which another person is signed in already. */
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
        const tokens = await client.request("POST", "/claim", { code: typed, name, clientName });
        await client.storeTokens(tokens, { setup: "privacy" });
        await saveIdentity(client.identity);
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
      field({ name: "isWall", label: t("pair.wall"), help: t("pair.wallHelp"), control: wall }), noticeOfForm(),
    ], {
      verb: t("pair.verb"),
      submit: async ({ code: typed, clientName, isWall }) => {
        const client = await newClient();
        const pairing = await client.request("POST", "/pair", { code: typed, clientName });
        const identity = { ...client.identity, pairing: pairing.id, person: pairing.person, isWall, notice: noticeVersion };
        await saveIdentity(identity);
        waitForApproval(show, identity, enter);
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

/** Shows the thumbprint of the key until the inviting person has compared and approved it, or another view is shown. */
async function waitForApproval(show, identity, enter) {
  const client = new Client(identity);
  const print = el("p.thumbprint", {}, short(await thumbprint(identity.jwk)));
  const note = el("p.muted", { role: "status" }, t("pair.waiting"));
  const stop = async () => { await deleteIdentity(identity.id); location.reload(); };
  show(el("section.card", {}, el("h2", {}, t("pair.compare")), el("p", {}, t("pair.compareHelp")), print, note,
    el("div.actions", {}, el("button.button", { type: "button", on: { click: stop } }, t("dialog.cancel")))));
  while (note.isConnected) {
    try {
      const answer = await session(client);
      if (!note.isConnected) return;
      if (answer === "approved") return enter(client.identity);
      if (answer === "rejected") {
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

/** Requests the session of a pairing: `approved`, `rejected` or `waiting`. One tab at a time, because the gateway
 *  returns the session only once; the other tabs find it in the stored identity. */
function session(client) {
  const { id } = client.identity;
  return navigator.locks.request(`tomte-pairing-${id}`, async () => {
    const mine = await storedIdentity(id);
    if (!mine) return "rejected";
    client.identity = mine;
    if (!mine.pairing) return "approved";
    try {
      const answer = await client.request("POST", `/pairings/${mine.pairing}/session`);
      if (answer) await client.storeTokens(answer);
      return answer ? "approved" : "waiting";
    } catch (error) {
      if (!(error instanceof Problem && error.status === 404)) throw error;
      await deleteIdentity(id);
      return "rejected";
    }
  });
}

/** The short form of a thumbprint, as the gateway shows it for approval. */
const short = (text) => text.slice(0, 16).match(/.{4}/g).join(" ");

/** The fingerprint of the certificate, to compare with the one in the terminal of the gateway. It is open, with a
 *  warning, when the public key differs from the one in the link. */
function certificate(endpoint, code) {
  if (!endpoint.certificateFingerprint) return null;
  const isOther = code?.key && code.key !== endpoint.publicKeyFingerprint;
  return el("details.card.fold", { open: isOther || null }, el("summary", {}, t("certificate.title")), el("div.form", {},
    isOther && el("p.notice.danger", { role: "alert" }, t("certificate.differs")),
    el("p.muted", {}, t("trust.why")), el("p.muted", {}, t("certificate.compare")),
    el("p.fingerprint", {}, fingerprint(endpoint.certificateFingerprint))));
}
