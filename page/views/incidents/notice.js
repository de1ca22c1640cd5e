// The dialog with a draft of a notice to the people concerned. People change it, and send it themselves.

import { el, icon, write } from "../../core/dom.js";
import { moment } from "../../core/format.js";
import { language, t } from "../../core/text.js";
import { confirmed, dialog } from "../../parts/dialog.js";
import { saveFile } from "../../parts/download.js";
import { choice } from "../../parts/form.js";
import { problemText } from "../../parts/problem.js";
import { toast } from "../../parts/toast.js";

const languages = [["en", "English"], ["sv", "Svenska"]];

export async function openNotice({ client }, { id }) {
  let draft = "";
  let text;
  const isChanged = () => text.value !== draft;
  await dialog(t("incident.notice"), (close) => {
    text = el("textarea.input", { rows: 16, "aria-label": t("incident.notice") });
    const deadline = el("p.help");
    const mistake = el("p.mistake", { role: "alert" });
    const read = async (wanted) => {
      try {
        const notice = await client.request("GET", `/incidents/${id}/notice?language=${encodeURIComponent(wanted)}`);
        if (wanted !== select.input.value) return;
        text.value = notice.text;
        draft = text.value;
        write(deadline, t("incident.deadline", { time: moment(notice.reportBy) }));
        write(mistake, "");
      } catch (error) {
        write(mistake, problemText(error));
      }
    };
    let shown = languages.some(([one]) => one === language()) ? language() : "en";
    const select = choice({ name: "language", label: t("settings.language"), options: languages, value: shown });
    const mayDiscard = async () => !isChanged()
      || confirmed(t("incident.discardTitle"), t("incident.discardHelp"), t("incident.discard"));
    const save = () => {
      saveFile(`tomte-incident-${id}.txt`, text.value);
      draft = text.value;
    };
    // Where the browser does not permit copying, the text is selected, so that it can be copied with the keyboard.
    const copy = async () => {
      if (await navigator.clipboard?.writeText(text.value).then(() => true, () => false)) return toast(t("people.copied"));
      text.focus();
      text.select();
    };
    const share = () => navigator.share({ text: text.value }).catch(() => {});
    select.input.addEventListener("change", async () => {
      if (!await mayDiscard()) {
        select.input.value = shown;
        return;
      }
      shown = select.input.value;
      read(shown);
    });
    read(shown);
    return [
      el("p.muted", {}, t("incident.noticeHelp")), select.element, text, deadline, mistake,
      el("div.actions", {},
        el("button.button", { type: "button", on: { click: async () => { if (await mayDiscard()) close(); } } },
          t("dialog.close")),
        el("button.button", { type: "button", on: { click: copy } }, icon("copy"), t("people.copy")),
        navigator.share && el("button.button", { type: "button", on: { click: share } }, t("invite.share")),
        el("button.button.primary", { type: "button", on: { click: save } }, t("incident.save"))),
    ];
  }, { isHeld: () => isChanged() });
}
