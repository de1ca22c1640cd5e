// Pictures that only a signed request can read: they are shown from the memory of the page, and freed when the part of the
// page that shows them closes.

import { el, icon } from "../core/dom.js";
import { t } from "../core/text.js";

/** The thumbnails and photographs of one list. */
export class PictureCache {
  #client;
  #addresses = new Map();
  #end = new AbortController();

  constructor(client) { this.#client = client; }

  /** Shows a picture in an image when it has arrived. A message takes the place of the image when it cannot be read. */
  async show(image, id, part) {
    try {
      const address = await this.#address(id, part);
      if (!this.#end.signal.aborted) image.src = address;
    } catch (error) {
      if (error.name !== "AbortError") image.replaceWith(unreadable());
    }
  }

  #address(id, part) {
    const key = `${id}/${part}`;
    if (!this.#addresses.has(key)) {
      const address = this.#read(key);
      this.#addresses.set(key, address);
      // A picture that could not be read is asked for again.
      address.catch(() => this.#addresses.delete(key));
    }
    return this.#addresses.get(key);
  }

  async #read(key) {
    const response = await this.#client.stream("GET", `/attachments/${key}`, undefined, { signal: this.#end.signal });
    return URL.createObjectURL(await response.blob());
  }

  /** Ends the requests, and frees the memory of all pictures. */
  close() {
    this.#end.abort();
    for (const address of this.#addresses.values()) address.then((url) => URL.revokeObjectURL(url), () => {});
    this.#addresses.clear();
  }
}

const unreadable = () => el("span.attachment-file", {}, icon("warning"), t("attachments.unreadable"));
