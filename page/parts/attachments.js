// The photographs and manuals of an appliance, or the photographs of an entry of the service history: thumbnails with a
// viewer, files to save, and buttons that add some from the camera or from files.

import { el, icon, toggle, write } from "../core/dom.js";
import { bytes, day } from "../core/format.js";
import { loadLastingStylesheet } from "../core/load-stylesheets.js";
import { t } from "../core/text.js";
import { PictureCache } from "./attachment-pictures.js";
import { UploadList } from "./attachment-upload.js";
import { viewPhotos } from "./attachment-viewer.js";
import { confirmed, dialog } from "./dialog.js";
import { saveBlob } from "./download.js";
import { problemNotice, problemText } from "./problem.js";
import { reconcileList } from "./reconcile-list.js";
import { toast } from "./toast.js";

/** On phones the browser turns a HEIC picture of its library into JPEG, because HEIC is not in this list. The gateway also
 *  takes HEIC files that people choose all the same. */
export const photoTypes = "image/jpeg,image/png,image/webp";

/** `{ element, close() }`. `owner` is `{ appliance }` or `{ serviceEntry }`, with an id. */
export function attachmentStrip(context, { owner }) {
  loadLastingStylesheet("attachments");
  return new AttachmentStrip(context, owner);
}

/** The photographs of an entry of the service history, in a dialog, which adds `files` to them, and closes when all of these
 *  are stored. While one is being sent, only the button closes it. */
export async function photosDialog(context, { id, title }, files = []) {
  const strip = attachmentStrip(context, { owner: { serviceEntry: id } });
  const mayClose = async () => !strip.openUploads
    || confirmed(t("attachments.stopTitle"), t("attachments.stopHelp"), t("attachments.stop"));
  await dialog(title, (close) => {
    if (files.length) strip.addPhotos(files).then(() => { if (strip.isSettled) close(null); });
    return [
      strip.element,
      el("div.actions", {}, el("button.button", {
        type: "button", on: { click: async () => { if (await mayClose()) close(null); } },
      }, t("dialog.close"))),
    ];
  }, { isHeld: () => strip.openUploads > 0 });
  strip.close();
}

class AttachmentStrip {
  #context;
  #owner;
  #all = [];
  #list = el("ul.attachments");
  #content = el("div.attachment-content");
  #status = el("p.visually-hidden", { role: "status" });
  #uploads;
  #pictures;
  #isClosed = false;
  /** Thumbnails that are shown stay when others are added or removed. */
  #showItems = reconcileList(this.#list, (item) => el("li.attachment", {}, this.#item(item)));

  constructor(context, owner) {
    this.#context = context;
    this.#owner = owner;
    this.#pictures = new PictureCache(context.client);
    this.#uploads = new UploadList(context.client, {
      added: (item) => this.#add(item), dismissed: () => this.#focusOnButton(),
    });
    const id = `attachments-${owner.appliance ?? owner.serviceEntry}`;
    this.element = el("section.card.attachment-card", { "aria-labelledby": id },
      el("header.view-head", {}, el("h2", { id }, t(owner.appliance ? "attachments.title" : "attachments.photos")),
        el("div.actions", {}, this.#buttons())),
      this.#uploads.element, this.#status, this.#content);
    this.#read();
  }

  /** The number of files that are being sent, or wait for it. */
  get openUploads() { return this.#uploads.openCount; }

  /** Whether nothing is being sent, and nothing has failed. */
  get isSettled() { return this.#uploads.isEmpty; }

  /** Sends pictures that a person has chosen. Resolves when each one is stored, has failed, or was cancelled. */
  addPhotos(files) { return this.#uploads.send(files, { kind: "photo", query: this.#query }); }

  /** Ends the uploads, and says so. */
  close() {
    const count = this.openUploads;
    this.#isClosed = true;
    this.#pictures.close();
    this.#uploads.close();
    if (count) toast(t("attachments.stopped", { count }), { tone: "warn" });
  }

  get #query() { return new URLSearchParams(this.#owner).toString(); }

  #buttons() {
    const pick = (kind, picture, words, attributes) => {
      const input = el("input", { type: "file", hidden: true, ...attributes });
      input.addEventListener("change", () => {
        const files = [...input.files];
        input.value = "";
        this.#uploads.send(files, { kind, query: this.#query });
      });
      const button = el("button.button", { type: "button", on: { click: () => input.click() } }, icon(picture), t(words));
      return [button, input];
    };
    const photo = { accept: photoTypes, multiple: true };
    return [
      pick("photo", "plus", "attachments.addPhoto", photo),
      matchMedia("(pointer: coarse)").matches
        && pick("photo", "camera", "attachments.takePhoto", { accept: photoTypes, capture: "environment" }),
      this.#owner.appliance
        && pick("manual", "plus", "attachments.addManual", { accept: "application/pdf" }),
    ];
  }

  async #read() {
    try {
      this.#all = await this.#context.client.request("GET", `/attachments?${this.#query}`);
    } catch (error) {
      if (!this.#isClosed) this.#content.replaceChildren(problemNotice(error, () => this.#read()));
      return;
    }
    if (!this.#isClosed) this.#show();
  }

  #show() {
    toggle(this.element, "is-empty", !this.#all.length);
    if (!this.#all.length) {
      const help = t(this.#owner.appliance ? "attachments.emptyHelp" : "attachments.emptyPhotosHelp");
      this.#content.replaceChildren(el("p.muted", {}, help));
      return;
    }
    this.#showItems(this.#all);
    if (this.#list.parentNode !== this.#content) this.#content.replaceChildren(this.#list);
  }

  #add(item) {
    this.#all = [...this.#all.filter(({ id }) => id !== item.id), item];
    if (this.#isClosed) return;
    this.#show();
    write(this.#status, t("attachments.added", { name: nameOf(item) }));
  }

  /** What had the focus is gone. */
  #focusOnButton() { this.element.querySelector(".view-head button")?.focus(); }

  #item(item) {
    const isPhoto = item.kind === "photo";
    const name = nameOf(item);
    const open = () => (isPhoto ? this.#view(item) : this.#save(item));
    const face = isPhoto && item.state === "intact" ? this.#thumbnail(item) : el("span.attachment-file", {},
      icon(item.state === "intact" ? "file" : "warning"));
    return [
      el("button.attachment-open", {
        type: "button", disabled: item.state !== "intact", on: { click: open },
        "aria-label": t(isPhoto ? "attachments.show" : "attachments.saveManual", { name }),
      }, face),
      el("div.attachment-words", {}, el("span.attachment-name", {}, name),
        el("span.muted.attachment-facts", {}, item.state === "intact"
          ? [item.title && day(item.addedAt), bytes(item.bytes)].filter(Boolean).join(" · ") : t(`attachments.${item.state}`))),
      el("button.icon-button", {
        type: "button", "aria-label": t("attachments.removeOne", { name }), on: { click: () => this.#remove(item) },
      }, icon("trash")),
    ];
  }

  #thumbnail(item) {
    const image = el("img.attachment-thumbnail", { alt: altOf(item), width: item.width, height: item.height });
    this.#pictures.show(image, item.id, "thumbnail");
    return image;
  }

  #view(item) {
    const photos = this.#all.filter(({ kind, state }) => kind === "photo" && state === "intact");
    viewPhotos(this.#context.client, photos, photos.indexOf(item), {
      words: (photo) => ({ name: nameOf(photo), alt: altOf(photo) }), save: (photo) => this.#save(photo),
    });
  }

  async #save(item) {
    try {
      const response = await this.#context.client.stream("GET", `/attachments/${item.id}/content`, undefined, {
        signal: AbortSignal.timeout(120_000),
      });
      saveBlob(item.kind === "photo" ? `photo-${item.id}.jpg` : `manual-${item.id}.pdf`, await response.blob());
    } catch (error) {
      toast(problemText(error), { tone: "danger" });
      this.#read();
    }
  }

  async #remove(item) {
    const name = nameOf(item);
    const words = item.kind === "photo" ? "attachments.removePhotoHelp" : "attachments.removeManualHelp";
    if (!await confirmed(t("attachments.removeTitle", { name }), t(words), t("attachments.remove"))) return;
    this.#uploads.removeRefused();
    try {
      await this.#context.client.request("DELETE", `/attachments/${item.id}`);
      toast(t("attachments.removed", { name }));
    } catch (error) {
      if (error.code !== "notFound") toast(problemText(error), { tone: "danger" });
    }
    await this.#read();
    this.#focusOnButton();
  }
}

const nameOf = (item) => item.title ?? t(`attachments.kind.${item.kind}`, { day: day(item.addedAt) });
const altOf = (item) => (item.title ? t("attachments.alt", { name: item.title }) : t("attachments.altUntitled", { day: day(item.addedAt) }));
