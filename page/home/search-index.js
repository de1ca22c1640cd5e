// What the search finds: the devices, rooms, people and pages that this person may see.

import { languages, loadFirstMessages, loadSearchWords } from "../core/language.js";
import { address } from "../core/router.js";
import { language, t, tOrNull } from "../core/text.js";
import { kindName } from "../core/capabilities.js";
import { kind } from "../core/format.js";
import { appearance, applianceIcon, partName } from "./device.js";
import { isLamp } from "./lamps.js";
import { orderedRooms } from "./layout.js";
import { shownPages } from "./pages.js";
import { mayOpenSection, settingsSections } from "./settings-sections.js";
import { upkeepOf } from "./upkeep.js";

/** Pages below the main navigation: the name of the text, the view, and the permission. */
const morePages = [
  { name: "found", icon: "plus", route: ["settings", "devices"], permission: "addDevices" },
  { name: "health", icon: "health", route: ["settings", "health"], permission: "manageMaintenance" },
];
/** The sections of the settings that are pages of their own in the list above. */
const sectionsAsPages = ["devices", "health"];
const most = 10;
/** Letters that are no letter with a mark in Unicode, but are typed as another one. */
const alike = { ø: "o", æ: "ae", œ: "oe", ß: "ss", ł: "l", đ: "d", ı: "i" };

/** The text without case and diacritics: "Kök" is found as "kok". */
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
  .replace(/[øæœßłđı]/g, (letter) => alike[letter]);

/** An entry is `{ kind, name, place, words, topics, icon, href }`; `words` are further texts under which it is found,
 *  and `topics` say what it is. */
export function homeEntries(store) {
  const rooms = orderedRooms(store);
  return [
    ...rooms.flatMap((room) => room.devices.map((device) => deviceEntry(device, room))),
    ...rooms.filter(({ id }) => id !== null).map(roomEntry), ...pageEntries(store), ...settingEntries(store),
  ];
}

const deviceEntry = (device, room) => ({
  kind: "device", name: device.name, place: room.name, words: [], topics: topicsOf(device), icon: appearance(device.parts[0] ?? none, device.name).icon,
  href: address("device", device.id),
});
const none = { capabilities: [] };

/** What a device is and has: the names of its parts, of what they supply, and of their capabilities. */
const topicsOf = (device) => [...new Set(device.parts.flatMap((part) => [
  partName(part, device), part.purpose && tOrNull(`purpose.${part.purpose}`), isLamp(part) && t("purpose.light"),
  ...part.capabilities.map((capability) => kindName(kind(capability))),
]))].filter(Boolean);

const roomEntry = ({ id, name }) => ({ kind: "room", name, place: null, words: [], icon: "rooms", href: address("room", id) });

function pageEntries(store) {
  const below = morePages.filter(({ permission }) => store.may(permission));
  return [...shownPages(store), ...below].map(({ name, icon, route = [name] }) => ({
    kind: "page", key: `nav.${name}`, topic: `page.${name}`, name: t(`nav.${name}`), place: null, words: [], icon, href: address(...route),
  }));
}

/** The sections of the settings, and the price of electricity in the energy view. */
function settingEntries(store) {
  const sections = settingsSections.filter((one) => !sectionsAsPages.includes(one.name) && mayOpenSection(store, one));
  const place = t("nav.settings");
  const price = store.may("modifySettings") && store.may("viewEnergy") && {
    kind: "setting", topic: "setting.price", name: t("energy.price.title"), place: t("nav.energy"), words: [], icon: "energy",
    href: address("energy"),
  };
  return [...sections.map(({ name, icon, words = [] }) => ({
    kind: "setting", topic: `setting.${name}`, name: t(`settings.${name}`), place, words: [t(`settings.${name}Hint`), ...words.map((key) => t(key))], icon,
    href: address("settings", name),
  })), price].filter(Boolean);
}

/** The people of the home, for a person who manages them. */
export async function peopleEntries({ store, client }) {
  if (!store.may("managePeople")) return [];
  return (await client.request("GET", "/people")).map(({ id, name, role }) => ({
    kind: "person", name, place: t(`people.role.${role}`), words: [], icon: "person", href: address("people", id),
  }));
}

/** The appliances of the home and the maintenance tasks, for a person who may maintain it. */
export async function upkeepEntries(context) {
  const { store } = context;
  if (!store.may("manageMaintenance")) return [];
  const { appliances, tasks } = await upkeepOf(context);
  return [
    ...appliances.map(({ id, name, room, maker, model, device, part }) => ({
      kind: "appliance", name, place: room?.name ?? null, words: [maker, model].filter(Boolean),
      icon: applianceIcon(name, store.devices.get(device), part),
      href: address("maintenance", id),
    })),
    ...tasks.map(({ title, name, note, appliance, device }) => ({
      kind: "task", name: title, place: name, words: [note].filter(Boolean), icon: "wrench",
      href: appliance ? address("maintenance", appliance) : address("device", device),
    })),
  ];
}

/** Adds the names of the pages in the other languages, and further words of all languages: "stolen" finds the incidents. */
export async function addOtherWords(entries) {
  const tags = Object.keys(languages);
  for (const words of await Promise.all(tags.map(loadSearchWords))) {
    for (const entry of entries) if (words[entry.topic]) entry.words.push(...words[entry.topic].split(", "));
  }
  const others = tags.filter((tag) => tag !== language());
  for (const messages of await Promise.all(others.map(loadFirstMessages))) {
    for (const entry of entries) if (messages[entry.key]) entry.words.push(messages[entry.key]);
  }
}

/** The best entries for what was typed; without words the pages. */
export function found(entries, typed) {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (!words.length) return entries.filter(({ kind }) => kind === "page").slice(0, most);
  return entries.map((entry) => ({ entry, rank: rankOf(entry, words) })).filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank).slice(0, most).map(({ entry }) => entry);
}

/** Every word must be in the name, the room or another name of the entry, or say what it is. Names rank before rooms and
 *  these before topics, and beginnings of words before parts of words. */
function rankOf({ name, place, words: others, topics = [] }, words) {
  const texts = [[name, 0], ...others.map((other) => [other, 2]), ...(place ? [[place, 4]] : []), ...topics.map((one) => [one, 6])]
    .map(([text, rank]) => [folded(text), rank]);
  return words.reduce((sum, word) => sum + Math.min(...texts.map(([text, rank]) => rank + matchRank(text, word))), 0);
}

function matchRank(text, word) {
  if (text === word) return -1;
  if (text.startsWith(word)) return 0;
  if (text.split(/[^\p{L}\p{N}]+/u).some((one) => one.startsWith(word))) return 1;
  return word.length > 1 && text.includes(word) ? 8 : Infinity;
}
