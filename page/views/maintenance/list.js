// The inventory: every appliance with its room and its warranty, and a field that searches in it.

import { el, icon } from "../../core/dom.js";
import { byName } from "../../core/format.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { applianceIcon } from "../../home/device.js";
import { emptyState } from "../../parts/empty-state.js";
import { livePart } from "../../parts/live-part.js";
import { replaceContents } from "../../parts/replace-contents.js";
import { productText, warrantyText } from "./appliance-text.js";
import { dueSection } from "./due.js";

export async function openList(context) {
  const due = await dueSection(context);
  const groups = el("div.appliance-groups");
  const inventory = el("div.appliance-inventory");
  let appliances = [];
  const noMatch = el("p.muted", { role: "status" });
  const search = el("input.input.appliance-search", {
    type: "search", "aria-label": t("maintenance.search"), placeholder: t("maintenance.search"), on: { input: show },
  });

  function show() {
    const found = appliances.filter((appliance) => matches(appliance, search.value));
    replaceContents(groups, ...roomGroups(context.store, found));
    noMatch.textContent = found.length ? "" : t("maintenance.noMatch");
  }

  const add = () => el("a.button.primary", { href: address("maintenance", undefined, { form: "new" }) },
    icon("plus"), t("maintenance.add"));
  const addFirst = add();
  const part = await livePart(context.store, "maintenance", {
    read: () => context.client.request("GET", "/appliances"),
    show: (found) => {
      appliances = found;
      addFirst.hidden = !found.length;
      // The field for the search keeps its words and the focus.
      const empty = () => emptyState("wrench", t("maintenance.none"), t("maintenance.noneHelp"), add());
      if (!found.length) inventory.replaceChildren(empty());
      else if (!inventory.contains(search)) inventory.replaceChildren(search, noMatch, groups);
      if (found.length) show();
    },
  });
  const link = (view, picture) => el("a.button", { href: address("maintenance", undefined, { show: view }) },
    icon(picture), t(`maintenance.${view}`));
  return {
    title: t("nav.maintenance"),
    element: el("section.maintenance", {},
      el("header.view-head", {}, el("h1", {}, t("nav.maintenance")),
        el("div.actions.upkeep-links", {},
          link("tasks", "list"), link("batteries", "battery"), link("history", "history"), addFirst)),
      due.element, inventory),
    close: () => {
      part.close();
      due.close();
    },
  };
}

/** Whether every typed word is in one of the texts of the appliance. */
function matches({ name, room, maker, model, serialNumber, deviceName, note }, typed) {
  const text = [name, room?.name, maker, model, serialNumber, deviceName, note].filter(Boolean).join(" ").toLocaleLowerCase();
  return typed.toLocaleLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** The appliances of each room, by name; those without a room come last. */
function roomGroups(store, appliances) {
  const rooms = Map.groupBy(appliances, ({ room }) => room?.id ?? "");
  const named = [...rooms].map(([id, own]) => ({ id, name: own[0].room?.name ?? t("home.noRoom"), own }));
  return named.sort((a, b) => Number(!a.id) - Number(!b.id) || byName(a, b)).map(({ id, name, own }) =>
    el("section.appliance-group", { "aria-labelledby": `appliances-${id}` },
      el("h2", { id: `appliances-${id}` }, name),
      el("ul.rows", {}, own.toSorted(byName).map((appliance) => applianceRow(store, appliance)))));
}

function applianceRow(store, appliance) {
  const words = [productText(appliance), warrantyText(appliance)].filter(Boolean).join(" · ");
  return el("li", {}, el("a.row.appliance-row", { href: address("maintenance", appliance.id) },
    icon(applianceIcon(appliance.name, store.devices.get(appliance.device), appliance.part)),
    el("span.row-words", {}, el("span.appliance-name", {}, appliance.name), el("span.help", {}, words)),
    icon("forward")));
}
