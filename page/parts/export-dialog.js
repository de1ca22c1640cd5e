// The dialog that exports what the gateway keeps about a person: explanation, choice, progress, and the saved file.

import { Problem } from "../core/api.js";
import { el, write } from "../core/dom.js";
import { bytes } from "../core/format.js";
import { language, t } from "../core/text.js";
import { ArchiveScanner } from "../home/archive-scanner.js";
import { dialog } from "./dialog.js";
import { saveBlob } from "./download.js";
import { field, form } from "./form.js";
import { problemText } from "./problem.js";
import { toast } from "./toast.js";

/** So many bytes become one part of the file: browsers keep parts on the disk, and not in the memory of the page. */
const partBytes = 8 << 20;
const defaultName = "tomte-export.zip";

/** `person` is the one whose data is exported. Only the button to cancel closes the dialog of a running export, and ends
 *  it. */
export async function exportDialog(context, person) {
  const isOwn = person.id === context.store.home.person?.id;
  const end = new AbortController();
  let isRunning = false;
  const title = isOwn ? t("export.own") : t("export.title", person);
  const file = await dialog(title, (close) => {
    const readings = field({
      name: "includesReadings", label: t("export.readings"),
      help: isOwn ? t("export.ownReadingsHelp") : t("export.readingsHelp", person),
      control: el("input", { type: "checkbox" }),
    });
    const progress = progressBar();
    return [
      el("p.muted", {}, isOwn ? t("export.ownHelp") : t("export.help", person)),
      form([readings, progress.element], {
        verb: t("export.verb"), cancel: () => close(null), textOf: exportProblem,
        submit: async ({ includesReadings }) => {
          isRunning = true;
          const content = { person: person.id, includesReadings, times: "home", language: language() };
          try {
            const response = await context.withStepUp(
              () => {
                progress.begin(1);
                return context.client.stream("POST", "/privacy/exports", content, { signal: end.signal });
              }, title);
            if (!response) return;
            progress.begin(Number(response.headers.get("Tomte-Archive-Files")) || 1);
            close({ name: fileName(response), blob: await receive(response, progress) });
          } finally {
            isRunning = false;
            progress.end();
          }
        },
      }),
    ];
  }, { isHeld: () => isRunning });
  end.abort();
  if (!file) return;
  saveBlob(file.name, file.blob);
  toast(t("export.saved", { file: file.name }));
}

/** The archive. Throws `broken` when it has no end. */
async function receive(response, progress) {
  const scanner = new ArchiveScanner();
  const parts = [];
  let pieces = [];
  let size = 0;
  const keep = () => { parts.push(new Blob(pieces)); pieces = []; size = 0; };
  try {
    const reader = response.body.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      scanner.add(piece.value);
      pieces.push(piece.value);
      size += piece.value.length;
      if (size >= partBytes) keep();
      progress.show(scanner);
    }
  } catch (error) {
    // The person cancelled the export, or the connection broke.
    throw error.name === "AbortError" ? error : broken();
  }
  if (!scanner.isComplete) throw broken();
  keep();
  return new Blob(parts, { type: "application/zip" });
}

const broken = () => new Problem(0, { code: "exportBroken" });

/** Returns the message for a failed export. While another export runs, it must not ask the person to try again at once. */
function exportProblem(error) {
  if (error.code === "exportBroken") return t("export.broken");
  return error.code === "exportRunning" ? t("problem.exportRunning") : problemText(error);
}

/** The name that the gateway gives the file. It has only letters and digits of ASCII, `.` and `-`. */
const fileName = (response) =>
  /filename="([\w.-]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? defaultName;

/** A bar with the number of files and bytes below it. */
function progressBar() {
  const bar = el("progress", { max: 1, "aria-label": t("export.verb") });
  const text = el("p.help.numerals");
  const element = el("div.export-progress", { hidden: true }, bar, text);
  let count = 1;
  return {
    element,
    begin(files) {
      count = files;
      element.hidden = false;
      bar.removeAttribute("value");
      write(text, t("export.starting"));
    },
    show({ files, bytes: size }) {
      bar.value = Math.min(files / count, 1);
      write(text, t("export.progress", { done: files, count: Math.max(count, files), size: bytes(size) }));
    },
    end() { element.hidden = true; },
  };
}
