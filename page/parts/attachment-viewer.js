// Shows photographs one at a time in the whole window. The arrow keys go to the next one, and Escape closes the viewer.

import { el, icon, write } from "../core/dom.js";
import { t } from "../core/text.js";
import { PictureCache } from "./attachment-pictures.js";
import { dialog } from "./dialog.js";

/** `words(photo)` is `{ name, alt }`, and `save(photo)` saves it as a file. */
export async function viewPhotos(client, photos, first, { words, save }) {
  const pictures = new PictureCache(client);
  const stage = el("div.viewer-stage");
  const caption = el("p.viewer-caption", { "aria-live": "polite" });
  let index = first;

  function show() {
    const photo = photos[index];
    const { name, alt } = words(photo);
    // A new image, because one that arrives late must not replace the photograph that is shown now.
    const image = el("img.viewer-photo", { alt, width: photo.width, height: photo.height });
    stage.replaceChildren(image);
    pictures.show(image, photo.id, "content");
    write(caption, photos.length > 1
      ? t("attachments.position", { name, number: index + 1, count: photos.length }) : name);
  }

  function step(by) {
    index = (index + by + photos.length) % photos.length;
    show();
  }

  const keys = (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || photos.length < 2) return;
    event.preventDefault();
    step(by);
  };
  document.addEventListener("keydown", keys);
  show();
  const button = (picture, label, click, hidden = false) =>
    el("button.icon-button", { type: "button", "aria-label": label, hidden, on: { click } }, icon(picture));
  const isSingle = photos.length < 2;
  await dialog(t("attachments.viewer"), (close) => [
    stage, caption,
    el("div.actions.viewer-actions", {},
      button("back", t("attachments.previous"), () => step(-1), isSingle),
      button("forward", t("attachments.next"), () => step(1), isSingle),
      button("download", t("attachments.save"), () => save(photos[index])),
      el("button.button", { type: "button", autofocus: true, on: { click: () => close(null) } }, t("dialog.close"))),
  ]);
  document.removeEventListener("keydown", keys);
  pictures.close();
}
