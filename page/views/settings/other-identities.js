// The card of the other people who use this browser, each with a key of their own.

import { el, icon } from "../../core/dom.js";
import { byName } from "../../core/format.js";
import { identities } from "../../core/keys.js";
import { address } from "../../core/router.js";
import { t } from "../../core/text.js";
import { field, form } from "../../parts/form.js";

export async function otherIdentitiesCard({ session, enter }) {
  const known = (await identities()).filter(({ id, pairing }) => id !== session.identity.id && !pairing)
    .map((identity) => ({ ...identity, name: identity.name ?? identity.person }));
  return el("section.card", {}, el("h3", {}, t("settings.others")), el("p.muted", {}, t("settings.othersHelp")),
    known.length > 0 && el("ul.rows", {}, known.sort(byName).map((identity) => row(identity, enter))), invitation());
}

function row(identity, enter) {
  const change = async () => {
    history.replaceState(null, "", address("home"));
    await enter(identity);
  };
  return el("li", {}, el("button.row", { type: "button", on: { click: change } }, icon("person"),
    el("span.row-words", {}, el("span.setting-name", {}, identity.name),
      identity.role && el("span.help", {}, t(`people.role.${identity.role}`))),
    el("span.row-verb", {}, t("settings.switch"))));
}

/** A form for an invitation code. It sets the code as the fragment of the address, as a link does; then the welcome
 *  view opens. */
function invitation() {
  const code = field({
    name: "code", label: t("settings.invitation"), help: t("pair.codeHelp"), autocomplete: "one-time-code",
    autocapitalize: "characters", spellcheck: "false", maxlength: 40, required: true,
  });
  const element = form([code], {
    verb: t("settings.addPerson"),
    submit: ({ code: typed }) => {
      if (!typed.trim()) return code.input.focus();
      location.hash = `pair=${encodeURIComponent(typed.trim())}`;
    },
  });
  element.classList.add("one-line");
  return element;
}
