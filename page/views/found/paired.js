// The list of paired devices: how each of them is connected, and what can be done with its pairing.

import { el, icon } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { address } from "../../core/router.js";
import { list, t, tOrNull } from "../../core/text.js";
import { pairingProblem, pairingState, protocolOf } from "../../home/device-pairing.js";
import { iconOfCategory } from "../../home/found.js";
import { confirmed } from "../../parts/dialog.js";
import { details } from "../../parts/facts.js";
import { toast } from "../../parts/toast.js";
import { controllersDialog } from "./controllers.js";
import { lockPINDialog, lockPINWarning, locksOf } from "./lock-pin.js";
import { askingMilliseconds, identify } from "./pairing.js";
import { sharingDialog } from "./sharing.js";

const pathOf = ({ id }) => `/device-pairings/${encodeURIComponent(id)}`;

/** A card for a pairing; `changed()` is called after it was removed, and `pair(pairing)` pairs it again. */
export function pairedCard(context, pairing, { changed, pair }) {
  const { store } = context;
  const { name, state } = pairing;
  const protocol = protocolOf(pairing);
  const id = `paired-${pairing.id}`;
  const { text, lang, tone } = pairingState(pairing);
  const act = (key, style, click) => el(`button.button${style}`, {
    type: "button", "aria-describedby": id, on: { click },
  }, t(key));
  const isUsable = state === "paired" && !pairing.canBePairedAgain;
  const locks = isUsable ? locksOf(pairing) : [];
  const askPIN = (lock) => lockPINDialog(context, lock, { path: pathOf(pairing), changed });
  return el("li.found-card", {},
    el("span.found-icon", {}, icon(iconOfCategory(pairing.category) ?? protocol)),
    el("div.found-words", {},
      el("h3", { id }, name),
      el("p", {}, kindOf(pairing)),
      el(`p.pairing-state.${tone}`, { lang }, icon(tone === "ok" ? "check" : "warning"), el("span", {}, text)),
      locks.map(lockPINWarning).filter(Boolean).map((warning) =>
        el("p.pairing-state.warn", {}, icon("warning"), el("span", {}, warning)))),
    el("div.actions", {},
      pairing.canBePairedAgain && act("pairing.pairAgain", ".primary", () => pair(pairing)),
      isUsable && act("pairing.identify", "", () => identify(context, pathOf(pairing), { name, protocol })),
      isUsable && store.may("managePeople") && protocol === "matter" &&
        act("matter.share", "", () => sharingDialog(context, pairing, pathOf(pairing))),
      store.may("managePeople") && locks.map((lock) => (locks.length === 1
        ? act("lockPIN.verb", "", () => askPIN(lock))
        : el("button.button", { type: "button", on: { click: () => askPIN(lock) } }, t("lockPIN.title", { name: lock.name })))),
      isUsable && store.may("managePeople") &&
        act(`${protocol}.controllers`, "", () => controllersDialog(context, pairing, pathOf(pairing))),
      act(state === "removing" ? "pairing.discard" : "pairing.remove", ".risky", () => remove(context, pairing, changed))),
    details([
      [t("pairing.devices"), devicesOf(context, pairing)], [t("pairing.pairedAt"), moment(pairing.pairedAt)],
      [t("found.address"), pairing.address], [t("facts.id"), pairing.id],
    ]));
}

/** The model and the category; once, where a bridge calls itself “Bridge”. */
function kindOf({ model, category }) {
  const name = tOrNull(`found.category.${category}`);
  const isSame = model?.toLowerCase() === name?.toLowerCase();
  return [!isSame && model, name].filter(Boolean).join(" · ");
}

/** The devices of a pairing: links to the adopted ones, and the names of the others. Each of several shows where it is. */
function devicesOf(context, pairing) {
  const { devices } = pairing;
  if (!devices.length) return null;
  return el("ul.found-others", {}, devices.map(({ id, name, isAdopted }) => el("li", {},
    isAdopted ? el("a", { href: address("device", id) }, name) : `${name} (${t("pairing.notAdded")})`,
    devices.length > 1 && el("button.button.quiet", {
      type: "button", "aria-label": t("pairing.identifyNamed", { name }),
      on: { click: () => identify(context, `/devices/${encodeURIComponent(id)}`, { name, protocol: protocolOf(pairing) }) },
    }, t("pairing.identify")))));
}

/** Asks, and removes the pairing. Of one that is being removed already, only the keys are left. */
async function remove({ client }, pairing, changed) {
  const { name, state, devices } = pairing;
  const protocol = protocolOf(pairing);
  const adopted = devices.filter(({ isAdopted }) => isAdopted).map((device) => device.name);
  if (adopted.length) return toast(t("pairing.inUse", { devices: list(adopted) }), { tone: "warn" });
  const isDiscarding = state === "removing";
  const [title, text, verb] = isDiscarding
    ? [t("pairing.discardTitle", { name }), t(`${protocol}.discardHelp`), t("pairing.discard")]
    : [t("pairing.removeTitle", { name }), t(`${protocol}.removeHelp`), t("pairing.remove")];
  if (!await confirmed(title, text, verb)) return;
  try {
    const path = `${pathOf(pairing)}${isDiscarding ? "?discard=true" : ""}`;
    const kept = await client.request("DELETE", path, undefined, { milliseconds: askingMilliseconds });
    if (kept) toast(t("pairing.kept", { name }), { tone: "warn" });
    else toast(t("pairing.removed", { name }));
    await changed();
  } catch (error) {
    toast(pairingProblem(error, protocol), { tone: "danger" });
  }
}
