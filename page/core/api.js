// The gateway's API as one person's client uses it: every request is signed, tokens are renewed before they end.

import { hearTime } from "./clock.js";
import { change, identity as kept } from "./keys.js";
import { proof } from "./proof.js";

const prefix = "/api/v1";
const renewalMilliseconds = 5 * 60 * 1000;

/** An answer that takes longer is none. */
const answerMilliseconds = 20_000;

/** What the gateway answered instead of doing it. `code` is for programs, `detail` for people. */
export class Problem extends Error {
  constructor(status, body = {}) {
    super(body.detail ?? `status ${status}`);
    Object.assign(this, { status, code: body.code ?? "unknown", detail: body.detail ?? "", field: body.field });
    Object.assign(this, { stepUp: body.stepUp, requestID: body.requestID, retryAfter: body.retryAfter });
  }
}

/** The gateway cannot be reached. */
export class Unreachable extends Error {}

/** Nonces are the gateway's, not a person's. Any answer brings one. */
let nonce;
let firstNonce;

/** The first proof of a page needs one too; asking for it is no mistake, which a proof without it would be. */
async function needNonce() {
  if (nonce) return;
  firstNonce ??= askOpen("/health").finally(() => { firstNonce = undefined; });
  await firstNonce;
}

/** An answer of an address that asks for nobody. */
export async function askOpen(path) {
  return body(await reach(prefix + path, { headers: {}, signal: AbortSignal.timeout(answerMilliseconds) }));
}

export class Client {
  /** `identity` is one of `keys.js`; `onEnd` is called once when the gateway knows it no more. */
  constructor(identity, { onEnd = () => {} } = {}) {
    this.identity = identity;
    this.onEnd = onEnd;
  }

  /** The answer's JSON; null where it has no content. Throws `Problem` and `Unreachable`. */
  async ask(method, path, content, { milliseconds } = {}) {
    return body(await this.send(method, path, { content, milliseconds }));
  }

  /** The answer itself, for headers; for a stream with a `signal`, which then is what ends it. */
  async send(method, path, { content, headers = {}, signal, milliseconds = answerMilliseconds } = {}) {
    const text = content === undefined ? undefined : JSON.stringify(content);
    const end = () => signal ?? AbortSignal.timeout(milliseconds);
    await this.renew(Date.now() + renewalMilliseconds);
    const { access } = this.identity;
    const response = await this.#signed(method, path, text, headers, end());
    if (!await this.#isTurnedAway(response)) return response;
    await this.renew(Infinity);
    // A gateway that is too busy to renew says nothing about the person.
    if (this.identity.access === access) return response;
    const second = await this.#signed(method, path, text, headers, end());
    if (await this.#isTurnedAway(second)) this.onEnd();
    return second;
  }

  /** Takes tokens from a pairing, a claim or a refresh. */
  async take(session, more = {}) {
    const values = {
      ...more, client: session.client, person: session.person, access: session.accessToken,
      accessUntil: Date.now() + session.expiresInSeconds * 1000, refresh: session.refreshToken, pairing: undefined,
    };
    this.identity = await change(this.identity.id, values) ?? { ...this.identity, ...values };
  }

  /** New tokens, unless those there are good until `time`. One tab at a time: a refresh token is good once. */
  async renew(time) {
    if (!this.identity.refresh || this.identity.accessUntil > time) return;
    const before = this.identity.access;
    await navigator.locks.request(`tomte-renewal-${this.identity.id}`, async () => {
      this.identity = await kept(this.identity.id) ?? this.identity;
      if (this.identity.access !== before && this.identity.accessUntil > Date.now()) return;
      const content = JSON.stringify({ refreshToken: this.identity.refresh });
      const end = AbortSignal.timeout(answerMilliseconds);
      const response = await this.#signed("POST", "/sessions/refresh", content, {}, end, { token: null });
      if (response.ok) return this.take(await body(response));
      if (await this.#isTurnedAway(response)) this.onEnd();
    });
  }

  async #signed(method, path, text, headers, signal, { token = this.identity.access } = {}) {
    const url = `${location.origin}${prefix}${path}`;
    await needNonce();
    for (let attempt = 0; ; attempt += 1) {
      const signed = { ...headers, DPoP: await proof(this.identity, { method, url, token, body: text, nonce }) };
      if (token) signed.Authorization = `DPoP ${token}`;
      if (text !== undefined) signed["Content-Type"] = "application/json";
      const response = await reach(url, { method, headers: signed, body: text, signal });
      if (response.status !== 401 || attempt > 1 || await code(response) !== "useNonce") return response;
    }
  }

  async #isTurnedAway(response) {
    if (response.status !== 401 || !this.identity.refresh) return false;
    return await code(response) === "unauthenticated";
  }
}

async function reach(url, options) {
  try {
    const response = await fetch(url, { cache: "no-store", credentials: "omit", ...options });
    nonce = response.headers.get("DPoP-Nonce") ?? nonce;
    hearTime(response.headers.get("Date"));
    return response;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable(error.message);
  }
}

async function code(response) {
  return (await response.clone().json().catch(() => ({}))).code;
}

async function body(response) {
  const isJSON = (response.headers.get("Content-Type") ?? "").includes("json");
  const content = isJSON ? await whole(response) : null;
  if (response.ok) return content;
  throw new Problem(response.status, { ...content, retryAfter: Number(response.headers.get("Retry-After")) || undefined });
}

/** What was cut off on its way says nothing. */
async function whole(response) {
  try {
    return await response.json();
  } catch (error) {
    throw new Unreachable(error.message);
  }
}
