// The session of one person in this browser: their API client, their store, and the live events.

import { Client } from "./api.js";
import { deleteIdentity, updateIdentity } from "./keys.js";
import { LiveEvents } from "./live.js";
import { Store } from "./store.js";

/** The interval at which the snapshot of the home is saved in this browser. */
const snapshotMilliseconds = 5 * 60_000;

/** A connection that ends and is back within this time, as when permissions change, is not shown as lost. */
const lossDelayMilliseconds = 2000;

/** The delay after a failed read of the home until it is read again. */
const retryReadMilliseconds = 5000;
const currentKey = "tomte.current";

/** The id of the last identity that was used in this tab, else in this browser; null when there is none. */
export const currentID = () => sessionStorage.getItem(currentKey) ?? localStorage.getItem(currentKey);

/** Connects one identity to the gateway: reads the home, follows its events, and saves a snapshot in this browser. */
export class Session {
  #events;
  #timer;
  #lossTimer = null;
  #retryTimer = null;
  #isConnected = false;
  #isOver = false;
  #firstRead = Promise.withResolvers();

  /** `onEnd` is called once, when the gateway no longer accepts this client. `panel` is the module of that name on a
   *  wall. */
  constructor(identity, { onEnd, panel }) {
    this.client = new Client(identity, { onEnd: () => this.#endRevoked(onEnd) });
    this.store = new Store(this.client, {
      onReadFailed: () => this.#readFailed(), panel,
      endIfSilent: (milliseconds) => this.#events.endIfSilent(milliseconds),
    });
    this.#events = new LiveEvents(this.client, {
      onEvent: (event) => this.store.apply(event),
      onConnection: (isConnected) => this.#connectionChanged(isConnected),
    });
  }

  get identity() { return this.client.identity; }

  /** Whether this browser is a panel on a wall. Everyone who passes may use it, so it never asks for a PIN. */
  get isWall() { return this.identity.isWall === true; }

  /** Shows the saved snapshot at once and connects. Returns after the first attempt to read the home, also when it
   *  failed. */
  async begin() {
    for (const storage of [sessionStorage, localStorage]) storage.setItem(currentKey, this.identity.id);
    if (this.identity.picture) this.store.restore(this.identity.picture);
    this.#timer = setInterval(() => this.saveSnapshot(), snapshotMilliseconds);
    document.addEventListener("visibilitychange", this.#visibilityChanged);
    window.addEventListener("online", this.#visibilityChanged);
    this.#events.run();
    await this.#firstRead.promise;
    this.saveSnapshot();
  }

  /** Ends the live events and all timers; the key stays in the browser. */
  end() {
    this.#isOver = true;
    this.#events.stop();
    this.#firstRead.resolve();
    clearInterval(this.#timer);
    clearTimeout(this.#lossTimer);
    clearTimeout(this.#retryTimer);
    document.removeEventListener("visibilitychange", this.#visibilityChanged);
    window.removeEventListener("online", this.#visibilityChanged);
  }

  /** Signs out: the gateway removes the client, and this browser deletes its key, also when the gateway cannot be
   *  reached; then it throws `Unreachable`. */
  async signOut() {
    this.end();
    try {
      await this.client.request("DELETE", "/sessions/current");
    } finally {
      await this.forget();
    }
  }

  /** Stores values with this identity in the browser, until the person signs out. */
  async remember(values) {
    this.client.identity = await updateIdentity(this.identity.id, values) ?? { ...this.identity, ...values };
  }

  async forget() {
    await deleteIdentity(this.identity.id);
    for (const storage of [sessionStorage, localStorage]) {
      if (storage.getItem(currentKey) === this.identity.id) storage.removeItem(currentKey);
    }
  }

  async saveSnapshot() {
    if (this.#isOver || !this.store.isCurrent) return;
    const { person } = this.store.home;
    await updateIdentity(this.identity.id, { picture: this.store.snapshot, name: person?.name, role: person?.role });
  }

  #visibilityChanged = () => {
    if (document.visibilityState === "visible") this.#events.retryNow();
    else this.saveSnapshot();
  };

  #connectionChanged(isConnected) {
    this.#isConnected = isConnected;
    clearTimeout(this.#lossTimer);
    clearTimeout(this.#retryTimer);
    if (!isConnected && this.store.connection !== "lost") {
      this.#lossTimer = setTimeout(() => this.#markLost(), lossDelayMilliseconds);
    }
    // Only a read after the stream is connected misses nothing: the events since the connection ended report what
    // happened, but not which devices the person may see now.
    if (isConnected || !this.store.isRead) this.#read();
  }

  #markLost() {
    this.store.setConnection("lost", this.#events.lastReceivedAt);
  }

  async #read() {
    try {
      await this.store.read();
      if (this.#isConnected) this.store.setConnection("live");
    } catch {
      this.#readFailed();
    }
    this.#firstRead.resolve();
  }

  /** Called when the home has changed and could not be read: it is marked as lost until a read succeeds. */
  #readFailed() {
    if (this.#isOver) return;
    this.#markLost();
    clearTimeout(this.#retryTimer);
    if (this.#isConnected) this.#retryTimer = setTimeout(() => this.#read(), retryReadMilliseconds);
  }

  #endRevoked(onEnd) {
    if (this.#isOver) return;
    this.end();
    onEnd();
  }
}
