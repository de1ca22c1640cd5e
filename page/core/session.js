// One person at one browser: their client, their picture of the home, and what they hear of it.

import { Client } from "./api.js";
import { change, forget } from "./keys.js";
import { LiveEvents } from "./live.js";
import { Store } from "./store.js";

const pictureMilliseconds = 30_000;
const current = "tomte.current";

export const currentID = () => localStorage.getItem(current);

export class Session {
  #events;
  #timer;
  #isOver = false;

  /** `onEnd` is called when the gateway knows this client no more, `onDenied` never: refusals are the views'. */
  constructor(identity, { onEnd }) {
    this.client = new Client(identity, { onEnd: () => this.#over(onEnd) });
    this.store = new Store(this.client);
    this.#events = new LiveEvents(this.client, {
      take: (event) => this.store.apply(event),
      connected: (isConnected, isFirst) => this.#connected(isConnected, isFirst),
    });
  }

  get identity() { return this.client.identity; }

  /** A panel on a wall: whoever passes may use it, so it asks for no PIN. */
  get isWall() { return this.identity.isWall === true; }

  /** Shows what was known last at once, then what is. */
  async begin() {
    localStorage.setItem(current, this.identity.id);
    if (this.identity.picture) this.store.take(this.identity.picture);
    this.#timer = setInterval(() => this.keepPicture(), pictureMilliseconds);
    document.addEventListener("visibilitychange", this.#look);
    window.addEventListener("online", this.#look);
    this.#listen();
    await this.store.read().catch(() => this.store.setConnection("lost"));
    this.keepPicture();
  }

  /** Nothing more is heard; the key stays. */
  end() {
    this.#isOver = true;
    this.#events.stop();
    clearInterval(this.#timer);
    document.removeEventListener("visibilitychange", this.#look);
    window.removeEventListener("online", this.#look);
  }

  /** Signs out: the gateway forgets the client, this browser forgets the key. */
  async signOut() {
    await this.client.ask("DELETE", "/sessions/current");
    this.end();
    await this.forget();
  }

  /** Keeps something about this person in this browser, until they sign out. */
  async remember(values) {
    this.client.identity = await change(this.identity.id, values) ?? { ...this.identity, ...values };
  }

  async forget() {
    await forget(this.identity.id);
    if (currentID() === this.identity.id) localStorage.removeItem(current);
  }

  async keepPicture() {
    if (this.#isOver || !this.store.home || this.store.connection === "lost") return;
    const person = this.store.home.person;
    await change(this.identity.id, { picture: this.store.picture, name: person?.name, role: person?.role });
  }

  #look = () => {
    if (document.visibilityState === "visible") this.#events.hurry();
    else this.keepPicture();
  };

  async #listen() {
    await this.#events.run();
  }

  #connected(isConnected, isFirst) {
    this.store.setConnection(isConnected ? "live" : "lost");
    if (isConnected && (!isFirst || !this.store.home)) this.store.read().catch(() => {});
  }

  #over(onEnd) {
    if (this.#isOver) return;
    this.end();
    onEnd();
  }
}
