// Proofs that a request comes from who holds the key: RFC 9449, with the body's digest as RFC 9530 writes it.

import { base64, base64url, sha256 } from "./keys.js";

export async function proof(identity, { method, url, token, body, nonce }) {
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
