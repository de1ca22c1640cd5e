// The appliances to which a device belongs, for people who may maintain the home.

import { el, icon } from "../../core/dom.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { applianceIcon } from "../../home/device.js";
import { upkeepOf, upkeepOfDevice } from "../../home/upkeep.js";

/** An element that is hidden until an appliance was found. */
export function applianceLinks(context, id) {
  const { session, store } = context;
  const rows = el("ul.rows");
  const element = el("section.device-appliances", { "aria-labelledby": "device-appliances", hidden: true },
    el("h2", { id: "device-appliances" }, t("device.appliances")), rows);
  if (session.isWall || !store.may("manageMaintenance")) return element;
  // A failure shows nothing: the appliances are in a view of their own.
  upkeepOf(context).then((upkeep) => {
    const own = upkeepOfDevice(upkeep, id).appliances;
    rows.replaceChildren(...own.map(({ id: appliance, name, part }) => el("li", {},
      el("a.row", { href: address("maintenance", appliance) }, icon(applianceIcon(name, store.devices.get(id), part)), el("span.row-words", {}, name)))));
    element.hidden = !own.length;
  }, () => {});
  return element;
}
