// Uploads files one after another, each with its progress and a button that cancels it.

import { el, write } from "../core/dom.js";
import { t } from "../core/text.js";
import { problemText } from "./problem.js";

/** The limit of the gateway, so that a file that it refuses is not sent first. */
const maximumBytes = 20_000_000;
const titleLength = 100;

/** `place` shows the files that wait or fail; `added(item)` is called for each one that the gateway has stored. */
export async function uploadFiles(client, files, { kind, query, place, added, isClosed }) {
  const rows = files.map((file) => new UploadRow(file));
  place.append(...rows.map(({ element }) => element));
  for (const row of rows) {
    if (isClosed() || row.isCancelled) continue;
    const item = await row.run(client, { kind, query });
    if (item) added(item);
  }
}

class UploadRow {
  #file;
  #end = new AbortController();
  #bar = el("progress", { max: 1, value: 0 });
  #words = el("p.attachment-upload-words", { role: "status" });
  #cancel;

  constructor(file) {
    this.#file = file;
    this.#bar.setAttribute("aria-label", t("attachments.uploading", { name: file.name }));
    this.#cancel = el("button.button", { type: "button", on: { click: () => this.cancel() } }, t("dialog.cancel"));
    this.element = el("div.attachment-upload", { on: { "tomte-cancel": () => this.cancel() } },
      this.#words, this.#bar, this.#cancel);
    write(this.#words, t("attachments.waiting", { name: file.name }));
  }

  get isCancelled() { return this.#end.signal.aborted; }

  cancel() {
    this.#end.abort();
    this.element.remove();
  }

  /** The stored attachment; null when the upload failed or was cancelled. */
  async run(client, { kind, query }) {
    const { name, size } = this.#file;
    if (size > maximumBytes) return this.#fail(t("problem.tooLarge"));
    write(this.#words, t("attachments.uploading", { name }));
    // Random, so that a repeated request stores nothing twice.
    const id = crypto.randomUUID().replaceAll("-", "");
    const title = kind === "manual" ? `&title=${encodeURIComponent(name.replace(/\.pdf$/i, "").slice(0, titleLength))}` : "";
    try {
      const content = await this.#file.arrayBuffer();
      const item = await client.upload(`/attachments/${id}?${query}&kind=${kind}${title}`, content, {
        signal: this.#end.signal, onProgress: (share) => this.#show(share, name),
      });
      this.element.remove();
      return item;
    } catch (error) {
      return error.name === "AbortError" ? null : this.#fail(problemText(error));
    }
  }

  #show(share, name) {
    this.#bar.value = share;
    // The gateway converts the picture after it has arrived.
    if (share >= 1) {
      this.#bar.removeAttribute("value");
      write(this.#words, t("attachments.storing", { name }));
    }
  }

  #fail(text) {
    this.#bar.remove();
    this.#words.setAttribute("role", "alert");
    this.element.classList.add("is-failed");
    write(this.#words, t("attachments.failed", { name: this.#file.name, why: text }));
    write(this.#cancel, t("attachments.dismiss"));
    return null;
  }
}
