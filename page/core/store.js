// The state of the home in this browser: what was read from the gateway, the events since then, and the pending
// commands.

import { NotSent, Unreachable } from "./api.js";
import { isOffline } from "../home/device.js";
import { now } from "./clock.js";

const refusalMilliseconds = 10_000;
const confirmationMilliseconds = 1500;

/** How long the gateway may take to answer before a command is sent to it after the connection was lost. */
const probeMilliseconds = 3000;

/** Seconds after the deadline of a command until the gateway is asked for its outcome, if no event has reported one. */
const graceSeconds = 5;

/** A device that travels, such as a blind, takes longer than the deadline: after it the outcome is requested at this
 *  interval, in seconds. */
const outcomePollSeconds = 5;

/** Events that the response of a read that was under way may not contain yet; they are applied again after it. */
const isReplayed = ({ type }) => ["reading", "state", "availability"].includes(type);

const keyOf = (device, part, capability) => `${device}/${part}/${capability}`;

/** The state of the home, which views read and subscribe to. */
export class Store {
  #listeners = new Map();
  #dirty = new Set();
  #frame = null;
  #currentRead = null;
  #nextRead = null;
  #onReadFailed;
  #eventsDuringRead = [];

  /** `null` until it is read. */
  home = null;
  devices = new Map();
  /** The names, by id, of all devices that have been shown, including those that are no longer part of the home. */
  formerNames = new Map();
  /** The last command for each capability, by `keyOf`; see `#begin`. */
  commands = new Map();
  /** `connecting`, `live` or `lost`. */
  connection = "connecting";
  /** When the shown state was last known to be current, by this device's clock. */
  asOf = null;
  /** Whether the home was read in this session; false while a saved snapshot is shown. */
  isRead = false;

  /** `onReadFailed` is called when the home has changed and could not be read. */
  constructor(client, { onReadFailed = () => {} } = {}) {
    this.client = client;
    this.#onReadFailed = onReadFailed;
  }

  /** Calls `act` in the next animation frame after one of `topics` has changed: `home`, `devices`, `availability`,
   *  `connection`, `commands`, `device:ID`, or `any`. Returns a function that ends the subscription. */
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
      for (const topic of [...this.#dirty, "any"]) for (const act of this.#listeners.get(topic) ?? []) acts.add(act);
      this.#dirty.clear();
      this.#frame = null;
      for (const act of acts) act();
    });
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
    const [home, devices] = await Promise.all(
      [this.client.request("GET", "/home"), this.client.request("GET", "/devices")]);
    this.isRead = true;
    this.#applySnapshot({ home, devices, asOf: Date.now() });
    for (const command of this.commands.values()) this.#dropIfOutdated(command);
  }

  /** Applies the events of the read again, because its response may not contain them. */
  #replayEvents() {
    this.#currentRead = null;
    for (const event of this.#eventsDuringRead.splice(0)) this.apply(event);
  }

  async readHome() {
    this.home = await this.client.request("GET", "/home");
    this.markChanged("home");
    return this.home;
  }

  /** Shows a saved snapshot, marked as old, unless the home has been read already. */
  restore(snapshot) { if (!this.isRead) this.#applySnapshot(snapshot); }

  #applySnapshot({ home, devices, asOf }) {
    for (const { id, name } of this.devices.values()) this.formerNames.set(id, name);
    this.home = home;
    this.devices = new Map(devices.map((device) => [device.id, device]));
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
    case "command": return this.#applyCommand(event.command);
    case "devices":
    case "home":
    case "gap": this.read().catch(() => this.#onReadFailed());
    }
  }

  #applyValue({ device, part, capability: name, time, value }) {
    const capability = this.capability(device, part, name);
    if (!capability || capability.state?.time > time) return;
    capability.state = { value, time, isStale: false };
    const command = this.commands.get(keyOf(device, part, name));
    // A value without a time may be older than the command.
    if (time && command?.status === "unknown") this.#drop(command);
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

  /** The command of this person or of another one: both are shown in the same way. */
  #applyCommand(record) {
    const key = keyOf(record.device, record.part, record.capability);
    let command = this.commands.get(key);
    if (command?.id !== record.id) {
      // The first event of our own command may arrive before the response to its request.
      if (command && !command.id && sameValue(command.value, record.value)) command.id = record.id;
      else if (record.outcome) return;
      else command = this.#begin(record, record.value, { id: record.id, deadline: record.deadlineSeconds });
    }
    if (record.outcome) this.#end(command, record);
    else this.#keepPending(command);
  }

  #begin({ device, part, capability }, value, more) {
    const command = { device, part, capability, value, deadline: 10, ...more };
    this.commands.set(keyOf(device, part, capability), command);
    this.#markPending(command);
    this.markChanged("commands");
    return command;
  }

  /** Marks the command as pending from now on. Its outcome event may be lost, so the outcome is requested after the
   *  deadline. */
  #markPending(command) {
    command.status = "pending";
    command.error = undefined;
    command.begunAt = performance.now();
    command.ended = new Promise((resolve) => { command.resolve = resolve; });
    this.#schedulePoll(command, command.deadline + graceSeconds);
    this.markChanged(`device:${command.device}`, "commands");
  }

  /** Handles a report that the command has no outcome yet: an unknown one becomes pending again. */
  #keepPending(command) {
    if (command.status === "unknown") this.#markPending(command);
    else this.markChanged(`device:${command.device}`);
  }

  #schedulePoll(command, seconds) {
    clearTimeout(command.timer);
    command.timer = setTimeout(() => this.#pollOutcome(command), seconds * 1000);
  }

  /** Requests the outcome of a command. Its status becomes `unknown` when the gateway does not report one. */
  async #pollOutcome(command) {
    const record = command.id && await this.client.request("GET", `/commands/${command.id}`).catch(() => null);
    if (command.status !== "pending") return;
    if (!record) this.#end(command, { outcome: "timedOut" });
    else if (record.outcome) this.#end(command, record);
    else this.#schedulePoll(command, outcomePollSeconds);
  }

  /** Sets the outcome of a pending command; a real outcome also replaces an unknown one. */
  #end(command, { outcome, code, detail, reported, receivedAt }) {
    if (command.status !== "pending" && (command.status !== "unknown" || outcome === "timedOut")) return;
    clearTimeout(command.timer);
    command.resolve();
    if (outcome === "superseded") return this.#drop(command);
    Object.assign(command, { outcome, code, detail, reported, endedAt: now(), status: statusOf[outcome] ?? "refused" });
    const capability = this.capability(command.device, command.part, command.capability);
    // The device may have reported a newer value since it confirmed this command.
    if (outcome === "confirmed" && capability && reported !== undefined && !(capability.state?.time > receivedAt)) {
      capability.state = { value: reported, time: receivedAt, isStale: false };
    }
    if (command.status === "confirmed") setTimeout(() => this.#drop(command), confirmationMilliseconds);
    if (command.status === "refused" || command.status === "sent") {
      setTimeout(() => this.#drop(command), refusalMilliseconds);
    }
    this.markChanged(`device:${command.device}`, "commands");
  }

  /** Removes a command with an unknown outcome when the device has reported a value after it ended. */
  #dropIfOutdated(command) {
    const { state } = this.capability(command.device, command.part, command.capability) ?? {};
    if (command.status === "unknown" && Date.parse(state?.time) > command.endedAt) this.#drop(command);
  }

  /** Whether no newer command for the same capability has replaced it. */
  isLast(command) { return this.commands.get(keyOf(command.device, command.part, command.capability)) === command; }

  #drop(command) {
    if (!this.isLast(command)) return;
    this.commands.delete(keyOf(command.device, command.part, command.capability));
    this.markChanged(`device:${command.device}`, "commands");
  }

  /** Sends a command and waits for its outcome. `confirm(purpose)` asks for the PIN, and returns false when none was
   *  given; then this method returns null. A refusal or a network error is in `error` of the returned command. */
  async command(device, part, name, value, { confirm, deadline = 10 } = {}) {
    const command = this.#begin({ device, part, capability: name }, value, { deadline });
    if (this.connection === "lost" && !await this.#canReachGateway()) {
      command.error = new NotSent("no connection");
      this.#end(command, { outcome: "refused" });
      return command;
    }
    const body = { part, capability: name, value, deadlineSeconds: deadline, idempotencyKey: crypto.randomUUID() };
    for (;;) {
      try {
        const record = await this.#send(device, body);
        command.id = record.id;
        if (record.outcome) this.#end(command, record);
        else this.#keepPending(command);
        await command.ended;
        return command;
      } catch (error) {
        if (error.code === "stepUpNeeded" && confirm) {
          // Nothing was sent, so the command is not pending while the PIN is typed.
          clearTimeout(command.timer);
          command.status = "asking";
          this.markChanged(`device:${device}`);
          if (await confirm(error.stepUp)) {
            body.idempotencyKey = crypto.randomUUID();
            this.#markPending(command);
            continue;
          }
          this.#drop(command);
          return null;
        }
        command.error = error;
        this.#end(command, { outcome: error instanceof Unreachable ? "timedOut" : "refused", detail: error.detail });
        return command;
      }
    }
  }

  /** Whether the gateway answers although the event stream is lost. */
  #canReachGateway() {
    return this.client.request("GET", "/home", undefined, { milliseconds: probeMilliseconds })
      .then(() => true, (error) => !(error instanceof Unreachable));
  }

  /** Sends the command, and sends it once more when the network fails: the same idempotency key gives it one effect.
   *  The second request does not wait for the outcome, because a device that travels may take longer than a response
   *  may. */
  async #send(device, body) {
    const path = `/devices/${device}/commands`;
    try {
      return await this.client.request("POST", `${path}?wait=confirmed`, body,
        { milliseconds: (body.deadlineSeconds + graceSeconds) * 1000 });
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      return this.client.request("POST", path, body);
    }
  }

  /** The value of a capability and its status, for display: `{ value, time, status, command }`. */
  view(device, part, name) {
    const capability = this.capability(device, part, name);
    const command = this.commands.get(keyOf(device, part, name));
    const state = capability?.state;
    const status = command?.status ?? this.#idleStatus(device, state);
    return { value: state?.value, time: state?.time, command, status };
  }

  #idleStatus(id, state) {
    const availability = this.devices.get(id)?.availability;
    if (isOffline(availability)) return "offline";
    if (!state) return "never";
    return state.isStale || !this.isCurrent ? "stale" : "live";
  }
}

const statusOf = { confirmed: "confirmed", timedOut: "unknown", sent: "sent", unreachable: "refused", failed: "refused" };

/** Whether two values of a capability are equal; colours are objects. */
export function sameValue(a, b) {
  return a === b || (typeof a === "object" && typeof b === "object" && a.hue === b.hue && a.saturation === b.saturation);
}
