// The view for the link of an invitation: who invites, and then six digits to compare or to enter.

import { requestUnauthenticated, Client, Problem, Unreachable } from "../core/api.js";
import { el, icon, write } from "../core/dom.js";
import { moment } from "../core/format.js";
import { deleteIdentity, newIdentity, saveIdentity, storedIdentity, thumbprint, updateIdentity } from "../core/keys.js";
import { commitment, groupedDigits, newNonce, pairingDigits } from "../core/pairing-digits.js";
import { t } from "../core/text.js";
import { field, form } from "../parts/form.js";
import { noticeOfForm, noticeVersion } from "../parts/notice.js";
import { problemNotice, problemText } from "../parts/problem.js";
import { clientField } from "./welcome/client-field.js";

const pollMilliseconds = 2000;

/** `link` is `{ code, secret, key }` of a link; `waiting` an identity that used an invitation and is not in yet. */
export function openInvited({ link, waiting, enter }) {
  const element = el("main.welcome");
  const show = (...contents) => element.replaceChildren(
    el("div.welcome-sign", {}, icon("tomte"), el("h1", {}, "Tomte")), ...contents.flat().filter(Boolean));
  /** Opens the home, unless another view has replaced this one meanwhile. */
  const goIn = (identity) => (element.isConnected ? enter(identity) : undefined);
  if (!waiting) ask(show, link, goIn);
  else if (waiting.invited.number) resume(show, waiting, goIn);
  else compare(show, waiting, goIn);
  return element;
}

/** Shows what the invitation says, and asks for the name of this browser and perhaps for the number. */
async function ask(show, link, enter) {
  show(el("p.muted", { role: "status" }, t("invited.reading")));
  const client = new Client(await newIdentity());
  const path = `/invitations/${link.code}`;
  try {
    const [opened, endpoint] = await Promise.all([
      client.request("POST", `${path}/open`, { secret: link.secret }), requestUnauthenticated("/door"),
    ]);
    const use = {
      ...link, gatewayKey: link.key ?? endpoint.publicKeyFingerprint, isWall: Boolean(opened.scope),
      // The gateway accepts one commitment, so that another try has to be with the same nonce.
      nonce: newNonce(),
    };
    show(otherKey(endpoint, link), invitation(opened, client, use, { show, enter }));
  } catch (error) {
    show(isFinal(error) ? over(error) : problemNotice(error, () => ask(show, link, enter)));
  }
}

function invitation(opened, client, use, { show, enter }) {
  const hasNumber = opened.admission === "number";
  const number = field({
    name: "number", label: t("invited.number"), help: t("invited.numberHelp"), inputmode: "numeric",
    autocomplete: "one-time-code", maxlength: 11,
    check: (text) => (/^\d{6}$/.test(text.replace(/[ -]/g, "")) ? null : t("invited.sixDigits")),
  });
  const title = t(opened.inviter ? "invited.title" : "invited.titleHome", opened);
  return el("section.card", {}, el("h2", {}, title),
    el("p", {}, t("invited.as", opened)),
    el("p.muted", {}, t("invited.until", { time: moment(opened.expiresAt) })),
    form([hasNumber && number, clientField(), !use.isWall && noticeOfForm()].filter(Boolean), {
      verb: t("invited.verb"),
      submit: (values) => (hasNumber
        ? enterNumber(client, use, values, enter) : beginComparison(client, use, values, { show, enter })),
    }));
}

/** Stores the key before the number is sent: when the response is lost, only this key gets the tokens again. */
async function enterNumber(client, { code, secret, gatewayKey, isWall }, { number, clientName }, enter) {
  const invited = { id: code, secret, gatewayKey, clientName, number };
  const identity = { ...client.identity, pairing: "invitation", invited, isWall, notice: noticeVersion };
  await saveIdentity(identity);
  try {
    await sendNumber(identity);
  } catch (error) {
    if (error.code === "wrongNumber") await deleteIdentity(identity.id);
    throw error;
  }
  await enter(await storedIdentity(identity.id));
}

const sendNumber = (identity) => step(identity, async (client, { id, secret, number, clientName }) => {
  const tokens = await client.request("POST", `/invitations/${id}/number`, { secret, number, clientName });
  await client.storeTokens(tokens, { invited: undefined });
});

/** Sends the number again after a reload, because the response may have been lost. */
async function resume(show, waiting, enter) {
  show(el("p.muted", { role: "status" }, t("invited.reading")));
  const { id: code, secret, gatewayKey } = waiting.invited;
  try {
    await sendNumber(waiting);
    const known = await storedIdentity(waiting.id);
    if (known) await enter(known);
    else show(over());
  } catch (error) {
    if (error.code === "wrongNumber") {
      await deleteIdentity(waiting.id);
      ask(show, { code, secret, key: gatewayKey }, enter);
    } else show(isFinal(error) ? over(error) : problemNotice(error, () => resume(show, waiting, enter)));
  }
}

/** Stores key and nonce before anything is sent, so that a reload goes on with the same ones. */
async function beginComparison(client, { code, secret, gatewayKey, isWall, nonce }, { clientName }, { show, enter }) {
  const invited = { id: code, secret, gatewayKey, clientName, nonce };
  const identity = { ...client.identity, pairing: "invitation", invited, isWall, notice: noticeVersion };
  await saveIdentity(identity);
  // A gateway that cannot be reached now may have received it: the next view repeats it with the same values.
  await commit(identity).catch((error) => { if (!(error instanceof Unreachable)) throw error; });
  compare(show, identity, enter);
}

/** Sends the commitment, and then the nonce. Both can be repeated. */
const commit = (identity) => step(identity, async (client, invited) => {
  const { id, secret, clientName, nonce } = invited;
  if (invited.isRevealed) return;
  const content = { secret, clientName, commitment: await commitment(nonce, await thumbprint(client.identity.jwk)) };
  const answer = await client.request("POST", `/invitations/${id}/commitment`, content);
  await updateIdentity(client.identity.id, { invited: { ...invited, gateway: answer.nonce } });
  await client.request("POST", `/invitations/${id}/reveal`, { nonce });
  await updateIdentity(client.identity.id, { invited: { ...invited, gateway: answer.nonce, isRevealed: true } });
});

const finalCodes = ["wrongInvitation", "invitationUsed", "lastNumber"];

/** Whether the gateway says that this key never comes in by this invitation. After every other error it still may. */
const isFinal = (error) => error instanceof Problem && (error.status === 404 || finalCodes.includes(error.code));

/** Runs `act` with the stored identity while it waits to come in, in one tab at a time. Deletes a key that never comes
 *  in. */
function step(identity, act) {
  return navigator.locks.request(`tomte-invitation-${identity.invited.id}`, async () => {
    const mine = await storedIdentity(identity.id);
    if (!mine?.pairing) return;
    try {
      await act(new Client(mine), mine.invited);
    } catch (error) {
      if (isFinal(error)) await deleteIdentity(mine.id);
      throw error;
    }
  });
}

/** Shows the digits until the client is approved, or another view is shown. */
async function compare(show, identity, enter) {
  const note = el("p.muted", { role: "status" }, t("invited.waiting"));
  const stop = async () => { await deleteIdentity(identity.id); location.reload(); };
  const print = el("p.thumbprint.numerals");
  show(el("section.card", {}, el("h2", {}, t("invited.compare")), el("p", {}, t("invited.compareHelp")), print, note,
    el("div.actions", {}, el("button.button", { type: "button", on: { click: stop } }, t("dialog.cancel")))));
  // The caller puts the view into the page after the first round has begun.
  do {
    try {
      await commit(identity);
      const committed = await storedIdentity(identity.id);
      if (committed?.pairing) write(print, groupedDigits(await digitsOf(committed)));
      await fetchSession(identity);
      const known = await storedIdentity(identity.id);
      if (!known) return show(over());
      if (!known.pairing) return enter(known);
      write(note, t("invited.waiting"));
    } catch (error) {
      if (isFinal(error)) return show(over(error));
      write(note, problemText(error));
    }
    await new Promise((resolve) => { setTimeout(resolve, pollMilliseconds); });
  } while (note.isConnected);
}

const digitsOf = async ({ jwk, invited: { id, nonce, gateway, gatewayKey } }) =>
  pairingDigits({ invitation: id, client: nonce, gateway, key: await thumbprint(jwk), gatewayKey });

/** Fetches the session once the client is approved. */
const fetchSession = (identity) => step(identity, async (client, { id }) => {
  const answer = await client.request("POST", `/invitations/${id}/session`);
  if (answer) await client.storeTokens(answer, { invited: undefined });
});

/** Why the invitation is over; a 404 says no more than that. */
const over = (error) => [
  el("p.notice.warn", { role: "alert" },
    finalCodes.includes(error?.code) ? problemText(error) : t("problem.wrongInvitation")),
  el("a.button", { href: "/" }, t("pair.back")),
];

/** A warning when the gateway's key differs from the one in the link: another machine may answer in its place. */
const otherKey = (endpoint, { key }) => key && endpoint.publicKeyFingerprint && key !== endpoint.publicKeyFingerprint
  && el("p.notice.danger", { role: "alert" }, t("certificate.differs"));
