// The plan of a rotation of the home's keys: what must be set up again, before anything is done.

import { el, icon } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { t } from "../../core/text.js";
import { problemNotice } from "../../parts/problem.js";

/** An element that shows the plan as soon as it is read. */
export function keyPlan({ client }) {
  const element = el("div.key-plan", {}, el("p.loading", {}, t("incident.reading")));
  const show = ({ overlap, items }) => element.replaceChildren(
    el("p", {}, overlap ? t("incident.keys.overlap", { until: moment(overlap.endsAt) }) : t("incident.keys.before")),
    el("ul.rows", {}, items.map(row)));
  const read = () => client.request("GET", "/key-rotation")
    .then(show, (error) => element.replaceChildren(problemNotice(error, read)));
  read();
  return element;
}

/** `obstacle` is a sentence of the device's link, in English: why it refused new keys. */
const row = ({ name, id, effect, isDone, obstacle }) => el("li.row", {},
  isDone && icon("check"),
  el("span.row-words", {}, el("span.setting-name", {}, name ?? id),
    el("span.help", {}, isDone ? t("incident.keys.done") : t(`incident.keys.${effect}`)),
    obstacle && el("span.help", {}, obstacle)));
