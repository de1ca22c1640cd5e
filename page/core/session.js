// One person at one browser: their client, their picture of the home, and what they hear of it.

import { Client } from "./api.js";
import { change, forget } from "./keys.js";
import { LiveEvents } from "./live.js";
import { Store } from "./store.js";

const pictureMilliseconds = 5 * 60_000;

/** A line that is cut and back at once, as when rights change, is not worth a word. */
const patienceMilliseconds = 2000;

/** Until a home that could not be read is read again. */
const readAgainMilliseconds = 5000;
const current = "tomte.current";

/** Who was here last: in this tab, else in this browser. */
export const currentID = () => sessionStorage.getItem(current) ?? localStorage.getItem(current);

export class Session {
  #events;
  #timer;
  #doubt = null;
  #readAgain = null;
  #isConnected = false;
  #isOver = false;
  #first = Promise.withResolvers();

  /** `onEnd` is called when the gateway knows this client no more. */
  constructor(identity, { onEnd }) {
    this.client = new Client(identity, { onEnd: () => this.#over(onEnd) });
    this.store = new Store(this.client, { unread: () => this.#unread() });
    this.#events = new LiveEvents(this.client, {
      take: (event) => this.store.apply(event),
      connected: (isConnected) => this.#connected(isConnected),
    });
  }

  get identity() { return this.client.identity; }

  /** A panel on a wall: whoever passes may use it, so it asks for no PIN. */
  get isWall() { return this.identity.isWall === true; }

  /** Shows what was known last at once, then what is; done when the home was read, or could not be. */
  async begin() {
    for (const storage of [sessionStorage, localStorage]) storage.setItem(current, this.identity.id);
    if (this.identity.picture) this.store.restore(this.identity.picture);
    this.#timer = setInterval(() => this.keepPicture(), pictureMilliseconds);
    document.addEventListener("visibilitychange", this.#look);
    window.addEventListener("online", this.#look);
    this.#events.run();
    await this.#first.promise;
    this.keepPicture();
  }

  /** Nothing more is heard; the key stays. */
  end() {
    this.#isOver = true;
    this.#events.stop();
    this.#first.resolve();
    clearInterval(this.#timer);
    clearTimeout(this.#doubt);
    clearTimeout(this.#readAgain);
    document.removeEventListener("visibilitychange", this.#look);
    window.removeEventListener("online", this.#look);
  }

  /** Signs out: the gateway forgets the client, this browser its key, also when the gateway is away. */
  async signOut() {
    this.end();
    try {
      await this.client.ask("DELETE", "/sessions/current");
    } finally {
      await this.forget();
    }
  }

  /** Keeps something about this person in this browser, until they sign out. */
  async remember(values) {
    this.client.identity = await change(this.identity.id, values) ?? { ...this.identity, ...values };
  }

  async forget() {
    await forget(this.identity.id);
    for (const storage of [sessionStorage, localStorage]) {
      if (storage.getItem(current) === this.identity.id) storage.removeItem(current);
    }
  }

  async keepPicture() {
    if (this.#isOver || !this.store.isCurrent) return;
    const { person } = this.store.home;
    await change(this.identity.id, { picture: this.store.picture, name: person?.name, role: person?.role });
  }

  #look = () => {
    if (document.visibilityState === "visible") this.#events.hurry();
    else this.keepPicture();
  };

  #connected(isConnected) {
    this.#isConnected = isConnected;
    clearTimeout(this.#doubt);
    clearTimeout(this.#readAgain);
    if (!isConnected && this.store.connection !== "lost") {
      this.#doubt = setTimeout(() => this.#lose(), patienceMilliseconds);
    }
    // Only what is read after the line stands misses nothing. The events since the line was cut say what happened, but
    // not which devices the person may see now.
    if (isConnected || !this.store.isRead) this.#read();
  }

  #lose() {
    this.store.setConnection("lost", this.#events.heardAt);
  }

  async #read() {
    try {
      await this.store.read();
      if (this.#isConnected) this.store.setConnection("live");
    } catch {
      this.#unread();
    }
    this.#first.resolve();
  }

  /** The home has changed and could not be read: what is shown is old until it was. */
  #unread() {
    if (this.#isOver) return;
    this.#lose();
    clearTimeout(this.#readAgain);
    if (this.#isConnected) this.#readAgain = setTimeout(() => this.#read(), readAgainMilliseconds);
  }

  #over(onEnd) {
    if (this.#isOver) return;
    this.end();
    onEnd();
  }
}
