// The state of the home in this browser: what was read from the gateway, and the events since then.

import { CommandTracker } from "./command-tracker.js";
import { isOffline } from "../home/device.js";

/** Events that the response of a read that was under way may not contain yet; they are applied again after it. */
const isReplayed = ({ type }) => ["reading", "state", "availability"].includes(type);

/** The topics after whose changes a view may be built again. */
const structuralTopics = new Set(["devices", "home"]);

/** The state of the home, which views read and subscribe to. */
export class Store {
  #listeners = new Map();
  #dirty = new Set();
  #frame = null;
  #currentRead = null;
  #nextRead = null;
  #onReadFailed;
  #panel;
  #isHeld = false;
  /** How often the home was requested, and the number of the request whose response is shown. */
  #homeRequests = 0;
  #appliedHome = 0;
  #eventsDuringRead = [];
  #tracker = new CommandTracker(this);

  /** `null` until it is read. */
  home = null;
  devices = new Map();
  /** The names, by id, of all devices that have been shown, including those that are no longer part of the home. */
  formerNames = new Map();
  /** `connecting`, `live` or `lost`. */
  connection = "connecting";
  /** When the shown state was last known to be current, by this device's clock. */
  asOf = null;
  /** Whether the home was read in this session; false while a saved snapshot is shown. */
  isRead = false;
  /** The numbers of things that wait for this person; see `watchWaiting`. */
  waiting = {};
  /** What is due, as `GET /maintenance/due`; null until it is read, and for other people. See `watchDue`. */
  due = null;

  /** `onReadFailed` is called when the home has changed and could not be read. `panel` is the module of that
   *  name on a wall. `endIfSilent(milliseconds)` is that of the live events. */
  constructor(client, { onReadFailed = () => {}, panel, endIfSilent = () => false } = {}) {
    this.client = client;
    this.#onReadFailed = onReadFailed;
    this.#panel = panel;
    this.endIfSilent = endIfSilent;
  }

  /** Calls `act` in the next animation frame after one of `topics` has changed: `home`, `devices`, `availability`,
   *  `connection`, `commands`, `activity`, `requests`, `waiting`, `maintenance`, `due`, `device:ID`, or `any`. Returns a function that ends the
   *  subscription. */
  on(topics, act) {
    for (const topic of [topics].flat()) this.#listenersOf(topic).add(act);
    return () => { for (const topic of [topics].flat()) this.#listenersOf(topic).delete(act); };
  }

  #listenersOf(topic) {
    if (!this.#listeners.has(topic)) this.#listeners.set(topic, new Set());
    return this.#listeners.get(topic);
  }

  /** Notifies the listeners of the topics, at most once in a frame; a hidden page waits until it is visible. */
  markChanged(...topics) {
    for (const topic of topics) this.#dirty.add(topic);
    this.#frame ??= requestAnimationFrame(() => {
      const acts = new Set();
      const changed = [...this.#dirty].filter((topic) => !this.#isHeld || !structuralTopics.has(topic));
      for (const topic of [...changed, "any"]) for (const act of this.#listeners.get(topic) ?? []) acts.add(act);
      for (const topic of changed) this.#dirty.delete(topic);
      this.#frame = null;
      for (const act of acts) act();
    });
  }

  /** While `isHeld`, no view is built again, so that what a finger holds stays under it. */
  hold(isHeld) {
    this.#isHeld = isHeld;
    if (!isHeld && this.#dirty.size) this.markChanged();
  }

  // MARK: Loading the home

  /** Reads the whole home. A read that is already under way may return the state from before the call, so another one
   *  follows it. Throws `Problem` and `Unreachable`. */
  async read() {
    if (!this.#currentRead) return this.#nextRead ?? this.#startRead();
    this.#nextRead ??= this.#currentRead.catch(() => {}).then(() => {
      this.#nextRead = null;
      return this.#startRead();
    });
    return this.#nextRead;
  }

  #startRead() {
    this.#currentRead = this.#readAll().finally(() => this.#replayEvents());
    return this.#currentRead;
  }

  async #readAll() {
    const number = this.#homeRequests += 1;
    const [home, devices] = await Promise.all(
      [this.client.request("GET", "/home"), this.client.request("GET", "/devices")]);
    this.isRead = true;
    this.#applySnapshot({ home, devices, asOf: Date.now() }, number);
    this.#tracker.dropOutdated();
  }

  /** Applies the events of the read again, because its response may not contain them. */
  #replayEvents() {
    this.#currentRead = null;
    for (const event of this.#eventsDuringRead.splice(0)) this.apply(event);
  }

  async readHome() {
    const number = this.#homeRequests += 1;
    this.#applyHome(await this.client.request("GET", "/home"), number);
    this.markChanged("home");
    return this.home;
  }

  /** Shows a saved snapshot, marked as old, unless the home has been read already. */
  restore(snapshot) { if (!this.isRead) this.#applySnapshot(snapshot); }

  /** A response that comes after that of a later request is older, and is not applied. */
  #applyHome(home, number) {
    if (number < this.#appliedHome) return;
    this.#appliedHome = number;
    this.home = this.#panel ? this.#panel.homeOnPanel(home) : home;
  }

  #applySnapshot({ home, devices, asOf }, number = 0) {
    for (const { id, name } of this.devices.values()) this.formerNames.set(id, name);
    this.#applyHome(home, number);
    this.devices = new Map(devices.map((device) => [device.id, this.#panel?.deviceOnPanel(device) ?? device]));
    this.asOf = asOf;
    this.markChanged("home", "devices", "commands", ...devices.map((device) => `device:${device.id}`));
  }

  /** The current state, for `restore`. */
  get snapshot() { return { home: this.home, devices: [...this.devices.values()], asOf: Date.now() }; }

  /** Whether the shown state is the gateway's current one. */
  get isCurrent() { return this.isRead && this.connection !== "lost"; }

  /** `lastReceivedAt` is when the last bytes arrived before the connection was lost. */
  setConnection(connection, lastReceivedAt) {
    if (this.connection === connection) return;
    if (connection === "lost" && this.isRead && lastReceivedAt) this.asOf = lastReceivedAt;
    this.connection = connection;
    this.markChanged("connection", ...[...this.devices.keys()].map((id) => `device:${id}`));
  }

  setWaiting(waiting) {
    this.waiting = waiting;
    this.markChanged("waiting");
  }

  setDue(due) {
    this.due = due;
    this.markChanged("due");
  }

  may(permission) { return this.home?.permissions.includes(permission) ?? false; }

  room(id) { return this.home?.rooms.find((room) => room.id === id); }

  capability(device, part, name) {
    return this.devices.get(device)?.parts.find(({ id }) => id === part)?.capabilities.find((c) => c.name === name);
  }

  // MARK: Events

  apply(event) {
    if (this.#currentRead && isReplayed(event)) this.#eventsDuringRead.push(event);
    switch (event.type) {
    case "reading":
    case "state": return this.#applyValue(event);
    case "availability": return this.#applyAvailability(event);
    case "command": return this.#tracker.apply(event.command);
    case "activity": return this.markChanged("activity");
    case "waiting": return this.markChanged("requests");
    case "maintenance": return this.markChanged("maintenance");
    case "devices":
    case "home":
    case "gap": this.read().catch(() => this.#onReadFailed());
    }
  }

  #applyValue({ device, part, capability: name, time, value }) {
    const capability = this.capability(device, part, name);
    if (!capability || capability.state?.time > time) return;
    capability.state = { value, time, isStale: false };
    // A value without a time may be older than the command.
    if (time) this.#tracker.dropUnknown(device, part, name);
    this.markChanged(`device:${device}`);
  }

  #applyAvailability({ device: id, availability }) {
    const device = this.devices.get(id);
    if (!device) return;
    device.availability = availability;
    for (const part of device.parts) {
      for (const { state } of part.capabilities) if (state) state.isStale = availability !== "ready";
    }
    this.markChanged(`device:${id}`, "availability");
  }

  // MARK: Commands

  /** The last command for each capability. */
  get commands() { return this.#tracker.commands; }

  /** Whether no newer command for the same capability has replaced it. */
  isLast(command) { return this.#tracker.isLast(command); }

  /** Whether no command for the same device has begun since. */
  isLastOfDevice(command) { return this.#tracker.isLastOfDevice(command); }

  /** See `CommandTracker.send`. */
  command(device, part, capability, value, options) {
    return this.#tracker.send({ device, part, capability }, value, options);
  }

  /** See `CommandTracker.sendToParts`. */
  commandParts(parts, name, value) { return this.#tracker.sendToParts(parts, name, value); }

  /** The value of a capability and its status, for display: `{ value, time, status, command, reportedAt }`. The
   *  last one is of the whole device, and only for one that is offline. */
  view(device, part, name) {
    const capability = this.capability(device, part, name);
    const command = this.#tracker.shown(device, part, name);
    const state = capability?.state;
    const idle = this.#idleStatus(device, state);
    // A command that was sent says nothing about the present state of a device that has gone offline since.
    const status = idle === "offline" && command?.status === "pending" ? idle : command?.status ?? idle;
    const reportedAt = status === "offline" ? this.#lastReport(device) : undefined;
    return { value: state?.value, time: state?.time, command, status, reportedAt };
  }

  /** The newest time of a value of the device; undefined without any. */
  #lastReport(id) {
    const parts = this.devices.get(id)?.parts ?? [];
    return parts.flatMap(({ capabilities }) => capabilities.map(({ state }) => state?.time)).filter(Boolean).sort().at(-1);
  }

  #idleStatus(id, state) {
    const availability = this.devices.get(id)?.availability;
    if (isOffline(availability)) return "offline";
    if (!state) return "never";
    return state.isStale || !this.isCurrent ? "stale" : "live";
  }
}
