// The route of the page: the address after `#/`. A code in the fragment never reaches a server, and is removed at once.

/** Addresses of views that have moved, and other words for a view. */
const moved = {
  __proto__: null,
  history: ["activity"], devices: ["settings", "devices"], found: ["settings", "devices"], health: ["settings", "health"],
  more: ["settings"],
};

/** `{ name, id, query }` of the address, such as `#/device/fridge?range=day`. */
export function currentRoute() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [word = "", last] = path.split("/").map(decoded);
  const [name, id = last] = moved[word] ?? [word];
  return { name: name || "home", id, query: new URLSearchParams(query) };
}

/** The part decoded; unchanged when it is not valid percent-encoding, as a typed address may be. */
function decoded(part) {
  try { return decodeURIComponent(part); } catch { return part; }
}

/** The address of a view, for a link. */
export function address(name, id, query) {
  const path = [name, id].filter((part) => part !== undefined).map(encodeURIComponent).join("/");
  return `#/${path}${query ? `?${new URLSearchParams(query)}` : ""}`;
}

/** Opens another view. */
export function go(name, id, query) { location.hash = address(name, id, query); }

/** Replaces the query of the address without an entry in the browser's history: for a filter or a range. */
export function replaceQuery(query) {
  const { name, id } = currentRoute();
  history.replaceState(null, "", address(name, id, query));
}

/** Returns the code of a link of the gateway, `#claim=…`, `#pair=…` or `#invite=…`, and removes it from the address;
 *  null without a code. */
export function consumeLinkCode() {
  const values = new URLSearchParams(location.hash.slice(1));
  const purpose = ["claim", "pair", "invite"].find((name) => values.has(name));
  if (!purpose) return null;
  history.replaceState(null, "", "#/");
  const [code, secret, until, key] = [purpose, "secret", "until", "key"].map((name) => values.get(name));
  return { purpose, code, secret, until, key };
}
