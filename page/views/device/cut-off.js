// The notice that a device is cut off, until it has connected with a new certificate.

import { isOffline } from "../../home/device.js";
import { el, icon } from "../../core/dom.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";

/** Returns `{ element, update() }`. The element is hidden unless the device is offline and the plan of new keys says why, to
 *  a person who may see that and do something about it. */
export function cutOffNotice({ client, store }, id) {
  const element = el("div", { hidden: true });
  const mayKnow = store.may("manageMaintenance") && store.may("addDevices");
  let wasOffline = false;

  async function ask() {
    const plan = await client.request("GET", "/key-rotation").catch(() => null);
    const item = plan?.items.find(({ isCutOff, devices }) => isCutOff && devices?.includes(id));
    if (!item || !wasOffline) return;
    element.hidden = false;
    element.replaceChildren(el("p.notice.warn", {}, icon("warning"), el("span", {}, t(item.isIssued ? "device.cutOffWaiting" : "device.cutOff")),
      el("a.button", { href: address("settings", "devices", { setUp: item.id }) }, t("incident.holds.setUp"))));
  }

  function update() {
    const isNow = isOffline(store.devices.get(id)?.availability);
    if (!isNow) element.hidden = true;
    if (isNow && !wasOffline && mayKnow) ask();
    wasOffline = isNow;
  }

  update();
  return { element, update };
}
