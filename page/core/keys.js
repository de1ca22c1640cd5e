// The identities of this browser in IndexedDB: for each person a key that never leaves the browser, and their tokens.

const algorithm = { name: "ECDSA", namedCurve: "P-256" };

let opened;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("tomte", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("identities", { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function transact(mode, act) {
  const transaction = (await database()).transaction("identities", mode);
  return new Promise((resolve, reject) => {
    const request = act(transaction.objectStore("identities"));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}

/** A new identity with a new key that belongs to no person yet. It is not stored. */
export async function newIdentity() {
  const pair = await crypto.subtle.generateKey(algorithm, false, ["sign"]);
  const { x, y } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  return { id: crypto.randomUUID(), key: pair.privateKey, jwk: { kty: "EC", crv: "P-256", x, y } };
}

/** All stored identities. */
export const identities = () => transact("readonly", (store) => store.getAll());
/** A stored identity; undefined when it no longer exists. */
export const storedIdentity = (id) => transact("readonly", (store) => store.get(id));
export const saveIdentity = (identity) => transact("readwrite", (store) => store.put(identity));
export const deleteIdentity = (id) => transact("readwrite", (store) => store.delete(id));

/** Changes an identity in one transaction, so that a change from another tab is not lost. Returns the changed identity;
 *  undefined when it no longer exists. */
export async function updateIdentity(id, values) {
  const transaction = (await database()).transaction("identities", "readwrite");
  const store = transaction.objectStore("identities");
  return new Promise((resolve, reject) => {
    let changed;
    store.get(id).onsuccess = (event) => {
      if (!event.target.result) return;
      changed = { ...event.target.result, ...values };
      store.put(changed);
    };
    transaction.oncomplete = () => resolve(changed);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}

/** The thumbprint of a public key (RFC 7638), which both screens show when a client is paired. */
export async function thumbprint({ crv, kty, x, y }) {
  return base64url(await sha256(JSON.stringify({ crv, kty, x, y })));
}

/** The SHA-256 digest of a text, as UTF-8, or of bytes. */
export async function sha256(text) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export function base64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

export function base64url(bytes) {
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
