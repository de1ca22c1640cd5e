// Links to the views that do not fit on the bar of a phone.

import { el, icon } from "../core/dom.js";
import { address } from "../core/router.js";
import { t } from "../core/text.js";
import { permittedViews } from "../parts/shell.js";

export function open({ store }) {
  const links = permittedViews(store).rest.map(({ name, icon: picture }) =>
    el("li", {}, el("a.row", { href: address(name) }, icon(picture), el("span", {}, t(`nav.${name}`)))));
  return { element: el("section", {}, el("h1", {}, t("nav.more")), el("ul.rows", {}, links)), title: t("nav.more") };
}
