// The root of a device, which is also its user name.

/** The root of a device, derived from its name: lower-case Latin letters, digits and hyphens, at most 58. */
export function rootOf(name) {
  const latin = name.normalize("NFKD").replace(/\p{Mn}/gu, "").toLowerCase()
    .replaceAll("ß", "ss").replaceAll("æ", "ae").replaceAll("ø", "o");
  return latin.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 58).replace(/-+$/, "");
}
