// Who uses this browser: a key that never leaves it and the tokens that go with it, one per person, in IndexedDB.

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

/** A new key of nobody yet. */
export async function newIdentity() {
  const pair = await crypto.subtle.generateKey(algorithm, false, ["sign"]);
  const { x, y } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  return { id: crypto.randomUUID(), key: pair.privateKey, jwk: { kty: "EC", crv: "P-256", x, y } };
}

export const identities = () => transact("readonly", (store) => store.getAll());
export const identity = (id) => transact("readonly", (store) => store.get(id));
export const keep = (identity) => transact("readwrite", (store) => store.put(identity));
export const forget = (id) => transact("readwrite", (store) => store.delete(id));

/** Changes one identity in one step, so that another tab's change is not lost; nothing when it is gone. */
export async function change(id, values) {
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

/** What both sides show when a client is let in. Source: RFC 7638. */
export async function thumbprint({ crv, kty, x, y }) {
  return base64url(await sha256(JSON.stringify({ crv, kty, x, y })));
}

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
