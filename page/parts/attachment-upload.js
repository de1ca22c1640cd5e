// Uploads files one after another, each with its progress and a button that cancels it.

import { Problem } from "../core/api.js";
import { el, write } from "../core/dom.js";
import { t } from "../core/text.js";
import { problemText } from "./problem.js";

/** The limit of the gateway, so that a file that it refuses is not sent first. */
const maximumBytes = 20_000_000;
const titleLength = 100;
/** Statuses of refusals that are about the file itself, so that sending it again does not help. */
const finalStatuses = [400, 413, 415, 422];

/** The files that wait, are being sent, or failed; `element` shows them. `added(item)` is called for each one that the
 *  gateway has stored, and `dismissed()` after a person has cancelled one, or closed the message about one that failed. */
export class UploadList {
  element = el("div.attachment-progress");
  #client;
  #events;
  #rows = new Set();
  /** The browser asks before it closes the page. */
  #askBeforeUnload = (event) => event.preventDefault();

  constructor(client, events) {
    this.#client = client;
    this.#events = events;
  }

  /** The number of files that are not stored yet, and have not failed. */
  get openCount() { return [...this.#rows].filter(({ isOpen }) => isOpen).length; }

  /** Whether no file waits, is being sent, or has failed. */
  get isEmpty() { return !this.#rows.size; }

  /** Sends the files, one after the other. `query` says to what they belong. */
  async send(files, { kind, query }) {
    this.removeRefused();
    const rows = files.map((file) => new UploadRow(file, {
      send: (row) => this.#run(row, { kind, query }),
      end: (row) => { this.#remove(row); this.#events.dismissed(); },
    }));
    for (const row of rows) this.#rows.add(row);
    this.element.append(...rows.map(({ element }) => element));
    for (const row of rows) if (this.#rows.has(row)) await this.#run(row, { kind, query });
  }

  async #run(row, options) {
    window.addEventListener("beforeunload", this.#askBeforeUnload);
    const item = await row.run(this.#client, options);
    if (item) {
      this.#remove(row);
      this.#events.added(item);
    }
    if (!this.openCount) window.removeEventListener("beforeunload", this.#askBeforeUnload);
  }

  #remove(row) {
    this.#rows.delete(row);
    row.cancel();
  }

  /** Removes the messages about files that would be refused again: the person does something else now. */
  removeRefused() {
    for (const row of [...this.#rows]) if (row.isRefused) this.#remove(row);
  }

  /** Cancels all uploads. */
  close() {
    for (const row of this.#rows) row.cancel();
    this.#rows.clear();
    window.removeEventListener("beforeunload", this.#askBeforeUnload);
  }
}

class UploadRow {
  isOpen = true;
  /** Whether it failed, and would fail again. */
  isRefused = false;
  #file;
  #end = new AbortController();
  #bar = el("progress", { max: 1, value: 0 });
  #words = el("p.attachment-upload-words", { role: "status" });
  #again;
  #cancel;
  /** Random, so that a repeated request stores nothing twice. */
  #id = crypto.randomUUID().replaceAll("-", "");

  /** `send(row)` sends the file again, and `end(row)` removes the row. */
  constructor(file, { send, end }) {
    this.#file = file;
    this.#bar.setAttribute("aria-label", t("attachments.uploading", { name: file.name }));
    const button = (words, click) => el("button.button", { type: "button", on: { click } }, words);
    this.#again = button(t("problem.again"), () => { this.#cancel.focus(); send(this); });
    this.#again.hidden = true;
    this.#cancel = button(t("dialog.cancel"), () => end(this));
    this.element = el("div.attachment-upload", {},
      this.#words, this.#bar, el("div.actions", {}, this.#again, this.#cancel));
    write(this.#words, t("attachments.waiting", { name: file.name }));
  }

  cancel() {
    this.isOpen = false;
    this.#end.abort();
    this.element.remove();
  }

  /** The stored attachment; null when the upload failed or was cancelled. */
  async run(client, { kind, query }) {
    const { name, size } = this.#file;
    if (size > maximumBytes) return this.#fail(t("problem.tooLarge"), false);
    this.#begin();
    const title = kind === "manual" ? `&title=${encodeURIComponent(name.replace(/\.pdf$/i, "").slice(0, titleLength))}` : "";
    try {
      const content = await this.#file.arrayBuffer();
      return await client.upload(`/attachments/${this.#id}?${query}&kind=${kind}${title}`, content, {
        signal: this.#end.signal, onProgress: (share) => this.#show(share, name),
      });
    } catch (error) {
      if (error.name === "AbortError") return null;
      return this.#fail(problemText(error), !(error instanceof Problem && finalStatuses.includes(error.status)));
    }
  }

  #begin() {
    this.isOpen = true;
    this.isRefused = false;
    this.#bar.hidden = false;
    this.#bar.value = 0;
    this.#again.hidden = true;
    this.#words.setAttribute("role", "status");
    this.element.classList.remove("is-failed");
    write(this.#words, t("attachments.uploading", { name: this.#file.name }));
    write(this.#cancel, t("dialog.cancel"));
  }

  #show(share, name) {
    this.#bar.value = share;
    // The gateway converts the picture after it has arrived.
    if (share >= 1) {
      this.#bar.removeAttribute("value");
      write(this.#words, t("attachments.storing", { name }));
    }
  }

  #fail(text, mayTryAgain) {
    this.isOpen = false;
    this.isRefused = !mayTryAgain;
    this.#bar.hidden = true;
    this.#again.hidden = !mayTryAgain;
    this.#words.setAttribute("role", "alert");
    this.element.classList.add("is-failed");
    write(this.#words, t("attachments.failed", { name: this.#file.name, why: text }));
    write(this.#cancel, t("attachments.dismiss"));
    return null;
  }
}
