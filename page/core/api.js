// The client of the gateway's API: signs every request with a DPoP proof and renews tokens before they expire.

import { updateClockOffset } from "./clock.js";
import { storedIdentity, updateIdentity } from "./keys.js";
import { createProof } from "./dpop-proof.js";

const prefix = "/api/v1";
/** The level of the API that this page was made for: `APILevel.current` of the gateway. */
const apiLevel = "1";
const renewalMilliseconds = 5 * 60 * 1000;

/** A response that takes longer counts as `Unreachable`. */
const timeoutMilliseconds = 20_000;

/** A refusal of the gateway (RFC 9457). `code` is for programs, `detail` for people. */
export class Problem extends Error {
  constructor(status, body = {}) {
    super(body.detail ?? `status ${status}`);
    Object.assign(this, { status, code: body.code ?? "unknown", detail: body.detail ?? "", field: body.field });
    Object.assign(this, { reason: body.reason, stepUp: body.stepUp, requestID: body.requestID, retryAfter: body.retryAfter });
    this.triesLeft = body.triesLeft;
  }
}

/** The gateway cannot be reached. */
export class Unreachable extends Error {}

/** There was no connection to the gateway, so nothing was sent. */
export class NotSent extends Error {}

/** The latest DPoP nonce. Nonces belong to the gateway, not to a person; every response carries one. */
let nonce;
let firstNonce;

/** Fetches a nonce before the first proof: the gateway refuses a proof without a nonce (401). */
async function needNonce() {
  if (nonce) return;
  firstNonce ??= requestUnauthenticated("/health").finally(() => { firstNonce = undefined; });
  await firstNonce;
}

/** The JSON of a GET request that needs no authentication. Throws `Problem` and `Unreachable`. */
export async function requestUnauthenticated(path) {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  return jsonOrProblem(await fetchFromGateway(prefix + path, { headers: {}, signal }));
}

/** The client of one identity of this browser. */
export class Client {
  #onEnd;

  /** `identity` is one of `keys.js`; `onEnd` is called when the gateway no longer accepts it. */
  constructor(identity, { onEnd = () => {} } = {}) {
    this.identity = identity;
    this.#onEnd = onEnd;
  }

  /** Two requests may learn at the same time that the gateway no longer accepts the identity: it ends once. */
  #endIdentity() {
    const onEnd = this.#onEnd;
    this.#onEnd = () => {};
    onEnd();
  }

  /** The JSON of the response; null when it has no content. Throws `Problem` and `Unreachable`. */
  async request(method, path, content, { milliseconds, headers } = {}) {
    return jsonOrProblem(await this.send(method, path, { content, milliseconds, headers }));
  }

  /** The response itself, for callers that need its headers or its stream. With a `signal` only the signal ends the
   *  request, without one the timeout does. Throws `Unreachable`. */
  async send(method, path, { content, headers = {}, signal, milliseconds = timeoutMilliseconds } = {}) {
    const body = content === undefined ? undefined : JSON.stringify(content);
    return this.#sendBody(method, path, { body, headers, signal, milliseconds });
  }

  async #sendBody(method, path, { body, type, headers = {}, signal, milliseconds, transport }) {
    const end = () => signal ?? AbortSignal.timeout(milliseconds);
    const options = { type, transport };
    await this.renew(Date.now() + renewalMilliseconds);
    const { access } = this.identity;
    const response = await this.#signed(method, path, body, headers, end(), options);
    if (!await this.#isUnauthenticated(response)) return response;
    await this.renew(Infinity);
    // The renewal failed for another reason, such as a busy gateway: that does not mean that the client is revoked.
    if (this.identity.access === access) return response;
    const second = await this.#signed(method, path, body, headers, end(), options);
    if (await this.#isUnauthenticated(second)) this.#endIdentity();
    return second;
  }

  /** Uploads a file, and returns the JSON of the response. `onProgress(share)` is called with 0 to 1. Only the signal ends
   *  it. Throws `Problem`, `Unreachable` and an `AbortError`. */
  async upload(path, bytes, { signal, onProgress }) {
    const { sendWithProgress } = await import("./upload.js");
    // A fresh nonce, so that the file is not sent twice.
    await requestUnauthenticated("/health");
    const options = { body: bytes, type: "application/octet-stream", signal };
    return jsonOrProblem(await this.#sendBody("PUT", path, { ...options, transport: sendWithProgress(onProgress) }));
  }

  /** The response with a stream of any length, which only the signal ends. Throws `Problem` and `Unreachable`. */
  async stream(method, path, content, { headers, signal }) {
    const response = await this.send(method, path, { content, headers, signal });
    if (!response.ok) await jsonOrProblem(response);
    return response;
  }

  /** Stores the tokens that a pairing, a claim or a refresh returned, with the values of `more`. */
  async storeTokens(session, more = {}) {
    const values = {
      ...more, client: session.client, person: session.person, access: session.accessToken,
      accessUntil: Date.now() + session.expiresInSeconds * 1000, refresh: session.refreshToken, pairing: undefined,
    };
    this.identity = await updateIdentity(this.identity.id, values) ?? { ...this.identity, ...values };
  }

  /** Renews the tokens, unless the access token is valid until `time` (milliseconds since 1970). One tab at a time,
   *  because a refresh token can be used once. */
  async renew(time) {
    if (!this.identity.refresh || this.identity.accessUntil > time) return;
    const before = this.identity.access;
    await navigator.locks.request(`tomte-renewal-${this.identity.id}`, async () => {
      this.identity = await storedIdentity(this.identity.id) ?? this.identity;
      if (this.identity.access !== before && this.identity.accessUntil > Date.now()) return;
      const content = JSON.stringify({ refreshToken: this.identity.refresh });
      const end = AbortSignal.timeout(timeoutMilliseconds);
      const response = await this.#signed("POST", "/sessions/refresh", content, {}, end, { token: null });
      if (response.ok) return this.storeTokens(await jsonOrProblem(response));
      if (await this.#isUnauthenticated(response)) this.#endIdentity();
    });
  }

  /** `body` is a text or bytes of the media type `type`. */
  async #signed(method, path, body, headers, signal,
    { token = this.identity.access, type = "application/json", transport } = {}) {
    const url = `${location.origin}${prefix}${path}`;
    await needNonce();
    for (let attempt = 0; ; attempt += 1) {
      const signed = { ...headers, DPoP: await createProof(this.identity, { method, url, token, body, nonce }) };
      if (token) signed.Authorization = `DPoP ${token}`;
      if (body !== undefined) signed["Content-Type"] = type;
      const response = await fetchFromGateway(url, { method, headers: signed, body, signal }, transport);
      if (response.status !== 401 || attempt > 1 || await problemCode(response) !== "useNonce") return response;
    }
  }

  async #isUnauthenticated(response) {
    if (response.status !== 401 || !this.identity.refresh) return false;
    return await problemCode(response) === "unauthenticated";
  }
}

async function fetchFromGateway(url, options, transport = fetch) {
  try {
    const headers = { ...options.headers, "Tomte-API-Level": apiLevel };
    const response = await transport(url, { cache: "no-store", credentials: "omit", ...options, headers });
    nonce = response.headers.get("DPoP-Nonce") ?? nonce;
    updateClockOffset(response.headers.get("Date"));
    await reportIfTooOld(response);
    return response;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable(error.message);
  }
}

/** Tells the page when the gateway no longer supports it. */
async function reportIfTooOld(response) {
  if (response.status === 400 && await problemCode(response) === "clientTooOld") {
    window.dispatchEvent(new Event("tomte-client-too-old"));
  }
}

async function problemCode(response) {
  return (await response.clone().json().catch(() => ({}))).code;
}

async function jsonOrProblem(response) {
  const isJSON = (response.headers.get("Content-Type") ?? "").includes("json");
  const content = isJSON ? await parsedJSON(response) : null;
  if (response.ok) return content;
  const retryAfter = Number(response.headers.get("Retry-After")) || undefined;
  throw new Problem(response.status, { ...content, retryAfter });
}

/** The JSON of a response; one that was cut off counts as `Unreachable`. */
async function parsedJSON(response) {
  try {
    return await response.json();
  } catch (error) {
    throw new Unreachable(error.message);
  }
}
