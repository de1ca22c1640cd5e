// DPoP proofs, which show that a request comes from the owner of a key: RFC 9449, with the digest of the body in the
// form of RFC 9530.

import { base64, base64url, sha256 } from "./keys.js";

/** A signed proof for one request. `token` and `nonce` are left out when there are none. */
export async function createProof(identity, { method, url, token, body, nonce }) {
  const header = { typ: "dpop+jwt", alg: "ES256", jwk: identity.jwk };
  const claims = { jti: crypto.randomUUID(), htm: method, htu: url, iat: Math.floor(Date.now() / 1000) };
  if (nonce) claims.nonce = nonce;
  if (token) claims.ath = base64url(await sha256(token));
  if (body) claims["content-digest"] = `sha-256=:${base64(await sha256(body))}:`;
  const text = [header, claims].map((part) => base64url(new TextEncoder().encode(JSON.stringify(part)))).join(".");
  const signature = await crypto.subtle.sign(
    { name: "ECDSA", hash: "SHA-256" }, identity.key, new TextEncoder().encode(text));
  return `${text}.${base64url(new Uint8Array(signature))}`;
}
