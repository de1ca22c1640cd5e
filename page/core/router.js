// Which room of the page is open: the address after `#/`. Codes in a fragment never reach a server, nor stay.

/** `{ name, id, query }` of the address: `#/device/fridge?range=day`. */
export function place() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [name = "", id] = path.split("/").map(decoded);
  return { name: name || "home", id, query: new URLSearchParams(query) };
}

/** Somebody may have typed it. */
function decoded(part) {
  try { return decodeURIComponent(part); } catch { return part; }
}

export function address(name, id, query) {
  const path = [name, id].filter((part) => part !== undefined).map(encodeURIComponent).join("/");
  return `#/${path}${query ? `?${new URLSearchParams(query)}` : ""}`;
}

export function go(name, id, query) { location.hash = address(name, id, query); }

/** Without a step in the history: a filter, a range. */
export function refine(query) {
  const { name, id } = place();
  history.replaceState(null, "", address(name, id, query));
}

/** The code of a link of the gateway's, `#claim=…` or `#pair=…`; taken out of the address at once. */
export function takeCode() {
  const values = new URLSearchParams(location.hash.slice(1));
  const purpose = ["claim", "pair"].find((name) => values.has(name));
  if (!purpose) return null;
  history.replaceState(null, "", "#/");
  return { purpose, code: values.get(purpose), until: values.get("until"), key: values.get("key") };
}
