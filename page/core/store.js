// The home as this browser knows it: what was read, what happened since, and what was asked for and is not yet so.

import { Unreachable } from "./api.js";
import { isAway } from "../home/device.js";
import { now } from "./clock.js";

const refusalMilliseconds = 10_000;
const confirmationMilliseconds = 1500;

/** Seconds after its deadline until the gateway is asked what became of a command of which no outcome was heard. */
const grace = 5;

/** What travels is under way for longer than its deadline; its outcome is then asked for so often, in seconds. */
const lookEvery = 5;

/** What may be missing in a home that was being read while it happened. */
const isKept = ({ type }) => ["reading", "state", "availability"].includes(type);

const keyOf = (device, part, capability) => `${device}/${part}/${capability}`;

export class Store {
  #listeners = new Map();
  #dirty = new Set();
  #frame = null;
  #reading = null;
  #readingAgain = null;
  #unread;
  #meanwhile = [];

  /** `null` until it was read. */
  home = null;
  devices = new Map();
  /** Of devices that were shown and are not any more, by id. */
  formerNames = new Map();
  /** By `keyOf`: what became of the last command for it; see `Command`. */
  commands = new Map();
  /** `connecting`, `live` or `lost`. */
  connection = "connecting";
  /** When the picture was known to be right, by this device's clock. */
  asOf = null;
  /** Whether it was read in this session, and is not one kept from before. */
  isRead = false;

  /** `unread` is called when something changed, and the home could not be read. */
  constructor(client, { unread = () => {} } = {}) {
    this.client = client;
    this.#unread = unread;
  }

  /** Calls `act` before the next frame after something of `topics` changed: `home`, `devices`, `connection`, `commands`,
   *  `device:ID`, `any`. Gives the way to stop it. */
  on(topics, act) {
    for (const topic of [topics].flat()) this.#heard(topic).add(act);
    return () => { for (const topic of [topics].flat()) this.#heard(topic).delete(act); };
  }

  #heard(topic) {
    if (!this.#listeners.has(topic)) this.#listeners.set(topic, new Set());
    return this.#listeners.get(topic);
  }

  /** However often something changes, it is drawn once a frame; a page that nobody sees waits. */
  mark(...topics) {
    for (const topic of topics) this.#dirty.add(topic);
    this.#frame ??= requestAnimationFrame(() => {
      const acts = new Set();
      for (const topic of [...this.#dirty, "any"]) for (const act of this.#listeners.get(topic) ?? []) acts.add(act);
      this.#dirty.clear();
      this.#frame = null;
      for (const act of acts) act();
    });
  }

  // MARK: Reading the home

  /** Reads all of it. What is being read already may be from before the call, so it is read once more after that. */
  async read() {
    if (!this.#reading) return this.#readingAgain ?? this.#readNow();
    this.#readingAgain ??= this.#reading.catch(() => {}).then(() => {
      this.#readingAgain = null;
      return this.#readNow();
    });
    return this.#readingAgain;
  }

  #readNow() {
    this.#reading = this.#readAll().finally(() => this.#catchUp());
    return this.#reading;
  }

  async #readAll() {
    const [home, devices] = await Promise.all([this.client.ask("GET", "/home"), this.client.ask("GET", "/devices")]);
    this.isRead = true;
    this.#show({ home, devices, asOf: Date.now() });
    for (const command of this.commands.values()) this.#settle(command);
  }

  /** What happened while it was being read may be missing in what was read. */
  #catchUp() {
    this.#reading = null;
    for (const event of this.#meanwhile.splice(0)) this.apply(event);
  }

  async readHome() {
    this.home = await this.client.ask("GET", "/home");
    this.mark("home");
    return this.home;
  }

  /** Shows a picture that was kept from before, as old. */
  restore(picture) { if (!this.isRead) this.#show(picture); }

  #show({ home, devices, asOf }) {
    for (const { id, name } of this.devices.values()) this.formerNames.set(id, name);
    this.home = home;
    this.devices = new Map(devices.map((device) => [device.id, device]));
    this.asOf = asOf;
    this.mark("home", "devices", "commands", ...devices.map((device) => `device:${device.id}`));
  }

  /** What `restore` shows again. */
  get picture() { return { home: this.home, devices: [...this.devices.values()], asOf: Date.now() }; }

  /** Whether what is shown is so now, as far as the gateway knows. */
  get isCurrent() { return this.isRead && this.connection !== "lost"; }

  /** `heardAt` is when a lost line was alive last. */
  setConnection(connection, heardAt) {
    if (this.connection === connection) return;
    if (connection === "lost" && this.isRead && heardAt) this.asOf = heardAt;
    this.connection = connection;
    this.mark("connection", ...[...this.devices.keys()].map((id) => `device:${id}`));
  }

  may(permission) { return this.home?.permissions.includes(permission) ?? false; }

  room(id) { return this.home?.rooms.find((room) => room.id === id); }

  capability(device, part, name) {
    return this.devices.get(device)?.parts.find(({ id }) => id === part)?.capabilities.find((c) => c.name === name);
  }

  // MARK: What happens

  apply(event) {
    if (this.#reading && isKept(event)) this.#meanwhile.push(event);
    switch (event.type) {
    case "reading":
    case "state": return this.#applyValue(event);
    case "availability": return this.#applyAvailability(event);
    case "command": return this.#applyCommand(event.command);
    case "devices":
    case "home":
    case "gap": this.read().catch(() => this.#unread());
    }
  }

  #applyValue({ device, part, capability: name, time, value }) {
    const capability = this.capability(device, part, name);
    if (!capability || capability.state?.time > time) return;
    capability.state = { value, time, isStale: false };
    const command = this.commands.get(keyOf(device, part, name));
    // A value without a time may be from before the command.
    if (time && command?.status === "unknown") this.#drop(command);
    this.mark(`device:${device}`);
  }

  #applyAvailability({ device: id, availability }) {
    const device = this.devices.get(id);
    if (!device) return;
    device.availability = availability;
    for (const part of device.parts) {
      for (const { state } of part.capabilities) if (state) state.isStale = availability !== "ready";
    }
    this.mark(`device:${id}`, "availability");
  }

  // MARK: Commands

  /** Of the person who looks, or of anyone else: both are shown alike. */
  #applyCommand(record) {
    const key = keyOf(record.device, record.part, record.capability);
    let command = this.commands.get(key);
    if (command?.id !== record.id) {
      // The answer to our own request may come after its first event.
      if (command && !command.id && sameValue(command.value, record.value)) command.id = record.id;
      else if (record.outcome) return;
      else command = this.#begin(record, record.value, { id: record.id, deadline: record.deadlineSeconds });
    }
    if (record.outcome) this.#end(command, record);
    else this.#goesOn(command);
  }

  #begin({ device, part, capability }, value, more) {
    const command = { device, part, capability, value, deadline: 10, ...more };
    this.commands.set(keyOf(device, part, capability), command);
    this.#await(command);
    this.mark("commands");
    return command;
  }

  /** It is under way from now on. Its outcome may not be heard, so the gateway is asked for it in the end. */
  #await(command) {
    command.status = "pending";
    command.begunAt = performance.now();
    command.ended = new Promise((resolve) => { command.resolve = resolve; });
    this.#lookIn(command, command.deadline + grace);
    this.mark(`device:${command.device}`, "commands");
  }

  /** The gateway says that a command has no outcome yet, perhaps after it could not be reached for a while. */
  #goesOn(command) {
    if (command.status === "unknown") this.#await(command);
    else this.mark(`device:${command.device}`);
  }

  #lookIn(command, seconds) {
    clearTimeout(command.timer);
    command.timer = setTimeout(() => this.#look(command), seconds * 1000);
  }

  /** Asks the gateway what became of a command. Its state is unknown when the gateway does not say. */
  async #look(command) {
    const record = command.id && await this.client.ask("GET", `/commands/${command.id}`).catch(() => null);
    if (command.status !== "pending") return;
    if (!record) this.#end(command, { outcome: "timedOut" });
    else if (record.outcome) this.#end(command, record);
    else this.#lookIn(command, lookEvery);
  }

  /** A later outcome takes the place of an unknown one. */
  #end(command, { outcome, detail, reported, receivedAt }) {
    if (command.status !== "pending" && (command.status !== "unknown" || outcome === "timedOut")) return;
    clearTimeout(command.timer);
    command.resolve();
    if (outcome === "superseded") return this.#drop(command);
    Object.assign(command, { outcome, detail, endedAt: now(), status: statusOf[outcome] ?? "refused" });
    const capability = this.capability(command.device, command.part, command.capability);
    // What the device reported since is newer than what it reported for this.
    if (outcome === "confirmed" && capability && reported !== undefined && !(capability.state?.time > receivedAt)) {
      capability.state = { value: reported, time: receivedAt, isStale: false };
    }
    if (command.status === "confirmed") setTimeout(() => this.#drop(command), confirmationMilliseconds);
    if (command.status === "refused" || command.status === "sent") {
      setTimeout(() => this.#drop(command), refusalMilliseconds);
    }
    this.mark(`device:${command.device}`, "commands");
  }

  /** What was read may be newer than a command that nobody answered. */
  #settle(command) {
    const { state } = this.capability(command.device, command.part, command.capability) ?? {};
    if (command.status === "unknown" && Date.parse(state?.time) > command.endedAt) this.#drop(command);
  }

  /** Whether it is the last of its kind. */
  isLast(command) { return this.commands.get(keyOf(command.device, command.part, command.capability)) === command; }

  #drop(command) {
    if (!this.isLast(command)) return;
    this.commands.delete(keyOf(command.device, command.part, command.capability));
    this.mark(`device:${command.device}`, "commands");
  }

  /** Tells a device, and waits for its true outcome. `confirm(purpose)` asks for the PIN; false when nobody gave it. */
  async command(device, part, name, value, { confirm, deadline = 10 } = {}) {
    const command = this.#begin({ device, part, capability: name }, value, { deadline });
    const body = { part, capability: name, value, deadlineSeconds: deadline, idempotencyKey: crypto.randomUUID() };
    for (;;) {
      try {
        const record = await this.#send(device, body);
        command.id = record.id;
        if (record.outcome) this.#end(command, record);
        else this.#goesOn(command);
        await command.ended;
        return command;
      } catch (error) {
        if (error.code === "stepUpNeeded" && confirm) {
          // Nothing was sent, so nothing is pending while someone looks for their PIN.
          clearTimeout(command.timer);
          command.status = "asking";
          this.mark(`device:${device}`);
          if (await confirm(error.stepUp)) {
            body.idempotencyKey = crypto.randomUUID();
            this.#await(command);
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

  /** With the same key twice, should the network fail in between: it has one effect. The second answer does not wait for
   *  the outcome, because what travels may take longer than an answer. */
  async #send(device, body) {
    const path = `/devices/${device}/commands`;
    try {
      return await this.client.ask("POST", `${path}?wait=confirmed`, body,
        { milliseconds: (body.deadlineSeconds + grace) * 1000 });
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      return this.client.ask("POST", path, body);
    }
  }

  /** How a value is to be shown: `{ value, time, status, command }`. */
  view(device, part, name) {
    const capability = this.capability(device, part, name);
    const command = this.commands.get(keyOf(device, part, name));
    const state = capability?.state;
    return { value: state?.value, time: state?.time, command, status: command?.status ?? this.#rest(device, state) };
  }

  #rest(id, state) {
    const availability = this.devices.get(id)?.availability;
    if (isAway(availability)) return "offline";
    if (!state) return "never";
    return state.isStale || !this.isCurrent ? "stale" : "live";
  }
}

const statusOf = { confirmed: "confirmed", timedOut: "unknown", sent: "sent", unreachable: "refused", failed: "refused" };

export function sameValue(a, b) {
  return a === b || (typeof a === "object" && typeof b === "object" && a.hue === b.hue && a.saturation === b.saturation);
}
