// The six digits that two people compare when a phone or browser is paired.
//
// The client first sends a hash of its nonce and key, the gateway answers with its own nonce, and only then the client
// reveals its nonce. So an attacker between the two cannot choose values that make both sides show the same digits.

import { base64url, sha256 } from "./keys.js";

export const newNonce = () => base64url(crypto.getRandomValues(new Uint8Array(16)));

/** What the client sends first. `key` is the thumbprint of its key. */
export const commitment = async (nonce, key) =>
  base64url(await sha256(["tomte pairing commitment 1", nonce, key].join("\n")));

/** The digits. `gatewayKey` is the fingerprint of the public key at which this client sees the gateway. */
export async function pairingDigits({ invitation, client, gateway, key, gatewayKey }) {
  const lines = ["tomte pairing digits 1", invitation, client, gateway, key, gatewayKey.toLowerCase()];
  const bytes = (await sha256(lines.join("\n"))).slice(0, 8);
  const number = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) % 1_000_000n;
  return String(number).padStart(6, "0");
}

/** Six digits in two groups, as people read them. */
export const groupedDigits = (digits) => `${digits.slice(0, 3)} ${digits.slice(3)}`;
